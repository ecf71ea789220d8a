"""The combinatorial value of a position: what it adds to a sum of games under normal play."""

from __future__ import annotations

import functools
import operator
import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from zermelo.contract.game import Game
from zermelo.contract.given import GameGiven, game_given, reject_unknown_keywords, state_given
from zermelo.contract.ranges import POSITIONS
from zermelo.contract.result import Result
from zermelo.contract.views import written
from zermelo.errors import ParameterError, clip
from zermelo.values.canonical import ZERO, Value, nimber, value_of
from zermelo.values.names import name
from zermelo.values.positions import LIMIT, Parts, Positions, mex, nim_sum, nimbers, period
from zermelo.values.thermograph import Thermograph, thermograph

By = Literal["parts", "whole"]


@dataclass(frozen=True)
class GameValue(Result):
    """The value of a position under normal play, where a player who cannot move has lost.

    Left is player 0, Right player 1; a positive value is good for Left, moving first or second.

    form       the canonical form
    impartial  both sides have the same moves in every position: the value is a nimber
    parts      the text of each part of the position, and the name of its value
    nimbers    of a game of heaps: the nimber of a heap of 0, 1, 2, …
    period     its length and the size from which on these nimbers repeat, as far as they are known
    positions  how many were looked at
    """

    game: str
    state: str
    form: Value
    impartial: bool
    parts: tuple[tuple[str, str], ...]
    nimbers: tuple[int, ...]
    period: tuple[int, int] | None
    positions: int
    seconds: float

    @property
    def value(self) -> str:
        """The name of the value: `3/4`, `*2`, `↑`, `±1`, `{2|-1}` …"""
        return name(self.form)

    @property
    def outcome(self) -> str:
        """The winner: "L" Left, "R" Right, "N" the next player to move, "P" the previous one."""
        return self.form.outcome

    @property
    def thermograph(self) -> Thermograph:
        """Its walls, mean and temperature."""
        return thermograph(self.form)

    @property
    def mean(self) -> Fraction:
        """The average value of each of many copies."""
        return self.thermograph.mean

    @property
    def temperature(self) -> Fraction:
        """The tax at which nobody wants to move first; of a number negative."""
        return self.thermograph.temperature

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON; fractions as texts."""
        walls = self.thermograph
        return {
            "game": self.game,
            "state": self.state,
            "value": self.value,
            "outcome": self.outcome,
            "impartial": self.impartial,
            "mean": str(walls.mean),
            "temperature": str(walls.temperature),
            "left_wall": [[str(tax), str(score)] for tax, score in walls.left],
            "right_wall": [[str(tax), str(score)] for tax, score in walls.right],
            "parts": [{"state": text, "value": value} for text, value in self.parts],
            "nimbers": list(self.nimbers),
            "period": None if self.period is None else list(self.period),
            "positions": self.positions,
            "seconds": self.seconds,
        }


@reject_unknown_keywords
def value(
    game: GameGiven, state: Any = None, *, by: By = "parts", positions: int = LIMIT
) -> GameValue:
    """The combinatorial value of `state`, by default of the start, under normal play.

    game       a game, or its spec like "nim(rows=[1, 2])"
    state      a state or its text
    by         "parts" splits positions where the game says how; "whole" does not, to compare
    positions  the number of positions to look at, at most

    Raises `CapabilityError` for a game that does not end when a player cannot move, who has lost.

    >>> import zermelo
    >>> zermelo.value("domineering(width=2, height=2)").value
    '±1'
    """
    begin = time.perf_counter()
    if by not in ("parts", "whole"):
        raise ParameterError(f"by should be parts or whole, not {clip(str(by))}")
    POSITIONS.check("positions", positions)
    given = game_given(game)
    rules, at = written(given), state_given(given, state)
    explored = Positions(rules, parts=by == "parts", limit=positions)
    parts = explored.explore(at)
    if explored.impartial:
        sizes = nimbers(explored.options)
        form, heaps = nimber(nim_sum(sizes, parts)), _heaps(explored, sizes)
        names = [name(nimber(sizes[part])) for part in parts]
    else:
        forms = _canonical(explored)
        form, heaps = _sum(forms, parts), ()
        names = [name(forms[part]) for part in parts]
    texts = [_text(rules, explored.states[part]) for part in parts]
    return GameValue(
        game=str(rules),
        state=_text(rules, at),
        form=form,
        impartial=explored.impartial,
        parts=tuple(zip(texts, names, strict=True)),
        nimbers=heaps,
        period=period(heaps),
        positions=len(explored.options),
        seconds=time.perf_counter() - begin,
    )


def _canonical(explored: Positions) -> dict[Hashable, Value]:
    """The canonical form of each position."""
    forms: dict[Hashable, Value] = {}
    for key, sides in explored.options.items():
        left, right = ({_sum(forms, parts) for parts in side} for side in sides)
        forms[key] = value_of(left, right)
    return forms


def _sum(forms: Mapping[Hashable, Value], parts: Parts) -> Value:
    return functools.reduce(operator.add, (forms[part] for part in parts), ZERO)


def _heaps(explored: Positions, sizes: Mapping[Hashable, int]) -> tuple[int, ...]:
    """The nimbers of heaps, where each part is one: worth the same with as many pieces."""
    if not (explored.falls_apart and explored.game.has("picture")):
        return ()
    heaps = {0: 0}
    for key, state in explored.states.items():
        if heaps.setdefault(len(explored.game.picture(state).pieces), sizes[key]) != sizes[key]:
            return ()
    missing = mex(heaps)
    return tuple(heaps[size] for size in range(missing)) if missing > 1 else ()


def _text(game: Game, state: Any) -> str:
    return game.format_state(state) if game.has("format_state") else str(state)
