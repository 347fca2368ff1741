"""Mana pools (CR 106.3, 106.4, 106.6): what is in them, what it remembers, and how it is lost.

A pool counts mana by type. Part of it may be set apart by where it came from, by what it may be spent on or by what a spell gets from it: equal mana
of that kind is one row of `SpecialMana`, counted in the pool as well.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import COLORLESS, Origin, Rule, Super, Trait, Type, Zone
from systems.game.objects import clamp, overflow, stir_seat
from systems.game.query import card_has_subtype

CR_106_4, CR_106_13 = cite("106.4"), cite("106.13")
ALL_TYPES = 63


@part("rules")
def origin(g, cat, log, source) -> int:
    """What mana remembers of the permanent that makes it (106.3): bits of `Origin` that a card of the match asks about; of other sources nothing."""
    if g.origins == 0 or not (0 <= source < len(g.types)) or g.zone[source] != Zone.BATTLEFIELD and g.zone[source] != Zone.NONE:
        return 0
    card = int(g.face[source])
    bits = Origin.SNOW if cat.card[card].supers & Super.SNOW else 0
    if g.types[source] & Type.CREATURE:
        bits |= Origin.CREATURE
    if g.types[source] & Type.ARTIFACT:
        bits |= Origin.ARTIFACT
        if cat.card[card].contraption:
            bits |= Origin.CONTRAPTION
        if cat.treasure >= 0 and card_has_subtype(cat, card, int(cat.treasure)):
            bits |= Origin.TREASURE
    return int(bits) & int(g.origins)


@kernel
def add_mana(g, cat, log, seat, color, n, kept, source, spending, rule):
    """Put mana into a pool (106.4); ``kept``: it stays as steps and phases end, until end of turn; ``spending``: row of what it may be spent on, or -1."""
    if n <= 0:
        return
    g.pool[seat, color] = clamp(g, int(g.pool[seat, color]) + n)
    from_where = int(origin(g, cat, log, source)) if g.origins else 0
    if from_where or spending >= 0:
        about = int(g.chosen[source]) if spending >= 0 and source < len(g.chosen) else -1
        set_apart(g, cat, log, seat, color, from_where, spending, about, n, kept)
    elif kept:
        g.kept[seat, color] = clamp(g, int(g.kept[seat, color]) + n)
    g.mana_made += n
    event(g, log, Logged.MANA, source, color, n, seat, rule)
    stir_seat(g, seat)


@part("rules")
def set_apart(g, cat, log, seat, color, from_where, spending, about, n, kept) -> None:
    """Count mana of a pool among what is special: with equal mana, or as a row of its own."""
    for r in range(g.special_count):
        if g.special_seat[r] == seat and g.special_type[r] == color and g.special_origin[r] == from_where and g.special_spending[r] == spending:
            if g.special_about[r] == about and g.special_kept[r] == kept:
                g.special_left[r] = clamp(g, int(g.special_left[r]) + n)
                return
    r = int(g.special_count)
    if r >= len(g.special_seat):
        overflow(g, log)
        return
    g.special_seat[r] = seat
    g.special_type[r] = color
    g.special_origin[r] = from_where
    g.special_spending[r] = spending
    g.special_about[r] = about
    g.special_left[r] = n
    g.special_kept[r] = kept
    g.special_count = r + 1


@kernel
def drop_row(g, r):
    """A row of special mana is used up: the last one takes its place."""
    last = int(g.special_count) - 1
    if r != last:
        g.special_seat[r] = g.special_seat[last]
        g.special_type[r] = g.special_type[last]
        g.special_origin[r] = g.special_origin[last]
        g.special_spending[r] = g.special_spending[last]
        g.special_about[r] = g.special_about[last]
        g.special_left[r] = g.special_left[last]
        g.special_kept[r] = g.special_kept[last]
    g.special_count = last


@kernel
def plain_mana(g, seat, color):
    """How much mana of a type in a pool nothing sets apart."""
    n = int(g.pool[seat, color])
    for r in range(g.special_count):
        if g.special_seat[r] == seat and g.special_type[r] == color:
            n -= int(g.special_left[r])
    return n


@kernel
def spend_mana(g, log, seat, color, n):
    """Take plain mana out of a pool (118.3a), what would be lost first before what is kept."""
    if n <= 0:
        return
    g.pool[seat, color] -= n
    left = plain_mana(g, seat, color)
    if g.kept[seat, color] > left:
        g.kept[seat, color] = left
    event(g, log, Logged.SPEND, -1, color, n, seat, 0)
    stir_seat(g, seat)


@kernel
def any_mana(g, seat):
    """Whether a seat has unspent mana."""
    n = 0
    for color in range(6):
        n |= int(g.pool[seat, color])
    return n != 0


@kernel
def keeps(g, cat, seat):
    """The types of mana that a seat does not lose as steps and phases end, as bits."""
    if not g.rules & (int(Rule.KEEP_MANA) | int(Rule.KEEP_ALL_MANA)):
        return 0
    if g.rules & Rule.KEEP_ALL_MANA:
        return ALL_TYPES
    types = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == seat and g.traits[s] & Trait.RULES:
            types |= kept_types(cat, int(g.face[s]))
    return types


@kernel
def kept_types(cat, card):
    """The types of mana that a card's static abilities keep for its controller."""
    types = 0
    for a in range(cat.card[card].first, cat.card[card].first + cat.card[card].count):
        m = int(cat.ability[a].modifier)
        if m >= 0 and cat.modifier[m].rule == Rule.KEEP_MANA:
            types |= int(cat.modifier[m].number)
    return types


