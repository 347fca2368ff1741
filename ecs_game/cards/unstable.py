"""Contraptions and what assembles them (Unstable)."""

from ecs_game.declare import (
    ANY_TARGET, ARTIFACT, ARTIFACT_OR_ENCHANTMENT, CONTRAPTION, CREATURE, CREATURE_CARDS_IN_ITS_CONTROLLERS_GRAVEYARD, PLAYER, PLAYER_OR_PLANESWALKER, ROLLED,
    SELF, SPELL, THAT, CHOSEN, X,
    Artifact, Color, Contraption, Cost, Creature, Instant, Sorcery, Spell,
    activated, add, advance_crank, assemble, becomes_copy, card, choose, count, counter, cranked, create, damage, damages_player, destroy, discard, enters, every,
    gain_life, gets, greatest_power, keywords, lose_life, one_of, printed_in, put_counters, reassemble, roll, rule, sacrifice, static, subtype, tap, target, token,
    untap,
)  # fmt: skip
from ecs_game.vocabulary import Choice, Keyword, Rule, Type

FLYING = Keyword.FLYING
ARTIFACT_TYPE = int(Type.ARTIFACT)
ROGUE = token("Rogue", Color("B"), Creature("Rogue", 2, 2), keywords(Keyword.MENACE))
GOBLIN = token("Goblin", Color("R"), Creature("Goblin", 1, 1))
GNOME = token("Gnome", Creature("Gnome", 1, 1, artifact=True))
CONSTRUCT = token("Construct", Creature("Construct", 0, 0, artifact=True))
IT_ASSEMBLES = assemble(itself=True)
TAKES_APART = choose(
    ARTIFACT.yours().others(), sacrifice(CHOSEN), put_counters(2, SELF), IT_ASSEMBLES, asks=Choice.SACRIFICE, optional=True
)

RIGGERS_AND_SPELLS = [
    card("Wrench-Rigger", Cost("{R}"), Creature("Goblin Rigger", 1, 1), enters(IT_ASSEMBLES)),
    card("Steamflogger Temp", Cost("{1}{R}"), Creature("Goblin Rigger", 2, 1), activated("{6}, {T}", IT_ASSEMBLES)),
    card(
        "Steamflogger Boss", Cost("{3}{R}"), Creature("Goblin Rigger", 3, 3),
        static(every(subtype("Rigger").yours().others()), 1, 0, keywords=int(Keyword.HASTE)), rule(Rule.DOUBLE_ASSEMBLY),
    ),
    card("Joyride Rigger", Cost("{3}{G}"), Creature("Goblin Rigger", 3, 3), enters(IT_ASSEMBLES)),
    card("Steady-Handed Mook", Cost("{2}{B}"), Creature("Human Rigger", 1, 1), keywords(Keyword.DEATHTOUCH), enters(IT_ASSEMBLES)),
    card("Riveting Rigger", Cost("{2}{W}"), Creature("Cyborg Rigger", 2, 2, artifact=True), enters(TAKES_APART)),
    card("Chipper Chopper", Cost("{3}{U}"), Creature("Cyborg Rigger", 1, 1, artifact=True), keywords(FLYING), enters(TAKES_APART)),
    card(
        "Aerial Toastmaster", Cost("{3}{W}"), Creature("Cyborg Rigger", 3, 2, artifact=True), keywords(FLYING),
        activated("{3}{W}", IT_ASSEMBLES, sacrifice=ARTIFACT.yours().others()),
    ),
    card("Overt Operative", Cost("{3}{B}"), Creature("Human Ninja Rigger", 2, 3), keywords(Keyword.MENACE), damages_player(IT_ASSEMBLES)),
    card("Work a Double", Cost("{2}{R}{R}"), Sorcery(), Spell(assemble(2))),
    card("Finders, Keepers", Cost("{5}{B}"), Sorcery(), Spell(destroy(target(CREATURE)), assemble())),
    card("Spell Suck", Cost("{2}{U}{U}"), Instant(), Spell(counter(target(SPELL)), assemble())),
    card("First Pick", Cost("{3}{G}"), Instant(), Spell(destroy(target(ARTIFACT_OR_ENCHANTMENT)), assemble())),
    card("Incite Insight", Cost("{X}{U}{U}"), Sorcery(), Spell(assemble(X))),
    card("Steamfloggery", Cost("{4}{R}{R}"), Instant(), Spell(roll(), assemble(ROLLED))),
    card("Cogmentor", Cost("{1}"), Creature("Gnome Rigger", 1, 1, artifact=True), keywords(FLYING), activated("{4}", reassemble(target(CONTRAPTION.yours())))),
    card("Clock of DOOOOOOOOOOOOM!", Cost("{4}"), Artifact(), activated("{4}, {T}", advance_crank())),
    card("Contraption Cannon", Cost("{4}"), Artifact(), activated("{2}", damage(count(CONTRAPTION.yours()), target(ANY_TARGET)), sacrifice=True)),
]  # fmt: skip

