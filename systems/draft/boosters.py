"""Filling boosters before the draft: layouts, sheets and weights of the product, or a list that is dealt out (905.1a)."""

from ecs_game.kernels import kernel
from ecs_game.pods.tables import SHEETS
from ecs_game.pods.vocabulary import CHANCE, Place
from ecs_game.rng import draw


@kernel
def can_fill(cat, left, layout):
    """Whether enough is left of every limited sheet for a layout."""
    for p in range(cat.layout[layout].first, cat.layout[layout].first + cat.layout[layout].count):
        sheet = int(cat.part[p].sheet)
        if cat.sheet[sheet].limited:
            wanted = 0
            for q in range(cat.layout[layout].first, cat.layout[layout].first + cat.layout[layout].count):
                wanted += int(cat.part[q].count) if cat.part[q].sheet == sheet else 0
            if left.counts[sheet] < wanted:
                return False
    return True


@kernel
def choose_layout(g, cat, left):
    """A make of booster by its weight, among those that can be filled."""
    if cat.layouts == 1:
        return 0
    total = 0
    for layout in range(cat.layouts):
        total += int(cat.layout[layout].weight) if can_fill(cat, left, layout) else 0
    k = draw(g, CHANCE, total)
    for layout in range(cat.layouts):
        if can_fill(cat, left, layout):
            k -= int(cat.layout[layout].weight)
            if k < 0:
                return layout
    return 0


@kernel
def dealt(g, first, size, row):
    """Whether a name is among those from ``first`` on that a sheet has given to the booster being made: they lie in ``options`` meanwhile."""
    for i in range(first, size):
        if g.options[i] == row:
            return True
    return False


@kernel
def next_name(g, cat, left, sheet, begun, size):
    """A name from a sheet: of a limited one any that is left, of a distinct one a name that it has not given to this booster yet."""
    first, count = int(cat.sheet[sheet].first), int(cat.sheet[sheet].count)
    if cat.sheet[sheet].limited:
        last = int(left.counts[sheet]) - 1
        k = first + draw(g, CHANCE, last + 1)
        row = int(left.rows[k])
        left.rows[k] = left.rows[first + last]
        left.counts[sheet] = last
        return row
    row = int(cat.printed[first + draw(g, CHANCE, count)])
    while cat.sheet[sheet].distinct and dealt(g, begun, size, row):
        row = int(cat.printed[first + draw(g, CHANCE, count)])
    return row


@kernel
def rank(g, size, i):
    """Where the i-th name of the booster being made comes in the order of the catalogue. Names are random: counting is cheaper than a sort that branches on them."""
    row, found = int(g.options[i]), 0
    for k in range(size):
        found += 1 if g.options[k] < row else 0
    for k in range(i):
        found += 1 if g.options[k] == row else 0
    return found


@kernel
def fill_booster(g, cat, left, booster):
    """Choose a booster's names, and give it cards of these names in the order of the catalogue."""
    layout = choose_layout(g, cat, left)
    size = 0
    for p in range(cat.layout[layout].first, cat.layout[layout].first + cat.layout[layout].count):
        begun = size
        for _ in range(cat.part[p].count):
            g.options[size] = next_name(g, cat, left, int(cat.part[p].sheet), begun, size)
            size += 1
    slot = int(g.slot_count)
    for i in range(size):
        k = rank(g, size, i)
        g.card[slot + k] = g.options[i]
        g.rows[booster, k] = g.options[i]
        g.place[slot + i] = Place.BOOSTER
        g.holder[slot + i] = booster
        g.contents[booster, i] = slot + i
    g.contents_count[booster] = size
    g.slot_count = slot + size


@kernel
def fill_boosters(g, cat, left):
    """Fill every booster; ``left``: room for how many cards of each sheet are left and which they are, a record of dtype ``LEFT``."""
    for sheet in range(SHEETS):
        if cat.sheet[sheet].limited:
            left.counts[sheet] = cat.sheet[sheet].count
            for i in range(cat.sheet[sheet].first, cat.sheet[sheet].first + cat.sheet[sheet].count):
                left.rows[i] = cat.printed[i]
    for booster in range(g.booster_count):
        fill_booster(g, cat, left, booster)
