"""The results of a comparison with another program, for a terminal and for docs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from rich.box import SIMPLE
from rich.table import Table

HEADINGS = ("task", "peer", "peer's", "Zermelo's", "times", "aim ≥")


@dataclass(frozen=True)
class Comparison:
    """One task that a peer and Zermelo did in turns.

    theirs, ours  seconds of processor time, or repetitions per second
    per_second    whether these are repetitions per second
    aim           how many times as fast Zermelo should be; None without an aim
    remark        an explanation that readers need to judge the figures
    """

    task: str
    peer: str
    theirs: float
    ours: float
    per_second: bool
    remark: str
    aim: float | None = None

    @property
    def times(self) -> float:
        """How many times as fast Zermelo is."""
        return self.ours / self.theirs if self.per_second else self.theirs / self.ours

    def figure(self, figure: float) -> str:
        """`theirs` or `ours` with its unit."""
        if self.per_second:
            return f"{figure:,.0f}/s"
        return f"{figure:.2f} s" if figure >= 1 else f"{figure * 1e3:.3g} ms"

    def cells(self) -> tuple[str, ...]:
        """The row of a table, as in HEADINGS."""
        theirs, ours = self.figure(self.theirs), self.figure(self.ours)
        aim = "" if self.aim is None else rounded(self.aim)
        return self.task, self.peer, theirs, ours, rounded(self.times), aim


def rounded(times: float) -> str:
    """A number with two significant digits, or all digits before the point."""
    return f"{times:,.0f}" if times >= 100 else f"{times:.2g}"


def seconds(run: Callable[[], object]) -> float:
    """The processor time of one call, which other programs hardly affect."""
    start = time.process_time()
    run()
    return time.process_time() - start


def medians_in_turns(
    repeats: int, theirs: Callable[[], object], ours: Callable[[], object]
) -> tuple[float, float]:
    """The median seconds of each call; they take turns, so that a busy machine slows down both."""
    pairs = [(seconds(theirs), seconds(ours)) for _ in range(repeats)]
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


def terminal_table(comparisons: Iterable[Comparison]) -> Table:
    table = Table(box=SIMPLE, padding=(0, 1), show_edge=False)
    for number, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="left" if number < 2 else "right", no_wrap=True)
    for comparison in comparisons:
        table.add_row(*comparison.cells())
    return table


def page(comparisons: Sequence[Comparison], machine: str, versions: dict[str, str | None]) -> str:
    """The page of the documentation, in Markdown; a version of None means a missing program."""
    had = [f"{name} {version}" for name, version in versions.items() if version]
    missing = [
        f"{name} could not be had and is left out." for name in versions if not versions[name]
    ]
    rows = [HEADINGS, ("---", "---", "--:", "--:", "--:", "--:"), *(c.cells() for c in comparisons)]
    tasks: dict[str, list[str]] = {}
    for comparison in comparisons:
        tasks.setdefault(comparison.remark, []).append(comparison.task)
    remarks = [f"- **{_span(tasks[remark])}.** {remark}" for remark in tasks]
    parts = [
        "# Zermelo and its peers",
        "Written by `make bench NAME=peers`, which anyone can run. Every task was done by both "
        "programs in turns, in one process on one core, and measured by the processor's time. "
        "*Times* is how many times as fast Zermelo was, *aim* the least that it aims for.",
        f"{machine}. {', '.join(had)}.",
        *missing,
        "\n".join(f"| {' | '.join(row)} |" for row in rows),
        "\n".join(remarks),
        "Matches with Fairy-Stockfish are in [strength.md](strength.md).",
    ]
    return "\n\n".join(parts) + "\n"


def _span(names: Sequence[str]) -> str:
    """The first and the last task that share a remark."""
    return " to ".join(dict.fromkeys((names[0], names[-1])))
