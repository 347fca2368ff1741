"""Cards that change, follow or ask what is tapped for mana."""

from ecs_game.declare import (
    CHOSEN,
    CONTROLLER_OF_IT,
    CREATURE,
    DEVOTION,
    IT,
    LAND,
    NOTED,
    PERMANENT,
    SELF,
    THAT,
    THAT_PLAYER,
    Artifact,
    Cost,
    Creature,
    Enchant,
    Enchantment,
    Enters,
    Filter,
    Instant,
    Land,
    Sorcery,
    Spell,
    activated,
    add,
    aim,
    card,
    choose,
    choose_color,
    choose_player,
    cumulative_upkeep,
    damage,
    draw,
    enters,
    every,
    exile,
    extort,
    for_this_turn,
    imprint,
    in_hand,
    keywords,
    look,
    mana_replaced,
    mark,
    may,
    printed,
    produce,
    sacrifice,
    static,
    subtype,
    tap,
    tapped_for_mana,
    target,
    this_turn,
    to_hand,
    whenever,
)  # fmt: skip
from ecs_game.vocabulary import COLORS, MANA, Choice, Condition, Event, Keyword, Mark, Rule, Super, Type, Types, Zone

ONE_PRODUCED = add(MANA, of=Types.PRODUCED)
YOUR_CREATURES = CREATURE.yours()
LEGENDARY = Filter(types=int(Type.CREATURE | Type.PLANESWALKER), supers=int(Super.LEGENDARY))
NONARTIFACT_NONLAND = Filter(not_types=int(Type.ARTIFACT | Type.LAND))
ENTERS_TAPPED = Enters(tap(SELF))

