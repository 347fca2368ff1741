"""What a permanent could produce (CR 106.7; M1–M5): the least fixpoint, over six bits a permanent, of abilities that ask the same of one another.

Costs are ignored; abilities that are no mana abilities, and those that others give, count; each replacement counts in every order. What triggers on the mana
is no ability of the permanent.
"""

from ecs_game.desk import ASKERS
from ecs_game.kernels import kernel, part
from ecs_game.log import cite
from ecs_game.vocabulary import Amount, Kind, Op, Rule, Super, Trait, Type, Types, Zone
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.production import add_each, clear_made
from systems.game.mana.replaced import changes_types, keep, lowest, play_out, release
from systems.game.mana.tapping import tap
from systems.game.mana.triggers import made_types, trigger_types, turned_types
from systems.game.mana.types import how_much, own_types, types_named

CR_701_26 = cite("701.26")
SLOT, ABILITY, TOLD = range(3)  # columns of what asks: its permanent, its ability, what it was told
ALL, BASIC = 0, 1  # columns of what a seat's lands could produce: all of them, basic ones
UNKNOWN = 1 << Amount.X | 1 << Amount.SHARE_OF_X | 1 << Amount.REGISTER | 1 << Amount.EVENT  # amounts that only a cost or an event tells


@kernel
def asks(cat, a):
    """Whether a mana ability's types are those that lands could produce."""
    return cat.ability[a].kind == Kind.MANA and Types.YOUR_LANDS <= cat.ability[a].mana_of <= Types.YOUR_BASICS


@kernel
def after_replacement(g, cat, log, slot, a, mask, n):
    """The types that come of ``n`` mana of each of some types, made at once by a mana ability: in every order of what replaces it."""
    types = path = 0
    while path >= 0:
        clear_made(g)
        add_each(g, mask, n)
        path = int(play_out(g, cat, log, int(g.controller[slot]), slot, int(cat.ability[a].tap), 0, path))
        types |= made_types(g)
    return types


@part("rules")
def produced(g, cat, log, slot, a, mask) -> int:
    """The types that a mana ability of a permanent produces if it makes one of these, or each of them: as much as it says, or where that is unknown one or more."""
    row = cat.ability[a]
    known = not UNKNOWN >> int(cat.amount[int(row.mana_amount)].kind) & 1
    seat = int(g.controller[slot])
    replaced = g.rules & Rule.MANA_REPLACED and changes_types(g, cat, log, seat, slot, int(row.tap))
    types = 0
    for color in range(6):
        if not mask >> color & 1:
            continue
        n = how_much(g, cat, log, int(row.mana_amount), seat, slot, color) if known else 1
        together = mask if row.each else 1 << color
        if n > 0:
            types |= after_replacement(g, cat, log, slot, a, together, n) if replaced else together
        if not known and replaced:
            types |= after_replacement(g, cat, log, slot, a, together, 2)
    return types


@kernel
def unasked(g, cat, log, slot, a):
    """The types of mana that an ability of a permanent which asks nothing of lands would make."""
    row = cat.ability[a]
    seat = int(g.controller[slot])
    if row.kind == Kind.MANA:
        return int(produced(g, cat, log, slot, a, own_types(g, cat, log, seat, slot, a)))
    if row.kind == Kind.TRIGGERED_MANA:
        return turned_types(g, cat, log, seat, trigger_types(g, cat, a, slot, 0))
    types = 0
    if row.kind == Kind.ACTIVATED or row.kind == Kind.TRIGGERED:
        step = int(row.first)
        while cat.instruction[step].op != Op.END:
            ins = cat.instruction[step]
            if ins.op == Op.MANA:
                types |= turned_types(g, cat, log, seat, types_named(g, cat, log, int(ins.a), int(ins.d), int(ins.arg), int(row.card), seat, slot))
            step += 1
    return types


@kernel
def of_lands(g, lands, seat, of):
    """What a seat's lands, its basic lands or its opponents' lands could produce by what is known."""
    if of != Types.OPPOSING_LANDS:
        return int(lands[seat, BASIC if of == Types.YOUR_BASICS else ALL])
    types = 0
    for other in range(len(g.life)):
        if other != seat:
            types |= int(lands[other, ALL])
    return types


@kernel
def tell(g, cat, lands, slot, types):
    """A permanent could produce these: its controller's lands could, if it is one; nobody's of one that is supposed to be given up."""
    if g.controller[slot] >= 0 and g.types[slot] & Type.LAND and g.zone[slot] == Zone.BATTLEFIELD:
        lands[int(g.controller[slot]), ALL] |= types
        if cat.card[int(g.face[slot])].supers & Super.BASIC:
            lands[int(g.controller[slot]), BASIC] |= types


@kernel
def seats_asked(g, seat, of):
    """Whose lands a value of `Types` asks about, as bits."""
    return (1 << len(g.life)) - 1 - (1 << seat) if of == Types.OPPOSING_LANDS else 1 << seat


