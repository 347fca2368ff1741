"""Queries of scenarios: what a position says of a seat, an object, or the game, and whether that is what was expected."""

from __future__ import annotations

from typing import Any

import numpy as np

from ecs_game import probes
from ecs_game.catalogue import Catalogue
from ecs_game.formats.scenario_files import COUNTERS, GLOBAL_QUERIES, STEPS, ZONES
from ecs_game.formats.scenario_notes import forms
from ecs_game.formats.scenario_objects import NotThereError, Object, Roster, listed
from ecs_game.formats.scenario_reader import close
from ecs_game.log import page
from ecs_game.notes import ELSEWHERE, noted_counters, read_notes
from ecs_game.vocabulary import COLORS, DRAWN, MANA, RUNNING, Ending, Keyword, Kind, Super, System, Type, Zone

ORDERED = {"library": "library", "contraptions": "deck"}
SEAT_QUERIES = ("life", "pool", "crank", "lost", *ZONES)
CHARACTERISTICS = ("power", "toughness", "types", "colors", "keywords")
OBJECT_QUERIES = (
    "zone", "controller", "owner", "tapped", "sick", *CHARACTERISTICS, "damage", "counters", "sprocket", "attacking", "blocking", "attached", "x",
    "note", "could_produce",
)  # fmt: skip
STEP_NAMES = {int(step): name for name, steps in STEPS.items() for step in steps}
ZONE_NAMES = {int(zone): name for name, zone in ZONES.items()} | {int(Zone.STACK): "stack", int(Zone.NONE): "none"}
NOTHING = ("none", "", False)


class Answer:
    """What a query found: ``shown`` in messages; it and ``others`` are the values that an expectation may have.

    ``ordered``: whether a list must be in this order; ``size``: whether a number may stand for the list's length.
    """

    def __init__(self, shown: Any, *others: Any, ordered: bool = True, size: bool = False) -> None:
        self.shown = shown
        self.forms = (shown, *others)
        self.ordered = ordered
        self.size = size

    def holds(self, expected: Any) -> bool:
        """Whether an expected value is what was found."""
        if self.size and isinstance(expected, int) and not isinstance(expected, bool):
            return expected == len(self.shown)
        if not self.ordered and isinstance(expected, list) and all(isinstance(item, str) for item in expected):
            return any(isinstance(form, list) and sorted(form) == sorted(expected) for form in self.forms)
        return any(type(form) is type(expected) and form == expected for form in self.forms)


def nothing() -> Answer:
    """The answer where there is nothing."""
    return Answer(*NOTHING, [])


