"""Declaring blockers (CR 509): who can block whom, restrictions, and the most requirements.

A blocker and what it blocks are two decisions, blockers in slot order; one that can block any number is asked again, attackers in slot order. A choice
is only offered if the declaration can still become legal (509.1b) and obey as many requirements as any declaration could (509.1c).
"""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Keyword, Mark, Rule, System, Type, Zone
from systems.game.choices import answered, ask, offer, take
from systems.game.objects import NOTHING_OF, overflow, pop, touch
from systems.game.query import has_landwalk, protected
from systems.processors import processor

CR_509_1G = cite("509.1g")
BLOCKER, BLOCKED = 0, 1
MOST_PRESSED = 10  # attackers that are weighed at once: with menace and one blocker, or that must be blocked


@kernel
def may_block(g, slot, seat):
    """An untapped creature of the defending player that nothing keeps from blocking at all (509.1a, 509.1b)."""
    if g.zone[slot] != Zone.BATTLEFIELD or g.controller[slot] != seat or g.tapped[slot] or not g.types[slot] & Type.CREATURE:
        return False
    if g.keywords[slot] & Keyword.CANT_BLOCK:
        return False
    return not (g.rules & Rule.GROUND_CANT_BLOCK and not g.keywords[slot] & Keyword.FLYING)


@kernel
def attacks_seat(g, slot, seat):
    """Whether a creature attacks a player or a planeswalker of theirs, be it one that has left combat (506.4c)."""
    ref = int(g.attacking[slot])
    if g.zone[slot] != Zone.BATTLEFIELD or ref == -1:
        return False
    if ref < 0:
        return NOTHING_OF - ref == seat
    return ref - SEAT_REF == seat if ref >= SEAT_REF else g.controller[ref] == seat


@kernel
def can_block(g, cat, log, blocker, attacker, seat):
    """Whether evasion lets this creature block that attacker (702.9, 702.13, 702.14, 702.16f)."""
    words, own = int(g.keywords[attacker]), int(g.keywords[blocker])
    if words & Keyword.UNBLOCKABLE or words & Keyword.FLYING and not own & (int(Keyword.FLYING) | int(Keyword.REACH)):
        return False
    if words & Keyword.INTIMIDATE and not g.types[blocker] & Type.ARTIFACT and not g.colors[blocker] & g.colors[attacker]:
        return False
    return not has_landwalk(g, cat, attacker, seat, int(cat.plains)) and not protected(g, cat, log, attacker, blocker)


@kernel
def blockers_of(g, attacker):
    """How many creatures block an attacker."""
    n = 0
    for i in range(g.pair_count):
        n += g.blocked[i] == attacker
    return n


@kernel
def wanting(g, attacker, extra):
    """How many more blockers an attacker needs before it is blocked legally (702.111b); ``extra`` is an attacker with one blocker more than declared."""
    least = 2 if g.keywords[attacker] & Keyword.MENACE else 1
    return max(least - blockers_of(g, attacker) - (attacker == extra), 0)


@kernel
def blocks_already(g, blocker):
    """Whether a creature has been declared as a blocker."""
    for i in range(g.pair_count):
        if g.blocker[i] == blocker:
            return True
    return False


@kernel
def unhampered(g, cat, log, seat, blocker, extra):
    """Whether a creature can block by itself: an attacker without menace, or one that is blocked anyway."""
    for a in range(g.top_low):
        if attacks_seat(g, a, seat) and can_block(g, cat, log, blocker, a, seat) and (wanting(g, a, extra) <= 1 or blockers_of(g, a) > 0):
            return True
    return False


