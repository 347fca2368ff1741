"""Sequences of mana abilities: those that cost mana or a permanent, and those that give one of several things (CR 605.3, 601.2g).

A *use* takes mana (its cost) and gives mana. Uses one after another and then the cost that is to be paid make a chain of demands, each of which may be
met by what is there before it; so the chain can be paid if the units can be matched to the demands. By Hall's theorem, extended over the chain: if for
no descending chain of sets of types V0, V1, … the demands within them are more than the units that meet them, where what a use gives counts from its
place on. A chain is therefore built from its end: ``chain[level, V]`` is the most by which its demands exceed what its uses give, V0 being V.
"""

import numpy as np

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Event, Kind, Mark, Trait
from systems.game.convoke import relieve
from systems.game.costs import GENERIC
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana import mana_types, mana_usable, would_make
from systems.game.query import matches
from systems.game.supply import FIXED, ONE, SEVERAL, has_special_mana, packed, share, survey

ANYTHING = 63  # all types of mana, and generic with them
LIMITED = 2  # ``sparing`` from here on: at most so many more sacrifices; 1: nothing may be sacrificed, 0: as much as there is
LONGEST, MOST_SACRIFICES, USES, TRIES = 32, 32, 64, 4000
SLOT, ABILITY, FODDER, ONCE, TYPES, UNITS, GIVES, TAKES, GENERIC_TAKEN, LOST_TYPES, LOST, EARLY, LIKE, PLACE, WIDTH = range(15)  # columns of a use


@kernel
def list_uses(g, cat, log, uses):
    """Write down every use that the seat whose mana was counted could make of its sources; how many there are."""
    n = 0
    special = has_special_mana(g)
    for i in range(g.field_count):
        s = int(g.field[i])
        if not g.traits[s] & Trait.MANA or g.controller[s] != g.counted_seat or s == g.counted_without or g.source_mask[s] and not special:
            continue
        free = survey(g, cat, log, s, -1)
        lost_types = int(g.steady_mask) if free == ONE else 0
        lost = int(g.steady) if free == ONE or free == FIXED else 0
        for place in range(abilities_of(g, cat, log, s)):
            a = nth_ability(g, cat, log, s, place)
            row = cat.ability[a]
            if row.kind != Kind.MANA or not row.paid and free != SEVERAL or not mana_usable(g, cat, s, a):
                continue
            first = n
            if row.sacrifice < 0:
                n = list_gifts(g, cat, log, uses, n, s, a, s if row.sacrifice_self else -1)
            elif g.sparing != 1:
                for j in range(g.field_count):
                    if expendable(g, cat, log, int(row.sacrifice), int(g.field[j]), s):
                        n = list_gifts(g, cat, log, uses, n, s, a, int(g.field[j]))
            for u in range(first, n):
                uses[u, PLACE] = place
                if row.tap or row.untap:
                    uses[u, ONCE] = 1
                    uses[u, LOST_TYPES] = lost_types
                    uses[u, LOST] = lost
    for u in range(n):
        compare(uses, n, u)
    return n


@kernel
def expendable(g, cat, log, row, slot, source):
    """Whether a permanent may be counted on as what a mana ability sacrifices: not what adds to other mana, and no Aura, which may control a source."""
    if g.controller[slot] != g.counted_seat or slot == g.counted_without or g.traits[slot] & Trait.AURA or g.marks[slot] & Mark.HELPING:
        return False
    if int(cat.card[int(g.face[slot])].events) >> Event.TAPPED_FOR_MANA & 1:
        return False
    return matched(g, cat, log, row, slot, int(g.controller[slot]), source) != 0


@part("rules")
def matched(g, cat, log, row, slot, seat, source) -> int:
    """1 if a permanent is what a cost asks for."""
    return 1 if matches(g, cat, log, row, slot, seat, source, 0) else 0


@kernel
def list_gifts(g, cat, log, uses, n, slot, a, fodder):
    """Write down a use of an ability for each thing that it could give; for mana in any combination one, with what follows whatever it is."""
    row = cat.ability[a]
    if fodder >= 0 and g.sparing == 1:
        return n
    gives = survey(g, cat, log, slot, a)
    if gives == ONE:
        return list_use(cat, uses, n, slot, a, fodder, int(g.steady_mask), 1, int(g.steady))
    if gives == FIXED:
        return list_use(cat, uses, n, slot, a, fodder, 0, 0, int(g.steady))
    units, extra, types = 0, -1, mana_types(g, cat, slot, a)
    for color in range(6):
        if types >> color & 1 and would_make(g, cat, log, slot, a, color):
            if not row.combination:
                n = list_use(cat, uses, n, slot, a, fodder, 0, 0, packed(g.made) + packed(g.extra))
            units = int(g.made[color])
            extra = packed(g.extra) if extra < 0 or extra == packed(g.extra) else 0
    if row.combination and units:
        n = list_use(cat, uses, n, slot, a, fodder, types, units, extra)
    return n


