"""The greedy agent: for each kind of choice, the option that looks best now.

It plays from what its seat may know: its hand, the battlefield, graveyards, the stack, how many cards lie where. It draws no random numbers.
"""

from ecs_game.actions import PASS, SLOT, YES
from ecs_game.agents.greedy_board import LOWEST, forget, worth
from ecs_game.agents.greedy_combat import choose_attacker, choose_blocked, choose_blocker, choose_damage, choose_defender
from ecs_game.agents.greedy_conspiracies import choose_hand, choose_name, choose_number, choose_several
from ecs_game.agents.greedy_dice import choose_about_dice
from ecs_game.agents.greedy_effects import attached
from ecs_game.agents.greedy_priority import best_ability, choose_with_priority, land_value, mana_mask, spell_value
from ecs_game.agents.greedy_programs import EVERYTHING, cranked, mode_value, program, target_value, weighed
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Choice, Op, System, Type, Zone
from systems.game.assembly import SPROCKETS
from systems.game.before_shuffling import TAKEN
from systems.game.casting import CHOSEN, ROLE
from systems.game.choices import ability_action, action_ref, color_action, mode_action, number_action
from systems.game.mana.spending import NO_COST
from systems.game.payments.costs import price_ability, total
from systems.game.payments.hybrid import most_x
from systems.game.payments.supply import gather_for
from systems.game.stack import stack_index

FEW_LANDS, MANY_LANDS = 2, 5
PATIENCE = 2  # mulligans after which any hand is kept


# --- hands ---


@kernel
def lands_in_hand(g, cat, seat):
    """Lands in a seat's hand."""
    n = 0
    for i in range(g.hand_count[seat]):
        n += cat.card[int(g.card[int(g.hand[seat, i])])].types & Type.LAND != 0
    return n


@kernel
def lands_in_play(g, seat):
    """Lands a seat controls."""
    n = 0
    for i in range(g.field_count):
        n += g.controller[int(g.field[i])] == seat and g.types[int(g.field[i])] & Type.LAND != 0
    return n


@part("greedy")
def wanted(g, cat, log, slot, seat) -> int:
    """How much a seat wants a card in its hand: lands up to six, spells that it will be able to cast."""
    c = cat.card[int(g.card[slot])]
    lands = lands_in_play(g, seat)
    if c.types & Type.LAND:
        have = lands + lands_in_hand(g, cat, seat)
        return (40 if have <= 3 else 24 if have <= 5 else 6) + land_value(g, cat, slot, seat) // 4
    return worth(g, cat, log, slot) - 4 * max(int(c.value) - max(lands, 4) - 1, 0)


@kernel
def choose_mulligan(g, cat, seat):
    """Keep two to five lands; sooner or later, anything."""
    lands = lands_in_hand(g, cat, seat)
    return PASS if FEW_LANDS <= lands <= MANY_LANDS or g.mulligans[seat] >= PATIENCE else YES


@kernel
def least_wanted(g, cat, log, seat):
    """The option that is the least wanted card."""
    best, least = int(g.options[0]), 1 << 20
    for i in range(g.option_count):
        slot = int(g.options[i]) - SLOT
        if slot >= 0 and wanted(g, cat, log, slot, seat) < least:
            best, least = SLOT + slot, wanted(g, cat, log, slot, seat)
    return best


@part("greedy")
def choose_discard(g, cat, log, seat) -> int:
    """The first, in slot order, of the cards that are least wanted of those that may still be chosen."""
    f = int(g.frame_count) - 1
    left = min(int(g.frame_amount[f]), int(g.hand_count[seat])) - int(g.frame_register[f, 0])
    for i in range(g.option_count):
        slot = int(g.options[i]) - SLOT
        if slot < 0:
            continue
        own = wanted(g, cat, log, slot, seat)
        worse = 0
        for k in range(g.hand_count[seat]):
            other = int(g.hand[seat, k])
            if other > slot or (other >= int(g.options[0]) - SLOT and other < slot):
                value = wanted(g, cat, log, other, seat)
                worse += value < own or (value == own and other < slot)
        if worse < left:
            return SLOT + slot
    return int(g.options[0])


# --- spells and abilities on their way ---


