"""Declaring attackers (CR 508, 802): who can, who must, what it costs.

An attacking creature and what it attacks are two decisions, creatures in slot order. Requirements are counted over the whole declaration (508.1d), and
those to attack a certain player only for the creatures that attack that player (802.3a). No restriction ties one creature to another, so the most that
can be obeyed is the sum of what each creature can obey by itself; and since a cost to attack never has to be paid, of what it can obey for nothing. So
a creature that can obey a requirement for nothing is never passed over, and never attacks where it would obey fewer. Creatures that all attack if one
does are another thing: each has that requirement as soon as any attacks, so none that could obey it for nothing is passed over by one that attacks.
"""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Event, Keyword, Kind, Rule, System, Trait, Type, Zone
from systems.game.choices import action_ref, answered, ask, offer, seat_action, take
from systems.game.events import post
from systems.game.mana.spending import NO_COST
from systems.game.mana.tapping import tap
from systems.game.notes import noted_seats
from systems.game.objects import pop, touch
from systems.game.payments.costs import GENERIC, SYMBOLS
from systems.game.payments.payable import payable
from systems.game.payments.payment import start_payment
from systems.game.payments.supply import gather_for
from systems.game.permitted import opponents_rule
from systems.processors import processor

CR_508_1F, CR_508_1K = cite("508.1f"), cite("508.1k")
CREATURE, DEFENDER, PAID = 0, 1, 2


@kernel
def can_attack(g, cat, slot, seat):
    """508.1a, 508.1c: an untapped creature under the seat's control since its turn began (or hasty), that nothing keeps from attacking."""
    if g.zone[slot] != Zone.BATTLEFIELD or g.controller[slot] != seat or g.tapped[slot] or not g.types[slot] & Type.CREATURE:
        return False
    if g.keywords[slot] & (int(Keyword.DEFENDER) | int(Keyword.CANT_ATTACK)) or g.sick[slot] and not g.keywords[slot] & Keyword.HASTE:
        return False
    return not (g.spells[seat] > 0 and opponents_rule(g, cat, seat, int(Rule.CASTERS_CANT_ATTACK)))


@kernel
def tax_for(g, cat, ref, seat):
    """What attacking a player costs for each creature (508.1h); planeswalkers are not taxed."""
    tax = 0
    if g.rules & Rule.ATTACK_TAX and ref >= SEAT_REF:
        for i in range(g.field_count):
            s = int(g.field[i])
            c = cat.card[int(g.face[s])]
            if g.controller[s] == ref - SEAT_REF and g.traits[s] & Trait.RULES and c.rules & Rule.ATTACK_TAX:
                for a in range(c.first, c.first + c.count):
                    row = cat.ability[a]
                    if row.kind == Kind.STATIC and row.modifier >= 0 and cat.modifier[int(row.modifier)].rule == Rule.ATTACK_TAX:
                        tax += int(cat.modifier[int(row.modifier)].number)
    return tax


@kernel
def obeyed(g, cat, slot, ref, tied):
    """How many of a creature's requirements an attack on a player or planeswalker obeys, with those of ``tied``; to attack a player, no planeswalker will do (K103)."""
    n = tied + (1 if g.keywords[slot] & Keyword.MUST_ATTACK else 0)
    if ref >= SEAT_REF:
        n += noted_seats(g, cat, slot) >> (ref - SEAT_REF) & 1
    return n


@kernel
def owed(g, cat, slot, seat, tied):
    """The most requirements that a creature, if it can attack, can obey at no cost (508.1d); ``tied``: 1 if it has to attack because others do."""
    if not tied and not g.keywords[slot] & Keyword.MUST_ATTACK and noted_seats(g, cat, slot) == 0:
        return 0
    most = 0
    for other in range(len(g.life)):
        if other != seat and not g.lost[other] and tax_for(g, cat, SEAT_REF + other, seat) == 0:
            most = max(most, obeyed(g, cat, slot, SEAT_REF + other, tied))
    for i in range(g.field_count if most == 0 else 0):
        s = int(g.field[i])
        if g.controller[s] != seat and g.types[s] & Type.PLANESWALKER:
            most = max(most, obeyed(g, cat, slot, s, tied))
    return most


@kernel
def tied(g, cat, seat):
    """1 if a seat's creatures all have to attack as soon as one does."""
    return 1 if opponents_rule(g, cat, seat, int(Rule.ALL_OR_NONE_ATTACK)) else 0


@kernel
def affordable(g, cat, log, seat, slot, tax):
    """Whether a declaration that costs this much in all can be paid for once its creatures are tapped (508.1f comes before 508.1j).

    Those are ``slot`` and, of the creatures above it, those that have to attack.
    """
    if tax == 0:
        return True
    together = tied(g, cat, seat)
    for i in range(g.field_count):
        s = int(g.field[i])
        attacks = s == slot or s > slot and can_attack(g, cat, s, seat) and owed(g, cat, s, seat, together) > 0
        g.verdict[i] = 1 if attacks and not g.keywords[s] & Keyword.VIGILANCE else 0
    suppose_tapped(g, 1)
    gather_for(g, cat, log, seat, -1, NO_COST, -1)
    for i in range(SYMBOLS):
        g.need[i] = 0
    g.need[GENERIC] = tax
    able = payable(g, cat, log, g.need)
    suppose_tapped(g, 0)
    return able


