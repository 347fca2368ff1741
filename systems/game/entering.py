"""How a permanent enters the battlefield (CR 303.4f–g, 305.1, 608.3, 614.1c, 614.12): a frame that goes through its enters abilities, then its arrival."""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import cite
from ecs_game.vocabulary import Choice, Counter, Kind, Rule, System, Trait, Type, Zone
from systems.game.characteristics import characteristics
from systems.game.choices import answered, ask, offer, take
from systems.game.counters import multiplied
from systems.game.granted import LOST
from systems.game.objects import is_here, pop, push
from systems.game.query import can_enchant
from systems.game.zones import TOP, arrive, move
from systems.processors import processor

CR_305_1, CR_608_3 = cite("305.1"), cite("608.3")
HOW, TIMES = 0, 1  # registers: how the spell that enters was cast (`Cast`), and how often it was kicked, or what stands for that


@kernel
def enter(g, cat, log, slot, seat, x, host):
    """A land played (305.1) or a spell resolved (608.3) enters the battlefield, attached to ``host`` if that is a slot (608.3c); enters replacements first (614.12)."""
    generation = int(g.generation[slot])
    new = move(g, cat, log, slot, int(Zone.BATTLEFIELD), seat, TOP, CR_305_1 if cat.card[int(g.card[slot])].types & Type.LAND else CR_608_3)
    for e in range(g.effect_count):
        if g.effect_object[e] == slot and g.effect_generation[e] == generation and not cat.modifier[int(g.effect_modifier[e])].rule:
            g.effect_object[e] = new  # what changed the spell goes on changing the permanent (400.7a)
            g.effect_generation[e] = g.generation[new]
            g.stale = 1
    entering(g, cat, log, new, seat, x, host)


@part("rules")
def entering(g, cat, log, new, seat, x, host) -> None:
    """What is about to arrive goes through its own enters abilities as a frame, or arrives at once; an Aura without ``host`` asks for one (303.4f)."""
    if host >= 0:
        g.attached[new] = host
    c = cat.card[int(g.face[new])]
    homeless = host < 0 and c.traits & Trait.AURA != 0
    if c.types & Type.PLANESWALKER:
        g.counters[new, Counter.LOYALTY] = multiplied(g, cat, log, seat, int(c.loyalty)) if g.rules & Rule.DOUBLING else c.loyalty
    if c.enters == 0 and not homeless:
        arrive(g, cat, log, new, x)
        return
    f = push(g, cat, log, int(System.ENTERING), seat)
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
def enters_bare(g, cat, log, slot) -> int:
    """1 if what is about to arrive would exist on the battlefield without the abilities of its card, those for its entering among them (614.12)."""
    n = int(g.field_count)
    if n == len(g.field):
        return 0
    g.field[n] = slot
    g.field_count = n + 1
    characteristics(g, cat, log)
    g.field_count = n
    g.stale = 1
    return 1 if g.traits[slot] & LOST else 0


@part("rules")
def enters(g, cat, log) -> None:
    """Go on with what enters: each of its enters abilities as a program (614.1c, 614.12a), then its arrival."""
    f = int(g.frame_count) - 1
    slot = int(g.frame_source[f])
    if not is_here(g, slot, int(g.frame_generation[f]), int(Zone.BATTLEFIELD)):
        pop(g)  # it went elsewhere instead of entering (614.6)
        return
    if g.frame_amount[f] and not choose_host(g, cat, log, f, slot):
        return
    if g.frame_card[f] != g.face[slot]:
        g.frame_card[f] = g.face[slot]  # it enters as a copy: with the enters abilities of what it copies (614.12)
        g.frame_mode[f] = 0
        if (g.rules | cat.card[int(g.face[slot])].rules) & Rule.ORDERED and enters_bare(g, cat, log, slot):
            g.frame_mode[f] = cat.card[int(g.face[slot])].count
    c = cat.card[int(g.face[slot])]
    for a in range(int(c.first) + int(g.frame_mode[f]), int(c.first) + int(c.count)):
        g.frame_mode[f] = a - int(c.first) + 1
        if cat.ability[a].kind == Kind.ENTERS:
            p = push(g, cat, log, int(System.RESOLUTION), int(g.frame_seat[f]))
            g.frame_ability[p] = a
            g.frame_source[p] = slot
            g.frame_generation[p] = g.generation[slot]
            g.frame_x[p] = g.frame_x[f]
            g.frame_amount[p] = g.frame_register[f, HOW]
            g.frame_mode[p] = g.frame_register[f, TIMES]
            g.frame_step[p] = cat.ability[a].first
            return
    x = int(g.frame_x[f])
    pop(g)
    arrive(g, cat, log, slot, x)


Entering = processor(System.ENTERING, enters)
