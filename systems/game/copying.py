"""Copies of objects (CR 707): becoming one."""

from ecs_game.kernels import kernel
from ecs_game.vocabulary import Duration
from systems.game.effects import add_effect, drop_effects
from systems.game.query import name_of


@kernel
def become_copy(g, cat, log, f, ref):
    """An object becomes a copy of the chosen one's copiable values: its card, or what the last copy effect on it made of that (707.2, 707.3)."""
    ins = cat.instruction[int(g.frame_step[f])]
    chosen = int(g.frame_chosen[f])
    card, types, keeps = name_of(g, chosen), int(cat.modifier[int(ins.a)].types), -1
    power, toughness = int(cat.card[card].power), int(cat.card[card].toughness)
    for e in range(g.effect_count):
        if g.effect_object[e] == chosen and g.effect_generation[e] == g.generation[chosen] and cat.modifier[int(g.effect_modifier[e])].copies:
            power, toughness = int(g.effect_power[e]), int(g.effect_toughness[e])
            types = int(cat.modifier[int(ins.a)].types) | int(g.effect_types[e])
            keeps = int(g.effect_keeps[e])
    if ins.c == Duration.LASTING:
        overwrite_copies(g, cat, ref)
    e = add_effect(g, cat, log, int(ins.a), ref, int(g.frame_seat[f]), int(ins.c), power, toughness)
    g.effect_card[e] = card
    g.effect_types[e] = types
    g.effect_keeps[e] = g.frame_ability[f] if ins.b else keeps
    g.used[ref] = 0  # what has been activated so far were other abilities


@kernel
def overwrite_copies(g, cat, ref):
    """A copy effect that lasts overwrites those before it on the same object for good (613.7a): they can go."""
    for e in range(g.effect_count):
        if g.effect_object[e] == ref and cat.modifier[int(g.effect_modifier[e])].copies:
            g.effect_generation[e] = -1
    drop_effects(g, cat, False)
