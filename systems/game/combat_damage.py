"""Combat damage (CR 510): who deals it in this step, how it is divided, and that it is dealt all at once.

Since 2024 an attacker's damage is divided among its blockers as its controller likes, in no order (510.1c). What tramples over asks for lethal damage to
each of them, whoever assigns it (702.19b): a share is offered if those still to come can make the division legal (510.1e).
"""

from ecs_game.kernels import kernel, part
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Keyword, Mark, Step, System, Zone
from systems.game.choices import answered, ask_number, number_action, take
from systems.game.damage import answer_shields, deal_damage, lifelink
from systems.game.objects import pop, touch
from systems.game.prevention import PREVENTING, order_preventions, shields
from systems.game.seats import from_active
from systems.processors import processor

MOST = 255


@kernel
def strikes(g, slot):
    """Whether a creature deals combat damage in this step (510.4, 702.4, 702.7)."""
    words = int(g.keywords[slot])
    if g.step == Step.FIRST_STRIKE:
        return words & (int(Keyword.FIRST_STRIKE) | int(Keyword.DOUBLE_STRIKE)) != 0
    return not g.marks[slot] & Mark.STRUCK_FIRST or words & Keyword.DOUBLE_STRIKE != 0


@kernel
def assigns(g, slot):
    """How much combat damage a creature assigns: its power, or by an effect its toughness (510.1a)."""
    return int(g.toughness[slot]) if int(g.by_toughness) >> int(g.controller[slot]) & 1 else int(g.power[slot])


@kernel
def short_of_lethal(g, blocker):
    """What a blocker lacks of lethal damage, with what is marked on it and assigned to it (510.1c, 702.2c)."""
    n = int(g.toughness[blocker]) - int(g.damage[blocker])
    for k in range(g.pair_count):
        if g.blocker[k] == blocker and g.assigned[k] > 0:
            n -= int(g.assigned[k])
            if g.keywords[int(g.blocked[k])] & Keyword.DEATHTOUCH:
                return 0
    return max(n, 0)


@kernel
def sure_to_lack(g, blocker, i):
    """What a blocker still lacks of lethal damage if tramplers with a share for it after pair ``i`` give it all they have left; with deathtouch 1 is enough."""
    n = short_of_lethal(g, blocker)
    for k in range(i + 1, int(g.pair_count)):
        a = int(g.blocked[k])
        if g.blocker[k] == blocker and passes_on(g, a) > 0:
            if g.keywords[a] & Keyword.DEATHTOUCH:
                return 0
            n -= passes_on(g, a)
    return max(n, 0)


@kernel
def enough(g, i, n):
    """The part of ``n`` that is lethal to the blocker of pair ``i`` if it lacks that much: deathtouch makes 1 enough (702.2c, 702.19b)."""
    return min(n, 1) if g.keywords[int(g.blocked[i])] & Keyword.DEATHTOUCH else n


@kernel
def assigned_by(g, attacker, before):
    """Damage an attacker has assigned to its first blockers."""
    n = 0
    for i in range(before):
        if g.blocked[i] == attacker:
            n += int(g.assigned[i])
    return n


@kernel
def returned_by(g, blocker, before):
    """Damage a blocker has assigned to the first attackers it blocks."""
    n = 0
    for i in range(before):
        if g.blocker[i] == blocker:
            n += int(g.returned[i])
    return n


@kernel
def is_last(g, column, slot, i):
    """Whether no pair after ``i`` has a creature in this column."""
    for k in range(i + 1, int(g.pair_count)):
        if column[k] == slot:
            return False
    return True


@kernel
def is_first(g, column, i):
    """Whether no earlier pair has the same creature in this column."""
    for k in range(i):
        if column[k] == column[i]:
            return False
    return True


@kernel
def has_company(g, column, i):
    """Whether another pair has the same creature in this column: so that its damage is divided."""
    for k in range(g.pair_count):
        if k != i and column[k] == column[i]:
            return True
    return False


