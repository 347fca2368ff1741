"""Resolving spells and abilities (CR 608): one interpreter of effect programs, which stops at every choice.

A program belongs to a frame: what is resolving, for whom, with which X, targets and trigger. The frame's step is the instruction that comes next;
its registers hold what the instructions noted: 0 a number, 3 a colour planned by a payment, plus one.
"""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import chance
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import (
    COLORLESS,
    PERMANENT_TYPES,
    Choice,
    Counter,
    Duration,
    Keyword,
    Kind,
    Op,
    Rule,
    Sel,
    System,
    Trait,
    Type,
    Zone,
)
from systems.game.casting import begin_cast, castable, may_cast
from systems.game.characteristics import characteristics
from systems.game.choices import (
    answered,
    ask,
    ask_color,
    ask_mode,
    ask_number,
    ask_yes_no,
    color_action,
    mode_action,
    number_action,
    offer,
    take,
)
from systems.game.damage import answer_shields, deal_damage, gain_life, lifelink, lose_life
from systems.game.effects import add_effect, counter_spell, destroy, discard, draw_card, mill, put_counters, shuffle
from systems.game.events import holds
from systems.game.mana import add_made, add_mana, clear_made, tap, untap
from systems.game.objects import clamp, controller_of, free_slot, is_here, overflow, pop, push, touch
from systems.game.payment import gather, most_x, payable, price_ability, start_payment
from systems.game.prevention import DONE, PREVENTING, order_preventions
from systems.game.query import amount, can_enchant, matches
from systems.game.removal import DESTROYED, DIES, NOTHING, carry_out
from systems.game.stack import stack_index, take_off_stack
from systems.game.targets import target_legal
from systems.game.zones import BOTTOM, TOP, arrive, create, move
from systems.processors import processor

CR_305_1, CR_608_1, CR_608_2B, CR_608_2N, CR_608_3, CR_701_21, CR_701_26 = (
    cite("305.1"),
    cite("608.1"),
    cite("608.2b"),
    cite("608.2n"),
    cite("608.3"),
    cite("701.21"),
    cite("701.26"),
)
CR_119_3, CR_706, CR_705, CR_301_5, CR_106_4, CR_603_7, CR_114_1 = (
    cite("119.3"),
    cite("706"),
    cite("705"),
    cite("301.5"),
    cite("106.4"),
    cite("603.7"),
    cite("114.1"),
)
CR_406_2, CR_701_8 = cite("406.2"), cite("701.8")
NUMBER, PLANNED = 0, 3
SKIP, STOP = -2, -1
AT_BOTTOM, ENTERS_TAPPED = 1, 2  # how an object is moved


@part("rules")
def begin_resolution(g, cat, log) -> None:
    """The topmost object of the stack begins to resolve (608.2a, 608.2b): if all its targets have become illegal, it does nothing."""
    top = int(g.stack_count) - 1
    slot, a, seat = int(g.stack_slot[top]), int(g.stack_ability[top]), int(g.stack_controller[top])
    first, targets = int(g.stack_first[top]), int(g.stack_targets[top])
    legal = 0
    for i in range(first, first + targets):
        if target_legal(g, cat, log, i, a, seat, int(g.stack_source[top]), int(g.stack_x[top])):
            legal += 1
        else:
            g.target_generation[i] = -1
    f = push(g, log, int(System.RESOLUTION), seat)
    g.frame_stack[f] = slot
    g.frame_ability[f] = a
    g.frame_source[f] = g.stack_source[top]
    g.frame_generation[f] = g.stack_generation[top]
    g.frame_x[f] = g.stack_x[top]
    g.frame_mode[f] = g.stack_mode[top]
    g.frame_first[f] = first
    g.frame_targets[f] = targets
    g.frame_object[f] = g.stack_object[top]
    g.frame_object_generation[f] = g.stack_object_generation[top]
    g.frame_amount[f] = g.stack_amount[top]
    g.frame_register[f, NUMBER] = legal
    fizzles = targets > 0 and legal == 0
    if (
        fizzles
        or a >= 0
        and not holds(g, cat, int(cat.ability[a].condition), int(cat.ability[a].condition_n), seat, int(g.frame_source[f]), f)
        and cat.ability[a].kind == Kind.TRIGGERED
    ):
        event(g, log, Logged.FIZZLE, slot, -1, 0, seat, CR_608_2B)
        conclude(g, cat, log, f, True)
        return
    event(g, log, Logged.RESOLVE, slot, -1, 0, seat, CR_608_1)
    g.frame_step[f] = cat.ability[a].first if a >= 0 else -1