@kernel
def list_use(cat, uses, n, slot, a, fodder, types, units, gives):
    """Write down one use: it gives ``units`` of any ``types`` and the packed amount ``gives``."""
    if n == USES:
        return n
    row = cat.ability[a]
    uses[n, SLOT] = slot
    uses[n, ABILITY] = a
    uses[n, FODDER] = fodder
    uses[n, ONCE] = fodder == slot
    uses[n, TYPES] = types
    uses[n, UNITS] = units
    uses[n, GIVES] = gives
    uses[n, TAKES] = packed(row.pips)
    uses[n, GENERIC_TAKEN] = row.generic
    return n + 1


@kernel
def compare(uses, n, u):
    """Note whether a use can go before all that take mana, and the last one before it that is as good: those are used in order."""
    plain = True
    for v in range(n):
        plain = plain and (uses[v, SLOT] != uses[u, FODDER] or uses[u, FODDER] == uses[u, SLOT])
    uses[u, EARLY] = plain and uses[u, TAKES] == 0 and uses[u, GENERIC_TAKEN] == 0
    uses[u, LIKE] = -1
    for v in range(u):
        alike = plain and uses[v, ABILITY] == uses[u, ABILITY]
        for k in range(ONCE, EARLY + 1):
            alike = alike and uses[v, k] == uses[u, k]
        if alike:
            uses[u, LIKE] = v


@kernel
def given(uses, u, types):
    """How many of the units that a use gives may be of some types."""
    return (uses[u, UNITS] if uses[u, TYPES] & types else 0) + share(uses[u, GIVES], types)


@kernel
def taken(uses, u, types):
    """How much of what a use takes can be met by some types alone."""
    return share(uses[u, TAKES], types) + (uses[u, GENERIC_TAKEN] if types == ANYTHING else 0)


@kernel
def asked(cost, types):
    """How much of a cost can be met by some types alone."""
    n = int(cost[GENERIC]) if types == ANYTHING else 0
    for color in range(6):
        if types >> color & 1:
            n += int(cost[color])
    return n


@kernel
def spread(excess):
    """Of a chain's excess by sets of types: the greatest over each set's subsets, in place."""
    for k in range(6):
        for types in range(64):
            if types >> k & 1:
                excess[types] = max(excess[types], excess[types ^ 1 << k])


@kernel
def leads(g, uses, u):
    """Whether a use is the one that goes before all others: ``lead``, if there is one."""
    return g.lead == uses[u, SLOT] and g.lead_ability == uses[u, ABILITY] and (g.lead_fodder < 0 or g.lead_fodder == uses[u, FODDER])


@kernel
def holds_up(g, uses, n, excess, base, pool, pooled, scratch):
    """Whether what there is without uses meets a chain; where a use leads, that one goes before it and still takes ``fed``.

    ``pooled``: what the use that leads takes must be in the pool.
    """
    if g.lead < 0:
        for types in range(64):
            if excess[types] > base[types]:
                return False
        return True
    for u in range(n):
        if leads(g, uses, u):
            for types in range(64):
                scratch[types] = excess[types] - given(uses, u, types) - (base[types] - pool[types] if pooled else 0)
            spread(scratch)
            good = True
            for types in range(64):
                good = good and scratch[types] + asked(g.fed, types) <= (pool[types] if pooled else base[types])
            if good:
                return True
    return False


@kernel
def possible(g, uses, path, level, u):
    """Whether a use may go before those chosen so far, which come after it: a source is used once, and what is sacrificed is gone."""
    slot, fodder = uses[u, SLOT], uses[u, FODDER]
    for i in range(level):
        v = path[i]
        if v == u or uses[v, SLOT] == slot and uses[v, ONCE] and uses[u, ONCE]:
            return False
        if fodder >= 0 and (uses[v, FODDER] == fodder or uses[v, SLOT] == fodder):
            return False
    if g.lead < 0:
        return True
    return not (slot == g.lead and uses[u, ONCE] or g.lead_fodder >= 0 and (slot == g.lead_fodder or fodder == g.lead_fodder))


