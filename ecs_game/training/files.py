"""Network files: safetensors, whose header says which cards the embeddings stand for. Nothing is unpickled."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save

from ecs_game.catalogue import Catalogue
from ecs_game.environments import game_spec
from ecs_game.errors import SaveError
from ecs_game.files import bytes_written_whole
from ecs_game.formats.replays import distinct
from ecs_game.training.network import Network

FORMAT = "cogwork network 1"


def card_names(catalogue: Catalogue) -> list[str]:
    """The cards of a catalogue in the order of its rows, those with one name told apart: the embeddings of a new network."""
    return distinct([catalogue.name(row) for row in range(len(catalogue.cards))])


def write_tensors(path: str | os.PathLike[str], tensors: Mapping[str, torch.Tensor], told: Mapping[str, object]) -> None:
    """Write tensors whole, with plain data beside them. ``OptionError`` if the file cannot be written."""
    with bytes_written_whole(path) as stream:
        stream.write(save({name: value.contiguous() for name, value in tensors.items()}, {"told": json.dumps(dict(told))}))


def read_tensors(path: str | os.PathLike[str], form: str) -> tuple[dict[str, torch.Tensor], dict[str, object]]:
    """The tensors of a file, and the plain data beside them. ``SaveError`` if it cannot be read, or is of another format."""
    try:
        data = Path(path).read_bytes()
        tensors = load(data)
        told = json.loads(json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]["told"])
    except OSError as fault:
        raise SaveError(f"{path}: cannot be read ({fault.strerror})") from None
    except (SafetensorError, ValueError, KeyError, TypeError):
        raise SaveError(f"{path}: no file of tensors as cogwork train writes them") from None
    if not isinstance(told, dict) or told.get("format") != form:
        raise SaveError(f"{path}: not of format {form!r}")
    return tensors, told


def fill(network: Network, tensors: Mapping[str, torch.Tensor], where: str) -> None:
    """Give a network its numbers. ``SaveError`` for another shape, a name too many or too few, or what is no finite number."""
    own = network.state_dict()
    for name in own.keys() | tensors.keys():
        if name not in own or name not in tensors or own[name].shape != tensors[name].shape or own[name].dtype != tensors[name].dtype:
            told = [f"{tuple(one[name].shape)} {one[name].dtype}" if name in one else "nothing" for one in (own, tensors)]
            raise SaveError(f"{where}: {name} is {told[1]}, and this version's network has {told[0]} there")
        if not torch.isfinite(tensors[name]).all():
            raise SaveError(f"{where}: {name} has numbers that are not finite")
    network.load_state_dict(dict(tensors))


def write_network(path: str | os.PathLike[str], network: Network, cards: list[str]) -> None:
    """Write a network with the names of the cards that it knows."""
    write_tensors(path, network.state_dict(), {"format": FORMAT, "observation": game_spec.VERSION, "cards": cards})


def read_network(path: str | os.PathLike[str], catalogue: Catalogue) -> Network:
    """A network whose embeddings are in the order of a catalogue; cards that it never saw are 0. ``SaveError`` says what is wrong with the file."""
    tensors, told = read_tensors(path, FORMAT)
    names = told.get("cards")
    if told.get("observation") != game_spec.VERSION or not isinstance(names, list):
        raise SaveError(f"{path}: for observations of version {told.get('observation')}, and this is version {game_spec.VERSION}")
    network = Network(len(names))
    fill(network, tensors, str(path))
    rows = {name: i for i, name in enumerate(names, 1)}
    order = torch.tensor([0, *(rows.get(name, 0) for name in card_names(catalogue))])
    known = network.card.weight.detach()[order]
    ready = Network(len(order) - 1)
    ready.load_state_dict({**network.state_dict(), "card.weight": known})
    return ready.eval()
