"""What the greedy agent does with priority: which land, spell or ability is worth most now, and whether any is."""

from ecs_game.actions import PASS, SLOT
from ecs_game.agents.greedy_board import before_combat, defined_size, enemy_of, expected, fits, weight, worth
from ecs_game.agents.greedy_combat import striking_power
from ecs_game.agents.greedy_conspiracies import FACE_UP_FIRST, REPLACEMENT, lands_on_offer
from ecs_game.agents.greedy_programs import IMPOSSIBLE, UNTARGETED, program, weighed
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Condition, Counter, Event, Kind, Op, Step, Trait, Type, Zone
from systems.game.combat_attack import can_attack
from systems.game.conspiracies import face_down
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.spending import NO_SPELL
from systems.game.payments.costs import price_ability, total
from systems.game.payments.hybrid import most_x
from systems.game.payments.payable import payable
from systems.game.payments.supply import gather_for
from systems.game.permitted import activatable
from systems.game.query import holds, mana_value

WAIT, MAIN, COMBAT, END, RESPOND = 0, 1, 2, 3, 4  # moments
LAND_FIRST = 1 << 16
MANY = 8  # activations looked ahead


@kernel
def moment(g, seat):
    """What kind of moment this is: the seat acts in its main phases, in combat, in an opponent's end step, and on what an opponent does."""
    if g.stack_count > 0:
        return RESPOND if g.stack_controller[int(g.stack_count) - 1] != seat else WAIT
    if g.active == seat and (g.step == Step.MAIN1 or g.step == Step.MAIN2):
        return MAIN
    if g.step == Step.BLOCKERS or (g.step == Step.ATTACKERS and g.active != seat):
        return COMBAT
    return END if g.step == Step.END and g.active != seat else WAIT


@kernel
def answers(cat, a):
    """Whether an ability row is of use against what is on the stack: it counters or regenerates."""
    op = cat.instruction[int(cat.ability[a].first)].op
    return op == Op.COUNTER or op == Op.REGENERATE


# --- lands ---


@kernel
def mana_mask(cat, card):
    """Types of mana that the abilities of a card make."""
    c = cat.card[card]
    mask = 0
    for a in range(c.first, c.first + c.count):
        if cat.ability[a].kind == Kind.MANA:
            mask |= int(cat.ability[a].mana_mask)
    return mask


@kernel
def land_value(g, cat, slot, seat):
    """How much a land is wanted on the battlefield: for the colours of the hand that the lands in play give least."""
    mask = mana_mask(cat, int(g.card[slot]))
    n = 0 if mask else 5
    for color in range(5):
        if not mask >> color & 1:
            continue
        have = 0
        for i in range(g.field_count):
            s = int(g.field[i])
            have += g.controller[s] == seat and mana_mask(cat, int(g.face[s])) >> color & 1
        for i in range(g.hand_count[seat]):
            wanted = int(cat.card[int(g.card[int(g.hand[seat, i])])].pips[color])
            n += 4 * (wanted > have) + (wanted > 0)
    return n


# --- spells ---


@kernel
def entering(g, cat, log, slot, seat):
    """What happens as a card enters, beyond its being there."""
    c = cat.card[int(g.card[slot])]
    n = 0
    for a in range(c.first, c.first + c.count):
        row = cat.ability[a]
        if row.kind == Kind.ENTERS:
            n += program(g, cat, log, int(row.first), seat, slot, UNTARGETED, -1)
        elif row.kind == Kind.TRIGGERED and row.event == Event.ENTERS and row.myself == 1:
            value = weighed(g, cat, log, a, seat, slot)
            n += value if value > IMPOSSIBLE // 2 else 0
    return n


@kernel
def better_after_combat(g, cat, log, slot, seat):
    """Whether a creature enters bigger once an opponent has been dealt damage, and an attack may still do that."""
    c = cat.card[int(g.card[slot])]
    if c.enters == 0 or not before_combat(g):
        return False
    for a in range(c.first, c.first + c.count):
        ins = cat.instruction[int(cat.ability[a].first)]
        if cat.ability[a].kind == Kind.ENTERS and ins.op == Op.UNLESS and ins.a == Condition.OPPONENT_DAMAGED:
            if holds(g, cat, log, int(ins.a), 0, seat, slot, -1):
                return False
            for i in range(g.field_count):
                if can_attack(g, cat, int(g.field[i]), seat):
                    return True
    return False


