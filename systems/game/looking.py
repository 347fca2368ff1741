"""Looking at the top cards of one's library, and taking one of them (CR 401.4, 701.20)."""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import chance
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Zone
from systems.game.choices import answered, ask, offer, take
from systems.game.operands import number
from systems.game.zones import TOP, move

CR_401_4 = cite("401.4")


@part("rules")
def look_instruction(g, cat, log, f) -> int:
    """The controller looks at the top cards of the library and puts one of them into the hand, the rest under the others in a random order; 0 while asked which."""
    ins = cat.instruction[int(g.frame_step[f])]
    seat = int(g.frame_seat[f])
    if answered(g):
        move(g, cat, log, take(g) - SLOT, int(Zone.HAND), seat, TOP, CR_401_4)
        under(g, seat, int(g.frame_register[f, 1]) - 1)
        event(g, log, Logged.UNDER, SEAT_REF + seat, -1, int(g.frame_register[f, 1]) - 1, seat, CR_401_4)
        g.frame_register[f, 1] = 0
        g.frame_step[f] += 1
        return 1
    n = min(int(number(g, cat, log, f, int(ins.n))), int(g.library_count[seat]))
    g.frame_register[f, 1] = n
    if n <= 0:
        g.frame_register[f, 1] = 0
        g.frame_step[f] += 1
        return 1
    g.option_count = 0
    for slot in range(len(g.tapped), g.top_high):
        if among_top(g, seat, slot, n):
            offer(g, log, SLOT + slot)
    ask(g, seat, Choice.CHOOSE, int(g.frame_source[f]), -1)
    return 0


@kernel
def among_top(g, seat, slot, n):
    """Whether a slot is among the top n of a library."""
    count = int(g.library_count[seat])
    for i in range(count - n, count):
        if g.library[seat, i] == slot:
            return True
    return False


@kernel
def under(g, seat, n):
    """The top n cards go under the library in a random order: cards change places over its slots, so that no slot tells which was which."""
    count = int(g.library_count[seat])
    turn_over(g, seat, 0, count)
    turn_over(g, seat, n, count)
    for i in range(n - 1, 0, -1):
        swap(g, seat, i, int(chance(g, i + 1)))


@kernel
def turn_over(g, seat, first, last):
    """The cards of a library from one place up to another in reverse."""
    while first < last - 1:
        last -= 1
        swap(g, seat, first, last)
        first += 1


@kernel
def swap(g, seat, a, b):
    """Two cards of a library change places."""
    one, other = int(g.library[seat, a]), int(g.library[seat, b])
    card = int(g.card[one])
    g.card[one] = g.card[other]
    g.card[other] = card