@kernel
def conclude(g, cat, log, f, fizzled):
    """The last step: the frame is done, and the object leaves the stack (608.2n, 608.3)."""
    slot = int(g.frame_stack[f])
    if slot < 0:
        pop(g)
        return
    seat, x, targets, first = int(g.frame_seat[f]), int(g.frame_x[f]), int(g.frame_targets[f]), int(g.frame_first[f])
    host = int(g.target[first]) if targets > 0 else -1
    is_spell = g.stack_source[stack_index(g, slot)] == slot
    take_off_stack(g, slot)
    pop(g)
    if not is_spell:
        g.zone[slot] = Zone.NONE
        touch(g)
        return
    card = int(g.card[slot])
    if fizzled or not cat.card[card].types & PERMANENT_TYPES:
        move(g, cat, log, slot, int(Zone.GRAVEYARD), int(g.owner[slot]), TOP, CR_608_2N)
        return
    enter(g, cat, log, slot, seat, x, host if cat.card[card].spell >= 0 else -1)


@kernel
def enter(g, cat, log, slot, seat, x, host):
    """A land played (305.1) or a spell resolved (608.3) enters the battlefield, attached to ``host`` if that is a slot (608.3c); enters replacements first (614.12)."""
    new = move(g, cat, log, slot, int(Zone.BATTLEFIELD), seat, TOP, CR_305_1 if cat.card[int(g.card[slot])].types & Type.LAND else CR_608_3)
    entering(g, cat, log, new, seat, x, host)


@kernel
def entering(g, cat, log, new, seat, x, host):
    """What is about to arrive goes through its own enters abilities as a frame, or arrives at once; an Aura without ``host`` asks for one (303.4f)."""
    if host >= 0:
        g.attached[new] = host
    c = cat.card[int(g.card[new])]
    homeless = host < 0 and c.traits & Trait.AURA != 0
    if c.types & Type.PLANESWALKER:
        g.counters[new, Counter.LOYALTY] = c.loyalty
    if c.enters == 0 and not homeless:
        arrive(g, cat, log, new, x)
        return
    f = push(g, log, int(System.ENTERING), seat)
    g.frame_source[f] = new
    g.frame_generation[f] = g.generation[new]
    g.frame_x[f] = x
    g.frame_ability[f] = -1
    g.frame_mode[f] = 0
    g.frame_amount[f] = homeless


@kernel
def host_for(g, cat, log, card, slot, seat, after):
    """The lowest slot above ``after`` of what a seat's Aura could enchant as it enters; -1 if there is none (303.4f, 303.4g)."""
    for host in range(after + 1, g.top_low):
        if host != slot and g.zone[host] == Zone.BATTLEFIELD and can_enchant(g, cat, log, slot, card, seat, host):
            return host
    return -1


@kernel
def choose_host(g, cat, log, f, slot):
    """Whoever will control an Aura chooses what it enchants as it enters (303.4f). False while the seat is asked."""
    if answered(g):
        g.attached[slot] = take(g) - SLOT
        g.frame_amount[f] = 0
        return True
    seat, card = int(g.frame_seat[f]), int(g.face[slot])
    g.option_count = 0
    host = host_for(g, cat, log, card, slot, seat, -1)
    while host >= 0:
        offer(g, log, SLOT + host)
        host = host_for(g, cat, log, card, slot, seat, host)
    ask(g, seat, Choice.CHOOSE, slot, -1)
    return False


