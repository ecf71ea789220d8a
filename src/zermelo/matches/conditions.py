"""The conditions of a match: declared once, for Python and for the command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from zermelo.contract import ranges
from zermelo.contract.given import require_known
from zermelo.contract.ranges import option
from zermelo.play.history import DrawRules

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True)
class Conditions:
    """How the games of a match or a tournament are played, with any players.

    games        for each two players, an even number: every opening is played with both colours
    plies        random moves with which the games begin, or
    openings     texts of openings, used in turn
    seed         makes all chance repeatable, but for players who are limited in time
    processes    how many play at the same time
    executor     who plays them instead: any of `concurrent.futures`, each game a call of its own
    records      the file that keeps the games; without, they are in memory alone
    export       a file to which they are written as JSON Lines
    repetitions, quiet, cap   when a game is drawn, see `zermelo.play.history.DrawRules`
    clock        seconds a move may take; a slower player loses
    native       whether built-in players search compiled
    progress     called with an object that shows the score so far, at first and after every game
    """

    games: int = option(100, "games for each two players, even", ranges.GAMES)
    plies: int = option(
        2, "random moves at the start of each game", ranges.OPENING_PLIES, flag="--opening-plies"
    )
    openings: Sequence[str] = option((), "start from these openings, one a line", kind=Path)
    seed: int = option(0, "another number gives other games", ranges.SEED)
    processes: int = option(1, "how many games to play at once", ranges.PROCESSES)
    executor: Executor | None = option(
        None, "compute on this Ray cluster: HOST:PORT", flag="--on", metavar="ADDRESS"
    )
    records: str | Path | None = option(
        None, "keep the games in this file, and resume from it", kind=Path
    )
    export: str | Path | None = option(None, "write the games as JSON Lines", kind=Path)
    repetitions: int | None = option(
        DrawRules.repetitions,
        "call it a draw when a position occurs so often; 0: never",
        ranges.REPETITIONS,
        never=True,
    )
    quiet: int | None = option(
        DrawRules.quiet,
        "or after so many moves without progress; 0: never",
        ranges.QUIET,
        never=True,
    )
    cap: int | None = option(
        DrawRules.cap, "or after so many plies; 0: never", ranges.CAP, never=True
    )
    clock: float | None = option(None, "seconds for a move; a slower player loses", ranges.CLOCK)
    native: bool = option(True, "run as plain Python, without compiling", flag="--plain", kind=bool)
    progress: Callable[[Any], None] | None = None

    @classmethod
    def of(cls, function: str, given: Mapping[str, Any]) -> Conditions:
        """The conditions given to `function` by name; `KeywordError` for a name that is none."""
        require_known(function, given, [field.name for field in fields(cls)])
        return cls(**given)


class Keywords(TypedDict, total=False):
    """The fields of `Conditions` as keywords, for type checkers."""

    games: int
    plies: int
    openings: Sequence[str]
    seed: int
    processes: int
    executor: Executor | None
    records: str | Path | None
    export: str | Path | None
    repetitions: int | None
    quiet: int | None
    cap: int | None
    clock: float | None
    native: bool
    progress: Callable[[Any], None] | None
