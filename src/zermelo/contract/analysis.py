"""Results of computations: their display, and one form for the analysis of a position.

Searches, Monte Carlo, databases and advisors return an `Analysis`; reviews, boards and reports
read it. All its values are for the player to move in the position, in points on request. A logistic
curve for each game turns an estimate into the chance to win.
"""

import dataclasses
import functools
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, Final, Literal, NamedTuple, dataclass_transform

from zermelo.contract.arguments import POINTS
from zermelo.contract.game import DRAW, ONGOING, Game, default
from zermelo.contract.rules import remake
from zermelo.errors import CapabilityError, ParameterError, clip, require_extra
from zermelo.process.texts import packaged_text
from zermelo.upward import look_up

TABLES: Final = ("rows", "standings", "moves")  # `to_pandas` uses the first field that is not empty


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Fields:
    """A frozen dataclass with a JSON form, unless its class has `data=False`.

    hidden  fields left out of JSON, like `interrupted`, which the exit status shows
    """

    hidden: ClassVar[tuple[str, ...]] = ("interrupted",)

    def __init_subclass__(cls, *, data: bool = True, eq: bool = True) -> None:
        if data:
            dataclass(frozen=True, eq=eq)(cls)

    def as_dict(self) -> dict[str, Any]:
        """The fields for JSON."""
        names = [field.name for field in dataclasses.fields(self)]  # type: ignore[arg-type]
        return {name: _plain(getattr(self, name)) for name in names if name not in self.hidden}


def _plain(value: Any) -> Any:
    """A value for JSON: dataclasses as dictionaries, tuples as lists."""
    if isinstance(value, Fields):
        return value.as_dict()
    if isinstance(value, (tuple, list)):
        return list(map(_plain, value))
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        return {name: _plain(getattr(value, name)) for name in names}
    return {name: _plain(it) for name, it in value.items()} if isinstance(value, dict) else value


class Result(Fields, data=False):
    """The result of a search, a solver, a match or an experiment.

    >>> import zermelo
    >>> counted = zermelo.perft(zermelo.game("nim(rows=[1, 2])"), 2, native=False)
    >>> print(counted)  # doctest: +ELLIPSIS
    nim(rows=[1, 2])
    <BLANKLINE>
    ply   sequences
    ───────────────
      1           3
      2           5
    <BLANKLINE>
    time    ...
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Set `_repr_pretty_` on each class; IPython would prefer a dataclass's own `__repr__`."""
        super().__init_subclass__(**keywords)
        cls._repr_pretty_ = Result._repr_pretty_  # type: ignore[method-assign]

    def __str__(self) -> str:
        """The report, as the command prints it."""
        return str(look_up("reports").as_text(self))

    def _repr_html_(self) -> str:
        return str(look_up("reports").as_html(self))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the report in IPython's terminal."""
        printer.text(str(self))

    def to_pandas(self) -> Any:
        """The result as a pandas DataFrame, with a row for each of its rows, standings or moves.

        Nested fields become columns, like "score_wins"; a result without rows is one row. Raises
        `CapabilityError` without pandas.
        """
        with require_extra("tables", "DataFrames need pandas"):
            import pandas
        fields = self.as_dict()
        tables = [fields.get(name) or () for name in TABLES]
        rows = next((each for each in tables if each and isinstance(each[0], dict)), fields)
        return pandas.json_normalize(rows if rows is fields else list(rows), sep="_")


class Verdict(Result, data=False):
    """The result of a check, a class with a field or property `faults`."""

    @property
    def sound(self) -> bool:
        """Whether there are no faults."""
        return not self.faults  # type: ignore[attr-defined]

    def as_dict(self) -> dict[str, Any]:
        """The fields for JSON, and `sound`."""
        return {**super().as_dict(), "sound": self.sound}


Bound = Literal["exact", "at most", "at least"]
By = Literal["outcome", "score"]

FAR: Final = 9_999  # more plies than any game lasts
GOES_ON: Final = "…"  # the last item of a line of proven moves after which the game goes on


