"""State-based actions (CR 704): checked whenever a player would get priority, all at once, until none applies."""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import DRAWN, Choice, Counter, Ending, Keyword, Mark, Progress, Rule, System, Trait, Type, Zone
from systems.game.assembly import REASSEMBLE
from systems.game.choices import answered, ask, offer, take
from systems.game.counters import limit_counters
from systems.game.effects import drop_effects
from systems.game.leaving import exile_strays, leave
from systems.game.objects import UNPLACED, finish, push
from systems.game.query import can_enchant, protected
from systems.game.removal import DESTROYED, DIES, GIVES_WAY, NOTHING, WORLD_ENDS, carry_out
from systems.game.seats import left_seats
from systems.processors import processor

CR_704_5A, CR_704_5B, CR_704_5N, CR_704_5Q = cite("704.5a"), cite("704.5b"), cite("704.5n"), cite("704.5q")


@part("rules")
def state_based(g, cat, log) -> None:
    """One check: players and permanents, all together once the legend rule has been asked about. Sets ``check`` again if anything was done.

    Then whoever has lost leaves the game (104.5, 800.4a). What has come under the control of somebody who has left is exiled before anything else (800.4c).
    """
    if g.choice == Choice.LEGEND and answered(g):
        g.marks[take(g) - SLOT] |= int(Mark.KEPT)
    g.check = 0
    losing = losers(g)
    if losing and decided(g, log, losing):
        return
    if left_seats(g) and exile_strays(g, cat, log):
        return
    if g.effect_count:
        drop_effects(g, cat, False)
    if g.rules & Rule.MOST_COUNTERS:
        limit_counters(g, cat, log)
    doomed = legendary = worlds = unplaced = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.counters[s, Counter.PLUS] and g.counters[s, Counter.MINUS]:
            counters(g, log, s)
        legendary += g.traits[s] & Trait.LEGENDARY
        worlds += g.traits[s] & Trait.WORLD
        unplaced |= g.sprocket[s] == UNPLACED
        g.verdict[i] = doom(g, cat, log, s)
        if g.verdict[i]:
            doomed += 1
    if unplaced and place(g, cat, log):
        return
    if legendary > Trait.LEGENDARY:
        if legends(g, log):
            return
        doomed += give_way(g)
    if worlds > Trait.WORLD:
        doomed += end_worlds(g)
    if doomed:
        carry_out(g, cat, log, 0)
        g.check = 1
    if losing:
        lose(g, log, losing)
        leave(g, cat, log, losing)
    if g.check and g.began == Progress.SETTLED:
        g.began = Progress.PRIORITY_GIVEN


StateBased = processor(System.STATE_BASED, state_based)


@kernel
def place(g, cat, log):
    """The next Contraption that has come under another player's control gets one of that player's sprockets (INF-C2; 101.4: in turn order). Checked again then."""
    seats = len(g.life)
    for n in range(seats):
        for i in range(g.field_count):
            s = int(g.field[i])
            if g.sprocket[s] == UNPLACED and g.controller[s] == (g.active + n) % seats and g.traits[s] & Trait.CONTRAPTION:
                f = push(g, cat, log, int(System.ASSEMBLY), int(g.controller[s]))
                g.frame_source[f] = s
                g.frame_mode[f] = REASSEMBLE
                g.check = 1
                return True
    return False


@kernel
def losers(g):
    """704.5a–b: the seats with 0 life or less, or that have drawn from an empty library, as bits."""
    found = 0
    for seat in range(len(g.life)):
        if (g.life[seat] <= 0 or g.overdrawn[seat]) and g.lost[seat] == 0:
            found |= 1 << seat
    return found


@kernel
def lose(g, log, losing):
    """Note why each of these seats has lost (104.3)."""
    for seat in range(len(g.life)):
        if losing >> seat & 1:
            decked = g.life[seat] > 0
            g.lost[seat] = Ending.DECKED if decked else Ending.LIFE
            event(g, log, Logged.LOSE, -1, -1, int(g.lost[seat]), seat, CR_704_5B if decked else CR_704_5A)


@kernel
def decided(g, log, losing):
    """Whether the game ends with these losses: the last seat left wins (104.2a), with none left it is a draw (104.4a). By decking, if any of them was."""
    last = -1
    for seat in range(len(g.life)):
        if g.lost[seat] == 0 and not losing >> seat & 1:
            if last >= 0:
                return False
            last = seat
    lose(g, log, losing)
    ending = Ending.LIFE
    for seat in range(len(g.life)):
        if losing >> seat & 1 and g.lost[seat] == Ending.DECKED:
            ending = Ending.DECKED
    finish(g, log, last if last >= 0 else DRAWN, ending if last >= 0 else Ending.DRAW)
    return True


