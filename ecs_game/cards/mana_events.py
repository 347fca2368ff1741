"""Cards whose triggers, spells and other abilities add mana without being mana abilities, or watch what is tapped (CR 106.3, 605.5)."""

from ecs_game.declare import (
    EACH_PLAYER,
    IT,
    LAND,
    NOTED,
    OPPONENT,
    PLAYER,
    SELF,
    SPELL,
    THAT,
    THAT_MANY,
    THAT_PLAYER,
    UNTAPPED_LANDS,
    VALUE_OF_TARGET,
    YOU,
    Artifact,
    Cost,
    Creature,
    Enchantment,
    Filter,
    Instant,
    Land,
    Spell,
    activated,
    add,
    aim,
    attacks,
    card,
    count_of_target,
    counter,
    create,
    damage,
    destroy,
    draw,
    every_of_that_player,
    gain_life,
    keywords,
    later,
    lose_mana,
    mark,
    may,
    printed,
    reveal_tops,
    roll,
    subtype,
    tap,
    target,
    token,
    when,
    whenever,
)  # fmt: skip
from ecs_game.vocabulary import COLORS, Condition, Event, Keyword, Mark, Type

ISLANDS = subtype("Island").yours()
SPIRIT = token("Spirit", Creature("Spirit", 1, 1))

CARDS = [
    card("City of Brass", printed("ARN"), Land(), whenever(Event.BECOMES_TAPPED, damage(1, YOU), about=1), activated("{T}", add(COLORS))),
    card("Lotus Cobra", printed("ZEN ZNR"), Cost("{1}{G}"), Creature("Snake", 2, 1), whenever(Event.ENTERS, add(COLORS), watch=LAND.yours())),
    card(
        "Carpet of Flowers", printed("USG"), Cost("{G}"), Enchantment(),
        whenever(
            Event.MAIN_PHASE, aim(target(OPPONENT)),
            when(Condition.TARGET_CONTROLS, ISLANDS, may(add(COLORS, count_of_target(ISLANDS)), mark(SELF, Mark.DONE))), who=1, condition=Condition.NOT_DONE,
        ),
    ),
    card(
        "Shizuko, Caller of Autumn", printed("BOK"), Cost("{1}{G}{G}"), Creature("Snake Shaman", 2, 3, legendary=True),
        whenever(Event.UPKEEP, add("G", 3, kept=True, to=THAT_PLAYER)),
    ),
    card(
        "Savage Ventmaw", printed("DTK"), Cost("{4}{R}{G}"), Creature("Dragon", 4, 4), keywords(Keyword.FLYING),
        attacks(add("R", 3, kept=True), add("G", 3, kept=True)),
    ),
    card("Power Surge", printed("LEA"), Cost("{R}{R}"), Enchantment(), whenever(Event.UPKEEP, damage(UNTAPPED_LANDS, THAT_PLAYER))),
    card(
        "Mad Science Fair Project", printed("UST"), Cost("{3}"), Artifact(),
        activated("{T}", aim(target(PLAYER)), roll(), when(Condition.REGISTER_AT_LEAST, 4, add(COLORS, to=THAT), add("C", to=THAT))),
    ),
    card(
        "Mana Drain", printed("LEG"), Cost("{U}{U}"), Instant(),
        Spell(later(Event.MAIN_PHASE, add("C", THAT_MANY), who=1, n=VALUE_OF_TARGET), counter(target(SPELL))),
    ),
    card("Dark Ritual", printed("LEA"), Cost("{B}"), Instant(), Spell(add("B", 3))),
    card("Mana Short", printed("LEA"), Cost("{2}{U}"), Instant(), Spell(aim(target(PLAYER)), tap(every_of_that_player(LAND)), lose_mana(THAT))),
    card(
        "Price of Glory", printed("ODY"), Cost("{2}{R}"), Enchantment(),
        whenever(Event.WAS_TAPPED_FOR_MANA, destroy(IT), watch=LAND, condition=Condition.NOT_THEIR_TURN),
    ),
    card(
        "Forbidden Orchard", printed("CHK"), Land(), activated("{T}", add(COLORS)),
        whenever(Event.WAS_TAPPED_FOR_MANA, aim(target(OPPONENT)), create(1, SPIRIT, for_target=True), about=1, who=1),
    ),
    card("Deranged Assistant", printed("ISD"), Cost("{1}{U}"), Creature("Human Wizard", 1, 1), activated("{T}", add("C"), mill=1)),
    card("Chromatic Sphere", printed("INV"), Cost("{1}"), Artifact(), activated("{1}, {T}", add(COLORS), draw(1), sacrifice=True)),
    card(
        "Selvala, Explorer Returned", printed("CNS"), Cost("{1}{G}{W}"), Creature("Elf Scout", 2, 4, legendary=True),
        activated("{T}", reveal_tops(Filter(not_types=int(Type.LAND))), add("G", NOTED), gain_life(NOTED), draw(1, EACH_PLAYER)),
    ),
]  # fmt: skip
