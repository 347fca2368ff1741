"""What is possible at a choice of a scenario, as labels: pairs as a whole, every name that an object goes by, labels cut short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ecs_game import labels
from ecs_game import log as logs
from ecs_game.actions import BLOCKS, PASS, SLOT
from ecs_game.agents import loops
from ecs_game.catalogue import FIRST_SUBTYPES, Catalogue
from ecs_game.formats.scenario_objects import NotThereError, Roster, listed
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import RUNNING, Choice, System, Zone

DECLARATIONS = (Choice.ATTACKER, Choice.BLOCKER)
WAY = re.compile(r" with \w+$")  # how an activation label says which way a hybrid cost is paid
SETS = (
    *DECLARATIONS,
    Choice.CRANK,
    Choice.DISCARD,
    Choice.SEVERAL,
    Choice.CONVOKE,
    Choice.DELVE,
    Choice.TAP,
)  # several things chosen one at a time, in slot order
SYNONYMS = {"yes": "pay", "no": "decline"}  # of an offer to pay as something resolves
WORDS = ("pass", "keep", "mulligan", "kick", "heads", "tails", "yes", "no", "pay", "decline", "life", "done")
ABOUT_OBJECTS = (
    "play", "cast", "activate", "special", "target", "tap", "exile", "sacrifice", "discard", "crank", "attack", "block", "damage", "order", "top", "bottom",
    "choose", "seat",
)  # fmt: skip
ABOUT_OTHERS = ("x", "mode", "color", "type", "name", "number", "sprocket")
VERBS = (*WORDS, *ABOUT_OBJECTS, *ABOUT_OTHERS)


@dataclass(frozen=True)
class Offer:
    """A legal action, or both halves of a pair: canonical text, all texts it may be given by, actions."""

    text: str
    spellings: frozenset[str]
    actions: tuple[int, ...]

    def begins(self, text: str) -> bool:
        """Whether a text is this label cut short: not another ability's, nor a shorter number."""
        return any(_cut_short(text, whole) for whole in self.spellings)


