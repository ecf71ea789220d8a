"""The engine's use of time: limits kept, threads that help, little compiling.

`make bench NAME=engine` runs all parts, which takes a few minutes; `--only` names one part.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console

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


def limits(console: Console, moves: int) -> dict[str, Any]:
    """Measure how long after its limit the engine answers, in positions of random games."""
    chance, games = random.Random(SEED), [zermelo.game(spec) for spec in ENDLESS]
    for game in games:
        zermelo.analyze(game, algorithm="engine", nodes=1000)  # compiles
    late = sorted(overrun(random_state(games[at % len(games)], chance)) for at in range(moves))
    console.print(
        f"{moves:,} moves of {1000 * LIMIT:.0f} ms: the latest {1000 * late[-1]:.1f} ms over, "
        f"99 of 100 at most {1000 * late[moves * 99 // 100]:.1f} ms, "
        f"{sum(seconds >= 0.010 for seconds in late)} of them 10 ms or more"
    )
    return {"moves": moves, "limit": LIMIT, "latest": late[-1], "median": median(late)}


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


def threads(console: Console, repeats: int) -> dict[str, Any]:
    """Measure how much sooner two threads complete a depth than one thread."""
    figures = {}
    for spec, depth in FIXED_DEPTHS.items():
        game, times = zermelo.game(spec), []
        zermelo.analyze(game, algorithm="engine", nodes=1000)
        for _ in range(repeats):
            times.append([reach(game, depth, threads) for threads in (1, 2)])
        one, two = (median(column) for column in zip(*times, strict=True))
        console.print(
            f"{spec}, depth {depth}: {one:.2f} s on one thread, {two:.2f} s on two, "
            f"{one / two:.2f} times sooner"
        )
        figures[spec] = {"depth": depth, "one": one, "two": two}
    return figures


def reach(game: Any, depth: int, threads: int) -> float:
    """Seconds until a search with a new table completes the depth."""
    table = Table()
    began = time.perf_counter()
    limits: dict[str, Any] = {"depth": depth, "nodes": 10**12, "threads": threads}
    zermelo.analyze(game, algorithm="engine", table=table, **limits)
    return time.perf_counter() - began


# Compiling --------------------------------------------------------------------------------------


def compiling(console: Console) -> dict[str, float]:
    """Measure the seconds of compiling the engine for each game with an empty cache."""
    figures = {}
    for spec in GAMES:
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {"ZERMELO_CACHE_DIR": cache}
            command = [sys.executable, "-c", COLD, spec]
            figures[spec] = float(subprocess.check_output(command, env=environment))
        console.print(f"{spec}: compiled in {figures[spec]:.1f} s")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("limits", "threads", "compiling"))
    parser.add_argument("--moves", type=int, default=1000, metavar="N", help="moves to time")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="repetitions per figure")
    parser.add_argument("--json", type=Path, default=Path("build/engine.json"), metavar="FILE")
    options, console = parser.parse_args(), Console()
    parts = {
        "compiling": lambda: compiling(console),
        "threads": lambda: threads(console, options.repeat),
        "limits": lambda: limits(console, options.moves),
    }
    report = {name: part() for name, part in parts.items() if options.only in (None, name)}
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