@part("rules")
def damage(g, cat, log) -> None:
    """Ask for every division, pair by pair, the last share included: those of attackers that do not trample, of those that do, of blockers; then deal it."""
    f = int(g.frame_count) - 1
    pairs = int(g.pair_count)
    if g.frame_step[f] == 0 and not answered(g):
        for i in range(pairs):
            g.assigned[i] = g.returned[i] = 0
    while g.frame_step[f] < 3 * pairs:
        i = int(g.frame_step[f]) % pairs
        attacking = g.frame_step[f] < 2 * pairs
        if answered(g):
            n = take(g) - number_action(g, 0)
            if g.frame_mode[f]:
                g.frame_mode[f] = 0
            elif attacking:
                g.assigned[i] = n
                if is_last(g, g.blocked, int(g.blocked[i]), i) and tramples(g, int(g.blocked[i])):
                    g.frame_mode[f] = 1
                    ask_rest(g, log, i)
                    return
            else:
                g.returned[i] = n
        elif attacking and tramples(g, int(g.blocked[i])) == (g.frame_step[f] >= pairs) and ask_attacker(g, log, i) or not attacking and ask_blocker(g, log, i):
            return
        g.frame_step[f] += 1
    if g.rules & PREVENTING and not prevention_settled(g, cat, log, f):
        return
    pop(g)
    deal(g, cat, log)


Damage = processor(System.DAMAGE, damage)


@kernel
def ask_attacker(g, log, i):
    """What the attacker of pair ``i`` assigns to its blocker; True if that is asked."""
    a, b = int(g.blocked[i]), int(g.blocker[i])
    if not strikes(g, a) or assigns(g, a) <= 0:
        return False
    rest = max(assigns(g, a) - assigned_by(g, a, i), 0)
    over = tramples(g, a)
    if not over and not has_company(g, g.blocked, i):
        g.assigned[i] = rest
        return False
    last = is_last(g, g.blocked, a, i)
    least = rest if last else 0
    if over:
        least = least_share(g, i, rest)
    if rest > MOST:
        g.assigned[i] = rest if least == rest else min(rest, max(least, enough(g, i, short_of_lethal(g, b))))
        return False
    ask_number(g, log, int(g.controller[a]), int(Choice.DAMAGE), b, a, least, rest)
    return True


@kernel
def tramples(g, attacker):
    """Whether an attacker may assign damage past its blockers (702.19b)."""
    return g.keywords[attacker] & Keyword.TRAMPLE != 0 and g.attacking[attacker] >= 0


@kernel
def ask_rest(g, log, i):
    """What the attacker of pair ``i`` assigns to what it attacks is the rest."""
    a = int(g.blocked[i])
    rest = assigns(g, a) - assigned_by(g, a, i + 1)
    ask_number(g, log, int(g.controller[a]), int(Choice.DAMAGE), int(g.attacking[a]), a, rest, rest)


@kernel
def least_share(g, i, rest):
    """The least that a trampler with ``rest`` left may assign to the blocker of pair ``i``; whatever is more is legal too."""
    if completable(g, i, 0):
        return 0
    n = min(enough(g, i, sure_to_lack(g, int(g.blocker[i]), i)), rest)
    return n if completable(g, i, n) else rest


@kernel
def completable(g, i, n):
    """Whether ``n`` for pair ``i`` leaves a legal division (510.1e): what an attacker with no share to come tramples over can get lethal damage.

    A blocker's pairs are next to each other, so at most that of pair ``i`` has shares to come, and attackers with one need not trample over.
    """
    g.assigned[i] = n
    legal = True
    for k in range(i + 1):
        a = int(g.blocked[k])
        if tramples(g, a) and passes_on(g, a) > 0 and is_last(g, g.blocked, a, i) and sure_to_lack(g, int(g.blocker[k]), i) > 0:
            legal = False
    g.assigned[i] = 0
    return legal


@kernel
def ask_blocker(g, log, i):
    """What the blocker of pair ``i`` assigns to the attacker; True if that is asked."""
    b = int(g.blocker[i])
    if not strikes(g, b) or assigns(g, b) <= 0:
        return False
    rest = max(assigns(g, b) - returned_by(g, b, i), 0)
    if rest > MOST or not has_company(g, g.blocker, i):
        g.returned[i] = rest
        return False
    ask_number(g, log, int(g.controller[b]), int(Choice.DAMAGE), int(g.blocked[i]), b, rest if is_last(g, g.blocker, b, i) else 0, rest)
    return True


