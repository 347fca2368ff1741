"""Labels: the canonical text of a legal action, the same in traces, terminals, scenarios and viewers, and back again."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ecs_game.actions import ABILITIES, BLOCKS, NAMES, TYPES
from ecs_game.catalogue import Catalogue
from ecs_game.log import page
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import MANA, Choice, Ending, Kind, Note, Rule, Type, Zone

SEATS = "ABCDEFGH"
Names = Mapping[int, str]

PASSES = {
    Choice.PRIORITY: "pass", Choice.MULLIGAN: "keep", Choice.MAY: "no", Choice.TARGET: "done", Choice.ATTACKER: "done", Choice.BLOCKER: "done",
    Choice.CRANK: "done", Choice.CHOOSE: "decline", Choice.SACRIFICE: "decline", Choice.SEVERAL: "done", Choice.CONVOKE: "done", Choice.DELVE: "done",
}  # fmt: skip
VERBS = {
    Choice.BOTTOM: "bottom", Choice.TARGET: "target", Choice.ATTACKER: "attack", Choice.BLOCKER: "block", Choice.DISCARD: "discard",
    Choice.SACRIFICE: "sacrifice", Choice.EXILE: "exile", Choice.CONVOKE: "tap", Choice.TAP: "tap", Choice.DELVE: "exile", Choice.CHOOSE: "choose", Choice.ORDER: "order", Choice.CRANK: "crank", Choice.LEGEND: "choose",
}  # fmt: skip


def seated(game: np.void) -> int:
    """How many players a game began with: the first seats are theirs."""
    return int((game["lost"] != Ending.ABSENT).sum())


def object_name(catalogue: Catalogue, game: np.void, ref: int, names: Names | None = None) -> str:
    """What an object or seat is called: ``names`` by reference where a scenario gives one, else the card's name or the seat's letter."""
    if names and ref in names:
        return names[ref]
    if ref >= SEAT_REF:
        return SEATS[ref - SEAT_REF]
    row = int(game["face"][ref]) if ref < len(game["face"]) and game["zone"][ref] == Zone.BATTLEFIELD else int(game["card"][ref])
    return catalogue.name(row)


def label(catalogue: Catalogue, shape: str, game: np.void, action: int, names: Names | None = None) -> str:
    """Text of one legal action of the choice that a game waits for; of the first half of a pair, that half."""
    block, index = BLOCKS[shape].find(action)
    choice, about = Choice(int(game["choice"])), int(game["about"])

    def named(ref: int) -> str:
        return object_name(catalogue, game, ref, names)

    if block == "pass":
        return PASSES.get(choice, "no")
    if block == "yes":
        if choice == Choice.ABILITY:
            return f"cast {named(about)}"
        return {Choice.MULLIGAN: "mulligan", Choice.PAY: "pay", Choice.HYBRID: "life", Choice.KICK: "kick"}.get(choice, "yes")
    if block == "slot":
        if choice == Choice.PRIORITY:
            return _priority_label(catalogue, game, index, named(index))
        if choice == Choice.PAY:
            return f"activate {named(index)}"
        if choice in (Choice.DEFENDER, Choice.BLOCKED):
            return f"{'attack' if choice == Choice.DEFENDER else 'block'} {named(about)} -> {named(index)}"
        if choice == Choice.DRAIN:
            return f"activate {named(index)}"
        if choice == Choice.HELP:
            stored = catalogue.card(int(game["face"][index]))["rules"] & Rule.STORED_RESULT
            return f"{'choose' if stored else 'tap'} {named(index)}"
        return f"{VERBS.get(choice, 'choose')} {named(index)}"
    if block == "ability":
        if choice == Choice.ORDER:
            return f"order {named(about)}: {triggered_number(catalogue, game, about, index)}"
        if choice == Choice.WAY:
            return f"cast {named(about)}" + (f": {index + 1}" if index else "")
        return use(catalogue, game, about, index, named(about))
    if block == "seat":
        if choice == Choice.DEFENDER:
            return f"attack {named(about)} -> {named(SEAT_REF + index)}"
        return f"{'target' if choice == Choice.TARGET else 'seat'} {named(SEAT_REF + index)}"
    if block == "number":
        if choice == Choice.DAMAGE:
            return f"damage {named(about)} {index}"
        return {Choice.X: f"x = {index}", Choice.SPROCKET: f"sprocket {index}"}.get(choice, f"number {index}")
    if block == "color":
        return f"color {MANA[index]}"
    if block == "mode":
        return f"mode {index + 1}"
    if block == "name":
        return f"name {catalogue.name(match_names(catalogue, game)[index]) if index < NAMES - 1 else 'another'}"
    if block == "type":
        return f"type {match_types(catalogue, game)[index] if index < TYPES - 1 else 'another'}"
    return f"{block} {index}"


def match_types(catalogue: Catalogue, game: np.void) -> list[str]:
    """The creature types of the cards in all decks, by number: what actions that name one count."""
    slots = ~np.isin(game["zone"], (Zone.NONE, Zone.SIDEBOARD, Zone.COMMAND))
    rows = catalogue.tables["card"][0][game["card"][slots]]
    words = np.bitwise_or.reduce(rows["subtypes"][rows["token"] == 0], axis=0, initial=0).view(np.uint64)
    kinds = catalogue.tables["correlated"][0]
    return [name for name, i in catalogue.subtypes.items() if int(words[i >> 6]) >> (i & 63) & 1 and kinds[i] & Type.CREATURE]


def match_names(catalogue: Catalogue, game: np.void) -> list[int]:
    """The names of the cards in all decks, as rows in the order of the catalogue: what actions that name a card count."""
    slots = ~np.isin(game["zone"], (Zone.NONE, Zone.SIDEBOARD, Zone.COMMAND))
    rows = catalogue.tables["card"][0][game["card"][slots]]
    return np.unique(rows["name"][rows["token"] == 0]).tolist()


def is_face_down(game: np.void, slot: int) -> bool:
    """Whether an object in the command zone is face down: a name chosen for it is still secret (702.106a)."""
    notes = int(game["note_count"])
    return bool(((game["note_kind"][:notes] == Note.AGENDA) & (game["note_object"][:notes] == slot)).any())


def _priority_label(catalogue: Catalogue, game: np.void, slot: int, name: str) -> str:
    if game["zone"][slot] == Zone.COMMAND:
        return f"special {name}" if is_face_down(game, slot) else f"activate {name}"
    if game["zone"][slot] == Zone.BATTLEFIELD:
        abilities = usable_abilities(catalogue, game, slot)
        return use(catalogue, game, slot, abilities[0], name) if len(abilities) == 1 else activation(name, 1)
    card = catalogue.card(int(game["card"][slot]))
    if card["hand_mana"] and game["manual"][int(game["decider"])] and game["zone"][slot] == Zone.HAND:
        return f"use {name}"  # which is asked next: cast it, or activate its ability
    return f"{'play' if card['types'] & Type.LAND else 'cast'} {name}"


def use(catalogue: Catalogue, game: np.void, slot: int, place: int, name: str) -> str:
    """Label of activating the ability at a place of a permanent, or of the special action that it is."""
    rows = np.full(ABILITIES, -1, np.int64)
    from ecs_game.probes import abilities

    abilities(np.array([game], game.dtype), catalogue.tables, page(False), 0, slot, rows)
    if catalogue.tables["ability"]["kind"][0, rows[place]] == Kind.COST:
        return f"special {name}"
    return activation(name, ability_number(catalogue, game, slot, place)) + _way(catalogue, rows, place)


def _way(catalogue: Catalogue, rows: np.ndarray, place: int) -> str:
    """Which way a label pays the hybrid cost of a mana ability (107.4e); nothing of another ability."""
    of = catalogue.tables["ability"][0]
    if not (of["another_way"][rows[place]] or place + 1 < len(rows) and rows[place + 1] >= 0 and of["another_way"][rows[place + 1]]):
        return ""
    return " with " + ("".join(letter * int(n) for letter, n in zip(MANA, of["pips"][rows[place]], strict=True)) or "life")


def activation(name: str, number: int) -> str:
    """Label of activating an ability by its number: the first one's goes without."""
    return f"activate {name}" + (f": {number}" if number > 1 else "")


