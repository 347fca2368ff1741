"""Counters (CR 122): how they are put and removed, as effects (122.1, 614.16) and as costs (118.3), and how many there may be (704.5q, 704.5r).

Four kinds are columns; -0/-1 and globe counters, which few permanents ever have, are notes about the permanent.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Counter, Kind, Note, Rule, Trait
from systems.game.notes import add_note
from systems.game.objects import clamp, touch

CR_701_10E, CR_704_5R = cite("701.10e"), cite("704.5r")
MOST_DOUBLINGS = 15  # beyond that any number is clamped


@kernel
def doublings(g, cat, seat):
    """How many times what an effect creates or puts there for a seat is doubled (614.1a): each such replacement effect applies once (614.5)."""
    n = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == seat and g.traits[s] & Trait.RULES and cat.card[int(g.face[s])].rules & Rule.DOUBLING:
            n += 1
    return min(n, MOST_DOUBLINGS)


@part("rules")
def multiplied(g, cat, log, seat, n) -> int:
    """So many tokens or counters for a seat as replacement effects make of them."""
    return clamp(g, n << doublings(g, cat, seat))


@kernel
def put_counters(g, cat, log, slot, kind, n, rule):
    """An effect puts counters on a permanent (122.1, 614.16), be it as that enters (122.6)."""
    if n > 0:
        if g.rules & Rule.DOUBLING:
            n = int(multiplied(g, cat, log, int(g.controller[slot]), n))
        change(g, cat, log, slot, kind, n, rule)


@part("rules")
def change(g, cat, log, slot, kind, n, rule) -> None:
    """Put so many counters on a permanent, or remove them if ``n`` is below 0, whatever makes that so."""
    if kind >= Counter.TOUGHNESS:
        note_counters(g, log, slot, int(Note.COUNTERS if kind == Counter.TOUGHNESS else Note.GLOBES), n)
    else:
        g.counters[slot, kind] = clamp(g, int(g.counters[slot, kind]) + n)
    event(g, log, Logged.COUNTERS, slot, kind, n, int(g.controller[slot]), rule)
    if kind == Counter.PLUS or kind == Counter.MINUS or kind == Counter.TOUGHNESS:
        g.stale = 1
    touch(g)


@kernel
def note_counters(g, log, slot, note, n):
    """More counters of a kind that is noted on a permanent."""
    for i in range(g.note_count):
        if g.note_kind[i] == note and g.note_object[i] == slot:
            g.note_value[i] = clamp(g, int(g.note_value[i]) + n)
            return
    add_note(g, log, int(g.owner[slot]), -1, note, n, -1, slot)


@part("rules")
def double_counters(g, cat, log, slot) -> None:
    """As many counters of each kind are put on a permanent as there are on it (701.10e)."""
    for kind in range(len(g.counters[slot])):
        put_counters(g, cat, log, slot, kind, int(g.counters[slot, kind]), CR_701_10E)
    for i in range(g.note_count):
        if g.note_object[i] == slot and (g.note_kind[i] == Note.COUNTERS or g.note_kind[i] == Note.GLOBES):
            kind = int(Counter.TOUGHNESS if g.note_kind[i] == Note.COUNTERS else Counter.GLOBE)
            put_counters(g, cat, log, slot, kind, int(g.note_value[i]), CR_701_10E)


@kernel
def limit_counters(g, cat, log):
    """704.5r: of a permanent that can have only so many other counters, those beyond are removed."""
    for i in range(g.field_count):
        s = int(g.field[i])
        if not (g.traits[s] & Trait.RULES and cat.card[int(g.face[s])].rules & Rule.MOST_COUNTERS):
            continue
        c = cat.card[int(g.face[s])]
        for a in range(c.first, c.first + c.count):
            row = cat.ability[a]
            if row.kind == Kind.STATIC and cat.modifier[int(row.modifier)].rule == Rule.MOST_COUNTERS:
                beyond = int(g.counters[s, Counter.OTHER]) - int(cat.modifier[int(row.modifier)].number)
                if beyond > 0:
                    change(g, cat, log, s, int(Counter.OTHER), -beyond, CR_704_5R)
