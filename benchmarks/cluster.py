"""What a cluster costs: a game solved by threads and by two nodes of Ray on this machine, in turns.

    make bench-cluster      # or: python benchmarks/cluster.py --help

Processor time is that of all processes: for the cluster those of Ray too. Start and compiling are
left out, by solving a smaller game of the kind before.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import psutil

import zermelo
from zermelo.cluster import joined

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from twonodes import TwoNodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connectfour(width=5, height=5)")
    parser.add_argument("--warm", default="connectfour(width=5, height=4)")
    parser.add_argument("--memory", type=float, default=4.0, metavar="GIB")
    parser.add_argument("--store", type=float, default=2.0, metavar="GIB", help="of each node")
    parser.add_argument("--shares", type=int, help="into how many states are cut, on the cluster")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", choices=("threads", "cluster"))
    print(json.dumps(measured(parser.parse_args()), indent=2))


def measured(options: argparse.Namespace) -> dict[str, Any]:
    """Seconds of wall and of processors by both, and the ratio of the latter."""
    place = Path(tempfile.mkdtemp(prefix="zermelo-"))
    found: dict[str, list[dict[str, float]]] = {}
    with TwoNodes(store=int(options.store * (1 << 30))) as cluster, joined(cluster.address):
        ways = {"threads": {"threads": 2}, "cluster": {"on": cluster.address}}
        chosen = [options.only] if options.only else [*ways]
        warm, game = zermelo.game(options.warm), zermelo.game(options.game)
        memory = int(options.memory * (1 << 30))

        def solve(game: Any, way: str) -> None:
            shares = options.shares if way == "cluster" else None
            zermelo.solve(game, place / "out", memory=memory, shares=shares, **ways[way])
            shutil.rmtree(place / "out")

        for way in chosen:
            solve(warm, way)
        for _ in range(options.turns):
            for way in chosen:
                spent = timed(lambda way=way: solve(game, way), cluster.process.pid)
                print(way, spent, file=sys.stderr)
                found.setdefault(way, []).append(spent)
    shutil.rmtree(place)
    medians = {
        way: {name: round(median(one[name] for one in runs), 2) for name in runs[0]}
        for way, runs in found.items()
    }
    ratio = {way: told["cpu"] / medians[chosen[0]]["cpu"] for way, told in medians.items()}
    return {"game": options.game, **medians, "cpu_ratio": round(ratio[chosen[-1]], 2)}


def timed(work: Callable[[], None], cluster: int) -> dict[str, float]:
    """Wall and processor seconds of some work, of this process and those of the cluster."""
    began, before = time.perf_counter(), spent_by(cluster)
    work()
    after = spent_by(cluster)
    return {
        "wall": round(time.perf_counter() - began, 2),
        "cpu": round(sum(after.values()) - sum(before.values()), 2),
        **{name: round(after[name] - before[name], 2) for name in after},
    }


def spent_by(cluster: int) -> dict[str, float]:
    """Processor seconds so far: of the command, of what does tasks, and of Ray besides."""
    spent = {"command": sum(os.times()[:2]), "tasks": 0.0, "ray": 0.0}
    for one in psutil.Process(cluster).children(recursive=True):
        try:
            times, title = one.cpu_times(), " ".join(one.cmdline())
        except psutil.Error:
            continue
        spent["tasks" if title.startswith("ray::") else "ray"] += times.user + times.system
    return spent


if __name__ == "__main__":
    main()
