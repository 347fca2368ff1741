"""Asking about objects: does it match, how many are there, what may be targeted (CR 107.2, 109, 115, 603.4, 608.2h, 702.11, 702.16, 702.18)."""

from ecs_game.kernels import kernel, part
from ecs_game.tables import DEVOTED, SEAT_REF, VALUE_X
from ecs_game.vocabulary import (
    HEXPROOF_FROM,
    LAND_TYPES,
    LAND_TYPES_SET,
    LANDWALK,
    PERMANENT_TYPES,
    PROTECTION,
    SPENT,
    THAT_PLAYERS,
    Amount,
    Cast,
    Condition,
    Counter,
    Keyword,
    Kind,
    Mark,
    Note,
    Rule,
    Trait,
    Type,
    Zone,
)
from systems.game.conspiracies import is_chosen_name, name_row, whole_pool
from systems.game.notes import guessed_right, has_globe, highest_noted, is_note, is_noted, removed_cards
from systems.game.objects import controller_of
from systems.game.stack import stack_index

EXILED_NAME = 3  # of ``Filter.chosen_name``: that of the card exiled with the source


@kernel
def card_has_subtype(cat, card, subtype):
    """Whether a card has a subtype printed (205.3)."""
    return (int(cat.card[card].subtypes[subtype >> 6]) >> (subtype & 63)) & 1 == 1


@kernel
def has_subtype(g, cat, slot, subtype):
    """Whether an object has a subtype now: on the battlefield only one of a card type that it has (205.1a)."""
    if g.zone[slot] != Zone.BATTLEFIELD and g.zone[slot] != Zone.NONE:
        return card_has_subtype(cat, int(g.card[slot]), subtype)
    land = subtype - int(cat.plains)
    if 0 <= land < 5:
        return int(g.types[slot]) >> (LAND_TYPES + land) & 1 == 1
    if g.added[slot] != subtype and not card_has_subtype(cat, int(g.face[slot]), subtype):
        return False
    types = int(cat.correlated[subtype])
    return types & g.types[slot] != 0 and not (types == Type.LAND and g.types[slot] & LAND_TYPES_SET)


@kernel
def colors_of(g, cat, log, slot):
    """Colours of an object now (105.2)."""
    if slot < len(g.types) and (g.zone[slot] == Zone.BATTLEFIELD or g.zone[slot] == Zone.NONE):
        return int(g.colors[slot])
    return int(colors_elsewhere(g, cat, log, slot)) if g.rules & Rule.EVERYWHERE else int(cat.card[int(g.card[slot])].colors)


@part("rules")
def colors_elsewhere(g, cat, log, slot) -> int:
    """Colours of a spell or card outside the battlefield where static abilities set those too, the latest deciding (613.7)."""
    card = int(g.card[slot])
    colors, types, whose = int(cat.card[card].colors), int(cat.card[card].types), controller_of(g, slot)
    for i in range(g.field_count):
        source = int(g.field[i])
        c = cat.card[int(g.face[source])]
        for a in range(c.first, c.first + c.count if g.traits[source] & Trait.STATIC and c.rules & Rule.EVERYWHERE else c.first):
            m, f = int(cat.ability[a].modifier), int(cat.ability[a].affects_filter)
            if cat.ability[a].kind == Kind.STATIC and cat.modifier[m].everywhere and not cat.filter[f].not_types & types:
                if not cat.filter[f].controller or whose == g.controller[source]:
                    colors = int(cat.modifier[m].colors)
    return colors


@kernel
def keywords_of(g, cat, slot):
    """Keywords of an object now; of a spell with those that mana spent on it has given it (106.6)."""
    if slot < len(g.types) and (g.zone[slot] == Zone.BATTLEFIELD or g.zone[slot] == Zone.NONE):
        return int(g.keywords[slot])
    words = int(cat.card[int(g.card[slot])].keywords)
    for e in range(g.effect_count if g.zone[slot] == Zone.STACK else 0):
        if g.effect_object[e] == slot and g.effect_generation[e] == g.generation[slot]:
            words |= int(cat.modifier[int(g.effect_modifier[e])].keywords)
    return words


@kernel
def is_spell(g, slot):
    """Whether what lies on the stack in a slot is a spell: its own source (112.1)."""
    for i in range(g.stack_count):
        if g.stack_slot[i] == slot:
            return g.stack_source[i] == slot
    return False


