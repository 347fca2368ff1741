"""Copies of spells and abilities (CR 707.10): what an ability recalls of the one that triggered it, the copy on the stack, its new targets.

Of an ability its source and what it is about are recalled behind its targets, as targets of roles that nothing speaks of; its row is the number of the
one that recalls it.
"""

from ecs_game.actions import NUMBERS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Cast, Choice, Zone
from systems.game.choices import action_ref, answered, ask, offer, seat_action, take
from systems.game.objects import free_slot, overflow, stir
from systems.game.query import can_target
from systems.game.stack import add_target, stack_index

CR_107_3, CR_601_2C, CR_707_10 = cite("107.3"), cite("601.2c"), cite("707.10")
SOURCE, ABOUT = -1, -2  # roles
NOTHING = -2  # the generation of a reference to nothing
MADE, SETTLED = 1, 2  # registers: whether the copy is made, how many of its targets are settled


@kernel
def recall(g, log, f):
    """A triggered ability that is put on the stack keeps X, mode and targets of what triggered it: that may be gone when they are asked for (608.2h)."""
    i = stack_index(g, int(g.frame_object[f]))
    if i < 0:
        return
    g.frame_x[f] = g.stack_x[i]
    g.frame_mode[f] = g.stack_mode[i]
    for t in range(g.stack_first[i], g.stack_first[i] + g.stack_targets[i]):
        repeat_target(g, log, t)
        g.frame_targets[f] += 1
    if g.stack_source[i] != g.stack_slot[i]:
        g.frame_amount[f] = g.stack_ability[i]
        recall_reference(g, log, f, int(g.stack_source[i]), int(g.stack_generation[i]), SOURCE)
        recall_reference(g, log, f, int(g.stack_object[i]), int(g.stack_object_generation[i]), ABOUT)


@kernel
def recall_reference(g, log, f, ref, generation, role):
    """Keep a reference of an ability behind its targets."""
    add_target(g, log, max(ref, 0), role)
    g.target_generation[int(g.target_count) - 1] = generation if ref >= 0 else NOTHING
    g.frame_targets[f] += 1


@kernel
def own_targets(g, f):
    """How many targets what was recalled has."""
    n = int(g.frame_targets[f])
    return n - 2 if n >= 2 and g.target_role[int(g.frame_first[f]) + n - 1] == ABOUT else n


@kernel
def repeat_target(g, log, t):
    """One more target, the same as that noted at ``t``."""
    n = int(g.target_count)
    if n >= len(g.target):
        overflow(g, log)
        return
    g.target[n] = g.target[t]
    g.target_generation[n] = g.target_generation[t]
    g.target_role[n] = g.target_role[t]
    g.target_count = n + 1


@part("rules")
def copy_spell(g, cat, log, f) -> int:
    """Put a copy of the recalled spell or ability on the stack; then its controller may choose new targets for it (707.10, 707.10c). 0 while they are asked."""
    if not g.frame_register[f, MADE]:
        make_copy(g, cat, log, f)
    copy = stack_index(g, int(g.frame_chosen[f]))
    if copy < 0:  # the stack was full: the game has ended
        return 0
    while g.frame_register[f, SETTLED] < own_targets(g, f):
        i = int(g.frame_register[f, SETTLED])
        if not answered(g):
            offer_new(g, cat, log, f, copy, i)
            return 0
        choose_new(g, cat, log, f, copy, i, action_ref(g, take(g)))
        g.frame_register[f, SETTLED] += 1
    g.frame_register[f, MADE] = g.frame_register[f, SETTLED] = 0
    g.frame_step[f] += 1
    return 1


@kernel
def make_copy(g, cat, log, f):
    """The copy, with the recalled X, mode and targets; it is not cast or activated. It has the source of an ability that it copies (707.10b)."""
    seat, original = int(g.frame_seat[f]), int(g.frame_object[f])
    slot, i = free_slot(g, log, False), int(g.stack_count)
    if i >= len(g.stack_slot):
        overflow(g, log)
        return
    g.card[slot] = g.card[original]
    g.owner[slot] = seat
    g.zone[slot] = Zone.STACK
    g.stack_slot[i] = g.stack_source[i] = slot
    g.stack_ability[i] = cat.card[int(g.card[slot])].spell
    g.stack_generation[i] = g.generation[slot]
    g.stack_object[i] = -1
    g.stack_object_generation[i] = 0
    g.stack_amount[i] = Cast.COPY
    count = own_targets(g, f)
    ability = count < g.frame_targets[f]
    if ability:
        t = int(g.frame_first[f]) + count
        g.stack_ability[i] = g.frame_amount[f]
        g.stack_source[i] = g.target[t]
        g.stack_generation[i] = g.target_generation[t]
        g.stack_object[i] = g.target[t + 1] if g.target_generation[t + 1] != NOTHING else -1
        g.stack_object_generation[i] = g.target_generation[t + 1]
        g.stack_amount[i] = 0
    g.stack_controller[i] = seat
    g.stack_x[i] = g.frame_x[f]
    g.stack_mode[i] = g.frame_mode[f]
    g.stack_first[i] = g.target_count
    g.stack_targets[i] = count
    g.stack_count = i + 1
    for t in range(g.frame_first[f], g.frame_first[f] + count):
        repeat_target(g, log, t)
    g.frame_register[f, MADE] = 1
    g.frame_chosen[f] = slot
    g.frame_chosen_generation[f] = g.generation[slot]
    event(g, log, Logged.COPIED_ABILITY if ability else Logged.COPIED, slot, original, 0, seat, CR_707_10)
    stir(g)


