"""The pod's action table: the blocks of a game's, for the shape of a pod. Cards go by name, since their slots tell nothing."""

from ecs_game.actions import PASS, YES, blocks
from ecs_game.pods.shape import POD

__all__ = ["ABILITY", "COLOR", "NAME", "NUMBER", "PASS", "POD_BLOCKS", "SEAT", "YES"]

POD_BLOCKS = blocks(POD)
ABILITY = POD_BLOCKS.ability  # + DraftAction
SEAT = POD_BLOCKS.seat
NUMBER = POD_BLOCKS.number  # + booster
COLOR = POD_BLOCKS.color
NAME = POD_BLOCKS.name  # + row of the draft's catalogue