@part("rules")
def enters(g, cat, log) -> None:
    """Go on with what enters: each of its enters abilities as a program (614.1c, 614.12a), then its arrival."""
    f = int(g.frame_count) - 1
    slot = int(g.frame_source[f])
    if g.frame_amount[f] and not choose_host(g, cat, log, f, slot):
        return
    if g.frame_card[f] != g.face[slot]:
        g.frame_card[f] = g.face[slot]  # it enters as a copy: with the enters abilities of what it copies (614.12)
        g.frame_mode[f] = 0
    c = cat.card[int(g.face[slot])]
    for a in range(int(c.first) + int(g.frame_mode[f]), int(c.first) + int(c.count)):
        g.frame_mode[f] = a - int(c.first) + 1
        if cat.ability[a].kind == Kind.ENTERS:
            p = push(g, log, int(System.RESOLUTION), int(g.frame_seat[f]))
            g.frame_ability[p] = a
            g.frame_source[p] = slot
            g.frame_generation[p] = g.generation[slot]
            g.frame_x[p] = g.frame_x[f]
            g.frame_step[p] = cat.ability[a].first
            return
    x = int(g.frame_x[f])
    pop(g)
    arrive(g, cat, log, slot, x)


Entering = processor(System.ENTERING, enters)


@kernel
def nth(g, cat, log, f, sel, arg, i):
    """The i-th thing an instruction applies to: a slot or SEAT_REF + seat; SKIP to try the next, STOP after the last."""
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    if sel == Sel.TARGET:
        if i >= g.frame_targets[f]:
            return STOP
        k = int(g.frame_first[f]) + i
        ref = int(g.target[k])
        if (
            g.target_role[k] != arg
            or g.target_generation[k] < 0
            or ref < SEAT_REF
            and (g.generation[ref] != g.target_generation[k] or g.zone[ref] == Zone.NONE)
        ):
            return SKIP
        return ref
    if sel == Sel.ALL:
        if i < g.field_count:
            return int(g.field[i]) if matches(g, cat, log, arg, int(g.field[i]), seat, source, 0) else SKIP
        if cat.filter[arg].players == 1 and i < g.field_count + len(g.life):
            return SKIP if g.lost[i - int(g.field_count)] else SEAT_REF + i - int(g.field_count)
        return STOP
    if sel == Sel.ALL_OF_TARGET:
        if i >= g.field_count:
            return STOP
        whose = int(g.target[int(g.frame_first[f])]) - SEAT_REF
        return int(g.field[i]) if matches(g, cat, log, arg, int(g.field[i]), whose, source, 0) else SKIP
    if sel == Sel.EACH_PLAYER or sel == Sel.OPPONENTS:
        if i >= len(g.life):
            return STOP
        return SKIP if sel == Sel.OPPONENTS and i == seat or g.lost[i] else SEAT_REF + i
    if i > 0:
        return STOP
    if sel == Sel.SELF:
        return source if is_here(g, source, int(g.frame_generation[f]), int(Zone.BATTLEFIELD)) else STOP
    if sel == Sel.OBJECT:
        ref = int(g.frame_object[f])
        if ref >= SEAT_REF:
            return ref
        return ref if ref >= 0 and g.generation[ref] == g.frame_object_generation[f] and g.zone[ref] != Zone.NONE else STOP
    if sel == Sel.CHOSEN:
        ref = int(g.frame_chosen[f])
        return ref if ref >= 0 and g.generation[ref] == g.frame_chosen_generation[f] and g.zone[ref] != Zone.NONE else STOP
    if sel == Sel.ATTACHED:
        return int(g.attached[source]) if g.attached[source] >= 0 else STOP
    if sel == Sel.YOU:
        return SEAT_REF + seat
    if sel == Sel.TARGET_CONTROLLER:
        ref = int(g.target[int(g.frame_first[f])])
        return ref if ref >= SEAT_REF else SEAT_REF + (int(g.controller[ref]) if ref < len(g.tapped) else controller_of(g, ref))
    return STOP


@part("rules")
def resolve(g, cat, log) -> None:
    """Run the program of the top frame until it ends, stops for a choice, or waits for a frame above it."""
    f = int(g.frame_count) - 1
    while True:
        if g.stale:
            characteristics(g, cat, log)
        step = int(g.frame_step[f])
        op = int(cat.instruction[step].op) if step >= 0 else int(Op.END)
        if op == Op.END:
            conclude(g, cat, log, f, False)
            return
        if op >= Op.MAY:
            if not control_flow(g, cat, log, f, op):
                return
        elif op >= Op.ASSEMBLE:
            g.frame_step[f] += 1
            if not process(g, cat, log, f, op):
                return
        else:
            if op == Op.DAMAGE and g.rules & PREVENTING and not damage_settled(g, cat, log, f):
                return
            g.frame_step[f] += 1
            apply(g, cat, log, f, op)
        if int(g.frame_count) - 1 != f or g.decider >= 0:
            return


