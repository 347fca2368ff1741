"""What an instruction applies to and the number it reads (CR 608.2c, 608.2h).

A frame's registers hold what the instructions noted: 0 a number, 3 a colour planned by a payment, plus one.
"""

from ecs_game.kernels import kernel, part
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Sel, Zone
from systems.game.events import player_of
from systems.game.objects import controller_of, is_here
from systems.game.query import amount, meets
from systems.game.seats import from_active

NUMBER, PLANNED = 0, 3
SKIP, STOP = -2, -1


@part("rules")
def nth(g, cat, log, f, sel, arg, i) -> int:
    """The i-th thing an instruction applies to: a slot or SEAT_REF + seat, players in APNAP order; SKIP to try the next, STOP after the last."""
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    if sel == Sel.TARGET:
        if i >= g.frame_targets[f]:
            return STOP
        k = int(g.frame_first[f]) + i
        ref = int(g.target[k])
        if (
            g.target_role[k] != arg
            or g.target_generation[k] < 0
            or ref < SEAT_REF
            and (g.generation[ref] != g.target_generation[k] or g.zone[ref] == Zone.NONE)
        ):
            return SKIP
        return ref
    if sel == Sel.ALL:
        if i < g.field_count:
            return int(g.field[i]) if meets(g, cat, log, arg, int(g.field[i]), seat, source, 0) else SKIP
        if cat.filter[arg].players == 1 and i < g.field_count + len(g.life):
            other = from_active(g, i - int(g.field_count))
            return SKIP if g.lost[other] else SEAT_REF + other
        return STOP
    if sel == Sel.ALL_OF_TARGET:
        if i >= g.field_count:
            return STOP
        ref = int(g.target[int(g.frame_first[f])])
        whose = ref - SEAT_REF if ref >= SEAT_REF else int(g.controller[ref])
        return int(g.field[i]) if meets(g, cat, log, arg, int(g.field[i]), whose, source, 0) else SKIP
    if sel == Sel.EACH_PLAYER or sel == Sel.OPPONENTS:
        if i >= len(g.life):
            return STOP
        other = from_active(g, i)
        return SKIP if sel == Sel.OPPONENTS and other == seat or g.lost[other] else SEAT_REF + other
    if sel == Sel.MADE_TOGETHER:
        if i >= g.top_low:
            return STOP
        first = int(g.frame_object[f])
        return i if g.zone[i] == Zone.BATTLEFIELD and g.chosen[i] == first and g.card[i] == g.card[first] else SKIP
    if i > 0:
        return STOP
    if sel == Sel.SELF:
        return source if is_here(g, source, int(g.frame_generation[f]), int(Zone.BATTLEFIELD)) else STOP
    if sel == Sel.OBJECT:
        ref = int(g.frame_object[f])
        if ref >= SEAT_REF:
            return STOP if g.lost[ref - SEAT_REF] else ref
        return ref if ref >= 0 and g.generation[ref] == g.frame_object_generation[f] and g.zone[ref] != Zone.NONE else STOP
    if sel == Sel.CHOSEN:
        ref = int(g.frame_chosen[f])
        if ref >= SEAT_REF:
            return STOP if g.lost[ref - SEAT_REF] else ref
        return ref if ref >= 0 and g.generation[ref] == g.frame_chosen_generation[f] and g.zone[ref] != Zone.NONE else STOP
    if sel == Sel.ATTACHED:
        return int(g.attached[source]) if g.attached[source] >= 0 else STOP
    if sel == Sel.YOU:
        return SEAT_REF + seat
    if sel == Sel.THAT_PLAYER:
        whose = player_of(g, cat, int(g.frame_ability[f]), int(g.frame_object[f]), int(g.frame_amount[f]))
        return STOP if whose < 0 or g.lost[whose] else SEAT_REF + whose
    if sel == Sel.OBJECT_CONTROLLER:
        whose = int(g.controller[int(g.frame_object[f])])
        return STOP if g.lost[whose] else SEAT_REF + whose
    if sel == Sel.TARGET_CONTROLLER:
        ref = int(g.target[int(g.frame_first[f])])
        whose = ref - SEAT_REF if ref >= SEAT_REF else int(g.controller[ref]) if ref < len(g.tapped) else controller_of(g, ref)
        return STOP if g.lost[whose] else SEAT_REF + whose
    return STOP


@kernel
def number(g, cat, log, f, n):
    """The value of an instruction's amount."""
    return amount(g, cat, log, n, int(g.frame_seat[f]), int(g.frame_source[f]), f) if n >= 0 else 0