@kernel
def name_of(g, slot):
    """The catalogue row whose name an object has now: that of the card it shows."""
    return int(g.face[slot]) if slot < len(g.face) and (g.zone[slot] == Zone.BATTLEFIELD or g.zone[slot] == Zone.NONE) else int(g.card[slot])


@part("rules")
def fits_note(g, cat, log, kind, card, slot, seat) -> int:
    """1 if an object has a name, colour or creature type that a seat has noted for cards of a name, or was exiled with such cards."""
    for i in range(g.note_count):
        if is_note(g, i, kind, card, seat):
            if kind == Note.NAME and g.note_name[i] == name_of(g, slot):
                return 1
            if kind == Note.COLORS and int(g.note_value[i]) & colors_of(g, cat, log, slot):
                return 1
            if kind == Note.TYPES and has_subtype(g, cat, slot, int(g.note_value[i])):
                return 1
            if kind == Note.EXILED and g.note_object[i] == slot:
                return 1
    return 0


@kernel
def fits(g, cat, row, slot, seat):
    """Whether an object is in a zone, of a type and of a player that a filter asks for; ``seat`` is you."""
    f = cat.filter[row]
    if g.zone[slot] != f.zone and g.zone[slot] != f.or_zone:
        return False
    types = int(g.types[slot]) if f.zone == Zone.BATTLEFIELD else int(cat.card[int(g.card[slot])].types)
    if f.types and not f.types & types or f.not_types & types:
        return False
    if f.controller == 0:
        return True
    controller = controller_of(g, slot)
    return controller == g.that_player if f.controller == THAT_PLAYERS else (f.controller == 1) == (controller == seat)


@kernel
def matches(g, cat, log, row, slot, seat, source, x):
    """Whether an object meets a filter, seen by ``seat`` and ``source`` (a slot or -1) with the announced ``x``."""
    f = cat.filter[row]
    if not fits(g, cat, row, slot, seat) or f.zone == Zone.STACK and is_spell(g, slot) != (f.ability == 0):
        return False
    c = cat.card[int(g.card[slot])]
    if f.zone == Zone.BATTLEFIELD:
        types, colors, supers, controller = int(g.types[slot]), int(g.colors[slot]), int(cat.card[int(g.face[slot])].supers), int(g.controller[slot])
        if f.keywords & ~g.keywords[slot] or f.without & g.keywords[slot]:
            return False
        if f.tapped >= 0 and f.tapped != g.tapped[slot]:
            return False
        if f.attacking and g.attacking[slot] == -1:
            return False
    else:
        types, colors, supers, controller = int(c.types), colors_of(g, cat, log, slot), int(c.supers), controller_of(g, slot)
    if f.colors and not f.colors & colors or f.not_colors & colors or f.supers & ~supers or f.not_supers & supers:
        return False
    if f.subtype >= 0 and not has_subtype(g, cat, slot, int(f.subtype)):
        return False
    if f.other and slot == source:
        return False
    if f.chosen_color and not (g.chosen[source] >= 0 and colors >> int(g.chosen[source]) & 1):
        return False
    if f.permanent and not types & PERMANENT_TYPES:
        return False
    if f.noted >= 0 and not fits_note(g, cat, log, int(f.noted), int(f.noted_for), slot, seat):
        return False
    if f.value_is_x and mana_value(g, cat, slot) != x:
        return False
    if f.asks and not fits_choice(g, cat, log, row, slot, seat, source, x):
        return False
    if f.power_most >= 0 and power_of(g, cat, slot) > amount(g, cat, log, int(f.power_most), controller if f.controller == 2 else seat, source, -1):
        return False
    return True


@kernel
def meets_first(g, cat, log, row, slot, seat, source, x):
    """The same for what is asked often: of most filters zone, types and controller are all that there is to look at."""
    return fits(g, cat, row, slot, seat) and (cat.filter[row].plain != 0 or meets(g, cat, log, row, slot, seat, source, x) != 0)


@part("rules")
def meets(g, cat, log, row, slot, seat, source, x) -> int:
    """1 if an object meets a filter: what asks seldom calls this, so that it does not hold all of it."""
    return 1 if matches(g, cat, log, row, slot, seat, source, x) else 0