Resolution = processor(System.RESOLUTION, resolve)


@kernel
def damage_settled(g, cat, log, f):
    """Whether every player who is about to be dealt damage has settled in which order prevention effects apply to it (616.1)."""
    ins = cat.instruction[int(g.frame_step[f])]
    n = clamp(g, number(g, cat, log, f, int(ins.n)))
    i = 0
    while True:
        ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), i)
        i += 1
        if ref == STOP:
            g.frame_need[f, DONE] = 0
            return True
        if ref >= SEAT_REF and not order_preventions(g, cat, log, f, ref - SEAT_REF, n):
            return False


@kernel
def number(g, cat, log, f, n):
    """The value of an instruction's amount."""
    return amount(g, cat, log, n, int(g.frame_seat[f]), int(g.frame_source[f]), f) if n >= 0 else 0


@part("rules")
def apply(g, cat, log, f, op) -> None:
    """An instruction that does something to each of what it applies to, without asking anybody."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    sel, arg = int(ins.sel), int(ins.arg)
    if op == Op.TOKEN:
        make_tokens(g, cat, log, f)
        return
    n = clamp(g, number(g, cat, log, f, int(ins.n)))
    toughness = clamp(g, number(g, cat, log, f, int(ins.b))) if op == Op.CONTINUOUS else 0
    if op == Op.DAMAGE and ins.a == 1:
        source = int(g.frame_object[f])
    if op == Op.CONTINUOUS and sel == Sel.NONE:
        add_rule_effect(g, cat, log, f, n)
        return
    if (op == Op.DESTROY or op == Op.SACRIFICE) and (sel == Sel.ALL or sel == Sel.ALL_OF_TARGET):
        remove_all(g, cat, log, f, op, sel, arg)
        return
    i = dealt_in_all = 0
    while True:
        ref = nth(g, cat, log, f, sel, arg, i)
        i += 1
        if ref == STOP:
            if op == Op.DAMAGE:
                lifelink(g, cat, log, source, dealt_in_all)
                answer_shields(g, cat, log)
            return
        if ref == SKIP:
            continue
        player = ref - SEAT_REF
        if op == Op.DAMAGE:
            dealt = int(deal_damage(g, cat, log, source, ref, n, 0))
            dealt_in_all += dealt
            if dealt and ins.b > 0 and ref < SEAT_REF:
                g.marks[ref] |= ins.b
        elif op == Op.GAIN_LIFE:
            gain_life(g, cat, log, player, n, CR_119_3)
        elif op == Op.LOSE_LIFE:
            lose_life(g, log, player, n, CR_119_3)
        elif op == Op.DRAW:
            for _ in range(n):
                draw_card(g, cat, log, player)
        elif op == Op.DISCARD:
            d = push(g, log, int(System.DISCARD), player)
            g.frame_amount[d] = n
        elif op == Op.DISCARD_CHOSEN:
            discard(g, cat, log, ref)
        elif op == Op.MILL:
            mill(g, cat, log, player, n)
        elif op == Op.DESTROY:
            destroy(g, cat, log, ref, TOP, CR_701_8)
        elif op == Op.MOVE:
            move_one(g, cat, log, f, ref, int(ins.a), int(ins.b), int(ins.c), int(ins.d))
        elif op == Op.SACRIFICE:
            if g.controller[ref] == seat:
                event(g, log, Logged.SACRIFICED, ref, -1, 0, seat, CR_701_21)
                move(g, cat, log, ref, int(Zone.GRAVEYARD), seat, TOP, CR_701_21)
        elif op == Op.TAP:
            tap(g, log, ref, CR_701_26)
        elif op == Op.UNTAP:
            untap(g, log, ref, CR_701_26)
        elif op == Op.COUNTERS:
            put_counters(g, log, ref, int(ins.a), n)
        elif op == Op.CONTINUOUS:
            add_effect(g, cat, log, int(ins.a), ref, seat, int(ins.c), n, toughness)


@kernel
def remove_all(g, cat, log, f, op, sel, arg):
    """Everything that matches is destroyed, or sacrificed by whoever it belongs to, at the same time (701.8, 701.21, 603.10a)."""
    for i in range(g.field_count):
        s = nth(g, cat, log, f, sel, arg, i)
        g.doomed[i] = NOTHING
        if s >= 0 and op == Op.SACRIFICE and g.controller[s] == g.frame_seat[f]:
            g.doomed[i] = DIES
            event(g, log, Logged.SACRIFICED, s, -1, 0, int(g.frame_seat[f]), CR_701_21)
        elif s >= 0 and op == Op.DESTROY and not g.keywords[s] & Keyword.INDESTRUCTIBLE:
            g.doomed[i] = DESTROYED
    carry_out(g, cat, log, CR_701_21 if op == Op.SACRIFICE else CR_701_8)


@kernel
def add_rule_effect(g, cat, log, f, n):
    """An effect on the rules instead of on an object: the shield of prevention keeps its source and its target."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    if n == 0 and cat.modifier[int(ins.a)].rule == Rule.PREVENT_NEXT:
        return
    ref = int(g.target[int(g.frame_first[f])]) if g.frame_targets[f] > 0 else -1
    e = add_effect(g, cat, log, int(ins.a), ref, int(g.frame_seat[f]), int(ins.c), n, 0)
    g.effect_source[e] = g.frame_source[f]


