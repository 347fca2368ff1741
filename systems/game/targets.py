"""Choosing targets and checking them (CR 115, 601.2c, 603.3d, 608.2b)."""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.tables import ANY_NUMBER, SEAT_REF, X_TARGETS
from ecs_game.vocabulary import Choice, Zone
from systems.game.choices import ask, offer, seat_action
from systems.game.query import can_target


@part("rules")
def has_target(g, cat, log, row, seat, source, x) -> int:
    """1 if as much as a target row needs may be chosen under its filter."""
    filtered, needed = int(cat.target[row].filter), least_targets(cat, row, x)
    if needed > 1:
        return 1 if available(g, cat, log, filtered, seat, source, x) >= needed else 0
    if cat.filter[filtered].zone == Zone.BATTLEFIELD:
        for i in range(g.field_count):
            if can_target(g, cat, log, filtered, int(g.field[i]), seat, source, x):
                return 1
    else:
        for slot in range(len(g.tapped), int(g.top_high)):
            if g.zone[slot] == cat.filter[filtered].zone and slot != source and can_target(g, cat, log, filtered, slot, seat, source, x):
                return 1
    if cat.filter[filtered].players:
        for other in range(len(g.life)):
            if can_target(g, cat, log, filtered, SEAT_REF + other, seat, source, x):
                return 1
    return 0


@part("rules")
def available(g, cat, log, filtered, seat, source, x) -> int:
    """How much may be chosen under a filter as targets of one row."""
    n = 0
    for slot in range(g.top_high + len(g.life)):
        ref = slot if slot < g.top_high else SEAT_REF + slot - int(g.top_high)
        if ref < SEAT_REF and (g.zone[ref] != cat.filter[filtered].zone or ref == source and g.zone[ref] != Zone.BATTLEFIELD):
            continue
        n += can_target(g, cat, log, filtered, ref, seat, source, x)
    return n


@kernel
def has_targets(g, cat, log, a, seat, source, x):
    """Whether every target that an ability row must have can be chosen; with modes, whether enough of them can."""
    row = cat.ability[a]
    if row.modes:
        return modes_left(g, cat, log, a, seat, source, x, 0) >= row.chooses
    return mode_open(g, cat, log, a, seat, source, x, 0)


@kernel
def mode_open(g, cat, log, a, seat, source, x, mode):
    """Whether the targets of one mode (from 1; 0: of what has none) can be chosen."""
    row = cat.ability[a]
    for t in range(row.target_first, row.target_first + row.target_count):
        if cat.target[t].mode == mode and least_targets(cat, t, x) > 0 and not has_target(g, cat, log, t, seat, source, x):
            return False
    return True


@kernel
def modes_left(g, cat, log, a, seat, source, x, after):
    """How many modes beyond one can be chosen (700.2a)."""
    n = 0
    for mode in range(after + 1, cat.ability[a].modes + 1):
        n += mode_open(g, cat, log, a, seat, source, x, mode)
    return n


@part("rules")
def offer_targets(g, cat, log, f, row, after, rest) -> None:
    """Ask for the next target of frame ``f`` under a target row: only what comes after the reference ``after`` and leaves ``rest`` more; -1: or to stop there."""
    seat, source, x = int(g.frame_seat[f]), int(g.frame_source[f]), int(g.frame_x[f])
    filtered = int(cat.target[row].filter)
    zone = int(cat.filter[filtered].zone)
    g.option_count = 0
    if rest < 0:
        offer(g, log, PASS)
    low, high = (0, int(g.top_low)) if zone == Zone.BATTLEFIELD else (len(g.tapped), int(g.top_high))
    for slot in range(low, high):
        if g.zone[slot] == zone and slot > after and slot != g.frame_stack[f] and can_target(g, cat, log, filtered, slot, seat, source, x):
            offer(g, log, SLOT + slot)
    if cat.filter[filtered].players:
        for other in range(len(g.life)):
            if SEAT_REF + other > after and can_target(g, cat, log, filtered, SEAT_REF + other, seat, source, x):
                offer(g, log, seat_action(g, other))
    g.option_count = max(int(g.option_count) - max(rest, 0), 0)
    ask(g, seat, Choice.TARGET, source, row)


@kernel
def target_legal(g, cat, log, i, a, seat, source, x):
    """Whether the target noted at ``i`` is still legal for an ability row (608.2b)."""
    ref = int(g.target[i])
    if ref < SEAT_REF and (g.generation[ref] != g.target_generation[i] or g.zone[ref] == Zone.NONE):
        return False
    row = int(cat.ability[a].target_first) + int(g.target_role[i])
    return can_target(g, cat, log, int(cat.target[row].filter), ref, seat, source, x)


@kernel
def most_targets(cat, row, x):
    """The most targets a row may have."""
    most = int(cat.target[row].most)
    return 1 << 14 if most == ANY_NUMBER else x if most == X_TARGETS else most


@kernel
def least_targets(cat, row, x):
    """The fewest targets a row may have."""
    least = int(cat.target[row].least)
    return x if least == X_TARGETS else least
