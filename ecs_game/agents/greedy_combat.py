"""Combat as the greedy agent plays it: who attacks, who blocks whom, how damage is divided."""

from ecs_game.actions import PASS, SLOT
from ecs_game.agents.greedy_board import LETHAL, LOWEST, enemy_of, pain, sturdy, weight, worth
from ecs_game.agents.greedy_fight import MINE, fight, outcome
from ecs_game.agents.greedy_programs import weighed
from ecs_game.kernels import kernel, part
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Event, Keyword, Kind, Trait, Type
from systems.game.choices import action_ref, number_action, seat_action
from systems.game.combat_attack import can_attack
from systems.game.combat_block import attacks_seat, blockers_of, can_block, may_block
from systems.game.combat_damage import assigns
from systems.game.query import loyalty, protected
from systems.game.seats import next_seat

HOME, ATTACKS, MET, ABSORBED = 0, 1, 2, 3  # what ``verdict`` says of a creature
MUST = 1000  # how much more a blocker that faces a lethal attack thinks of a block


# --- attacking ---


@kernel
def striking_power(g, slot):
    """Damage a creature deals if it is not blocked."""
    return max(assigns(g, slot), 0) * (2 if g.keywords[slot] & Keyword.DOUBLE_STRIKE else 1)


@kernel
def triggers_on(g, cat, log, slot, seat, event):
    """What the abilities of a creature that trigger on an event about itself are worth."""
    n = 0
    c = cat.card[int(g.face[slot])]
    if int(c.events) >> event & 1:
        for a in range(c.first, c.first + c.count):
            row = cat.ability[a]
            if row.kind == Kind.TRIGGERED and row.event == event and row.myself == 1:
                n += max(weighed(g, cat, log, a, seat, slot), -LETHAL)
    return n


@kernel
def best_block(g, cat, log, seat, enemy, b, through):
    """The attacker that a creature of the enemy had best block, -1 for none; ``supposed_exchange``: what becomes of the creatures."""
    best, least, value = -1, 0, 0
    for i in range(g.field_count):
        a = int(g.field[i])
        if g.verdict[a] != ATTACKS or g.keywords[a] & Keyword.MENACE or not can_block(g, cat, log, b, a, enemy):
            continue
        exchange = fight(g, cat, log, seat, a, b, -1)
        power = striking_power(g, a)
        gain = exchange - weight(g, enemy) * power
        if through >= g.life[enemy]:
            gain -= MUST + power
        if gain < least:
            best, least, value = a, gain, exchange
    g.supposed_exchange = value
    return best


@kernel
def stays(g, slot, seat):
    """Whether a creature of the seat will be there to block after the attack."""
    if g.controller[slot] != seat or not g.types[slot] & Type.CREATURE or g.keywords[slot] & Keyword.CANT_BLOCK:
        return False
    if g.attacking[slot] != -1 or g.verdict[slot] != HOME:
        return g.keywords[slot] & Keyword.VIGILANCE != 0
    return g.tapped[slot] == 0


@kernel
def strike_back(g, cat, log, seat):
    """The most damage that an opponent of the seat could deal in the next attack, if the creatures left at home block the strongest they can."""
    most = 0
    for other in range(len(g.life)):
        if other != seat and not g.lost[other]:
            most = max(most, struck_by(g, cat, log, seat, other))
    return most


@kernel
def struck_by(g, cat, log, seat, other):
    """Damage that one opponent could deal in the next attack."""
    total = 0
    barred = int(Keyword.DEFENDER) | int(Keyword.CANT_ATTACK)
    for i in range(g.field_count):
        e = int(g.field[i])
        if g.controller[e] == other and g.types[e] & Type.CREATURE and not g.keywords[e] & barred:
            total += striking_power(g, e)
    for i in range(g.field_count if total > 0 else 0):
        b = int(g.field[i])
        if not stays(g, b, seat):
            continue
        strongest = -1
        for k in range(g.field_count):
            e = int(g.field[k])
            if g.controller[e] != other or not g.types[e] & Type.CREATURE or g.keywords[e] & barred or g.verdict[e] == ABSORBED:
                continue
            if (strongest < 0 or striking_power(g, e) > striking_power(g, strongest)) and can_block(g, cat, log, b, e, seat):
                strongest = e
        if strongest >= 0:
            g.verdict[strongest] = ABSORBED
            total -= striking_power(g, strongest)
    return total


