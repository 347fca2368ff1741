"""Filling boosters before the draft: layouts, sheets and weights of the product, or a list that is dealt out (905.1a)."""

from ecs_game.kernels import kernel
from ecs_game.pods.tables import SHEETS
from ecs_game.pods.vocabulary import Place
from ecs_game.rng import draw

CHANCE = 0
FIRST_LEFT = SHEETS  # where the names that are left begin


@kernel
def choose_layout(g, cat):
    """A make of booster by its weight."""
    if cat.layouts == 1:
        return 0
    k = draw(g, CHANCE, int(cat.layout_weight))
    layout = 0
    while k >= cat.layout[layout].weight:
        k -= int(cat.layout[layout].weight)
        layout += 1
    return layout


@kernel
def dealt(g, size, row):
    """Whether a name is among the first ``size`` that the booster being made is given: they lie in ``options`` meanwhile."""
    for i in range(size):
        if g.options[i] == row:
            return True
    return False


@kernel
def next_name(g, cat, left, sheet, size):
    """A name from a sheet: of a limited one any that is left, else one that the booster lacks."""
    first, count = int(cat.sheet[sheet].first), int(cat.sheet[sheet].count)
    if cat.sheet[sheet].limited:
        last = int(left[sheet]) - 1
        k = FIRST_LEFT + first + draw(g, CHANCE, last + 1)
        row = int(left[k])
        left[k] = left[FIRST_LEFT + first + last]
        left[sheet] = last
        return row
    row = int(cat.printed[first + draw(g, CHANCE, count)])
    while dealt(g, size, row):
        row = int(cat.printed[first + draw(g, CHANCE, count)])
    return row


@kernel
def sort_in(g, size, row):
    """Put a name where it belongs among the sorted names of the booster being made."""
    k = size
    while k > 0 and g.options[k - 1] > row:
        g.options[k] = g.options[k - 1]
        k -= 1
    g.options[k] = row


@kernel
def fill_booster(g, cat, left, booster):
    """Choose a booster's names, and give it cards of these names in the order of the catalogue."""
    layout = choose_layout(g, cat)
    size = 0
    for p in range(cat.layout[layout].first, cat.layout[layout].first + cat.layout[layout].count):
        for _ in range(cat.part[p].count):
            sort_in(g, size, next_name(g, cat, left, int(cat.part[p].sheet), size))
            size += 1
    slot = int(g.slot_count)
    for i in range(size):
        g.card[slot + i] = g.options[i]
        g.place[slot + i] = Place.BOOSTER
        g.holder[slot + i] = booster
        g.contents[booster, i] = slot + i
    g.contents_count[booster] = size
    g.slot_count = slot + size


@kernel
def fill_boosters(g, cat, left):
    """Fill every booster; ``left``: room for how many cards of each sheet are left and which they are, (SHEETS + ENTRIES,) int16."""
    for sheet in range(FIRST_LEFT):
        if cat.sheet[sheet].limited:
            left[sheet] = cat.sheet[sheet].count
            for i in range(cat.sheet[sheet].first, cat.sheet[sheet].first + cat.sheet[sheet].count):
                left[FIRST_LEFT + i] = cat.printed[i]
    for booster in range(g.booster_count):
        fill_booster(g, cat, left, booster)
