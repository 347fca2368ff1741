"""Whether a cost in mana can be paid (CR 118.3, 601.2g).

*Payable*: some sequence of the seat's own mana abilities, each certain in what it makes, lets the whole cost be paid.
"""

from ecs_game.kernels import kernel
from systems.game.payments.costs import SYMBOLS, total
from systems.game.payments.helping import by_mana, helped
from systems.game.payments.supply import LACKS, PAYS, at_a_glance


@kernel
def payable(g, cat, log, need):
    """Whether a cost can be paid by the seat whose mana ``gather`` counted, with what helps (``helping``).

    What a glance decides is decided here, the rest in a part of its own.
    """
    if g.helping == 0 and g.lead < 0:
        enough = at_a_glance(g, need)
        if enough == PAYS or enough == LACKS and not g.sequenced or total(need) > g.supply_total + g.several_most:
            return enough == PAYS
    for i in range(SYMBOLS):
        g.trial[i] = need[i]
    return helped(g, cat, log) != 0 if g.helping else by_mana(g, cat, log) != 0


@kernel
def most_mana(g):
    """More mana than the seat whose mana was counted could spend, if nothing has to be put in order; else as much as X can be."""
    return 255 if g.sequenced else int(g.supply_total)


@kernel
def needs_permanents(cat, a):
    """Whether an ability costs a permanent or loyalty: so nothing is sacrificed for its mana, lest that be gone (``sparing``)."""
    row = cat.ability[a]
    return row.sacrifice >= 0 or row.sacrifice_self != 0 or row.loyal != 0