@part("greedy")
def choose_target(g, cat, log, seat) -> int:
    """The target that is worth most; no more of one role than one, and none where that is better."""
    f = int(g.frame_count) - 1
    a, source, role = int(g.frame_ability[f]), int(g.frame_source[f]), int(g.frame_register[f, ROLE])
    if g.frame_kind[f] == System.RESOLUTION:  # new targets for a copy of a spell or ability
        copy = stack_index(g, int(g.about))
        source, a = int(g.stack_source[copy]), int(g.stack_ability[copy])
        role = int(g.about_other) - int(cat.ability[a].target_first)
    g.supposed_x = g.frame_x[f]
    g.supposed_object = g.frame_object[f]
    best, most = int(g.options[0]), 0 if g.options[0] == PASS else LOWEST
    if g.options[0] == PASS and g.frame_kind[f] == System.CASTING and g.frame_register[f, CHOSEN] > 0:
        return PASS
    for i in range(g.option_count):
        if g.options[i] >= SLOT:
            value = target_value(g, cat, log, a, seat, source, role, action_ref(g, int(g.options[i])))
            if value > most:
                best, most = int(g.options[i]), value
    return best


@part("greedy")
def choose_x(g, cat, log, seat) -> int:
    """The X that is worth most: as a permanent the greatest, on resolution with the targets that there are."""
    f = int(g.frame_count) - 1
    resolving = g.frame_kind[f] == System.RESOLUTION
    a, source = int(g.frame_ability[f]), int(g.frame_source[f])
    if a < 0:
        return int(g.options[int(g.option_count) - 1])
    if not resolving and cat.ability[a].sacrifice >= 0 and g.frame_stack[f] >= 0:
        return int(g.options[0])  # X of one's own permanents
    best, most = int(g.options[0]), LOWEST
    for i in range(g.option_count):
        g.supposed_x = int(g.options[i]) - number_action(g, 0)
        value = -2 * int(g.supposed_x)
        value += program(g, cat, log, int(g.frame_step[f]) + 1, seat, source, EVERYTHING, -1) if resolving else weighed(g, cat, log, a, seat, source)
        if value > most:
            best, most = int(g.options[i]), value
    return best


@part("greedy")
def choose_ability(g, cat, log, seat) -> int:
    """The ability that is worth most."""
    best_ability(g, cat, log, int(g.about), seat)
    wanted = ability_action(g, int(g.supposed_exchange))
    for i in range(g.option_count):
        if g.options[i] == wanted:
            return wanted
    return int(g.options[0])


# --- choices on resolution ---


@kernel
def suppose_frame(g):
    """Suppose what the top frame knows."""
    f = int(g.frame_count) - 1
    g.supposed_x = g.frame_x[f]
    g.supposed_object = g.frame_object[f]
    chosen, generation = int(g.frame_chosen[f]), int(g.frame_chosen_generation[f])
    g.supposed_chosen = chosen if chosen >= 0 and generation > 0 and g.generation[chosen] == generation else -1


@part("greedy")
def choose_may(g, cat, log, seat) -> int:
    """Yes, if what follows is better than what follows a no; a payment counts, and the card that may be cast."""
    f = int(g.frame_count) - 1
    if g.frame_kind[f] == System.CASTING:
        return YES  # a card with miracle is revealed: it may still be kept
    at, source = int(g.frame_step[f]), int(g.frame_source[f])
    ins = cat.instruction[at]
    suppose_frame(g)
    if ins.op == Op.CAST_CHOSEN:
        g.supposed_chosen = -1
        return YES if spell_value(g, cat, log, int(g.about), seat) > program(g, cat, log, at + 1, seat, source, EVERYTHING, -1) else PASS
    cost = 0
    if ins.op == Op.PAY:
        gather_for(g, cat, log, seat, -1, NO_COST, -1)
        g.supposed_x = max(most_x(g, cat, log, 0, int(ins.a), seat, 0), 0)
        price_ability(g, cat, log, g.need, int(ins.a), int(g.supposed_x), -1)
        cost = total(g.need)
    yes = program(g, cat, log, at + 1, seat, source, EVERYTHING, -1) - cost
    return YES if yes > program(g, cat, log, at + 1 + int(ins.d), seat, source, EVERYTHING, -1) else PASS


