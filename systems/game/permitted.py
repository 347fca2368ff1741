"""Whether a spell may be cast or an ability activated now: time, prohibitions, all costs, targets; what is offered is exactly that (CR 601.3, 602.5, 605.3a, 606.3)."""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Cast, Counter, Keyword, Rule, Step, Trait, Type
from systems.game.announcing import sacrificeable
from systems.game.choices import offer
from systems.game.conspiracies import barred
from systems.game.mana.spending import NO_SPELL, aim
from systems.game.mana.tapping import can_tap, can_untap, mana_ready, within_limits
from systems.game.payments.besides import enough_tappable
from systems.game.payments.costs import CHANGING, price_ability, reduction, x_symbols
from systems.game.payments.hybrid import can_pay_ability, can_pay_spell, most_x
from systems.game.payments.payable import most_mana, needs_permanents, payable
from systems.game.payments.supply import gather, gather_for
from systems.game.query import holds, mana_value, meets, meets_first
from systems.game.stack import locked
from systems.game.targets import has_targets


@kernel
def sorcery_time(g, seat):
    """Whether a seat could cast a sorcery, as far as time goes (307.1)."""
    return g.active == seat and g.stack_count == 0 and (g.step == Step.MAIN1 or g.step == Step.MAIN2)


@kernel
def at_instant_speed(cat, card):
    """Whether a card may be cast whenever its owner has priority (304.1, 702.8)."""
    return cat.card[card].types & Type.INSTANT or cat.card[card].keywords & Keyword.FLASH


@kernel
def may_cast(g, cat, log, seat, card):
    """Whether no effect forbids a seat to cast a card (101.2)."""
    return not (
        g.stack_count > 0
        and locked(g, cat)
        or g.attacked[seat]
        and opponents_rule(g, cat, seat, int(Rule.ATTACKERS_CANT_CAST))
        or barred(g, cat, log, seat, card)
    )


@kernel
def opponents_rule(g, cat, seat, rule):
    """Whether a permanent of an opponent of a seat makes a rule, one that speaks of opponents."""
    if g.rules & rule:
        for i in range(g.field_count):
            s = int(g.field[i])
            if g.controller[s] != seat and g.traits[s] & Trait.RULES and cat.card[int(g.face[s])].rules & rule:
                return True
    return False


@kernel
def too_dear(g, cat, card):
    """Whether the mana cost of a card is more than all mana that a seat could make, as it was counted, whatever for; False where more than a glance is needed."""
    c = cat.card[card]
    return c.value > most_mana(g) and not c.odd and not g.rules & CHANGING


@part("rules")
def castable(g, cat, log, slot, seat, how) -> int:
    """1 if a card may be cast now in a way (`Cast`), as far as cost and targets go; ``gather`` has counted the seat's mana."""
    card = int(cat.face_down) if how & Cast.FACE_DOWN else int(g.card[slot])
    c = cat.card[card]
    gather_for(g, cat, log, seat, slot, NO_SPELL, -1)
    if not c.castable and how == 0 or c.types & Type.LAND:
        return 0
    if how == 0 and too_dear(g, cat, card):
        return 0
    if least_x(g, cat, log, card, seat, how) < 0:
        return 0
    if c.spell >= 0 and cat.ability[int(c.spell)].sacrifices > sacrificed(g, cat, log, int(c.spell), slot, seat):
        return 0
    if c.spell >= 0 and cat.ability[int(c.spell)].target_count > 0:
        if x_symbols(cat, card, how) == 0:
            return 1 if has_targets(g, cat, log, int(c.spell), seat, slot, 0) else 0
        for x in range(most_x(g, cat, log, card, -1, seat, how) + 1):
            if has_targets(g, cat, log, int(c.spell), seat, slot, x):
                return 1
        return 0
    return 1


@part("rules")
def castable_face_down(g, cat, log, slot, seat) -> int:
    """1 if a card may be cast face down now (702.37c): a creature spell without name, colour, subtype or mana cost, which mana is spent on as such (106.6)."""
    card = int(g.card[slot])
    g.card[slot] = cat.face_down
    able = castable(g, cat, log, slot, seat, int(Cast.FACE_DOWN))
    g.card[slot] = card
    return able


@kernel
def sacrificed(g, cat, log, a, slot, seat):
    """How many permanents could be sacrificed for the additional cost of a spell that has one."""
    return sacrificeable(g, cat, log, a, slot, seat) if cat.ability[a].sacrifices else 0