@kernel
def target_row(g, cat, copy, i):
    """The target row of the copy's i-th target."""
    return int(cat.ability[int(g.stack_ability[copy])].target_first) + int(g.target_role[int(g.stack_first[copy]) + i])


@kernel
def legal_new(g, cat, log, copy, i, ref):
    """Whether something may become the copy's i-th target."""
    slot, source = int(g.stack_slot[copy]), int(g.stack_source[copy])
    kind = int(cat.target[target_row(g, cat, copy, i)].filter)
    return ref != slot and can_target(g, cat, log, kind, ref, int(g.stack_controller[copy]), source, int(g.stack_x[copy]))


@kernel
def was_target(g, f, i, ref):
    """Where the spell had a target of the same role, noted behind the first of its targets; -1 if it had not."""
    for k in range(own_targets(g, f)):
        t = int(g.frame_first[f]) + k
        if g.target[t] == ref and g.target_role[t] == g.target_role[int(g.frame_first[f]) + i]:
            return t
    return -1


@kernel
def offer_new(g, cat, log, f, copy, i):
    """Ask for the copy's i-th target: a legal one, or one that the spell has, legal or not; those of a role in ascending order, leaving enough for the rest."""
    first, role = int(g.stack_first[copy]), int(g.target_role[int(g.stack_first[copy]) + i])
    after, rest = -1, 0
    for k in range(own_targets(g, f)):
        if g.target_role[first + k] == role:
            if k < i:
                after = int(g.target[first + k])
            rest += k > i
    row = target_row(g, cat, copy, i)
    zone = int(cat.filter[int(cat.target[row].filter)].zone)
    low, high = (0, int(g.top_low)) if zone == Zone.BATTLEFIELD else (len(g.tapped), int(g.top_high))
    g.option_count = 0
    for slot in range(max(low, after + 1), high):
        if g.zone[slot] == zone and legal_new(g, cat, log, copy, i, slot) or was_target(g, f, i, slot) >= 0:
            offer(g, log, SLOT + slot)
    for seat in range(len(g.life)):
        if SEAT_REF + seat > after and (legal_new(g, cat, log, copy, i, SEAT_REF + seat) or was_target(g, f, i, SEAT_REF + seat) >= 0):
            offer(g, log, seat_action(g, seat))
    g.option_count -= rest
    ask(g, int(g.frame_seat[f]), Choice.TARGET, int(g.frame_chosen[f]), row)


@kernel
def choose_new(g, cat, log, f, copy, i, ref):
    """The copy's i-th target is this from now on; one that is illegal stays what it was."""
    t, was = int(g.stack_first[copy]) + i, was_target(g, f, i, ref)
    g.target[t] = ref
    if was < 0 or legal_new(g, cat, log, copy, i, ref):
        g.target_generation[t] = g.generation[ref] if ref < SEAT_REF else 0
    else:
        g.target_generation[t] = g.target_generation[was]
    event(g, log, Logged.TARGET, int(g.stack_slot[copy]), ref, int(g.target_role[t]), int(g.frame_seat[f]), CR_601_2C)


@kernel
def double_x(g, log, f):
    """Twice the X of the spell that triggered this, if it is still there, up to 255; its abilities that are on the stack or wait share it (107.3i)."""
    spell = int(g.frame_object[f])
    i = stack_index(g, spell)
    if i < 0 or g.stack_generation[i] != g.frame_object_generation[f] or g.stack_source[i] != spell:
        return
    x = 2 * int(g.stack_x[i])
    if x >= NUMBERS:
        g.clamped = 1
        x = NUMBERS - 1
    for k in range(g.stack_count):
        if g.stack_source[k] == spell:
            g.stack_x[k] = x
    for k in range(g.pending_count):
        if g.pending_source[k] == spell:
            g.pending_x[k] = x
    event(g, log, Logged.CHOSEN, spell, -1, x, int(g.frame_seat[f]), CR_107_3)
    stir(g)
