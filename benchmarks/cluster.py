"""The cost of a cluster: a game is solved by threads, and by two local nodes of Ray, in turns.

    make bench NAME=cluster      # or: python benchmarks/cluster.py --help
    make bench NAME=cluster BENCH="--game awari --endgame 12 --warm-endgame 5 --memory 0.03"

Processor time includes all processes, on the cluster also Ray's. Solving a smaller game of the same
kind first excludes starting and compiling. Memory is that of each node's processes that run tasks,
without Ray's shared store, and without mapped files, which the system can reclaim. Its two figures
are the memory after compiling, and the peak after that.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import psutil

import zermelo
from zermelo.process.cluster import connection

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))
from twonodes import TwoNodes

LOOK = 0.1  # seconds between two looks at the memory
WORKED: dict[int, float] = {}  # processor seconds of each process that ran tasks, as last seen
REST = 10.0  # seconds of rest, to measure Ray's processor time when idle


def main() -> None:
    print(json.dumps(measured(options()), indent=2))


def options() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connectfour(width=5, height=5)")
    parser.add_argument("--warm", help="by default connectfour(width=5, height=4), or the game")
    parser.add_argument("--endgame", help="solve only this endgame of the game")
    parser.add_argument("--warm-endgame", metavar="ENDGAME")
    parser.add_argument("--memory", type=float, default=4.0, metavar="GIB")
    parser.add_argument(
        "--store", type=float, default=2.0, metavar="GIB", help="Ray's store per node"
    )
    parser.add_argument("--shares", type=int, help="the number of shares on the cluster")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", choices=("threads", "cluster"))
    return parser.parse_args()


def measured(options: argparse.Namespace) -> dict[str, Any]:
    """Wall and processor seconds of threads and cluster, and the ratio of their processor times."""
    place = Path(tempfile.mkdtemp(prefix="zermelo-"))
    collected: dict[str, list[dict[str, float]]] = {}
    with TwoNodes(store=int(options.store * (1 << 30))) as cluster, connection(cluster.address):
        ways = {"threads": {"threads": 2}, "cluster": {"on": cluster.address}}
        chosen = [options.only] if options.only else [*ways]
        game = zermelo.game(options.game)
        small = "connectfour(width=5, height=4)" if options.endgame is None else options.game
        warm = zermelo.game(options.warm or small)
        memory, states, disk = int(options.memory * (1 << 30)), 0, 0

        def solve(game: Any, way: str, endgame: str | None = None) -> None:
            nonlocal states, disk
            shares = options.shares if way == "cluster" else None
            begun = None if endgame is None else list(game.endgame(endgame))
            given: Any = {"memory": memory, "shares": shares, "states": begun, **ways[way]}
            states = zermelo.solve(game, place / "out", **given).canonical_states
            disk = sum(f.stat().st_size for f in (place / "out").rglob("*") if f.is_file())
            shutil.rmtree(place / "out")

        for way in chosen:
            solve(warm, way, options.warm_endgame)
        rest = timed(lambda: time.sleep(REST), cluster.process.pid)
        watch = Watch(cluster.process.pid)
        for _ in range(options.turns):
            for way in chosen:
                spent = timed(
                    lambda way=way: solve(game, way, options.endgame), cluster.process.pid
                )
                print(way, spent, file=sys.stderr)
                collected.setdefault(way, []).append(spent)
        nodes = watch.ended()
    shutil.rmtree(place)
    medians = {
        way: {name: round(median(one[name] for one in runs), 2) for name in runs[0]}
        for way, runs in collected.items()
    }
    spent = {
        way: reported["command" if way == "threads" else "cpu"] for way, reported in medians.items()
    }
    at_rest = (rest["tasks"] + rest["ray"]) / REST
    working = spent[chosen[-1]] - at_rest * medians[chosen[-1]]["wall"] * (chosen[-1] == "cluster")
    return {
        "game": options.game,
        "canonical_states": states,
        **medians,
        "ray_at_rest": round(at_rest, 3),  # processor seconds per second of an idle Ray
        "cpu_ratio": round(spent[chosen[-1]] / spent[chosen[0]], 2),
        "cpu_ratio_without_rest": round(working / spent[chosen[0]], 2),
        "core_microseconds_a_state": round(1e6 * spent[chosen[-1]] / states, 2),
        "disk_bytes_a_state": round(disk / states, 2),
        "command_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "nodes": nodes,
    }


class Watch(threading.Thread):
    """Watches the memory of the processes that run tasks, node by node, until `ended` is called."""

    def __init__(self, cluster: int) -> None:
        super().__init__(daemon=True)
        self.cluster, self.over = cluster, threading.Event()
        self.first = self.look()
        self.most = dict(self.first)
        self.start()

    def look(self) -> dict[int, dict[str, float]]:
        """For each node: the number of task processes, their memory, and the largest, in MiB."""
        collected: dict[int, dict[str, float]] = {}
        for one in psutil.Process(self.cluster).children(recursive=True):
            with contextlib.suppress(psutil.Error, OSError, IndexError):
                if one.cmdline()[0].startswith("ray::"):
                    status = Path(f"/proc/{one.pid}/status").read_text(encoding="ascii")
                    own = int(status.split("RssAnon:")[1].split()[0]) / 1024
                    node = collected.setdefault(
                        one.ppid(), {"processes": 0, "mib": 0, "largest": 0}
                    )
                    node["processes"] += 1
                    node["mib"] += own
                    node["largest"] = max(node["largest"], own)
        return collected

    def run(self) -> None:
        while not self.over.wait(LOOK):
            spent_by(self.cluster)  # counts processes that end before the next look
            for node, now in self.look().items():
                most = self.most.setdefault(node, now)
                self.most[node] = {name: max(most[name], now[name]) for name in now}

    def ended(self) -> list[dict[str, Any]]:
        """Stop watching; return each node's first and greatest figures."""
        self.over.set()
        self.join()
        return [
            {
                name: [round(self.first.get(node, most)[name]), round(most[name])]
                for name in ("processes", "mib", "largest")
            }
            for node, most in self.most.items()
        ]


def timed(work: Callable[[], None], cluster: int) -> dict[str, float]:
    """Wall and processor seconds of some work, in this process and in those of the cluster."""
    began, before = time.perf_counter(), spent_by(cluster)
    work()
    after = spent_by(cluster)
    return {
        "wall": round(time.perf_counter() - began, 2),
        "cpu": round(sum(after.values()) - sum(before.values()), 2),
        **{name: round(after[name] - before[name], 2) for name in after},
    }


def spent_by(cluster: int) -> dict[str, float]:
    """Processor seconds so far: of this command, of processes with tasks, of the rest of Ray."""
    spent = {"command": sum(os.times()[:2]), "tasks": 0.0, "ray": 0.0}
    for one in psutil.Process(cluster).children(recursive=True):
        try:
            times, title = one.cpu_times(), " ".join(one.cmdline())
        except psutil.Error:
            continue
        if title.startswith("ray::"):
            WORKED[one.pid] = times.user + times.system
        else:
            spent["ray"] += times.user + times.system
    spent["tasks"] = sum(WORKED.values())
    return spent


if __name__ == "__main__":
    main()