@dataclass(frozen=True)
class MoveValue:
    """A legal move and its value for the player who makes it.

    move        the move's text
    value       −1 … 1, or by score in points
    exact       whether the value is proven; otherwise it is an estimate
    bound       "exact", or "at most" or "at least" if the search only bounds the value
    remoteness  plies to the end, counting this move, for wins and losses if known
    by          "outcome", or "score" for a value in points

    >>> import zermelo
    >>> one = zermelo.analyze("nim(rows=[1, 2])", native=False).moves[0]
    >>> one.move, one.value, one.remoteness
    ('0,1', -1.0, 2)
    """

    move: str
    value: float
    exact: bool = True
    bound: Bound = "exact"
    remoteness: int | None = None
    by: By = "outcome"

    @property
    def sooner(self) -> tuple[float, int]:
        """A sort key: the value, then the distance; earlier wins and later losses rank higher."""
        if self.value > DRAW:
            return self.value, -(FAR if self.remoteness is None else self.remoteness)
        return self.value, self.remoteness or 0


class Analysis(Result):
    """The analysis of one position; all values are for the player to move there.

    game, state  the analyzed position, as texts; None for a state without a text
    player      the player to move, 0 or 1
    value       −1 … 1, by score in points; None if the search was stopped too early
    exact       whether `value` is proven; otherwise it is an estimate `depth` plies deep
    best_moves  the texts of the moves that reach `value`
    complete    whether `best_moves` lists all of them; otherwise, other moves may be as good
    moves       every legal move with its value, in the game's order
    line        one line of best play from here, as far as known. If the value is exact, every move
                keeps it, and their number is the remoteness; a final "…" means that the game goes
                on, for example because a position recurs
    lines       estimated lines of the leading moves, if the caller requested them
    remoteness  plies to the end under best play, for wins and losses if known
    seconds, native  the duration, and whether the search was compiled
    nodes       states visited; for "mcts" simulations, for a database states read
    table_entries, table_hits  for "memo" and "bounds": the final number of entries, and the
                               look-ups that found one; for "mcts": the nodes of its tree
    nodes_after  for a textbook search: states visited afterwards, to value the other moves and
                 follow the line; nodes, table and seconds cover only the search itself
    interrupted  whether Ctrl-C ended the search; the other fields have the results so far
    source      "engine" or another algorithm, "database", "book", or "solved": so few positions are
                reachable that all were solved; `table_entries` counts them
    by          "outcome", or "score" for values in points
    margin      the points in question, if any: `value` is 1 if the mover gets them, else −1

    >>> import zermelo
    >>> zermelo.analyze("nim(rows=[1, 2])", native=False).line
    ('1,1', '0,1', '1,1')
    """

    game: str
    state: str | None
    player: int
    value: float | None
    exact: bool = True
    depth: int = 0
    best_moves: tuple[str, ...] = ()
    complete: bool = True
    moves: tuple[MoveValue, ...] = ()
    line: tuple[str, ...] = ()
    remoteness: int | None = None
    nodes: int = 0
    table_entries: int = 0
    table_hits: int = 0
    seconds: float = 0.0
    native: bool = False
    interrupted: bool = False
    source: str = "engine"
    by: By = "outcome"
    margin: int | None = None
    nodes_after: int = 0
    lines: tuple[tuple[str, ...], ...] = ()

    @property
    def line_moves(self) -> tuple[str, ...]:
        """The moves of the line."""
        return tuple(text for text in self.line if text != GOES_ON)

    def of(self, move: str) -> MoveValue | None:
        """The value of the move with this text; None if it is not in `moves`."""
        return next((entry for entry in self.moves if entry.move == move), None)

    @property
    def finished(self) -> bool:
        """Whether every move's value is proven, with the remoteness of every win and loss."""
        timeless = self.by == "score"  # values in points have no remoteness
        ends = (entry.value == DRAW or entry.remoteness is not None for entry in self.moves)
        proven = self.exact and all(entry.exact for entry in self.moves)
        return proven and (timeless or all(ends))

    @property
    def recommended(self) -> tuple[str, ...]:
        """The best moves: among wins the soonest, among losses the latest."""
        best = [entry for entry in self.moves if entry.move in self.best_moves]
        most = max((entry.sooner for entry in best), default=None)
        return tuple(entry.move for entry in best if entry.sooner == most)

    def as_dict(self) -> dict[str, Any]:
        """The fields for JSON."""
        hidden, names = ["interrupted", "lines"], ("move", "value", "exact", "bound")
        hidden += ["source"] * (self.source not in ("book", "solved"))
        hidden += ["by"] * (self.by == "outcome") + ["margin"] * (self.margin is None)
        hidden += ["nodes_after"] * (self.nodes_after == 0)
        shown = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in hidden}
        moves = [{name: getattr(entry, name) for name in names} for entry in self.moves]
        return shown | {"moves": moves}


