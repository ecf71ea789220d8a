"""The subject of laws: a game, its states and its random games; and the violations they find."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.errors import Stopped, clip
from zermelo.laws import differential
from zermelo.native import runs_native
from zermelo.search.counters import NODE_LIMIT, NODES, new_counts

MANY: Final = 10_000  # no state has more moves
DEEPEST: Final = 20  # plies that a search for an end looks ahead at most
NATIVE_NODES, PLAIN_NODES = 4000, 200  # the cost of one search


class Subject:
    """A game under examination, with what the laws remember about it.

    native  whether its compiled rules are used and looked at; settled by `compile`
    by_key  the first state met with each key
    """

    def __init__(self, game: Game) -> None:
        self.game, self.native = game, False
        self.start = game.start()
        self.by_key: dict[int, Any] = {}
        self._horizons: dict[Any, tuple[int, int]] = {}

    def compile(self) -> None:
        """Use compiled rules from now on, if the game compiles."""
        differential.entries.prepare(self.game, self.start)
        self.native = runs_native(self.game)

    def goes_on(self, state: Any) -> bool:
        """Whether the game goes on in `state`."""
        return bool(self.game.outcome(state) == ONGOING)

    def moves(self, state: Any) -> list[int]:
        """The moves of `state`, at most `MANY`."""
        return list(islice(self.game.moves(state), MANY))

    def images(self, state: Any) -> list[Any]:
        """The states symmetric to `state`."""
        return list(
            (differential.images.native if self.native else differential.images)(self.game, state)
        )

    def text(self, state: Any) -> str:
        """The text by which messages cite `state`."""
        if self.game.has("format_state"):
            return str(self.game.format_state(state))
        return clip(repr(state), 200)

    def move_text(self, state: Any, move: int) -> str:
        """The text by which messages cite `move`."""
        return str(self.game.format_move(state, move))

    def end(self, state: Any, depth: int) -> int | None:
        """The score of `state` by `end_within`, or None if that takes too many nodes."""
        return self._search(state, depth)[0]

    def horizon(self, state: Any) -> tuple[int, int]:
        """How many plies a search can look ahead from `state`, and the score it finds."""
        if state not in self._horizons:
            depth = score = before = 0
            while depth < DEEPEST:
                reached, nodes = self._search(state, depth + 1)
                if reached is None or nodes == before:  # too many nodes; every game has ended
                    break
                depth, score, before = depth + 1, reached, nodes
            self._horizons[state] = depth, score
        return self._horizons[state]

    def _search(self, state: Any, depth: int) -> tuple[int | None, int]:
        """The score found and the nodes visited."""
        counts = new_counts(native=self.native)
        counts[NODE_LIMIT] = NATIVE_NODES if self.native else PLAIN_NODES
        search = differential.end_within.native if self.native else differential.end_within
        try:
            return int(search(self.game, state, depth, counts)), int(counts[NODES])
        except Stopped:
            return None, int(counts[NODES])


NO_ERROR: Final = "no error"
RULES: Final = ("zermelo.games", "zermelo.kit")
MACHINERY: Final = {"zermelo", "numpy", *sys.stdlib_module_names}


class Violation(NamedTuple):
    """The expectation of a law about a state, and the observation."""

    expected: str
    seen: str


Law = Callable[[Subject, Any], Iterator[Violation]]


def violation_of(law: Law, subject: Subject, state: Any) -> Violation | None:
    """How `state` breaks `law`, if it does; an error raised by the game counts as a violation."""
    try:
        return next(law(subject, state), None)
    except Exception as error:
        return Violation(NO_ERROR, message_of(error))


def message_of(error: Exception) -> str:
    """An error in one line, with the line of the rules that raised it, if they did."""
    what = f"{type(error).__name__}{{}}: {clip(str(error))}"
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        name = frame.f_globals.get("__name__", "")
        if name.startswith(RULES) or name.partition(".")[0] not in MACHINERY:
            return what.format(f" in {Path(frame.f_code.co_filename).name}:{line}")
    return what.format(" from what a rule returns")


class Observation(NamedTuple):
    """Whether a statement holds in the position that the moves in `history` lead to.

    seen  what is so where it doesn't hold
    """

    law: str
    statement: str
    holds: bool
    history: tuple[int, ...]
    seen: str


class Played(NamedTuple):
    """A random game: its moves, the states before, between and after them, and their pictures.

    pictures  none if the game draws none
    """

    moves: tuple[int, ...]
    states: tuple[Any, ...]
    pictures: tuple[Picture, ...]