@kernel
def counters_of(g, cat, log, card, slot, seat):
    """How many +1/+1 counters a card would enter with whatever has happened before."""
    c = cat.card[card]
    n = 0
    for a in range(c.first, c.first + c.count):
        ins = cat.instruction[int(cat.ability[a].first)]
        if cat.ability[a].kind == Kind.ENTERS and ins.op == Op.COUNTERS:
            n += expected(g, cat, log, int(ins.n), seat, slot)
    return n


@kernel
def permanent_value(g, cat, log, slot, seat):
    """What casting a permanent spell is worth; nothing if it would not live to see it."""
    card = int(g.card[slot])
    c = cat.card[card]
    if better_after_combat(g, cat, log, slot, seat):
        return 0
    if c.x:
        gather_for(g, cat, log, seat, slot, NO_SPELL, -1)
        g.supposed_x = max(most_x(g, cat, log, card, -1, seat, 0), 0)
    if c.types & Type.CREATURE and int(c.toughness) + counters_of(g, cat, log, card, slot, seat) + defined_size(g, cat, log, card, slot, seat) <= 0:
        return 0
    return worth(g, cat, log, slot) + entering(g, cat, log, slot, seat)


@kernel
def best_x(g, cat, log, slot, a, seat, card):
    """What an ability row with X is worth with the best X that can be paid, noted as supposed; ``card`` -1: an activated ability."""
    gather_for(g, cat, log, seat, slot, NO_SPELL if card >= 0 else a, slot if card < 0 and cat.ability[a].tap else -1)
    most = most_x(g, cat, log, card, -1 if card >= 0 else a, seat, 0)
    best = IMPOSSIBLE
    chosen = 0
    for x in range(most + 1):
        g.supposed_x = x
        value = weighed(g, cat, log, a, seat, slot) - 2 * x
        if value > best:
            best, chosen = value, x
    g.supposed_x = chosen
    return best


@kernel
def price_of_card(cat, a):
    """The least a spell that is no permanent should be worth: more if it could be kept for a creature."""
    row = cat.ability[a]
    for t in range(row.target_first, row.target_first + row.target_count):
        if cat.filter[int(cat.target[t].filter)].types & Type.CREATURE:
            return 19
    return 5


@part("greedy")
def spell_value(g, cat, log, slot, seat) -> int:
    """What casting a card now is worth to the seat that holds it; 0 or less: not now."""
    card = int(g.card[slot])
    c = cat.card[card]
    now = moment(g, seat)
    a = int(c.spell)
    g.supposed_x = 0
    if a < 0:
        value = permanent_value(g, cat, log, slot, seat) if now == MAIN else 0
    elif now == RESPOND and not answers(cat, a):
        return 0
    else:
        value = best_x(g, cat, log, slot, a, seat, card) if c.x else weighed(g, cat, log, a, seat, slot)
        value -= price_of_card(cat, a)
    return value


# --- abilities ---


@kernel
def cheapest(g, cat, log, a, slot, seat):
    """What the least permanent is worth that could be sacrificed for an ability."""
    best = 1 << 14
    for i in range(g.field_count):
        if fits(g, cat, log, int(cat.ability[a].sacrifice), int(g.field[i]), seat, slot):
            best = min(best, worth(g, cat, log, int(g.field[i])))
    return best


@kernel
def given_up(g, cat, log, a, slot, seat):
    """What the costs of an ability that are no mana are worth."""
    row = cat.ability[a]
    n = 0
    if row.sacrifice >= 0:
        n += cheapest(g, cat, log, a, slot, seat)
    if row.sacrifice_self:
        n += worth(g, cat, log, slot)
    if row.loyal:
        n -= 3 * int(row.loyalty)
        if int(g.counters[slot, Counter.LOYALTY]) + int(row.loyalty) == 0:
            n += 10
    if row.tap and g.active == seat and before_combat(g) and can_attack(g, cat, slot, seat):
        n += striking_power(g, slot) * weight(g, enemy_of(g, seat)) // 2
    return n


@kernel
def costs_no_more(cat, a):
    """Whether an ability costs nothing but mana."""
    row = cat.ability[a]
    return not (row.tap or row.untap or row.sacrifice_self or row.loyal or row.sacrifice >= 0)


