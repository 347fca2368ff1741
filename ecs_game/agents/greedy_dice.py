"""What the greedy agent does about dice: the roller wants results high, or far apart where their difference counts; everybody else wants them low."""

from ecs_game.actions import PASS
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Choice, Rule
from systems.game.choices import action_ref, number_action
from systems.game.dice import FIRST, HELPER

ENOUGH = 2  # what a use must gain, in halves: whole pips, so that a small chance is let go


@kernel
def two_dice(cat, g, f):
    """Whether a roll is of two dice."""
    return cat.instruction[int(g.frame_step[f])].a == 2


@kernel
def with_result(g, cat, f, die, n):
    """Twice the number that a roll comes to if a die shows ``n``."""
    if not two_dice(cat, g, f):
        return 2 * n
    return 2 * abs(n - int(g.frame_need[f, FIRST + 2 * (1 - die)]))


@kernel
def after_use(g, cat, f, slot, die):
    """Twice the number that a roll comes to, on average, if a permanent is used on a die."""
    n = int(g.frame_need[f, FIRST + 2 * die])
    rules = int(cat.card[int(g.face[slot])].rules)
    if rules & Rule.STORED_RESULT:
        return with_result(g, cat, f, die, int(g.stored[slot]))
    if rules & Rule.TAP_TO_RAISE_DIE:
        return with_result(g, cat, f, die, n + 1)
    sides, total = int(cat.instruction[int(g.frame_step[f])].b), 0
    for rolled in range(1, sides + 1):
        total += with_result(g, cat, f, die, rolled)
    return total // sides


@kernel
def gain(g, cat, f, slot, die, seat):
    """What a use on a die gains a seat."""
    more = after_use(g, cat, f, slot, die) - with_result(g, cat, f, die, int(g.frame_need[f, FIRST + 2 * die]))
    return more if seat == g.frame_seat[f] else -more


@kernel
def better_die(g, cat, f, slot, seat):
    """The die that a permanent is better used on."""
    return 1 if two_dice(cat, g, f) and gain(g, cat, f, slot, 1, seat) > gain(g, cat, f, slot, 0, seat) else 0


@part("greedy")
def choose_about_dice(g, cat, log, seat) -> int:
    """Which of two rolls counts; whether to use something on a die, and on which."""
    f = int(g.frame_count) - 1
    if g.choice == Choice.DIE:
        return number_action(g, 1 + better_die(g, cat, f, int(g.frame_register[f, HELPER]), seat))
    best, most = int(g.options[0]), ENOUGH - 1 if g.choice == Choice.HELP else -1
    for i in range(g.option_count):
        action = int(g.options[i])
        if action == PASS:
            continue
        if g.choice == Choice.HELP:
            slot = action_ref(g, action)
            value = gain(g, cat, f, slot, better_die(g, cat, f, slot, seat), seat)
        else:
            value = with_result(g, cat, f, open_die(g, f), action - number_action(g, 0))
        if value > most:
            best, most = action, value
    return best


@kernel
def open_die(g, f):
    """The die of which two results are to choose from."""
    return 0 if g.frame_need[f, FIRST + 1] > 0 else 1