def usable_abilities(catalogue: Catalogue, game: np.void, slot: int) -> list[int]:
    """The abilities of a permanent that the seat with priority may activate, by their places on the card."""
    from ecs_game.probes import usable_abilities as usable

    bits = usable(np.array([game], game.dtype), catalogue.tables, page(False), 0, slot)
    return [place for place in range(16) if bits >> place & 1]


def ability_number(catalogue: Catalogue, game: np.void, slot: int, index: int) -> int:
    """How labels count an ability: activated ones only, printed first, then intrinsic ones in the order WUBRG, then one that a copy keeps, then those it is given; from 1."""
    from ecs_game.probes import abilities

    rows = np.full(ABILITIES, -1, np.int64)
    abilities(np.array([game], game.dtype), catalogue.tables, page(False), 0, slot, rows)
    those = catalogue.tables["ability"][0, rows[: index + 1]]
    return int((np.isin(those["kind"], (Kind.ACTIVATED, Kind.MANA)) & (those["another_way"] == 0)).sum())


def triggered_number(catalogue: Catalogue, game: np.void, about: int, index: int) -> int:
    """How labels count a triggered ability: by its place among all abilities of its source, from 1; one that has left what gave it, by what it was."""
    from ecs_game.probes import abilities

    rows = np.full(ABILITIES, -1, np.int64)
    abilities(np.array([game], game.dtype), catalogue.tables, page(False), 0, about, rows)
    places = [place for place, row in enumerate(rows) if row >= 0 and catalogue.tables["ability"]["index"][0, row] == index]
    return places[0] + 1 if places else index + 1


def label_choice(catalogue: Catalogue, game: np.void) -> str:
    """One line on what is asked."""
    seat, choice, about = int(game["decider"]), Choice(int(game["choice"])), int(game["about"])
    subject = f" for {object_name(catalogue, game, about)}" if 0 <= about < len(game["card"]) and game["card"][about] >= 0 else ""
    return f"{SEATS[seat]} chooses {choice.name.lower().replace('_', ' ')}{subject}"
