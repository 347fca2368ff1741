"""Cards with hybrid and Phyrexian symbols, and with other ways to pay for them than mana."""

from ecs_game.declare import (
    ANY_TARGET,
    CHOSEN,
    CREATURE,
    LAND,
    OPPONENTS,
    PERMANENT,
    Color,
    Cost,
    Creature,
    Instant,
    Sorcery,
    Spell,
    activated,
    add,
    card,
    create,
    damage,
    double_counters,
    draw,
    enters,
    exile,
    gain_life,
    gets,
    in_graveyard,
    keywords,
    lose_life,
    move,
    printed,
    tap,
    target,
    token,
)
from ecs_game.vocabulary import COLORS, Keyword, Type, Zone

INSTANT_OR_SORCERY = CREATURE.that(types=int(Type.INSTANT | Type.SORCERY))
SPIRIT = token("Spirit", Creature("Spirit", 1, 1), Color("W"), keywords(Keyword.FLYING))

CARDS = [
    card("Burning-Tree Emissary", printed("GTC"), Cost("{R/G}{R/G}"), Creature("Human Shaman", 2, 2), enters(add("R"), add("G"))),
    card(
        "Deathrite Shaman", printed("RTR"), Cost("{B/G}"), Creature("Elf Shaman", 1, 2),
        activated("{T}", exile(target(in_graveyard(LAND))), add(COLORS)),
        activated("{B}, {T}", exile(target(in_graveyard(INSTANT_OR_SORCERY))), lose_life(2, OPPONENTS)),
        activated("{G}, {T}", exile(target(in_graveyard(CREATURE))), gain_life(2)),
    ),
    card("Manamorphose", printed("SHM MMA"), Cost("{1}{R/G}"), Instant(), Spell(add(COLORS, 2, combination=True), draw(1))),
    card(
        "Merrow Grimeblotter", printed("SHM"), Cost("{3}{U/B}"), Creature("Merfolk Wizard", 2, 2),
        activated("{1}{U/B}, {Q}", gets(target(CREATURE), -2)),
    ),
    card(
        "Silkbind Faerie", printed("SHM"), Cost("{2}{W/U}"), Creature("Faerie Rogue", 1, 3), keywords(Keyword.FLYING),
        activated("{1}{W/U}, {Q}", tap(target(CREATURE))),
    ),
    card("Gilder Bairn", printed("EVE"), Cost("{1}{G/U}{G/U}"), Creature("Ouphe", 1, 3), activated("{2}{G/U}, {Q}", double_counters(target(PERMANENT)))),
    card("Spectral Procession", printed("SHM"), Cost("{2/W}{2/W}{2/W}"), Sorcery(), Spell(create(3, SPIRIT))),
    card("Dismember", printed("NPH"), Cost("{1}{B/P}{B/P}"), Instant(), Spell(gets(target(CREATURE), -5, -5))),
    card("Siege Wurm", printed("M15 GRN"), Cost("{5}{G}{G}"), Creature("Wurm", 5, 5), keywords(Keyword.CONVOKE, Keyword.TRAMPLE)),
    card("Stoke the Flames", printed("M15"), Cost("{2}{R}{R}"), Instant(), keywords(Keyword.CONVOKE), Spell(damage(4, target(ANY_TARGET)))),
    card("Gurmag Angler", printed("FRF UMA"), Cost("{6}{B}"), Creature("Zombie Fish", 5, 5), keywords(Keyword.DELVE)),
    card("Cloudshift", printed("AVR"), Cost("{W}"), Instant(), Spell(exile(target(CREATURE.yours())), move(CHOSEN, Zone.BATTLEFIELD, under_you=True))),
]  # fmt: skip
