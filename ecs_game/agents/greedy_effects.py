"""What one effect on one thing is worth to the seat that causes it, read off its instruction."""

from ecs_game.agents.greedy_board import CARD, LETHAL, NOTHING, before_combat, body, enemy_of, expected, in_combat, pain, sturdy, suppose_change, weight, worth
from ecs_game.agents.greedy_fight import MINE, outcome
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Amount, Choice, Keyword, Kind, Op, Rule, Sel, Type, Zone
from systems.game.combat_attack import can_attack
from systems.game.combat_block import can_block, may_block
from systems.game.prevention import shields
from systems.game.query import keywords_of, loyalty, protected

COMPELLED = 48  # before the eighth that a change for the turn counts
GIVEN = 8  # an ability for the turn


@kernel
def timely(g):
    """Whether the seat asks itself if now is the time, and not only what is best."""
    return g.choice == Choice.PRIORITY or g.choice == Choice.ABILITY or g.choice == Choice.X


@kernel
def hurt(g, cat, log, source, ref, n):
    """What damage to a permanent costs its controller."""
    if n <= 0 or protected(g, cat, log, ref, source):
        return 0
    if g.types[ref] & Type.PLANESWALKER:
        return worth(g, cat, log, ref) if n >= loyalty(g, ref) else 5 * n
    if int(g.safe) >> int(g.controller[ref]) & 1:
        return 0
    left = int(g.toughness[ref]) - int(g.damage[ref])
    if (n >= left or keywords_of(g, cat, source) & Keyword.DEATHTOUCH) and not sturdy(g, cat, log, ref, True):
        return worth(g, cat, log, ref)
    return min(n, 5)


@kernel
def grown(g, slot, power, toughness, words):
    """What a creature gains by a change that stays; all it is worth if it dies of it."""
    before = body(int(g.power[slot]), int(g.toughness[slot]), int(g.keywords[slot]))
    if int(g.toughness[slot]) + toughness <= int(g.damage[slot]):
        return -before
    return body(int(g.power[slot]) + power, int(g.toughness[slot]) + toughness, int(g.keywords[slot]) | words) - before


@kernel
def swing(g, cat, log, seat, slot, power, toughness, words):
    """How much better the coming combat damage gets by a change to a creature, or to every creature of the seat."""
    before = outcome(g, cat, log, seat)
    suppose_change(g, slot, seat, power, toughness, words)
    after = outcome(g, cat, log, seat)
    suppose_change(g, NOTHING, seat, 0, 0, 0)
    return after - before


@kernel
def facing_blocker(g, cat, log, slot, enemy):
    """Whether a creature of the enemy could block this one."""
    for i in range(g.field_count):
        b = int(g.field[i])
        if may_block(g, b, enemy) and can_block(g, cat, log, b, slot, enemy):
            return True
    return False


@kernel
def evasive(words):
    """Keywords that get a creature past blockers."""
    return words & (int(Keyword.UNBLOCKABLE) | int(Keyword.FLYING) | int(Keyword.INTIMIDATE)) != 0


@kernel
def until_end_of_turn(g, cat, log, seat, slot, power, toughness, words):
    """What a change for this turn is worth to ``seat``: in combat what it changes there, before it what an attack gains."""
    mine = 1 if g.controller[slot] == seat else -1
    if toughness < 0 and int(g.toughness[slot]) + toughness <= int(g.damage[slot]):
        return -mine * worth(g, cat, log, slot)
    if in_combat(g):
        return swing(g, cat, log, seat, slot, power * int(g.supposed_times), toughness * int(g.supposed_times), words)
    attacks = g.controller[slot] == g.active and before_combat(g) and can_attack(g, cat, slot, int(g.active))
    if timely(g):
        enemy = enemy_of(g, seat)
        gets_through = attacks and mine > 0 and evasive(words) and facing_blocker(g, cat, log, slot, enemy)
        return weight(g, enemy) * int(g.power[slot]) if gets_through else 0
    gain = mine * grown(g, slot, power, toughness, words) + compelled(g, slot, seat, words, attacks)
    return gain // 2 if attacks else gain // 8


