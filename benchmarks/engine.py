"""The engine's overruns of time limits, its gain from threads, its compiling, and its signature.

    make bench NAME=engine [BENCH="--only signature"]      all parts take a few minutes

The signature is a digest of the node counts in fixed positions, so it changes whenever the search
does. A commit that changes it on purpose says why; a commit that only improves the speed keeps it.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import Any
from zlib import crc32

import zermelo
from zermelo import ONGOING
from zermelo.search.engine.table import Table

SEED = 1
LIMIT = 0.150  # seconds a move
ENDLESS = ("connectfour", "isolation(width=7, height=7, pieces='knight')", "morris")  # no end near
FIXED_DEPTHS = {"connectfour": 21, "isolation(width=7, height=7, pieces='knight')": 15}
GAMES = (
    "tictactoe",
    "connectfour",
    "isolation(width=7, height=7, pieces='knight')",
    "nim",
    "morris",
)
FIXED = (  # game, position, depth; without a depth, the position is proven
    ("tictactoe", ".../.../...", None),
    ("nim(rows=[3, 4, 5, 6])", "3,4,5,6 A", None),
    ("connectfour", "......./......./......./......./......./.......", 14),
    ("connectfour", "......./......./...X.../...O.../.X.X..X/.O.XO.O", None),
    ("isolation(width=4, height=4)", "..../..../..../.... A", None),
    ("isolation(width=7, height=7, pieces='knight')", None, 7),
)
MEBIBYTES = 16.0  # the size of the table in a fixed position
NODES = 20_000_000  # the most nodes in a fixed position
COLD = """
import sys, time
import zermelo
from zermelo.search.engine.compiling import kernels_for
game = zermelo.game(sys.argv[1])
began = time.perf_counter()
kernels_for(game)
print(time.perf_counter() - began)
"""


# Limits -----------------------------------------------------------------------------------------


def limits(moves: int) -> None:
    """Measure how long after its limit the engine answers, in positions of random games."""
    chance, games = random.Random(SEED), [zermelo.game(spec) for spec in ENDLESS]
    for game in games:
        zermelo.analyze(game, algorithm="engine", nodes=1000)  # compiles
    late = sorted(overrun(random_state(games[at % len(games)], chance)) for at in range(moves))
    print(
        f"{moves:,} moves of {1000 * LIMIT:.0f} ms: the latest {1000 * late[-1]:.1f} ms over, "
        f"99 of 100 at most {1000 * late[moves * 99 // 100]:.1f} ms, "
        f"{sum(seconds >= 0.010 for seconds in late)} of them 10 ms or more"
    )


def random_state(game: Any, chance: random.Random) -> tuple[Any, Any]:
    """A game, and a position after a few random moves in which it goes on."""
    state = game.start()
    for _ in range(chance.randrange(8)):
        child = game.play(state, chance.choice(list(game.moves(state))))
        if game.outcome(child) != ONGOING:
            break
        state = child
    return game, state


def overrun(position: tuple[Any, Any]) -> float:
    """Seconds by which the answer exceeds the limit; below 0 if it comes earlier."""
    began = time.perf_counter()
    zermelo.analyze(*position, algorithm="engine", seconds=LIMIT)
    return time.perf_counter() - began - LIMIT


# Threads ----------------------------------------------------------------------------------------


def threads(repeats: int) -> None:
    """Measure how much sooner two threads complete a depth than one thread."""
    for spec, depth in FIXED_DEPTHS.items():
        game, times = zermelo.game(spec), []
        zermelo.analyze(game, algorithm="engine", nodes=1000)
        for _ in range(repeats):
            times.append([reach(game, depth, threads) for threads in (1, 2)])
        one, two = (median(column) for column in zip(*times, strict=True))
        print(
            f"{spec}, depth {depth}: {one:.2f} s on one thread, {two:.2f} s on two, "
            f"{one / two:.2f} times sooner"
        )


def reach(game: Any, depth: int, threads: int) -> float:
    """Seconds until a search with a new table completes the depth."""
    table = Table()
    began = time.perf_counter()
    limits: dict[str, Any] = {"depth": depth, "nodes": 10**12, "threads": threads}
    zermelo.analyze(game, algorithm="engine", table=table, **limits)
    return time.perf_counter() - began


# Compiling --------------------------------------------------------------------------------------


def compiling() -> None:
    """Measure the seconds of compiling the engine for each game with an empty cache."""
    for spec in GAMES:
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {"ZERMELO_CACHE_DIR": cache}
            command = [sys.executable, "-c", COLD, spec]
            seconds = float(subprocess.check_output(command, env=environment))
        print(f"{spec}: compiled in {seconds:.1f} s")


# Signature --------------------------------------------------------------------------------------


def signature() -> str:
    """Search each fixed position on one thread with an empty table; return the signature."""
    counts = []
    for spec, text, depth in FIXED:
        game = zermelo.game(spec)
        state = game.start() if text is None else game.parse_state(text)
        table = Table(MEBIBYTES)
        done = zermelo.analyze(game, state, depth=depth, nodes=NODES, table=table)
        speed = f"{done.nodes / done.seconds / 1e6:6.2f} million a second"
        print(
            f"{spec:46} depth {done.depth:3} {done.nodes:12,} nodes {done.seconds:7.3f} s {speed}"
        )
        counts.append(done.nodes)
    digest = f"{crc32(repr(counts).encode()):08x}"
    print(f"{sum(counts):,} nodes; signature {digest}")
    return digest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("compiling", "threads", "limits", "signature"))
    parser.add_argument("--moves", type=int, default=1000, metavar="N", help="moves to time")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="repetitions per figure")
    options = parser.parse_args()
    parts = {
        "compiling": compiling,
        "threads": lambda: threads(options.repeat),
        "limits": lambda: limits(options.moves),
        "signature": signature,
    }
    for name, part in parts.items():
        if options.only in (None, name):
            part()


if __name__ == "__main__":
    main()
