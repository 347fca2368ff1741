"""The rules: systems in the order of a tick.

``SCHEDULE`` is that order. Each row's kernel stands in a file of ``systems.game`` beside its ``esper.Processor``, which takes its priority from the
row; the fused loop ``systems.game.loop.tick`` calls the same kernels in the same order.
"""

from ecs_game.vocabulary import System
from systems.schedule import Row

SCHEDULE: tuple[Row, ...] = (
    Row(1, System.START, "choose who begins and which conspiracies are used, shuffle, draw opening hands, take mulligans", ("103", "905.4")),
    Row(2, System.CASTING, "go on with a spell being cast, an ability being activated or a trigger being put on the stack", ("601.2", "602.2", "603.3d")),
    Row(3, System.PAYMENT, "activate mana abilities and pay a cost in mana", ("118", "601.2g", "601.2h", "605.3")),
    Row(4, System.RESOLUTION, "go on with what resolves, instruction by instruction", ("608",)),
    Row(5, System.ENTERING, "apply what happens as a permanent enters the battlefield", ("614.1c", "614.12")),
    Row(6, System.ASSEMBLY, "assemble and reassemble Contraptions", ("C9", "C13", "701.45")),
    Row(7, System.CRANK, "move the CRANK! counter and crank", ("C14", "C15")),
    Row(8, System.ATTACKERS, "declare attackers", ("508", "802")),
    Row(9, System.BLOCKERS, "declare blockers", ("509", "802.4")),
    Row(10, System.DAMAGE, "assign and deal combat damage", ("510",)),
    Row(11, System.DISCARD, "choose and discard cards", ("514.1", "701.9")),
    Row(12, System.CHARACTERISTICS, "apply continuous effects in layers", ("604", "611", "613")),
    Row(13, System.STATE_BASED, "check state-based actions; who has lost leaves the game", ("704", "800.4", "C4")),
    Row(14, System.TRIGGERS, "put triggered abilities that wait on the stack, in APNAP order", ("101.4", "603.3b")),
    Row(15, System.PRIORITY, "give priority and carry out what the seat does; let the top of the stack resolve", ("116", "117")),
    Row(16, System.TURN, "begin a step with its turn-based actions, or end it", ("500", "703")),
)
