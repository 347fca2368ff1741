"""Mana that may be spent on some things alone, or gives what it is spent on something; ways of keeping mana (CR 106.4, 106.6)."""

from ecs_game.declare import (
    ARTIFACT,
    CREATURE,
    PERMANENT,
    SELF,
    Cost,
    Creature,
    Enchantment,
    Enters,
    Filter,
    Land,
    Modifier,
    Sorcery,
    Spell,
    Spend,
    X,
    activated,
    add,
    card,
    choose_type,
    printed,
    put_counters,
    rule,
    subtype,
    tap,
    this_turn,
)
from ecs_game.vocabulary import COLORS, Counter, Keyword, Origin, Rule, Type, Types

UNCOUNTERABLE, HASTE = Modifier(keywords=int(Keyword.CANT_BE_COUNTERED)), Modifier(keywords=int(Keyword.HASTE))
INSTANT_OR_SORCERY = PERMANENT.that(permanent=False, types=int(Type.INSTANT | Type.SORCERY))

CARDS = [
    card("Ancient Ziggurat", printed("CON"), Land(), activated("{T}", add(COLORS), spend=Spend(CREATURE))),
    card(
        "Cavern of Souls", printed("AVR"), Land(), Enters(choose_type()), activated("{T}", add("C")),
        activated("{T}", add(COLORS), spend=Spend(CREATURE.that(chosen_type=True), rider=UNCOUNTERABLE)),
    ),
    card(
        "Boseiju, Who Shelters All", printed("CHK"), Land(legendary=True), Enters(tap(SELF)),
        activated("{T}", add("C"), life=2, spend=Spend(rider=UNCOUNTERABLE, rider_on=INSTANT_OR_SORCERY)),
    ),
    card("Pillar of the Paruns", printed("DIS"), Land(), activated("{T}", add(COLORS), spend=Spend(Filter(multicolored=True)))),
    card(
        "Hall of the Bandit Lord", printed("CHK"), Land(legendary=True), Enters(tap(SELF)),
        activated("{T}", add("C"), life=3, spend=Spend(rider=HASTE, rider_on=CREATURE, lasting=True)),
    ),
    card(
        "Generator Servant", printed("M15"), Cost("{1}{R}"), Creature("Elemental", 2, 1),
        activated("{T}", add("C", 2), sacrifice=True, spend=Spend(rider=HASTE, rider_on=CREATURE)),
    ),
    card("Mishra's Workshop", printed("ATQ"), Land(), activated("{T}", add("C", 3), spend=Spend(ARTIFACT))),
    card(
        "Rosheen Meanderer", printed("SHM"), Cost("{3}{R/G}"), Creature("Giant Shaman", 4, 4, legendary=True),
        activated("{T}", add("C", 4), spend=Spend(with_x=True)),
    ),
    card(
        "Jegantha, the Wellspring", printed("IKO"), Cost("{4}{R/G}"), Creature("Elemental Elk", 5, 5, legendary=True),
        activated("{T}", add(COLORS, each=True), spend=Spend(generic=False)),
    ),
    card(
        "Food Chain", printed("MMQ"), Cost("{2}{G}"), Enchantment(),
        activated("", add(COLORS, X), exile=CREATURE.yours(), given=1, spend=Spend(CREATURE)),
    ),
    card(
        "Crucible of the Spirit Dragon", printed("FRF"), Land(), activated("{T}", add("C")), activated("{1}, {T}", put_counters(1, SELF, Counter.OTHER)),
        activated("{T}", add(COLORS, X, combination=True), removes_x=True, counters=Counter.OTHER, spend=Spend(subtype("Dragon"), abilities=True)),
    ),
    card("Myr Superion", printed("NPH"), Cost("{2}", only_from=int(Origin.CREATURE)), Creature("Myr", 5, 6, artifact=True)),
    card("Icehide Golem", printed("KHM"), Cost("{S}"), Creature("Golem", 2, 2, artifact=True, snow=True)),
    card("Path of Ancestry", printed("C17"), Land(), Enters(tap(SELF)), activated("{T}", add(COLORS, of=Types.COMMANDERS))),
    card("Channel", printed("LEA"), Cost("{G}{G}"), Sorcery(), Spell(this_turn(Rule.LIFE_FOR_MANA))),
    card("Piracy", printed("PCY"), Cost("{U}{U}"), Sorcery(), Spell(this_turn(Rule.TAPS_OTHERS, spend=Spend(spells=True)))),
    card("Upwelling", printed("SCG"), Cost("{3}{G}"), Enchantment(), rule(Rule.KEEP_ALL_MANA)),
]  # fmt: skip
