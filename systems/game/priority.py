"""Priority (CR 117): who may act, and everything they may do: exactly the legal actions."""

from ecs_game.actions import PASS, SLOT, YES
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import COLORLESS, Cast, Choice, Kind, Rule, Super, System, Trait, Type, Zone
from systems.game.casting import begin_activation, begin_cast
from systems.game.choices import ability_action, answered, ask, color_action, offer, take
from systems.game.conspiracies import conspiracy, face_down, turn_up
from systems.game.entering import enter
from systems.game.face_down import morph_row
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.spending import NO_COST, aim
from systems.game.mana.tapping import taps_others
from systems.game.objects import free_slot
from systems.game.payments.besides import make_for_life
from systems.game.payments.hybrid import can_pay_ability
from systems.game.payments.sources import activate_mana
from systems.game.payments.supply import gather, gather_for
from systems.game.permitted import activatable, at_instant_speed, castable, castable_face_down, mana_activatable, may_cast, sorcery_time, too_dear
from systems.game.query import card_has_subtype
from systems.game.resolution import begin_resolution
from systems.game.seats import left_seats, next_seat, still_in
from systems.processors import processor


@part("rules")
def priority(g, cat, log) -> None:
    """Give priority to a seat (117.3), or carry out what it chose; when all pass in succession the top of the stack resolves or the step ends (117.4)."""
    seat = int(g.priority)
    if not answered(g):
        list_actions(g, cat, log, seat)
        return
    action = take(g)
    if g.choice == Choice.ABILITY and action == YES:
        begin_cast(g, cat, log, seat, int(g.about), 0)
    elif g.choice == Choice.WAY:
        begin_cast(g, cat, log, seat, int(g.about), 0 if action == ability_action(g, 0) else int(Cast.FACE_DOWN))
    elif action == color_action(g, COLORLESS):
        g.passes = 0
        make_for_life(g, cat, log, seat)
    elif g.choice == Choice.ABILITY:
        start_ability(g, cat, log, seat, int(g.about), action - ability_action(g, 0))
    elif action == PASS:
        if passed(g, cat, log, seat):
            list_actions(g, cat, log, int(g.priority))
    else:
        act(g, cat, log, seat, action - SLOT)


Priority = processor(System.PRIORITY, priority)


@kernel
def passed(g, cat, log, seat):
    """117.3d, 117.4; True if it is the next seat's turn to act or pass."""
    g.passes += 1
    if g.passes < len(g.life) - left_seats(g):
        g.priority = next_seat(g, seat)
        return True
    g.passes = 0
    g.priority = still_in(g, int(g.active))
    if g.stack_count > 0:
        begin_resolution(g, cat, log)
    else:
        g.over = 1
    return False


@kernel
def act(g, cat, log, seat, slot):
    """Play a land (116.2a), cast a spell, turn a conspiracy face up (116.2j), or activate an ability: where several could be, ask which."""
    g.passes = 0
    if g.zone[slot] == Zone.HAND or g.zone[slot] == Zone.SIDEBOARD or g.zone[slot] == Zone.EXILE:
        card = int(g.card[slot])
        if cat.card[card].types & Type.LAND:
            g.lands[seat] += 1
            if g.zone[slot] == Zone.SIDEBOARD:
                replace_basic(g, cat, log, slot)
            enter(g, cat, log, slot, seat, 0, -1)
        elif g.zone[slot] == Zone.HAND and g.manual[seat] and cat.card[card].hand_mana:
            cast_or_use(g, cat, log, seat, slot)
        elif cat.card[card].morph >= 0 and g.zone[slot] == Zone.HAND:
            choose_way(g, cat, log, seat, slot)
        else:
            begin_cast(g, cat, log, seat, slot, how_allowed(g, cat, seat, slot) if g.zone[slot] == Zone.EXILE else 0)
        return
    if g.zone[slot] == Zone.GRAVEYARD:
        begin_cast(g, cat, log, seat, slot, int(Cast.FLASHBACK))
        return
    if g.zone[slot] == Zone.COMMAND and face_down(g, slot):
        turn_up(g, log, seat, slot)
        return
    g.option_count = 0
    gather(g, cat, log, seat, -1)
    for place in range(abilities_of(g, cat, log, slot)):
        if usable(g, cat, log, slot, nth_ability(g, cat, log, slot, place), seat):
            offer(g, log, ability_action(g, place))
    if g.option_count == 1:
        start_ability(g, cat, log, seat, slot, int(g.options[0]) - ability_action(g, 0))
        return
    ask(g, seat, Choice.ABILITY, slot, -1)


