"""What is done about dice (Unstable)."""

from ecs_game.declare import (
    SELF,
    THAT_MANY,
    Artifact,
    Color,
    Cost,
    Creature,
    Enchantment,
    activated,
    card,
    create,
    draw,
    keywords,
    printed_in,
    put_counters,
    roll,
    rule,
    store_result,
    token,
    when,
    whenever,
    win,
)
from ecs_game.vocabulary import Condition, Counter, Event, Keyword, Rule

YOU = 1  # whose rolls trigger
SQUIRREL = token("Squirrel", Color("G"), Creature("Squirrel", 1, 1))

CARDS = printed_in("UST", [
    card("Krark's Other Thumb", Cost("{2}"), Artifact(legendary=True), rule(Rule.EXTRA_DIE, 1)),
    card("Wall of Fortune", Cost("{1}{U}"), Creature("Wall", 0, 4, artifact=True), keywords(Keyword.DEFENDER), rule(Rule.TAP_WALL_TO_REROLL, 1)),
    card("Snickering Squirrel", Cost("{B}"), Creature("Squirrel Advisor", 1, 1), rule(Rule.TAP_TO_RAISE_DIE)),
    card("Squirrel-Powered Scheme", Cost("{2}{B}"), Enchantment(), rule(Rule.RAISE_DICE, 2)),
    card(
        "Socketed Sprocketer", Cost("{U}"), Creature("Cyborg Knight", 1, 1, artifact=True),
        activated("{T}", store_result(False), roll(), store_result()), rule(Rule.STORED_RESULT), activated("", draw(1), stored=6),
    ),
    card("Chittering Doom", Cost("{3}{G}"), Enchantment(), whenever(Event.ROLLED, create(1, SQUIRREL), who=YOU, condition=Condition.ROLLED_AT_LEAST, number=4)),
    card(
        "As Luck Would Have It", Cost("{G}"), Enchantment(), keywords(Keyword.HEXPROOF),
        whenever(Event.ROLLED, put_counters(THAT_MANY, SELF, Counter.OTHER), when(Condition.COUNTERS_AT_LEAST, 100, win()), who=YOU),
    ),
])  # fmt: skip