@kernel
def compelled(g, slot, seat, words, attacks):
    """What it is worth that a creature has to block a stronger one of the seat, or has to be blocked as the stronger one."""
    if not words & (int(Keyword.MUST_BLOCK) | int(Keyword.MUST_BE_BLOCKED)) or g.active != seat:
        return 0
    gain = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if not g.types[s] & Type.CREATURE or (g.controller[s] == seat) == (g.controller[slot] == seat) or g.tapped[s] or g.tapped[slot]:
            continue
        if g.controller[slot] != seat and words & Keyword.MUST_BLOCK and g.power[s] >= g.toughness[slot] and g.power[slot] < g.toughness[s]:
            gain = COMPELLED
        if attacks and words & Keyword.MUST_BE_BLOCKED and g.power[slot] >= g.toughness[s] and g.power[s] < g.toughness[slot]:
            gain = COMPELLED
    return gain


@kernel
def counts_for(g, cat, row, seat, ref):
    """For whom an amount is counted: one of a graveyard for the controller of the target."""
    if row >= 0 and cat.amount[row].kind == Amount.CARDS_IN_GRAVEYARD and 0 <= ref < len(g.controller):
        return int(g.controller[ref])
    return seat


@kernel
def given(g, cat, a, ref):
    """What an ability that a creature has for the turn is worth to its controller."""
    row = cat.ability[a]
    if row.kind == Kind.ACTIVATED:
        if row.tap:
            return GIVEN if not g.tapped[ref] and (not g.sick[ref] or g.keywords[ref] & Keyword.HASTE) else 0
        return GIVEN
    return GIVEN if g.active == g.controller[ref] and before_combat(g) and can_attack(g, cat, ref, int(g.active)) else 0


@kernel
def change(g, cat, log, at, seat, source, ref, n):
    """A continuous effect on one permanent."""
    ins = cat.instruction[at]
    m = cat.modifier[int(ins.a)]
    mine = 1 if g.controller[ref] == seat else -1
    if not g.types[ref] & Type.CREATURE:
        return 0
    if m.control:
        if mine > 0:
            return 0
        return worth(g, cat, log, ref) * (2 if ins.c else 1) // 2
    if m.grants >= 0:
        return mine * given(g, cat, int(m.grants), ref)
    if m.switches:
        n = int(g.toughness[ref]) - int(g.power[ref])
        return until_end_of_turn(g, cat, log, seat, ref, n, -n, 0)
    toughness = expected(g, cat, log, int(ins.b), counts_for(g, cat, int(ins.b), seat, ref), source)
    if ins.c:
        return mine * grown(g, ref, n, toughness, int(m.keywords))
    return until_end_of_turn(g, cat, log, seat, ref, n, toughness, int(m.keywords))


