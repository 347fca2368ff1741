"""Writing a scenario's position into a game record."""

from __future__ import annotations

import numpy as np

from ecs_game.batch import Batch
from ecs_game.catalogue import FIRST_SUBTYPES, Catalogue
from ecs_game.formats.scenario_files import COUNTERS, STEPS, Case, Placed, Start
from ecs_game.formats.scenario_notes import write_notes
from ecs_game.formats.scenario_objects import Object, Roster, listed
from ecs_game.notes import NOTED_COUNTERS
from ecs_game.setup import ask_cards, game_key
from ecs_game.shapes import Shape, blank, shape_for
from ecs_game.vocabulary import COLORS, Counter, Ending, Kind, Note, Op, Progress, Rule, Step, Trait, Type, Zone
from systems.game.dice import MOST_STORED

PILES = {Zone.LIBRARY: "library", Zone.HAND: "hand", Zone.GRAVEYARD: "graveyard", Zone.CONTRAPTIONS: "deck"}


def build(case: Case, catalogue: Catalogue) -> tuple[Batch, Roster]:
    """The position of a case as a batch of one game, about to begin its step, and its objects. ``ScenarioError`` for what no position can be.

    The turn-based actions of the step are still to come, so that those which ask for a choice are the first choice; a draw has been made.
    """
    start = case.start
    assert isinstance(start, Start)
    shape = shape_for(len(start.seats))
    if missing := catalogue.missing(card.card for one in start.placed for card in (one, *one.exiled)):
        raise case.fault(f"start: {', '.join(map(str, missing))}")
    games = blank(shape, 1)
    game = games[0]
    game["lost"][len(start.seats) :] = Ending.ABSENT
    roster = Roster(catalogue, start.seats)
    builder = _Builder(case, start.placed, catalogue, shape, game, roster)
    for one in start.placed:
        builder.place(one)
    builder.finish()
    if game["conspiracy_slots"]:
        game["upkeeps"] = _upkeeps_over(start)
    for seat, side in enumerate(start.sides):
        game["life"][seat], game["pool"][seat], game["crank"][seat] = side.life, side.pool, side.crank
        game["manual"][seat], game["kept_hand"][seat] = start.manual, 1
        write_notes(case, catalogue, game, seat, side.notes, {name: i for i, name in enumerate(start.seats)})
    game["key"] = game_key(start.seed, 0)
    game["turn"], game["active"], game["step"] = start.turn, start.active, STEPS[start.step][-1]
    game["began"] = Progress.BEGUN if start.step == "draw" else Progress.NOT_BEGUN
    game["priority"] = start.active
    if start.step == "untap":  # untapping begins a turn, so the turn before is about to end
        game["turn"], game["active"], game["step"], game["began"] = start.turn - 1, (start.active - 1) % len(start.seats), Step.CLEANUP, Progress.SETTLED
    game["stale"] = 1
    ask_cards(game, catalogue)
    return Batch(games, catalogue), roster


def _upkeeps_over(start: Start) -> int:
    """The seats whose first upkeep is over, as bits: those whose turns came before, and whose turn it is if its upkeep is over."""
    over = sum({1 << (start.active - k) % len(start.seats) for k in range(1, start.turn)})
    return over | (0 if start.step in ("untap", "upkeep") else 1 << start.active)


