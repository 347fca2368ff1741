"""Mana: what an ability makes, what replaces and what follows it (CR 106, 605, 107.5, 107.6, 302.6)."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import COLORLESS, Condition, Event, Keyword, Kind, Mark, Op, Rule, Trait, Type, Zone
from systems.game.events import post
from systems.game.granted import abilities_of, nth_ability
from systems.game.notes import noted_colors
from systems.game.objects import stir_seat
from systems.game.pools import add_mana
from systems.game.query import amount, matches

MANY_USES = 12  # of an ability that nothing but its cost in mana or life limits, within one payment
CR_106_4, CR_106_12B, CR_605_4A = cite("106.4"), cite("106.12b"), cite("605.4a")
HASTY = int(Keyword.HASTE) | int(Keyword.AS_THOUGH_HASTY)


@kernel
def can_tap(g, slot):
    """Whether {T} in a cost could be paid by this permanent: untapped, and no creature that is summoning sick (107.5, 302.6; M11, M12)."""
    return g.tapped[slot] == 0 and awake(g, slot)


@kernel
def can_untap(g, slot):
    """Whether {Q} in a cost could be paid by this permanent (107.6, 302.6; M13, M14)."""
    return g.tapped[slot] == 1 and awake(g, slot)


@kernel
def awake(g, slot):
    """Not a creature that 302.6 bars from {T} and {Q}; haste exempts (702.10c), and what lets it act as though it had haste (609.4)."""
    return g.sick[slot] == 0 or not g.types[slot] & Type.CREATURE or g.keywords[slot] & HASTY != 0


@kernel
def tap(g, cat, log, slot, rule):
    """Tap a permanent, if it is untapped (701.20a), which it then becomes (603.2e)."""
    if g.tapped[slot] == 0:
        g.tapped[slot] = 1
        event(g, log, Logged.TAP, slot, -1, 0, int(g.controller[slot]), rule)
        if int(g.watching) >> Event.BECOMES_TAPPED & 1:
            post(g, cat, log, int(Event.BECOMES_TAPPED), slot, -1, 0)
        stir_seat(g, int(g.controller[slot]))


@kernel
def untap(g, log, slot, rule):
    """Untap a permanent, if it is tapped (701.20b)."""
    if g.tapped[slot] == 1:
        g.tapped[slot] = 0
        event(g, log, Logged.UNTAP, slot, -1, 0, int(g.controller[slot]), rule)
        stir_seat(g, int(g.controller[slot]))


@kernel
def seat_of(g, slot):
    """Whose a source of mana is: a permanent's controller, also of one that has just left, or the owner of a card in a hand."""
    return int(g.controller[slot]) if slot < len(g.controller) else int(g.owner[slot])


@kernel
def mana_usable(g, cat, slot, a):
    """Whether a mana ability of a permanent could be activated now, its mana cost aside."""
    row = cat.ability[a]
    if row.from_hand:
        return g.zone[slot] == Zone.HAND
    if row.tap and not can_tap(g, slot) or row.untap and not can_untap(g, slot) or g.marks[slot] & Mark.HELPING:
        return False
    if g.keywords[slot] & Keyword.CANT_ACTIVATE:
        return False
    return not (row.life > g.life[seat_of(g, slot)] or row.per_turn and g.used[slot] >= row.per_turn)


@kernel
def uses_left(g, cat, slot, a):
    """How often an ability could be activated again for its cost beside mana; 0 where that alone does not tell."""
    row = cat.ability[a]
    if row.per_turn:
        return int(row.per_turn) - int(g.used[slot])
    if row.tap or row.untap or row.sacrifice_self or row.sacrifice >= 0 or row.taps or row.from_hand:
        return 0
    return MANY_USES


@kernel
def mana_types(g, cat, slot, a):
    """The types of mana that a mana ability of a permanent could make, as bits WUBRGC: where it speaks of noted colours those alone, maybe none (106.5)."""
    row = cat.ability[a]
    mask = int(row.mana_mask)
    return mask & noted_colors(g, int(row.card), seat_of(g, slot)) if row.noted_colors else mask


@kernel
def lowest(mask):
    """Position of the only bit of a mask of mana types."""
    for color in range(6):
        if mask >> color & 1:
            return color
    return COLORLESS


@kernel
def clear_made(g):
    """Nothing made yet."""
    for i in range(6):
        g.made[i] = 0
        g.extra[i] = 0