@kernel
def mana_value(g, cat, slot):
    """Mana value: X is 0 but on the stack (202.3e)."""
    card = int(g.face[slot]) if g.zone[slot] == Zone.BATTLEFIELD else int(g.card[slot])
    value = int(cat.card[card].value)
    if g.zone[slot] == Zone.STACK and cat.card[card].x:
        for i in range(g.stack_count):
            if g.stack_slot[i] == slot:
                value += int(cat.card[card].x) * int(g.stack_x[i])
    return value


@kernel
def power_of(g, cat, slot):
    """Power now, or as it last was on the battlefield (608.2h)."""
    return int(g.power[slot]) if slot < len(g.power) else int(cat.card[int(g.card[slot])].power)


@kernel
def count(g, cat, log, row, seat, source):
    """How many permanents match a filter."""
    n = 0
    for i in range(g.field_count):
        if simple_match(g, cat, log, row, int(g.field[i]), seat, source):
            n += 1
    return n


@kernel
def simple_match(g, cat, log, row, slot, seat, source):
    """A filter over permanents that asks for no number: what counts and static abilities use."""
    f = cat.filter[row]
    if f.types and not f.types & g.types[slot] or f.not_types & g.types[slot]:
        return False
    if f.controller and (f.controller == 1) != (g.controller[slot] == seat):
        return False
    if f.subtype >= 0 and not has_subtype(g, cat, slot, int(f.subtype)):
        return False
    if f.colors and not f.colors & g.colors[slot] or f.not_colors & g.colors[slot]:
        return False
    supers = int(cat.card[int(g.face[slot])].supers)
    if f.supers & ~supers or f.not_supers & supers or f.tapped >= 0 and f.tapped != g.tapped[slot] or f.attacking and g.attacking[slot] == -1:
        return False
    if f.other and slot == source:
        return False
    if f.noted >= 0 and not fits_note(g, cat, log, int(f.noted), int(f.noted_for), slot, seat):
        return False
    if f.chosen_color and not (g.chosen[source] >= 0 and int(g.colors[slot]) >> int(g.chosen[source]) & 1):
        return False
    if f.asks and not fits_choice(g, cat, log, row, slot, seat, source, 0):
        return False
    return not (f.keywords & ~g.keywords[slot] or f.without & g.keywords[slot])


@part("rules")
def fits_choice(g, cat, log, row, slot, seat, source, x) -> int:
    """1 if an object has a name chosen for a source, lacks a subtype, has a mana value up to a number or as the source has counters, and as a spell a rules text or a target that matches, where a filter asks for that."""
    f = cat.filter[row]
    if f.has_x and not cat.card[int(g.card[slot])].x:
        return 0
    if f.value_is_counters and mana_value(g, cat, slot) != g.counters[source, Counter.OTHER]:
        return 0
    if f.value_most != -1 and mana_value(g, cat, slot) > (x if f.value_most == VALUE_X else f.value_most):
        return 0
    if f.globe and not has_globe(g, slot):
        return 0
    if f.chosen_name == EXILED_NAME:
        exiled = int(g.chosen[source])
        if exiled < 0 or name_row(g, cat, exiled) != name_row(g, cat, slot):
            return 0
    elif f.chosen_name and not is_chosen_name(g, source, name_row(g, cat, slot)):
        return 0
    if f.not_subtype >= 0 and has_subtype(g, cat, slot, int(f.not_subtype)):
        return 0
    if f.speaks and not cat.card[int(g.card[slot])].speaks:
        return 0
    if f.targets < 0:
        return 1
    k = stack_index(g, slot)
    return 1 if has_target_that(g, cat, log, int(f.targets), int(g.stack_first[k]), int(g.stack_targets[k]), seat, source) else 0


@kernel
def has_target_that(g, cat, log, row, first, count, seat, source):
    """Whether one of these targets is a permanent that matches."""
    for i in range(first, first + count):
        ref = int(g.target[i])
        if (
            ref < len(g.types)
            and g.generation[ref] == g.target_generation[i]
            and g.zone[ref] == Zone.BATTLEFIELD
            and simple_match(g, cat, log, row, ref, seat, source)
        ):
            return True
    return False


@kernel
def holds(g, cat, log, condition, number, seat, source, f):
    """Whether a condition holds now (603.4, 602.5, and the "if" of effects)."""
    return condition == Condition.ALWAYS or holds_now(g, cat, log, condition, number, seat, source, f) != 0


@part("rules")
def holds_now(g, cat, log, condition, number, seat, source, f) -> int:
    """1 if a condition holds now."""
    return 1 if is_so(g, cat, log, condition, number, seat, source, f) else 0