@part("greedy")
def choose_mode(g, cat, log, seat) -> int:
    """The mode that is worth most; of several to choose as a spell is cast, the best that leaves others to choose from."""
    f = int(g.frame_count) - 1
    suppose_frame(g)
    best, most = 0, LOWEST
    for mode in range(g.option_count):
        if g.frame_kind[f] == System.CASTING:
            value = mode_value(g, cat, log, int(g.frame_ability[f]), seat, int(g.frame_source[f]), int(g.options[mode]) - mode_action(g, 0) + 1)
        else:
            value = program(g, cat, log, int(g.frame_step[f]) + 1 + mode, seat, int(g.frame_source[f]), EVERYTHING, -1)
        if value > most:
            best, most = mode, value
    return int(g.options[best])


@part("greedy")
def choose_object(g, cat, log, seat) -> int:
    """What makes the rest of the program worth most; of a library the card that is wanted most; for an Aura the best host; as a cost the least.

    What is to be copied is the best; before shuffling, no more than has to be. Where it is how much to prevent, the most.
    """
    f = int(g.frame_count) - 1
    if g.frame_kind[f] == System.DAMAGE:
        return int(g.options[int(g.option_count) - 1])
    if g.frame_kind[f] == System.CASTING or g.frame_kind[f] == System.PAYMENT:
        return most_worth(g, cat, log) if g.choice == Choice.CHOOSE else least_worth(g, cat, log)
    if g.frame_kind[f] == System.START:
        return PASS if g.options[0] == PASS and g.frame_register[f, TAKEN] > 0 else most_worth(g, cat, log)
    if g.frame_kind[f] == System.ENTERING:
        return best_host(g, cat, log, seat)
    at, source = int(g.frame_step[f]), int(g.frame_source[f])
    ins = cat.instruction[at]
    suppose_frame(g)
    best, most = int(g.options[0]), LOWEST
    for i in range(g.option_count):
        action = int(g.options[i])
        slot = action - SLOT
        g.supposed_chosen = action_ref(g, action) if action != PASS else -1
        value = program(g, cat, log, at + 1 if action != PASS else at + 1 + int(ins.d), seat, source, EVERYTHING, -1)
        if 0 <= slot < len(g.zone) and g.zone[slot] == Zone.LIBRARY:
            value = wanted(g, cat, log, slot, seat)
        elif 0 <= slot < len(g.zone) and cat.instruction[at + 1].op == Op.CAST_CHOSEN:
            value = spell_value(g, cat, log, slot, seat)
        if value > most:
            best, most = action, value
    return best


@kernel
def best_host(g, cat, log, seat):
    """What an Aura that enters had best enchant."""
    best, most = int(g.options[0]), LOWEST
    for i in range(g.option_count):
        value = attached(g, cat, log, int(g.about), int(g.options[i]) - SLOT, seat)
        if value > most:
            best, most = int(g.options[i]), value
    return best


@kernel
def least_worth(g, cat, log):
    """The option that is the least valuable object."""
    best, least = int(g.options[0]), 1 << 20
    for i in range(g.option_count):
        if g.options[i] >= SLOT and worth(g, cat, log, int(g.options[i]) - SLOT) < least:
            best, least = int(g.options[i]), worth(g, cat, log, int(g.options[i]) - SLOT)
    return best


@kernel
def most_worth(g, cat, log):
    """The option that is the most valuable object."""
    best, most = int(g.options[0]), -1
    for i in range(g.option_count):
        if g.options[i] >= SLOT and worth(g, cat, log, int(g.options[i]) - SLOT) > most:
            best, most = int(g.options[i]), worth(g, cat, log, int(g.options[i]) - SLOT)
    return best