@kernel
def follow(g, cat, log, slot, a):
    """What becomes of ``made``: replacements (106.12b), then what triggered mana abilities add, into ``extra`` (605.4a); the sum of ``made``."""
    total = 0
    for i in range(6):
        total += int(g.made[i])
    tapped = cat.ability[a].tap
    if tapped and total >= 2 and g.rules & Rule.LANDS_CAP_MANA and g.types[slot] & Type.LAND:
        for i in range(6):
            g.made[i] = 0
        g.made[COLORLESS] = total = 1
    if tapped and total > 0 and int(g.watching) >> Event.TAPPED_FOR_MANA & 1:
        for i in range(g.field_count):
            s = int(g.field[i])
            if not g.traits[s] & Trait.WATCHES:
                continue
            c = cat.card[int(g.face[s])]
            if int(c.events) >> Event.TAPPED_FOR_MANA & 1:
                for t in range(c.first, c.first + c.count):
                    row = cat.ability[t]
                    if row.kind != Kind.TRIGGERED_MANA or row.myself == 2 and g.attached[s] != slot:
                        continue
                    if row.watch >= 0 and not matches(g, cat, log, int(row.watch), slot, int(g.controller[s]), s, 0):
                        continue
                    if row.condition == Condition.MADE_CHOSEN_COLOR:
                        if g.chosen[s] >= 0 and g.made[int(g.chosen[s])] > 0:
                            g.extra[int(g.chosen[s])] += 1
                    else:
                        for color in range(6):
                            if int(row.mana_mask) >> color & 1:
                                g.extra[color] += 1
    return total


@part("rules")
def would_make(g, cat, log, slot, a, color) -> int:
    """Fill ``made`` and ``extra`` with what a mana ability would make if its colour were ``color``; how much in all."""
    row = cat.ability[a]
    clear_made(g)
    g.made[color] = amount(g, cat, log, int(row.mana_amount), seat_of(g, slot), slot, -1)
    if row.several:
        add_others(g, cat, log, slot, int(row.first))
    total = follow(g, cat, log, slot, a)
    for i in range(6):
        total += int(g.extra[i])
    return total


@kernel
def add_others(g, cat, log, slot, step):
    """What the instructions of a mana ability's program after the first that adds mana would add: each one type."""
    n = 0
    while cat.instruction[step].op != Op.END:
        if cat.instruction[step].op == Op.MANA:
            for color in range(6):
                if n > 0 and cat.instruction[step].a == 1 << color:
                    g.made[color] += amount(g, cat, log, int(cat.instruction[step].n), seat_of(g, slot), slot, -1)
            n += 1
        step += 1


@part("rules")
def could_produce(g, cat, log, slot) -> int:
    """The types of mana that any ability of a permanent would make if it resolved now, as bits WUBRGC (106.7; M2–M5).

    Costs are ignored; replacements count; what triggers on the mana is no ability of the permanent.
    """
    types = 0
    for place in range(abilities_of(g, cat, log, slot)):
        a = nth_ability(g, cat, log, slot, place)
        row = cat.ability[a]
        if row.kind == Kind.MANA:
            mask = mana_types(g, cat, slot, a)
            for color in range(6):
                if mask >> color & 1:
                    would_make(g, cat, log, slot, a, color)
                    for k in range(6):
                        if g.made[k] > 0:
                            types |= 1 << k
        elif row.kind == Kind.TRIGGERED_MANA:
            types |= produced_by_trigger(g, slot, int(row.mana_mask), int(row.condition))
        elif row.kind == Kind.ACTIVATED or row.kind == Kind.TRIGGERED:
            step = int(row.first)
            while cat.instruction[step].op != Op.END:
                if cat.instruction[step].op == Op.MANA:
                    types |= int(cat.instruction[step].a)
                step += 1
    return types


@kernel
def produced_by_trigger(g, slot, mask, condition):
    """What a triggered mana ability would add: its own types, or the colour chosen for its source, if one was."""
    if condition == Condition.MADE_CHOSEN_COLOR:
        return 1 << int(g.chosen[slot]) if g.chosen[slot] >= 0 else 0
    return mask


@part("rules")
def add_made(g, cat, log, seat, slot, a) -> None:
    """Resolve the production of ``made`` by a mana ability of a permanent: one event, replaced, then followed by what it triggers (605.3b, 605.4a)."""
    total = follow(g, cat, log, slot, a)
    if total > 0:
        for color in range(6):
            if g.made[color]:
                add_mana(g, cat, log, seat, color, int(g.made[color]), 0, slot, int(cat.ability[a].spending), CR_106_4)
        whose = seat_of(g, slot)
        for color in range(6):
            if g.extra[color]:
                add_mana(g, cat, log, whose, color, int(g.extra[color]), 0, -1, -1, CR_605_4A)
        if cat.ability[a].tap:
            post(g, cat, log, int(Event.WAS_TAPPED_FOR_MANA), slot, seat, seat)