@kernel
def moved(g, cat, log, at, seat, ref):
    """An object changes zones: what its controller loses, what whoever has it then gains."""
    ins = cat.instruction[at]
    n = 0
    is_token = cat.card[int(g.card[ref])].token
    owner = 1 if g.owner[ref] == seat else -1
    value = worth(g, cat, log, ref)
    if g.zone[ref] == Zone.BATTLEFIELD:
        n -= value if g.controller[ref] == seat else -value
    elif ins.a == Zone.EXILE:
        n -= 2 * owner
    if ins.a == Zone.HAND and not is_token:
        n += owner * (value if g.zone[ref] != Zone.BATTLEFIELD else value * 2 // 3)
    elif ins.a == Zone.BATTLEFIELD:
        n += value if ins.b else owner * value
    elif ins.a == Zone.LIBRARY and g.zone[ref] != Zone.BATTLEFIELD and not ins.c:
        n += owner * value // 4
    return n


@kernel
def to_seat(g, cat, log, op, seat, player, n):
    """What an instruction does to a player."""
    mine = 1 if player == seat else -1
    if op == Op.DAMAGE and int(g.safe) >> player & 1:
        return 0
    if op == Op.DAMAGE or op == Op.LOSE_LIFE:
        return -mine * pain(g, player, n)
    if op == Op.GAIN_LIFE:
        return mine * n * weight(g, player) // 2
    if op == Op.DRAW:
        return mine * CARD * n if n < g.library_count[player] else -mine * LETHAL
    if op == Op.DISCARD:
        return -mine * min(n, int(g.hand_count[player])) * CARD * 3 // 4
    if op == Op.MILL:
        return -mine * (n if n < g.library_count[player] else LETHAL // 4)
    return -mine if op == Op.MARK else 0


@kernel
def tapping(g, cat, log, ref, seat):
    """What it is worth that a permanent becomes tapped: a creature misses the coming combat."""
    if g.tapped[ref] or not g.types[ref] & Type.CREATURE or not before_combat(g):
        return 0
    return worth(g, cat, log, ref) // (-4 if g.controller[ref] == seat else 4)


@part("greedy")
def attached(g, cat, log, source, host, seat) -> int:
    """What it is worth to ``seat`` that an Aura or Equipment is attached to a permanent."""
    mine = 1 if g.controller[host] == seat else -1
    c = cat.card[int(g.face[source]) if g.zone[source] == Zone.BATTLEFIELD else int(g.card[source])]
    n = 0
    for a in range(c.first, c.first + c.count):
        row = cat.ability[a]
        if row.kind == Kind.TRIGGERED_MANA:
            n += 14 * mine
        if row.kind == Kind.STATIC and row.affects == Sel.ATTACHED and g.types[host] & Type.CREATURE:
            m = cat.modifier[int(row.modifier)]
            power, toughness = expected(g, cat, log, int(m.power), seat, source), expected(g, cat, log, int(m.toughness), seat, source)
            n += mine * grown(g, host, power, toughness, int(m.keywords))
    return n


@kernel
def rule_change(g, cat, log, at, seat, n):
    """An effect on the rules for this turn."""
    rule = int(cat.modifier[int(cat.instruction[at].a)].rule)
    enemy = enemy_of(g, seat)
    if rule & Rule.GROUND_CANT_BLOCK:
        gain = 0
        for i in range(g.field_count if g.active == seat and before_combat(g) else 0):
            s = int(g.field[i])
            if can_attack(g, cat, s, seat) and facing_blocker(g, cat, log, s, enemy):
                gain += int(g.power[s]) * weight(g, enemy) // 2
        return gain
    if rule & Rule.DOUBLE_DAMAGE:
        gain = 0
        for i in range(g.field_count if g.active == seat and before_combat(g) else 0):
            if can_attack(g, cat, int(g.field[i]), seat):
                gain += int(g.power[int(g.field[i])]) * weight(g, enemy) // 2
        return gain
    if not in_combat(g) or g.active == seat:
        return 0
    before = outcome(g, cat, log, seat)
    if rule & Rule.PREVENT_NEXT:
        return weight(g, seat) * max(min(n, int(g.supposed_hit[MINE]) - shields(g, cat, seat)), 0)
    if rule & Rule.NO_DAMAGE_TO_YOU_AND_CREATURES:
        g.supposed_safe = seat
        after = outcome(g, cat, log, seat)
        g.supposed_safe = -1
        return after - before
    return 0


@kernel
def made_token(g, cat, log, at, seat, source):
    """What one token is worth."""
    ins = cat.instruction[at]
    c = cat.card[int(ins.a)]
    size = expected(g, cat, log, int(ins.b), seat, source) if ins.b >= 0 else 0
    return body(int(c.power) + size, int(c.toughness) + size, int(c.keywords))