@kernel
def is_so(g, cat, log, condition, number, seat, source, f):
    """Whether what a condition says is so."""
    if condition == Condition.OPPONENT_DAMAGED:
        for other in range(len(g.life)):
            if other != seat and g.damaged[other]:
                return True
        return False
    if condition == Condition.USED_AT_LEAST:
        return g.used[source] >= number
    if condition == Condition.NOT_DONE:
        return g.marks[source] & Mark.DONE == 0
    if condition == Condition.TARGET_CONTROLS:
        return f < 0 or count(g, cat, log, number, int(g.target[int(g.frame_first[f])]) - SEAT_REF, source) > 0
    if condition == Condition.REGISTER_AT_LEAST:
        return f < 0 or g.frame_register[f, 0] >= number
    if condition == Condition.REGISTER:
        return (int(g.frame_register[f, 0]) if f >= 0 else 0) == number
    if condition == Condition.GUESSED_RIGHT:
        return guessed_right(g, number, seat)
    if condition == Condition.CONTROLS:
        return count(g, cat, log, number, seat, source) > 0
    if condition == Condition.FIRST_TURN:
        return g.turn == 1
    if condition == Condition.FIRST_UPKEEP:
        return not int(g.upkeeps) >> int(g.active) & 1
    if condition == Condition.WHOLE_POOL:
        return whole_pool(g, seat)
    if condition == Condition.IT_IS:
        return f >= 0 and simple_match(g, cat, log, number, int(g.frame_object[f]), seat, source)
    if condition == Condition.NO_PLUS_COUNTER:
        return g.counters[source, Counter.PLUS] == 0
    if condition == Condition.COUNTERS_AT_LEAST:
        return g.counters[source, Counter.OTHER] >= number
    if condition == Condition.COUNTERS_AT_MOST:
        return g.counters[source, Counter.OTHER] <= number
    if condition == Condition.STARTED_UNTAPPED:
        return is_noted(g, Note.UNTAPPED, source)
    if condition == Condition.TAPPED:
        return g.tapped[source] == 1
    if condition == Condition.X_AT_LEAST:
        return f >= 0 and g.frame_x[f] >= number
    if condition == Condition.KICKED:
        return f >= 0 and int(g.frame_amount[f]) & Cast.KICKED != 0
    if condition == Condition.DEVOTION_BELOW:
        return devotion(g, cat, log, seat, number >> DEVOTED) < number & ((1 << DEVOTED) - 1)
    if condition == Condition.MODE:
        return f >= 0 and int(g.frame_mode[f]) >> (number - 1) & 1 == 1
    if condition == Condition.TARGETS:
        return f < 0 or has_target_that(g, cat, log, number, int(g.frame_first[f]), int(g.frame_targets[f]), seat, source)
    return True


@part("rules")
def devotion(g, cat, log, seat, colors) -> int:
    """How many symbols of any of some colours, as bits, hybrid and Phyrexian ones included, the mana costs of a seat's permanents have (700.5)."""
    n = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == seat:
            c = cat.card[int(g.face[s])]
            for color in range(5):
                n += int(c.pips[color]) if colors >> color & 1 else 0
            for h in range(c.hybrids):
                n += int(c.hybrid[h]) & colors != 0
    return n


