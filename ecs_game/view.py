"""What a seat may see of a game: everything public, its own hand, and the choice that it is asked; of hidden zones how many cards they hold (400.2).

Objects go by their slots, as in actions; players by their letters. All of it is plain data that JSON can hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ecs_game.labels import SEATS, is_face_down, label, object_name, seated
from ecs_game.notes import ELSEWHERE, noted_counters, read_notes
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import COLORS, DRAWN, MANA, RUNNING, Choice, Counter, Ending, Keyword, Kind, Note, Op, Step, Super, Type, Waits, Zone

if TYPE_CHECKING:
    from ecs_game.batch import Batch
    from ecs_game.catalogue import Catalogue
from systems.game.dice import FIRST

OPENING_HAND = 7
COUNTER_NAMES = {Counter.PLUS: "+1/+1", Counter.MINUS: "-1/-1", Counter.LOYALTY: "loyalty", Counter.OTHER: "other"}


def view(batch: Batch, row: int, seat: int) -> dict[str, Any]:
    """A game of a batch as ``seat`` sees it.

    ``seats``: a table a player, ``hand`` and ``library`` and ``contraptions`` as numbers, in ``command`` of others what is face up, with the number of
    what is ``face_down``; ``hand``: one's own cards; ``battlefield`` in timestamp order and ``stack`` top first, of one's own face-down objects with the ``card`` that they are (708.5); ``dice``: what those show that are being rolled, of two
    rolls of which one counts both, or None; ``assembling``: the Contraption that is revealed while its sprocket is chosen, or None; ``decider``: whose choice it is; ``decision``: its kind, subject, actions and labels, if it is this seat's, or None.
    """
    game, catalogue = batch.games[row], batch.catalogue
    winner, ending, priority, decider = (int(game[name]) for name in ("winner", "ending", "priority", "decider"))
    running = winner == RUNNING
    return {
        "seat": SEATS[seat],
        "turn": int(game["turn"]),
        "step": _word(Step(game["step"])),
        "active": SEATS[int(game["active"])],
        "priority": SEATS[priority] if priority >= 0 else None,
        "winner": None if winner in (RUNNING, DRAWN) else SEATS[winner],
        "ending": _word(Ending(ending)) if ending else None,
        "seats": [_seat(catalogue, game, other, seat) for other in range(seated(game))],
        "hand": [{"slot": slot, "name": object_name(catalogue, game, slot)} for slot in sorted(_pile(game, "hand", seat))],
        "battlefield": [_permanent(catalogue, game, slot, seat) for slot in game["field"][: int(game["field_count"])].tolist()],
        "stack": [_stack_object(catalogue, game, i, seat) for i in reversed(range(int(game["stack_count"])))],
        "delayed": [_delayed(catalogue, game, i) for i in range(int(game["delayed_count"]))],
        "dice": _dice(catalogue, game) if running else None,
        "assembling": _assembling(catalogue, game) if running else None,
        "decider": SEATS[decider] if running and decider >= 0 else None,
        "decision": _decision(batch, row) if running and decider == seat else None,
    }


def _dice(catalogue: Catalogue, game: np.void) -> list[int | list[int]] | None:
    if game["choice"] not in (Choice.HELP, Choice.DIE, Choice.RESULT):
        return None
    frame = int(game["frame_count"]) - 1
    need, count = game["frame_need"][frame].tolist(), int(catalogue.tables["instruction"]["a"][0, game["frame_step"][frame]])
    pairs = [(need[FIRST + 2 * die], need[FIRST + 2 * die + 1]) for die in range(count)]
    return [[one, other] if other > 0 else one for one, other in pairs]


def _assembling(catalogue: Catalogue, game: np.void) -> str | None:
    about = int(game["about"])
    return object_name(catalogue, game, about) if game["choice"] == Choice.SPROCKET and game["zone"][about] == Zone.CONTRAPTIONS else None


def _word(member: Any) -> str:
    return member.name.lower().replace("_", " ")


def _words(kinds: Any, bits: int) -> list[str]:
    return sorted(_word(kind) for kind in kinds if bits & kind)


def _pile(game: np.void, name: str, seat: int) -> list[int]:
    return game[name][seat, : int(game[f"{name}_count"][seat])].tolist()


def _ref(game: np.void, ref: int) -> int | str | None:
    """A reference: a slot, a player's letter, or None; one to a slot that holds nothing any more is None as well."""
    if ref >= SEAT_REF:
        return SEATS[ref - SEAT_REF]
    return ref if ref >= 0 and game["zone"][ref] != Zone.NONE else None


