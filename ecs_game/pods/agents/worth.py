"""What a card is worth to a seat that drafts: its rating, less what it would cost to leave the colours that the seat leans to."""

from ecs_game.kernels import kernel
from ecs_game.pods.tables import LANE
from ecs_game.rng import draw

FIVE = 5
LANE_MASK = (1 << LANE) - 1
COMMITTED = 24  # a lean beyond which it makes no more difference; in points of rating


@kernel
def lean(g, seat, color):
    """How much a seat's cards ask for a colour: each counts 1 to 3, by its rating."""
    return int(g.leaning[seat]) >> LANE * color & LANE_MASK


@kernel
def second_lean(g, seat):
    """The lean to a seat's second colour, up to ``COMMITTED``: what a card of its two colours meets."""
    first = second = 0
    for color in range(FIVE):
        n = lean(g, seat, color)
        if n > first:
            first, second = n, first
        elif n > second:
            second = n
    return min(second, COMMITTED)


@kernel
def strain(g, cat, seat, row, second):
    """How far a card lies from a seat's colours: 0 for one of its two colours or none, ``second`` for one of a colour that it has no card of."""
    colors, color, most = int(cat.entry[row].colors), 0, 0
    while colors:
        if colors & 1:
            most = max(most, second - lean(g, seat, color))
        colors >>= 1
        color += 1
    return most


@kernel
def rating(cat, row):
    """What a card is worth to anybody."""
    return int(cat.entry[row].rating)


@kernel
def worth(g, cat, seat, row, second):
    """What a card is worth to a seat."""
    return rating(cat, row) - strain(g, cat, seat, row, second)


@kernel
def one_of(g, seat, equals):
    """Whether the last of so many equals is taken, by chance, so that each of them is as often: what is decided by no value, names must not decide."""
    return draw(g, 1 + seat, equals) == 0
