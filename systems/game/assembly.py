"""Contraptions: assembling, reassembling, and the sprockets of a new controller (C9, C13, UFAQ-6, UFAQ-13; 701.45 in the newest numbering)."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Choice, Rule, System, Trait, Zone
from systems.game.choices import answered, ask, number_action, offer, take
from systems.game.objects import clamp, pop, touch
from systems.game.query import has_subtype
from systems.game.zones import TOP, arrive, move
from systems.processors import processor

C13 = cite("C13")
YOU, ITSELF, REASSEMBLE = 0, 1, 2  # modes: who assembles, or what is done: choosing another sprocket, or one for a new controller
SPROCKETS = 3


@kernel
def doubled(g, cat, source, seat):
    """How many assemblies one becomes: each effect that doubles a Rigger's applies once (614.5, INF-C3). A Rigger that has left counts as it last was (113.7a)."""
    times = 1
    if g.rules & Rule.DOUBLE_ASSEMBLY and source < len(g.tapped) and g.controller[source] == seat and has_subtype(g, cat, source, int(cat.rigger)):
        for i in range(g.field_count):
            s = int(g.field[i])
            if g.controller[s] == seat and g.traits[s] & Trait.RULES and cat.card[int(g.face[s])].rules & Rule.DOUBLE_ASSEMBLY:
                times *= 2
    return times


@part("rules")
def assembly(g, cat, log) -> None:
    """Assemble one after the other, each on the sprocket its player chooses; with an empty Contraption deck nothing happens (C9)."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    if g.frame_mode[f] == REASSEMBLE:
        reassemble(g, log, f, seat)
        return
    if g.frame_step[f] == 0:
        g.frame_step[f] = 1
        if g.frame_mode[f] == ITSELF:
            g.frame_amount[f] = clamp(g, int(g.frame_amount[f]) * doubled(g, cat, int(g.frame_source[f]), seat))
    if answered(g):
        sprocket = take(g) - number_action(g, 0)
        n = int(g.deck_count[seat])
        new = move(g, cat, log, int(g.deck[seat, n - 1]), int(Zone.BATTLEFIELD), seat, TOP, C13)
        g.sprocket[new] = sprocket
        event(g, log, Logged.ASSEMBLE, new, -1, sprocket, seat, C13)
        g.frame_amount[f] -= 1
        arrive(g, cat, log, new, 0)
    if g.frame_amount[f] <= 0 or g.deck_count[seat] == 0:
        pop(g)
        return
    ask_sprocket(g, log, seat, int(g.deck[seat, int(g.deck_count[seat]) - 1]), 0)


Assembly = processor(System.ASSEMBLY, assembly)


@kernel
def ask_sprocket(g, log, seat, slot, but):
    """Ask on which of the seat's sprockets a Contraption goes, ``but`` left out."""
    g.option_count = 0
    for sprocket in range(1, SPROCKETS + 1):
        if sprocket != but:
            offer(g, log, number_action(g, sprocket))
    ask(g, seat, Choice.SPROCKET, slot, -1)


@kernel
def reassemble(g, log, f, seat):
    """Move a Contraption to another of its controller's sprockets, without leaving the battlefield (UFAQ-13)."""
    slot = int(g.frame_source[f])
    if not answered(g):
        ask_sprocket(g, log, seat, slot, int(g.sprocket[slot]))
        return
    g.sprocket[slot] = take(g) - number_action(g, 0)
    event(g, log, Logged.REASSEMBLE, slot, -1, int(g.sprocket[slot]), seat, C13)
    touch(g)
    pop(g)