def _seat(catalogue: Catalogue, game: np.void, seat: int, viewer: int) -> dict[str, Any]:
    shows_all = seat == viewer or game["winner"] != RUNNING  # at the end all are revealed (702.106e)
    commanded = [int(slot) for slot in np.flatnonzero((game["zone"] == Zone.COMMAND) & (game["owner"] == seat))]

    def names(zone: Zone) -> list[str]:
        return sorted(object_name(catalogue, game, int(slot)) for slot in np.flatnonzero((game["zone"] == zone) & (game["owner"] == seat)))

    lost = int(game["lost"][seat])
    return {
        "seat": SEATS[seat],
        "life": int(game["life"][seat]),
        "lost": _word(Ending(lost)) if lost else None,
        "pool": "".join(f"{{{letter}}}" * int(n) for letter, n in zip(MANA, game["pool"][seat], strict=True)),
        "crank": int(game["crank"][seat]),
        "mulligans": int(game["mulligans"][seat]),
        "lands": int(game["lands"][seat]),
        "spells": int(game["spells"][seat]),
        "attacked": bool(game["attacked"][seat]),
        "damaged": bool(game["damaged"][seat]),
        "hand": int(game["hand_count"][seat]),
        "library": int(game["library_count"][seat]),
        "contraptions": int(game["deck_count"][seat]),
        "graveyard": [object_name(catalogue, game, slot) for slot in reversed(_pile(game, "graveyard", seat))],
        "exile": names(Zone.EXILE),
        "scrapyard": names(Zone.SCRAPYARD),
        "notes": _notes(catalogue, game, seat),
        "command": [_commanded(catalogue, game, slot) for slot in commanded if shows_all or not is_face_down(game, slot)],
        "face_down": sum(is_face_down(game, slot) for slot in commanded),
    }


def _notes(catalogue: Catalogue, game: np.void, seat: int) -> dict[str, Any]:
    """What a player noted in the draft, by card name: public for the whole game (905.2b)."""
    count = int(game["note_count"])
    cards = sorted({int(card) for card in game["note_card"][:count][game["note_seat"][:count] == seat] if card >= 0}, key=catalogue.name)
    players = {ELSEWHERE: None, **dict(enumerate(SEATS))}
    found = {catalogue.name(card): read_notes(game, catalogue, seat, card, players) for card in cards}
    return {name: notes for name, notes in found.items() if notes}


def _named(catalogue: Catalogue, game: np.void, slot: int) -> list[str]:
    """The names of cards chosen for an object (201.4, 702.106)."""
    notes = [i for i in range(int(game["note_count"])) if game["note_object"][i] == slot and game["note_kind"][i] in (Note.AGENDA, Note.REVEALED)]
    return [catalogue.name(int(game["note_name"][i])) if game["note_name"][i] >= 0 else "another" for i in notes]


def _commanded(catalogue: Catalogue, game: np.void, slot: int) -> dict[str, Any]:
    """An object in the command zone, and what was chosen for it (702.106)."""
    notes = [i for i in range(int(game["note_count"])) if game["note_object"][i] == slot]
    seen: dict[str, Any] = {"slot": slot, "name": object_name(catalogue, game, slot), "face_down": is_face_down(game, slot)}
    if names := _named(catalogue, game, slot):
        seen["named"] = names
    numbers = [int(game["note_value"][i]) for i in notes if game["note_kind"][i] == Note.NUMBER]
    return seen | ({"number": numbers[0]} if numbers else {})


def chooses_color(catalogue: Catalogue, row: int) -> bool:
    """Whether a colour is chosen as a card enters (614.1c)."""
    card = catalogue.card(row)
    rows = catalogue.tables["ability"][0, int(card["first"]) : int(card["first"]) + int(card["count"])]
    return any(own["kind"] == Kind.ENTERS and catalogue.tables["instruction"][0, int(own["first"])]["op"] == Op.CHOOSE_COLOR for own in rows)