@kernel
def look_at(g, cat, log, slot, count):
    """Note what a permanent could produce by its abilities that ask nothing of lands, and after ``count`` others those that do; how many there are."""
    log.held[slot] = 0
    if g.source_mask[slot] and not g.traits[slot] & Trait.GRANTED:
        if not g.rules & Rule.MANA_REPLACED or not changes_types(g, cat, log, int(g.controller[slot]), slot, 1):
            log.held[slot] = g.source_mask[slot]
            tell(g, cat, log.lands, slot, int(log.held[slot]))
            return count
    for place in range(abilities_of(g, cat, log, slot)):
        a = nth_ability(g, cat, log, slot, place)
        if not asks(cat, a):
            log.held[slot] |= unasked(g, cat, log, slot, a)
        elif count < ASKERS:
            log.askers[count, SLOT] = slot
            log.askers[count, ABILITY] = a
            log.askers[count, TOLD] = 0
            count += 1
    tell(g, cat, log.lands, slot, int(log.held[slot]))
    return count


@part("rules")
def settle(g, cat, log, slot, seat, of) -> int:
    """The types that a permanent could produce; with ``slot`` -1 those that a seat's lands, its opponents' or its basic ones could, a value of `Types`.

    Only the lands of seats that something asks about are looked at.
    """
    asked = seats_asked(g, seat, of) if slot < 0 else 0
    if slot < 0 and log.kept and log.settled & asked == asked:
        return of_lands(g, log.lands, seat, of)
    kept = keep(log)
    askers, held, lands = log.askers, log.held, log.lands
    for other in range(len(g.life)):
        lands[other, ALL] = 0
        lands[other, BASIC] = 0
    count = looked = 0
    if slot >= 0:
        count = look_at(g, cat, log, slot, 0)
        if g.controller[slot] < 0:  # given up already, as the planner supposes: it is one of nobody's lands
            count = 0
        for k in range(count):
            asked |= seats_asked(g, int(g.controller[slot]), int(cat.ability[int(askers[k, ABILITY])].mana_of))
    while asked & ~looked:
        now = asked & ~looked
        looked |= now
        for i in range(g.field_count):
            s = int(g.field[i])
            if s == slot or not g.types[s] & Type.LAND or g.controller[s] < 0 or not now >> g.controller[s] & 1:
                continue
            before = count
            count = look_at(g, cat, log, s, count)
            for k in range(before, count):
                asked |= seats_asked(g, int(g.controller[s]), int(cat.ability[int(askers[k, ABILITY])].mana_of))
    changed = True
    while changed:
        changed = False
        for k in range(count):
            s, a = int(askers[k, SLOT]), int(askers[k, ABILITY])
            told = int(cat.ability[a].mana_mask) & of_lands(g, lands, int(g.controller[s]), int(cat.ability[a].mana_of))
            if told != askers[k, TOLD]:
                held[s] |= int(produced(g, cat, log, s, a, told & ~int(askers[k, TOLD])))
                askers[k, TOLD] = told
                tell(g, cat, lands, s, int(held[s]))
                changed = True
    log.settled = looked if slot < 0 else 0
    release(log, kept)
    return int(held[slot]) if slot >= 0 else of_lands(g, lands, seat, of)


@kernel
def ability_types(g, cat, log, slot, a):
    """The types of mana that one ability of a permanent would make if it resolved now, as bits WUBRGC (106.7)."""
    if not asks(cat, a):
        return unasked(g, cat, log, slot, a)
    row = cat.ability[a]
    return int(produced(g, cat, log, slot, a, int(row.mana_mask) & int(settle(g, cat, log, -1, int(g.controller[slot]), int(row.mana_of)))))


@kernel
def could_produce(g, cat, log, slot):
    """The types of mana that any ability of a permanent would make if it resolved now, as bits WUBRGC (106.7; M2–M5)."""
    return int(settle(g, cat, log, slot, 0, 0))


@kernel
def mana_types(g, cat, log, seat, slot, a):
    """The types of which a seat's mana ability of a permanent could make mana, as bits WUBRGC; one of them where it makes some of each."""
    row = cat.ability[a]
    if Types.YOUR_LANDS <= row.mana_of <= Types.YOUR_BASICS:
        return int(row.mana_mask) & int(settle(g, cat, log, -1, seat, int(row.mana_of)))
    if row.mana_of == Types.THAT_LAND:
        return int(row.mana_mask) & (could_produce(g, cat, log, int(g.fodder)) if g.fodder >= 0 else 0)
    types = own_types(g, cat, log, seat, slot, a)
    return 1 << lowest(types) if row.each and types else types


@part("rules")
def tap_alike(g, cat, log, f) -> None:
    """Tap all lands of a land's controller that could produce a type of mana that it could produce; gone, it counts as it last was (106.7, 608.2h)."""
    land = int(g.frame_object[f])
    types, seat = could_produce(g, cat, log, land), int(g.controller[land])
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == seat and g.types[s] & Type.LAND and could_produce(g, cat, log, s) & types:
            tap(g, cat, log, s, CR_701_26)
