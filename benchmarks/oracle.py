"""The number of positions per second that a database values, with best moves, for a learner.

    make bench NAME=oracle [BENCH="'connectfour(width=5, height=4)' --batch 1 4096"]

It solves a game into a temporary folder, and asks for random positions of it in batches, on one
thread; times are medians of five, by the clock. A position takes one look-up, and one more for each
of its moves. For comparison, `probe` looks positions up one by one, in Python.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

import numpy as np

import zermelo
from zermelo.native.items import count_items, write_items

GAMES = ("tictactoe", "connectfour(width=4, height=4)")


def positions(game: Any, count: int) -> list[Any]:
    """This many positions of random games."""
    chance, result = random.Random(1), list[Any]()
    while len(result) < count:
        state = game.start()
        while game.outcome(state) == zermelo.ONGOING:
            result.append(state)
            state = game.play(state, chance.choice(list(game.moves(state))))
    return result[:count]


def seconds_of(oracle: Any, batches: Sequence[Any]) -> float:
    """The median of five times to answer all batches, in seconds."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        for batch in batches:
            oracle(batch)
        times.append(time.perf_counter() - began)
    return median(times)


def report(spec: str, path: str, sizes: Sequence[int], count: int, *, native: bool) -> None:
    """Print the rows of one game."""
    game = zermelo.game(spec)
    zermelo.solve(game, path, native=native)
    database = zermelo.Database(path)
    oracle, states = zermelo.Oracle(database, native=native), positions(game, count)
    items = np.zeros((count, count_items(game.start())), np.int64)
    for row, state in zip(items, states, strict=True):
        write_items(state, row)
    probes = count + int(oracle(items)["moves"].sum())
    for size in sizes:
        few = max(min(count, 2_000 * size) // size, 1)
        batches = [items[first * size : (first + 1) * size] for first in range(few)]
        asked = sum(map(len, batches))
        rate = asked / seconds_of(oracle, batches)
        print(f"{spec:34}{size:8,}{rate:16,.0f}{rate * probes / count:16,.0f}", flush=True)
    began = time.perf_counter()
    for state in states[:300]:
        zermelo.probe(database, state)
    rate = 300 / (time.perf_counter() - began)
    print(f"{spec:34}{'probe':>8}{rate:16,.0f}{rate * probes / count:16,.0f}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the rows of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=GAMES, help="specs of games")
    parser.add_argument("--batch", type=int, nargs="+", default=(1, 64, 4096), help="batch sizes")
    parser.add_argument("--positions", type=int, default=100_000, help="positions in all")
    parser.add_argument("--plain", action="store_true", help="compile nothing")
    asked = parser.parse_args(arguments)
    print(f"{'a second':34}{'at once':>8}{'positions':>16}{'probes':>16}")
    for spec in asked.game:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/database"
            report(spec, path, asked.batch, asked.positions, native=not asked.plain)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