CARDS = [
    card("Mana Reflection", printed("SHM"), Cost("{4}{G}{G}"), Enchantment(), mana_replaced(times=2, you=True)),
    card(
        "Nyxbloom Ancient", printed("THB"), Cost("{4}{G}{G}{G}"), Creature("Elemental", 5, 5, enchantment=True), keywords(Keyword.TRAMPLE),
        mana_replaced(times=3, you=True),
    ),
    card(
        "Contamination", printed("USG"), Cost("{2}{B}"), Enchantment(),
        whenever(Event.UPKEEP, choose(YOUR_CREATURES, sacrifice(CHOSEN), asks=Choice.SACRIFICE, optional=True, otherwise=sacrifice(SELF)), who=1),
        mana_replaced(LAND, to="B", one=True),
    ),
    card("Ritual of Subdual", printed("ICE"), Cost("{4}{G}{G}"), Enchantment(), cumulative_upkeep("{2}"), mana_replaced(LAND, to="C")),
    card("Infernal Darkness", printed("ICE"), Cost("{2}{B}{B}"), Enchantment(), cumulative_upkeep("{B}", life=1), mana_replaced(LAND, to="B")),
    card("Pulse of Llanowar", printed("INV"), Cost("{3}{G}"), Enchantment(), mana_replaced(LAND.that(supers=int(Super.BASIC)).yours(), to=COLORS)),
    card("Naked Singularity", printed("ICE"), Cost("{5}"), Artifact(), cumulative_upkeep("{3}"), mana_replaced(by_type="RGWUB")),
    card("Reality Twist", printed("ICE"), Cost("{U}{U}{U}"), Enchantment(), cumulative_upkeep("{1}{U}{U}"), mana_replaced(by_type="R-GWB")),
    card("Mana Flare", printed("LEA"), Cost("{2}{R}"), Enchantment(), tapped_for_mana(add(MANA, of=Types.PRODUCED, to=THAT_PLAYER), watch=LAND)),
    card(
        "Utopia Sprawl", printed("DIS"), Cost("{G}"), Enchantment("Aura"), Enchant(subtype("Forest")), Enters(choose_color()),
        tapped_for_mana(add(COLORS, of=Types.CHOSEN, to=CONTROLLER_OF_IT), about=2),
    ),
    card(
        "Fertile Ground", printed("USG"), Cost("{1}{G}"), Enchantment("Aura"), Enchant(LAND), tapped_for_mana(add(COLORS, to=CONTROLLER_OF_IT), about=2),
    ),
    card(
        "Mirari's Wake", printed("JUD"), Cost("{3}{G}{W}"), Enchantment(), static(every(YOUR_CREATURES), 1, 1), tapped_for_mana(ONE_PRODUCED, watch=LAND, who=1),
    ),
    card(
        "Crypt Ghast", printed("GTC"), Cost("{3}{B}"), Creature("Spirit", 2, 2), extort("{W/B}"), tapped_for_mana(add("B"), watch=subtype("Swamp"), who=1),
    ),
    card(
        "Caged Sun", printed("NPH"), Cost("{6}"), Artifact(), Enters(choose_color()), static(every(YOUR_CREATURES.that(chosen_color=True)), 1, 1),
        tapped_for_mana(add(COLORS, of=Types.CHOSEN), watch=LAND, who=1, condition=Condition.MADE_CHOSEN_COLOR, any_cost=True),
    ),
    card(
        "Kinnan, Bonder Prodigy", printed("IKO"), Cost("{G}{U}"), Creature("Human Druid", 2, 2, legendary=True),
        tapped_for_mana(ONE_PRODUCED, watch=PERMANENT.that(not_types=int(Type.LAND)), who=1),
        activated("{5}{G}{U}", look(5, Filter(types=int(Type.CREATURE), not_subtype="Human"), Zone.BATTLEFIELD, optional=True)),
    ),
    card(
        "Overabundance", printed("INV"), Cost("{1}{R}{G}"), Enchantment(),
        tapped_for_mana(add(MANA, of=Types.PRODUCED, to=THAT_PLAYER), damage(1, THAT_PLAYER), watch=LAND),
    ),
    card("Reflecting Pool", printed("TMP"), Land(), activated("{T}", add(MANA, of=Types.YOUR_LANDS))),
    card("Exotic Orchard", printed("CON"), Land(), activated("{T}", add(COLORS, of=Types.OPPOSING_LANDS))),
    card("Fellwar Stone", printed("DRK"), Cost("{2}"), Artifact(), activated("{T}", add(COLORS, of=Types.OPPOSING_LANDS))),
    card("Harvester Druid", printed("JUD"), Cost("{1}{G}"), Creature("Human Druid", 1, 1), activated("{T}", add(COLORS, of=Types.YOUR_LANDS))),
    card("Star Compass", printed("PLS"), Cost("{2}"), Artifact(), ENTERS_TAPPED, activated("{T}", add(COLORS, of=Types.YOUR_BASICS))),
    card("Meteor Crater", printed("PLS"), Land(), activated("{T}", add(COLORS, of=Types.AMONG, among=PERMANENT.yours()))),
    card("Mox Amber", printed("DOM"), Cost("{0}"), Artifact(legendary=True), activated("{T}", add(COLORS, of=Types.AMONG, among=LEGENDARY.yours()))),
    card(
        "Bloom Tender", printed("EVE"), Cost("{1}{G}"), Creature("Elf Druid", 1, 1), activated("{T}", add(COLORS, each=True, of=Types.AMONG, among=PERMANENT.yours())),
    ),
    card("Nykthos, Shrine to Nyx", printed("THS"), Land(legendary=True), activated("{T}", add("C")), activated("{2}, {T}", add(COLORS, DEVOTION))),
    card(
        "Gruul Turf", printed("GPT"), Land(), ENTERS_TAPPED, enters(choose(LAND.yours(), to_hand(CHOSEN))), activated("{T}", add("RG", each=True)),
    ),
    card(
        "Quarum Trench Gnomes", printed("LEG"), Cost("{3}{R}"), Creature("Gnome", 1, 1),
        activated("{T}", aim(target(subtype("Plains"))), produce(lasting=True, instead_of="W", to="C")),
    ),
    card(
        "Hall of Gemstone", printed("MIR"), Cost("{1}{G}{G}"), Enchantment(world=True),
        whenever(Event.UPKEEP, choose_color(by=THAT_PLAYER), produce(LAND, NOTED, instead_of=COLORS, chosen=True)),
    ),
    card(
        "False Dawn", printed("APC"), Cost("{1}{W}"), Sorcery(),
        Spell(produce(instead_of=COLORS, to="W", you=True, always=True), this_turn(Rule.WHITE_AS_ANY), draw(1)),
    ),
    card(
        "Vorinclex, Voice of Hunger", printed("NPH"), Cost("{6}{G}{G}"), Creature("Phyrexian Praetor", 7, 6, legendary=True), keywords(Keyword.TRAMPLE),
        tapped_for_mana(ONE_PRODUCED, watch=LAND, who=1),
        whenever(Event.WAS_TAPPED_FOR_MANA, mark(IT, Mark.STAY_TAPPED, for_controller=True), watch=LAND, who=2),
    ),
    card("High Tide", printed("FEM"), Cost("{U}"), Instant(), Spell(for_this_turn(tapped_for_mana(add("U", to=THAT_PLAYER), watch=subtype("Island"))))),
    card(
        "Extraplanar Lens", printed("MRD"), Cost("{3}"), Artifact(), enters(aim(target(LAND.yours())), may(exile(THAT), imprint())),
        tapped_for_mana(add(MANA, of=Types.PRODUCED, to=CONTROLLER_OF_IT), watch=LAND.named_as_exiled()),
    ),
    card(
        "Chrome Mox", printed("MRD"), Cost("{0}"), Artifact(), enters(choose(in_hand(NONARTIFACT_NONLAND), exile(CHOSEN), imprint(), optional=True)),
        activated("{T}", add(COLORS, of=Types.EXILED)),
    ),
    card("Spectral Searchlight", printed("RAV CNS"), Cost("{3}"), Artifact(), activated("{T}", choose_player(), add(COLORS, to=CHOSEN))),
    card(
        "Valleymaker", printed("SHM"), Cost("{5}{R/G}"), Creature("Giant Shaman", 5, 5), activated("{T}", damage(3, target(CREATURE)), sacrifice=subtype("Mountain").yours()),
        activated("{T}", choose_player(), add("G", 3, to=CHOSEN), sacrifice=subtype("Forest").yours()),
    ),
    card(
        "Benthic Explorers", printed("ALL"), Cost("{3}{U}"), Creature("Merfolk Scout", 2, 4),
        activated("{T}", add(MANA, of=Types.THAT_LAND), untapping=LAND.opponents().that(tapped=1)),
    ),
    card("Squandered Resources", printed("VIS"), Cost("{B}{G}"), Enchantment(), activated("", add(MANA, of=Types.THAT_LAND), sacrifice=LAND.yours())),
    card("Skycloud Expanse", printed("ODY"), Land(), activated("{1}, {T}", add("WU", each=True))),
]  # fmt: skip
