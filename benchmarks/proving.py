"""Proof numbers in chess: mates that Zermelo proves, and Sjeng's search for the same.

    make bench NAME=proving [BENCH="--seconds 20"]

The fifty published mates of tests/reference/mates.epd, in two to four moves, are claimed as wins.
Zermelo proves them by depth-first proof-number search on one thread, without a certificate;
Sjeng 11.2 (Pascutto 2001), if Debian's package is installed, by proof-number search with its tree
in memory, of ten million nodes. Neither evaluates positions there. Zermelo counts those that it
looked into, Sjeng those that it generated. Seconds are of the processor, with all compiled before.
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
    """Whether a mate was proven, after how many nodes and seconds of a processor."""

    proven: bool
    nodes: int
    seconds: float


def by_zermelo(game: zermelo.Game, text: str, seconds: float) -> Done:
    """Prove that the player to move wins."""
    began, state = time.process_time(), game.parse_state(text)
    done = zermelo.prove(game, state, claim="win", seconds=seconds, table=TABLE, threads=1)
    return Done(bool(done.proven), done.nodes, time.process_time() - began)


def by_sjeng(text: str, seconds: float) -> Done:
    """The same by Sjeng."""
    began = spent()
    asked = f"xboard\nforce\nsetboard {text} 0 1\nprove\n{seconds:g}\nquit\n"
    with tempfile.TemporaryDirectory() as folder:  # for files of its own
        ended = subprocess.run(
            [SJENG], input=asked, cwd=folder, capture_output=True, text=True, check=False
        )
    said = ended.stdout
    nodes = sum(map(int, re.findall(r"^P: .* N: (\d+) ", said, re.MULTILINE)[-1:]))
    return Done("This position is WON" in said, nodes, spent() - began)


def spent() -> float:
    """Seconds of a processor that programs of this one have had."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print both, for the mates in so many moves together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="for a mate, by the clock")
    seconds, game = parser.parse_args().seconds, zermelo.game("chess")
    by_zermelo(game, MATES[0].text, 600.0)  # compiles
    for moves in sorted({mate.moves for mate in MATES}):
        texts = [mate.text for mate in MATES if mate.moves == moves]
        print(f"{len(texts)} mates in {moves}")
        show("zermelo", [by_zermelo(game, text, seconds) for text in texts])
        if SJENG.exists():
            show("sjeng", [by_sjeng(text, seconds) for text in texts])


def show(name: str, done: list[Done]) -> None:
    """Print a program's mates together."""
    proven, nodes, used = (sum(each) for each in zip(*done, strict=True))
    print(f"  {name:8} {proven:2} proven {nodes:12,} nodes {used:8.2f} s", flush=True)


if __name__ == "__main__":
    main()