@kernel
def served(g, cat, log, seat, chosen, after, again, above, extra):
    """Whether the attackers at the chosen places of ``pressed`` can all get what they want from blockers above slot ``after``.

    By max-flow and min-cut: no set of them wants more than its possible blockers can give, one each, or one to each attacker for ``again``, which may
    block more attackers above slot ``above``, and for others that block any number.
    """
    subset = chosen
    while subset > 0:
        lack = 0
        for k in range(MOST_PRESSED):
            if subset >> k & 1:
                lack += wanting(g, int(g.pressed[k]), extra)
                lack -= again >= 0 and g.pressed[k] > above and can_block(g, cat, log, again, int(g.pressed[k]), seat)
        for b in range(after + 1, g.top_low if lack > 0 else 0):
            if may_block(g, b, seat):
                for k in range(MOST_PRESSED):
                    if subset >> k & 1 and can_block(g, cat, log, b, int(g.pressed[k]), seat):
                        lack -= 1
                        if not g.keywords[b] & Keyword.BLOCKS_ANY_NUMBER:
                            break
        if lack > 0:
            return False
        subset = (subset - 1) & chosen
    return True


@part("rules")
def most_obeyed(g, cat, log, seat, after, extra, again, above) -> int:
    """The most requirements that the declaration can still come to obey (509.1c); -1 if it can no longer become legal (509.1b).

    Blockers above slot ``after`` are to come; with ``extra``, ``after`` blocks that attacker as well. A creature that must block and can do so by itself
    always will be able to; so all that has to be tried is which attackers to give blockers to, among those that must be blocked or have menace.
    ``beyond`` is how many requirements that could obey besides.
    """
    forced = pressed = obeyed = beyond = 0
    for s in range(g.top_low):
        if attacks_seat(g, s, seat):
            n = blockers_of(g, s) + (s == extra)
            obeyed += n > 0 and g.keywords[s] & Keyword.MUST_BE_BLOCKED != 0
            if n > 0 and wanting(g, s, extra) > 0:
                if forced == MOST_PRESSED:
                    return -1
                g.pressed[forced] = s
                forced += 1
    pressed = forced
    for s in range(g.top_low):
        if pressed < MOST_PRESSED and attacks_seat(g, s, seat) and blockers_of(g, s) + (s == extra) == 0:
            if g.keywords[s] & (int(Keyword.MUST_BE_BLOCKED) | int(Keyword.MENACE)):
                g.pressed[pressed] = s
                pressed += 1
                beyond += g.keywords[s] & Keyword.MUST_BE_BLOCKED != 0
    for b in range(g.top_low):
        if may_block(g, b, seat) and g.keywords[b] & Keyword.MUST_BLOCK:
            if blocks_already(g, b) or extra >= 0 and b == after or b > after and unhampered(g, cat, log, seat, b, extra):
                obeyed += 1
            else:
                beyond += b > after
    best = -1
    for choice in range(1 << (pressed - forced)):
        if best == beyond:
            break
        gain = gained(g, cat, log, seat, choice << forced, after, extra)
        if gain > best and served(g, cat, log, seat, (1 << forced) - 1 | choice << forced, after, again, above, extra):
            best = gain
    return obeyed + best if best >= 0 else -1


@kernel
def gained(g, cat, log, seat, chosen, after, extra):
    """How many more requirements are obeyed if the attackers at the chosen places of ``pressed`` are blocked."""
    gain = 0
    for k in range(MOST_PRESSED):
        gain += chosen >> k & 1 and g.keywords[int(g.pressed[k])] & Keyword.MUST_BE_BLOCKED != 0
    for b in range(after + 1, g.top_low if chosen else 0):
        if may_block(g, b, seat) and g.keywords[b] & Keyword.MUST_BLOCK and not unhampered(g, cat, log, seat, b, extra):
            for k in range(MOST_PRESSED):
                if chosen >> k & 1 and can_block(g, cat, log, b, int(g.pressed[k]), seat):
                    gain += 1
                    break
    return gain


@kernel
def offerable(g, cat, log, seat, blocker, attacker):
    """Whether this block may be declared now: the declaration can still become legal and obey as many requirements as any could."""
    if not attacks_seat(g, attacker, seat) or not can_block(g, cat, log, blocker, attacker, seat):
        return False
    return not g.pressing or most_obeyed(g, cat, log, seat, blocker, attacker, again(g, blocker), attacker) >= g.obeyable


