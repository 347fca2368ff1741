"""What effect programs are worth to the seat that causes them: no card is known by name.

A program is weighed from one instruction on, for one target role at a time, for what needs no target, or, when it resolves, for everything.
"""

from ecs_game.agents.greedy_board import ASSEMBLED, CARD, EVERY_CREATURE, LETHAL, LOWEST, before_combat, expected, fits, in_combat, sturdy, worth
from ecs_game.agents.greedy_effects import attached, change, counts_for, hurt, made_token, moved, rule_change, swing, tapping, timely, to_seat
from ecs_game.kernels import kernel, part
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Condition, Counter, Event, Keyword, Kind, Op, Sel, Trait, Type, Zone
from systems.game.assembly import SPROCKETS
from systems.game.mana.spending import NO_COST
from systems.game.objects import controller_of
from systems.game.payments.costs import price_ability, total
from systems.game.payments.hybrid import most_x
from systems.game.payments.supply import gather_for
from systems.game.query import can_target, holds, keywords_of, simple_match

UNTARGETED, EVERYTHING = -1, -2  # roles: what needs no target; all, with the targets of the top frame
IMPOSSIBLE = -(1 << 20)

STORED, TYPICAL_STORED = 4, 4  # what a stored result is worth, and one that is good enough to keep


# --- one instruction ---


@kernel
def fought(g, cat, log, seat, source, ref):
    """What a fight between the source and another creature is worth."""
    if source < 0 or not g.types[source] & g.types[ref] & Type.CREATURE:
        return 0
    own, other = (1 if g.controller[source] == seat else -1), (1 if g.controller[ref] == seat else -1)
    return -other * hurt(g, cat, log, source, ref, int(g.power[source])) - own * hurt(g, cat, log, ref, source, int(g.power[ref]))


@kernel
def threatened(g, cat, log, slot, seat):
    """Whether the topmost object of the stack is an opponent's and would cost this permanent much of its worth."""
    top = int(g.stack_count) - 1
    if top < 0 or g.stack_controller[top] == seat or g.stack_ability[top] < 0:
        return False
    first = int(g.stack_first[top])
    for i in range(first, first + int(g.stack_targets[top])):
        if g.target[i] == slot:
            g.supposed_x = g.stack_x[top]
            begins = int(cat.ability[int(g.stack_ability[top])].first)
            loss = program(g, cat, log, begins, int(g.stack_controller[top]), int(g.stack_source[top]), int(g.target_role[i]), slot)
            return 2 * loss >= worth(g, cat, log, slot)
    return False


@kernel
def saved(g, cat, log, seat, slot):
    """What a regeneration shield is worth now."""
    if g.shields[slot] > 0:
        return 0
    if g.stack_count > 0:
        return worth(g, cat, log, slot) if threatened(g, cat, log, slot, seat) else 0
    return swing(g, cat, log, seat, slot, 0, 0, int(Keyword.INDESTRUCTIBLE)) if in_combat(g) else 0


