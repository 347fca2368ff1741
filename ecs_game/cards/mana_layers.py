"""Cards that change what lands and other permanents are, and which abilities they have."""

from ecs_game.declare import (
    ANY_TARGET,
    CREATURE,
    ENCHANTED,
    EQUIPPED,
    LAND,
    PERMANENT,
    SELF,
    THAT,
    UNSPENT_GREEN,
    Artifact,
    Color,
    Cost,
    Creature,
    Enchant,
    Enchantment,
    Filter,
    Land,
    Planeswalker,
    Size,
    TypeLine,
    activated,
    add,
    card,
    count,
    damage,
    draw,
    emblem,
    enters,
    equip,
    every,
    gets,
    grants,
    keywords,
    loyalty,
    printed,
    rule,
    static,
    subtype,
    target,
    untap,
    while_devotion_below,
)
from ecs_game.vocabulary import COLORS, MANA, Keyword, Losing, Rule, Super, Type

MOUNTAIN = subtype("Mountain")

CARDS = [
    card("Wastes", printed("OGW"), Land(basic=True), activated("{T}", add("C"))),
    card("Snow-Covered Forest", printed("ICE"), Land("Forest", basic=True, snow=True)),
    card("Dryad Arbor", printed("FUT"), TypeLine(int(Type.LAND | Type.CREATURE), ("Forest", "Dryad")), Size(1, 1), Color("G")),
    card("Blood Moon", printed("DRK"), Cost("{2}{R}"), Enchantment(), static(every(LAND.that(not_supers=int(Super.BASIC))), land_types="Mountain")),
    card("Urborg, Tomb of Yawgmoth", printed("PLC"), Land(legendary=True), static(every(LAND), subtype="Swamp")),
    card("Blood Sun", printed("RIX"), Cost("{2}{R}"), Enchantment(), enters(draw(1)), static(every(LAND), loses=Losing.OTHERS)),
    card(
        "Imprisoned in the Moon", printed("EMN"), Cost("{2}{U}"), Enchantment("Aura"), Enchant(Filter(types=int(Type.CREATURE | Type.LAND | Type.PLANESWALKER))),
        static(ENCHANTED, only_types=int(Type.LAND), colored="", loses=Losing.ALL, grants=activated("{T}", add("C"))),
    ),
    card("Chromatic Lantern", printed("RTR"), Cost("{3}"), Artifact(), grants(every(LAND.yours()), activated("{T}", add(COLORS))), activated("{T}", add(COLORS))),
    card("Cryptolith Rite", printed("SOI"), Cost("{1}{G}"), Enchantment(), grants(every(CREATURE.yours()), activated("{T}", add(COLORS)))),
    card(
        "Umbral Mantle", printed("SHM"), Cost("{3}"), Artifact("Equipment"), grants(EQUIPPED, activated("{3}, {Q}", gets(SELF, 2, 2))), equip("{0}"),
    ),
    card(
        "Celestial Dawn", printed("MIR"), Cost("{1}{W}{W}"), Enchantment(), static(every(LAND.yours()), land_types="Plains"),
        static(every(PERMANENT.yours().that(not_types=int(Type.LAND))), colored="W", everywhere=True), rule(Rule.WHITE_AS_ANY), rule(Rule.OTHERS_AS_COLORLESS),
    ),
    card(
        "Mycosynth Lattice", printed("DST"), Cost("{6}"), Artifact(), static(every(PERMANENT), types=int(Type.ARTIFACT)),
        static(every(PERMANENT), colored="", everywhere=True), rule(Rule.ANY_AS_ANY),
    ),
    card(
        "Omnath, Locus of Mana", printed("WWK"), Cost("{2}{G}"), Creature("Elemental", 1, 1, legendary=True), rule(Rule.KEEP_MANA, 1 << MANA.index("G")),
        static(SELF, UNSPENT_GREEN, UNSPENT_GREEN),
    ),
    card(
        "Kruphix, God of Horizons", printed("JOU"), Cost("{3}{G}{U}"), TypeLine(int(Type.ENCHANTMENT | Type.CREATURE), ("God",), int(Super.LEGENDARY)), Size(4, 7),
        keywords(Keyword.INDESTRUCTIBLE), while_devotion_below(7, "GU", static(SELF, without_types=int(Type.CREATURE))), rule(Rule.NO_HAND_LIMIT, 1),
        rule(Rule.MANA_TURNS_COLORLESS),
    ),
    card(
        "Koth of the Hammer", printed("SOM"), Cost("{2}{R}{R}"), Planeswalker("Koth", 3),
        loyalty(+1, untap(target(MOUNTAIN)), gets(THAT, 4, 4, types=int(Type.CREATURE), subtype="Elemental", colored="R", sized=True)),
        loyalty(-2, add("R", count(MOUNTAIN.yours()))),
        loyalty(-5, emblem(grants(every(MOUNTAIN.yours()), activated("{T}", damage(1, target(ANY_TARGET)))))),
    ),
]  # fmt: skip
