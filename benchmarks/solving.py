"""The time and memory for solving a game, and the speed of its database.

Connect Four 5×5 with its 69,763,700 positions takes ten seconds to a minute, and 50 MB on disk:

    make bench NAME=solving        # or: python benchmarks/solving.py --help
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
from pathlib import Path
from statistics import median
from typing import Any

import zermelo
from zermelo.solver.solution import Step

PROBES = 300


def main() -> None:
    options = arguments()
    folder = Path(tempfile.mkdtemp(prefix="zermelo-", dir=options.dir))
    try:
        report = solving(options, folder / "database")
        report["probing"] = probing(folder / "database")
    finally:
        shutil.rmtree(folder)
    print(json.dumps(report, indent=2))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connectfour(width=5, height=5)")
    parser.add_argument("--memory", type=float, default=4.0, metavar="GIB")
    parser.add_argument("--threads", type=int, default=2)
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


def probing(path: Path) -> dict[str, float]:
    """Median times of a probe: in memory in microseconds, with reading in milliseconds."""
    database = zermelo.Database(path)
    states = list(random_states(database.game))
    cold, warm = [], []
    for state in states:
        database.forget()
        cold.append(timed(database, state))
        warm.append(timed(database, state))
    code = f"import zermelo; zermelo.probe(zermelo.Database({str(path)!r}))"
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return {
        "warm_us": round(median(warm) * 1e6, 1),
        "warm_worst_us": round(max(warm) * 1e6, 1),
        "cold_ms": round(median(cold) * 1e3, 2),
        "cold_worst_ms": round(max(cold) * 1e3, 2),
        "new_process_s": round(time.perf_counter() - began, 2),
    }


def timed(database: zermelo.Database, state: Any) -> float:
    began = time.perf_counter()
    database.score(state)
    return time.perf_counter() - began


def random_states(game: zermelo.Game) -> list[Any]:
    chance, states = random.Random(0), []
    while len(states) < PROBES:
        state = game.start()
        for _ in range(chance.randrange(30)):
            moves = list(game.moves(state))
            if moves:
                state = game.play(state, chance.choice(moves))
        states.append(state)
    return states


if __name__ == "__main__":
    main()
