"""The production of mana: one event (CR 106.12, 605.3b), replaced by what it is tapped under (106.12b), then followed by what triggers on it (605.4a)."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite
from ecs_game.vocabulary import Amount, Event, Op, Rule
from systems.game.events import post
from systems.game.mana.pools import add_mana
from systems.game.mana.replaced import play_out
from systems.game.mana.triggers import answer_mana, count_extra, made_types
from systems.game.mana.types import how_much, own_types
from systems.game.query import amount

CR_106_4 = cite("106.4")


@kernel
def clear_made(g):
    """Nothing made yet."""
    for i in range(6):
        g.made[i] = 0
        g.extra[i] = 0
    g.loose = 0
    g.loose_types = 0
    g.hurt = 0


@kernel
def start(g, cat, log, seat, slot, a, color):
    """Fill ``made`` with what a mana ability says, its type being ``color``: before anything is replaced."""
    row = cat.ability[a]
    clear_made(g)
    g.hurt = row.hurts
    if row.mana_for or cat.amount[int(row.mana_amount)].kind == Amount.UNSPENT:
        return  # what another player may get, or what is unspent by then, is nothing to count on
    n = int(g.use_x) if row.x_counters or row.x_given else how_much(g, cat, log, int(row.mana_amount), seat, slot, color)
    add_each(g, own_types(g, cat, log, seat, slot, a) if row.each else 1 << color, n)
    if row.several:
        add_others(g, cat, log, seat, slot, int(row.first))


@kernel
def add_each(g, mask, n):
    """So much mana of each of some types."""
    for k in range(6):
        if mask >> k & 1:
            g.made[k] += n


@kernel
def add_others(g, cat, log, seat, slot, step):
    """What the instructions of a mana ability's program after the first that adds mana would add: each one type."""
    n = 0
    while cat.instruction[step].op != Op.END:
        if cat.instruction[step].op == Op.MANA:
            for color in range(6):
                if n > 0 and cat.instruction[step].a == 1 << color:
                    g.made[color] += amount(g, cat, log, int(cat.instruction[step].n), seat, slot, -1)
            n += 1
        step += 1


@kernel
def play_on(g, cat, log, seat, slot, a, applied, path):
    """Make of ``made`` what comes of it along a path of choices, and count what triggers on it; the next path, -1: that was the last."""
    row = cat.ability[a]
    following = -1
    g.radices = 0
    g.steps = 0
    if g.rules & Rule.MANA_REPLACED:
        following = int(play_out(g, cat, log, seat, slot, int(row.tap), applied, path))
    if int(g.watching) >> Event.TAPPED_FOR_MANA & 1 and slot < len(g.tapped):
        following = int(count_extra(g, cat, log, seat, slot, int(row.tap), path))
    return following


@part("rules")
def would_make(g, cat, log, seat, slot, a, color, path) -> int:
    """Fill ``made``, ``extra`` and ``loose`` with what a seat's mana ability would make if its type were ``color``, along a path; the next path or -1."""
    start(g, cat, log, seat, slot, a, color)
    return play_on(g, cat, log, seat, slot, a, 0, path)


@kernel
def made_any(g):
    """Whether anything is made or added."""
    n = int(g.loose)
    for k in range(6):
        n += int(g.made[k]) + int(g.extra[k])
    return n > 0


@kernel
def spending_of(g, cat, own, a):
    """What mana of an ability may be spent on; of another player's land what the effect that lets it be tapped says."""
    row = int(cat.ability[a].spending)
    return row if own or row >= 0 else int(g.pirated)


@part("rules")
def add_made(g, cat, log, seat, slot, a, to) -> None:
    """The mana in ``made`` is what a seat's mana ability of a permanent produces for a player; what triggers on it follows (605.3b, 605.4a)."""
    types = made_types(g)
    if types == 0:
        return
    for color in range(6):
        if g.made[color]:
            add_mana(
                g,
                cat,
                log,
                to,
                color,
                int(g.made[color]),
                0,
                slot,
                spending_of(g, cat, int(g.controller[slot]) == seat if slot < len(g.controller) else True, a),
                CR_106_4,
            )
    if int(g.watching) >> Event.TAPPED_FOR_MANA & 1 and slot < len(g.tapped):
        answer_mana(g, cat, log, seat, slot, int(cat.ability[a].tap), types)
    if cat.ability[a].tap:
        post(g, cat, log, int(Event.WAS_TAPPED_FOR_MANA), slot, seat, seat)
