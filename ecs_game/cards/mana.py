"""Cards about mana, taxes, X, copying, blinking and milling."""

from ecs_game.declare import (
    ARTIFACT, CHOSEN, CREATURE, IT, LAND, OPPONENTS, PERMANENT, PLAYER, SELF, X, YOU, ANY_TARGET,
    Artifact, Cost, Creature, Enchant, Enchantment, Enters, Instant, Land, Planeswalker, Sorcery, Spell,
    activated, add, becomes_copy, card, choose, choose_color, count, damage, draw, emblem, enters, every, exile, exile_top, keywords, later, loyalty,
    may_cast_chosen, mill, move, printed, put_counters, rule, static, tapped_for_mana, target, to_hand, whenever,
)  # fmt: skip
from ecs_game.vocabulary import COLORS, Event, Keyword, Rule, Super, Type, Zone

CARDS = [
    card("Llanowar Elves", printed("M10 M11 M12"), Cost("{G}"), Creature("Elf Druid", 1, 1), activated("{T}", add("G"))),
    card("Birds of Paradise", printed("M10 M11 M12 CN2"), Cost("{G}"), Creature("Bird", 0, 1), keywords(Keyword.FLYING), activated("{T}", add(COLORS))),
    card("Tropical Island", printed("LEA"), Land("Forest Island")),
    card("Adarkar Wastes", printed("ICE"), Land(), activated("{T}", add("C")), activated("{T}", add("WU"), damage(1, YOU))),
    card("Sol Ring", printed("LEA"), Cost("{1}"), Artifact(), activated("{T}", add("C", 2))),
    card("Wild Growth", printed("LEA"), Cost("{G}"), Enchantment("Aura"), Enchant(LAND), tapped_for_mana("G", about=2)),
    card("Gaea's Cradle", printed("USG"), Land(legendary=True), activated("{T}", add("G", count(CREATURE.yours())))),
    card(
        "Gauntlet of Power", printed("TSP"), Cost("{5}"), Artifact(), Enters(choose_color()), static(every(CREATURE.that(chosen_color=True)), 1, 1),
        tapped_for_mana("", watch=LAND.that(supers=int(Super.BASIC))),
    ),
    card("Damping Sphere", printed("DOM"), Cost("{2}"), Artifact(), rule(Rule.LANDS_CAP_MANA), rule(Rule.TAX_PER_SPELL)),
    card("Propaganda", printed("TMP"), Cost("{2}{U}"), Enchantment(), rule(Rule.ATTACK_TAX, 2)),
    card(
        "Cascading Cataracts", printed("AKH"), Land(), keywords(Keyword.INDESTRUCTIBLE), activated("{T}", add("C")), activated("{5}, {T}", add(COLORS, 5, combination=True)),
    ),
    card(
        "Mistcutter Hydra", printed("THS"), Cost("{X}{G}"), Creature("Hydra", 0, 0),
        keywords(Keyword.CANT_BE_COUNTERED, Keyword.HASTE, Keyword.PROTECTION_FROM_BLUE), Enters(put_counters(X, SELF)),
    ),
    card(
        "Copy Artifact", printed("LEA"), Cost("{1}{U}"), Enchantment(),
        Enters(choose(ARTIFACT, becomes_copy(SELF, lasting=True, types=int(Type.ENCHANTMENT)), optional=True)),
    ),
    card("Repeal", printed("GPT"), Cost("{X}{U}"), Instant(), Spell(to_hand(target(PERMANENT.that(not_types=int(Type.LAND), value_is_x=True))), draw(1))),
    card("Tome Scour", printed("M10 M11"), Cost("{U}"), Sorcery(), Spell(mill(5, target(PLAYER)))),
    card(
        "Flickerwisp", printed("EVE"), Cost("{1}{W}{W}"), Creature("Elemental", 3, 1), keywords(Keyword.FLYING),
        enters(exile(target(PERMANENT.others())), later(Event.END_STEP, move(IT, Zone.BATTLEFIELD), about=CHOSEN)),
    ),
    card(
        "Chandra, Torch of Defiance", printed("KLD"), Cost("{2}{R}{R}"), Planeswalker("Chandra", 4),
        loyalty(+1, exile_top(), may_cast_chosen(otherwise=damage(2, OPPONENTS))), loyalty(+1, add("R", 2)), loyalty(-3, damage(4, target(CREATURE))),
        loyalty(-7, emblem(whenever(Event.CAST, damage(5, target(ANY_TARGET)), who=1))),
    ),
]  # fmt: skip