@part("greedy")
def one(g, cat, log, at, seat, source, ref, n) -> int:
    """What an instruction is worth to ``seat`` for one thing that it applies to, with its number ``n``."""
    ins = cat.instruction[at]
    op = int(ins.op)
    if ref >= SEAT_REF:
        return to_seat(g, cat, log, op, seat, ref - SEAT_REF, n)
    mine = 1 if controller_of(g, ref) == seat else -1
    if op == Op.MOVE:
        return moved(g, cat, log, at, seat, ref)
    if op == Op.COUNTER:
        return 0 if keywords_of(g, cat, ref) & Keyword.CANT_BE_COUNTERED else -mine * (worth(g, cat, log, ref) + 6)
    if op == Op.DISCARD_CHOSEN:
        return -mine * worth(g, cat, log, ref)
    if op == Op.BECOME_COPY and g.supposed_chosen >= 0:
        gain = worth(g, cat, log, int(g.supposed_chosen)) - worth(g, cat, log, ref)
        return mine * gain if ins.c else mine * gain // 3
    if op == Op.TOKEN:
        return mine * worth(g, cat, log, ref)
    if g.zone[ref] != Zone.BATTLEFIELD:
        return 10 * n if op == Op.COUNTERS else 0
    if op == Op.DAMAGE:
        return -mine * hurt(g, cat, log, source, ref, n)
    if op == Op.FIGHT:
        return fought(g, cat, log, seat, source, ref)
    if op == Op.DESTROY:
        return 0 if g.types[ref] & Type.CREATURE and sturdy(g, cat, log, ref, True) else -mine * worth(g, cat, log, ref)
    if op == Op.SACRIFICE:
        return -worth(g, cat, log, ref) if mine > 0 else 0
    if op == Op.TAP:
        return tapping(g, cat, log, ref, seat)
    if op == Op.UNTAP:
        endless = ref == source and g.traits[ref] & Trait.MANA  # paid for with its own mana, or that of another like it
        return mine * worth(g, cat, log, ref) // 6 if g.tapped[ref] and not endless else 0
    if op == Op.COUNTERS:
        return mine * n * (10 if ins.a == Counter.PLUS else -10 if ins.a == Counter.MINUS or ins.a == Counter.TOUGHNESS else 2)
    if op == Op.CONTINUOUS:
        return 0 if cat.modifier[int(ins.a)].rule else change(g, cat, log, at, seat, source, ref, n)
    if op == Op.REGENERATE:
        return saved(g, cat, log, seat, ref)
    if op == Op.MARK:
        return worth(g, cat, log, ref) // (-5 if mine > 0 else 5) if ins.a and g.types[ref] & Type.CREATURE else -mine
    if op == Op.ATTACH:
        was = int(g.attached[source]) if source < len(g.attached) else -1
        return attached(g, cat, log, source, ref, seat) - (attached(g, cat, log, source, was, seat) + 8 if was >= 0 else 0)
    return 0


@part("greedy")
def cranked(g, cat, log, slot, seat) -> int:
    """What it is worth to crank a Contraption."""
    c = cat.card[int(g.face[slot])]
    n = 0
    for a in range(c.first, c.first + c.count):
        if cat.ability[a].kind == Kind.TRIGGERED and cat.ability[a].event == Event.CRANKED:
            n += weighed(g, cat, log, a, seat, slot)
    return n


@kernel
def cranked_next(g, cat, log, seat):
    """What it is worth to move the CRANK! counter on and crank there what is of use."""
    n = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == seat and g.traits[s] & Trait.CONTRAPTION and g.sprocket[s] == g.crank[seat] % SPROCKETS + 1:
            n += max(cranked(g, cat, log, s, seat), 0)
    return n


@kernel
def untargeted(g, cat, log, at, seat, source, n):
    """An instruction that applies to nothing in particular."""
    ins = cat.instruction[at]
    op = int(ins.op)
    if op == Op.TOKEN:
        return n * made_token(g, cat, log, at, seat, source)
    if op == Op.ASSEMBLE:
        return min(n, int(g.deck_count[seat])) * ASSEMBLED
    if op == Op.CRANK:
        return cranked_next(g, cat, log, seat) if g.active == seat and before_combat(g) else 0
    if op == Op.MANA:
        return 2 * n
    if op == Op.CONTINUOUS:
        return rule_change(g, cat, log, at, seat, n)
    if op == Op.COPY_SPELL:
        return CARD
    if op == Op.WIN:
        return LETHAL
    if op == Op.STORE:
        return STORED if ins.a and g.stored[source] < TYPICAL_STORED else 0
    return 3 * CARD if op == Op.EMBLEM else 0


@kernel
def on_targets(g, cat, log, at, seat, source, role, n):
    """The instruction on the targets of the top frame that have a role."""
    f = int(g.frame_count) - 1
    value = 0
    for i in range(int(g.frame_first[f]), int(g.frame_first[f]) + int(g.frame_targets[f])):
        if g.target_role[i] == role and g.target_generation[i] >= 0:
            value += one(g, cat, log, at, seat, source, int(g.target[i]), n)
    return value


