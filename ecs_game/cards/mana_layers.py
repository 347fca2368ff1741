"""Cards that change what lands and other permanents are, and which abilities they have."""

from ecs_game.declare import (
    CREATURE,
    ENCHANTED,
    EQUIPPED,
    LAND,
    SELF,
    Artifact,
    Color,
    Cost,
    Enchant,
    Enchantment,
    Filter,
    Land,
    Size,
    TypeLine,
    activated,
    add,
    card,
    draw,
    enters,
    equip,
    every,
    gets,
    grants,
    printed,
    static,
)
from ecs_game.vocabulary import COLORS, Losing, Super, Type

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
]  # fmt: skip