@kernel
def colorless_instead(g, cat, seat):
    """Whether mana that a seat would lose becomes colourless instead."""
    if g.rules & Rule.MANA_TURNS_COLORLESS:
        for i in range(g.field_count):
            s = int(g.field[i])
            if g.controller[s] == seat and g.traits[s] & Trait.RULES and cat.card[int(g.face[s])].rules & Rule.MANA_TURNS_COLORLESS:
                return True
    return False


@part("rules")
def lose_mana(g, cat, log, seat, types, keep) -> None:
    """A seat loses unspent mana of some types, but with ``keep`` what stays until end of turn; or it becomes colourless instead, its restrictions with it (106.4)."""
    instead = colorless_instead(g, cat, seat)
    for r in range(int(g.special_count) - 1, -1, -1):
        color = int(g.special_type[r])
        if g.special_seat[r] == seat and types >> color & 1 and not (keep and g.special_kept[r]):
            n, from_where, spending, about = int(g.special_left[r]), int(g.special_origin[r]), int(g.special_spending[r]), int(g.special_about[r])
            drop_row(g, r)
            g.pool[seat, color] -= n
            event(g, log, Logged.EMPTY, -1, color, n, seat, CR_106_4)
            if instead:
                g.pool[seat, COLORLESS] = clamp(g, int(g.pool[seat, COLORLESS]) + n)
                set_apart(g, cat, log, seat, COLORLESS, from_where, spending, about, n, 0)
                event(g, log, Logged.MANA, -1, COLORLESS, n, seat, CR_106_4)
    for color in range(6):
        if types >> color & 1:
            n = plain_mana(g, seat, color) - (int(g.kept[seat, color]) if keep else 0)
            if n > 0:
                g.pool[seat, color] -= n
                if not keep:
                    g.kept[seat, color] = 0
                event(g, log, Logged.EMPTY, -1, color, n, seat, CR_106_4)
                if instead:
                    g.pool[seat, COLORLESS] = clamp(g, int(g.pool[seat, COLORLESS]) + n)
                    event(g, log, Logged.MANA, -1, COLORLESS, n, seat, CR_106_4)
    stir_seat(g, seat)


@part("rules")
def take_mana(g, cat, log, loser, seat) -> None:
    """A player loses all unspent mana and a seat adds what was lost, with its source, restriction and rider (106.13); what becomes colourless is not lost.

    That it would have stayed until end of turn was said of the player who lost it.
    """
    if colorless_instead(g, cat, loser):
        lose_mana(g, cat, log, loser, ALL_TYPES, 0)
        return
    for r in range(int(g.special_count) - 1, -1, -1):
        if g.special_seat[r] == loser:
            color, n, from_where = int(g.special_type[r]), int(g.special_left[r]), int(g.special_origin[r])
            spending, about = int(g.special_spending[r]), int(g.special_about[r])
            drop_row(g, r)
            set_apart(g, cat, log, seat, color, from_where, spending, about, n, 0)
    for color in range(6):
        n = int(g.pool[loser, color])
        if n > 0:
            g.pool[loser, color] = g.kept[loser, color] = 0
            g.pool[seat, color] = clamp(g, int(g.pool[seat, color]) + n)
            event(g, log, Logged.EMPTY, -1, color, n, loser, CR_106_13)
            event(g, log, Logged.MANA, -1, color, n, seat, CR_106_13)
    stir_seat(g, loser)
    stir_seat(g, seat)


@kernel
def empty_pools(g, cat, log, keep):
    """Pools empty as a step or phase ends (106.4); mana that lasts until end of turn stays if ``keep``."""
    for seat in range(len(g.life)):
        if any_mana(g, seat):
            lose_mana(g, cat, log, seat, ALL_TYPES & ~keeps(g, cat, seat), 1 if keep else 0)
    if not keep:
        stop_keeping(g)


@kernel
def stop_keeping(g):
    """Mana that stayed until end of turn is like any other from here on (514.2)."""
    for seat in range(len(g.life)):
        for color in range(6):
            g.kept[seat, color] = 0
    for r in range(g.special_count):
        g.special_kept[r] = 0