@part("greedy")
def choose_color(g, cat, log, seat) -> int:
    """The colour that the seat's own creatures, lands and hand have most of, the opponents' creatures least."""
    best, most = int(g.options[0]), -(1 << 20)
    for i in range(g.option_count):
        color = int(g.options[i]) - color_action(g, 0)
        n = 0
        for k in range(g.field_count):
            s = int(g.field[k])
            mine = 1 if g.controller[s] == seat else -1
            if g.types[s] & Type.CREATURE and int(g.colors[s]) >> color & 1:
                n += 3 * mine
            elif g.types[s] & Type.LAND and mine > 0 and mana_mask(cat, int(g.face[s])) >> color & 1:
                n += 1
        for k in range(g.hand_count[seat]):
            n += 2 * int(cat.card[int(g.card[int(g.hand[seat, k])])].pips[color])
        if n > most:
            best, most = int(g.options[i]), n
    return best


# --- Contraptions ---


@kernel
def choose_sprocket(g, seat):
    """The sprocket with the fewest of the seat's Contraptions; of equal ones the one that is cranked next."""
    best, fewest = int(g.options[0]), 1 << 14
    for i in range(g.option_count):
        sprocket = int(g.options[i]) - number_action(g, 0)
        n = 0
        for k in range(g.field_count):
            s = int(g.field[k])
            n += g.controller[s] == seat and g.sprocket[s] == sprocket
        n = SPROCKETS * n + (sprocket - int(g.crank[seat]) - 1) % SPROCKETS
        if n < fewest:
            best, fewest = int(g.options[i]), n
    return best


@part("greedy")
def choose_crank(g, cat, log, seat) -> int:
    """The next Contraption that is worth cranking."""
    for i in range(g.option_count):
        if g.options[i] >= SLOT and cranked(g, cat, log, int(g.options[i]) - SLOT, seat) > 0:
            return int(g.options[i])
    return PASS


# --- every choice ---


@part("greedy")
def greedy_action(g, cat, log) -> int:
    """The greedy agent's answer to the open choice."""
    seat, choice = int(g.decider), int(g.choice)
    forget(g)
    if choice == Choice.PRIORITY:
        return choose_with_priority(g, cat, log, seat)
    if choice == Choice.MULLIGAN:
        return choose_mulligan(g, cat, seat)
    if choice == Choice.BOTTOM:
        return least_wanted(g, cat, log, seat)
    if choice == Choice.SEVERAL:
        return choose_several(g)
    if choice == Choice.NAME:
        return choose_name(g, cat, log, seat)
    if choice == Choice.NUMBER:
        return choose_number(g, cat, seat)
    if choice == Choice.HAND:
        return choose_hand(g, cat, seat)
    if choice == Choice.EXILE:
        return least_wanted(g, cat, log, seat)
    if choice == Choice.DISCARD:
        return choose_discard(g, cat, log, seat)
    if choice == Choice.ABILITY and g.frame_count == 0:
        return choose_ability(g, cat, log, seat)
    if choice == Choice.TARGET:
        return choose_target(g, cat, log, seat)
    if choice == Choice.X:
        return choose_x(g, cat, log, seat)
    if choice == Choice.MAY:
        return choose_may(g, cat, log, seat)
    if choice == Choice.MODE:
        return choose_mode(g, cat, log, seat)
    if choice == Choice.CHOOSE or choice == Choice.SACRIFICE:
        return choose_object(g, cat, log, seat)
    if choice == Choice.COLOR:
        return choose_color(g, cat, log, seat)
    if choice == Choice.HELP or choice == Choice.DIE or choice == Choice.RESULT:
        return choose_about_dice(g, cat, log, seat)
    if choice == Choice.HYBRID or choice == Choice.KICK:
        return int(g.options[int(g.option_count) - 1])  # mana before life; kicked as often as can be
    if choice == Choice.LEGEND:
        return most_worth(g, cat, log)
    if choice == Choice.SPROCKET:
        return choose_sprocket(g, seat)
    if choice == Choice.CRANK:
        return choose_crank(g, cat, log, seat)
    if choice == Choice.ATTACKER:
        return choose_attacker(g, cat, log, seat)
    if choice == Choice.DEFENDER:
        return choose_defender(g, cat, log, seat)
    if choice == Choice.BLOCKER:
        return choose_blocker(g, cat, log, seat)
    if choice == Choice.BLOCKED:
        return choose_blocked(g, cat, log, seat)
    if choice == Choice.DAMAGE:
        return choose_damage(g, cat, log, seat)
    return int(g.options[0])
