"""Putting triggered abilities on the stack (CR 603.3, 603.3b, 101.4, 405.3): in APNAP order, each player's own in the order they choose."""

from ecs_game.actions import ABILITIES, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Choice, Event, Progress, Step, System
from systems.game.casting import REVEAL, TARGETS
from systems.game.choices import ability_action, action_ref, answered, ask, offer, take
from systems.game.copies import recall
from systems.game.events import keep_pending, player_of
from systems.game.objects import push, stir
from systems.processors import processor

ANYTHING = -2


@kernel
def owed(g, seat):
    """How many abilities of a seat wait."""
    n = 0
    for i in range(g.pending_count):
        n += g.pending_controller[i] == seat
    return n


@kernel
def first_owed(g, seat):
    """The first waiting ability of a seat."""
    for i in range(g.pending_count):
        if g.pending_controller[i] == seat:
            return i
    return -1


@kernel
def about(g, cat, i):
    """The player that a waiting ability is about, -1: none."""
    return player_of(g, cat, int(g.pending_ability[i]), int(g.pending_object[i]), int(g.pending_amount[i]))


@kernel
def order_matters(g, cat, seat):
    """Whether the order of a seat's waiting abilities can make a difference: not if all are the same, from whatever source where that makes none, or do nothing but add."""
    first = first_owed(g, seat)
    a = int(g.pending_ability[first])
    additive = cat.ability[a].additive
    for i in range(first + 1, int(g.pending_count)):
        if g.pending_controller[i] == seat:
            b = int(g.pending_ability[i])
            alike = g.pending_source[i] == g.pending_source[first] and about(g, cat, i) == about(g, cat, first)
            alike = alike and (g.pending_object[i] == g.pending_object[first] or cat.ability[a].objectless)
            same = b == a and (alike or cat.ability[a].sourceless)
            if not same and not (additive and cat.ability[b].additive):
                return True
    return False


@kernel
def put(g, cat, log, i):
    """One waiting ability goes on: its targets are chosen by the casting system."""
    f = push(g, cat, log, int(System.CASTING), int(g.pending_controller[i]))
    g.frame_step[f] = REVEAL if cat.ability[int(g.pending_ability[i])].event == Event.MIRACLE else TARGETS
    g.frame_ability[f] = g.pending_ability[i]
    g.frame_source[f] = g.pending_source[i]
    g.frame_generation[f] = g.pending_generation[i]
    g.frame_x[f] = g.pending_x[i]
    g.frame_first[f] = g.target_count
    g.frame_object[f] = g.pending_object[i]
    g.frame_object_generation[f] = g.pending_object_generation[i]
    g.frame_amount[f] = g.pending_amount[i]
    if cat.ability[int(g.pending_ability[i])].recalls:
        recall(g, log, f)
    for k in range(i, g.pending_count - 1):
        keep_pending(g, k + 1, k)
    g.pending_count -= 1
    if g.step == Step.CLEANUP:
        g.began = Progress.PRIORITY_GIVEN
    g.passes = 0
    stir(g)


@part("rules")
def triggers(g, cat, log) -> None:
    """Put the next waiting ability on the stack; a seat with several whose order matters is asked which goes on first."""
    seat = int(g.active)
    while owed(g, seat) == 0:
        seat = (seat + 1) % len(g.life)
    if g.choice == Choice.ORDER and answered(g):
        action, slot = take(g), int(g.about)
        if slot < 0:
            chosen_source(g, cat, log, seat, action - SLOT)
        elif g.about_other < 0:
            chosen_ability(g, cat, log, seat, slot, action - ability_action(g, 0))
        else:
            put(g, cat, log, waiting(g, cat, seat, slot, int(g.about_other), action_ref(g, action)))
        return
    last = owed(g, seat) == 1
    if last and not g.ordering or not last and not order_matters(g, cat, seat):
        put(g, cat, log, first_owed(g, seat))
        return
    g.option_count = 0
    for slot in range(g.top_high):
        if source_waits(g, seat, slot):
            offer(g, log, SLOT + slot)
    if g.option_count == 1 and not last:
        chosen_source(g, cat, log, seat, int(g.options[0]) - SLOT)
        return
    g.ordering = 0 if last else 1  # the last of those that were put in order is a choice with one option
    ask(g, seat, Choice.ORDER, -1, -1)


Triggers = processor(System.TRIGGERS, triggers)


@kernel
def source_waits(g, seat, slot):
    """Whether a waiting ability of a seat has its source in a slot."""
    for i in range(g.pending_count):
        if g.pending_controller[i] == seat and g.pending_source[i] == slot:
            return True
    return False


@kernel
def waiting(g, cat, seat, slot, index, object):
    """The first waiting ability of a source by its place on the card and what triggered it (-2: anything); -1 if there is none."""
    for i in range(g.pending_count):
        about = object == ANYTHING or g.pending_object[i] == object
        if about and g.pending_controller[i] == seat and g.pending_source[i] == slot and cat.ability[int(g.pending_ability[i])].index == index:
            return i
    return -1


@kernel
def chosen_source(g, cat, log, seat, slot):
    """The source of the next ability is chosen; with several abilities waiting there, ask which."""
    g.option_count = 0
    for index in range(ABILITIES):
        if waiting(g, cat, seat, slot, index, ANYTHING) >= 0:
            offer(g, log, ability_action(g, index))
    if g.option_count == 1:
        chosen_ability(g, cat, log, seat, slot, int(g.options[0]) - ability_action(g, 0))
        return
    ask(g, seat, Choice.ORDER, slot, -1)


@kernel
def chosen_ability(g, cat, log, seat, slot, index):
    """The ability is chosen as well; if it has triggered on several objects, ask which of these comes first."""
    g.option_count = 0
    for object in range(g.top_high):
        if waiting(g, cat, seat, slot, index, object) >= 0:
            offer(g, log, SLOT + object)
    if g.option_count < 2:
        put(g, cat, log, waiting(g, cat, seat, slot, index, ANYTHING))
        return
    ask(g, seat, Choice.ORDER, slot, index)
