"""The conspiracies of Conspiracy (2014) and Take the Crown (2016) (CR 315): 13 and 12."""

from ecs_game.declare import (
    CREATURE,
    IT,
    LAND,
    SELF,
    SPELL,
    Color,
    Conspiracy,
    Creature,
    Filter,
    Triggered,
    activated,
    add,
    card,
    copy_spell,
    create,
    dies,
    draw,
    every,
    gets,
    grants,
    keywords,
    may,
    may_pay,
    printed_in,
    put_counters,
    rule,
    search,
    static,
    this_turn,
    token,
    whenever,
)
from ecs_game.vocabulary import COLORS, Condition, Event, Keyword, Rule, Super, Type

NAMED = Filter().named()
YOURS = CREATURE.yours().named()  # creatures you control with the chosen name
NAMED_SPELL = SPELL.named()
INSTANT_OR_SORCERY = SPELL.that(types=int(Type.INSTANT | Type.SORCERY))
CREATURE_SPELL = SPELL.that(types=int(Type.CREATURE))
ANY_MANA = activated("{T}", add(COLORS))

CONSTRUCT = token("Construct", Creature("Construct", 1, 1, artifact=True), keywords(Keyword.DEFENDER))
SOLDIER = token("Soldier", Color("W"), Creature("Soldier", 1, 2), keywords(Keyword.DEFENDER))
GOBLIN = token("Goblin", Color("R"), Creature("Goblin", 1, 1), keywords(Keyword.CANT_BLOCK))
ZOMBIE = token("Zombie", Color("B"), Creature("Zombie", 2, 2))


def begin_combat(cost: str) -> Triggered:
    """At the beginning of combat on your turn, you may pay; if you do, a +1/+1 counter on this."""
    return whenever(Event.BEGIN_COMBAT, may_pay(cost, put_counters(1, SELF)), who=1)


CNS = [
    card("Advantageous Proclamation", Conspiracy(), rule(Rule.SMALLER_DECK, 5)),
    card("Backup Plan", Conspiracy(), rule(Rule.EXTRA_HAND, 1)),
    card("Brago's Favor", Conspiracy(1), rule(Rule.CHEAPER, 1, NAMED_SPELL)),
    card("Double Stroke", Conspiracy(1), whenever(Event.CAST, may(copy_spell()), watch=INSTANT_OR_SORCERY.named(), who=1)),
    card("Immediate Action", Conspiracy(1), static(every(YOURS), keywords=int(Keyword.HASTE))),
    card("Iterative Analysis", Conspiracy(1), whenever(Event.CAST, may(draw(1)), watch=INSTANT_OR_SORCERY.named(), who=1)),
    card("Muzzio's Preparations", Conspiracy(1), rule(Rule.EXTRA_COUNTER, 1, YOURS)),
    card("Power Play", Conspiracy(), rule(Rule.STARTS, 1)),
    card("Secret Summoning", Conspiracy(1), whenever(Event.ENTERS, may(search(NAMED, 255)), watch=YOURS)),
    card("Secrets of Paradise", Conspiracy(1), grants(every(YOURS), ANY_MANA)),
    card("Sentinel Dispatch", Conspiracy(), whenever(Event.UPKEEP, create(1, CONSTRUCT), condition=Condition.FIRST_TURN)),
    card("Unexpected Potential", Conspiracy(1), rule(Rule.ANY_COLOR, 1, NAMED_SPELL)),
    card("Worldknit", Conspiracy(), grants(every(LAND.yours()), ANY_MANA, Condition.WHOLE_POOL)),
]

CN2 = [
    card("Adriana's Valor", Conspiracy(1), whenever(Event.ATTACKS, may_pay("{W}", gets(IT, keywords=int(Keyword.INDESTRUCTIBLE))), watch=YOURS)),
    card("Assemble the Rank and Vile", Conspiracy(1), grants(every(YOURS), dies(may_pay("{B}", create(1, ZOMBIE, tapped=True))))),
    card(
        "Echoing Boon", Conspiracy(1),
        whenever(Event.CAST, may(copy_spell()), watch=INSTANT_OR_SORCERY.that(targets=YOURS), who=1, condition=Condition.TARGETS),
    ),
    card("Emissary's Ploy", Conspiracy(), rule(Rule.CHOOSES_NUMBER, 1), rule(Rule.ANY_COLOR, 1, CREATURE_SPELL.that(chosen_value=True))),
    card("Hired Heist", Conspiracy(1), whenever(Event.COMBAT_DAMAGE_TO_PLAYER, may_pay("{U}", draw(1)), watch=YOURS)),
    card(
        "Hold the Perimeter", Conspiracy(),
        whenever(Event.UPKEEP, create(1, SOLDIER), who=1, condition=Condition.FIRST_UPKEEP),
        whenever(Event.UPKEEP, create(1, GOBLIN, for_that_player=True), who=2, condition=Condition.FIRST_UPKEEP),
    ),
    card("Hymn of the Wilds", Conspiracy(), rule(Rule.FIRST_CREATURE_CHEAPER, 1, CREATURE_SPELL), rule(Rule.CANT_CAST, 1, INSTANT_OR_SORCERY)),
    card("Incendiary Dissent", Conspiracy(1), grants(every(YOURS), activated("{R}", gets(SELF, 1)))),
    card("Natural Unity", Conspiracy(1), grants(every(YOURS), begin_combat("{G}"))),
    card(
        "Sovereign's Realm", Conspiracy(), rule(Rule.NO_BASICS, 1), rule(Rule.HAND_SIZE, 5), activated("", this_turn(Rule.OUTSIDE_BASICS), exile_hand=1),
        grants(every(LAND.yours().that(supers=int(Super.BASIC))), ANY_MANA),
    ),
    card("Summoner's Bond", Conspiracy(2), whenever(Event.CAST, may(search(CREATURE.that(chosen_name=2))), watch=CREATURE_SPELL.named(), who=1)),
    card("Weight Advantage", Conspiracy(), rule(Rule.DAMAGE_BY_TOUGHNESS, 1)),
]  # fmt: skip

CARDS = [*printed_in("CNS", CNS), *printed_in("CN2", CN2)]
