"""What the greedy agent does with conspiracies: it uses them all, names the card it has most of, and turns them face up in its first main phase."""

from ecs_game.actions import NAMES, PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Kind, Trait, Type
from systems.game.agendas import OPENING_HAND
from systems.game.choices import name_action, number_action
from systems.game.naming import LAST, next_name

FACE_UP_FIRST = 1 << 20
GOOD_LANDS = 3  # of an opening hand
REPLACEMENT = 24  # what a land is worth that a card of the hand is given up for


@kernel
def choose_several(g):
    """Everything that is on offer, one after the other."""
    return int(g.options[1]) if g.options[0] == PASS and g.option_count > 1 else int(g.options[0])


@kernel
def spoken_of(cat, card):
    """The card types of what a conspiracy's name is for, as bits; 0: any spell."""
    c = cat.card[card]
    for a in range(c.first, c.first + c.count):
        row = cat.ability[a]
        f = int(row.affects_filter) if row.kind == Kind.STATIC else int(row.watch)
        if f >= 0 and cat.filter[f].targets >= 0:
            f = int(cat.filter[f].targets)
        if f >= 0 and cat.filter[f].chosen_name:
            return int(cat.filter[f].types)
    return 0


@kernel
def name_of_active(g, cat, log, seat):
    """The name of an opponent's permanent with an activated ability that is no mana ability; the last option if there is none."""
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] != seat and g.traits[s] & Trait.ACTIVATED:
            name, k = int(next_name(g, cat, log, -1)), 0
            while name < cat.card[int(g.card[s])].name:
                name, k = int(next_name(g, cat, log, name)), k + 1
            if k < NAMES - 1 and not cat.card[int(g.card[s])].token:
                return name_action(g, k)
    return int(g.options[int(g.option_count) - 1])


@part("greedy")
def choose_name(g, cat, log, seat) -> int:
    """The name that most cards of the own library have, of the types that the conspiracy speaks of; for a permanent that of an opponent's with something to activate."""
    if g.about < len(g.face):
        return name_of_active(g, cat, log, seat)
    kinds = spoken_of(cat, int(g.card[int(g.about)]))
    best, most, i = int(g.options[0]), 0, 0
    name = next_name(g, cat, log, -1)
    while name < LAST and i < NAMES - 1:
        n = 0
        for k in range(g.library_count[seat]):
            c = cat.card[int(g.card[int(g.library[seat, k])])]
            n += c.name == name and not c.types & Type.LAND and (kinds == 0 or c.types & kinds != 0)
        if n > most and name_action(g, i) >= g.options[0]:
            best, most = name_action(g, i), n
        i += 1
        name = next_name(g, cat, log, name)
    return best


@kernel
def choose_number(g, cat, seat):
    """The mana value that most creature cards of the own library have."""
    best, most = int(g.options[0]), -1
    for i in range(g.option_count):
        n = 0
        for k in range(g.library_count[seat]):
            c = cat.card[int(g.card[int(g.library[seat, k])])]
            n += c.types & Type.CREATURE != 0 and c.value == int(g.options[i]) - number_action(g, 0)
        if n > most:
            best, most = int(g.options[i]), n
    return best


@kernel
def choose_hand(g, cat, seat):
    """The hand with the best number of lands."""
    best, least = int(g.options[0]), 1 << 10
    first = int(g.frame_x[int(g.frame_count) - 1])
    for h in range(g.option_count):
        low = 0 if h == 0 else first + OPENING_HAND * (h - 1)
        high = min(low + (first if h == 0 else OPENING_HAND), int(g.hand_count[seat]))
        lands = 0
        for i in range(low, high):
            lands += cat.card[int(g.card[int(g.hand[seat, i])])].types & Type.LAND != 0
        if high > low and abs(lands - GOOD_LANDS) < least:
            best, least = int(g.options[h]), abs(lands - GOOD_LANDS)
    return best


@kernel
def lands_on_offer(g, cat):
    """Whether a land could be played now."""
    for i in range(1, int(g.option_count)):
        slot = int(g.options[i]) - SLOT
        if slot >= len(g.types) and cat.card[int(g.card[slot])].types & Type.LAND:
            return True
    return False
