"""Whether a cost can be paid (CR 118.3, 601.2g).

*Payable*: some sequence of the seat's own mana abilities, each certain in what it makes, lets the whole cost be paid.
"""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Rule
from systems.game.costs import price_ability, price_card, reduction
from systems.game.sequences import MOST_SACRIFICES, first_use
from systems.game.supply import covered


@kernel
def payable(g, cat, log, need):
    """Whether a cost can be paid by the seat whose mana ``gather`` counted."""
    if g.lead < 0 and covered(g, need):
        return True
    if not g.sequenced:
        return False
    for i in range(7):
        g.trial[i] = need[i]
    return first_use(g, cat, log, MOST_SACRIFICES, 0) >= 0


@kernel
def most_mana(g):
    """More mana than the seat whose mana was counted could spend, if nothing has to be put in order; else as much as X can be."""
    return 255 if g.sequenced else int(g.supply_total)


@kernel
def needs_permanents(cat, a):
    """Whether an ability costs a permanent or loyalty: so nothing is sacrificed for its mana, lest that be gone (``sparing``)."""
    row = cat.ability[a]
    return row.sacrifice >= 0 or row.sacrifice_self != 0 or row.loyal != 0


@part("rules")
def most_x(g, cat, log, card, a, seat, fixed) -> int:
    """The greatest X from 0 to 255 for which the cost of a card (``a`` < 0) or ability is payable with ``fixed`` more generic; -1 if none is.

    Where mana may be of any colour for some mana values only, a greater X may be payable where a smaller one is not.
    """
    x, best = 0, -1
    beyond = most_mana(g) + reduction(g, cat, log, seat, card, 0) if a < 0 and g.rules & Rule.ANY_COLOR else -1
    per = int(cat.card[card].x) if a < 0 else int(cat.ability[a].x)
    while True:
        if a < 0:
            price_card(g, cat, log, g.need, card, seat, x, fixed)
        else:
            price_ability(cat, g.need, a, x)
        if payable(g, cat, log, g.need):
            best = x
        elif x > beyond:
            return best
        if per == 0 or x == 255:
            return best
        x += 1
