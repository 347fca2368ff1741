"""Who knows which card lies where in hidden zones (CR 400.2, 401, 402, 701.20): what was shown, and what a seat put there or saw go there.

``known``: a bit a slot above the permanents' for each seat. A seat's own hand needs none. No rule asks; what plays for a seat does, so as not to forget
what its player would know. Of several cards that go somewhere in an order that others cannot follow, those others know nothing any more.
"""

from ecs_game.kernels import kernel


@kernel
def knows(g, seat, slot):
    """Whether a seat knows the card in a slot above the permanents' from what it was shown."""
    at = slot - len(g.tapped)
    return int(g.known[seat, at >> 3]) >> (at & 7) & 1 != 0


@kernel
def set_known(g, seat, slot, known):
    """Whether a seat knows the card in a slot: 1 or 0."""
    at = slot - len(g.tapped)
    g.known[seat, at >> 3] = int(g.known[seat, at >> 3]) & ~(1 << (at & 7)) | known << (at & 7)


@kernel
def show_all(g, slot):
    """Every seat knows the card in a slot."""
    for seat in range(len(g.life)):
        set_known(g, seat, slot, 1)


@kernel
def show_only(g, seat, slot):
    """One seat knows the card in a slot, the others do not."""
    for other in range(len(g.life)):
        set_known(g, other, slot, int(other == seat))


@kernel
def hide(g, pile, owner, first, last):
    """Nobody knows the cards at these places of a seat's pile."""
    for i in range(first, last):
        for seat in range(len(g.life)):
            set_known(g, seat, int(pile[owner, i]), 0)


@kernel
def hide_shuffled(g, owner):
    """A library was shuffled: nobody knows which card of it is where."""
    some = 0
    for seat in range(len(g.life)):
        for word in range(len(g.known[seat])):
            some |= int(g.known[seat, word])
    if some:
        hide(g, g.library, owner, 0, int(g.library_count[owner]))


@kernel
def trade_places(g, one, other):
    """Two cards change places between slots, with what is known of them."""
    for seat in range(len(g.life)):
        known = int(knows(g, seat, one))
        set_known(g, seat, one, int(knows(g, seat, other)))
        set_known(g, seat, other, known)


@kernel
def put_back(g, seat, slot):
    """A card went from a hand to the library: its owner knows it; the others cannot tell which it was, nor any more what is left in that hand."""
    show_only(g, seat, slot)
    for other in range(len(g.life)):
        for i in range(g.hand_count[seat] if other != seat else 0):
            set_known(g, other, int(g.hand[seat, i]), 0)