class Position:
    """One game, asked by name."""

    def __init__(self, games: np.ndarray, catalogue: Catalogue, roster: Roster) -> None:
        self.games, self.game, self.catalogue, self.roster = games, games[0], catalogue, roster

    def ask(self, query: str) -> Answer:
        """The answer to a query but ``trace``. ``NotThereError`` says what would have been possible."""
        if query in GLOBAL_QUERIES:
            return getattr(self, f"_{query}")()
        subject, dot, what = query.rpartition(".")
        if not dot:
            raise NotThereError(
                f"no query {query!r}{close(query, GLOBAL_QUERIES)}; possible: {', '.join(GLOBAL_QUERIES)}, a seat's such as {self.roster.seats[0]}.life, "
                "an object's such as boss.tapped"
            )
        if subject in self.roster.seats:
            if what not in SEAT_QUERIES:
                raise NotThereError(f"a seat has no {what!r}{close(what, SEAT_QUERIES)}; possible: {', '.join(SEAT_QUERIES)}")
            return self._seat(self.roster.seats.index(subject), what)
        found = self.roster.called(subject)
        if len(found) != 1:
            known = listed([*self.roster.seats, *self.roster.known()])
            raise NotThereError(f"{query}: {subject!r} is {'more than one object' if found else 'nobody'} here; possible: {known}")
        if what not in OBJECT_QUERIES:
            raise NotThereError(f"an object has no {what!r}{close(what, OBJECT_QUERIES)}; possible: {', '.join(OBJECT_QUERIES)}")
        return self._object(found[0], what)

    # --- the game ---

    def _stack(self) -> Answer:
        game, kinds = self.game, self.catalogue.tables["ability"]["kind"][0]
        sources = list(game["stack_source"][: int(game["stack_count"])])
        for f in range(int(game["frame_count"])):  # 601.2a, 602.2a: on the stack from the announcement on, and no mana ability ever is (605.3b)
            announced = game["frame_kind"][f] == System.CASTING and (game["frame_stack"][f] < 0 or game["zone"][game["frame_stack"][f]] == Zone.STACK)
            if announced and kinds[game["frame_ability"][f]] not in (Kind.MANA, Kind.TRIGGERED_MANA):
                sources.append(game["frame_source"][f])
        return Answer([self._card(int(source)) for source in reversed(sources)], size=True)

    def _turn(self) -> Answer:
        return Answer(int(self.game["turn"]))

    def _active(self) -> Answer:
        return Answer(self.roster.seats[int(self.game["active"])])

    def _step(self) -> Answer:
        return Answer(STEP_NAMES[int(self.game["step"])])

    def _decider(self) -> Answer:
        decider = int(self.game["decider"])
        return Answer(self.roster.seats[decider]) if decider >= 0 else nothing()

    def _winner(self) -> Answer:
        winner = int(self.game["winner"])
        if winner == RUNNING:
            return nothing()
        return Answer("draw" if winner == DRAWN else self.roster.seats[winner])

    def _ending(self) -> Answer:
        ending = Ending(int(self.game["ending"]))
        return Answer(ending.name.lower()) if ending else nothing()

    # --- a seat ---

    def _seat(self, seat: int, what: str) -> Answer:
        game = self.game
        if what == "pool":
            return Answer("".join(f"{{{letter}}}" * int(n) for letter, n in zip(MANA, game["pool"][seat], strict=True)))
        if what == "lost":
            return Answer(bool(game["lost"][seat]))
        if what in ORDERED:
            pile = ORDERED[what]
            return Answer([self._card(int(slot)) for slot in game[pile][seat, : int(game[pile + "_count"][seat])][::-1]], size=True)
        if what in ZONES:
            zone = ZONES[what]
            whose = game["controller"] if zone == Zone.BATTLEFIELD else game["owner"]
            slots = [slot for slot in np.flatnonzero(game["zone"] == zone) if whose[slot] == seat]
            faces = [self.catalogue.name(int(game["face"][slot])) for slot in slots] if zone == Zone.BATTLEFIELD else []
            return Answer(sorted(self._card(int(slot)) for slot in slots), sorted(faces), ordered=False, size=True)
        return Answer(int(game[what][seat]))

    def _card(self, slot: int) -> str:
        return self.catalogue.name(int(self.game["card"][slot]))

    # --- an object ---

    def _object(self, one: Object, what: str) -> Answer:
        if what == "zone":
            return Answer(ZONE_NAMES[int(one.zone)])
        if what == "owner":
            return Answer(self.roster.seats[one.owner])
        if what == "x":
            return Answer(self._x(one.slot))
        if what == "controller":
            return self._controller(one)
        if one.slot < 0:
            return nothing()
        if what == "note":
            return self._note(one)
        if what in CHARACTERISTICS:
            return self._characteristic(one, what)
        if one.zone != Zone.BATTLEFIELD:
            return nothing()
        if what == "counters":
            columns = {kind: int(self.game["counters"][one.slot, column]) for kind, column in COUNTERS.items() if self.game["counters"][one.slot, column]}
            return Answer(columns | noted_counters(self.game, one.slot))
        if what == "could_produce":
            types = probes.could_produce(self.games.copy(), self.catalogue.tables, page(False), 0, one.slot)
            return Answer("".join(letter for i, letter in enumerate(MANA) if types >> i & 1))
        if what == "blocking":
            pairs = zip(self.game["blocker"], self.game["blocked"], strict=True)
            return self._named([int(blocked) for blocker, blocked in list(pairs)[: int(self.game["pair_count"])] if blocker == one.slot])
        if what in ("attacking", "attached"):
            ref = int(self.game[what][one.slot])
            return self._named([ref] if ref >= 0 else [])
        value = int(self.game[what][one.slot])
        return Answer(bool(value) if what in ("tapped", "sick") else value)

    def _controller(self, one: Object) -> Answer:
        if one.zone == Zone.BATTLEFIELD:
            return Answer(self.roster.seats[int(self.game["controller"][one.slot])])
        for i in range(int(self.game["stack_count"])):
            if one.zone == Zone.STACK and self.game["stack_slot"][i] == one.slot:
                return Answer(self.roster.seats[int(self.game["stack_controller"][i])])
        return Answer(self.roster.seats[one.owner])

    def _note(self, one: Object) -> Answer:
        """What its controller has noted for cards of its name."""
        here = one.zone == Zone.BATTLEFIELD
        card = int(self.game["face" if here else "card"][one.slot])
        controller = self.roster.seats.index(self._controller(one).shown)
        note = read_notes(self.game, self.catalogue, controller, card, {ELSEWHERE: "elsewhere", **dict(enumerate(self.roster.seats))})
        return Answer(*forms(note)) if note else nothing()

    def _x(self, slot: int) -> int:
        for i in range(int(self.game["stack_count"])):
            if self.game["stack_slot"][i] == slot:
                return int(self.game["stack_x"][i])
        return 0

    def _named(self, refs: list[int]) -> Answer:
        """Objects or seats: one stands for itself, several as a list, each by any of its names."""
        if not refs:
            return nothing()
        lists = [[names[ref] for ref in refs] for names in self.roster.spellings()]
        return Answer(*[one[0] for one in lists if len(one) == 1], *lists, ordered=False)

    def _characteristic(self, one: Object, what: str) -> Answer:
        """As the layers make it on the battlefield, as printed elsewhere."""
        here = one.zone == Zone.BATTLEFIELD
        row = self.catalogue.card(int(self.game["face" if here else "card"][one.slot]))
        value = int(self.game[what][one.slot] if here else row[what])
        if what == "colors":
            letters = "".join(letter for i, letter in enumerate(COLORS) if value >> i & 1)
            return Answer(letters, list(letters), ordered=False)
        if what == "keywords":
            return Answer(sorted(word.name.lower().replace("_", " ") for word in Keyword if value & word), ordered=False)
        if what == "types":
            types = sorted(kind.name.capitalize() for kind in Type if value & kind)
            added = int(self.game["added"][one.slot]) if here else -1
            types_and_subtypes = types + self.catalogue.subtypes_of(int(self.game["face" if here else "card"][one.slot]), value, added)
            supers = [kind.name.capitalize() for kind in Super if row["supers"] & kind]
            return Answer(types, types_and_subtypes, types_and_subtypes + supers, ordered=False)
        return Answer(value)


def shown(value: Any) -> str:
    """A value as a scenario would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(shown(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{key}" = {shown(item)}' for key, item in value.items()) + " }"
    return f'"{value}"' if isinstance(value, str) else str(value)
