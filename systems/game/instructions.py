"""Instructions that do something without asking anybody (CR 608.2c, 701): to each of what they apply to, by chance, or through another system."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import chance
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Counter, Creating, Duration, Keyword, Op, Rule, Sel, System, Trait, Type, Zone
from systems.game.characteristics import become
from systems.game.copying import become_copy
from systems.game.counters import double_counters, multiplied, put_counters
from systems.game.damage import answer_shields, deal_damage, gain_life, lifelink, lose_life
from systems.game.dice import roll_dice
from systems.game.effects import add_effect, counter_spell, destroy, discard, draw_card, mill, shuffle
from systems.game.entering import entering, host_for
from systems.game.knowledge import show_all
from systems.game.mana.effects import mana_instruction
from systems.game.mana.pools import ALL_TYPES, lose_mana
from systems.game.mana.tapping import tap, untap
from systems.game.objects import clamp, is_here, leave_order, push, touch
from systems.game.operands import NUMBER, SKIP, STOP, nth, number
from systems.game.query import name_of
from systems.game.removal import DESTROYED, DIES, NOTHING, carry_out
from systems.game.zones import BOTTOM, TOP, arrive, create, move

CR_106_4, CR_119_3, CR_122_1, CR_301_5, CR_608_2N, CR_701_8 = cite("106.4"), cite("119.3"), cite("122.1"), cite("301.5"), cite("608.2n"), cite("701.8")
CR_701_20, CR_701_21, CR_701_26, CR_705 = cite("701.20"), cite("701.21"), cite("701.26"), cite("705")
AT_BOTTOM, ENTERS_TAPPED, WITH_COUNTER = 1, 2, 3  # how an object is moved


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
    if op == Op.LOSE_LIFE and ins.a:
        g.frame_register[f, NUMBER] = 0
    toughness = clamp(g, number(g, cat, log, f, int(ins.b))) if op == Op.CONTINUOUS else 0
    if op == Op.DAMAGE and ins.a == 1:
        source = int(g.frame_object[f])
    if op == Op.CONTINUOUS and sel == Sel.NONE:
        add_rule_effect(g, cat, log, f, n)
        return
    if (op == Op.DESTROY or op == Op.SACRIFICE) and (sel == Sel.ALL or sel == Sel.ALL_OF_TARGET):
        remove_all(g, cat, log, f, op, sel, arg)
        return
    if op == Op.DISCARD:
        discards(g, cat, log, f, sel, arg, n)
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
            if ins.a:
                g.frame_register[f, NUMBER] = clamp(g, int(g.frame_register[f, NUMBER]) + n)
        elif op == Op.DRAW:
            for _ in range(n):
                draw_card(g, cat, log, player)
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
            tap(g, cat, log, ref, CR_701_26)
        elif op == Op.UNTAP:
            untap(g, log, ref, CR_701_26)
        elif op == Op.COUNTERS:
            put_counters(g, cat, log, ref, int(ins.a), n, CR_122_1)
        elif op == Op.CONTINUOUS:
            add_effect(g, cat, log, int(ins.a), ref, seat, int(ins.c), n, toughness)


@kernel
def remove_all(g, cat, log, f, op, sel, arg):
    """Everything that matches is destroyed, or sacrificed by whoever it belongs to, at the same time (701.8, 701.21, 603.10a)."""
    for i in range(g.field_count):
        s = nth(g, cat, log, f, sel, arg, i)
        g.verdict[i] = NOTHING
        if s >= 0 and op == Op.SACRIFICE and g.controller[s] == g.frame_seat[f]:
            g.verdict[i] = DIES
            event(g, log, Logged.SACRIFICED, s, -1, 0, int(g.frame_seat[f]), CR_701_21)
        elif s >= 0 and op == Op.DESTROY and not g.keywords[s] & Keyword.INDESTRUCTIBLE:
            g.verdict[i] = DESTROYED
    carry_out(g, cat, log, CR_701_21 if op == Op.SACRIFICE else CR_701_8)


@kernel
def discards(g, cat, log, f, sel, arg, n):
    """Each of these players discards, in APNAP order (101.4): whose frame is pushed last goes first."""
    last = 0
    while nth(g, cat, log, f, sel, arg, last) != STOP:
        last += 1
    for i in range(last - 1, -1, -1):
        ref = nth(g, cat, log, f, sel, arg, i)
        if ref >= SEAT_REF:
            d = push(g, cat, log, int(System.DISCARD), ref - SEAT_REF)
            g.frame_amount[d] = n


@kernel
def add_rule_effect(g, cat, log, f, n):
    """An effect on the rules instead of on an object: the shield of prevention keeps its source and its target."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    if n == 0 and cat.modifier[int(ins.a)].rule == Rule.PREVENT_NEXT:
        return
    ref = int(g.target[int(g.frame_first[f])]) if g.frame_targets[f] > 0 else -1
    e = add_effect(g, cat, log, int(ins.a), ref, int(g.frame_seat[f]), int(ins.c), n, 0)
    g.effect_source[e] = g.frame_source[f]


@part("rules")
def move_one(g, cat, log, f, ref, zone, to_you, how, modifier) -> None:
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
        elif how == WITH_COUNTER:
            put_counters(g, cat, log, new, int(Counter.PLUS), 1, CR_122_1)
        if modifier >= 0:
            add_effect(g, cat, log, modifier, new, seat, int(Duration.LASTING), 0, 0)
        entering(g, cat, log, new, seat, 0, -1)


