"""An instruction that adds mana (CR 106.4, 605.3b)."""

from ecs_game.kernels import kernel
from ecs_game.log import cite
from ecs_game.vocabulary import COLORLESS, Kind
from systems.game.choices import answered, ask_color, color_action, take
from systems.game.mana import add_made, add_mana, clear_made
from systems.game.notes import noted_colors
from systems.game.operands import NUMBER, PLANNED, number

CR_106_4 = cite("106.4")


@kernel
def mana_instruction(g, cat, log, f):
    """Add mana (106.4): of one type, of one that was planned or is asked for, or each mana asked for by itself."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat, source, a = int(g.frame_seat[f]), int(g.frame_source[f]), int(g.frame_ability[f])
    mask, n = int(ins.a), number(g, cat, log, f, int(ins.n))
    if ins.d:
        mask &= noted_colors(g, int(cat.ability[a].card), seat)
    if mask == 0:
        return 1  # of an undefined type none is produced (106.5)
    planned = int(g.frame_register[f, PLANNED]) - 1
    several = mask & (mask - 1) != 0
    if several and planned < 0:
        if ins.c and g.frame_register[f, NUMBER] == 0 and not answered(g):
            clear_combination(g, f)
        if not answered(g):
            ask_color(g, log, seat, mask, source)
            g.frame_step[f] -= 1
            return 0
        planned = take(g) - color_action(g, 0)
        if ins.c:
            add_mana_unit(g, f, planned)
            if g.frame_register[f, NUMBER] < n:
                g.frame_step[f] -= 1
                return 1
    color = planned if several else lowest(mask)
    if cat.ability[a].kind != Kind.MANA:
        add_mana(g, log, seat, color, n, int(ins.b), source, CR_106_4)
        return 1
    clear_made(g)
    if ins.c and several:
        for k in range(6):
            g.made[k] = g.frame_need[f, k]
    else:
        g.made[color] = n
    add_made(g, cat, log, seat, source, a)
    return 1


@kernel
def clear_combination(g, f):
    """No mana of a combination chosen yet."""
    for k in range(7):
        g.frame_need[f, k] = 0


@kernel
def add_mana_unit(g, f, color):
    """One more mana of a combination."""
    g.frame_need[f, color] += 1
    g.frame_register[f, NUMBER] += 1


@kernel
def lowest(mask):
    """Position of the only bit of a mask of mana types."""
    for color in range(6):
        if mask >> color & 1:
            return color
    return COLORLESS
