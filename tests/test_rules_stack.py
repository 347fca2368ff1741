"""Casting, activating, the stack and triggers: CR 601–608, 117."""

from positions import Position

from ecs_game.vocabulary import Zone


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