@part("greedy")
def on_all(g, cat, log, at, seat, source, whose, n) -> int:
    """The instruction on everything that matches, seen by ``whose``."""
    ins = cat.instruction[at]
    arg = int(ins.arg)
    if ins.op == Op.CONTINUOUS and not ins.c and in_combat(g) and cat.filter[arg].controller == 1 and whose == seat:
        return swing(g, cat, log, seat, EVERY_CREATURE, n, expected(g, cat, log, int(ins.b), seat, source), int(cat.modifier[int(ins.a)].keywords))
    value = 0
    for i in range(g.field_count):
        if fits(g, cat, log, arg, int(g.field[i]), whose, source):
            value += one(g, cat, log, at, seat, source, int(g.field[i]), n)
    for other in range(len(g.life) if cat.filter[arg].players == 1 else 0):
        if not g.lost[other]:
            value += one(g, cat, log, at, seat, source, SEAT_REF + other, n)
    return value


@kernel
def first_target(g, role, ref):
    """The target that an instruction means which speaks of the first one."""
    if role != EVERYTHING:
        return ref if role == 0 else -1
    f = int(g.frame_count) - 1
    return int(g.target[int(g.frame_first[f])]) if g.frame_targets[f] > 0 else -1


@kernel
def unseen(cat, at):
    """An instruction on a card that is yet to be chosen where nobody can look."""
    ins = cat.instruction[at]
    if ins.op == Op.MOVE:
        return CARD + (8 if ins.a == Zone.BATTLEFIELD else 0)
    return CARD if ins.op == Op.DISCARD_CHOSEN else 0


@kernel
def applied(g, cat, log, at, seat, source, role, ref):
    """One instruction on whatever it applies to, as far as ``role`` counts it."""
    ins = cat.instruction[at]
    sel, arg = int(ins.sel), int(ins.arg)
    if (sel == Sel.TARGET and role != EVERYTHING and arg != role) or (sel != Sel.TARGET and role > 0):
        return 0
    n = expected(g, cat, log, int(ins.n), counts_for(g, cat, int(ins.n), seat, ref), source)
    if sel == Sel.TARGET:
        return on_targets(g, cat, log, at, seat, source, arg, n) if role == EVERYTHING else one(g, cat, log, at, seat, source, ref, n)
    if sel == Sel.TARGET_CONTROLLER or sel == Sel.ALL_OF_TARGET:
        subject = first_target(g, role, ref)
        if subject < 0:
            return 0
        player = subject - SEAT_REF if subject >= SEAT_REF else controller_of(g, subject)
        if sel == Sel.TARGET_CONTROLLER:
            return one(g, cat, log, at, seat, source, SEAT_REF + player, n)
        return on_all(g, cat, log, at, seat, source, player, n)
    if sel == Sel.CHOSEN:
        if g.supposed_chosen < 0:
            return unseen(cat, at) if role != 0 else 0
        return one(g, cat, log, at, seat, source, int(g.supposed_chosen), n)
    if role == 0 or sel == Sel.THAT_PLAYER:
        return 0
    if sel == Sel.NONE:
        return untargeted(g, cat, log, at, seat, source, n)
    if ins.op == Op.SEARCH or ins.op == Op.LOOK:
        return CARD
    if sel == Sel.ALL:
        return on_all(g, cat, log, at, seat, source, seat, n)
    value = 0
    if sel == Sel.EACH_PLAYER or sel == Sel.OPPONENTS or sel == Sel.YOU:
        for other in range(len(g.life)):
            if not g.lost[other] and (sel == Sel.EACH_PLAYER or (other == seat) == (sel == Sel.YOU)):
                value += one(g, cat, log, at, seat, source, SEAT_REF + other, n)
        return value
    subject = source if sel == Sel.SELF else int(g.supposed_object)
    if sel == Sel.ATTACHED and source < len(g.attached):
        subject = int(g.attached[source])
    return one(g, cat, log, at, seat, source, subject, n) if subject >= 0 else 0


# --- programs ---