@kernel
def least_x(g, cat, log, card, seat, how):
    """The least X for which a card can be paid for in a way; -1 if there is none. It is above 0 where mana may be of any colour for some mana values only."""
    most = 0
    g.sparing = cat.card[card].spell >= 0 and cat.ability[int(cat.card[card].spell)].sacrifices > 0
    if g.rules & Rule.ANY_COLOR and x_symbols(cat, card, how):
        most = min(most_mana(g) + reduction(g, cat, log, seat, card, 0), 255)
    for x in range(most + 1):
        if can_pay_spell(g, cat, log, card, seat, x, 0, how):
            g.sparing = 0
            return x
    g.sparing = 0
    return -1


@part("rules")
def activatable(g, cat, log, slot, a, seat) -> int:
    """1 if an activated ability of an object, no mana ability, may be activated now (602.2, 602.5, 606.3)."""
    row = cat.ability[a]
    if slot < len(g.keywords) and g.keywords[slot] & (int(Keyword.CANT_ACTIVATE) | int(Keyword.ONLY_MANA_ABILITIES)):
        return 0
    if g.stack_count > 0 and locked(g, cat):
        return 0
    aim(g, cat, slot, a)  # what was aimed at before keeps nothing back from its cost
    if row.exile_hand > g.hand_count[seat] or row.mill > g.library_count[seat]:
        return 0
    if row.sorcery and not sorcery_time(g, seat):
        return 0
    if row.tap and not can_tap(g, slot) or row.untap and not can_untap(g, slot):
        return 0
    if row.loyal and (g.used[slot] > 0 or int(g.counters[slot, Counter.LOYALTY]) + int(row.loyalty) < 0):
        return 0
    if (
        row.stored
        and g.stored[slot] != row.stored
        or row.besides
        and not within_limits(g, cat, log, slot, a)
        or row.taps
        and not enough_tappable(g, cat, log, a, slot)
    ):
        return 0
    if not holds(g, cat, log, int(row.condition), int(row.condition_n), seat, slot, -1):
        return 0
    gather(g, cat, log, seat, -1)
    own_mana = (row.tap or row.untap) and (g.traits[slot] & Trait.MANA or g.sequenced)  # it neither makes mana nor is tapped for any
    if own_mana:
        gather(g, cat, log, seat, slot)
    g.sparing = needs_permanents(cat, a)
    able = can_pay_ability(g, cat, log, a, 0) if row.x_of < 0 else defined_x(g, cat, log, a, slot, seat, False)
    g.sparing = 0
    if own_mana:
        gather(g, cat, log, seat, -1)
    if not able or row.sacrifice >= 0 and not can_sacrifice(g, cat, log, a, slot, seat):  # mana is soonest lacking
        return 0
    return 0 if row.target_count and not has_targets(g, cat, log, a, seat, slot, 0) else 1


@kernel
def mana_activatable(g, cat, log, slot, a, seat):
    """Whether a mana ability of an object may be activated now, its mana cost included."""
    aim(g, cat, slot, a)
    if mana_ready(g, cat, log, slot, a):
        if not cat.ability[a].paid:
            return True
        if cat.ability[a].taps and not enough_tappable(g, cat, log, a, slot):
            return False
        if cat.ability[a].sacrifice >= 0 and not can_sacrifice(g, cat, log, a, slot, seat):
            return False
        gather(g, cat, log, seat, slot)
        price_ability(g, cat, log, g.need, a, 0, slot)
        g.sparing = needs_permanents(cat, a)
        able = payable(g, cat, log, g.need)
        g.sparing = 0
        gather(g, cat, log, seat, -1)
        return able
    return False


@kernel
def defined_x(g, cat, log, a, source, seat, offering):
    """Whether X, defined as the mana value of one of the cards that match, can be paid for any (107.3c); ``offering`` them all as the choice."""
    found = False
    for slot in range(len(g.tapped), int(g.top_high)):
        if meets(g, cat, log, int(cat.ability[a].x_of), slot, seat, source, 0):
            if can_pay_ability(g, cat, log, a, mana_value(g, cat, slot)):
                found = True
                if not offering:
                    break
                offer(g, log, SLOT + slot)
    return found


@kernel
def can_sacrifice(g, cat, log, a, source, seat):
    """Whether something could be sacrificed for an ability's cost."""
    for i in range(g.field_count):
        if meets_first(g, cat, log, int(cat.ability[a].sacrifice), int(g.field[i]), seat, source, 0):
            return True
    return False
