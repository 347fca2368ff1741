"""Basic lands."""

from ecs_game.declare import Land, card, printed_in

CARDS = printed_in("M10 M11 M12 UST CNS CN2", [card(name, Land(name, basic=True)) for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")])