@kernel
def fits(g, uses, path, level, u):
    """Whether a use is possible and not just another order of the same: what goes before all that take mana is in the order of the list."""
    if level > 0 and uses[path[level - 1], EARLY] and (not uses[u, EARLY] or u < path[level - 1]):
        return False
    return possible(g, uses, path, level, u) and not (uses[u, LIKE] >= 0 and possible(g, uses, path, level, uses[u, LIKE]))


@kernel
def give_up(uses, u, base, sign):
    """Take what a source would give for nothing off what there is, or put it back, as it is used for something else."""
    for types in range(64):
        base[types] -= sign * ((uses[u, LOST_TYPES] & types != 0) + share(uses[u, LOST], types))


@kernel
def search(g, uses, n, chain, base, pool, pooled, path, sacrifices, longest, tries):
    """Look for a chain of at most so many uses and sacrifices that holds up: its length, or -1 less the tries that are left."""
    level = given_up = 0
    entered = True
    while True:
        if entered:
            tries -= 1
            if tries < 0 or holds_up(g, uses, n, chain[level], base, pool, pooled, chain[LONGEST + 1]):
                break
            path[level] = -1
        entered = False
        path[level] += 1
        u = path[level]
        if u >= n or level == longest:
            level -= 1
            if level < 0:
                return -1 - tries
            give_up(uses, path[level], base, -1)
            given_up -= uses[path[level], FODDER] >= 0
        elif given_up + (uses[u, FODDER] >= 0) <= sacrifices and fits(g, uses, path, level, u):
            give_up(uses, u, base, 1)
            given_up += uses[u, FODDER] >= 0
            for types in range(64):
                chain[level + 1, types] = chain[level, types] - given(uses, u, types)
            spread(chain[level + 1])
            for types in range(64):
                chain[level + 1, types] += taken(uses, u, types)
            level += 1
            entered = True
    return level if tries >= 0 else -1


@kernel
def hopeless(g, uses, n, demand, base):
    """Whether even all uses together could not meet a cost."""
    for types in range(64):
        most = base[types]
        for u in range(n):
            most += max(given(uses, u, types) - (taken(uses, u, types) if types == ANYTHING else 0), 0)
        if demand[types] > most:
            return True
    return False


@part("rules")
def first_use(g, cat, log, sacrifices, pooled) -> int:
    """Whether the cost ``trial`` can be paid through a sequence of uses with at most so many sacrifices: -1 if not, 0 without any.

    Else the use that comes first, packed as (slot · 256 + ability's place) · 2 + (1 if it sacrifices) + 1. The fewest sacrifices that
    are found to do are in ``given_up``. With a ``lead`` that use, which still takes ``fed``, comes before them; ``pooled``: out of the pool.
    """
    uses = np.zeros((USES, WIDTH), np.int64)
    chain = np.zeros((LONGEST + 2, 64), np.int64)
    base, pool = np.zeros(64, np.int64), np.zeros(64, np.int64)
    path = np.zeros(LONGEST + 1, np.int64)
    n = list_uses(g, cat, log, uses)
    for types in range(64):
        chain[0, types] = asked(g.trial, types)
        for mask in range(1, 64):
            base[types] += g.supply[mask] if mask & types else 0
        for color in range(6):
            pool[types] += g.pool[int(g.counted_seat), color] if types >> color & 1 else 0
    if g.helping:
        relieve(g, cat, log, chain[0])
        spread(chain[0])
    led, others, expendables = False, 0, 0
    for u in range(n):
        if g.lead >= 0 and leads(g, uses, u) and not led:
            led = True
            give_up(uses, u, base, 1)
        expendables += uses[u, FODDER] >= 0
        others += uses[u, FODDER] < 0
    if g.lead < 0 and hopeless(g, uses, n, chain[0], base):
        return -1
    tries = TRIES
    if g.sparing >= LIMITED:
        expendables = min(expendables, int(g.sparing) - LIMITED)
    for most in range(min(sacrifices, expendables) + 1):
        for longest in range(most, min(most + others, LONGEST) + 1):
            length = search(g, uses, n, chain, base, pool, pooled, path, most, longest, tries)
            if length >= 0:
                g.given_up = most
                if length == 0:
                    return 0
                u = path[length - 1]
                slot = int(uses[u, SLOT])
                return (slot * 256 + int(uses[u, PLACE])) * 2 + (uses[u, FODDER] >= 0) + 1
            tries = -1 - length
    return -1