@kernel
def passes_on(g, slot):
    """What an attacker deals to what it attacks: all if it is unblocked, what it has not assigned to blockers if it tramples (510.1c, 702.19)."""
    if g.attacking[slot] < 0 or not strikes(g, slot) or g.marks[slot] & Mark.BLOCKED and not g.keywords[slot] & Keyword.TRAMPLE:
        return 0
    return max(assigns(g, slot) - assigned_by(g, slot, int(g.pair_count)), 0)


@kernel
def prevention_settled(g, cat, log, f):
    """Whether each player has settled how prevention effects apply to the combat damage to them: in which order (616.1), or to whose (615.7)."""
    for k in range(len(g.life)):
        seat = from_active(g, k)
        n = sources = 0
        for i in range(g.field_count):
            if g.attacking[int(g.field[i])] == SEAT_REF + seat:
                n += passes_on(g, int(g.field[i]))
                sources += passes_on(g, int(g.field[i])) > 0
        if n > 0 and not order_preventions(g, cat, log, f, seat, n):
            return False
        most = shields(g, cat, seat)
        if sources > 1 and 0 < most < n <= MOST and not shared_out(g, log, f, seat, n, most):
            return False
    return True


@kernel
def shared_out(g, log, f, seat, n, most):
    """Whether a seat has chosen how much of each attacker's damage its shields prevent, ``most`` of ``n`` in all, in slot order (615.7)."""
    if answered(g):
        g.spared[int(g.about)] = take(g) - number_action(g, 0)
    for slot in range(g.top_low):
        if g.zone[slot] == Zone.BATTLEFIELD and g.attacking[slot] == SEAT_REF + seat and passes_on(g, slot) > 0:
            share = passes_on(g, slot)
            n -= share
            if g.spared[slot] < 0:
                ask_number(g, log, seat, int(Choice.CHOOSE), slot, -1, max(most - n, 0), min(share, most))
                return False
            most -= int(g.spared[slot])
    return True


@kernel
def deal(g, cat, log):
    """510.2: all combat damage is dealt at once; nothing that happens on the way changes what is dealt."""
    for i in range(g.field_count):
        s = int(g.field[i])
        g.verdict[i] = 0
        if g.attacking[s] != -1 and strikes(g, s):
            g.verdict[i] = 1
    for i in range(g.field_count):
        if g.verdict[i]:
            strike(g, cat, log, int(g.field[i]))
    for i in range(g.pair_count):
        if is_first(g, g.blocker, i):
            strike_back(g, cat, log, int(g.blocker[i]))
    if g.step == Step.FIRST_STRIKE:
        for i in range(g.field_count):
            s = int(g.field[i])
            if (g.attacking[s] != -1 or blocks(g, s)) and strikes(g, s):
                g.marks[s] |= Mark.STRUCK_FIRST
    for i in range(g.field_count):
        g.spared[int(g.field[i])] = -1
    answer_shields(g, cat, log)
    touch(g)


@kernel
def blocks(g, slot):
    """Whether a creature blocks."""
    for i in range(g.pair_count):
        if g.blocker[i] == slot:
            return True
    return False


@kernel
def strike(g, cat, log, slot):
    """An attacker's damage: to its blockers as assigned, the rest to what it attacks if it is unblocked or tramples."""
    dealt = 0
    for i in range(g.pair_count):
        if g.blocked[i] == slot and g.assigned[i] > 0:
            dealt += int(deal_damage(g, cat, log, slot, int(g.blocker[i]), int(g.assigned[i]), 1))
    dealt += int(deal_damage(g, cat, log, slot, int(g.attacking[slot]), passes_on(g, slot), 1))
    lifelink(g, cat, log, slot, dealt)


@kernel
def strike_back(g, cat, log, slot):
    """A blocker's damage, to the attackers it blocks as assigned."""
    dealt = 0
    for i in range(g.pair_count):
        if g.blocker[i] == slot and g.returned[i] > 0:
            dealt += int(deal_damage(g, cat, log, slot, int(g.blocked[i]), int(g.returned[i]), 1))
    lifelink(g, cat, log, slot, dealt)