@part("greedy")
def assault(g, cat, log, seat, enemy) -> int:
    """What it is worth to attack with the creatures marked ATTACKS, if the enemy blocks as suits it best and then strikes back."""
    through = value = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.verdict[s] == MET:
            g.verdict[s] = ATTACKS
        if g.controller[s] != seat:
            g.verdict[s] = HOME
        if g.verdict[s] == ATTACKS:
            through += striking_power(g, s)
    for i in range(g.field_count):
        b = int(g.field[i])
        if may_block(g, b, enemy):
            a = best_block(g, cat, log, seat, enemy, b, through)
            if a >= 0:
                g.verdict[a] = MET
                through -= striking_power(g, a)
                value += int(g.supposed_exchange)
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.traits[s] & Trait.WATCHES and g.verdict[s] != HOME and g.controller[s] == seat:
            value += triggers_on(g, cat, log, s, seat, int(Event.ATTACKS))
            if g.verdict[s] == ATTACKS:
                value += triggers_on(g, cat, log, s, seat, int(Event.COMBAT_DAMAGE_TO_PLAYER))
    gain = pain(g, enemy, through)
    if gain >= LETHAL:
        return value + gain
    return value + gain - pain(g, seat, strike_back(g, cat, log, seat)) // 4


@kernel
def plan_attack(g, cat, log, seat, enemy):
    """Mark who attacks: all that can, less whoever the attack is better without."""
    for i in range(g.field_count):
        s = int(g.field[i])
        g.verdict[s] = ATTACKS if g.controller[s] == seat and g.attacking[s] != -1 else HOME
    for i in range(g.option_count):
        if g.options[i] >= SLOT:
            g.verdict[int(g.options[i]) - SLOT] = ATTACKS
    best = assault(g, cat, log, seat, enemy)
    better = best < LETHAL
    while better:
        better = False
        for i in range(g.option_count):
            s = int(g.options[i]) - SLOT
            if s < 0 or g.verdict[s] == HOME:
                continue
            g.verdict[s] = HOME
            value = assault(g, cat, log, seat, enemy)
            if value >= best:
                better = value > best
                best = value
            else:
                g.verdict[s] = ATTACKS


@part("greedy")
def prey(g, cat, log, seat) -> int:
    """The opponent to attack: the only one, or who is attacked already, or against whom all that can attack would do best."""
    best, most = enemy_of(g, seat), LOWEST
    if next_seat(g, next_seat(g, seat)) == seat:
        return best
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == seat and g.attacking[s] >= SEAT_REF:
            return int(g.attacking[s]) - SEAT_REF
    for other in range(len(g.life)):
        if other == seat or g.lost[other]:
            continue
        for i in range(g.field_count):
            s = int(g.field[i])
            g.verdict[s] = ATTACKS if can_attack(g, cat, s, seat) else HOME
        value = assault(g, cat, log, seat, other)
        if value > most:
            best, most = other, value
    return best


@part("greedy")
def choose_attacker(g, cat, log, seat) -> int:
    """The next creature of the plan; done after the last; one that has to attack, if nothing else is left."""
    plan_attack(g, cat, log, seat, int(prey(g, cat, log, seat)))
    for i in range(g.option_count):
        s = int(g.options[i]) - SLOT
        if s >= 0 and g.verdict[s] != HOME:
            return SLOT + s
    return PASS if g.options[0] == PASS else int(g.options[int(g.option_count) - 1])


@part("greedy")
def choose_defender(g, cat, log, seat) -> int:
    """A planeswalker that the attacker could finish, else the opponent that the plan is against."""
    power = striking_power(g, int(g.about))
    enemy = int(prey(g, cat, log, seat))
    best = int(g.options[int(g.option_count) - 1])
    for i in range(g.option_count):
        action = int(g.options[i])
        if action == seat_action(g, enemy):
            best = action
    for i in range(g.option_count):
        ref = action_ref(g, int(g.options[i]))
        if ref < SEAT_REF and power >= loyalty(g, ref):
            return int(g.options[i])
    return best


# --- blocking ---


@kernel
def block_gain(g, cat, log, seat, b, c, a, total):
    """How much better the fight gets for ``seat`` if ``b`` (and ``c``, unless -1) block ``a`` as well, where ``total`` damage would get through."""
    g.supposed_hit[MINE] = 0
    before = fight(g, cat, log, seat, a, -1, -1)
    hit = int(g.supposed_hit[MINE])
    g.supposed_hit[MINE] = 0
    after = fight(g, cat, log, seat, a, b, c)
    left = total - hit + int(g.supposed_hit[MINE])
    gain = after - before + pain(g, seat, total) - pain(g, seat, left)
    if c < 0 and g.keywords[a] & Keyword.MENACE and blockers_of(g, a) == 0:
        gain -= worth(g, cat, log, b)
    return gain