@part("rules")
def amount(g, cat, log, row, seat, source, f) -> int:
    """The value of an amount row now (608.2h); ``f`` is the frame whose X, registers and objects it may mean, -1 for none."""
    a = cat.amount[row]
    kind, times = int(a.kind), int(a.times)
    value = int(a.value)
    if kind == Amount.CONST:
        return value
    n = 0
    if kind == Amount.X:
        n = int(g.frame_x[f])
    elif kind == Amount.COUNT:
        n = count(g, cat, log, int(a.filter), seat, source)
    elif kind == Amount.GREATEST_POWER:
        for i in range(g.field_count):
            s = int(g.field[i])
            if simple_match(g, cat, log, int(a.filter), s, seat, source):
                n = max(n, int(g.power[s]))
    elif kind == Amount.REGISTER:
        n = int(g.frame_register[f, value])
        return n * times
    elif kind == Amount.UNSPENT_OF:
        n = int(g.pool[seat, value])
        return n * times
    elif kind == Amount.POWER:
        n = power_of(g, cat, int(g.frame_object[f]))
    elif kind == Amount.OWN_POWER:
        n = max(power_of(g, cat, source), 0)
    elif kind == Amount.SHARE_OF_X:
        n = int(g.frame_x[f]) // max(int(g.frame_register[f, 0]), 1)
    elif kind == Amount.HALF_X:
        n = int(g.frame_x[f]) // 2
    elif kind == Amount.EVENT:
        n = int(g.frame_amount[f])
    elif kind == Amount.COUNT_OF_TARGET:
        whose = seat if f < 0 else int(g.target[int(g.frame_first[f])]) - SEAT_REF
        n = count(g, cat, log, int(a.filter), whose, source)
    elif kind == Amount.TARGET_VALUE:
        n = 0 if f < 0 else mana_value(g, cat, int(g.target[int(g.frame_first[f])]))
    elif kind == Amount.UNTAPPED_LANDS:
        n = int(g.untapped_lands)
    elif kind == Amount.PLUS_COUNTERS:
        n = int(g.counters[source, Counter.PLUS])
    elif kind == Amount.KICKED:
        n = int(g.frame_mode[f]) if f >= 0 and g.frame_amount[f] & Cast.KICKED else 0
    elif kind == Amount.COLORS_SPENT:
        for color in range(5 if f >= 0 else 0):
            n += int(g.frame_amount[f]) >> (SPENT + color) & 1
    elif kind == Amount.COUNTERS:
        n = int(g.counters[source, Counter.OTHER])
    elif kind == Amount.CARDS_IN_GRAVEYARD:
        whose = seat if f < 0 else controller_of(g, int(g.target[int(g.frame_first[f])]))
        for i in range(g.graveyard_count[whose]):
            if cat.card[int(g.card[int(g.graveyard[whose, i])])].types & value:
                n += 1
        return n * times
    elif kind == Amount.HIGHEST_NOTED:
        return highest_noted(g, value, seat) * times
    elif kind == Amount.REMOVED_CARDS:
        return removed_cards(g, value, seat) * times
    return n * times + value


@kernel
def protected(g, cat, log, slot, source):
    """Whether a permanent has protection from what a source is (702.16)."""
    shields = int(g.keywords[slot]) >> PROTECTION & 31
    return shields != 0 and source >= 0 and shields & colors_of(g, cat, log, source) != 0


@kernel
def hexproof_from(g, cat, log, slot, source):
    """Whether a permanent has hexproof from what a source is (702.11e)."""
    shields = int(g.keywords[slot]) >> HEXPROOF_FROM & 31
    return shields != 0 and source >= 0 and shields & colors_of(g, cat, log, source) != 0


@kernel
def can_target(g, cat, log, row, ref, seat, source, x):
    """Whether ``seat`` may target this with something of ``source`` under a target filter (115.4, hexproof 702.11, shroud 702.18, protection 702.16b)."""
    if ref >= SEAT_REF:
        players = int(cat.filter[row].players)
        return g.lost[ref - SEAT_REF] == 0 and (players == 1 or players == 2 and ref - SEAT_REF != seat)
    if not meets_first(g, cat, log, row, ref, seat, source, x):
        return False
    if g.zone[ref] != Zone.BATTLEFIELD:
        return True
    k = int(g.keywords[ref])
    if k & Keyword.SHROUD or g.controller[ref] != seat and (k & Keyword.HEXPROOF or hexproof_from(g, cat, log, ref, source)):
        return False
    return not protected(g, cat, log, ref, source)


@kernel
def can_enchant(g, cat, log, slot, card, seat, host):
    """Whether what lies in a slot, shows a card and is a seat's could be, or go on being, attached to a host as an Aura (303.4c, 702.5, 702.16c)."""
    row = int(cat.ability[int(cat.card[card].spell)].target_first)
    return meets(g, cat, log, int(cat.target[row].filter), host, seat, slot, 0) and not protected(g, cat, log, host, slot)


@kernel
def has_landwalk(g, cat, slot, defender, first_land_subtype):
    """Whether landwalk makes a creature unblockable for a defender (702.14)."""
    walks = int(g.keywords[slot]) >> LANDWALK & 31
    if walks == 0:
        return False
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == defender and g.types[s] & Type.LAND:
            for color in range(5):
                if walks >> color & 1 and has_subtype(g, cat, s, first_land_subtype + color):
                    return True
    return False


@kernel
def loyalty(g, slot):
    """Loyalty of a planeswalker: its loyalty counters (306.5c)."""
    return int(g.counters[slot, Counter.LOYALTY])
