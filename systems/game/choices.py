"""Choices: how a kernel stops for one, and how its answer comes back.

A kernel that needs a choice fills the options in ascending order, says who decides what, and returns; called again, it finds the answer.
"""

from ecs_game.actions import ABILITIES, COLORS, MODES, NAMES, NUMBERS, PASS, SLOT, YES
from ecs_game.kernels import kernel
from ecs_game.log import Logged, event
from ecs_game.rng import fold
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice
from systems.game.objects import overflow


@kernel
def ability_action(g, i):
    """Action of an ability, by its position on its card."""
    return SLOT + len(g.card) + i


@kernel
def seat_action(g, seat):
    """Action of a seat."""
    return SLOT + len(g.card) + ABILITIES + seat


@kernel
def number_action(g, n):
    """Action of a number from 0 to 255."""
    return SLOT + len(g.card) + ABILITIES + len(g.life) + n


@kernel
def color_action(g, color):
    """Action of a type of mana, WUBRGC."""
    return number_action(g, NUMBERS) + color


@kernel
def mode_action(g, mode):
    """Action of a mode, counted from 0."""
    return number_action(g, NUMBERS) + COLORS + mode


@kernel
def name_action(g, i):
    """Action of a name of the match, by its place among them in the order of the catalogue."""
    return mode_action(g, MODES) + i


@kernel
def type_action(g, i):
    """Action of a creature type of the match, by its place among them."""
    return name_action(g, NAMES) + i


@kernel
def action_ref(g, action):
    """Reference of a slot or seat action."""
    return action - SLOT if action < SLOT + len(g.card) else SEAT_REF + action - seat_action(g, 0)


@kernel
def answered(g):
    """Whether the choice that was open has its answer."""
    return g.answer >= 0


@kernel
def take(g):
    """The answer, once."""
    answer = int(g.answer)
    g.answer = -1
    return answer


@kernel
def offer(g, log, action):
    """One more legal action; callers offer in ascending order."""
    n = int(g.option_count)
    if n >= len(g.options):
        overflow(g, log)
        return
    g.options[n] = action
    g.option_count = n + 1


@kernel
def ask(g, seat, choice, about, other):
    """Stop until ``seat`` has chosen among the options."""
    g.decider = seat
    g.choice = choice
    g.about = about
    g.about_other = other


@kernel
def ask_yes_no(g, log, seat, choice, about):
    """Stop for no (or pass) or yes."""
    g.option_count = 0
    offer(g, log, PASS)
    offer(g, log, YES)
    ask(g, seat, choice, about, -1)


@kernel
def ask_number(g, log, seat, choice, about, other, least, most):
    """Stop for a number between two, both included."""
    g.option_count = 0
    for n in range(least, min(most, NUMBERS - 1) + 1):
        offer(g, log, number_action(g, n))
    ask(g, seat, choice, about, other)


@kernel
def ask_color(g, log, seat, mask, about):
    """Stop for one of the types of mana in a mask."""
    g.option_count = 0
    for color in range(COLORS):
        if mask >> color & 1:
            offer(g, log, color_action(g, color))
    ask(g, seat, Choice.COLOR, about, -1)


@kernel
def ask_mode(g, log, seat, count, about):
    """Stop for one of ``count`` modes."""
    g.option_count = 0
    for mode in range(min(count, MODES)):
        offer(g, log, mode_action(g, mode))
    ask(g, seat, Choice.MODE, about, -1)


@kernel
def place_among_options(g, action):
    """Which of the options an action is, from 0: a number that does not depend on how many slots a shape has.

    They are in ascending order; counting those before it costs less than a search whose end nothing predicts.
    """
    k = 0
    for i in range(g.option_count):
        k += 1 if g.options[i] < action else 0
    return k


@kernel
def choose(g, log, action):
    """Answer the open choice: history, counts, log."""
    seat = int(g.decider)
    if g.option_count > 1:
        g.history = fold(fold(int(g.history), seat), place_among_options(g, action))
        g.decisions += 1
        g.forced = 0
    else:
        g.forced += 1
    event(g, log, Logged.CHOICE, action - SLOT if SLOT <= action < SLOT + len(g.card) else -1, int(g.choice), action, seat, 0)
    g.answer = action
    g.decider = -1
