"""Choices of a draft (905.2): what is on offer, in ascending order, and stopping for an answer."""

from ecs_game.kernels import kernel
from ecs_game.pods.actions import ABILITY, NAME, PASS, SEAT, YES
from ecs_game.pods.vocabulary import DraftSystem, Place

WORD = 32  # names a word of ``occurs``


@kernel
def overflow(g):
    """More than the record holds: the draft ends, and says so."""
    g.capacity = 1
    g.phase = DraftSystem.OVER


@kernel
def offer(g, action):
    """One more legal action; callers offer in ascending order."""
    n = int(g.option_count)
    g.options[n] = action
    g.option_count = n + 1


@kernel
def ask(g, seat, choice, about):
    """Stop until ``seat`` has chosen among the options."""
    g.decider = seat
    g.choice = choice
    g.about = about


@kernel
def ask_yes_no(g, seat, choice, about):
    """Stop for no or yes."""
    g.options[0], g.options[1] = PASS, YES
    g.option_count = 2
    ask(g, seat, choice, about)


@kernel
def offer_names(g, booster):
    """Every name in a booster, whose cards lie in the order of the catalogue."""
    n, last = int(g.option_count), -1
    for i in range(g.contents_count[booster]):
        row = int(g.rows[booster, i])
        g.options[n] = NAME + row
        n += 1 if row != last else 0
        last = row
    g.option_count = n


@kernel
def offer_ability(g, index):
    """Doing something besides taking a card (`DraftAction`)."""
    offer(g, ABILITY + index)


@kernel
def offer_seat(g, seat):
    """A seat."""
    offer(g, SEAT + seat)


@kernel
def offer_pool(g, cat, seat):
    """No, or every name that a seat has in its pile, in the order of the catalogue."""
    g.option_count = 0
    offer(g, PASS)
    words = (int(cat.names) + WORD - 1) // WORD
    for w in range(words):
        g.occurs[w] = 0
    for s in range(g.slot_count):
        if g.holder[s] == seat and g.place[s] == Place.PILE:
            row = int(g.card[s])
            g.occurs[row // WORD] |= 1 << row % WORD
    for w in range(words):
        bits = int(g.occurs[w])
        for k in range(WORD if bits else 0):
            if bits >> k & 1:
                offer(g, NAME + w * WORD + k)


@kernel
def insert(g, action):
    """One more legal action in its place among those there are, once."""
    n = int(g.option_count)
    k = n
    while k > 0 and g.options[k - 1] > action:
        k -= 1
    if k > 0 and g.options[k - 1] == action:
        return
    for i in range(n, k, -1):
        g.options[i] = g.options[i - 1]
    g.options[k] = action
    g.option_count = n + 1