@kernel
def move_one(g, cat, log, f, ref, zone, to_you, how, modifier):
    """Move one object as an effect says, entering as ``modifier`` makes it; what it became is noted as the chosen object.

    An Aura stays where it is if there is nothing that it could enchant (303.4g).
    """
    seat = int(g.frame_seat[f]) if to_you else int(g.owner[ref])
    card = int(g.card[ref])
    if zone == Zone.BATTLEFIELD and cat.card[card].traits & Trait.AURA and host_for(g, cat, log, card, ref, seat, -1) < 0:
        return
    toughness = int(g.toughness[ref]) if ref < len(g.toughness) else 0
    was_here = g.zone[ref] == Zone.BATTLEFIELD
    new = move(g, cat, log, ref, zone, seat, BOTTOM if how == AT_BOTTOM else TOP, CR_608_2N)
    g.frame_register[f, NUMBER] = toughness if was_here else int(g.frame_register[f, NUMBER])
    g.frame_chosen[f] = new
    g.frame_chosen_generation[f] = g.generation[new] if new >= 0 else 0
    if zone == Zone.BATTLEFIELD and new >= 0:
        if how == ENTERS_TAPPED:
            g.tapped[new] = 1
        if modifier >= 0:
            add_effect(g, cat, log, modifier, new, seat, int(Duration.LASTING), 0, 0)
        entering(g, cat, log, new, seat, 0, -1)


@kernel
def make_tokens(g, cat, log, f):
    """Create tokens (111): how many, and, where the card leaves its size open, how big."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat = int(g.frame_seat[f])
    n = number(g, cat, log, f, int(ins.n))
    size = clamp(g, number(g, cat, log, f, int(ins.b))) if ins.b >= 0 else 0
    for _ in range(n):
        if g.winner != -2:
            return
        slot = create(g, cat, log, int(ins.a), seat)
        if ins.b >= 0:
            e = add_effect(g, cat, log, int(ins.c), slot, seat, int(Duration.LASTING), size, size)
            g.effect_card[e] = ins.a
        arrive(g, cat, log, slot, 0)


@part("rules")
def process(g, cat, log, f, op) -> int:
    """An instruction that hands over to another system or needs chance; 1 to go on with the next instruction."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    if op == Op.ASSEMBLE:
        p = push(g, log, int(System.ASSEMBLY), seat)
        g.frame_source[p] = source
        g.frame_amount[p] = number(g, cat, log, f, int(ins.n))
        g.frame_mode[p] = ins.a
        return 0
    if op == Op.REASSEMBLE:
        ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), 0)
        if ref >= 0:
            p = push(g, log, int(System.ASSEMBLY), seat)
            g.frame_source[p] = ref
            g.frame_mode[p] = 2
            return 0
    elif op == Op.CRANK:
        push(g, log, int(System.CRANK), seat)
        return 0
    elif op == Op.ROLL:
        first = chance(g, int(ins.b)) + 1
        event(g, log, Logged.ROLL, source, int(ins.b), first, seat, CR_706)
        if ins.a == 2:
            second = chance(g, int(ins.b)) + 1
            event(g, log, Logged.ROLL, source, int(ins.b), second, seat, CR_706)
            first = abs(first - second)
        g.frame_register[f, NUMBER] = first
    elif op == Op.FLIP:
        won = chance(g, 2)
        event(g, log, Logged.FLIP, source, -1, won, seat, CR_705)
        g.frame_register[f, NUMBER] = won
    elif op == Op.SHUFFLE:
        shuffle(g, cat, log, seat)
    elif op == Op.COUNTER:
        ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), 0)
        if ref >= 0:
            counter_spell(g, cat, log, ref)
    elif op == Op.MANA:
        return mana_instruction(g, cat, log, f)
    return 1


