"""Face-down spells and permanents (CR 702.37, 708): cast for {3} as a 2/2 creature without anything else, turned face up for the morph cost.

On the stack such a spell shows the face-down card, and a note says which card it is (``Note.HIDDEN``); on the battlefield it is a copy of the face-down card, by an
effect that ends as it is turned face up.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Duration, Kind, System, Zone
from systems.game.characteristics import become
from systems.game.effects import add_effect, drop_effects
from systems.game.objects import push, touch
from systems.game.zones import TOP, arrive, move

CR_608_3, CR_702_37E = cite("608.3"), cite("702.37e")


@kernel
def morph_row(g, cat, slot):
    """The row that holds what turning a permanent face up costs; -1: it is face up, or cannot be."""
    return int(cat.card[int(g.card[slot])].morph) if cat.face_down >= 0 and g.face[slot] == cat.face_down else -1


@part("rules")
def enter_face_down(g, cat, log, slot, seat) -> None:
    """A face-down spell becomes a face-down permanent (708.4)."""
    new = move(g, cat, log, slot, int(Zone.BATTLEFIELD), seat, TOP, CR_608_3)
    shown = cat.card[int(cat.face_down)]
    e = add_effect(g, cat, log, int(cat.ability[int(shown.first)].modifier), new, seat, int(Duration.LASTING), int(shown.power), int(shown.toughness))
    g.effect_card[e] = cat.face_down
    become(g, cat, e)
    arrive(g, cat, log, new, 0)


@part("rules")
def turn_face_up(g, cat, log, seat, slot) -> None:
    """The special action of turning a permanent face up (116.2b, 702.37e): it is what its card is, and what happens as it is turned up happens (614.1e)."""
    for e in range(g.effect_count):
        if g.effect_object[e] == slot and g.effect_generation[e] == g.generation[slot] and g.effect_card[e] == cat.face_down:
            g.effect_generation[e] = -1
    drop_effects(g, cat, False)
    g.stale = 1
    touch(g)
    event(g, log, Logged.TURNED_UP, slot, -1, 0, seat, CR_702_37E)
    c = cat.card[int(g.card[slot])]
    for a in range(int(c.first) + int(c.count) - 1, int(c.first) - 1, -1):
        if cat.ability[a].kind == Kind.TURNED_UP:
            f = push(g, cat, log, int(System.RESOLUTION), seat)
            g.frame_ability[f] = a
            g.frame_source[f] = slot
            g.frame_generation[f] = g.generation[slot]
            g.frame_step[f] = cat.ability[a].first