def known_analysis(
    game: Game, state: Any, value: float | None, moves: tuple[MoveValue, ...], **facts: Any
) -> Analysis:
    """The analysis of a position from the values of its moves; `facts` replaces default fields."""
    usual: dict[str, Any] = {
        "best_moves": tuple(entry.move for entry in moves if entry.value == value),
        "complete": all(entry.exact for entry in moves),
        "nodes": 1 + len(moves),
        "by": by_of(game),
    }
    text = game.format_state(state) if game.has("format_state") else None
    player, value = int(game.player(state)), None if value is None else float(value)
    return Analysis(str(game), text, player, value, moves=moves, **usual | facts)


def line_texts(game: Game, state: Any, moves: Iterable[int], *, exact: bool) -> tuple[str, ...]:
    """The texts of a line's moves, with "…" if the value is exact and the game goes on."""
    texts = []
    for move in moves:
        texts.append(game.format_move(state, move))
        state = game.play(state, move)
    goes_on = exact and texts and game.outcome(state) == ONGOING
    return (*texts, GOES_ON) if goes_on else tuple(texts)


def along_line(
    moves: list[MoveValue], value: float | None, line: tuple[str, ...], remoteness: int | None
) -> tuple[MoveValue, ...]:
    """The entries in `moves`; the line's first move, if it reaches `value`, gets `remoteness`."""
    first = [entry for entry in moves if line[:1] == (entry.move,) and entry.value == value]
    return tuple(replace(e, remoteness=remoteness) if e in first else e for e in moves)


def in_points(game: Game[Any]) -> Game[Any]:
    """`game` with `by_score`: searches then compare positions by points.

    Rules, texts and parameters stay. Methods that are only about wins and losses are left out:
    `candidates`, `foresee`, `assured`, `soonest_win` and `soonest_loss`.

    Raises `CapabilityError` if the game doesn't count points, or has an invalid `score_bound`.

    >>> import zermelo
    >>> in_points(zermelo.game("nim"))
    Traceback (most recent call last):
        ...
    zermelo.errors.CapabilityError: nim counts no points: define score and score_bound
    """
    if game.by_score:
        return game
    if not game.counts_points:
        raise CapabilityError(f"{game} counts no points: define score and score_bound")
    if not 0 < game.score_bound <= POINTS:
        raise CapabilityError(
            f"score_bound of {game} should be 1 to {POINTS:,}, not {game.score_bound}"
        )
    hints = ("candidates", "foresee", "assured", "soonest_win", "soonest_loss")
    owner: Any = type(game)
    scored = _without(owner, hints, in_points)
    scored.by_score = True
    return remake(scored, game)


def without_evaluation(game: Game[Any]) -> Game[Any]:
    """The same game with the estimate 0 for every position, for lessons on depth limits.

    >>> import zermelo
    >>> game = without_evaluation(zermelo.game("isolation"))
    >>> str(game), game.evaluate(game.play(game.start(), 1)), game.has("features")
    ('isolation', 0, False)
    """
    owner: Any = type(game)
    return remake(_without(owner, ("evaluate", "features"), without_evaluation), game)


