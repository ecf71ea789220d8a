"""Proof numbers in chess: Zermelo and Sjeng prove the same mates.

    make bench NAME=proving [BENCH="--seconds 20"]

The fifty published mates of tests/reference/mates.epd, in two to four moves, are claimed as wins.
Zermelo proves them by depth-first proof-number search on one thread, without a certificate; Sjeng
11.2 (Pascutto 2001), if Debian's package is installed, by proof-number search with a tree of ten
million nodes in memory. Neither evaluates positions. Zermelo counts visited positions, Sjeng
generated ones. Times are processor seconds, after compiling.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import zermelo
from facts import MATES

SJENG = Path("/usr/games/sjeng")
TABLE = 64  # MiB


class Done(NamedTuple):
    """Whether a mate was proven, and the nodes and processor seconds spent."""

    proven: bool
    nodes: int
    seconds: float


def by_zermelo(game: zermelo.Game, text: str, seconds: float) -> Done:
    """Let Zermelo prove that the player to move wins."""
    began, state = time.process_time(), game.parse_state(text)
    done = zermelo.prove(game, state, claim="win", seconds=seconds, table=TABLE, threads=1)
    return Done(bool(done.proven), done.nodes, time.process_time() - began)


def by_sjeng(text: str, seconds: float) -> Done:
    """Let Sjeng prove that the player to move wins."""
    began = spent()
    asked = f"xboard\nforce\nsetboard {text} 0 1\nprove\n{seconds:g}\nquit\n"
    with tempfile.TemporaryDirectory() as folder:  # for Sjeng's files
        ended = subprocess.run(
            [SJENG], input=asked, cwd=folder, capture_output=True, text=True, check=False
        )
    said = ended.stdout
    nodes = sum(map(int, re.findall(r"^P: .* N: (\d+) ", said, re.MULTILINE)[-1:]))
    return Done("This position is WON" in said, nodes, spent() - began)


def spent() -> float:
    """Processor seconds of this process's children so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print both programs' results, grouped by the number of moves to mate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds per mate, wall clock")
    seconds, game = parser.parse_args().seconds, zermelo.game("chess")
    by_zermelo(game, MATES[0].text, 600.0)  # compiles
    for moves in sorted({mate.moves for mate in MATES}):
        texts = [mate.text for mate in MATES if mate.moves == moves]
        print(f"{len(texts)} mates in {moves}")
        show("zermelo", [by_zermelo(game, text, seconds) for text in texts])
        if SJENG.exists():
            show("sjeng", [by_sjeng(text, seconds) for text in texts])


def show(name: str, done: list[Done]) -> None:
    """Print a program's results for a group of mates."""
    proven, nodes, used = (sum(each) for each in zip(*done, strict=True))
    print(f"  {name:8} {proven:2} proven {nodes:12,} nodes {used:8.2f} s", flush=True)


if __name__ == "__main__":
    main()
