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

REST = 10.0  # seconds in which Ray is left alone, to know what it takes then
TRAFFIC = 31  # bytes that tasks pass on for a state stored, 5 wide, were none at hand
POSITIONS = {  # Tromp, John's Connect Four Playground; 7x6: Edelkamp and Kissmann 2008
    (6, 5): 2_818_972_642,
    (6, 6): 69_173_028_785,
    (7, 5): 112_829_665_923,
    (7, 6): 4_531_985_219_092,
}


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
    """Seconds of wall and of processors by both, the ratio of the latter, and the plan."""
    place = Path(tempfile.mkdtemp(prefix="zermelo-"))
    found: dict[str, list[dict[str, float]]] = {}
    with TwoNodes(store=int(options.store * (1 << 30))) as cluster, joined(cluster.address):
        ways = {"threads": {"threads": 2}, "cluster": {"on": cluster.address}}
        chosen = [options.only] if options.only else [*ways]
        warm, game = zermelo.game(options.warm), zermelo.game(options.game)
        memory, states, disk = int(options.memory * (1 << 30)), 0, 0

        def solve(game: Any, way: str) -> None:
            nonlocal states, disk
            shares = options.shares if way == "cluster" else None
            given: Any = {"memory": memory, "shares": shares, **ways[way]}
            states = zermelo.solve(game, place / "out", **given).canonical_states
            disk = sum(f.stat().st_size for f in (place / "out").rglob("*") if f.is_file())
            shutil.rmtree(place / "out")

        for way in chosen:
            solve(warm, way)
        rest = timed(lambda: time.sleep(REST), cluster.process.pid)
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
    spent = {way: told["command" if way == "threads" else "cpu"] for way, told in medians.items()}
    at_rest = (rest["tasks"] + rest["ray"]) / REST
    working = spent[chosen[-1]] - at_rest * medians[chosen[-1]]["wall"] * (chosen[-1] == "cluster")
    return {
        "game": options.game,
        "canonical_states": states,
        **medians,
        "ray_at_rest": round(at_rest, 3),  # processor seconds a second that Ray takes anyway
        "cpu_ratio": round(spent[chosen[-1]] / spent[chosen[0]], 2),
        "cpu_ratio_without_rest": round(working / spent[chosen[0]], 2),
        "core_microseconds_a_state": round(1e6 * spent[chosen[-1]] / states, 2),
        "disk_bytes_a_state": round(disk / states, 2),
        "plan": plan(spent[chosen[-1]] / states, disk / states),
    }


def plan(seconds: float, disk: float) -> list[dict[str, Any]]:
    """What larger boards take: by states known from elsewhere, half of them stored.

    seconds  of a core for a state stored of a board 5 wide: the more columns, the more moves
    disk     bytes of a state stored
    """
    return [
        {
            "board": f"{width}x{height}",
            "states": count,
            "disk_gib": round(count / 2 * disk / (1 << 30), 1),
            "traffic_gib_at_most": round(count / 2 * TRAFFIC * width / 5 / (1 << 30)),
            "core_hours": round(count / 2 * seconds * width / 5 / 3600, 1),
        }
        for (width, height), count in POSITIONS.items()
    ]


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
