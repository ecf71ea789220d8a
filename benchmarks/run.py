"""Zermelo's speed: native against plain Python and handwritten C++.

Everything runs on one core. C++ and native repetitions take turns, so that a busy or throttled
machine slows down both; each figure is the median processor time. `make bench` builds the C++
program with g++ and clang++, if installed, and runs this script; each row compares with the faster
of the two. `--help` lists the options.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table

import handwritten
import zermelo
from onecore import one_core
from zermelo import LOSS, ONGOING, WIN
from zermelo.native import kernel
from zermelo.search.counters import NODES, new_counts, visit
from zermelo.search.textbook import UNLIMITED, alpha_beta_max, max_value

BUILD = Path("build")
COMPILERS = ("g++", "clang++")
LEAST = 0.2  # the least seconds of a repetition, which repeats short searches


class Found(NamedTuple):
    """The findings of a search; C++ and Zermelo have to agree on all of them."""

    result: float
    nodes: int
    finished: int  # perft's sequences that end the game


Search = Callable[[], Found]


@dataclass(frozen=True)
class Workload:
    """One search to time; `reference` is the game's name in reference.cpp.

    Plain runs are so much slower that they search only to `plain_depth`.
    """

    algorithm: str
    spec: str
    reference: str
    depth: int
    plain_depth: int

    @property
    def name(self) -> str:
        limit = "" if self.depth == UNLIMITED else f" {self.depth}"
        return f"{self.algorithm} {self.reference}{limit}"

    def work(self, result: Found) -> int:
        """The number of counted things: perft's sequences, else nodes."""
        return int(result.result) if self.algorithm == "perft" else result.nodes


CONNECT_FOUR_5X4 = "connectfour(width=5, height=4)"
ISOLATION_5X5 = "isolation(width=5, height=5)"
NIM = "nim(rows=[1, 3, 5, 7])"

WORKLOADS = [
    Workload("perft", "tictactoe", "tictactoe", 9, 6),
    Workload("perft", "connectfour", "connectfour", 8, 5),
    Workload("perft", ISOLATION_5X5, "isolation5x5", 6, 3),
    Workload("perft", NIM, "nim", 8, 4),
    Workload("perft", "morris", "morris", 6, 3),
    Workload("minimax", "tictactoe", "tictactoe", UNLIMITED, 6),
    Workload("alphabeta", "tictactoe", "tictactoe", UNLIMITED, UNLIMITED),
    Workload("alphabeta", CONNECT_FOUR_5X4, "connectfour5x4", 10, 8),
    Workload("alphabeta", ISOLATION_5X5, "isolation5x5", 6, 4),
    Workload("alphabeta", NIM, "nim", UNLIMITED, 6),
]


@kernel
def count_judged(game, state, depth, counts):  # type: ignore[no-untyped-def]
    """Perft that also plays and judges the last moves, as in C++: sequences, and finished games."""
    total = finished = 0
    if depth == 0:
        return total, finished
    visit(counts)
    if depth == 1:
        return judge_moves(game, state)
    for move in game.moves(state):
        more, ended = count_judged(game, game.play(state, move), depth - 1, counts)
        total += more
        finished += ended
    return total, finished


@kernel
def judge_moves(game, state):  # type: ignore[no-untyped-def]
    """The number of moves, and the number of moves that end the game."""
    total = finished = 0
    for move in game.moves(state):
        total += 1
        finished += game.outcome(game.play(state, move)) != ONGOING
    return total, finished


def search(workload: Workload, depth: int, *, native: bool) -> Search:
    """A function that runs the workload in Zermelo, to `depth`."""
    game = zermelo.game(workload.spec)
    number = type(game.evaluate(game.start()))  # the type of values: int, or float for estimates
    kernel, window = {
        "perft": (count_judged, ()),
        "minimax": (max_value, ()),
        "alphabeta": (alpha_beta_max, (number(LOSS), number(WIN))),
    }[workload.algorithm]
    start, counts = game.start(), new_counts(native=native)
    run = kernel.prepare(game, start, depth, *window, counts) if native else kernel

    def once() -> Found:
        counts = new_counts(native=native)
        result = run(game, start, depth, *window, counts)
        result, finished = result if workload.algorithm == "perft" else (result, 0)
        return Found(result, int(counts[NODES]), int(finished))

    return once


def timed(once: Search) -> float:
    """The mean processor seconds of a search, which is repeated for the least time."""
    rounds, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < LEAST or not rounds:
        once()
        rounds += 1
    return elapsed / rounds