@kernel
def mana_instruction(g, cat, log, f):
    """Add mana (106.4): of one type, of one that was planned or is asked for, or each mana asked for by itself."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat, source, a = int(g.frame_seat[f]), int(g.frame_source[f]), int(g.frame_ability[f])
    mask, n = int(ins.a), number(g, cat, log, f, int(ins.n))
    planned = int(g.frame_register[f, PLANNED]) - 1
    several = mask & (mask - 1) != 0
    if several and planned < 0:
        if ins.c and g.frame_register[f, NUMBER] == 0 and not answered(g):
            clear_combination(g, f)
        if not answered(g):
            ask_color(g, log, seat, mask, source)
            g.frame_step[f] -= 1
            return 0
        planned = take(g) - color_action(g, 0)
        if ins.c:
            add_mana_unit(g, f, planned)
            if g.frame_register[f, NUMBER] < n:
                g.frame_step[f] -= 1
                return 1
    color = planned if several else lowest(mask)
    if cat.ability[a].kind != Kind.MANA:
        add_mana(g, log, seat, color, n, int(ins.b), source, CR_106_4)
        return 1
    clear_made(g)
    if ins.c and several:
        for k in range(6):
            g.made[k] = g.frame_need[f, k]
    else:
        g.made[color] = n
    add_made(g, cat, log, seat, source, a)
    return 1


@kernel
def clear_combination(g, f):
    """No mana of a combination chosen yet."""
    for k in range(7):
        g.frame_need[f, k] = 0


@kernel
def add_mana_unit(g, f, color):
    """One more mana of a combination."""
    g.frame_need[f, color] += 1
    g.frame_register[f, NUMBER] += 1


@kernel
def lowest(mask):
    """Position of the only bit of a mask of mana types."""
    for color in range(6):
        if mask >> color & 1:
            return color
    return COLORLESS


@part("rules")
def control_flow(g, cat, log, f, op) -> int:
    """An instruction that asks somebody, looks at a condition, or jumps; 0 while it waits. ``d`` is how far to jump."""
    ins = cat.instruction[int(g.frame_step[f])]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    go = 1 + int(ins.d)
    if op == Op.JUMP:
        g.frame_step[f] += go
    elif op == Op.MAY:
        if not answered(g):
            ask_yes_no(g, log, seat, int(Choice.MAY), source)
            return 0
        g.frame_step[f] += 1 if take(g) != PASS else go
    elif op == Op.UNLESS:
        g.frame_step[f] += 1 if holds(g, cat, int(ins.a), int(ins.b), seat, source, f) else go
    elif op == Op.PAY:
        return pay_instruction(g, cat, log, f, go)
    elif op == Op.CHOOSE:
        return choose_instruction(g, cat, log, f, go)
    elif op == Op.MODE:
        if not answered(g):
            ask_mode(g, log, seat, int(ins.a), source)
            return 0
        chosen = take(g) - mode_action(g, 0)
        g.frame_step[f] += 1 + (chosen if chosen < ins.a else 0)
    elif op == Op.CAST_CHOSEN:
        return cast_instruction(g, cat, log, f, go)
    else:
        return note(g, cat, log, f, op)
    return 1


@kernel
def pay_instruction(g, cat, log, f, go):
    """118.12: an offer to pay a cost on resolution, X chosen first (107.3f); not paid, or not payable: jump."""
    ins = cat.instruction[int(g.frame_step[f])]
    seat, a = int(g.frame_seat[f]), int(ins.a)
    if g.frame_mode[f] == 0:
        if not answered(g):
            gather(g, cat, log, seat, -1)
            price_ability(cat, g.need, a, 0)
            if not payable(g, g.need):
                g.frame_step[f] += go
                return 1
            ask_yes_no(g, log, seat, int(Choice.MAY), int(g.frame_source[f]))
            return 0
        if take(g) == PASS:
            g.frame_step[f] += go
            return 1
        g.frame_mode[f] = 1
    if cat.ability[a].x:
        if not answered(g):
            gather(g, cat, log, seat, -1)
            ask_number(g, log, seat, int(Choice.X), int(g.frame_source[f]), -1, 0, most_x(g, cat, log, 0, a, seat, 0))
            return 0
        g.frame_x[f] = take(g) - number_action(g, 0)
    g.frame_mode[f] = 0
    g.frame_step[f] += 1
    price_ability(cat, g.need, a, int(g.frame_x[f]))
    start_payment(g, log, seat, g.need, -1)
    return 0


@kernel
def cast_instruction(g, cat, log, f, go):
    """Offer to cast the chosen card while this resolves (608.2g): cast, it jumps."""
    seat, slot = int(g.frame_seat[f]), int(g.frame_chosen[f])
    if not answered(g):
        gather(g, cat, log, seat, -1)
        if slot < 0 or not may_cast(g, cat, seat) or not castable(g, cat, log, slot, seat):
            g.frame_step[f] += 1
            return 1
        ask_yes_no(g, log, seat, int(Choice.MAY), slot)
        return 0
    if take(g) == PASS:
        g.frame_step[f] += 1
        return 1
    g.frame_step[f] += go
    begin_cast(g, log, seat, slot)
    return 0


@kernel
def choose_instruction(g, cat, log, f, go):
    """Choose an object that matches, in any zone the filter names, noted in the registers; ``b`` = 1: one may choose none; none: jump.

    ``a`` is who chooses among what: 0 the controller, 1 the controller among the target player's cards.
    """
    ins = cat.instruction[int(g.frame_step[f])]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    if answered(g):
        action = take(g)
        if action == PASS:
            g.frame_chosen[f] = -1
            g.frame_step[f] += go
            return 1
        slot = action - SLOT
        g.frame_chosen[f] = slot
        g.frame_chosen_generation[f] = g.generation[slot]
        g.frame_step[f] += 1
        return 1
    whose = seat
    if ins.a == 1:
        whose = int(g.target[int(g.frame_first[f])]) - SEAT_REF
    zone = int(cat.filter[int(ins.arg)].zone)
    g.option_count = 0
    low, high = (0, int(g.top_low)) if zone == Zone.BATTLEFIELD else (len(g.tapped), int(g.top_high))
    if ins.b:
        offer(g, log, PASS)
    for slot in range(low, high):
        itself = slot == source and cat.ability[int(g.frame_ability[f])].kind == Kind.ENTERS  # it is not there yet (614.12a)
        if (
            g.zone[slot] == zone
            and not itself
            and (zone == Zone.BATTLEFIELD or g.owner[slot] == whose)
            and matches(g, cat, log, int(ins.arg), slot, seat, source, 0)
        ):
            offer(g, log, SLOT + slot)
    if g.option_count == 0:
        g.frame_chosen[f] = -1
        g.frame_step[f] += go
        return 1
    ask(g, seat, int(ins.c), source, -1)
    return 0


@kernel
def note(g, cat, log, f, op):
    """Instructions that note something for later, or on the object itself."""
    ins = cat.instruction[int(g.frame_step[f])]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    if op == Op.CHOOSE_COLOR:
        if not answered(g):
            ask_color(g, log, seat, 31, source)
            return 0
        g.chosen[source] = take(g) - color_action(g, 0)
        g.stale = 1
    elif op == Op.DELAY:
        delay(g, cat, log, f)
    elif op == Op.EMBLEM:
        make_emblem(g, cat, log, int(ins.a), seat)
    elif op == Op.EXILE_TOP:
        n = int(g.library_count[seat])
        g.frame_chosen[f] = -1
        if n > 0:
            new = move(g, cat, log, int(g.library[seat, n - 1]), int(Zone.EXILE), seat, TOP, CR_406_2)
            g.frame_chosen[f] = new
            g.frame_chosen_generation[f] = g.generation[new]
    else:
        each(g, cat, log, f, op)
    g.frame_step[f] += 1
    return 1


@kernel
def make_emblem(g, cat, log, card, seat):
    """An emblem in the command zone, an object without characteristics whose abilities wait for their events (114.1, 114.4)."""
    slot = free_slot(g, log, False)
    g.card[slot] = card
    g.owner[slot] = seat
    g.zone[slot] = Zone.COMMAND
    event(g, log, Logged.TOKEN, slot, -1, 1, seat, CR_114_1)
    c = cat.card[card]
    for a in range(c.first, c.first + c.count):
        add_delayed(g, log, a, slot, int(g.generation[slot]), seat, -1, 0, 1, int(cat.ability[a].event))


@kernel
def each(g, cat, log, f, op):
    """Regeneration shields, marks, attaching, copying: on each of what the instruction applies to."""
    ins = cat.instruction[int(g.frame_step[f])]
    source = int(g.frame_source[f])
    i = 0
    while True:
        ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), i)
        i += 1
        if ref == STOP:
            return
        if ref == SKIP:
            continue
        if op == Op.REGENERATE:
            g.shields[ref] = min(int(g.shields[ref]) + 1, 100)
        elif op == Op.MARK:
            if ref < SEAT_REF:
                g.marks[ref] |= ins.a
        elif op == Op.ATTACH:
            if is_here(g, source, int(g.frame_generation[f]), int(Zone.BATTLEFIELD)) and g.attached[source] != ref:
                attach(g, log, source, ref)
        elif op == Op.BECOME_COPY:
            if g.frame_chosen[f] >= 0:
                become_copy(g, cat, log, f, ref)


@kernel
def become_copy(g, cat, log, f, ref):
    """An object becomes a copy of the chosen one's copiable values: its card, or what the last copy effect on it made of that (707.2, 707.3)."""
    ins = cat.instruction[int(g.frame_step[f])]
    chosen = int(g.frame_chosen[f])
    card, types = int(g.face[chosen]), int(cat.modifier[int(ins.a)].types)
    power, toughness = int(cat.card[card].power), int(cat.card[card].toughness)
    for e in range(g.effect_count):
        if g.effect_object[e] == chosen and g.effect_generation[e] == g.generation[chosen] and cat.modifier[int(g.effect_modifier[e])].copies:
            power, toughness = int(g.effect_power[e]), int(g.effect_toughness[e])
            types = int(cat.modifier[int(ins.a)].types) | int(g.effect_types[e])
    e = add_effect(g, cat, log, int(ins.a), ref, int(g.frame_seat[f]), int(ins.c), power, toughness)
    g.effect_card[e] = card
    g.effect_types[e] = types
    g.used[ref] = 0  # what has been activated so far were other abilities


