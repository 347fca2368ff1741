"""Cards whose number is X or a number of counters, and cards that untap as a cost or do not untap."""

from ecs_game.declare import (
    ANY_TARGET,
    CHOSEN,
    COUNTERS_ON_IT,
    CREATURE,
    HALF_X,
    IT,
    LAND,
    OPPONENT,
    PERMANENT,
    SELF,
    SPELL,
    THAT_PLAYER,
    YOU,
    Artifact,
    Color,
    Cost,
    Creature,
    Enchantment,
    Enters,
    Filter,
    Number,
    Sorcery,
    Spell,
    X,
    activated,
    add,
    as_cast,
    card,
    copy_spell,
    counter,
    create,
    damage,
    double_x,
    draw,
    enters,
    exile_top,
    flip,
    gain_life,
    in_graveyard,
    keywords,
    look,
    may_pay,
    may_play,
    move,
    printed,
    put_counters,
    rule,
    shield,
    tap,
    target,
    to_hand,
    token,
    untap,
    when,
    whenever,
    win,
)  # fmt: skip
from ecs_game.vocabulary import COLORS, Amount, Condition, Counter, Event, Keyword, Rule, Type, Zone

FLYING, DOESNT_UNTAP = Keyword.FLYING, Keyword.DOESNT_UNTAP
WITH_X_COUNTERS = Enters(put_counters(X, SELF))
WITH_X_CHARGE_COUNTERS = Enters(put_counters(X, SELF, Counter.OTHER))
NONLAND = PERMANENT.that(not_types=int(Type.LAND))
PERMANENT_SPELL = SPELL.that(permanent=True)
INSTANT_OR_SORCERY = SPELL.that(types=int(Type.INSTANT | Type.SORCERY))
THREE = Number(int(Amount.CONST), 3)
KITHKIN_SOLDIER = token("Kithkin Soldier", Color("W"), Creature("Kithkin Soldier", 1, 1))