@kernel
def returns_later(g, cat, log, at, seat, source, role):
    """A delayed ability: mostly, what was exiled comes back, or the source is sacrificed."""
    ins = cat.instruction[at]
    first = int(cat.ability[int(ins.a)].first)
    about = source if ins.sel == Sel.SELF else int(g.supposed_chosen)
    if about < 0 or (ins.sel == Sel.SELF and role >= 0):
        return 0
    if cat.instruction[first].op == Op.MOVE and cat.instruction[first].a == Zone.BATTLEFIELD:
        if cat.card[int(g.card[about])].token:
            return 0
        return worth(g, cat, log, about) * 7 // (8 if g.owner[about] == seat else -8)
    was = int(g.supposed_object)
    g.supposed_object = about
    n = program(g, cat, log, first, seat, source, UNTARGETED, -1)
    g.supposed_object = was
    return n


@kernel
def best_chosen(g, cat, log, at, seat, source, role, ref):
    """A program that goes on with a choice among permanents: as the best of them makes it. What is chosen elsewhere is a card of no special kind."""
    ins = cat.instruction[at]
    best = program(g, cat, log, at + 1 + int(ins.d), seat, source, role, ref)
    was = int(g.supposed_chosen)
    if cat.filter[int(ins.arg)].zone != Zone.BATTLEFIELD:
        g.supposed_chosen = -1
        return max(best, program(g, cat, log, at + 1, seat, source, role, ref))
    found = False
    for i in range(g.field_count):
        if fits(g, cat, log, int(ins.arg), int(g.field[i]), seat, source):
            g.supposed_chosen = g.field[i]
            n = program(g, cat, log, at + 1, seat, source, role, ref)
            if n > best or (not found and not ins.b):
                best = n
            found = True
    g.supposed_chosen = was
    return best


@kernel
def goes_on(g, cat, log, at, seat, source):
    """Whether a condition that can be looked at now holds; one that counts activations counts this one as well."""
    ins = cat.instruction[at]
    if ins.a == Condition.IT_IS:
        return g.supposed_object >= 0 and simple_match(g, cat, log, int(ins.b), int(g.supposed_object), seat, source)
    if ins.a == Condition.X_AT_LEAST:
        return g.supposed_x >= ins.b
    if ins.a == Condition.USED_AT_LEAST:
        return source < len(g.used) and int(g.used[source]) + 1 >= ins.b
    return holds(g, cat, log, int(ins.a), int(ins.b), seat, source, -1)


@part("greedy")
def program(g, cat, log, at, seat, source, role, ref) -> int:
    """What a program from instruction ``at`` on is worth to ``seat``: for a target role and ``ref`` as its target, UNTARGETED, or EVERYTHING."""
    n = 0
    while True:
        ins = cat.instruction[at]
        op, skipped = int(ins.op), at + 1 + int(ins.d)
        if op == Op.END:
            return n
        if op == Op.JUMP:
            at = skipped
        elif op == Op.CAST_CHOSEN and ins.a:
            return n + CARD + program(g, cat, log, skipped, seat, source, role, ref)
        elif op == Op.MAY or op == Op.CAST_CHOSEN:
            return n + max(program(g, cat, log, at + 1, seat, source, role, ref), program(g, cat, log, skipped, seat, source, role, ref))
        elif op == Op.PAY:
            cost = 0
            if timely(g) or g.choice == Choice.TARGET:
                gather_for(g, cat, log, seat, -1, NO_COST, -1)
                g.supposed_x = max(most_x(g, cat, log, 0, int(ins.a), seat, 0), 0)
            price_ability(g, cat, log, g.need, int(ins.a), int(g.supposed_x), -1)
            cost = total(g.need)
            return n + max(program(g, cat, log, at + 1, seat, source, role, ref) - cost, program(g, cat, log, skipped, seat, source, role, ref))
        elif op == Op.UNLESS:
            if ins.a == Condition.REGISTER:
                return n + (program(g, cat, log, at + 1, seat, source, role, ref) + program(g, cat, log, skipped, seat, source, role, ref)) // 2
            if ins.a == Condition.MODE:
                at = at + 1 if role == EVERYTHING and int(g.frame_mode[int(g.frame_count) - 1]) >> (int(ins.b) - 1) & 1 else skipped
                continue
            at = at + 1 if goes_on(g, cat, log, at, seat, source) else skipped
        elif op == Op.MODE:
            best = LOWEST
            for mode in range(int(ins.a)):
                best = max(best, program(g, cat, log, at + 1 + mode, seat, source, role, ref))
            return n + best
        elif op == Op.CHOOSE:
            return n + best_chosen(g, cat, log, at, seat, source, role, ref)
        elif op == Op.DELAY:
            n += returns_later(g, cat, log, at, seat, source, role)
            at += 1
        else:
            n += applied(g, cat, log, at, seat, source, role, ref)
            if op == Op.MOVE and ins.sel == Sel.TARGET and ins.arg == role:
                g.supposed_chosen = ref
            at += 1