@functools.cache
def _without(owner: type[Game[Any]], names: tuple[str, ...], maker: Any) -> type[Game[Any]]:
    """A subclass of `owner` with the same name; its members `names` are the contract's defaults.

    `maker` turns a game of `owner` into one of the subclass, also when unpickling.
    """
    members: dict[str, Any] = {name: default(name) for name in names}
    members |= {"__module__": owner.__module__, "__doc__": owner.__doc__}
    members["__reduce__"] = lambda game: (maker, (remake(owner, game),))
    members["__qualname__"] = f"{owner.__qualname__}.{maker.__name__}"
    return type(owner.__name__, (owner,), members)


def value_by(game: Game[Any], by: By) -> Game[Any]:
    """`game` valued by outcome or by score; a game that is valued in points stays as it is.

    Raises `ParameterError` if `by` is neither "outcome" nor "score", and the errors of `in_points`.
    """
    if by not in ("outcome", "score"):
        raise ParameterError(f"by should be outcome or score, not {clip(str(by))}")
    return in_points(game) if by == "score" else game


def by_of(game: Game[Any]) -> By:
    """ "score" for a game valued in points, else "outcome"."""
    return "score" if game.by_score else "outcome"


def rules_of(game: Game[Any]) -> type[Game[Any]]:
    """The class of `game` as written, without `by_score`."""
    owner = type(game)
    return owner.__bases__[0] if game.by_score else owner


# benchmarks/winchance.py fits the curves to games of the engine against itself. Draws count half.
# Curves of a user's own games are fitted on first use, see `zermelo.play.advice`.

MOST_ODDS: Final = 50.0  # the largest log-odds, practically a certainty


class Curve(NamedTuple):
    """A player's chance to win for each estimate; by default, an estimate is the mean result.

    The log-odds of a win are slope · d ** bend, where d is twice the artanh of the estimate.

    error  the typical difference between this chance and the share of points that players win,
           in games not used for the fit; None if not measured
    """

    slope: float = 1.0
    bend: float = 1.0
    error: float | None = None

    def chance(self, value: float) -> float:
        """The chance to win, from 0 to 1, of a player with a value from −1 to 1.

        >>> round(Curve().chance(0.5), 6), Curve().chance(-1)
        (0.75, 0.0)
        """
        return 1 / (1 + math.exp(-self.odds(value))) if abs(value) < 1 else float(value > 0)

    def odds(self, value: float) -> float:
        """The log-odds of a win for a value between −1 and 1."""
        odds = self.slope * (2 * math.atanh(abs(value))) ** self.bend
        return math.copysign(min(odds, MOST_ODDS), value)


OF_POINTS: Final = Curve(slope=3.0)  # the curve for values in points, divided by `score_bound`
OWN: Final[dict[Game, Curve]] = {}  # the curves of users' own games
BEING_FITTED: Final[set[Game]] = set()  # the games whose curves are being fitted


def curve_of(game: Game) -> Curve:
    """A game's own curve, else the included curve for all its sizes, else the default."""
    name = str(game).partition("(")[0]
    return OF_POINTS if game.by_score else OWN.get(game) or _read_curves().get(name) or Curve()


def is_fitted(game: Game) -> bool:
    """Whether a game has a fitted curve, or needs none because it is valued in points."""
    return game.by_score or curve_of(game).error is not None


def chance(game: Game, value: float) -> float:
    """The chance to win, from 0 to 1, of a player with this value.

    >>> import zermelo
    >>> chance(zermelo.game("tictactoe"), 0.0), chance(zermelo.game("tictactoe"), 1.0)
    (0.5, 1.0)
    """
    return curve_of(game).chance(value / game.value_bound)


@cache
def _read_curves() -> dict[str, Curve]:
    """The curves included in Zermelo, by the game's name."""
    text = packaged_text("contract/winchance.json")
    return {name: Curve(*numbers) for name, numbers in json.loads(text).items()}
