"""Random games per second, compared with RBG, which also compiles rules, to C++.

RBG's rates (Regular Boardgames: Kowalski, Mika, Sutowicz, Szykuła 2019) were measured on a core
where yardstick.cpp, compiled by g++ -O3 -march=native, takes 0.0845 s. They are scaled by the time
that yardstick.cpp takes on this machine. Zermelo and the yardstick run in turns on one core; times
are user time, so that other programs hardly matter, and each figure is a median.

`make bench NAME=playouts` builds the yardstick and calls this; `--help` lists the options.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import zermelo
from onecore import one_core
from zermelo.search.playouts import STREAM

YARDSTICK = Path("build/yardstick")
REFERENCE = 0.0845  # seconds of the yardstick where RBG was measured
RATES = {  # RBG's playouts per second there
    "tictactoe": 2.68e6,
    "connectfour": 845e3,
    "morris": 41.2e3,
    "othello": 19.0e3,
    "hex": 18.0e3,
    "mnk(width=15, height=15, k=5)": 17.0e3,
    "breakthrough": 43.2e3,
    "checkers": 64.9e3,
}
AIM = 3.0  # times as many playouts as RBG
LEAST = 0.2  # the least seconds of a repetition


@dataclass(frozen=True)
class Row:
    """The figures of one game.

    per_second  Zermelo's playouts per second
    scaled      RBG's playouts per second, scaled to this machine
    length      the mean number of plies of a playout
    """

    game: str
    per_second: float
    scaled: float
    length: float

    @property
    def times(self) -> float:
        return self.per_second / self.scaled


def user_seconds(run: Callable[[], object], who: int = resource.RUSAGE_SELF) -> float:
    """The user time of one call, in this process or in its children."""
    began = resource.getrusage(who).ru_utime
    run()
    return resource.getrusage(who).ru_utime - began


def yardstick() -> float:
    """Seconds that the yardstick takes."""
    run = partial(subprocess.run, [YARDSTICK], check=True, stdout=subprocess.DEVNULL)
    return user_seconds(run, resource.RUSAGE_CHILDREN)


def measure(spec: str, repeats: int) -> tuple[Row, float]:
    """The game's row, and this machine's time for the yardstick as a multiple of the reference."""
    game = zermelo.game(spec)
    counts = zermelo.playouts(game, seconds=0.1, seed=0)  # compiles the game
    games = max(STREAM, STREAM * round(counts.per_second * LEAST / STREAM))
    rates, scales = [], []
    for seed in range(repeats):
        scales.append(yardstick() / REFERENCE)
        rates.append(games / user_seconds(partial(zermelo.playouts, game, games=games, seed=seed)))
    counts, scale = zermelo.playouts(game, games=STREAM, seed=0), median(scales)
    return Row(spec, median(rates), RATES[spec] / scale, counts.length.value or 0.0), scale


def table(rows: list[Row]) -> Table:
    """The rows as a table to print."""
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("game", "playouts/s", "RBG, scaled", "times", "aim ≥", "plies"):
        shown.add_column(name, justify="left" if name == "game" else "right", no_wrap=True)
    for row in rows:
        rates = f"{row.per_second:,.0f}", f"{row.scaled:,.0f}"
        shown.add_row(row.game, *rates, f"{row.times:.1f}", f"{AIM:g}", f"{row.length:.1f}")
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="NAME", help="games whose spec has NAME")
    options, console = one_core(parser), Console()
    if not YARDSTICK.exists():
        sys.exit("The yardstick needs g++: without it the rates of RBG cannot be scaled.")
    measured = [measure(spec, options.repeat) for spec in RATES if options.only in spec]
    rows, scale = [row for row, _ in measured], median(scale for _, scale in measured)
    console.print(table(rows))
    console.print(f"The yardstick took {scale * REFERENCE:.4f} s: RBG's rates / {scale:.2f}")


if __name__ == "__main__":
    main()