@part("greedy")
def target_value(g, cat, log, a, seat, source, role, ref) -> int:
    """What it is worth to choose a target for an ability row."""
    if ref < SEAT_REF and a == cat.card[int(g.card[source])].spell and cat.card[int(g.card[source])].traits & Trait.AURA:
        return attached(g, cat, log, source, ref, seat)
    g.supposed_chosen = -1
    n = program(g, cat, log, begins(cat, a, int(cat.target[int(cat.ability[a].target_first) + role].mode)), seat, source, role, ref)
    g.supposed_chosen = -1
    return n


@part("greedy")
def best_target(g, cat, log, a, seat, source, role) -> int:
    """What the best target for a role of an ability row is worth; IMPOSSIBLE if there is none."""
    row = int(cat.ability[a].target_first) + role
    kind = int(cat.target[row].filter)
    zone = int(cat.filter[kind].zone)
    best = 0 if cat.target[row].least == 0 else IMPOSSIBLE
    x = int(g.supposed_x)
    low, high = (0, int(g.top_low)) if zone == Zone.BATTLEFIELD else (len(g.tapped), int(g.top_high))
    seats = len(g.life) if cat.filter[kind].players else 0
    for i in range(low, high + seats):
        ref = i if i < high else SEAT_REF + i - high
        if (i >= high or (g.zone[i] == zone and i != source)) and can_target(g, cat, log, kind, ref, seat, source, x):
            best = max(best, target_value(g, cat, log, a, seat, source, role, ref))
    return best


@part("greedy")
def weighed(g, cat, log, a, seat, source) -> int:
    """What an ability row is worth to ``seat`` with the best targets; IMPOSSIBLE, or less, if a target is lacking."""
    if cat.ability[a].modes:
        return best_modes(g, cat, log, a, seat, source)
    return mode_value(g, cat, log, a, seat, source, 0)


@kernel
def begins(cat, a, mode):
    """The first instruction of a mode of an ability row, from 1; 0: of what has none."""
    at = int(cat.ability[a].first)
    for _ in range(1, mode):
        at += 1 + int(cat.instruction[at].d)
    return at + 1 if mode else at


@part("greedy")
def mode_value(g, cat, log, a, seat, source, mode) -> int:
    """What a mode of an ability row is worth with the best targets; IMPOSSIBLE, or less, if a target is lacking. Behind it other modes are skipped."""
    n = program(g, cat, log, begins(cat, a, mode), seat, source, UNTARGETED, -1)
    for role in range(int(cat.ability[a].target_count)):
        if cat.target[int(cat.ability[a].target_first) + role].mode == mode:
            n += best_target(g, cat, log, a, seat, source, role)
    return n


@kernel
def best_modes(g, cat, log, a, seat, source):
    """What as many modes as are chosen are worth together, the best of them."""
    n = 0
    worst = 1 << 20
    for _ in range(int(cat.ability[a].chooses)):
        best = IMPOSSIBLE
        for mode in range(1, cat.ability[a].modes + 1):
            value = mode_value(g, cat, log, a, seat, source, mode)
            if best < value < worst:
                best = value
        worst = best
        n += best
    return n