@kernel
def already_blocks(g, b, a):
    """Whether this block is declared."""
    found = False
    for i in range(g.pair_count):
        found = found or (g.blocker[i] == b and g.blocked[i] == a)
    return found


@kernel
def blocked_better(g, cat, log, seat, b, a, total, gain):
    """Whether a creature that may still be chosen after ``b`` would do better against ``a``."""
    for i in range(g.field_count):
        c = int(g.field[i])
        if c > b and may_block(g, c, seat) and can_block(g, cat, log, c, a, seat) and block_gain(g, cat, log, seat, c, -1, a, total) > gain:
            return True
    return False


@kernel
def together(g, cat, log, seat, b, a, total):
    """The most that blocking ``a`` with ``b`` and another creature that may still be chosen gains."""
    best = LOWEST
    for i in range(g.field_count):
        c = int(g.field[i])
        if c > b and may_block(g, c, seat) and can_block(g, cat, log, c, a, seat):
            best = max(best, block_gain(g, cat, log, seat, b, c, a, total))
    return best


@part("greedy")
def best_attacker(g, cat, log, seat, b, total) -> int:
    """The attacker that a creature had best block, -1 if it can block none; ``supposed_exchange``: what that gains."""
    best, most = -1, LOWEST
    for i in range(g.field_count):
        a = int(g.field[i])
        if attacks_seat(g, a, seat) and not already_blocks(g, b, a) and can_block(g, cat, log, b, a, seat):
            gain = block_gain(g, cat, log, seat, b, -1, a, total)
            if gain <= 0:
                gain = max(gain, together(g, cat, log, seat, b, a, total))
            if gain > most and not (gain > 0 and blocked_better(g, cat, log, seat, b, a, total, gain)):
                best, most = a, gain
    g.supposed_exchange = most
    return best


@part("greedy")
def choose_blocker(g, cat, log, seat) -> int:
    """The first creature that has an attacker worth blocking; where somebody has to block, the least bad one."""
    outcome(g, cat, log, seat)
    total = int(g.supposed_hit[MINE])
    forced, least = PASS, LOWEST
    for i in range(g.option_count):
        b = int(g.options[i]) - SLOT
        if b < 0 or best_attacker(g, cat, log, seat, b, total) < 0:
            continue
        if g.supposed_exchange > 0:
            return SLOT + b
        if g.supposed_exchange > least:
            forced, least = SLOT + b, int(g.supposed_exchange)
    if g.options[0] == PASS:
        return PASS
    return forced if forced != PASS else int(g.options[0])


@part("greedy")
def choose_blocked(g, cat, log, seat) -> int:
    """The attacker that the blocker had best block, among those offered."""
    outcome(g, cat, log, seat)
    total = int(g.supposed_hit[MINE])
    wanted = best_attacker(g, cat, log, seat, int(g.about), total)
    best, most = int(g.options[0]), LOWEST
    for i in range(g.option_count):
        a = int(g.options[i]) - SLOT
        if a == wanted:
            return SLOT + a
        gain = block_gain(g, cat, log, seat, int(g.about), -1, a, total)
        if gain > most:
            best, most = SLOT + a, gain
    return best


# --- dividing damage ---


@kernel
def could_die(g, cat, log, slot, source):
    """Whether damage from a source destroys a creature at all."""
    return not protected(g, cat, log, slot, source) and not sturdy(g, cat, log, slot, False)


@kernel
def enough(g, source, slot):
    """Damage from a source that destroys a creature."""
    if g.keywords[source] & Keyword.DEATHTOUCH:
        return 1
    return max(int(g.toughness[slot]) - int(g.damage[slot]), 1)


@part("greedy")
def choose_damage(g, cat, log, seat) -> int:
    """Lethal damage to each in turn, but none to one that would leave too little for a better one; the rest tramples or goes to the last."""
    slot, source = int(g.about), int(g.about_other)
    least = int(g.options[0]) - number_action(g, 0)
    rest = int(g.options[int(g.option_count) - 1]) - number_action(g, 0)
    attacking = g.attacking[source] != -1
    need = enough(g, source, slot)
    if need > rest or not could_die(g, cat, log, slot, source):
        return number_action(g, least)
    seen = False
    for i in range(g.pair_count):
        one, other = (int(g.blocked[i]), int(g.blocker[i])) if attacking else (int(g.blocker[i]), int(g.blocked[i]))
        if one != source:
            continue
        if seen and could_die(g, cat, log, other, source):
            later = enough(g, source, other)
            if later <= rest < need + later and worth(g, cat, log, other) > worth(g, cat, log, slot):
                return number_action(g, least)
        seen = seen or other == slot
    return number_action(g, max(least, need))
