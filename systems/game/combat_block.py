"""Declaring blockers (CR 509): who can block whom, and declarations that leave menace unmet.

A blocker and what it blocks are two decisions, blockers in slot order; one that can block any number is asked again, attackers in slot order. A choice
is only offered if the declaration can still become legal: by Hall's theorem, if every set of half-blocked attackers with menace has as many blockers to come.
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
MOST_HALF_BLOCKED = 10


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
def can_block(g, cat, blocker, attacker, seat):
    """Whether evasion lets this creature block that attacker (702.9, 702.13, 702.14, 702.16f)."""
    words, own = int(g.keywords[attacker]), int(g.keywords[blocker])
    if words & Keyword.UNBLOCKABLE or words & Keyword.FLYING and not own & (int(Keyword.FLYING) | int(Keyword.REACH)):
        return False
    if words & Keyword.INTIMIDATE and not g.types[blocker] & Type.ARTIFACT and not g.colors[blocker] & g.colors[attacker]:
        return False
    return not has_landwalk(g, cat, attacker, seat, int(cat.plains)) and not protected(g, cat, attacker, blocker)


@kernel
def blockers_of(g, attacker):
    """How many creatures block an attacker."""
    n = 0
    for i in range(g.pair_count):
        n += g.blocked[i] == attacker
    return n


@kernel
def completable(g, cat, seat, after, extra, again, above):
    """Whether every attacker with menace that one creature blocks can still get a second blocker.

    Blockers above slot ``after`` are to come; ``again`` may block more attackers above slot ``above``; ``extra`` is an attacker with one blocker more.
    """
    half = 0
    for s in range(g.top_low if g.menaced else 0):
        if attacks_seat(g, s, seat) and g.keywords[s] & Keyword.MENACE and blockers_of(g, s) + (s == extra) == 1:
            if half == MOST_HALF_BLOCKED:
                return False
            g.half[half] = s
            half += 1
    for subset in range(1, 1 << half):
        wanted = found = 0
        for k in range(half):
            if subset >> k & 1:
                wanted += 1
                if again >= 0 and g.half[k] > above and can_block(g, cat, again, int(g.half[k]), seat):
                    found += 1
        for b in range(after + 1, g.top_low):
            if may_block(g, b, seat):
                for k in range(half):
                    if subset >> k & 1 and can_block(g, cat, b, int(g.half[k]), seat):
                        found += 1
                        if not g.keywords[b] & Keyword.BLOCKS_ANY_NUMBER:
                            break
        if found < wanted:
            return False
    return True


@kernel
def offerable(g, cat, seat, blocker, attacker):
    """Whether this block may be declared now."""
    if not attacks_seat(g, attacker, seat) or not can_block(g, cat, blocker, attacker, seat):
        return False
    return completable(g, cat, seat, blocker, attacker, again(g, blocker), attacker)


@kernel
def again(g, blocker):
    """The blocker itself if it can block another attacker, else -1."""
    return blocker if g.keywords[blocker] & Keyword.BLOCKS_ANY_NUMBER else -1


@kernel
def blocks_something(g, cat, seat, blocker, above):
    """Whether a creature could block an attacker in a slot above the last it blocks."""
    for a in range(above + 1, g.top_low):
        if offerable(g, cat, seat, blocker, a):
            return True
    return False


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
        g.menaced = 0
        for i in range(g.field_count):
            if attacks_seat(g, int(g.field[i]), seat) and g.keywords[int(g.field[i])] & Keyword.MENACE:
                g.menaced = 1
    last = int(g.frame_object[f])
    g.option_count = 0
    if g.frame_step[f] == BLOCKED:
        for a in range(int(g.frame_chosen[f]) + 1, g.top_low):
            if offerable(g, cat, seat, last, a):
                offer(g, log, SLOT + a)
        ask(g, seat, Choice.BLOCKED, last, -1)
        return
    if completable(g, cat, seat, int(g.top_low), -1, -1, 0):
        offer(g, log, PASS)
    for b in range(max(last, 0), g.top_low):
        if b == last and again(g, b) < 0 or not may_block(g, b, seat):
            continue
        if blocks_something(g, cat, seat, b, int(g.frame_chosen[f]) if b == last else -1):
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
