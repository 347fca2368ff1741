"""What a draft reports, in words, as one seat may know it (905.1c)."""

from __future__ import annotations

import numpy as np

from ecs_game.pods.catalogue import DraftCatalogue
from ecs_game.pods.labels import SEATS, booster_name, card_name
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import Draft
from ecs_game.vocabulary import COLORS


def event_line(catalogue: DraftCatalogue, pod: np.void, row: np.void, seat: int) -> str:
    """One event (dtype ``log.ROW``) as ``seat`` knows of it; empty for what it does not, and for what another line tells. Of a
    booster that was shown it names the cards that are in it now."""
    kind, who, amount = int(row["kind"]), SEATS[row["seat"]], int(row["amount"])
    card = catalogue.names[int(row["card"])].name if row["card"] >= 0 else ""
    other = int(row["other"])
    own = row["seat"] == seat
    match kind:
        case DraftLogged.ROUND:
            return f"round {amount} begins"
        case DraftLogged.PICKED:
            return f"{who} drafts {card} from {booster_name(pod, other)}, card {amount} of the round" if own else ""
        case DraftLogged.PASSED:
            return f"{who} passes {booster_name(pod, other)} to {SEATS[amount]}" if own else ""
        case DraftLogged.REVEALED:
            return f"{who} reveals {card}"
        case DraftLogged.FACE_UP:
            return f"{card} lies face up before {who}"
        case DraftLogged.NOTED:
            return f"{who} notes {_noted(catalogue, row)} for {card}"
        case DraftLogged.REMOVED:
            return f"{who} removes {card} face up" if amount else f"{who} removes {card if own else 'a card'} face down"
        case DraftLogged.TURNED_DOWN:
            return f"{who} turns {card} down"
        case DraftLogged.RETURNED:
            return f"{who} puts {card} into {booster_name(pod, other)}"
        case DraftLogged.LOOKED:
            return f"{who} may look at {booster_name(pod, other)}"
        case DraftLogged.SHOWN:
            cards = sorted(card_name(catalogue, pod, slot) for slot in pod["contents"][other, : int(pod["contents_count"][other])].tolist())
            return f"{booster_name(pod, other)}: {' | '.join(cards) or 'nothing'}" if own else ""
        case DraftLogged.SAW:
            return f"{who} sees that {card} was drafted" if own else ""
        case DraftLogged.ADDED:
            return f"{who} adds {booster_name(pod, other)} to the draft"
        case DraftLogged.TRADED:
            return f"{who} gives {card} to {SEATS[amount]} for {catalogue.names[other].name}"
        case DraftLogged.GUESSED:
            return f"{who} guesses {catalogue.names[other].name}"
        case DraftLogged.SKIPPED:
            return f"{who} passes {booster_name(pod, other)} on without drafting"
    return ""


def _noted(catalogue: DraftCatalogue, row: np.void) -> str:
    """What was noted: the card's text says what kind of thing that is."""
    text, value = catalogue.names[int(row["card"])].text, int(row["amount"])
    if text & Draft.NOTE_ORDINAL:
        return str(value)
    if text & Draft.NOTE_PASSER:
        return SEATS[value]
    if text & Draft.NOTE_COLORS:
        return "".join(letter for i, letter in enumerate(COLORS) if value >> i & 1)
    name = catalogue.names[int(row["other"])].name
    if text & Draft.NOTE_TYPES:
        return f"the creature types of {name}"
    return f"that {name} was guessed right" if text & Draft.GUESS else name