class _Builder:
    """Puts cards into slots: permanents from the lowest up, everything else above them, both in the order written; conspiracies last, a slot of each seat by turns."""

    def __init__(self, case: Case, placed: tuple[Placed, ...], catalogue: Catalogue, shape: Shape, game: np.void, roster: Roster) -> None:
        self.case, self.placed, self.catalogue, self.shape, self.game, self.roster = case, placed, catalogue, shape, game, roster
        self.low, self.high = 0, shape.permanents
        self.hosts: list[tuple[Object, str]] = []
        every = [card for one in placed for card in (one, *one.exiled)]
        self.first = shape.permanents + sum(one.zone != Zone.BATTLEFIELD and not self._conspires(one) for one in every)
        self.conspiracies = [0] * shape.seats

    def place(self, one: Placed) -> None:
        """Put one card, and what it has exiled, where it is."""
        row = self.catalogue.row(one.card)
        card = self.catalogue.card(row)
        name = self.catalogue.name(row)
        if one.zone in (Zone.CONTRAPTIONS, Zone.SCRAPYARD) and not card["contraption"]:
            raise self.case.fault(f"start: {name} is no Contraption, and only Contraptions are in a zone {one.zone.name.lower()} (C1, C5)")
        if one.zone in (Zone.LIBRARY, Zone.HAND, Zone.GRAVEYARD) and card["contraption"]:
            raise self.case.fault(f"start: {name} is a Contraption, and none is ever in a zone {one.zone.name.lower()} (C1, C6)")
        if card["types"] & Type.CONSPIRACY and one.zone not in (Zone.COMMAND, Zone.SIDEBOARD):
            raise self.case.fault(f"start: {name} is a conspiracy, and in no zone but command and sideboard (315.3)")
        slot = self._slot(one, row)
        new = self.roster.add(name, one.owner, one.zone, slot, one.id)
        if one.zone == Zone.BATTLEFIELD:
            self._permanent(one, new, row, card)
        elif one.zone in PILES:
            self._pile(one, slot)
        elif self._conspires(one):
            self._conspiracy(one, slot, row, card)
        elif one.chosen is not None:
            raise self.case.fault(f"start: nothing is chosen for {name}")
        for other in one.exiled:
            self.place(other)
        if one.exiled:
            self._exiled(one, slot, card)

    def _exiled(self, one: Placed, slot: int, card: np.void) -> None:
        """What a permanent exiled; or what was exiled from the pool with cards of its name before the game began (607.2n)."""
        if card["exiles"] < 0:
            if one.zone != Zone.BATTLEFIELD:
                raise self.case.fault(
                    f"start: {one.card} has exiled nothing: it is in the zone {one.zone.name.lower()} and exiles nothing before the game begins"
                )
            self.game["chosen"][slot] = self.high - 1
            return
        types = int(self.catalogue.tables["filter"][0, int(card["exiles"])]["types"])
        for at, other in zip(range(self.high - len(one.exiled), self.high), one.exiled, strict=True):
            if not self.catalogue.card(int(self.game["card"][at]))["types"] & types:
                raise self.case.fault(f"start: {one.card} exiles no card like {other.card} before the game begins")
            self._note(one.owner, int(self.game["card"][slot]), Note.EXILED, 0, int(self.game["card"][at]), at)

    def _slot(self, one: Placed, row: int) -> int:
        low = one.zone == Zone.BATTLEFIELD
        slot = self.low if low else self.high
        if self._conspires(one):
            slot = self.first + self.conspiracies[one.owner] * self.shape.seats + one.owner
            self.conspiracies[one.owner] += 1
            self.high -= 1
        limit = self.shape.permanents if low else self.shape.slots
        if slot >= limit:
            kind = "permanents" if low else "other cards"
            raise self.case.fault(f"start: a {self.shape.name} holds {limit if low else limit - self.shape.permanents} {kind}, and more are there")
        self.game["card"][slot], self.game["owner"][slot], self.game["zone"][slot] = row, one.owner, one.zone
        if one.zone == Zone.GRAVEYARD and self.catalogue.card(row)["flashback"] >= 0:
            self.game["flashbacks"] |= 1 << one.owner
        if low:
            self.low += 1
        else:
            self.high += 1
        return slot

    def _pile(self, one: Placed, slot: int) -> None:
        """Zones are written top first, and the last of a pile is its top."""
        pile = PILES[one.zone]
        count = int(self.game[pile + "_count"][one.owner])
        limit = self.game[pile].shape[1]
        if count == limit:
            raise self.case.fault(f"start: a {self.shape.name} holds {limit} cards in a zone {one.zone.name.lower()}, and more are there")
        self.game[pile + "_count"][one.owner] = count + 1
        if one.zone == Zone.HAND:
            self.game[pile][one.owner, count] = slot
        else:
            self.game[pile][one.owner, 1 : count + 1] = self.game[pile][one.owner, :count].copy()
            self.game[pile][one.owner, 0] = slot

    def _permanent(self, one: Placed, new: Object, row: int, card: np.void) -> None:
        game, slot = self.game, new.slot
        if not card["types"] & (Type.ARTIFACT | Type.CREATURE | Type.ENCHANTMENT | Type.LAND | Type.PLANESWALKER):
            raise self.case.fault(f"start: {new.card} is no permanent card and cannot be on the battlefield")
        if one.sprocket and not card["contraption"]:
            raise self.case.fault(f"start: {new.card} is no Contraption and is on no sprocket")
        game["controller"][slot] = game["base_controller"][slot] = one.controller
        game["tapped"][slot], game["sick"][slot], game["damage"][slot], game["sprocket"][slot] = one.tapped, one.sick, one.damage, one.sprocket
        if card["types"] & Type.PLANESWALKER:
            game["counters"][slot, Counter.LOYALTY] = card["loyalty"]
        for kind, n in one.counters.items():
            if kind in COUNTERS:
                game["counters"][slot, COUNTERS[kind]] = n
            elif n:
                self._note(one.owner, -1, next(note for note, name in NOTED_COUNTERS.items() if name == kind), n, -1, slot)
        game["traits"][slot] = Trait.MODIFIED
        game["field"][slot] = slot
        if one.chosen is not None:
            if Op.CHOOSE_NAME in self._entering(card):
                self._note(one.controller, row, Note.REVEALED, 0, self._name(one, one.chosen if isinstance(one.chosen, str) else ""), slot)
            else:
                game["stored" if card["rules"] & Rule.STORED_RESULT else "chosen"][slot] = self._chosen(one, card)
        if one.on is not None:
            self.hosts.append((new, one.on))

    def _chosen(self, one: Placed, card: np.void) -> int:
        """What was chosen as it entered (607.2d): a colour; or the result of a die that is stored on it."""
        if card["rules"] & Rule.STORED_RESULT:
            if not isinstance(one.chosen, int) or not 1 <= one.chosen <= MOST_STORED:
                raise self.case.fault(f"start: the result of a die is stored on {one.card}: a number from 1 to {MOST_STORED}, not {one.chosen!r}")
            return one.chosen
        if Op.CHOOSE_TYPE in self._entering(card):
            if one.chosen not in self.catalogue.subtypes:
                raise self.case.fault(f"start: a creature type is chosen for {one.card}, not {one.chosen!r}")
            return self.catalogue.subtypes[str(one.chosen)]
        if Op.CHOOSE_COLOR not in self._entering(card):
            raise self.case.fault(f"start: nothing is chosen as {one.card} enters")
        if not isinstance(one.chosen, str) or len(one.chosen) != 1 or one.chosen not in COLORS:
            raise self.case.fault(f"start: a colour is chosen for {one.card}: one of {', '.join(COLORS)}, not {one.chosen!r}")
        return COLORS.index(one.chosen)

    def _entering(self, card: np.void) -> list[int]:
        """What a card's abilities for its entering do first (614.1c)."""
        tables, first = self.catalogue.tables, int(card["first"])
        entering = [ability for ability in tables["ability"][0, first : first + int(card["count"])] if ability["kind"] == Kind.ENTERS]
        return [int(tables["instruction"][0, int(ability["first"])]["op"]) for ability in entering]

    def _conspires(self, one: Placed) -> bool:
        return one.zone == Zone.COMMAND and self.catalogue.is_conspiracy(one.card)

    def _conspiracy(self, one: Placed, slot: int, row: int, card: np.void) -> None:
        """What was chosen for a conspiracy (702.106, 607.2d): names, still secret, or a number."""
        number = bool(card["rules"] & Rule.CHOOSES_NUMBER)
        names = one.chosen if isinstance(one.chosen, tuple) else () if one.chosen is None or number else (one.chosen,)
        if len(names) > card["agenda"] or number and not isinstance(one.chosen, int):
            wanted = "a number" if number else f"{card['agenda']} name{'s' * (card['agenda'] != 1)}"
            raise self.case.fault(f"start: {wanted} can be chosen for {one.card}, not {one.chosen!r}")
        if len({self._name(one, name) for name in names if name != "another"}) < sum(name != "another" for name in names):
            raise self.case.fault(f"start: different names are chosen for {one.card} (702.106f), not {' and '.join(map(str, names))}")
        for name in (*names, *["another"] * int(card["agenda"]))[: int(card["agenda"])]:
            self._note(one.owner, row, Note.AGENDA, 0, self._name(one, name), slot)
        if number:
            self._note(one.owner, row, Note.NUMBER, int(one.chosen), -1, slot)  # type: ignore[arg-type]

    def _name(self, one: Placed, name: str | int) -> int:
        """The row that stands for a chosen name; -1 for one that no supported card has."""
        missing = self.catalogue.missing([str(name)])
        if missing and name != "another" and missing[0].wanted is None:
            raise self.case.fault(f"start: the name chosen for {one.card}: {missing[0]}")
        return -1 if missing else int(self.catalogue.card(self.catalogue.row(str(name)))["name"])

    def _note(self, seat: int, card: int, kind: Note, value: int, name: int, slot: int) -> None:
        at = int(self.game["note_count"])
        if at == self.shape.notes:
            raise self.case.fault(f"start: a {self.shape.name} holds {self.shape.notes} notes, and more are there")
        for column, what in (("seat", seat), ("card", card), ("kind", kind), ("value", value), ("name", name), ("object", slot)):
            self.game[f"note_{column}"][at] = what
        self.game["note_count"] = at + 1

    def _finish_conspiracies(self) -> None:
        """The slots that conspiracies lie in, the basic lands from outside that one of them may bring, and what of a pool is elsewhere."""
        game, seats = self.game, self.shape.seats
        game["conspiracy_first"], game["conspiracy_slots"] = self.first, max(self.conspiracies) * seats
        self.high = self.first + int(game["conspiracy_slots"])
        for seat in (seat for seat in range(seats) if self.conspiracies[seat]):
            own = [self.catalogue.card(int(game["card"][self.first + i * seats + seat])) for i in range(self.conspiracies[seat])]
            placed = [one for one in self.placed if one.owner == seat]
            for name in FIRST_SUBTYPES[:5] if any(card["outside"] for card in own) else ():
                self._slot(Placed(name, Zone.SIDEBOARD, seat), self.catalogue.row(name))
            apart = sum(one.zone == Zone.SIDEBOARD or self.catalogue.is_contraption(one.card) for one in placed)
            apart += sum(len(one.exiled) for one in placed if self.catalogue.card(self.catalogue.row(one.card))["exiles"] >= 0)
            if apart:
                self._note(seat, -1, Note.APART, apart, -1, -1)

    def finish(self) -> None:
        """What can be said once all cards are placed."""
        if any(self.conspiracies):
            self._finish_conspiracies()
        self.game["top_low"], self.game["top_high"], self.game["field_count"] = self.low, self.high, self.low
        for one, host in self.hosts:
            found = [other for other in self.roster.called(host) if other.zone == Zone.BATTLEFIELD and other is not one]
            if len(found) != 1:
                known = listed([self.roster.name(other) for other in self.roster.objects if other.zone == Zone.BATTLEFIELD and other is not one])
                raise self.case.fault(f"start: {one.card} is on {host!r}, which is {'several permanents' if found else 'no permanent'}; possible: {known}")
            self.game["attached"][one.slot] = found[0].slot