def _permanent(catalogue: Catalogue, game: np.void, slot: int, viewer: int) -> dict[str, Any]:
    face = int(game["face"][slot])
    card = catalogue.card(face)
    types = int(game["types"][slot])
    pairs = zip(game["blocker"].tolist(), game["blocked"].tolist(), strict=True)
    chosen = int(game["chosen"][slot])
    seen: dict[str, Any] = {
        "slot": slot,
        "name": catalogue.name(face),
        "token": bool(catalogue.card(int(game["card"][slot]))["token"]),
        "owner": SEATS[int(game["owner"][slot])],
        "controller": SEATS[int(game["controller"][slot])],
        "supertypes": _words(Super, int(card["supers"])),
        "types": _words(Type, types),
        "subtypes": sorted(catalogue.subtypes_of(face, types, int(game["added"][slot]))),
        "colors": "".join(letter for i, letter in enumerate(COLORS) if int(game["colors"][slot]) >> i & 1),
        "keywords": _words(Keyword, int(game["keywords"][slot])),
        "counters": {name: int(game["counters"][slot, kind]) for kind, name in COUNTER_NAMES.items() if game["counters"][slot, kind]}
        | noted_counters(game, slot),
        "tapped": bool(game["tapped"][slot]),
        "sick": bool(game["sick"][slot]),
        "attached": _ref(game, int(game["attached"][slot])),
        "attacking": _ref(game, int(game["attacking"][slot])),
        "blocking": [blocked for blocker, blocked in list(pairs)[: int(game["pair_count"])] if blocker == slot],
    }
    if types & Type.CREATURE:
        seen |= {"power": int(game["power"][slot]), "toughness": int(game["toughness"][slot]), "damage": int(game["damage"][slot])}
    if card["contraption"]:
        seen["sprocket"] = int(game["sprocket"][slot])
    if chooses_color(catalogue, face) and 0 <= chosen < len(COLORS):
        seen["chosen"] = COLORS[chosen]
    if names := _named(catalogue, game, slot):
        seen["named"] = names
    if game["stored"][slot]:
        seen["stored"] = int(game["stored"][slot])
    if face == catalogue.tables["face_down"][0] and game["controller"][slot] == viewer:
        seen["card"] = catalogue.name(int(game["card"][slot]))
    return seen


def _stack_object(catalogue: Catalogue, game: np.void, i: int, viewer: int) -> dict[str, Any]:
    slot, source = int(game["stack_slot"][i]), int(game["stack_source"][i])
    first, count = int(game["stack_first"][i]), int(game["stack_targets"][i])
    notes = range(int(game["note_count"]) if game["stack_controller"][i] == viewer else 0)
    hidden = [int(game["note_name"][k]) for k in notes if game["note_kind"][k] == Note.HIDDEN and game["note_object"][k] == slot]
    return ({"card": catalogue.name(hidden[0])} if hidden else {}) | {
        "slot": slot,
        "name": catalogue.name(int(game["card"][slot])),
        "kind": "spell" if slot == source else "ability",
        "controller": SEATS[int(game["stack_controller"][i])],
        "x": int(game["stack_x"][i]),
        "targets": [_ref(game, ref) for ref in game["target"][first : first + count].tolist()],
    }


def _delayed(catalogue: Catalogue, game: np.void, i: int) -> dict[str, Any]:
    return {
        "name": catalogue.name(int(game["card"][int(game["delayed_source"][i])])),
        "controller": SEATS[int(game["delayed_controller"][i])],
        "about": _ref(game, int(game["delayed_object"][i])),
        "emblem": bool(game["delayed_stays"][i] == Waits.ALWAYS),
    }


def _decision(batch: Batch, row: int) -> dict[str, Any]:
    game = batch.games[row]
    about = int(game["about"])
    hands = {}
    if game["choice"] == Choice.HAND:  # which of the hands that were drawn, in order, is kept
        first = int(game["frame_x"][int(game["frame_count"]) - 1])
        drawn = _pile(game, "hand", int(game["decider"]))
        hands = {
            "hands": [drawn[:first], *(drawn[i : i + OPENING_HAND] for i in range(first, first + OPENING_HAND * (len(batch.legal(row)) - 1), OPENING_HAND))]
        }
    return hands | {
        "choice": _word(Choice(game["choice"])),
        "about": object_name(batch.catalogue, game, about) if about >= 0 else None,
        "actions": [{"action": int(action), "label": label(batch.catalogue, batch.shape, game, int(action))} for action in batch.legal(row)],
    }
