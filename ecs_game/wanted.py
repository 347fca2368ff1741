"""Cards that Cogwork knows of and does not support yet, and the mechanisms that each lacks.

The lists of ``ecs_game/cards/wanted/`` hold a line a card: ``name | mechanisms | sets``, mechanisms by their words in ``MECHANISMS``, sets as far as
they are known. A card that lacks no mechanism has ``declaration``. A card that becomes supported leaves its list.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

MECHANISMS = {
    "declaration": "nothing but a declaration",
    # cards and the draft
    "battles": "battles (310)",
    "halves": "cards of two halves or two faces (709, 712, 715)",
    "outside": "cards from outside the game (400.11)",
    # mana
    "hybrid": "hybrid symbols (107.4e)",
    "mana-cost": "mana abilities that cost life, counters, cards or {X} (605.3)",
    "phyrexian": "Phyrexian symbols (107.4f)",
    "riders": "mana with restrictions or riders (106.6)",
    "spent": "which mana was spent (106.3, 702.44)",
    "told": "mana of a type that was chosen or that the game tells (106.5)",
    # costs, casting and activating
    "additional": "additional costs of spells other than sacrifices (601.2f)",
    "affinity": "affinity (702.41)",
    "alternative": "alternative costs (118.9)",
    "buyback": "buyback (702.27)",
    "casting": "permissions and limits of casting (601.3)",
    "cost-change": "other changes of costs (601.2f)",
    "costs": "costs that are neither mana, {T}, {Q} nor one sacrifice (118)",
    "cycling": "cycling and typecycling (702.29)",
    "delve": "delve (702.66)",
    "elsewhere": "abilities that function off the battlefield (113.6)",
    "flashback": "flashback (702.34)",
    "kicker": "kicker and multikicker (702.33)",
    "limits": "limits of activating, and what lifts them (602.5)",
    "modes": "modes of abilities, and other ways to choose them (700.2)",
    "play-from": "playing cards from other zones (601.3, 305)",
    "targeting": "other ways to choose and divide among targets (601.2c, 601.2d)",
    "unearth": "unearth (702.84)",
    "without-paying": "casting without paying the mana cost (118.9)",
    # triggers, conditions, numbers and what effects speak of
    "condition": "other conditions of abilities (603.4, 611.3)",
    "counters": "counters that are counted or have a kind of their own (122)",
    "event": "other events that abilities trigger on (603.2)",
    "filter": "objects told apart in other ways",
    "linked": "linked abilities (607)",
    "made-token": "other effects on the tokens just created (608.2)",
    "names": "names and creature types chosen (201.4, 205.3)",
    "number": "numbers counted in other ways (608.2h)",
    "random": "choices at random (701.9b)",
    "several": "several cards or permanents chosen at once (608.2d)",
    "that-player": "other ways to speak of the player that an event is about, and theirs (603.2)",
    "this-turn": "delayed triggers that end with the turn (603.7)",
    "trigger-again": "abilities that trigger an additional time (603.2d)",
    # effects
    "all-moved": "everything that matches moved at once (400)",
    "becoming": "characteristics set or lost instead of added (613)",
    "control": "control given to another player (613.1b)",
    "copy-spell": "copies of spells and abilities (707.10)",
    "counter-ability": "countering abilities (701.6)",
    "enters-attacking": "entering attacking, and tokens entering tapped (508.4)",
    "face-down": "face-down permanents (708, 702.37)",
    "fight": "fighting between two other creatures (701.14)",
    "granted": "other ways to grant abilities (613.1f)",
    "land-types": "land types changed (305.7)",
    "life-total": "life totals set (119.5)",
    "look": "looking at and revealing cards (701.20, 701.22)",
    "others-choose": "choices and payments by other players (608.2d, 701.21)",
    "others-tokens": "tokens for other players (111.2)",
    "players": "rules and abilities of players (119.7, 402.2, 702.11)",
    "poison": "poison and toxic (702.164)",
    "prevention": "other prevention and redirection of damage (614.9, 615)",
    "proliferate": "proliferate (701.34)",
    "protection": "protection from what is chosen (702.16)",
    "replacement": "other replacement effects (614)",
    "switch": "power and toughness switched (613.4d)",
    "token-copy": "tokens that are copies (707)",
    "turns": "additional or skipped turns, phases and land plays (500.7, 500.8, 305.2)",
    "winning": "other winning and losing by an effect (104.2b, 104.3e)",
    # other keyword abilities and combat
    "changeling": "changeling (702.73)",
    "combat": "other rules of attacking and blocking (508, 509)",
    "combat-damage": "other numbers and recipients of combat damage (510.1)",
    "exalted": "exalted (702.83)",
    "extort": "extort (702.101)",
    "fading": "fading (702.32)",
    "reconfigure": "reconfigure (702.151)",
    "untap": "permanents that do not untap in the untap step (502.3)",
    "ward": "ward (702.21)",
}
"""What a card may lack: a word for the lists, and what a user is told, rule numbers included."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card that is known and not supported: words of ``MECHANISMS``, at least one; the sets it is known from, if any."""

    name: str
    mechanisms: tuple[str, ...]
    sets: tuple[str, ...] = ()

    @property
    def lacks(self) -> list[str]:
        """The mechanisms in full."""
        return [MECHANISMS[word] for word in self.mechanisms]


@cache
def wanted() -> dict[str, Wanted]:
    """Every card of the lists by its name in small letters, as ``str.casefold`` makes it."""
    found: dict[str, Wanted] = {}
    for file in sorted((resources.files("ecs_game") / "cards" / "wanted").iterdir(), key=lambda file: file.name):
        for line in file.read_text(encoding="utf-8").splitlines():
            name, mechanisms, *sets = line.split(" | ")
            found[name.casefold()] = Wanted(name, tuple(mechanisms.split()), tuple(" ".join(sets).split()))
    return found


def known(name: str) -> Wanted | None:
    """What is known of a card that is not supported. A name of two parts (``Fire // Ice``) tells by itself what its card lacks."""
    return wanted().get(name.casefold()) or (Wanted(name, ("halves",)) if "/" in name else None)