@kernel
def repeated(g, cat, log, a, slot, seat, mana):
    """What the fewest activations of an ability that change the fight are worth, their mana taken off."""
    gather_for(g, cat, log, seat, slot, a, -1)
    most = min(MANY, int(g.supply_total) // max(mana, 1))
    best = IMPOSSIBLE
    for times in range(1, most + 1):
        g.supposed_times = times
        best = weighed(g, cat, log, a, seat, slot) - times * mana
        if best > 0:
            break
    g.supposed_times = 1
    return best


@kernel
def best_copied(g, cat, log, slot, a, seat):
    """What an ability row whose X is a card's mana value is worth with the best card that can be paid for."""
    best = 0
    gather_for(g, cat, log, seat, slot, a, slot if cat.ability[a].tap else -1)
    for card in range(len(g.tapped), int(g.top_high)):
        if fits(g, cat, log, int(cat.ability[a].x_of), card, seat, slot):
            price_ability(g, cat, log, g.need, a, mana_value(g, cat, card), slot)
            if payable(g, cat, log, g.need):
                g.supposed_object = card
                best = max(best, weighed(g, cat, log, a, seat, slot) - 2 * total(g.need))
    g.supposed_object = -1
    return best


@part("greedy")
def ability_value(g, cat, log, slot, a, seat) -> int:
    """What activating an ability of a permanent now is worth; 0 or less: not now."""
    row = cat.ability[a]
    now = moment(g, seat)
    if row.kind != Kind.ACTIVATED or (now == RESPOND and not answers(cat, a)):
        return 0
    price_ability(g, cat, log, g.need, a, 0, slot)
    mana = total(g.need)
    g.supposed_x = 0
    if now == COMBAT and not row.tap and not row.sacrifice_self and not row.x and mana > 0:
        value = repeated(g, cat, log, a, slot, seat, mana)
    elif row.x_of >= 0:
        value = best_copied(g, cat, log, slot, a, seat)
    elif row.x:
        value = best_x(g, cat, log, slot, a, seat, -1)
    else:
        value = weighed(g, cat, log, a, seat, slot)
    if mana == 0 and g.supposed_x == 0 and costs_no_more(cat, a):
        return 0  # or it would never end
    value -= given_up(g, cat, log, a, slot, seat)
    if now == COMBAT and row.tap:
        value -= 6
    if now == MAIN:
        value -= 2 * mana
        if not row.sorcery and (mana > 0 or g.types[slot] & Type.CREATURE):
            value -= 3
    return value


# --- the choice ---


@part("greedy")
def best_ability(g, cat, log, slot, seat) -> int:
    """The best ability of a permanent that may be activated now: its worth; ``supposed_exchange``: its place."""
    best, found = 0, -1
    for place in range(abilities_of(g, cat, log, slot)):
        a = nth_ability(g, cat, log, slot, place)
        if cat.ability[a].kind == Kind.ACTIVATED:
            gather_for(g, cat, log, seat, slot, a, -1)
            if activatable(g, cat, log, slot, a, seat):
                value = ability_value(g, cat, log, slot, a, seat)
                if value > best:
                    best, found = value, place
    g.supposed_exchange = found
    return best


@kernel
def companion(g, cat, log, slot, seat):
    """What the best other spell is worth that could still be paid for as well."""
    gather_for(g, cat, log, seat, slot, NO_SPELL, -1)
    left = int(g.supply_total) - int(cat.card[int(g.card[slot])].value)
    best = 0
    for i in range(1, int(g.option_count)):
        other = int(g.options[i]) - SLOT
        if other != slot and g.zone[other] == Zone.HAND:
            c = cat.card[int(g.card[other])]
            if c.types & Type.CREATURE and c.value <= left:
                best = max(best, worth(g, cat, log, other))
    return best


@kernel
def command_value(g, cat, slot, seat):
    """What a conspiracy is good for now: to turn it face up, or to give up a card for a land where there is no other."""
    if face_down(g, slot):
        return FACE_UP_FIRST
    return REPLACEMENT if g.lands[seat] == 0 and g.stack_count == 0 and not lands_on_offer(g, cat) else 0


@part("greedy")
def choose_with_priority(g, cat, log, seat) -> int:
    """The option that is worth most now; to pass, if none is worth anything."""
    now = moment(g, seat)
    if now == WAIT:
        return PASS
    best, most = PASS, 0
    for i in range(1, int(g.option_count)):
        slot = int(g.options[i]) - SLOT
        value = 0
        if g.zone[slot] == Zone.COMMAND:
            value = command_value(g, cat, slot, seat) if now == MAIN else 0
        elif g.zone[slot] == Zone.BATTLEFIELD:
            if g.traits[slot] & Trait.ACTIVATED:
                value = best_ability(g, cat, log, slot, seat)
        elif cat.card[int(g.card[slot])].types & Type.LAND:
            value = LAND_FIRST + land_value(g, cat, slot, seat)
        else:
            value = spell_value(g, cat, log, slot, seat)
            if value > 0 and now == MAIN:
                value += companion(g, cat, log, slot, seat)
        if value > most:
            best, most = SLOT + slot, value
    return best