@kernel
def attach(g, log, slot, host):
    """Attach a permanent to another: a new timestamp, so it goes to the end of the battlefield's order (701.3, 613.7e)."""
    g.attached[slot] = host
    n = int(g.field_count)
    at = 0
    while g.field[at] != slot:
        at += 1
    for i in range(at, n - 1):
        g.field[i] = g.field[i + 1]
    g.field[n - 1] = slot
    g.stale = 1
    event(g, log, Logged.ATTACH, slot, host, 0, int(g.controller[slot]), CR_301_5)
    touch(g)


@kernel
def delay(g, cat, log, f):
    """Create a delayed triggered ability about what the instruction applies to (603.7)."""
    ins = cat.instruction[int(g.frame_step[f])]
    ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), 0)
    if ref == STOP and ins.sel != Sel.NONE:
        return
    generation = int(g.generation[ref]) if 0 <= ref < SEAT_REF else 0
    add_delayed(
        g, log, int(ins.a), int(g.frame_source[f]), int(g.frame_generation[f]), int(g.frame_seat[f]), ref, generation, 0, int(cat.ability[int(ins.a)].event)
    )


@kernel
def add_delayed(g, log, a, source, generation, seat, object, object_generation, stays, kind):
    """One more delayed trigger, or an emblem's ability, which stays."""
    n = int(g.delayed_count)
    if n >= len(g.delayed_ability):
        overflow(g, log)
        return
    g.delayed_ability[n] = a
    g.delayed_source[n] = source
    g.delayed_generation[n] = generation
    g.delayed_controller[n] = seat
    g.delayed_object[n] = object
    g.delayed_object_generation[n] = object_generation
    g.delayed_stays[n] = stays
    g.delayed_count = n + 1
    g.watching |= 1 << kind