class Offers:
    """Reads the choices of one case's game."""

    def __init__(self, catalogue: Catalogue, roster: Roster) -> None:
        self.catalogue, self.roster = catalogue, roster
        self.quiet = logs.page(False)

    def at(self, games: np.ndarray) -> list[Offer]:
        """All that is possible now."""
        game, choice = games[0], Choice(int(games[0]["choice"]))
        offers = []
        for action in options(game):
            if (choice in DECLARATIONS and action != PASS) or (choice == Choice.PAY and action >= SLOT):
                copy = self._after(games, action)
                offers += [self._offer(copy, second, (action,)) for second in options(copy[0])]
            elif choice == Choice.PRIORITY and action >= SLOT and game["zone"][action - SLOT] == Zone.BATTLEFIELD:
                offers += self._activations(games, action)
            elif choice == Choice.PRIORITY and action >= SLOT and self._after(games, action)[0]["choice"] in (Choice.WAY, Choice.ABILITY):
                copy = self._after(games, action)
                offers += [self._offer(copy, second, (action,)) for second in options(copy[0])]
            else:
                offers.append(self._offer(games, action))
        return offers

    def in_any_order(self, games: np.ndarray) -> list[Offer]:
        """What is possible now, where several things are chosen also after others of them, and behind a ``done`` that is all that is possible."""
        if games[0]["winner"] != RUNNING:
            return []
        found = self.at(games)
        choice, seat = games[0]["choice"], games[0]["decider"]
        if options(games[0]) == [PASS] and choice in SETS:
            games = self._after(games, PASS)
            found += self.at(games) if games[0]["decider"] == seat else []
        elif choice == Choice.BLOCKER:  # a second blocker of an attacker with menace, whatever the order of their slots
            later = [self._after(games, *offer.actions) for offer in found if offer.actions != (PASS,)]
            found += [offer for copy in later if copy[0]["choice"] == choice for offer in self.at(copy) if offer.actions != (PASS,)]
        while (choice in (Choice.ATTACKER, Choice.DISCARD) or self._announced(games[0])) and PASS not in options(games[0]):
            games = self._after(games, *self.at(games)[-1].actions)
            if games[0]["choice"] != choice or games[0]["decider"] != seat:
                break
            found += [offer for offer in self.at(games) if offer.actions != (PASS,)]
        return list(dict.fromkeys(found))

    def meant(self, games: np.ndarray, texts: Sequence[str]) -> tuple[Offer | None, str]:
        """The offer that the first label means, and that label; where several things are chosen, the lowest of those that follow one another."""
        offers = self.at(games)
        verb = texts[0].split()[0]
        run: list[str] = []
        for text in texts:
            if run and (not self.several(games[0]) or text.split()[0] != verb):
                break
            run.append(text)
        found = [(offer, text) for text in run if (offer := match(text, offers)) is not None]
        return min(found, key=lambda pair: pair[0].actions) if found else (None, texts[0])

    def several(self, game: np.void) -> bool:
        """Whether the choice is one of several things, or of one that the rules number."""
        if game["choice"] == Choice.TARGET:
            return bool(self.catalogue.tables["target"][0, int(game["about_other"])]["most"] != 1)
        return game["choice"] in SETS or game["choice"] == Choice.DAMAGE or self._announced(game)

    def _announced(self, game: np.void) -> bool:
        """Whether the choice is one of several modes, or of several permanents to sacrifice, for a spell that is being cast."""
        frame = int(game["frame_count"]) - 1
        if game["choice"] not in (Choice.MODE, Choice.SACRIFICE) or game["frame_kind"][frame] != System.CASTING:
            return False
        ability, spell = int(game["frame_ability"][frame]), game["frame_stack"][frame] >= 0
        row = self.catalogue.tables["ability"][0, ability]
        return bool(spell and ability >= 0 and (row["modes"] if game["choice"] == Choice.MODE else row["sacrifice"] >= 0))

    def check_wording(self, text: str) -> None:
        """Refuse what could be no label at all, since one that is said to be illegal is not found among others."""
        verb, _, rest = text.partition(" ")
        if verb not in VERBS or (verb in WORDS) == bool(rest):
            raise NotThereError(f"{text!r} is no label; labels begin with {', '.join(VERBS)}")
        known = [*self.roster.seats, *self.roster.known(), *(FIRST_SUBTYPES[:5] if verb == "play" else ())]  # basic lands may come from outside the game
        for name in re.sub(r" \d+$" if verb == "damage" else r": \d+( with \w+)?$", "", rest).split(" -> ") if verb in ABOUT_OBJECTS else ():
            if not self.roster.called(name) and not any(other.startswith(name) for other in known):
                raise NotThereError(f"{text!r}: nothing is called {name!r}; there are {listed(known)}")

    def _after(self, games: np.ndarray, *actions: int) -> np.ndarray:
        """A copy of a game at its next choice after some answers."""
        copy = games.copy()
        for action in actions:
            loops.answer_only(copy, self.catalogue.tables, self.quiet, 0, action)
            loops.stop_one(copy, self.catalogue.tables, self.quiet, 0)
        return copy

    def _activations(self, games: np.ndarray, action: int) -> list[Offer]:
        """One offer for each ability of a permanent; which one is asked only where there are several."""
        slot = action - SLOT
        places = labels.usable_abilities(self.catalogue, games[0], slot)
        first = BLOCKS[shape_of(games)].ability
        offers = []
        for place in places:
            names = [spelled[slot] for spelled in self.roster.spellings()]
            texts = [labels.use(self.catalogue, games[0], slot, place, name) for name in names]
            if texts[0].startswith("activate"):
                texts += [f"activate {name}: {labels.ability_number(self.catalogue, games[0], slot, place)}" for name in names]
            offers.append(Offer(texts[0], frozenset(texts), (action, first + place) if len(places) > 1 else (action,)))
        return offers

    def _offer(self, games: np.ndarray, action: int, first: tuple[int, ...] = ()) -> Offer:
        texts = [labels.label(self.catalogue, shape_of(games), games[0], action, names) for names in self.roster.spellings()]
        more = [f"{text}: 1" for text in texts if text.split()[0] in ("cast", "activate") and ": " not in text]
        if games[0]["choice"] == Choice.MAY:
            more += [SYNONYMS[text] for text in texts]
        return Offer(texts[0], frozenset(texts + more), (*first, action))


def options(game: np.void) -> list[int]:
    """The legal actions of the choice that a game waits for; none once it has ended."""
    return [int(action) for action in game["options"][: int(game["option_count"])]] if game["winner"] == RUNNING else []


def match(text: str, offers: Sequence[Offer]) -> Offer | None:
    """The offer that a label means, None if there is none. A label that fits exactly wins over a longer one; ``NotThereError`` if it fits several.

    Of several ways to pay the hybrid cost of one mana ability the first is meant.
    """
    for fits in (
        [offer for offer in offers if offer.text == text],
        [offer for offer in offers if text in offer.spellings],
        [offer for offer in offers if offer.begins(text)],
    ):
        if len(fits) > 1 and not (len({WAY.sub("", offer.text) for offer in fits}) == 1 and all(WAY.search(offer.text) for offer in fits)):
            raise NotThereError(f"{text!r} fits several: {listed([offer.text for offer in fits])}")
        if fits:
            return fits[0]
    return None


def _cut_short(text: str, whole: str) -> bool:
    rest = whole[len(text) :]
    return bool(rest) and whole.startswith(text) and not re.search(r": \d+$", rest) and not (text[-1].isdigit() and rest[0].isdigit())
