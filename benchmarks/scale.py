"""Games that clusters could solve: the plan of a solution, from measured constants.

    python benchmarks/scale.py              # the table of docs/cluster.md
    python benchmarks/scale.py --check      # compared with real runs on two nodes of this machine

A game's largest tier is assumed to have the same share of its states as that of Connect Four 5x4.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import cluster
import zermelo
from zermelo.solver.keyed.plan import Cluster, bell, plan
from zermelo.solver.store.manifest import MANIFEST, read_manifest

MODEL = "connectfour(width=5, height=4)"
SHARES = 2, 16, 64, 256
STATES = [10**power for power in range(9, 14)]
MACHINES = 1, 10, 100, 1000
CORES, MEMORY = 16, 32 << 30  # per machine
SECONDS = 0.55e-6  # a thread's time per state of a board 5 wide; more in proportion to width


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with runs on two nodes")
    parser.add_argument("--width", type=float, default=7, help="width of the boards in the table")
    options = parser.parse_args()
    tiers = tiers_of_model()
    if options.check:
        compare(tiers)
    else:
        simulate(tiers, SECONDS * options.width / 5)


def tiers_of_model() -> list[int]:
    with tempfile.TemporaryDirectory() as place:
        zermelo.solve(zermelo.game(MODEL), Path(place) / "out", threads=2)
        return [tier["count"] for tier in read_manifest(Path(place) / "out" / MANIFEST)["tiers"]]


def simulate(tiers: list[int], seconds: float) -> None:
    names = "states", "machines", "hours", "core-hours", "messages", "passed on"
    print("|", " | ".join([*names, "each machine", "command", "files"]), "|")
    print("|" + 9 * "---|")
    for states in STATES:
        sizes = bell(states, states * max(tiers) / sum(tiers))
        for machines in MACHINES:
            one = plan(sizes, Cluster(machines, CORES, MEMORY), seconds)
            print(
                f"| 10^{len(str(states)) - 1} | {machines:,} | {one.hours:,.2f} | "
                f"{one.core_hours:,.0f} | {one.messages:,} | {one.terabytes:,.2f} TB | "
                f"{one.machine / 1e9:,.1f} GB | {one.command / 1e9:,.2f} GB | {one.files:,} |"
            )


def compare(tiers: list[int]) -> None:
    for shares in SHARES:
        sys.argv = ["cluster", "--game", MODEL, "--warm", "connectfour(width=4, height=4)"]
        sys.argv += ["--only", "cluster", "--turns", "1", "--shares", f"{shares}"]
        spent = cluster.measured(cluster.options())["cluster"]["cpu"]
        found = 3600 * plan(tiers, Cluster(2, 1, 4 << 30), SECONDS, shares).core_hours
        print(f"{shares} shares: {spent} processor seconds, by the plan {found:.2f}", flush=True)


if __name__ == "__main__":
    main()
