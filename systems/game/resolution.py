"""Resolving spells and abilities (CR 608): one interpreter of effect programs, which stops at every choice.

A program belongs to a frame: what is resolving, for whom, with which X, targets and trigger. The frame's step is the instruction that comes next.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import PERMANENT_TYPES, Cast, Kind, Op, System, Zone
from systems.game.characteristics import characteristics
from systems.game.entering import HOW, TIMES, enter
from systems.game.events import player_of
from systems.game.face_down import enter_face_down
from systems.game.instructions import apply, process
from systems.game.mana.triggers import resolve_next
from systems.game.objects import clamp, pop, push, touch
from systems.game.operands import NUMBER, STOP, nth, number
from systems.game.prevention import DONE, PREVENTING, order_preventions
from systems.game.query import holds
from systems.game.questions import control_flow
from systems.game.stack import is_copy, stack_index, take_off_stack
from systems.game.targets import target_legal
from systems.game.zones import TOP, cease, move
from systems.processors import processor

CR_608_1, CR_608_2B, CR_608_2N, CR_704_5E = cite("608.1"), cite("608.2b"), cite("608.2n"), cite("704.5e")


@part("rules")
def begin_resolution(g, cat, log) -> None:
    """The topmost object of the stack begins to resolve (608.2a, 608.2b): if all its targets have become illegal, it does nothing."""
    top = int(g.stack_count) - 1
    slot, a, seat = int(g.stack_slot[top]), int(g.stack_ability[top]), int(g.stack_controller[top])
    first, targets = int(g.stack_first[top]), int(g.stack_targets[top])
    legal = 0
    g.that_player = player_of(g, cat, a, int(g.stack_object[top]), int(g.stack_amount[top]))
    own = targets if a < 0 or not cat.ability[a].recalls else 0  # others are those of the spell that it is about
    for i in range(first, first + own):
        if target_legal(g, cat, log, i, a, seat, int(g.stack_source[top]), int(g.stack_x[top])):
            legal += 1
        else:
            g.target_generation[i] = -1
    f = push(g, cat, log, int(System.RESOLUTION), seat)
    g.frame_stack[f] = slot
    g.frame_ability[f] = a
    g.frame_source[f] = g.stack_source[top]
    g.frame_generation[f] = g.stack_generation[top]
    g.frame_x[f] = g.stack_x[top]
    g.frame_mode[f] = g.stack_mode[top]
    g.frame_first[f] = first
    g.frame_targets[f] = targets
    g.frame_object[f] = g.stack_object[top]
    g.frame_object_generation[f] = g.stack_object_generation[top]
    g.frame_amount[f] = g.stack_amount[top]
    g.frame_register[f, NUMBER] = legal
    fizzles = own > 0 and legal == 0
    if (
        fizzles
        or a >= 0
        and not holds(g, cat, log, int(cat.ability[a].condition), int(cat.ability[a].condition_n), seat, int(g.frame_source[f]), f)
        and cat.ability[a].kind == Kind.TRIGGERED
    ):
        event(g, log, Logged.FIZZLE, slot, -1, 0, seat, CR_608_2B)
        conclude(g, cat, log, f, True)
        return
    event(g, log, Logged.RESOLVE, slot, -1, 0, seat, CR_608_1)
    g.frame_step[f] = cat.ability[a].first if a >= 0 else -1


@kernel
def conclude(g, cat, log, f, fizzled):
    """The last step: the frame is done, and the object leaves the stack (608.2n, 608.3)."""
    slot = int(g.frame_stack[f])
    if slot < 0:
        pop(g)
        if g.pending_count:
            resolve_next(g, cat, log)
        return
    seat, x, targets, first = int(g.frame_seat[f]), int(g.frame_x[f]), int(g.frame_targets[f]), int(g.frame_first[f])
    host = int(g.target[first]) if targets > 0 else -1
    how, number = int(g.frame_amount[f]), int(g.frame_mode[f])
    is_spell, copied = g.stack_source[stack_index(g, slot)] == slot, is_copy(g, slot)
    pop(g)
    if not is_spell:
        take_off_stack(g, slot)
        g.zone[slot] = Zone.NONE
        touch(g)
        return
    if copied:
        take_off_stack(g, slot)
        cease(g, log, slot, CR_704_5E)
        return
    card = int(g.card[slot])
    if fizzled or not cat.card[card].types & PERMANENT_TYPES:
        move(g, cat, log, slot, int(Zone.GRAVEYARD), int(g.owner[slot]), TOP, CR_608_2N)
        return
    if how & Cast.FACE_DOWN:
        enter_face_down(g, cat, log, slot, seat)
        return
    before = int(g.frame_count)
    enter(g, cat, log, slot, seat, x, host if cat.card[card].spell >= 0 else -1)
    if how and g.frame_count > before:
        g.frame_register[before, HOW] = how
        g.frame_register[before, TIMES] = number


@part("rules")
def resolve(g, cat, log) -> None:
    """Run the program of the top frame until it ends, stops for a choice, or waits for a frame above it."""
    f = int(g.frame_count) - 1
    while True:
        if g.stale:
            characteristics(g, cat, log)
        step = int(g.frame_step[f])
        op = int(cat.instruction[step].op) if step >= 0 else int(Op.END)
        if op == Op.END:
            conclude(g, cat, log, f, False)
            return
        if op >= Op.MAY:
            if not control_flow(g, cat, log, f, op):
                return
        elif op >= Op.ASSEMBLE:
            g.frame_step[f] += 1
            if not process(g, cat, log, f, op):
                return
        else:
            if op == Op.DAMAGE and g.rules & PREVENTING and not damage_settled(g, cat, log, f):
                return
            g.frame_step[f] += 1
            apply(g, cat, log, f, op)
        if int(g.frame_count) - 1 != f or g.decider >= 0:
            return


Resolution = processor(System.RESOLUTION, resolve)


@kernel
def damage_settled(g, cat, log, f):
    """Whether every player who is about to be dealt damage has settled in which order prevention effects apply to it (616.1)."""
    ins = cat.instruction[int(g.frame_step[f])]
    n = clamp(g, number(g, cat, log, f, int(ins.n)))
    i = 0
    while True:
        ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), i)
        i += 1
        if ref == STOP:
            g.frame_need[f, DONE] = 0
            return True
        if ref >= SEAT_REF and not order_preventions(g, cat, log, f, ref - SEAT_REF, n):
            return False