def built(compiler: str) -> Path:
    """The path where `make bench` puts the C++ program made by `compiler`."""
    return BUILD / f"reference-{compiler}"


def reference(workload: Workload, compiler: str) -> tuple[Found, float]:
    """The findings of the C++ program, and its seconds in one repetition."""
    words = [workload.algorithm, workload.reference, str(workload.depth), "1"]
    answer = json.loads(subprocess.check_output([built(compiler), *words]))
    return Found(answer["result"], answer["nodes"], answer["finished"]), answer["seconds"][0]


def compare(workload: Workload, repeats: int, compilers: list[str]) -> dict[str, Any]:
    """The workload's row: nodes per second in C++ (the faster compiler), native and plain."""
    native = search(workload, workload.depth, native=True)
    plain = search(workload, workload.plain_depth, native=False)
    result, native_seconds = native(), []
    seconds: dict[str, list[float]] = {compiler: [] for compiler in compilers}
    for _ in range(repeats):
        for compiler in compilers:
            theirs, taken = reference(workload, compiler)
            require_equal(workload.name, theirs, result)
            seconds[compiler].append(taken)
        native_seconds.append(timed(native))
    work = workload.work(result)
    per_second = {compiler: work / median(seconds[compiler]) for compiler in compilers}
    return {
        "workload": workload.name,
        "compilers_per_second": per_second,
        "reference_per_second": max(per_second.values(), default=None),
        "native_per_second": work / median(native_seconds),
        "plain_per_second": workload.work(plain()) / timed(plain),
    }


def require_equal(name: str, reference: tuple[float, ...], ours: tuple[float, ...]) -> None:
    if reference != ours:
        sys.exit(f"{name}: the reference finds {reference}, Zermelo {ours}")


def compare_handwritten(repeats: int) -> dict[str, float]:
    """Seconds of plain alpha-beta on tic-tac-toe: Zermelo's, and two handwritten versions."""
    ours = search(Workload("alphabeta", "tictactoe", "", UNLIMITED, 0), UNLIMITED, native=False)
    searches = {
        "by hand": handwritten.search,
        "by hand, rules in functions": handwritten.search_by_rules,
        "Zermelo, plain": ours,
    }
    for name, once in searches.items():
        require_equal(name, once()[:2], ours()[:2])
    rounds = [[timed(once) for once in searches.values()] for _ in range(repeats)]
    return dict(zip(searches, map(median, zip(*rounds, strict=True)), strict=True))


# Report ------------------------------------------------------------------------------------------


def table(rows: list[dict[str, Any]]) -> Table:
    """The rows as a table to print: millions of nodes (for perft, sequences) per second."""
    headings = ["workload", *COMPILERS, "native", "ratio", "plain"]
    report = Table(
        title="Nodes a second on one core, in millions (perft: sequences)",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for heading in headings:
        justify = "left" if heading == "workload" else "right"
        report.add_column(heading, justify=justify, no_wrap=True)
    for row in rows:
        by_hand, native, plain = (
            row[f"{who}_per_second"] for who in ("reference", "native", "plain")
        )
        by_compiler = row["compilers_per_second"]
        report.add_row(
            row["workload"],
            *(
                f"{by_compiler[name] / 1e6:.1f}" if name in by_compiler else "–"
                for name in COMPILERS
            ),
            f"{native / 1e6:.1f}",
            f"{native / by_hand:.2f}" if by_hand else "–",
            f"{plain / 1e6:.2f}",
        )
    return report


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="NAME", help="rows whose name contains NAME")
    return one_core(parser)


def main() -> None:
    options, console = arguments(), Console()
    compilers = [compiler for compiler in COMPILERS if built(compiler).exists()]
    if not compilers:
        console.print("No C++ compiler was found: the comparison with C++ is left out.")
    rows = []
    for workload in WORKLOADS:
        if options.only in workload.name:
            console.print(f"{workload.name} …", style="dim")
            rows.append(compare(workload, options.repeat, compilers))
    console.print(table(rows))
    if options.only in "handwritten":
        seconds = compare_handwritten(options.repeat)
        for name, taken in seconds.items():
            ratio = seconds["Zermelo, plain"] / taken
            console.print(f"alphabeta tictactoe {name}: {taken * 1e3:.1f} ms ({ratio:.2f})")


if __name__ == "__main__":
    main()
