"""What instructions do to one object or player at a time (CR 701), and continuous effects (611)."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import shuffling
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Keyword, Mark, Rule, Zone
from systems.game.events import trigger
from systems.game.knowledge import hide_shuffled
from systems.game.mana.tapping import tap
from systems.game.objects import clamp, leave_combat, overflow, touch
from systems.game.query import is_spell, keywords_of
from systems.game.stack import take_off_stack
from systems.game.zones import TOP, move

CR_121_1, CR_701_24, CR_701_6, CR_614_8 = cite("121.1"), cite("701.24"), cite("701.6"), cite("614.8")
CR_701_9, CR_701_17 = cite("701.9"), cite("701.17")
OBJECT_RULES = int(Rule.SHIELD) | int(Rule.MAY_PLAY) | int(Rule.MANA_REPLACED)  # which end with the object that they are about


@kernel
def regenerates(g, cat, log, slot):
    """614.8, 701.19: a shield replaces destruction: tap it, remove all damage, remove it from combat."""
    if g.shields[slot] == 0 or g.marks[slot] & Mark.NO_REGENERATION:
        return False
    g.shields[slot] -= 1
    tap(g, cat, log, slot, CR_614_8)
    g.damage[slot] = 0
    g.marks[slot] &= ~int(Mark.DEATHTOUCHED)
    leave_combat(g, slot)
    event(g, log, Logged.REGENERATED, slot, -1, 0, int(g.controller[slot]), CR_614_8)
    touch(g)
    return True


@part("rules")
def destroy(g, cat, log, slot, flags, rule) -> None:
    """Destroy a permanent, unless it is indestructible or regenerates (701.8, 702.12)."""
    if g.keywords[slot] & Keyword.INDESTRUCTIBLE or regenerates(g, cat, log, slot):
        return
    event(g, log, Logged.DESTROYED, slot, -1, 0, int(g.controller[slot]), rule)
    move(g, cat, log, slot, int(Zone.GRAVEYARD), int(g.owner[slot]), flags, rule)


@part("rules")
def draw_card(g, cat, log, seat) -> None:
    """Draw the top card of one's library; from an empty one, lose the next time it is checked (121.1, 121.4, 704.5b)."""
    n = int(g.library_count[seat])
    if n == 0:
        g.overdrawn[seat] = 1
        touch(g)
        return
    slot = move(g, cat, log, int(g.library[seat, n - 1]), int(Zone.HAND), seat, TOP, CR_121_1)
    event(g, log, Logged.DRAWN, slot, -1, 1, seat, CR_121_1)
    if g.looks_back and g.turn > 0:
        g.drawn[seat] = min(int(g.drawn[seat]) + 1, 100)
    if g.drawn[seat] == 1 and cat.card[int(g.card[slot])].miracle >= 0:
        trigger(g, log, int(cat.card[int(g.card[slot])].miracle), slot, int(g.generation[slot]), seat, slot, 0, 0)


@kernel
def permute(g, seat, pile, count):
    """Fisher–Yates from the top down: two decks that differ in the cards of their lowest places draw the same cards but for those (paired comparisons)."""
    for depth in range(1, count):
        a, b = int(pile[seat, count - 1 - depth]), int(pile[seat, count - 1 - shuffling(g, seat, depth + 1)])
        card = int(g.card[a])
        g.card[a] = g.card[b]
        g.card[b] = card


@part("rules")
def shuffle(g, cat, log, seat) -> None:
    """Shuffle a library: its cards change places over its slots, so that a slot tells nothing (701.24)."""
    permute(g, seat, g.library, int(g.library_count[seat]))
    hide_shuffled(g, seat)
    event(g, log, Logged.SHUFFLE, SEAT_REF + seat, -1, 0, seat, CR_701_24)


@part("rules")
def shuffle_contraptions(g, cat, log, seat) -> None:
    """Shuffle a Contraption deck at the start of the game."""
    permute(g, seat, g.deck, int(g.deck_count[seat]))


@part("rules")
def counter_spell(g, cat, log, slot) -> None:
    """Counter a spell: it leaves the stack for its owner's graveyard; or an ability, which ceases to exist (701.6)."""
    if not is_spell(g, slot):
        event(g, log, Logged.COUNTERED, slot, -1, 0, int(g.owner[slot]), CR_701_6)
        take_off_stack(g, slot)
        g.zone[slot] = Zone.NONE
        touch(g)
        return
    if keywords_of(g, cat, slot) & Keyword.CANT_BE_COUNTERED:
        return
    event(g, log, Logged.COUNTERED, slot, -1, 0, int(g.owner[slot]), CR_701_6)
    move(g, cat, log, slot, int(Zone.GRAVEYARD), int(g.owner[slot]), TOP, CR_701_6)


