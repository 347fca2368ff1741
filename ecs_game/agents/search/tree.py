"""Information-set Monte Carlo tree search with one observer (SO-ISMCTS; Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012).

One tree over what the searching seat can tell apart, walked in a new world each time: of a node's actions those that are legal in that world compete, by UCB1
with the number of times that each was available. An iteration adds at most one node, and the greedy agent plays on from there to the end. Of the actions
of a node greedy's own is tried first, the others one by one as the node is visited more often (progressive widening; Chaslot et al., 2008): most choices of
a game matter little, and trying all of each would drown the few that do in noise. All in whole numbers.
"""

import numpy as np

from ecs_game.actions import SLOT
from ecs_game.agents.greedy import greedy_action
from ecs_game.agents.search.playouts import answer, play_out, worth
from ecs_game.kernels import Entry, kernel
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import RUNNING, Zone

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", "i8"),  # the key of the action that leads here
                ("total", "i8"),  # what it was worth to the seat that chose it, summed over the visits
                ("visits", "i4"),
                ("available", "i4"),  # how often it was legal when its parent was visited
                ("child", "i4"),  # the first of its children; 0: none
                ("sibling", "i4"),  # the next child of its parent; 0: none
                ("seat", "i4"),  # who chose it
                ("walk", "i4"),  # in which iteration it was last available
                ("children", "i4"),  # how many it has
            ],
            align=True,
        ),
    )
)
"""A node of the tree; the first of an array is the root."""
DEEPEST = 512  # nodes of one walk
HIDDEN = sum(1 << zone for zone in (Zone.LIBRARY, Zone.HAND, Zone.CONTRAPTIONS))
SCALE = 1 << 15  # of a reward of 1, half a win
EXPLORING = 49 * (2 * SCALE) ** 2 // 100  # (0.7 × 2 SCALE)², where 0.7 is the factor of the paper
LN2 = 710  # × 2¹⁰
NEVER = -1
WIDENING = 4  # a node has tried at most √(visits / WIDENING) of its actions, but one at least; the root as many as it was visited
ONE = 1 << 10


@kernel
def key_of(g, action):
    """What an action is called in the tree: in hidden zones the card counts, not where it lies, on the battlefield both; and who is asked what."""
    key = action
    slot = action - SLOT
    if 0 <= slot < len(g.card):
        hidden = HIDDEN >> int(g.zone[slot]) & 1
        face = int(g.face[slot]) if slot < len(g.face) else int(g.card[slot])
        key = (0 if hidden else action) + ((1 + face) << 16)
    return ((key << 8) + int(g.choice) << 4) + int(g.decider)


@kernel
def logarithm(n):
    """The natural logarithm of a number above 0, times 2¹⁰, between powers of two on a line."""
    bits = 0
    while n >> (bits + 1):
        bits += 1
    return ((bits << 10) + (((n - (1 << bits)) << 10) >> bits)) * LN2 >> 10


@kernel
def root(n):
    """The whole part of a square root."""
    if n < 2:
        return n
    x = 1 << 20
    while x * x > n:
        x >>= 1
    x <<= 1
    while True:
        y = (x + n // x) >> 1
        if y >= x:
            return x
        x = y


@kernel
def upper_bound(node):
    """UCB1 of a node that was visited, times ``2 SCALE`` a win."""
    mean = int(node.total) * SCALE // int(node.visits)
    return mean + root(EXPLORING * logarithm(max(int(node.available), 1)) // ONE // int(node.visits))


@kernel
def child_of(tree, parent, key):
    """The child that a key leads to; ``NEVER`` if there is none."""
    at = int(tree[parent].child)
    while at and tree[at].action != key:
        at = int(tree[at].sibling)
    return at if at else NEVER


@kernel
def may_widen(node, at_root):
    """Whether a node may try another action."""
    n = int(node.children)
    return n == 0 or at_root or WIDENING * n * n <= node.visits


@kernel
def is_new(g, tree, parent, i):
    """Whether an option leads to no child of a node."""
    return child_of(tree, parent, key_of(g, int(g.options[i]))) == NEVER


@kernel
def see_available(g, tree, parent, walk):
    """Count the tried options of a node as available once more, equal cards once."""
    for i in range(g.option_count):
        at = child_of(tree, parent, key_of(g, int(g.options[i])))
        if at != NEVER and tree[at].walk != walk:
            tree[at].walk = walk
            tree[at].available += 1


@kernel
def best_child(g, tree, parent):
    """Of the options that a node has tried, the place of the one with the highest bound; ``NEVER`` if it has tried none of them."""
    best, most = NEVER, -1
    for i in range(g.option_count):
        at = child_of(tree, parent, key_of(g, int(g.options[i])))
        if at != NEVER and upper_bound(tree[at]) > most:
            best, most = i, upper_bound(tree[at])
    return best


@kernel
def untried(g, cat, log, tree, parent):
    """The place of an option that a node has not tried: greedy's, else the first; ``NEVER`` if it has tried all."""
    found = NEVER
    for i in range(g.option_count):
        if is_new(g, tree, parent, i):
            found = i
            break
    if found == NEVER:
        return NEVER
    action = greedy_action(g, cat, log)
    for i in range(found, g.option_count):
        if g.options[i] == action and is_new(g, tree, parent, i):
            return i
    return found


@kernel
def add_node(g, tree, size, parent, key, walk):
    """A new child of a node, the last of the array."""
    node = tree[size]
    node.action = key
    node.total = 0
    node.visits = 0
    node.available = 1
    node.child = 0
    node.children = 0
    node.seat = g.decider
    node.walk = walk
    node.sibling = tree[parent].child
    tree[parent].child = size
    tree[parent].children += 1


@kernel
def iterate(g, cat, log, tree, size, walk, path):
    """Walk one world from the root until a node is added, play on to the end, and tell the nodes on the way; how many nodes there are now.

    A full tree is left where a node would be added.
    """
    at, depth = 0, 0
    grown = False
    while g.winner == RUNNING and not grown and depth < len(path):
        i = best_child(g, tree, at)
        if i == NEVER or may_widen(tree[at], at == 0):
            new = untried(g, cat, log, tree, at)
            grown = new != NEVER
            i = new if grown else i
        if grown and size == len(tree):
            break
        see_available(g, tree, at, walk)
        action = int(g.options[i])
        key = key_of(g, action)
        if grown:
            add_node(g, tree, size, at, key, walk)
            size += 1
        at = child_of(tree, at, key)
        path[depth] = at
        depth += 1
        answer(g, cat, log, action)
    play_out(g, cat, log)
    tree[0].visits += 1
    for k in range(depth):
        node = tree[path[k]]
        node.visits += 1
        node.total += worth(g, int(node.seat))
    return size


def _grow(worlds, cat, log, tree, size, first, path):
    """One iteration in each world, which is used up, from number ``first`` on; how many nodes the tree has now. ``path``, shape (DEEPEST,) int64: room."""
    for k in range(len(worlds)):
        size = iterate(worlds[k], cat[0], log[0], tree, size, first + k, path)
    return size


def _weigh(games, cat, log, tree, visits, totals):
    """Fill, for each option of a game, how often it was tried and what it was worth in all; equal cards are one action."""
    g = games[0]
    for i in range(g.option_count):
        at = child_of(tree, 0, key_of(g, int(g.options[i])))
        visits[i] = tree[at].visits if at != NEVER else 0
        totals[i] = tree[at].total if at != NEVER else 0


def _shape(games, *_):
    return shape_of(games)


grow = Entry(_grow, _shape, ("rules", "greedy"))
weigh = Entry(_weigh, _shape, ())
