"""Mana equal to a mana cost (CR 106.8–106.11)."""

from ecs_game.kernels import part
from ecs_game.tables import HYBRID_GENERIC
from ecs_game.vocabulary import COLORLESS
from systems.game.choices import answered, ask_color, color_action, take
from systems.game.mana.effects import add_directly, clear_combination
from systems.game.mana.replaced import lowest
from systems.game.operands import NUMBER, nth

ALL_TYPES = 63  # the six types of mana, as bits WUBRGC


@part("rules")
def mana_of_cost(g, cat, log, f) -> int:
    """Add mana equal to a permanent's mana cost; 0 while the seat is asked.

    Of each hybrid symbol a half that is chosen (106.8), of a Phyrexian one its colour (106.9), of generic and snow symbols colourless mana (106.10, 106.11),
    of X nothing (107.3g).
    """
    ins = cat.instruction[int(g.frame_step[f])]
    ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), 0)
    if ref < 0:
        g.frame_step[f] += 1
        return 1
    seat, c = int(g.frame_seat[f]), cat.card[int(g.face[ref])]
    if g.frame_register[f, NUMBER] == 0 and not answered(g):
        clear_combination(g, f)
    while g.frame_register[f, NUMBER] < c.hybrids:
        symbol = int(c.hybrid[int(g.frame_register[f, NUMBER])])
        halves = symbol & ALL_TYPES | (1 << COLORLESS if symbol & HYBRID_GENERIC else 0)
        half = lowest(halves)
        if halves & (halves - 1):
            if not answered(g):
                ask_color(g, log, seat, halves, int(g.frame_source[f]))
                return 0
            half = take(g) - color_action(g, 0)
        g.frame_need[f, half] += 2 if half == COLORLESS and symbol & HYBRID_GENERIC else 1
        g.frame_register[f, NUMBER] += 1
    for k in range(6):
        g.made[k] = int(g.frame_need[f, k]) + int(c.pips[k]) + (int(c.generic) + int(c.snow) if k == COLORLESS else 0)
    add_directly(g, cat, log, f, seat, 0, -1)
    g.frame_step[f] += 1
    return 1
