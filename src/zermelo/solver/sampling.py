"""Bounds on a game's number of states, from random games, for games too large to count.

Lower bound: the more rarely random positions coincide, the more states there must be (capture and
recapture). Upper bound: the smaller of two numbers. One is the number of lines of play, estimated
by random descents (Knuth, Estimating the efficiency of backtrack programs, 1975); it counts only if
all lines to a state are equally long. The other is the number of ways to set the bits of a state,
or of its key, so that the bits of certain pairs have values that were seen together.
"""

import math
import random
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.states import random_game
from zermelo.native.arrays import Array
from zermelo.native.items import packs_itself

SECONDS: Final = 3.0  # processor seconds for random games
GAMES: Final = 2_000  # the most random games
FEWEST: Final = 10  # the fewest random games, however slow
LONGEST: Final = 300  # the most plies of a game
SLACK: Final = 2.0  # multiplies the mean number of lines: random games may miss long ones
CERTAIN: Final = 3.0  # the fewest coincidences to assume: certain to 95% if none are seen
MOST: Final = 20_000  # the most distinct states whose bits are compared

Layers = list[list[Hashable]]


def states_between(game: Game, start: Any, seed: int) -> tuple[int, int]:
    """Bounds on the number of states that `start` leads to, as far as random games show."""
    layers, lines = _descents(game, start, random.Random(seed))
    distinct = [set(layer) for layer in layers]
    every = set[Hashable]().union(*distinct)
    if sum(map(len, distinct)) > len(every):  # a state occurs at several depths
        layers, lines = [[state for layer in layers for state in layer]], math.inf
    low = 0  # the least number of states among which random states coincide as rarely as seen
    for layer in layers:
        met, count = Counter(layer), len(layer)
        pairs = sum(times * (times - 1) for times in met.values()) / 2
        low += max(len(met), int(count * (count - 1) / 4 / max(pairs, CERTAIN)))
    few = [*every][:MOST]
    most = min(lines, _log_rows(_bits(few)))
    if packs_itself(game):
        most = min(most, _log_rows(_bits([game.key(state) for state in few])))
    return low, max(low, math.ceil(10 ** min(most / math.log(10), 300)))


def count_states(game: Game, start: Any, seconds: float) -> int | None:
    """Count the states that `start` leads to; None if that takes more than `seconds`."""
    seen, waiting, began = {start}, [start], time.process_time()
    while waiting:
        if time.process_time() - began > seconds:
            return None
        state = waiting.pop()
        moves = game.moves(state) if game.outcome(state) == ONGOING else ()
        fresh = {game.play(state, move) for move in moves} - seen
        seen |= fresh
        waiting += fresh
    return len(seen)


def _descents(game: Game, start: Any, chance: random.Random) -> tuple[Layers, float]:
    """The positions of random games by depth, and the logarithm of an estimated number of lines."""
    layers: Layers = []
    lines, began, games = [-math.inf], time.process_time(), 0
    while games < FEWEST or (games < GAMES and time.process_time() - began < SECONDS):
        games += 1
        weight = 0.0
        for depth, (state, moves) in enumerate(random_game(game, chance, start)):
            if depth == LONGEST:
                lines.append(math.inf)  # a game may never end
                break
            if depth == len(layers):
                layers.append([])
            layers[depth].append(state)
            lines.append(weight)
            weight += math.log(max(len(moves), 1))
    return layers, float(np.logaddexp.reduce(lines)) - math.log(games / SLACK)


def _bits(states: list[Hashable]) -> Array:
    """The bits of states, a row for each state."""
    rows = [[*_ints(state)] for state in states]
    longest = max(map(len, rows))
    columns = []
    for items in zip(*(row + [0] * (longest - len(row)) for row in rows), strict=True):
        least = min(items)
        width = (max(items) - least).bit_length()
        columns += [[(item - least) >> bit & 1 for item in items] for bit in range(width)]
    return np.array(columns, np.float32).reshape(len(columns), len(states)).T


def _ints(state: Any) -> Iterator[int]:
    """The ints in a state; for other values, bits that identify them."""
    if isinstance(state, tuple):
        for item in state:
            yield from _ints(item)
    else:
        yield int(state) if isinstance(state, int) else hash(state) & 0xFFFFFFFF


def _log_rows(bits: Array) -> float:
    """The log of the number of rows whose pairs of bits, along a tree's edges, occur in `bits`."""
    width = bits.shape[1]
    counts = np.ones((width, 2))  # possible rows of the bits below each bit, by that bit's value
    edges, order = _tree(bits)
    log = 0.0
    for at in reversed(order):
        above = edges[at]
        if above < 0:
            log += math.log(counts[at].sum())
            continue
        for value in (0, 1):
            rows = bits[bits[:, above] == value, at]
            counts[above, value] *= sum(counts[at, one] * (rows == one).any() for one in (0, 1))
        scale = counts[above].max()
        counts[above] /= scale
        log += math.log(scale)
    return log


def _tree(bits: Array) -> tuple[list[int], list[int]]:
    """Find a tree of bits whose edges exclude the most rows. Return each bit's parent (-1 for the
    root), and all bits in an order with parents first.
    """
    width = bits.shape[1]
    both, ones = bits.T @ bits, bits.sum(axis=0)
    first, second = ones[:, None], ones[None, :]
    tables = np.stack([both, first - both, second - both, len(bits) - first - second + both])
    missing = (tables < 0.5).sum(axis=0)  # how many of 00, 01, 10, 11 never occur
    above, order = [-1] * width, list[int]()
    best, rest = np.full(width, -1.0), set(range(width))
    while rest:
        at = max(rest, key=lambda bit: (best[bit], -bit))
        rest.remove(at)
        order.append(at)
        for bit in rest:
            if missing[at, bit] > best[bit]:
                best[bit], above[bit] = missing[at, bit], at
    return above, order