@kernel
def counters(g, log, slot):
    """704.5q: +1/+1 and -1/-1 counters take each other off."""
    n = min(int(g.counters[slot, Counter.PLUS]), int(g.counters[slot, Counter.MINUS]))
    if n > 0:
        g.counters[slot, Counter.PLUS] -= n
        g.counters[slot, Counter.MINUS] -= n
        g.check = 1
        event(g, log, Logged.COUNTERS, slot, int(Counter.PLUS), -n, int(g.controller[slot]), CR_704_5Q)


@kernel
def doom(g, cat, log, s):
    """What state-based actions would do to a permanent: nothing, put it into the graveyard, or destroy it."""
    types = int(g.types[s])
    if types & Type.CREATURE:
        if g.toughness[s] <= 0:
            return DIES
        if g.damage[s] > 0 and (g.damage[s] >= g.toughness[s] or g.marks[s] & Mark.DEATHTOUCHED):
            if not g.keywords[s] & Keyword.INDESTRUCTIBLE:
                return DESTROYED
            g.marks[s] &= ~int(Mark.DEATHTOUCHED)  # 704.5h asks for damage since the last check alone
    if types & Type.PLANESWALKER and g.counters[s, Counter.LOYALTY] <= 0:
        return DIES
    if g.traits[s] & Trait.CONTRAPTION and g.sprocket[s] == 0:
        return DIES
    if g.traits[s] & Trait.AURA:
        host = int(g.attached[s])
        if host < 0 or not can_enchant(g, cat, log, s, int(g.face[s]), int(g.controller[s]), host):
            return DIES
    elif g.attached[s] >= 0 and not can_equip(g, cat, log, s):
        g.attached[s] = -1
        g.stale = 1
        g.check = 1
        event(g, log, Logged.ATTACH, s, -1, 0, int(g.controller[s]), CR_704_5N)
    return NOTHING


@kernel
def can_equip(g, cat, log, slot):
    """Whether an Equipment may stay attached: to a creature without protection from it (301.5, 702.16d)."""
    host = int(g.attached[slot])
    return g.zone[host] == Zone.BATTLEFIELD and g.types[host] & Type.CREATURE and not protected(g, cat, log, host, slot)


@kernel
def same_legend(g, slot, other):
    """Whether two permanents are legendary, of one name, and under one player's control."""
    return g.traits[slot] & Trait.LEGENDARY != 0 and g.face[slot] == g.face[other] and g.controller[slot] == g.controller[other]


@kernel
def legends(g, log):
    """704.5j: of legendary permanents of one name under one player's control, that player keeps one; True if a player is asked which (101.4: in turn order)."""
    seats = len(g.life)
    for n in range(seats):
        for i in range(g.field_count):
            s = int(g.field[i])
            if g.controller[s] == (g.active + n) % seats and g.traits[s] & Trait.LEGENDARY and undecided(g, s):
                ask_legend(g, log, s)
                return True
    return False


@kernel
def undecided(g, slot):
    """Whether a legendary permanent has others of its name beside it, and none of them has been chosen to stay."""
    others = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if same_legend(g, slot, s):
            if g.marks[s] & Mark.KEPT:
                return False
            others += s != slot
    return others > 0


@kernel
def give_way(g):
    """The verdict on legendary permanents beside one that was chosen to stay; how many of them nothing else befalls."""
    found = 0
    for i in range(g.field_count):
        kept = int(g.field[i])
        if g.marks[kept] & Mark.KEPT:
            g.marks[kept] &= ~int(Mark.KEPT)
            for k in range(g.field_count):
                if k != i and g.verdict[k] == NOTHING and same_legend(g, int(g.field[k]), kept):
                    g.verdict[k] = GIVES_WAY
                    found += 1
    return found


@kernel
def end_worlds(g):
    """The verdict on world permanents but the one that came last (704.5k); how many of them nothing else befalls."""
    found, last = 0, True
    for i in range(g.field_count - 1, -1, -1):
        if g.traits[int(g.field[i])] & Trait.WORLD:
            if not last and g.verdict[i] == NOTHING:
                g.verdict[i] = WORLD_ENDS
                found += 1
            last = False
    return found


@kernel
def ask_legend(g, log, like):
    """Ask which of the legendary permanents of that name stays."""
    g.option_count = 0
    for s in range(g.top_low):
        if g.zone[s] == Zone.BATTLEFIELD and same_legend(g, s, like):
            offer(g, log, SLOT + s)
    ask(g, int(g.controller[like]), Choice.LEGEND, like, -1)
