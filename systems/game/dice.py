"""Rolling dice (CR 706), and what may be done about a result: ignored, raised, rolled again, replaced by one that was stored."""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import chance
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Event, Rule
from systems.game.choices import action_ref, answered, ask, number_action, offer, take
from systems.game.conspiracies import NO_CARD, ruled
from systems.game.events import post
from systems.game.mana.tapping import tap
from systems.game.objects import clamp
from systems.game.query import has_subtype
from systems.game.seats import from_active

CR_706 = cite("706")
CHANGING = int(Rule.EXTRA_DIE | Rule.RAISE_DICE | Rule.TAP_WALL_TO_REROLL | Rule.TAP_TO_RAISE_DIE | Rule.STORED_RESULT)  # what is done about dice
RESULT, ASKED, HELPER = 0, 1, 2  # registers: the number that is noted, how many players have let the dice lie, what is used on one of them
FIRST = 2  # of ``frame_need``: for each die its result and what is open about it; then whether they are rolled
ROLLED = 6
MOST_STORED = 127
SETTLED, RAISABLE = 0, -1  # what is open about a die: nothing; what is added to it; above 0, the other roll of two, of which one counts


@part("rules")
def roll_dice(g, cat, log, f, dice, sides) -> int:
    """Roll one or two dice for the seat of a frame, and note the result or the difference of the two; 0 while a player is asked about them."""
    if not g.rules & CHANGING and not g.watching >> Event.ROLLED & 1:
        first = one_roll(g, log, f, sides)
        g.frame_register[f, RESULT] = first if dice == 1 else abs(first - one_roll(g, log, f, sides))
        return 1
    if not g.frame_need[f, ROLLED]:
        for die in range(dice):
            throw(g, cat, log, f, die, sides)
        g.frame_need[f, ROLLED] = 1
    while True:
        die = unsettled(g, f)
        if die >= 0:
            if not settle(g, cat, log, f, die):
                return 0
        elif not helped(g, cat, log, f, dice, sides):
            if g.decider >= 0:
                return 0
            break
    conclude_roll(g, cat, log, f, dice)
    return 1


@kernel
def one_roll(g, log, f, sides):
    """The roll of one die."""
    n = chance(g, sides) + 1
    event(g, log, Logged.ROLL, int(g.frame_source[f]), sides, n, int(g.frame_seat[f]), CR_706)
    return n


@kernel
def throw(g, cat, log, f, die, sides):
    """Roll a die, and another if one of the two results is to be ignored (706.5)."""
    g.frame_need[f, FIRST + 2 * die] = one_roll(g, log, f, sides)
    g.frame_need[f, FIRST + 2 * die + 1] = RAISABLE
    if ruled(g, cat, log, int(Rule.EXTRA_DIE), int(g.frame_seat[f]), NO_CARD, 0):
        g.frame_need[f, FIRST + 2 * die + 1] = one_roll(g, log, f, sides)


@kernel
def store(g, slot, n):
    """Store a result on a permanent, in place of what is stored there; 0 takes it off."""
    g.clamped |= n > MOST_STORED
    g.stored[slot] = min(n, MOST_STORED)


@kernel
def unsettled(g, f):
    """The first die about which something is open; -1 if there is none."""
    for die in range(2):
        if g.frame_need[f, FIRST + 2 * die + 1] != SETTLED:
            return die
    return -1


@kernel
def settle(g, cat, log, f, die):
    """Which of two rolls counts, then what is added to it. False while the roller is asked."""
    seat, at = int(g.frame_seat[f]), FIRST + 2 * die
    one, other = int(g.frame_need[f, at]), int(g.frame_need[f, at + 1])
    if other != RAISABLE and other != one:
        if not answered(g):
            g.option_count = 0
            offer(g, log, number_action(g, min(one, other)))
            offer(g, log, number_action(g, max(one, other)))
            ask(g, seat, Choice.RESULT, int(g.frame_source[f]), -1)
            return False
        one = take(g) - number_action(g, 0)
    g.frame_need[f, at] = clamp(g, one + ruled(g, cat, log, int(Rule.RAISE_DICE), seat, NO_CARD, 0))
    g.frame_need[f, at + 1] = SETTLED
    return True