@kernel
def suppose_tapped(g, tapped):
    """Tap the permanents marked in ``verdict``, or untap them again; what the seat can pay has to be counted anew."""
    for i in range(g.field_count):
        if g.verdict[i]:
            g.tapped[int(g.field[i])] = tapped
    g.supply_for = -1


@kernel
def attackable(g, cat, log, seat, slot, ref, spent, least):
    """Whether a creature may be declared as attacking a player or planeswalker: given the cost so far (508.1b), obeying ``least`` requirements."""
    if ref >= SEAT_REF:
        if ref - SEAT_REF == seat or g.lost[ref - SEAT_REF]:
            return False
    elif g.zone[ref] != Zone.BATTLEFIELD or g.controller[ref] == seat or not g.types[ref] & Type.PLANESWALKER:
        return False
    return (least == 0 or obeyed(g, cat, slot, ref, tied(g, cat, seat)) >= least) and affordable(g, cat, log, seat, slot, spent + tax_for(g, cat, ref, seat))


@kernel
def any_attack(g, cat, log, seat, slot, spent):
    """Whether a creature could attack anything at all."""
    if not g.rules & Rule.ATTACK_TAX:
        return True
    for other in range(len(g.life)):
        if attackable(g, cat, log, seat, slot, SEAT_REF + other, spent, 0):
            return True
    for i in range(g.field_count):
        if attackable(g, cat, log, seat, slot, int(g.field[i]), spent, 0):
            return True
    return False


@part("rules")
def attackers(g, cat, log) -> None:
    """Declare attackers: creature, then what it attacks, until done; then costs are paid and the attack has happened (508.1)."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    if g.frame_step[f] == PAID:
        declared(g, cat, log, seat)
        return
    after = int(g.frame_object[f])
    if answered(g):
        action = take(g)
        if g.frame_step[f] == CREATURE:
            if action == PASS:
                settle(g, cat, log, f, seat)
                return
            g.frame_object[f] = action - SLOT
            g.frame_step[f] = DEFENDER
        else:
            declare(g, cat, log, f, seat, after, action_ref(g, action))
            g.frame_step[f] = CREATURE
        after = int(g.frame_object[f])
    g.option_count = 0
    if g.frame_step[f] == CREATURE:
        offer_creatures(g, cat, log, f, seat, after)
        ask(g, seat, Choice.ATTACKER, -1, -1)
        return
    spent, least = int(g.frame_amount[f]), owed(g, cat, after, seat, tied(g, cat, seat))
    for s in range(g.top_low):
        if g.zone[s] == Zone.BATTLEFIELD and g.types[s] & Type.PLANESWALKER and attackable(g, cat, log, seat, after, s, spent, least):
            offer(g, log, SLOT + s)
    for other in range(len(g.life)):
        if attackable(g, cat, log, seat, after, SEAT_REF + other, spent, least):
            offer(g, log, seat_action(g, other))
    ask(g, seat, Choice.DEFENDER, after, -1)


Attackers = processor(System.ATTACKERS, attackers)


@kernel
def offer_creatures(g, cat, log, f, seat, after):
    """Creatures above the last that may attack, up to the first that must, or must once another does; to stop, if none must."""
    together = tied(g, cat, seat)
    offer(g, log, PASS)
    for s in range(after + 1, g.top_low):
        if can_attack(g, cat, s, seat) and any_attack(g, cat, log, seat, s, int(g.frame_amount[f])):
            offer(g, log, SLOT + s)
            if owed(g, cat, s, seat, together) > 0:
                if not together or after >= 0 or any_owes(g, cat, seat, s):
                    for i in range(1, int(g.option_count)):
                        g.options[i - 1] = g.options[i]
                    g.option_count -= 1
                return


@kernel
def any_owes(g, cat, seat, first):
    """Whether a creature from a slot on that can attack has to, whatever others do."""
    for s in range(first, g.top_low):
        if can_attack(g, cat, s, seat) and owed(g, cat, s, seat, 0) > 0:
            return True
    return False


@kernel
def declare(g, cat, log, f, seat, slot, ref):
    """One creature attacks one player or planeswalker; it taps, which is no cost (508.1f)."""
    g.attacking[slot] = ref
    g.frame_amount[f] += tax_for(g, cat, ref, seat)
    if not g.keywords[slot] & Keyword.VIGILANCE:
        tap(g, cat, log, slot, CR_508_1F)


@kernel
def settle(g, cat, log, f, seat):
    """508.1h–j: the cost to attack is locked in and paid."""
    g.frame_step[f] = PAID
    if g.frame_amount[f] > 0:
        for i in range(SYMBOLS):
            g.need[i] = 0
        g.need[GENERIC] = g.frame_amount[f]
        start_payment(g, cat, log, seat, g.need, -1)


@kernel
def declared(g, cat, log, seat):
    """508.1k, 508.1m: they have become attacking creatures, and abilities trigger."""
    pop(g)
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.attacking[s] != -1:
            g.battle = g.attacked[seat] = 1
            event(g, log, Logged.ATTACK, s, int(g.attacking[s]), 0, seat, CR_508_1K)
            post(g, cat, log, int(Event.ATTACKS), s, seat, 0)
    touch(g)
