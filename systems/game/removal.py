"""Permanents that are destroyed or put into graveyards at the same time (CR 603.10a, 701.8, 704.3, 704.8)."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Counter, Event, Mark, Type, Zone
from systems.game.effects import destroy
from systems.game.events import post
from systems.game.zones import POSTED, TOP, move

CR_704_5F, CR_704_5G, CR_704_5H, CR_704_5I, CR_704_5J, CR_704_5K, CR_704_5M = (
    cite("704.5f"), cite("704.5g"), cite("704.5h"), cite("704.5i"), cite("704.5j"), cite("704.5k"), cite("704.5m"),
)  # fmt: skip
C4, CR_701_21 = cite("C4"), cite("701.21")
NOTHING, DIES, DESTROYED, GIVES_WAY, WORLD_ENDS = 0, 1, 2, 3, 4  # values of ``verdict``, by place in the battlefield's order


@part("rules")
def carry_out(g, cat, log, rule) -> None:
    """Do to every permanent what ``verdict`` says: leaves-the-battlefield events look back to before the first goes; by ``rule``, or the state-based one if 0."""
    n = int(g.field_count)
    for i in range(n):
        s = int(g.field[i])
        if g.verdict[i] == NOTHING or g.verdict[i] == DESTROYED and g.shields[s] and not g.marks[s] & Mark.NO_REGENERATION:
            continue
        if not cat.card[int(g.face[s])].contraption or not cat.card[int(g.card[s])].contraption:
            post(g, cat, log, int(Event.DIES), s, -1, 0)
        post(g, cat, log, int(Event.LEAVES), s, -1, 0)
    at = 0
    for i in range(n):
        s, fate = int(g.field[at]), int(g.verdict[i])
        if fate == DESTROYED:
            destroy(g, cat, log, s, POSTED, rule if rule else reason(g, cat, s, fate))
        elif fate != NOTHING:
            move(g, cat, log, s, int(Zone.GRAVEYARD), int(g.owner[s]), POSTED, rule if rule else reason(g, cat, s, fate))
        if fate == NOTHING or g.zone[s] == Zone.BATTLEFIELD and at < g.field_count and g.field[at] == s:
            at += 1


@kernel
def sacrifice(g, cat, log, slot, seat):
    """Put a permanent its controller sacrifices into its owner's graveyard (701.21)."""
    event(g, log, Logged.SACRIFICED, slot, -1, 0, seat, CR_701_21)
    move(g, cat, log, slot, int(Zone.GRAVEYARD), int(g.owner[slot]), TOP, CR_701_21)


@kernel
def reason(g, cat, s, fate):
    """The rule by which a state-based action does this to a permanent."""
    if fate == DESTROYED:
        return CR_704_5H if g.marks[s] & Mark.DEATHTOUCHED and g.damage[s] < g.toughness[s] else CR_704_5G
    if fate == GIVES_WAY:
        return CR_704_5J
    if fate == WORLD_ENDS:
        return CR_704_5K
    if g.types[s] & Type.CREATURE and g.toughness[s] <= 0:
        return CR_704_5F
    if g.types[s] & Type.PLANESWALKER and g.counters[s, Counter.LOYALTY] <= 0:
        return CR_704_5I
    return C4 if cat.card[int(g.face[s])].contraption else CR_704_5M
