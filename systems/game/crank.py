"""Cranking (C14, C15, UFAQ-8, UFAQ-14): the CRANK! counter moves to the next sprocket, then any number of its Contraptions are cranked."""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Choice, Event, System, Trait, Zone
from systems.game.assembly import SPROCKETS
from systems.game.choices import answered, ask, offer, take
from systems.game.events import post
from systems.game.objects import pop
from systems.processors import processor

C14, C15 = cite("C14"), cite("C15")


@kernel
def controls_contraption(g, cat, seat):
    """Whether a seat controls any Contraption."""
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == seat and g.traits[s] & Trait.CONTRAPTION:
            return True
    return False


@kernel
def on_sprocket(g, slot, seat):
    """Whether a slot holds a Contraption of a seat on the sprocket with the CRANK! counter."""
    return g.zone[slot] == Zone.BATTLEFIELD and g.controller[slot] == seat and g.sprocket[slot] == g.crank[seat] and g.traits[slot] & Trait.CONTRAPTION != 0


@part("rules")
def crank(g, cat, log) -> None:
    """Move the counter, then ask for the Contraptions to crank, in slot order; those chosen are cranked together."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    if g.frame_step[f] == 0:
        g.frame_step[f] = 1
        g.crank[seat] = g.crank[seat] % SPROCKETS + 1
        event(g, log, Logged.CRANK_COUNTER, -1, -1, int(g.crank[seat]), seat, C14)
    if answered(g):
        action = take(g)
        if action == PASS:
            pop(g)
            return
        g.frame_object[f] = action - SLOT
        g.cranks += 1
        event(g, log, Logged.CRANKED, action - SLOT, -1, 0, seat, C15)
        post(g, cat, log, int(Event.CRANKED), action - SLOT, seat, 0)
    g.option_count = 0
    offer(g, log, PASS)
    for slot in range(int(g.frame_object[f]) + 1, g.top_low):
        if on_sprocket(g, slot, seat):
            offer(g, log, SLOT + slot)
    ask(g, seat, Choice.CRANK, -1, -1)


Crank = processor(System.CRANK, crank)