CONTRAPTIONS = [
    ("Boomflinger", roll(2), damage(ROLLED, target(PLAYER_OR_PLANESWALKER))),
    ("Buzz Buggy", gets(target(CREATURE), 2, 0, keywords=int(Keyword.TRAMPLE))),
    ("Applied Aeronautics", gets(target(CREATURE), 1, 0, keywords=int(FLYING), types=ARTIFACT_TYPE)),
    ("Duplication Device", choose(CREATURE, becomes_copy(target(CREATURE), types=ARTIFACT_TYPE))),
    (
        "Neural Network",
        gets(target(CREATURE.opponents().that(power_most=CREATURE_CARDS_IN_ITS_CONTROLLERS_GRAVEYARD)), control=True, keywords=int(Keyword.HASTE)),
        untap(THAT),
    ),
    ("Division Table", lose_life(2, target(PLAYER))),
    ("Dispatch Dispensary", create(1, ROGUE)),
    ("Dogsnail Engine", gain_life(greatest_power(CREATURE.yours()), target(PLAYER))),
    ("Gift Horse", roll(2), create(ROLLED, GOBLIN)),
    ("Gnomeball Machine", create(2, GNOME)),
    ("Goblin Slingshot", gets(every(CREATURE.yours()), 2, 0, keywords=int(Keyword.TRAMPLE))),
    ("Inflation Station", gets(target(CREATURE), 3, 3)),
    ("Insufferable Syphon", discard(1, target(PLAYER))),
    ("Mandatory Friendship Shackles", gets(target(CREATURE), -1, -1)),
    ("Quick-Stick Lick Trick", gets(target(CREATURE), 1, 1, keywords=int(Keyword.LIFELINK))),
    ("Rapid Prototyper", create(1, CONSTRUCT, size=count(ARTIFACT.yours()))),
    ("Sap Sucker", add("G", kept=True)),
    ("Sundering Fork", destroy(target(ARTIFACT))),
    ("Tread Mill", gets(target(CREATURE), 1, 2, keywords=int(Keyword.VIGILANCE), types=ARTIFACT_TYPE)),
    ("Turbo-Thwacking Auto-Hammer", gets(target(CREATURE), keywords=int(Keyword.DOUBLE_STRIKE))),
    ("Twiddlestick Charger", one_of(tap(target(CREATURE)), untap(THAT))),
    ("Widget Contraption", IT_ASSEMBLES),
    ("Hard Hat Area", roll(2), assemble(ROLLED, itself=True)),
    ("Arms Depot", put_counters(2, target(CREATURE))),
    ("Accessories to Murder", gets(target(CREATURE), count(CREATURE.yours()), 0)),
]  # fmt: skip

CARDS = printed_in("UST", RIGGERS_AND_SPELLS + [card(name, Contraption(), cranked(*effects)) for name, *effects in CONTRAPTIONS])
