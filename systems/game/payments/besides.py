"""What activated abilities cost beside mana, {T} and {Q}, and how often they may be activated (CR 118, 119.4, 602.2b, 602.5b)."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite
from ecs_game.vocabulary import COLORLESS, GivenUp, Mark, Zone
from systems.game.counters import change
from systems.game.damage import lose_life
from systems.game.effects import discard
from systems.game.mana.pools import add_mana
from systems.game.mana.tapping import tap, untap
from systems.game.query import meets
from systems.game.removal import sacrifice
from systems.game.zones import TOP, move

CR_119_4, CR_601_2H, CR_602_2B = cite("119.4"), cite("601.2h"), cite("602.2b")


@part("rules")
def pay_besides(g, cat, log, seat, slot, a) -> None:
    """What an ability costs a player and its source: life (119.4), counters, the hand. One whose uses each turn are limited is counted."""
    row = cat.ability[a]
    if row.life:
        lose_life(g, log, seat, int(row.life), CR_119_4)
    if row.x_counters:
        change(g, cat, log, slot, int(row.counter_kind), -int(g.use_x), CR_601_2H)
    if row.counter_cost:
        change(g, cat, log, slot, int(row.counter_kind), int(row.counter_cost), CR_601_2H)
    while row.discard_hand and g.hand_count[seat]:
        discard(g, cat, log, int(g.hand[seat, 0]))
    if slot < len(g.used):
        g.used[slot] = min(int(g.used[slot]) + 1, 100)


@part("rules")
def make_for_life(g, cat, log, seat) -> None:
    """Where an effect lets a player do so: pay 1 life, add {C}; no source's mana, no mana ability."""
    lose_life(g, log, seat, 1, CR_119_4)
    add_mana(g, cat, log, seat, COLORLESS, 1, 0, -1, -1, CR_119_4)


@kernel
def give_up(g, cat, log, seat, a, fodder):
    """Sacrifice, exile or untap a permanent as cost."""
    if cat.ability[a].given_up == GivenUp.UNTAPPED:
        untap(g, log, fodder, CR_602_2B)
    elif cat.ability[a].given_up == GivenUp.EXILED:
        move(g, cat, log, fodder, int(Zone.EXILE), int(g.owner[fodder]), TOP, CR_602_2B)
    else:
        sacrifice(g, cat, log, fodder, seat)


@kernel
def tap_others(g, cat, log, a):
    """Tap the permanents in ``also_taps`` as cost."""
    for k in range(cat.ability[a].taps):
        tap(g, cat, log, int(g.also_taps[k]), CR_602_2B)


@part("rules")
def tappable(g, cat, log, a, source, slot) -> int:
    """1 if a permanent may be tapped as the cost of another's ability: of that one's controller, untapped, whether summoning sick or not (107.5, 302.6)."""
    row = cat.ability[a]
    if (
        g.zone[slot] != Zone.BATTLEFIELD
        or g.controller[slot] != g.controller[source]
        or g.tapped[slot]
        or g.marks[slot] & Mark.HELPING
        or row.tap
        and slot == source
    ):
        return 0
    return 1 if meets(g, cat, log, int(row.taps_filter), slot, int(g.controller[source]), source, 0) else 0


@kernel
def enough_tappable(g, cat, log, a, source):
    """Whether there is as much to tap as an ability costs."""
    n = 0
    for i in range(g.field_count):
        n += int(tappable(g, cat, log, a, source, int(g.field[i])))
    return n >= cat.ability[a].taps
