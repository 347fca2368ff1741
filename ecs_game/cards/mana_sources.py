"""Sources of mana whose abilities cost more than {T}, or make more than one mana (CR 605)."""

from ecs_game.declare import (
    ARTIFACT,
    CREATURE,
    OWN_POWER,
    SELF,
    UNSPENT,
    Artifact,
    Cost,
    Creature,
    Enters,
    Land,
    activated,
    add,
    card,
    count,
    printed,
    put_counters,
    sacrifice,
    subtype,
    tap,
    when,
)
from ecs_game.vocabulary import COLORS, MANA, Condition, Counter

CARDS = [
    card("Black Lotus", printed("LEA"), Cost("{0}"), Artifact(), activated("{T}", add(COLORS, 3), sacrifice=True)),
    card(
        "Lion's Eye Diamond", printed("MIR"), Cost("{0}"), Artifact(), activated("", add(COLORS, 3), sacrifice=True, discard_hand=True, instant_time=True),
    ),
    card("Mox Opal", printed("SOM"), Cost("{0}"), Artifact(legendary=True), activated("{T}", add(COLORS), only_while=ARTIFACT.yours(), only_while_count=3)),
    card("Springleaf Drum", printed("LRW"), Cost("{1}"), Artifact(), activated("{T}", add(COLORS), tapping=CREATURE.yours())),
    card("Heritage Druid", printed("MOR"), Cost("{G}"), Creature("Elf Druid", 1, 1), activated("", add("G", 3), tapping=subtype("Elf").yours(), taps=3)),
    card("Elvish Spirit Guide", printed("ALL"), Cost("{2}{G}"), Creature("Elf Spirit", 2, 2), activated("", add("G"), from_hand=True)),
    card("Orochi Leafcaller", printed("CHK"), Cost("{G}"), Creature("Snake Shaman", 1, 1), activated("{G}", add(COLORS))),
    card("Manaforge Cinder", printed("SHM"), Cost("{B/R}"), Creature("Elemental Shaman", 1, 1), activated("{1}", add("BR"), per_turn=3)),
    card("Viridian Joiner", printed("MRD"), Cost("{2}{G}"), Creature("Elf Druid", 1, 2), activated("{T}", add("G", OWN_POWER))),
    card("Cabal Coffers", printed("TOR"), Land(), activated("{2}, {T}", add("B", count(subtype("Swamp").yours())))),
    card("Tolarian Academy", printed("USG"), Land(legendary=True), activated("{T}", add("U", count(ARTIFACT.yours())))),
    card("Mystic Gate", printed("SHM"), Land(), activated("{T}", add("C")), activated("{W/U}, {T}", add("WU", 2, combination=True))),
    card("Mana Confluence", printed("JOU"), Land(), activated("{T}", add(COLORS), life=1)),
    card(
        "Gemstone Mine", printed("WTH"), Land(), Enters(put_counters(3, SELF, Counter.OTHER)),
        activated("{T}", add(COLORS), when(Condition.COUNTERS_AT_LEAST, 1, (), sacrifice(SELF)), removes=1, counters=Counter.OTHER),
    ),
    card(
        "Vivid Crag", printed("LRW"), Land(), Enters(tap(SELF), put_counters(2, SELF, Counter.OTHER)), activated("{T}", add("R")),
        activated("{T}", add(COLORS), removes=1, counters=Counter.OTHER),
    ),
    card("Doubling Cube", printed("5DN"), Cost("{2}"), Artifact(), activated("{3}, {T}", add(MANA, UNSPENT, each=True))),
]  # fmt: skip
