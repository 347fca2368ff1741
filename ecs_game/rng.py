"""Counter-based random numbers: each draw is a function of (game key, stream, counter), below *n* without bias.

The mixer is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
"""

import numpy as np
from numba.extending import overload

from ecs_game.kernels import kernel

ALL_BITS = 0xFFFFFFFFFFFFFFFF
DICE = 2  # the stream of dice, coins and random choices; the third seat's and those above come behind it, so that no shape moves it


def unsigned(x):
    """A number as 64 unsigned bits: Python's integers have no width, compiled ones no sign of their own."""
    return int(x) & ALL_BITS


def signed(x):
    """An unsigned number below 2**63 as a signed one."""
    return int(x)


@overload(unsigned)
def _unsigned(x):
    return lambda x: np.uint64(x)


@overload(signed)
def _signed(x):
    return lambda x: np.int64(x)


@kernel
def mix(z):
    """Scramble 64 bits."""
    z = (z + 0x9E3779B97F4A7C15) & ALL_BITS
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL_BITS
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL_BITS
    return z ^ (z >> 31)


@kernel
def draw(g, stream, n):
    """The next number of a stream, uniform over 0 … n − 1 (n ≤ 2³¹); rejection keeps it unbiased, and is rarely worth a division (Lemire, 2019)."""
    while True:
        counter = int(g.draws[stream])
        g.draws[stream] = counter + 1
        word = mix(mix(int(g.key) ^ unsigned(stream * 0x100000000 + counter)))
        product = signed(word >> 33) * n
        low = product & 0x7FFFFFFF
        if low >= n or low >= 0x80000000 % n:
            return product >> 31


@kernel
def chance(g, n):
    """A number below n for dice, coins and random choices."""
    return draw(g, DICE, n)


@kernel
def shuffles(seat):
    """The stream of the shuffles of a seat's cards."""
    return seat if seat < DICE else seat + 1


@kernel
def shuffling(g, seat, n):
    """A number below n for a shuffle of a seat's cards."""
    return draw(g, shuffles(seat), n)


@kernel
def thought(g, seat, n):
    """A number below n for the built-in agent of a seat."""
    return draw(g, len(g.life) + 1 + seat, n)


@kernel
def fold(hashed, value):
    """A 64-bit hash with one more (small, signed) number folded in."""
    return mix(hashed ^ unsigned(value & 0xFFFFFFFF))
