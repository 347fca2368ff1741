"""Filling boosters before the draft: layouts, sheets and weights of the product, or a list that is dealt out (905.1a)."""

from ecs_game.kernels import kernel
from ecs_game.pods.vocabulary import Place
from ecs_game.rng import draw
from systems.draft.cards import put_into

CHANCE = 0


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
def has_row(g, booster, row):
    """Whether a booster holds a card of this name."""
    for i in range(g.contents_count[booster]):
        if g.card[g.contents[booster, i]] == row:
            return True
    return False


@kernel
def deal_card(g, cat, left, sheet, booster):
    """A card of a sheet: of a limited one any that is left, else one whose name the booster lacks, as long as there is one."""
    first, count = int(cat.sheet[sheet].first), int(cat.sheet[sheet].count)
    if cat.sheet[sheet].limited:
        k = draw(g, CHANCE, int(left[sheet]))
        left[sheet] -= 1
        row = int(left[64 + first + k])
        left[64 + first + k] = left[64 + first + int(left[sheet])]
        return row
    row = int(cat.printed[first + draw(g, CHANCE, count)])
    while has_row(g, booster, row):
        row = int(cat.printed[first + draw(g, CHANCE, count)])
    return row


@kernel
def fill_boosters(g, cat, left):
    """Fill every booster; ``left``: room for how many cards of each sheet are left and which, (64 + entries,) int16."""
    for sheet in range(64):
        if cat.sheet[sheet].limited:
            left[sheet] = cat.sheet[sheet].count
            for i in range(cat.sheet[sheet].first, cat.sheet[sheet].first + cat.sheet[sheet].count):
                left[64 + i] = cat.printed[i]
    slot = int(g.slot_count)
    for booster in range(g.booster_count):
        layout = choose_layout(g, cat)
        for p in range(cat.layout[layout].first, cat.layout[layout].first + cat.layout[layout].count):
            for _ in range(cat.part[p].count):
                g.card[slot] = deal_card(g, cat, left, int(cat.part[p].sheet), booster)
                g.place[slot] = Place.BOOSTER
                put_into(g, cat, booster, slot)
                slot += 1
    g.slot_count = slot