@part("rules")
def discard(g, cat, log, slot) -> None:
    """Put a card from a hand into its owner's graveyard (701.9)."""
    seat = int(g.owner[slot])
    new = move(g, cat, log, slot, int(Zone.GRAVEYARD), seat, TOP, CR_701_9)
    event(g, log, Logged.DISCARDED, new, -1, 0, seat, CR_701_9)


@part("rules")
def mill(g, cat, log, seat, n) -> None:
    """Put the top cards of a library into the graveyard (701.17)."""
    for _ in range(min(n, int(g.library_count[seat]))):
        move(g, cat, log, int(g.library[seat, int(g.library_count[seat]) - 1]), int(Zone.GRAVEYARD), seat, TOP, CR_701_17)


@part("rules")
def add_effect(g, cat, log, modifier, ref, seat, until, power, toughness) -> int:
    """A continuous effect begins: its numbers are locked in now (608.2h, 611.2c). Its row in the table of effects.

    One that only adds, to what an equal one adds to already, becomes one with it: timestamps make no difference to them. Where they do (613.7), it
    notes how many permanents have earlier ones: all that are there.
    """
    m = cat.modifier[modifier]
    in_order = g.rules & Rule.ORDERED != 0 or m.ordered != 0
    for e in range(g.effect_count if not (m.copies or m.control or m.rule or m.grants >= 0 or m.switches or in_order) else 0):
        if g.effect_modifier[e] == modifier and g.effect_object[e] == ref and g.effect_generation[e] == g.generation[ref] and g.effect_until[e] == until:
            g.effect_power[e] = clamp(g, int(g.effect_power[e]) + power)
            g.effect_toughness[e] = clamp(g, int(g.effect_toughness[e]) + toughness)
            g.stale = 1
            touch(g)
            return e
    e = int(g.effect_count)
    if e >= len(g.effect_modifier):
        overflow(g, log)
        e -= 1
    g.effect_modifier[e] = modifier
    g.effect_object[e] = ref
    g.effect_generation[e] = g.generation[ref] if 0 <= ref < SEAT_REF else 0
    g.effect_seat[e] = seat
    g.effect_until[e] = until
    g.effect_power[e] = power
    g.effect_toughness[e] = toughness
    g.effect_card[e] = -1
    g.effect_types[e] = 0
    g.effect_keeps[e] = -1
    g.effect_source[e] = -1
    g.effect_owed[e] = g.field_count if in_order and not m.rule else 0
    g.effect_count = e + 1
    g.stale = 1
    touch(g)
    return e


@kernel
def spent(g, cat, e):
    """Whether an effect has ended: its object is gone (611.2), whom it gave control, or whose emblem it is of, has left (800.4a), or as a shield it has prevented all it could (615.7)."""
    m = cat.modifier[int(g.effect_modifier[e])]
    if m.rule == Rule.SHIELD and g.effect_power[e] == 0:
        return True
    if m.rule and not m.rule & OBJECT_RULES:
        return m.rule == Rule.PREVENT_NEXT and g.effect_power[e] == 0
    if (m.control or g.effect_keeps[e] >= 0 and g.effect_object[e] < 0) and g.lost[int(g.effect_seat[e])]:
        return True
    ref = int(g.effect_object[e])
    return 0 <= ref < SEAT_REF and (g.generation[ref] != g.effect_generation[e] or g.zone[ref] == Zone.NONE)


@kernel
def drop_effects(g, cat, all_this_turn):
    """Remove effects that have ended, with the turn (514.2) or because they are spent."""
    n = 0
    for e in range(g.effect_count):
        if spent(g, cat, e) or all_this_turn and g.effect_until[e] == 0:
            g.stale = 1
            continue
        if e != n:
            g.effect_modifier[n] = g.effect_modifier[e]
            g.effect_object[n] = g.effect_object[e]
            g.effect_generation[n] = g.effect_generation[e]
            g.effect_seat[n] = g.effect_seat[e]
            g.effect_until[n] = g.effect_until[e]
            g.effect_power[n] = g.effect_power[e]
            g.effect_toughness[n] = g.effect_toughness[e]
            g.effect_card[n] = g.effect_card[e]
            g.effect_types[n] = g.effect_types[e]
            g.effect_keeps[n] = g.effect_keeps[e]
            g.effect_source[n] = g.effect_source[e]
            g.effect_owed[n] = g.effect_owed[e]
        n += 1
    g.effect_count = n
