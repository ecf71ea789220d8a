"""The time and memory for solving a game, and the speed of its database.

Connect Four 5×5 with its 69,763,700 positions takes ten seconds to a minute, and 50 MB on disk:

    make bench NAME=solving [BENCH="--game tictactoe"]

The last figures are for random positions of the game: for probes one by one, and for an `Oracle`
that values them in batches, on one thread; medians of five runs by the clock. For each position, an
`Oracle` needs one look-up, and one more for each of its moves.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import zermelo
from zermelo.native.items import count_items, write_items
from zermelo.solver.solution import Step

PROBES = 300


def main() -> None:
    options = arguments()
    folder = Path(tempfile.mkdtemp(prefix="zermelo-", dir=options.dir))
    try:
        report = solving(options, folder / "database")
        states = random_states(zermelo.game(options.game), options.positions)
        report["probing"] = probing(folder / "database", states[:PROBES])
        report["oracle"] = valuing(folder / "database", states, options.batch)
    finally:
        shutil.rmtree(folder)
    print(json.dumps(report, indent=2))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connectfour(width=5, height=5)")
    parser.add_argument("--memory", type=float, default=4.0, metavar="GIB")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch", type=int, nargs="+", default=(1, 4096), help="sizes of batches")
    parser.add_argument("--positions", type=int, default=100_000, help="positions to value")
    parser.add_argument("--dir", type=Path, help="the directory for the database")
    return parser.parse_args()


def solving(options: argparse.Namespace, out: Path) -> dict[str, Any]:
    """The solution, its wall time including all writing, and the peak memory."""
    game, load = zermelo.game(options.game), os.getloadavg()
    small = zermelo.game("connectfour(width=4, height=3)")
    zermelo.solve(small, threads=options.threads)  # compiles code for all games
    began, spent = time.perf_counter(), os.times()
    solution = zermelo.solve(
        game, out, memory=int(options.memory * (1 << 30)), threads=options.threads, progress=say
    )
    wall, done = time.perf_counter() - began, os.times()
    return {
        **solution.as_dict(),
        "states_per_second": round(solution.states / solution.seconds),
        "wall_seconds": round(wall, 1),
        "cpu_seconds": round(done.user + done.system - spent.user - spent.system, 1),
        "states_per_wall_second": round(solution.states / wall),
        "peak_memory_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "disk_mib": sum(f.stat().st_size for f in out.rglob("*") if f.is_file()) >> 20,
        "threads": options.threads,
        "load_average": [round(load[0], 1), round(os.getloadavg()[0], 1)],
    }


def say(step: Step) -> None:
    print(step, file=sys.stderr)


def probing(path: Path, states: list[Any]) -> dict[str, float]:
    """Median times of a probe, with and without data in memory, and analyses per second."""
    database = zermelo.Database(path)
    cold, warm = [], []
    for state in states:
        database.forget()
        cold.append(seconds_of(lambda: database.score(state)))  # noqa: B023 - called at once
        warm.append(seconds_of(lambda: database.score(state)))  # noqa: B023
    code = f"import zermelo; zermelo.probe(zermelo.Database({str(path)!r}))"
    started = seconds_of(lambda: subprocess.run([sys.executable, "-c", code], check=True))
    analysed = seconds_of(lambda: [zermelo.probe(database, state) for state in states])
    return {
        "warm_us": round(median(warm) * 1e6, 1),
        "cold_ms": round(median(cold) * 1e3, 2),
        "new_process_s": round(started, 2),
        "analyses_per_second": round(len(states) / analysed),
    }


def valuing(path: Path, states: list[Any], sizes: list[int]) -> dict[str, dict[str, int]]:
    """Positions and probes per second of an `Oracle`, for each size of batches."""
    oracle, rates = zermelo.Oracle(zermelo.Database(path)), {}
    items = np.zeros((len(states), count_items(states[0])), np.int64)
    for row, state in zip(items, states, strict=True):
        write_items(state, row)
    probes_each = 1 + oracle(items)["moves"].mean()
    for size in sizes:
        asked = items[: 2000 * size]
        batches = np.array_split(asked, range(size, len(asked), size))
        rate = len(asked) / median(seconds_of(lambda: list(map(oracle, batches))) for _ in range(5))  # noqa: B023
        rates[f"{size} at once"] = {
            "positions_per_second": round(rate),
            "probes_per_second": round(rate * probes_each),
        }
    return rates


def seconds_of(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def random_states(game: zermelo.Game, count: int) -> list[Any]:
    """States of random games."""
    chance, states = random.Random(1), list[Any]()
    while len(states) < count:
        state = game.start()
        while game.outcome(state) == zermelo.ONGOING:
            states.append(state)
            state = game.play(state, chance.choice(list(game.moves(state))))
    return states[:count]


if __name__ == "__main__":
    main()
