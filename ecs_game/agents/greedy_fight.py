"""What combat damage would do: one attacker with its blockers, or all of them, under a supposition."""

from ecs_game.agents.greedy_board import pain, power_if, sturdy, toughness_if, words_if, worth
from ecs_game.kernels import kernel, part
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Keyword, Mark
from systems.game.query import protected

FIRST = int(Keyword.FIRST_STRIKE) | int(Keyword.DOUBLE_STRIKE)
MINE, THEIRS = 0, 1  # places of ``supposed_hit``: damage to the seat itself, to its opponents
MOST_BLOCKERS = 60  # looked at for one attacker
GONE = -2  # what an attacker attacks whose planeswalker has left


@kernel
def strikes_in(words, phase):
    """Whether a creature deals damage in the first (0) or second (1) combat damage step (510.4)."""
    return words & FIRST != 0 if phase == 0 else words & Keyword.DOUBLE_STRIKE != 0 or words & FIRST == 0


@kernel
def harmless(g, seat):
    """Whether damage to a seat and its creatures is prevented this turn, in fact or by supposition."""
    return int(g.safe) >> seat & 1 == 1 or g.supposed_safe == seat


@kernel
def declaring(g):
    """Whether attackers or blockers are still being declared, so that mana may yet be spent on regeneration."""
    return g.choice == Choice.ATTACKER or g.choice == Choice.BLOCKER or g.choice == Choice.BLOCKED


@part("greedy")
def fight(g, cat, log, seat, attacker, extra, second) -> int:
    """What the creatures are worth to ``seat`` that die where an attacker meets its blockers, and ``extra`` and ``second`` (-1: none) with them.

    Damage that gets through to a player is added to ``supposed_hit``.
    """
    owner = int(g.controller[attacker])
    sign = 1 if owner == seat else -1
    words, power, left = words_if(g, attacker), power_if(g, attacker), toughness_if(g, attacker)
    pairs = int(g.pair_count)
    met = g.marks[attacker] & Mark.BLOCKED != 0
    alive = True
    value = spare = through = dead = 0
    for phase in range(2):
        hits = alive and strikes_in(words, phase)
        budget = spare + (power if hits else 0)
        dealt = standing = killed = 0
        deadly = False
        k = -1
        for i in range(pairs + 2):
            b = extra if i == pairs else second
            if i < pairs:
                b = int(g.blocker[i]) if g.blocked[i] == attacker else -1
            if b < 0 or k == MOST_BLOCKERS:
                continue
            k += 1
            if dead >> k & 1:
                continue
            met = True
            others = words_if(g, b)
            if strikes_in(others, phase) and not protected(g, cat, log, attacker, b) and not harmless(g, owner):
                dealt += power_if(g, b)
                if others & Keyword.DEATHTOUCH:
                    deadly = True
            need = toughness_if(g, b)
            if words & Keyword.DEATHTOUCH:
                need = min(need, 1)
            if hits and need <= budget:
                budget -= need
                if protected(g, cat, log, b, attacker) or harmless(g, int(g.controller[b])) or sturdy(g, cat, log, b, declaring(g)):
                    continue
                killed |= 1 << k
                value += worth(g, cat, log, b) if g.controller[b] != seat else -worth(g, cat, log, b)
            else:
                standing += 1
        if hits and not met:
            through += power
            budget = 0
        elif hits and words & Keyword.TRAMPLE and standing == 0:
            through += budget
            budget = 0
        if hits and words & Keyword.LIFELINK:
            value += sign * 3 * power
        spare = budget
        dead |= killed
        left -= dealt
        if alive and dealt > 0 and (left <= 0 or deadly) and not sturdy(g, cat, log, attacker, declaring(g)):
            alive = False
            value -= sign * worth(g, cat, log, attacker)
    count_hit(g, seat, sign, int(g.attacking[attacker]), through)
    return value


@kernel
def count_hit(g, seat, sign, ref, n):
    """Add damage that gets through to what it hits; planeswalkers are not looked at here."""
    if (ref >= SEAT_REF and harmless(g, ref - SEAT_REF)) or 0 <= ref < SEAT_REF or ref == GONE:
        return
    at = MINE if sign < 0 and (ref < 0 or ref == SEAT_REF + seat) else THEIRS
    g.supposed_hit[at] = min(int(g.supposed_hit[at]) + n, 30_000)


@part("greedy")
def outcome(g, cat, log, seat) -> int:
    """What the coming combat damage is worth to ``seat`` with the blocks declared and what is supposed."""
    g.supposed_hit[MINE] = 0
    g.supposed_hit[THEIRS] = 0
    value = others = 0
    for i in range(g.field_count):
        a = int(g.field[i])
        if g.attacking[a] != -1:
            attacked = int(g.attacking[a]) - SEAT_REF
            if attacked >= 0 and attacked != seat:
                others |= 1 << attacked
            else:
                value += fight(g, cat, log, seat, a, -1, -1)
    for other in range(len(g.life) if others else 0):
        if others >> other & 1:
            value += on_another(g, cat, log, seat, other)
    return value - pain(g, seat, int(g.supposed_hit[MINE]))


@kernel
def on_another(g, cat, log, seat, other):
    """What the attack on another player is worth to ``seat``."""
    g.supposed_hit[THEIRS] = 0
    value = 0
    for i in range(g.field_count):
        if g.attacking[int(g.field[i])] == SEAT_REF + other:
            value += fight(g, cat, log, seat, int(g.field[i]), -1, -1)
    return value + pain(g, other, int(g.supposed_hit[THEIRS]))
