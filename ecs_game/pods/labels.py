"""Labels of a draft: the canonical text of a legal action, the same in traces, terminals, scenarios and viewers.

Cards go by name, players by their letters or what a scenario calls them, boosters by who opened them and in which round.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ecs_game.pods.actions import POD_BLOCKS
from ecs_game.pods.catalogue import DraftCatalogue
from ecs_game.pods.vocabulary import Draft, DraftAction, DraftChoice, Place
from ecs_game.vocabulary import MANA

SEATS = "ABCDEFGHIJKL"

TEXTS = {
    DraftAction.LIBRARIAN: Draft.EXTRA_RETURNED, DraftAction.OPERATIVE: Draft.EXTRA_SKIP, DraftAction.AGENT: Draft.WHOLE_BOOSTER,
    DraftAction.LOOK: Draft.LOOK, DraftAction.WATCH: Draft.WATCH, DraftAction.REMOVE_FACE_DOWN: Draft.REMOVE_FACE_DOWN,
    DraftAction.REMOVE_FACE_UP: Draft.REMOVE_FACE_UP, DraftAction.NOTE_CREATURE: Draft.NOTE_CREATURE, DraftAction.NOTE_TYPES: Draft.NOTE_TYPES,
    DraftAction.NOTE_NAME: Draft.NOTE_NAME,
}  # fmt: skip
TURNED_DOWN = (DraftAction.LOOK, DraftAction.WATCH)
FIRST_HALVES = (DraftAction.LIBRARIAN, DraftAction.OPERATIVE, DraftAction.AGENT)


def card_name(catalogue: DraftCatalogue, pod: np.void, slot: int) -> str:
    """Name of the card in a slot."""
    return catalogue.names[int(pod["card"][slot])].name


def lender(catalogue: DraftCatalogue, pod: np.void, seat: int, text: Draft) -> int:
    """Slot of the face-up card that lets a seat do what a text says, the first drafted of several."""
    slots = [
        slot for slot in pod["up"][: int(pod["up_count"])].tolist()
        if pod["place"][slot] == Place.PILE and pod["holder"][slot] == seat and slot != pod["current"] and catalogue.names[int(pod["card"][slot])].text & text
    ]  # fmt: skip
    return int(min(slots, key=lambda slot: pod["order"][slot]))


def booster_name(pod: np.void, booster: int, seats: Sequence[str] = SEATS) -> str:
    """``A1``: the booster that A opens in round 1; ``extra A1#1``: the first that A added to the draft in that round."""
    opener, round_ = int(pod["opener"][booster]), int(pod["opened_in"][booster])
    name = f"{seats[opener]}{round_}"
    first_extra = int(pod["seat_count"]) * int(pod["rounds"])
    if booster < first_extra:
        return name
    same = (pod["opener"][first_extra : booster + 1] == opener) & (pod["opened_in"][first_extra : booster + 1] == round_)
    return f"extra {name}#{int(same.sum())}"


def booster_names(pod: np.void, booster: int, seats: Sequence[str] = SEATS) -> list[str]:
    """What a booster is called, the canonical name first: the next unopened one of a player goes by the player's."""
    name = booster_name(pod, booster, seats)
    return [seats[int(pod["opener"][booster])], name] if pod["opened_in"][booster] == pod["round_now"] + 1 else [name]


def label(catalogue: DraftCatalogue, pod: np.void, action: int, seats: Sequence[str] = SEATS) -> str:
    """Text of one legal action of the choice that a pod waits for; of the first half of a pair, that half."""
    return spellings(catalogue, pod, action, seats)[0]


def spellings(catalogue: DraftCatalogue, pod: np.void, action: int, seats: Sequence[str] = SEATS) -> list[str]:
    """Every text that a legal action may be given by, the canonical one first."""
    block, index = POD_BLOCKS.find(action)
    choice, seat = DraftChoice(int(pod["choice"])), int(pod["decider"])
    if block == "pass":
        return ["decline"]
    if block == "yes":
        return ["add booster"] if choice == DraftChoice.ADD_BOOSTER else [_first_half(catalogue, pod, seat)] if choice == DraftChoice.PICK_WITH else ["pick"]
    if block == "ability":
        return [_ability(catalogue, pod, seat, DraftAction(index))]
    if block == "seat":
        if choice == DraftChoice.ACCEPT:
            name = card_name(catalogue, pod, int(pod["offers"][index]))
            return [f"accept {name} from {seats[index]}", f"accept {name}"]
        return [f"seat {seats[index]}"]
    if block == "number":
        return [f"look {name}" for name in booster_names(pod, index, seats)]
    if block == "color":
        return [f"color {MANA[index]}"]
    name = catalogue.names[index].name
    if choice == DraftChoice.PICK:
        return [f"pick {name} face up", f"pick {name}"] if catalogue.names[index].text & Draft.FACE_UP else [f"pick {name}"]
    if choice == DraftChoice.PICK_WITH:
        return [f"{_first_half(catalogue, pod, seat)}: {name}"]
    return [f"{'guess' if choice == DraftChoice.GUESS else 'offer'} {name}"]


def _ability(catalogue: DraftCatalogue, pod: np.void, seat: int, index: DraftAction) -> str:
    name = card_name(catalogue, pod, lender(catalogue, pod, seat, TEXTS[index]))
    if index in TURNED_DOWN:
        return f"turn down {name}"
    if index in FIRST_HALVES:
        return f"use {name}"
    drafted = card_name(catalogue, pod, int(pod["current"]))
    if index in (DraftAction.REMOVE_FACE_DOWN, DraftAction.REMOVE_FACE_UP):
        return f"remove {drafted} face up" if index == DraftAction.REMOVE_FACE_UP else f"remove {drafted}"
    return f"use {name}: {drafted}"


def _first_half(catalogue: DraftCatalogue, pod: np.void, seat: int) -> str:
    return _ability(catalogue, pod, seat, DraftAction(int(pod["using"][seat]) - 1))


WORDS = {
    DraftChoice.PICK: "a card", DraftChoice.PICK_WITH: "the card", DraftChoice.LOOK: "a booster to look at", DraftChoice.WATCH: "a player to watch",
    DraftChoice.COLOR: "a color", DraftChoice.GUESS: "a name to guess", DraftChoice.ADD_BOOSTER: "whether to add a booster",
    DraftChoice.USE: "what to do with the card", DraftChoice.PASS_TO: "who is passed the last card", DraftChoice.REVEAL: "a card to exchange",
    DraftChoice.OFFER: "a card to offer", DraftChoice.ACCEPT: "an offer", DraftChoice.MEANWHILE: "what to do meanwhile",
}  # fmt: skip
ABOUT_CARDS = (DraftChoice.COLOR, DraftChoice.GUESS, DraftChoice.ADD_BOOSTER, DraftChoice.USE, DraftChoice.REVEAL, DraftChoice.OFFER, DraftChoice.ACCEPT)


def subject(catalogue: DraftCatalogue, pod: np.void) -> str | None:
    """Name of the card that a choice is about: the one just drafted, or that is exchanged; None where it is about none."""
    return card_name(catalogue, pod, int(pod["about"])) if pod["choice"] in ABOUT_CARDS else None


def label_choice(catalogue: DraftCatalogue, pod: np.void, seats: Sequence[str] = SEATS) -> str:
    """One line on what is asked."""
    about = subject(catalogue, pod)
    return f"{seats[int(pod['decider'])]} chooses {WORDS[DraftChoice(int(pod['choice']))]}" + (f" ({about})" if about else "")
