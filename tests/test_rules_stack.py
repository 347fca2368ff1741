"""Casting, activating, the stack and triggers: CR 601–608, 117."""

import numpy as np
from positions import Position

from ecs_game.actions import SLOT
from ecs_game.log import Logged
from ecs_game.vocabulary import Choice, Step, Zone


def test_a_loyalty_cost_may_be_the_last_loyalty():
    """606.4, 704.5i: with no loyalty left the planeswalker is gone before anyone gets priority."""
    p = Position()
    chandra = p.put(0, "Chandra, Torch of Defiance", counters=[0, 0, 3, 0])
    baloth = p.put(1, "Enormous Baloth")
    p.put(1, "Lightning Bolt", Zone.HAND)
    p.lands(1, "Mountain", 1)
    p.go().do("activate Chandra", "activate Chandra, Torch of Defiance: 3")
    assert p.where(chandra) == Zone.NONE and p.game["stack_count"] == 1
    p.resolve()
    assert p.game["damage"][baloth] == 4


def test_triggers_of_one_ability_on_several_objects_are_ordered_too():
    """603.3b: Warstorm Surge triggers on each of two tokens; which comes first is its controller's choice."""
    p = Position(step=Step.UPKEEP)
    p.game["began"] = 0
    p.put(0, "Warstorm Surge")
    p.put(0, "Gnomeball Machine")
    p.hold(1)
    p.go().do("crank Gnomeball Machine").resolve()
    assert p.choice == Choice.ORDER and p.labels == ["order Gnome", "order Gnome"]
    second = int(p.batch.legal(0)[1]) - SLOT
    p.batch.step(0, SLOT + second, p.page)
    p.do("target A")
    assert p.game["stack_object"][0] == second


def test_the_order_of_triggers_is_asked_where_it_can_matter():
    """603.3b: equal ones that only add are put on in any order; losing life, mana and targets are not of that kind."""
    for names, asked in ((("Ajani's Mantra", "Ajani's Mantra"), False), (("Sap Sucker", "Division Table"), True)):
        p = Position(step=Step.UPKEEP)
        p.game["began"] = 0
        for name in names:
            p.put(0, name)
        p.hold(1)
        p.go()
        if asked:
            p.do(f"crank {names[0]}", f"crank {names[1]}")
        assert (p.choice == Choice.ORDER) == asked


def test_an_emblem_is_a_colourless_object_in_the_command_zone():
    """114.1, 114.4: it is the source of its own ability, whatever becomes of the planeswalker; it resolves before the spell."""
    p = Position()
    chandra = p.put(0, "Chandra, Torch of Defiance", counters=[0, 0, 7, 0])
    p.put(0, "Shock", Zone.HAND)
    p.lands(0, "Mountain", 1)
    p.put(1, "Enormous Baloth")
    p.go().do("activate Chandra", "activate Chandra, Torch of Defiance: 4").resolve()
    emblem = int(np.flatnonzero(p.game["zone"] == Zone.COMMAND)[0])
    assert p.where(chandra) == Zone.NONE and p.batch.catalogue.card(int(p.game["card"][emblem]))["colors"] == 0
    p.do("cast Shock", "target B", "target B")
    assert [e[2] for e in p.events(Logged.DAMAGE)][0] == emblem and p.game["life"][1] == 13


def test_countering_a_spell_moves_the_targets_of_what_counters_it():
    """608.2: the table of targets closes its gap, also for the spell that resolves."""
    p = Position(active=1)
    p.put(1, "Shock", Zone.HAND)
    p.lands(1, "Mountain", 1)
    p.put(0, "Spell Suck", Zone.HAND)
    p.lands(0, "Island", 4)
    p.put(0, "Arms Depot", Zone.CONTRAPTIONS)
    p.go().do("cast Shock", "target A", "cast Spell Suck").resolve()
    assert p.choice == Choice.SPROCKET and p.game["frame_first"][0] == 0
