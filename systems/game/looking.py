"""Looking at the top cards of one's library, taking one of them, and revealing them (CR 401.4, 701.20)."""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import chance
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Looking, Zone
from systems.game.choices import answered, ask, offer, take
from systems.game.effects import shuffle
from systems.game.instructions import move_one
from systems.game.knowledge import hide, show_all, show_only, trade_places
from systems.game.operands import NUMBER, number
from systems.game.query import mana_value, meets
from systems.game.seats import from_active
from systems.game.zones import BOTTOM, TOP, move

CR_401_4, CR_406_2, CR_701_20 = cite("401.4"), cite("406.2"), cite("701.20")


@part("rules")
def look_instruction(g, cat, log, f) -> int:
    """The controller looks at the top cards of the library, or reveals them, and may or must put one that matches into a zone; 0 while asked which.

    The rest goes under the others in a random order, or is shuffled into the library.
    """
    ins = cat.instruction[int(g.frame_step[f])]
    seat, how = int(g.frame_seat[f]), int(ins.b)
    if answered(g):
        action = take(g)
        left = int(g.frame_register[f, 1])
        if action != PASS:
            left -= 1
            move_one(g, cat, log, f, action - SLOT, int(ins.a), 1, 0, -1)
        put_rest(g, cat, log, seat, left, how)
    else:
        n = min(int(number(g, cat, log, f, int(ins.n))), int(g.library_count[seat]))
        if n > 0:
            g.frame_register[f, 1] = n
            offer_top(g, cat, log, f, n)
            return 0
        if how & Looking.SHUFFLED:
            shuffle(g, cat, log, seat)
    g.frame_register[f, 1] = 0
    g.frame_step[f] += 1
    return 1


@kernel
def offer_top(g, cat, log, f, n):
    """Ask for one of the top n cards that match."""
    ins = cat.instruction[int(g.frame_step[f])]
    seat, source, x, how = int(g.frame_seat[f]), int(g.frame_source[f]), int(g.frame_x[f]), int(ins.b)
    for i in range(1, n + 1 if how & Looking.REVEALED else 1):
        event(g, log, Logged.REVEALED, int(g.library[seat, int(g.library_count[seat]) - i]), -1, 0, seat, CR_701_20)
    for i in range(1, n + 1):
        slot = int(g.library[seat, int(g.library_count[seat]) - i])
        if how & Looking.REVEALED:
            show_all(g, slot)
        else:
            show_only(g, seat, slot)
    g.option_count = 0
    if how & Looking.OPTIONAL:
        offer(g, log, PASS)
    for slot in range(len(g.tapped), g.top_high):
        if among_top(g, seat, slot, n) and meets(g, cat, log, int(ins.arg), slot, seat, source, x):
            offer(g, log, SLOT + slot)
    ask(g, seat, Choice.CHOOSE, source, -1)


@kernel
def put_rest(g, cat, log, seat, n, how):
    """What was looked at and not taken."""
    if how & Looking.SHUFFLED:
        shuffle(g, cat, log, seat)
    else:
        under(g, seat, n)
        event(g, log, Logged.UNDER, SEAT_REF + seat, -1, n, seat, CR_401_4)


@kernel
def reveal_tops(g, cat, log, f):
    """Each player reveals the top card of their library, in APNAP order; how many of those match is noted."""
    row, n = int(cat.instruction[int(g.frame_step[f])].arg), 0
    for i in range(len(g.life)):
        seat = from_active(g, i)
        if not g.lost[seat] and g.library_count[seat]:
            slot = int(g.library[seat, int(g.library_count[seat]) - 1])
            show_all(g, slot)
            event(g, log, Logged.REVEALED, slot, -1, 0, seat, CR_701_20)
            n += meets(g, cat, log, row, slot, int(g.frame_seat[f]), int(g.frame_source[f]), 0)
    g.frame_register[f, NUMBER] = n


@part("rules")
def exile_until(g, cat, log, f) -> None:
    """Exile cards from the top of the library until one matches whose mana value is less than that of the spell that triggered this, as it last was (608.2h).

    It is the chosen object; the others go under the library in a random order, so that no slot tells which was which.
    """
    row, seat, spell = int(cat.instruction[int(g.frame_step[f])].arg), int(g.frame_seat[f]), int(g.frame_object[f])
    c = cat.card[int(g.card[spell])]
    value, exiled = int(c.value) + int(c.x) * int(g.frame_x[f]), 0
    g.frame_chosen[f] = -1
    while g.frame_chosen[f] < 0 and g.library_count[seat] > 0:
        slot = int(g.library[seat, int(g.library_count[seat]) - 1])
        fits = meets(g, cat, log, row, slot, seat, int(g.frame_source[f]), 0) != 0 and mana_value(g, cat, slot) < value
        slot = move(g, cat, log, slot, int(Zone.EXILE), seat, TOP, CR_406_2)
        if fits:
            g.frame_chosen[f] = slot
            g.frame_chosen_generation[f] = g.generation[slot]
        else:
            g.options[exiled] = slot
            exiled += 1
    for i in range(exiled):
        move(g, cat, log, int(g.options[i]), int(Zone.LIBRARY), seat, BOTTOM, CR_401_4)
    for i in range(exiled - 1, 0, -1):
        swap(g, seat, i, int(chance(g, i + 1)))
    if exiled > 1:
        hide(g, g.library, seat, 0, exiled)


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
    if n > 1:
        hide(g, g.library, seat, 0, n)


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
    trade_places(g, one, other)