CARDS = [
    card(
        "Apocalypse Hydra", printed("CON"), Cost("{X}{R}{G}"), Creature("Hydra", 0, 0),
        Enters(put_counters(X, SELF), when(Condition.X_AT_LEAST, 5, put_counters(X, SELF))), activated("{1}{R}", damage(1, target(ANY_TARGET)), removes=1),
    ),
    card(
        "Astral Cornucopia", printed("BNG"), Cost("{X}{X}{X}"), Artifact(), WITH_X_CHARGE_COUNTERS, activated("{T}", add(COLORS, COUNTERS_ON_IT)),
    ),
    card("Basalt Monolith", printed("LEA"), Cost("{3}"), Artifact(), keywords(DOESNT_UNTAP), activated("{T}", add("C", 3)), activated("{3}", untap(SELF))),
    card("Blaze", printed("POR"), Cost("{X}{R}"), Sorcery(), Spell(damage(X, target(ANY_TARGET)))),
    card(
        "Candelabra of Tawnos", printed("ATQ"), Cost("{1}"), Artifact(), activated("{X}, {T}", untap(target(LAND, X, X))),
    ),
    card(
        "Chalice of the Void", printed("MRD"), Cost("{X}{X}"), Artifact(), WITH_X_CHARGE_COUNTERS,
        whenever(Event.CAST, counter(IT), watch=SPELL.that(value_is_counters=True)),
    ),
    card(
        "Devoted Druid", printed("SHM"), Cost("{1}{G}"), Creature("Elf Druid", 0, 2),
        activated("{T}", add("G")), activated("", untap(SELF), puts=1, counters=Counter.MINUS),
    ),
    card("Doubling Season", printed("RAV"), Cost("{4}{G}"), Enchantment(), rule(Rule.DOUBLING)),
    card("Endless One", printed("BFZ"), Cost("{X}"), Creature("Eldrazi", 0, 0), WITH_X_COUNTERS),
    card(
        "Farmstead Gleaner", printed("MH1"), Cost("{3}"), Creature("Scarecrow", 2, 2, artifact=True), keywords(DOESNT_UNTAP),
        activated("{2}, {Q}", put_counters(1, SELF)),
    ),
    card(
        "Gadwick, the Wizened", printed("ELD"), Cost("{X}{U}{U}{U}"), Creature("Human Wizard", 3, 3, legendary=True), enters(draw(X)),
        whenever(Event.CAST, tap(target(NONLAND.opponents())), watch=SPELL.that(colors="U"), who=1),
    ),
    card(
        "Genesis Hydra", printed("M15"), Cost("{X}{G}{G}"), Creature("Plant Hydra", 0, 0),
        as_cast(look(X, NONLAND.that(value_most=X), Zone.BATTLEFIELD, optional=True, revealed=True, shuffled=True)), WITH_X_COUNTERS,
    ),
    card(
        "Harsh Mentor", printed("AKH"), Cost("{1}{R}"), Creature("Human Cleric", 2, 2),
        whenever(Event.ACTIVATED, damage(2, THAT_PLAYER), watch=Filter(types=int(Type.ARTIFACT | Type.CREATURE | Type.LAND)), who=2),
    ),
    card(
        "Helix Pinnacle", printed("EVE"), Cost("{G}"), Enchantment(), keywords(Keyword.SHROUD), activated("{X}", put_counters(X, SELF, Counter.OTHER)),
        whenever(Event.UPKEEP, win(), who=1, condition=Condition.COUNTERS_AT_LEAST, number=100),
    ),
    card(
        "Hydroid Krasis", printed("RNA"), Cost("{X}{G}{U}"), Creature("Jellyfish Hydra Beast", 0, 0), as_cast(gain_life(HALF_X), draw(HALF_X)),
        keywords(FLYING, Keyword.TRAMPLE), WITH_X_COUNTERS,
    ),
    card(
        "Knacksaw Clique", printed("SHM"), Cost("{3}{U}"), Creature("Faerie Rogue", 1, 4), keywords(FLYING),
        activated("{1}{U}, {Q}", exile_top(target(OPPONENT)), may_play(CHOSEN)),
    ),
    card(
        "Mana Bloom", printed("RTR"), Cost("{X}{G}"), Enchantment(), WITH_X_CHARGE_COUNTERS,
        activated("", add(COLORS), removes=1, counters=Counter.OTHER, per_turn=1),
        whenever(Event.UPKEEP, to_hand(SELF), who=1, condition=Condition.COUNTERS_AT_MOST),
    ),
    card(
        "Mana Crypt", printed("2XM"), Cost("{0}"), Artifact(),
        whenever(Event.UPKEEP, flip(), when(Condition.REGISTER, 0, damage(3, YOU)), who=1), activated("{T}", add("C", 2)),
    ),
    card(
        "Mana Vault", printed("LEA"), Cost("{1}"), Artifact(), keywords(DOESNT_UNTAP), whenever(Event.UPKEEP, may_pay("{4}", untap(SELF)), who=1),
        whenever(Event.DRAW_STEP, damage(1, YOU), who=1, condition=Condition.TAPPED), activated("{T}", add("C", 3)),
    ),
    card(
        "Order of Whiteclay", printed("SHM"), Cost("{1}{W}{W}"), Creature("Kithkin Cleric", 1, 4),
        activated("{1}{W}{W}, {Q}", move(target(in_graveyard(CREATURE.that(value_most=THREE)).yours()), Zone.BATTLEFIELD)),
    ),
    card("Patrol Signaler", printed("SHM"), Cost("{1}{W}"), Creature("Kithkin Soldier", 1, 1), activated("{1}{W}, {Q}", create(1, KITHKIN_SOLDIER))),
    card("Pili-Pala", printed("SHM"), Cost("{2}"), Creature("Scarecrow", 1, 1, artifact=True), keywords(FLYING), activated("{2}, {Q}", add(COLORS))),
    card(
        "Rasputin Dreamweaver", printed("LEG"), Cost("{4}{W}{U}"), Creature("Human Wizard", 4, 1, legendary=True),
        Enters(put_counters(7, SELF, Counter.OTHER)), activated("", add("C"), removes=1, counters=Counter.OTHER),
        activated("", shield(SELF, 1), removes=1, counters=Counter.OTHER),
        whenever(Event.UPKEEP, put_counters(1, SELF, Counter.OTHER), who=1, condition=Condition.STARTED_UNTAPPED), rule(Rule.MOST_COUNTERS, 7),
    ),
    card("Rings of Brighthearth", printed("LRW"), Cost("{3}"), Artifact(), whenever(Event.ACTIVATED, may_pay("{2}", copy_spell()), who=1)),
    card(
        "Unbound Flourishing", printed("MH1"), Cost("{2}{G}"), Enchantment(), whenever(Event.CAST, double_x(), watch=PERMANENT_SPELL.that(has_x=True), who=1),
        whenever(Event.CAST, copy_spell(), watch=INSTANT_OR_SORCERY.that(has_x=True), who=1),
        whenever(Event.ACTIVATED, copy_spell(), who=1, condition=Condition.ITS_COST_HAS_X),
    ),
    card(
        "Walking Ballista", printed("AER"), Cost("{X}{X}"), Creature("Construct", 0, 0, artifact=True), WITH_X_COUNTERS,
        activated("{4}", put_counters(1, SELF)), activated("", damage(1, target(ANY_TARGET)), removes=1),
    ),
    card(
        "Wall of Roots", printed("MIR"), Cost("{1}{G}"), Creature("Plant Wall", 0, 5), keywords(Keyword.DEFENDER),
        activated("", add("G"), puts=1, counters=Counter.TOUGHNESS, per_turn=1),
    ),
]  # fmt: skip