@part("rules")
def choose_way(g, cat, log, seat, slot) -> None:
    """Cast a card for its mana cost or face down (702.37c): where it could be both ways, ask which."""
    gather(g, cat, log, seat, -1)
    g.option_count = 0
    if castable(g, cat, log, slot, seat, 0):
        offer(g, log, ability_action(g, 0))
    if castable_face_down(g, cat, log, slot, seat):
        offer(g, log, ability_action(g, 1))
    if g.option_count == 1:
        begin_cast(g, cat, log, seat, slot, 0 if g.options[0] == ability_action(g, 0) else int(Cast.FACE_DOWN))
        return
    ask(g, seat, Choice.WAY, slot, -1)


@kernel
def cast_or_use(g, cat, log, seat, slot):
    """A card in hand with a mana ability: it is cast, or its ability activated (602.2a)."""
    card = int(g.card[slot])
    g.option_count = 0
    gather(g, cat, log, seat, -1)
    if (sorcery_time(g, seat) or at_instant_speed(cat, card)) and may_cast(g, cat, log, seat, card) and castable(g, cat, log, slot, seat, 0):
        offer(g, log, YES)
    for place in range(cat.card[card].count):
        if cat.ability[int(cat.card[card].first) + place].from_hand:
            offer(g, log, ability_action(g, place))
    ask(g, seat, Choice.ABILITY, slot, -1)


@part("rules")
def pays_to_turn_up(g, cat, log, slot, seat) -> int:
    """1 if a seat can pay for turning a face-down permanent up (116.2b)."""
    row = morph_row(g, cat, slot)
    gather_for(g, cat, log, seat, slot, row, -1)
    return 1 if can_pay_ability(g, cat, log, row, 0) else 0


@kernel
def usable(g, cat, log, slot, a, seat):
    """Whether an ability of an object may be activated now by a seat that taps for mana itself, or through the planner."""
    kind = cat.ability[a].kind
    if kind == Kind.ACTIVATED:
        return (g.pirates == 0 or slot >= len(g.controller) or not taps_others(g, seat, slot)) and activatable(g, cat, log, slot, a, seat) != 0
    if kind == Kind.COST and slot < len(g.face) and morph_row(g, cat, slot) >= 0:
        return pays_to_turn_up(g, cat, log, slot, seat) != 0
    return kind == Kind.MANA and g.manual[seat] and mana_activatable(g, cat, log, slot, a, seat)


@kernel
def start_ability(g, cat, log, seat, slot, index):
    """Begin to activate an ability of an object by its place."""
    a = nth_ability(g, cat, log, slot, index)
    if cat.ability[a].kind == Kind.MANA and (not cat.ability[a].paid or cat.ability[a].from_hand):
        activate_mana(g, cat, log, seat, slot, a, -1, -1)
        return
    begin_activation(g, cat, log, seat, slot, a if cat.ability[a].kind != Kind.COST else morph_row(g, cat, slot))


@kernel
def list_actions(g, cat, log, seat):
    """The legal actions of a seat with priority, in ascending order.

    ``quiet`` remembers that a seat has nothing at instant speed; not where that hangs on which permanents are tapped (``fragile``).
    """
    sorcery = sorcery_time(g, seat)
    aim(g, cat, -1, NO_COST)  # what mana was last counted for may be there no more
    g.option_count = 0
    g.windows += 1
    offer(g, log, PASS)
    if sorcery or not g.quiet[seat]:
        list_more(g, cat, log, seat, 1 if sorcery else 0)
    ask(g, seat, Choice.PRIORITY, -1, -1)


