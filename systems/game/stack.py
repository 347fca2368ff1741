"""The stack (CR 405, 608.2n, 115): what lies on it, its targets, how it leaves."""

from ecs_game.kernels import kernel
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Cast, Keyword
from systems.game.objects import overflow


@kernel
def add_target(g, log, ref, role):
    """Note a chosen target (601.2c)."""
    n = int(g.target_count)
    if n >= len(g.target):
        overflow(g, log)
        return
    g.target[n] = ref
    g.target_generation[n] = g.generation[ref] if ref < SEAT_REF else 0
    g.target_role[n] = role
    g.target_count = n + 1


@kernel
def stack_index(g, slot):
    """Place on the stack of the object in a slot; -1 if it is not there."""
    for i in range(g.stack_count - 1, -1, -1):
        if g.stack_slot[i] == slot:
            return i
    return -1


@kernel
def locked(g, cat):
    """Whether a spell with split second is on the stack: no spells are cast then, and no abilities activated but mana abilities (702.61b)."""
    for i in range(g.stack_count):
        slot = int(g.stack_slot[i])
        if g.stack_source[i] == slot and cat.card[int(g.card[slot])].keywords & Keyword.SPLIT_SECOND:
            return True
    return False


@kernel
def is_copy(g, slot):
    """Whether a spell on the stack is the copy of a spell or card (707.10, 707.12): of a spell, the stack's number holds how it was cast."""
    i = stack_index(g, slot)
    return i >= 0 and g.stack_source[i] == slot and int(g.stack_amount[i]) & Cast.COPY != 0


@kernel
def cast_as(g, slot):
    """How a spell on the stack was cast (`Cast`); 0 for what is no spell on it."""
    i = stack_index(g, slot)
    return int(g.stack_amount[i]) if i >= 0 and g.stack_source[i] == slot else 0


@kernel
def put_on_stack(g, log, f, slot):
    """The object that frame ``f`` has prepared becomes the topmost object on the stack (405.2)."""
    i = int(g.stack_count)
    if i >= len(g.stack_slot):
        overflow(g, log)
        return
    g.stack_slot[i] = slot
    g.stack_ability[i] = g.frame_ability[f]
    g.stack_source[i] = g.frame_source[f]
    g.stack_generation[i] = g.frame_generation[f]
    g.stack_controller[i] = g.frame_seat[f]
    g.stack_x[i] = g.frame_x[f]
    g.stack_mode[i] = g.frame_mode[f]
    g.stack_first[i] = g.frame_first[f]
    g.stack_targets[i] = g.frame_targets[f]
    g.stack_object[i] = g.frame_object[f]
    g.stack_object_generation[i] = g.frame_object_generation[f]
    g.stack_amount[i] = g.frame_amount[f]
    g.stack_count = i + 1


@kernel
def forget_targets(g, first, count):
    """Close the gap that the targets of an object leave, also before those of what is being cast or resolves."""
    if count == 0:
        return
    for i in range(first, g.target_count - count):
        g.target[i] = g.target[i + count]
        g.target_generation[i] = g.target_generation[i + count]
        g.target_role[i] = g.target_role[i + count]
    g.target_count -= count
    for i in range(g.stack_count):
        if g.stack_first[i] > first:
            g.stack_first[i] -= count
    for i in range(g.frame_count):
        if g.frame_first[i] > first:
            g.frame_first[i] -= count


@kernel
def take_off_stack(g, slot):
    """Remove an object's place on the stack; its slot is the caller's."""
    at = stack_index(g, slot)
    if at < 0:
        return
    first, count = int(g.stack_first[at]), int(g.stack_targets[at])
    for i in range(at, g.stack_count - 1):
        g.stack_slot[i] = g.stack_slot[i + 1]
        g.stack_ability[i] = g.stack_ability[i + 1]
        g.stack_source[i] = g.stack_source[i + 1]
        g.stack_generation[i] = g.stack_generation[i + 1]
        g.stack_controller[i] = g.stack_controller[i + 1]
        g.stack_x[i] = g.stack_x[i + 1]
        g.stack_mode[i] = g.stack_mode[i + 1]
        g.stack_first[i] = g.stack_first[i + 1]
        g.stack_targets[i] = g.stack_targets[i + 1]
        g.stack_object[i] = g.stack_object[i + 1]
        g.stack_object_generation[i] = g.stack_object_generation[i + 1]
        g.stack_amount[i] = g.stack_amount[i + 1]
    g.stack_count -= 1
    forget_targets(g, first, count)
