"""Network files: safetensors, whose header says which cards the embeddings stand for. Nothing is unpickled."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save

from ecs_game.arguments import shown
from ecs_game.catalogue import Catalogue
from ecs_game.environments import game_spec
from ecs_game.errors import SaveError
from ecs_game.files import bytes_written_whole
from ecs_game.formats.replays import distinct
from ecs_game.training.network import Network

FORMAT = "cogwork network 2"
Laid = tuple[tuple[int, ...], torch.dtype]


def card_names(catalogue: Catalogue) -> list[str]:
    """The cards of a catalogue in the order of its rows, those with one name told apart: the embeddings of a new network."""
    return distinct([catalogue.name(row) for row in range(len(catalogue.cards))])


def write_tensors(path: str | os.PathLike[str], tensors: Mapping[str, torch.Tensor], told: Mapping[str, object]) -> None:
    """Write tensors whole, with plain data beside them. ``OptionError`` if the file cannot be written."""
    with bytes_written_whole(path) as stream:
        stream.write(save({name: value.contiguous() for name, value in tensors.items()}, {"told": json.dumps(dict(told))}))


def read_tensors(path: str | os.PathLike[str], form: str) -> tuple[dict[str, torch.Tensor], dict[str, Any], str]:
    """The tensors of a file, the plain data beside them, and a hash of the whole (hex, 16 digits). ``SaveError`` if it cannot be read, or is of another
    format."""
    try:
        data = Path(path).read_bytes()
        tensors = load(data)
        told = json.loads(json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]["told"])
    except OSError as fault:
        raise SaveError(f"{path}: cannot be read ({fault.strerror})") from None
    except (SafetensorError, ValueError, KeyError, TypeError, RecursionError):
        raise SaveError(f"{path}: no file of tensors as cogwork train writes them") from None
    if not isinstance(told, dict) or told.get("format") != form:
        raise SaveError(f"{path}: not of format {form!r}")
    return tensors, told, hashlib.sha256(data).hexdigest()[:16]


def layout(tensors: Mapping[str, torch.Tensor]) -> dict[str, Laid]:
    """Shape and dtype of each tensor, by name."""
    return {name: (tuple(value.shape), value.dtype) for name, value in tensors.items()}


def check(tensors: Mapping[str, torch.Tensor], wanted: Mapping[str, Laid], where: str) -> None:
    """``SaveError`` for a tensor too many or too few, another shape or dtype, or what is no finite number."""
    found = layout(tensors)
    for name in sorted(wanted.keys() | found.keys()):
        if found.get(name) != wanted.get(name):
            told = [f"{one[name][0]} {one[name][1]}" if name in one else "nothing" for one in (found, wanted)]
            raise SaveError(f"{where}: {name} is {told[0]}, and this version has {told[1]} there")
        if not torch.isfinite(tensors[name]).all():
            raise SaveError(f"{where}: {name} has numbers that are not finite")


def names_of(told: Mapping[str, Any], where: str) -> list[str]:
    """The cards that the embeddings of a file stand for. ``SaveError`` unless they are names, each once."""
    names = told.get("cards")
    if not isinstance(names, list):
        raise SaveError(f"{where}: cards is {shown(names)}, and a list of names is needed there")
    seen: set[str] = set()
    for i, name in enumerate(names):
        if not isinstance(name, str) or name in seen:
            raise SaveError(
                f"{where}: cards has {shown(name)} at {i}, and a name {'that is not there twice' if isinstance(name, str) else 'in letters'} is needed"
            )
        seen.add(name)
    return names


def write_network(path: str | os.PathLike[str], network: Network, cards: list[str]) -> None:
    """Write a network with the names of the cards that it knows."""
    write_tensors(path, network.state_dict(), {"format": FORMAT, "observation": game_spec.VERSION, "cards": cards})


def read_network(path: str | os.PathLike[str], catalogue: Catalogue) -> tuple[Network, str]:
    """A network whose embeddings are in the order of a catalogue, and a hash of its file; cards that it never saw are 0. ``SaveError`` says what is wrong
    with the file."""
    tensors, told, content = read_tensors(path, FORMAT)
    if told.get("observation") != game_spec.VERSION:
        raise SaveError(f"{path}: for observations of version {shown(told.get('observation'))}, and this is version {game_spec.VERSION}")
    names = names_of(told, str(path))
    network = Network(len(names))
    check(tensors, layout(network.state_dict()), str(path))
    network.load_state_dict(tensors)
    rows = {name: i for i, name in enumerate(names, 1)}
    order = torch.tensor([0, *(rows.get(name, 0) for name in card_names(catalogue))])
    known = network.card.weight.detach()[order]
    ready = Network(len(order) - 1)
    ready.load_state_dict({**network.state_dict(), "card.weight": known})
    return ready.eval(), content