@part("rules")
def list_more(g, cat, log, seat, sorcery) -> None:
    """What a seat with priority may do besides passing; ``sorcery``, 0 or 1: it could cast a sorcery, as far as time goes."""
    g.fragile = 0
    gathered = cards_in_hand(g, cat, log, seat, sorcery)
    if g.rules & Rule.MAY_PLAY:
        cards_in_exile(g, cat, log, seat, sorcery)
    if int(g.flashbacks) >> seat & 1:
        cards_in_graveyard(g, cat, log, seat, sorcery)
    permanents(g, cat, log, seat, gathered)
    if g.channels >> seat & 1 and g.manual[seat] and g.life[seat] > 0:
        offer(g, log, color_action(g, COLORLESS))
    if g.option_count == 1 and not sorcery and not g.fragile:
        g.quiet[seat] = 1


@kernel
def cards_in_hand(g, cat, log, seat, sorcery):
    """Cards of the hand that may be played or cast; they lie above the permanents and are offered after them."""
    n = 0
    gathered = False
    for i in range(g.hand_count[seat]):
        slot = int(g.hand[seat, i])
        card = int(g.card[slot])
        c = cat.card[card]
        able = False
        if c.types & Type.LAND:
            able = sorcery != 0 and g.lands[seat] == 0
        elif (sorcery or at_instant_speed(cat, card)) and may_cast(g, cat, log, seat, card):
            if not gathered:
                gather(g, cat, log, seat, -1)
                gathered = True
            dear = not g.choosy and too_dear(g, cat, card)  # which needs no look at what some mana may be spent on
            able = not dear and castable(g, cat, log, slot, seat, 0) != 0 or c.morph >= 0 and castable_face_down(g, cat, log, slot, seat) != 0
            if c.spell >= 0:
                g.fragile |= cat.ability[int(c.spell)].tapped_target
        if able or g.manual[seat] and c.hand_mana:
            n += 1
            g.options[len(g.options) - n] = slot  # kept at the far end until the permanents are listed
    g.found_count = n
    return gathered


@part("rules")
def cards_in_exile(g, cat, log, seat, sorcery) -> None:
    """Cards in exile that an effect lets a seat play this turn, at the times and for the costs of any other (601.3, 305.1)."""
    n = int(g.found_count)
    for slot in range(len(g.tapped), g.top_high):
        if g.zone[slot] != Zone.EXILE or how_allowed(g, cat, seat, slot) < 0:
            continue
        card = int(g.card[slot])
        c = cat.card[card]
        able = False
        if c.types & Type.LAND:
            able = sorcery != 0 and g.lands[seat] == 0
        elif (sorcery or at_instant_speed(cat, card)) and may_cast(g, cat, log, seat, card):
            gather(g, cat, log, seat, -1)
            able = castable(g, cat, log, slot, seat, how_allowed(g, cat, seat, slot)) != 0
            if c.spell >= 0:
                g.fragile |= cat.ability[int(c.spell)].tapped_target
        if able:
            n += 1
            g.options[len(g.options) - n] = slot
    g.found_count = n


@part("rules")
def cards_in_graveyard(g, cat, log, seat, sorcery) -> None:
    """Cards with flashback in a seat's graveyard, which may be cast from there (702.34a)."""
    n = int(g.found_count)
    for i in range(g.graveyard_count[seat]):
        slot = int(g.graveyard[seat, i])
        card = int(g.card[slot])
        c = cat.card[card]
        if c.flashback >= 0 and (sorcery or at_instant_speed(cat, card)) and may_cast(g, cat, log, seat, card):
            gather(g, cat, log, seat, -1)
            if castable(g, cat, log, slot, seat, int(Cast.FLASHBACK)):
                n += 1
                g.options[len(g.options) - n] = slot
            if c.spell >= 0:
                g.fragile |= cat.ability[int(c.spell)].tapped_target
    g.found_count = n


