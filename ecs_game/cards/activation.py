"""Cards that limit which abilities are activated, change what that costs, or answer it."""

from ecs_game.declare import (
    ABILITY,
    ARTIFACT,
    ARTIFACT_OR_ENCHANTMENT,
    CREATURE,
    PERMANENT,
    Artifact,
    Cost,
    Enchantment,
    Enters,
    Filter,
    Instant,
    Spell,
    activated,
    card,
    choose_name,
    counter,
    destroy,
    every,
    keywords,
    printed,
    rule,
    static,
    target,
    untap,
)
from ecs_game.vocabulary import Keyword, Rule, Type

CANT_ACTIVATE, ONLY_MANA_ABILITIES, AS_THOUGH_HASTY = int(Keyword.CANT_ACTIVATE), int(Keyword.ONLY_MANA_ABILITIES), int(Keyword.AS_THOUGH_HASTY)
ARTIFACT_OR_CREATURE = Filter(types=int(Type.ARTIFACT | Type.CREATURE))

CARDS = [
    card("Stony Silence", printed("ISD"), Cost("{1}{W}"), Enchantment(), static(every(ARTIFACT), keywords=CANT_ACTIVATE)),
    card("Damping Matrix", printed("MRD"), Cost("{3}"), Artifact(), static(every(ARTIFACT_OR_CREATURE), keywords=ONLY_MANA_ABILITIES)),
    card("Pithing Needle", printed("SOK"), Cost("{1}"), Artifact(), Enters(choose_name()), static(every(PERMANENT.named()), keywords=ONLY_MANA_ABILITIES)),
    card("Krosan Grip", printed("TSP"), Cost("{2}{G}"), Instant(), keywords(Keyword.SPLIT_SECOND), Spell(destroy(target(ARTIFACT_OR_ENCHANTMENT)))),
    card("Stifle", printed("SCG CNS"), Cost("{U}"), Instant(), Spell(counter(target(ABILITY)))),
    card("Suppression Field", printed("RAV"), Cost("{1}{W}"), Enchantment(), rule(Rule.ABILITY_TAX, 2)),
    card("Training Grounds", printed("ROE"), Cost("{U}"), Enchantment(), rule(Rule.ABILITY_CHEAPER, 2, of=CREATURE.yours())),
    card(
        "Thousand-Year Elixir", printed("LRW"), Cost("{3}"), Artifact(), static(every(CREATURE.yours()), keywords=AS_THOUGH_HASTY),
        activated("{1}, {T}", untap(target(CREATURE))),
    ),
]  # fmt: skip
