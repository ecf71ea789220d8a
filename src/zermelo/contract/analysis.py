"""The value of a position: one shape for everything that computes it, and all that shows it.

Searches, Monte Carlo, databases and advisors return an `Analysis`; reviews, boards and reports
read it. All its values are for the player to move in the position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal

from zermelo.contract.game import DRAW, ONGOING, Game
from zermelo.contract.result import Result

Bound = Literal["exact", "at most", "at least"]
By = Literal["outcome", "score"]

FAR: Final = 9_999  # more plies than any game lasts
GOES_ON: Final = "…"  # the end of a line of proven moves after which the game goes on


@dataclass(frozen=True)
class MoveValue:
    """One legal move and what it is worth to the player who makes it.

    value       −1 … 1, or by score in points
    exact       whether the value is proven; otherwise it is an estimate
    bound       "exact", or how the value bounds that of the depth searched
    remoteness  plies from before the move to the end, of wins and losses where known
    by          "outcome", or "score" for a value in points
    """

    move: str
    value: float
    exact: bool = True
    bound: Bound = "exact"
    remoteness: int | None = None
    by: By = "outcome"

    @property
    def sooner(self) -> tuple[float, int]:
        """A key for sorting: early wins and late losses first, unknown distances last."""
        if self.value > DRAW:
            return self.value, -(FAR if self.remoteness is None else self.remoteness)
        return self.value, self.remoteness or 0


@dataclass(frozen=True)
class Analysis(Result):
    """The analysis of one position; all values are for the player to move there.

    player      who moves, 0 or 1
    value       −1 … 1, by score in points; None when the search was stopped before it knew any
    exact       whether `value` is proven; otherwise it is an estimate `depth` plies deep
    best_moves  the texts of the moves that reach `value`
    complete    whether these are all of them; otherwise other moves may be as good
    moves       every legal move with its value, in the game's order
    line        best play from here as far as known, one of the best moves each time. Where the
                value is exact, every move keeps it, and with a remoteness there are as many;
                "…" ends a line after which the game goes on: a position came back, say
    remoteness  plies to the end under best play, of wins and losses where known
    nodes       states visited; for "mcts" simulations, for a database states read
    table_entries, table_hits  of "memo" and "bounds": the entries of the table in the end, and the
                questions that it answered; for "mcts" entries are the nodes of its tree
    nodes_after of a textbook search: states visited after it, which value the other moves and
                follow the line; nodes, table and seconds are those of the search itself
    interrupted Ctrl-C ended the search; the rest is what was known by then
    source      "engine" or another algorithm, "database", "book", or "solved": the search saw that
                few positions can be reached, and solved them all; `table_entries` counts these
    by          "outcome", or "score" for values in points
    margin      the points asked about, if any: `value` 1 is yes, the mover gets as many, −1 is no
    """

    game: str
    state: str | None
    player: int
    value: float | None
    exact: bool
    depth: int
    best_moves: tuple[str, ...]
    complete: bool
    moves: tuple[MoveValue, ...]
    line: tuple[str, ...]
    remoteness: int | None
    nodes: int
    table_entries: int
    table_hits: int
    seconds: float
    native: bool
    interrupted: bool = False
    source: str = "engine"
    by: By = "outcome"
    margin: int | None = None
    nodes_after: int = 0

    @property
    def line_moves(self) -> tuple[str, ...]:
        """The moves of the line."""
        return tuple(text for text in self.line if text != GOES_ON)

    def of(self, move: str) -> MoveValue | None:
        """The value of the move with this text."""
        return next((entry for entry in self.moves if entry.move == move), None)

    @property
    def finished(self) -> bool:
        """Whether every move is proven, and every win and loss has its remoteness."""
        timeless = self.by == "score"  # points have no distance
        ends = (entry.value == DRAW or entry.remoteness is not None for entry in self.moves)
        proven = self.exact and all(entry.exact for entry in self.moves)
        return proven and (timeless or all(ends))

    @property
    def recommended(self) -> tuple[str, ...]:
        """The best moves; among wins the soonest, among losses the latest known."""
        best = [entry for entry in self.moves if entry.move in self.best_moves]
        most = max((entry.sooner for entry in best), default=None)
        return tuple(entry.move for entry in best if entry.sooner == most)

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        hidden, names = ["interrupted"], ("move", "value", "exact", "bound")
        hidden += ["source"] * (self.source not in ("book", "solved"))
        hidden += ["by"] * (self.by == "outcome") + ["margin"] * (self.margin is None)
        hidden += ["nodes_after"] * (self.nodes_after == 0)
        shown = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in hidden}
        moves = [{name: getattr(entry, name) for name in names} for entry in self.moves]
        return shown | {"moves": moves}


def line_texts(game: Game, state: Any, moves: Iterable[int], *, exact: bool) -> tuple[str, ...]:
    """The texts of a line of moves; after an exact value's line, "…" if the game goes on."""
    texts = []
    for move in moves:
        texts.append(game.format_move(state, move))
        state = game.play(state, move)
    goes_on = exact and texts and game.outcome(state) == ONGOING
    return (*texts, GOES_ON) if goes_on else tuple(texts)


def along_line(
    moves: list[MoveValue], value: float | None, line: tuple[str, ...], remoteness: int | None
) -> tuple[MoveValue, ...]:
    """The moves, of which the line's first one gets the position's remoteness."""
    return tuple(
        replace(entry, remoteness=remoteness)
        if line[:1] == (entry.move,) and entry.value == value
        else entry
        for entry in moves
    )