@kernel
def how_allowed(g, cat, seat, slot):
    """How an effect lets a seat play a card in exile (`Cast`); -1 if none does."""
    for e in range(g.effect_count):
        if g.effect_object[e] == slot and g.effect_generation[e] == g.generation[slot] and g.effect_seat[e] == seat:
            if cat.modifier[int(g.effect_modifier[e])].rule == Rule.MAY_PLAY:
                return int(g.effect_power[e])
    return -1


@part("rules")
def from_outside(g, cat, log, seat) -> None:
    """Offer conspiracies that can be turned face up or have an ability to activate, and basic lands that may be played from outside the game."""
    for k in range(g.conspiracy_slots):
        s = conspiracy(g, cat, k)
        if s >= 0 and g.owner[s] == seat:
            if face_down(g, s) or cat.card[int(g.card[s])].activated and any_usable(g, cat, log, s, seat):
                offer(g, log, SLOT + s)
    if g.rules & Rule.OUTSIDE_BASICS and sorcery_time(g, seat) and g.lands[seat] == 0 and allowed_outside(g, cat, seat):
        for s in range(len(g.tapped), g.top_high):
            if g.zone[s] == Zone.SIDEBOARD and g.owner[s] == seat and cat.card[int(g.card[s])].supers & Super.BASIC:
                offer(g, log, SLOT + s)


@kernel
def any_usable(g, cat, log, slot, seat):
    """Whether any ability of an object may be activated now."""
    for place in range(abilities_of(g, cat, log, slot)):
        a = nth_ability(g, cat, log, slot, place)
        g.fragile |= cat.ability[a].tapped_target
        if usable(g, cat, log, slot, a, seat):
            return True
    return False


@kernel
def allowed_outside(g, cat, seat):
    """Whether an effect lets a seat play basic lands from outside the game this turn."""
    for e in range(g.effect_count):
        if g.effect_seat[e] == seat and cat.modifier[int(g.effect_modifier[e])].rule & Rule.OUTSIDE_BASICS:
            return True
    return False


@kernel
def replace_basic(g, cat, log, slot):
    """A Plains, Island, Swamp, Mountain or Forest that is played from outside the game leaves another there: there are as many as needed (100.4b)."""
    own = False
    for color in range(5):
        own |= card_has_subtype(cat, int(g.card[slot]), int(cat.plains) + color) and cat.card[int(g.card[slot])].supers == Super.BASIC
    if not own:
        return
    other = free_slot(g, log, False)
    g.card[other] = g.card[slot]
    g.owner[other] = g.owner[slot]
    g.zone[other] = Zone.SIDEBOARD


@kernel
def permanents(g, cat, log, seat, gathered):
    """Permanents with an ability to activate, what the command zone and the outside offer, the cards found: all in slot order."""
    first = int(g.option_count)
    wanted = int(Trait.ACTIVATED) | (int(Trait.MANA) if g.manual[seat] else 0)
    others = g.pirates != 0 and g.manual[seat] != 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if ((g.controller[s] != seat) | (g.traits[s] & wanted == 0)) and not (others and g.traits[s] & wanted and taps_others(g, seat, s)):
            continue
        if not gathered:
            gather(g, cat, log, seat, -1)
            gathered = True
        if any_usable(g, cat, log, s, seat):
            offer(g, log, SLOT + s)
    if g.conspiracy_slots:
        from_outside(g, cat, log, seat)
    for i in range(g.found_count):
        offer(g, log, SLOT + int(g.options[len(g.options) - 1 - i]))
    for i in range(first + 1, int(g.option_count)):
        action = int(g.options[i])
        k = i
        while k > first and g.options[k - 1] > action:
            g.options[k] = g.options[k - 1]
            k -= 1
        g.options[k] = action