@kernel
def again(g, blocker):
    """The blocker itself if it can block another attacker, else -1."""
    return blocker if g.keywords[blocker] & Keyword.BLOCKS_ANY_NUMBER else -1


@kernel
def blocks_something(g, cat, log, seat, blocker, above):
    """Whether a creature could block an attacker in a slot above the last it blocks."""
    for a in range(above + 1, g.top_low):
        if offerable(g, cat, log, seat, blocker, a):
            return True
    return False


@kernel
def press(g, cat, log, seat):
    """Before the first blocker: whether menace or a requirement plays a part, and how many requirements could be obeyed at most (509.1c)."""
    words = int(Keyword.MENACE) | int(Keyword.MUST_BE_BLOCKED)
    g.pressing = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if attacks_seat(g, s, seat) and g.keywords[s] & words or g.controller[s] == seat and g.keywords[s] & Keyword.MUST_BLOCK:
            g.pressing = 1
    if g.pressing:
        g.obeyable = most_obeyed(g, cat, log, seat, -1, -1, -1, 0)


@part("rules")
def blockers(g, cat, log) -> None:
    """Declare blockers for one defending player after the other (509.1, 802.4)."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    if answered(g):
        action = take(g)
        if g.frame_step[f] == BLOCKER:
            if action == PASS:
                blocked(g, log, f, seat)
                return
            if g.frame_object[f] != action - SLOT:
                g.frame_chosen[f] = -1
            g.frame_object[f] = action - SLOT
            g.frame_step[f] = BLOCKED
        else:
            pair(g, log, int(g.frame_object[f]), action - SLOT)
            g.frame_chosen[f] = action - SLOT
            g.frame_step[f] = BLOCKER
    elif g.frame_object[f] == -1:
        g.frame_chosen[f] = -1
        press(g, cat, log, seat)
    last = int(g.frame_object[f])
    g.option_count = 0
    if g.frame_step[f] == BLOCKED:
        for a in range(int(g.frame_chosen[f]) + 1, g.top_low):
            if offerable(g, cat, log, seat, last, a):
                offer(g, log, SLOT + a)
        ask(g, seat, Choice.BLOCKED, last, -1)
        return
    if not g.pressing or most_obeyed(g, cat, log, seat, int(g.top_low), -1, -1, 0) >= g.obeyable:
        offer(g, log, PASS)
    for b in range(max(last, 0), g.top_low):
        if b == last and again(g, b) < 0 or not may_block(g, b, seat):
            continue
        if blocks_something(g, cat, log, seat, b, int(g.frame_chosen[f]) if b == last else -1):
            offer(g, log, SLOT + b)
    ask(g, seat, Choice.BLOCKER, -1, -1)


Blockers = processor(System.BLOCKERS, blockers)


@kernel
def pair(g, log, blocker, attacker):
    """One creature blocks one attacker (509.1g)."""
    n = int(g.pair_count)
    if n >= len(g.blocker):
        overflow(g, log)
        return
    g.blocker[n] = blocker
    g.blocked[n] = attacker
    g.assigned[n] = 0
    g.returned[n] = 0
    g.pair_count = n + 1
    event(g, log, Logged.BLOCK, blocker, attacker, 0, int(g.controller[blocker]), CR_509_1G)


@kernel
def blocked(g, log, f, seat):
    """509.1h: attackers with blockers are blocked, whatever becomes of those; the next defending player declares."""
    for i in range(g.pair_count):
        g.marks[int(g.blocked[i])] |= Mark.BLOCKED
    seats = len(g.life)
    other = (seat + 1) % seats
    while other != g.active and g.lost[other]:
        other = (other + 1) % seats
    touch(g)
    if other == g.active:
        pop(g)
        return
    g.frame_seat[f] = other
    g.frame_object[f] = -1
    g.frame_step[f] = BLOCKER