@kernel
def make_tokens(g, cat, log, f):
    """Create tokens (111): under whose control, how many, tapped or not, and, where the card leaves its size open, how big; or one that is a copy of a card.

    Those created together know the first of them, which is the chosen object.
    """
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat = int(g.frame_seat[f])
    if ins.sel != Sel.NONE:
        make_copy(g, cat, log, f)
        return
    if ins.d & (int(Creating.FOR_THAT_PLAYER) | int(Creating.FOR_TARGET)):
        who = nth(g, cat, log, f, int(Sel.TARGET) if ins.d & Creating.FOR_TARGET else int(Sel.OBJECT), 0, 0)
        if who == STOP:
            return
        seat = who - SEAT_REF
    n = number(g, cat, log, f, int(ins.n))
    if g.rules & Rule.DOUBLING:
        n = int(multiplied(g, cat, log, seat, n))
    size = clamp(g, number(g, cat, log, f, int(ins.b))) if ins.b >= 0 else 0
    for k in range(n):
        if g.winner != -2:
            return
        slot = create(g, cat, log, int(ins.a), seat, -1)
        if ins.b >= 0:
            e = add_effect(g, cat, log, int(ins.c), slot, seat, int(Duration.LASTING), size, size)
            g.effect_card[e] = ins.a
        g.tapped[slot] = ins.d & Creating.TAPPED
        if ins.d & Creating.TOGETHER:
            if k == 0:
                g.frame_chosen[f] = slot
                g.frame_chosen_generation[f] = g.generation[slot]
            g.chosen[slot] = g.frame_chosen[f]
        arrive(g, cat, log, slot, 0)


@kernel
def make_copy(g, cat, log, f):
    """Create a token that is a copy of a card: it enters as what it copies is, with its enters abilities (707.2, 707.5)."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat = int(g.frame_seat[f])
    ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), 0)
    if ref < 0:
        return
    card = name_of(g, ref)
    for _ in range(multiplied(g, cat, log, seat, 1) if g.rules & Rule.DOUBLING else 1):
        slot = create(g, cat, log, int(ins.a), seat, card)
        e = add_effect(g, cat, log, int(ins.c), slot, seat, int(Duration.LASTING), int(cat.card[card].power), int(cat.card[card].toughness))
        g.effect_card[e] = card
        become(g, cat, e)
        entering(g, cat, log, slot, seat, 0, -1)


@part("rules")
def process(g, cat, log, f, op) -> int:
    """An instruction that hands over to another system or needs chance; 1 to go on with the next instruction."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    if op == Op.ASSEMBLE:
        p = push(g, cat, log, int(System.ASSEMBLY), seat)
        g.frame_source[p] = source
        g.frame_amount[p] = number(g, cat, log, f, int(ins.n))
        g.frame_mode[p] = ins.a
        return 0
    if op == Op.REASSEMBLE:
        ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), 0)
        if ref >= 0:
            p = push(g, cat, log, int(System.ASSEMBLY), seat)
            g.frame_source[p] = ref
            g.frame_mode[p] = 2
            return 0
    elif op == Op.CRANK:
        push(g, cat, log, int(System.CRANK), seat)
        return 0
    elif op == Op.ROLL:
        if not roll_dice(g, cat, log, f, int(ins.a), int(ins.b)):
            g.frame_step[f] -= 1
            return 0
    elif op == Op.FLIP:
        won = chance(g, 2)
        event(g, log, Logged.FLIP, source, -1, won, seat, CR_705)
        g.frame_register[f, NUMBER] = won
    elif op == Op.FIGHT:
        ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), 0)
        if ref >= 0 and is_here(g, source, int(g.frame_generation[f]), int(Zone.BATTLEFIELD)):
            fight(g, cat, log, source, ref)
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
def fight(g, cat, log, one, other):
    """Two creatures deal damage equal to their power to each other, at once; if one is no creature any more, neither does (701.14)."""
    if g.types[one] & g.types[other] & Type.CREATURE:
        mine, theirs = int(g.power[one]), int(g.power[other])
        mine = deal_damage(g, cat, log, one, other, mine, 0)
        theirs = deal_damage(g, cat, log, other, one, theirs, 0)
        lifelink(g, cat, log, one, mine)
        lifelink(g, cat, log, other, theirs)


@kernel
def each(g, cat, log, f, op):
    """Regeneration shields, marks, mana lost, attaching, copying, doubling counters: on each of what the instruction applies to."""
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
                whose = int(g.controller[ref]) if ins.b == 2 else int(g.target[int(g.frame_first[f])]) - SEAT_REF if ins.b else 0
                g.marks[ref] |= int(ins.a) << whose
        elif op == Op.LOSE_MANA:
            lose_mana(g, cat, log, ref - SEAT_REF, ALL_TYPES, 0)
        elif op == Op.ATTACH:
            if is_here(g, source, int(g.frame_generation[f]), int(Zone.BATTLEFIELD)) and g.attached[source] != ref:
                attach(g, cat, log, source, ref)
        elif op == Op.BECOME_COPY:
            if g.frame_chosen[f] >= 0:
                become_copy(g, cat, log, f, ref)
        elif op == Op.DOUBLE_COUNTERS:
            double_counters(g, cat, log, ref)
        elif op == Op.REVEAL:
            if len(g.tapped) <= ref < SEAT_REF:
                show_all(g, ref)
            event(g, log, Logged.REVEALED, ref, -1, 0, int(g.frame_seat[f]), CR_701_20)


@kernel
def attach(g, cat, log, slot, host):
    """Attach a permanent to another: a new timestamp, so it goes to the end of the battlefield's order (701.3, 613.7e)."""
    g.attached[slot] = host
    leave_order(g, cat, slot)
    g.field[int(g.field_count)] = slot
    g.field_count += 1
    g.stale = 1
    event(g, log, Logged.ATTACH, slot, host, 0, int(g.controller[slot]), CR_301_5)
    touch(g)
