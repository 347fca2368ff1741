"""What a seat may see of a draft (905.1c): the booster that it drafts from, its own cards, face-up cards, notes and cards that are revealed.

Cards go by name and players by their letters; slots are never shown. What others do in an instant is not seen until it is over. All of it is plain data
that JSON can hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ecs_game.pods.catalogue import DraftCatalogue
from ecs_game.pods.labels import SEATS, booster_name, card_name, label, subject
from ecs_game.pods.shape import PUBLIC
from ecs_game.pods.vocabulary import Draft, DraftChoice, DraftSystem, Place
from ecs_game.vocabulary import COLORS, Note

if TYPE_CHECKING:
    from ecs_game.pods.batch import Pods


def view(pods: Pods, row: int, seat: int) -> dict[str, Any]:
    """A pod of a batch as ``seat`` sees it.

    ``round``, ``rounds``; ``drafted``: cards that the seat has drafted this round; ``booster``: the one in its hands, ``names`` None while it may not look;
    ``waiting``: boosters that wait behind it; ``pile``: its own cards; ``removed``: those that it removed from the draft; ``seen``: names of all cards that
    it has seen; ``seats``: what it knows of each player (``known``: cards drafted that all have seen, or that this seat was shown); ``decider``: whose choice it is; ``decision``: its kind, what it is about, actions and labels, if
    it is this seat's, or None.
    """
    pod, catalogue = pods.pods[row], pods.catalogue
    decider = int(pod["decider"])
    running = pod["phase"] != DraftSystem.OVER
    return {
        "seat": SEATS[seat],
        "round": int(pod["round_now"]),
        "rounds": int(pod["rounds"]),
        "drafted": int(pod["drafted"][seat]),
        "booster": _booster(catalogue, pod, seat) if pod["queue_count"][seat] > 0 else None,
        "waiting": max(0, int(pod["queue_count"][seat]) - 1),
        "pile": names_of(catalogue, pod, pile(pod, seat)),
        "removed": names_of(catalogue, pod, removed(pod, seat)),
        "seen": names_of(catalogue, pod, seen(pod, seat)),
        "seats": [_player(catalogue, pod, seat, other) for other in range(int(pod["seat_count"]))],
        "decider": SEATS[decider] if running and decider >= 0 else None,
        "decision": _decision(pods, row) if running and decider == seat else None,
    }


def names_of(catalogue: DraftCatalogue, pod: np.void, chosen: np.ndarray) -> list[str]:
    """Names of the cards in the slots of a mask, sorted."""
    return sorted(card_name(catalogue, pod, int(slot)) for slot in np.flatnonzero(chosen))


def pile(pod: np.void, seat: int) -> np.ndarray:
    """Mask of the cards that a seat has drafted and holds."""
    return (pod["place"] == Place.PILE) & (pod["holder"] == seat)


def removed(pod: np.void, seat: int) -> np.ndarray:
    """Mask of the cards that a seat has removed from the draft."""
    return (pod["place"] == Place.REMOVED) & (pod["drafter"] == seat)


def face_up(pod: np.void, seat: int) -> np.ndarray:
    """Mask of a seat's cards that lie face up."""
    return pile(pod, seat) & (pod["face_up"] != 0)


def settled(pod: np.void) -> np.ndarray:
    """Mask of the cards that were not drafted in this instant."""
    return pod["order"] <= pod["drafted_before"]


def seen(pod: np.void, seat: int) -> np.ndarray:
    """Mask of the cards that a seat has seen, or that were revealed to all before this instant."""
    return (pod["place"] != Place.NONE) & ((pod["seen"] >> seat & 1 != 0) | (pod["seen"] & PUBLIC != 0) & settled(pod))


def shown(pod: np.void, seat: int) -> np.ndarray:
    """Mask of the cards that a seat was shown as others drafted them."""
    return (pod["shown"] >> seat & 1 != 0) & (pod["place"] != Place.BOOSTER)


def notes(catalogue: DraftCatalogue, pod: np.void, seat: int, count: int, seats: Sequence[str] = SEATS) -> dict[str, dict[str, Any]]:
    """What a seat noted, of the first ``count`` notes of the pod: by card name, in the form of a scenario's start."""
    found: dict[str, dict[str, Any]] = {}
    for i in range(count):
        if pod["note_seat"][i] == seat:
            own = found.setdefault(catalogue.names[int(pod["note_card"][i])].name, {})
            _add_note(catalogue, own, Note(int(pod["note_kind"][i])), int(pod["note_value"][i]), int(pod["note_name"][i]), seats)
    return dict(sorted(found.items()))


def _add_note(catalogue: DraftCatalogue, own: dict[str, Any], kind: Note, value: int, row: int, seats: Sequence[str]) -> None:
    if kind == Note.NUMBER:
        own["numbers"] = sorted([*own.get("numbers", []), value])
    elif kind == Note.COLORS:
        own["colors"] = "".join(letter for i, letter in enumerate(COLORS) if value >> i & 1 or letter in own.get("colors", ""))
    elif kind == Note.SEAT:
        own["seats"] = sorted({*own.get("seats", []), seats[value]}, key=list(seats).index)
    elif kind == Note.NAME:
        own["names"] = sorted({*own.get("names", []), catalogue.names[row].name})
    elif kind == Note.TYPES:
        words = {number: word for word, number in catalogue.subtypes.items()}
        own["types"] = sorted({*own.get("types", []), *(words[number] for number in catalogue.names[row].subtypes)})
    else:
        own["right"] = True


def _booster(catalogue: DraftCatalogue, pod: np.void, seat: int) -> dict[str, Any]:
    booster = int(pod["queue"][seat, 0])
    slots = pod["contents"][booster, : int(pod["contents_count"][booster])].tolist()
    passer = int(pod["passer"][booster])
    blind = pod["powers"][seat] & Draft.AT_RANDOM
    return {
        "booster": booster_name(pod, booster),
        "passer": SEATS[passer] if passer >= 0 else None,
        "cards": len(slots),
        "names": None if blind else sorted(card_name(catalogue, pod, slot) for slot in slots),
    }


def _player(catalogue: DraftCatalogue, pod: np.void, seat: int, other: int) -> dict[str, Any]:
    """What a seat knows of a player: of another nothing that happened in this instant."""
    before = settled(pod)
    used = (pod["turned"] == pod["instant"]) & (pod["drafter"] == other)  # in this instant
    up, gone, count = face_up(pod, other), removed(pod, other), int(pod["note_count"])
    if other != seat:
        up = before & (up | used)
        gone, count = gone & before, int(pod["noted_before"])
    open_ = gone & (pod["face_up"] != 0)
    known = (pile(pod, other) | removed(pod, other) | used) & before & ((pod["seen"] & PUBLIC != 0) | shown(pod, seat))
    return {
        "seat": SEATS[other],
        "boosters": int(pod["queue_count"][other]),
        "face_up": names_of(catalogue, pod, up),
        "removed_face_up": names_of(catalogue, pod, open_),
        "removed_face_down": int((gone & ~open_).sum()),
        "known": names_of(catalogue, pod, known),
        "notes": notes(catalogue, pod, other, count),
    }


def _decision(pods: Pods, row: int) -> dict[str, Any]:
    pod, catalogue = pods.pods[row], pods.catalogue
    return {
        "choice": DraftChoice(int(pod["choice"])).name.lower().replace("_", " "),
        "about": subject(catalogue, pod),
        "actions": [{"action": int(action), "label": label(catalogue, pod, int(action))} for action in pods.legal(row)],
    }