@kernel
def helped(g, cat, log, f, dice, sides):
    """Let every player in turn order use what they have on a die of this roll; False while one is asked, and once all let the dice lie."""
    if answered(g):
        if g.choice == Choice.DIE:
            use(g, cat, log, f, int(g.frame_register[f, HELPER]), take(g) - number_action(g, 1), sides)
            return True
        action = take(g)
        if action == PASS:
            g.frame_register[f, ASKED] += 1
        elif dice == 1:
            use(g, cat, log, f, action_ref(g, action), 0, sides)
            return True
        else:
            g.frame_register[f, HELPER] = action_ref(g, action)
            g.option_count = 0
            for die in range(dice):
                offer(g, log, number_action(g, die + 1))
            ask(g, int(g.controller[action_ref(g, action)]), Choice.DIE, action_ref(g, action), -1)
            return False
    while g.frame_register[f, ASKED] < len(g.life):
        seat = from_active(g, int(g.frame_register[f, ASKED]))
        g.option_count = 0
        offer(g, log, PASS)
        for slot in range(g.top_low if g.lost[seat] == 0 else 0):
            if helps(g, cat, log, slot, seat, int(g.frame_seat[f])):
                offer(g, log, SLOT + slot)
        if g.option_count > 1:
            ask(g, seat, Choice.HELP, int(g.frame_source[f]), -1)
            return False
        g.frame_register[f, ASKED] += 1
    return False


@kernel
def helps(g, cat, log, slot, seat, roller):
    """Whether a seat can use a permanent on a die that ``roller`` rolled."""
    if not is_at(g, slot, seat):
        return False
    rules = int(cat.card[int(g.face[slot])].rules)
    if rules & Rule.STORED_RESULT and g.stored[slot] > 0 and seat == roller:
        return True
    if g.tapped[slot]:
        return False
    return (
        rules & Rule.TAP_TO_RAISE_DIE != 0
        or has_subtype(g, cat, slot, int(cat.wall))
        and ruled(g, cat, log, int(Rule.TAP_WALL_TO_REROLL), seat, NO_CARD, 0) > 0
    )


@kernel
def is_at(g, slot, seat):
    """Whether a slot holds a permanent of a seat."""
    for i in range(g.field_count):
        if g.field[i] == slot:
            return g.controller[slot] == seat
    return False


@kernel
def use(g, cat, log, f, slot, die, sides):
    """Use a permanent on a die: a stored result takes the place of the die's, else it is tapped to raise it by 1 or to have it rolled again. All are asked anew."""
    at = FIRST + 2 * die
    rules = int(cat.card[int(g.face[slot])].rules)
    g.frame_register[f, ASKED] = 0
    if rules & Rule.STORED_RESULT:
        g.frame_need[f, at] = g.stored[slot]
        g.stored[slot] = 0
        return
    tap(g, cat, log, slot, CR_706)
    if rules & Rule.TAP_TO_RAISE_DIE:
        g.frame_need[f, at] = clamp(g, int(g.frame_need[f, at]) + 1)
        return
    report(g, cat, log, f, die)
    throw(g, cat, log, f, die, sides)


@kernel
def report(g, cat, log, f, die):
    """A die was rolled: abilities see the result that it now has."""
    seat = int(g.frame_seat[f])
    post(g, cat, log, int(Event.ROLLED), SEAT_REF + seat, seat, int(g.frame_need[f, FIRST + 2 * die]))


@kernel
def conclude_roll(g, cat, log, f, dice):
    """Nobody does anything more about the dice: their results are noted and reported."""
    for die in range(dice):
        report(g, cat, log, f, die)
    first, second = int(g.frame_need[f, FIRST]), int(g.frame_need[f, FIRST + 2])
    g.frame_register[f, RESULT] = first if dice == 1 else abs(first - second)
    g.frame_register[f, ASKED] = g.frame_register[f, HELPER] = 0
    for i in range(FIRST, ROLLED + 1):
        g.frame_need[f, i] = 0
