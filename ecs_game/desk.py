"""What kernels write down while they work something out, and need no more afterwards: columns of the log's page (``log``).

A record's columns, unlike an array that is made, are neither allocated nor counted by reference. Nothing on the desk is state.
"""

from ecs_game.shapes import TABLE

EFFECTS = 30  # so many effects can be told apart in one event of mana
FOLLOWERS = 512  # so many triggered mana abilities
ASKERS, ASKED = 64, 3  # so many abilities that ask what lands could produce, and columns for each
USES, USE = 64, 32  # so many uses of mana abilities in one plan, and columns for each
LEVELS, SETS = 36, 256  # rows of a chain of uses, and how many sets of symbols there are

DESK = [
    ("kept", "i8"),  # whether what is listed stays on the desk: as long as nothing changes what replaces mana or triggers on it
    ("replacing", "i8"), ("following", "i8"), ("settled", "i8"),  # what is on the desk: how many effects and triggered mana abilities, plus 1; what lands could produce
    ("at", "i8", EFFECTS), ("rule", "i8", EFFECTS),
    ("follower", "i8", FOLLOWERS), ("follows", "i8", FOLLOWERS),
    ("effect", "i8", EFFECTS), ("modifier", "i8", EFFECTS), ("option", "i8", EFFECTS),
    ("askers", "i8", (ASKERS, ASKED)), ("held", "i8", TABLE.permanents), ("lands", "i8", (TABLE.seats, 2)),
    ("uses", "i8", (USES, USE)), ("gift", "i8", (USES, SETS)), ("chain", "i8", (LEVELS, SETS)), ("there", "i8", SETS), ("pool", "i8", SETS), ("path", "i8", LEVELS),
]  # fmt: skip
