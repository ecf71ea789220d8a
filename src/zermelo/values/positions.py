"""The combinatorial value of a position: its contribution to a sum of games under normal play.

A position is a state with player 0, Left, to move. If both sides have the same moves, every
position is worth a row of matches in Nim: its nimber (Sprague 1935, Grundy 1939).
"""

import functools
import operator
import time
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from zermelo.contract import arguments
from zermelo.contract.analysis import Result
from zermelo.contract.arguments import GameGiven, game_given, reject_unknown_keywords, state_given
from zermelo.contract.game import ONGOING, Game
from zermelo.contract.normalplay import breach, other_is_known, sampled_breach
from zermelo.contract.views import game_as_written
from zermelo.errors import CapabilityError, ParameterError, clip
from zermelo.values.canonical import ZERO, Thermograph, Value, name, nimber, thermograph, value_of

LIMIT: Final = 50_000  # the default limit of positions
SEEN: Final = 20  # the most positions on which to test `other_to_move`

Parts = tuple[Hashable, ...]


class Options(NamedTuple):
    """The moves of each side in a position; a move is written as the keys of the parts after it."""

    left: list[Parts]
    right: list[Parts]


class Positions:
    """The positions of a game by their keys."""

    def __init__(self, game: Game, *, parts: bool, limit: int = LIMIT) -> None:
        self.game, self.limit = game, limit
        self.falls_apart = parts and game.has("parts")
        self.keyed = game.has("key")
        # key → the options of an explored position; positions come after those they lead to
        self.options: dict[Hashable, Options] = {}
        self.states: dict[Hashable, Any] = {}  # key → the state of a position

    def explore(self, state: Any) -> Parts:
        """Explore all positions that can arise from `state`; return the keys of its parts. Raises
        `CapabilityError` unless a player loses exactly when no move is left.
        """
        why, at = sampled_breach(self.game)
        if why:
            raise self._refusal(why, at)
        parts = self._parts(state)
        waiting, opened = list(parts), dict[Hashable, Options]()
        while waiting:
            key = waiting[-1]
            if key in self.options or key in opened:
                waiting.pop()
                if key in opened:
                    self.options[key] = opened.pop(key)
                continue
            at = self.states[key]
            if len(self.options) < SEEN and not other_is_known(self.game, at):
                raise CapabilityError(
                    f"{self.game} cannot switch the player to move: define "
                    "other_to_move(self, state)"
                )
            moves = self._moves(at), self._moves(self.game.other_to_move(at))
            opened[key] = options = Options(*moves)
            for child in (child for side in options for parts_ in side for child in parts_):
                if child in opened:
                    raise self._refusal("play returns to", self.states[child])
                if child not in self.options:
                    waiting.append(child)
        return parts

    @property
    def impartial(self) -> bool:
        """Whether both sides have the same moves in every explored position."""
        return all(set(options.left) == set(options.right) for options in self.options.values())

    def _parts(self, state: Any) -> Parts:
        at = self.game.other_to_move(state) if self.game.player(state) else state
        keys = list[Hashable]()
        for part in self.game.parts(at) if self.falls_apart else (at,):
            key: Hashable = self.game.key(part) if self.keyed else part
            if key not in self.states and len(self.states) >= self.limit:
                raise ParameterError(
                    f"{self.game} has more than {self.limit:,} positions; choose a smaller game, "
                    f"or allow more positions"
                )
            self.states.setdefault(key, part)
            keys.append(key)
        return tuple(keys)

    def _moves(self, state: Any) -> list[Parts]:
        moves = self.game.moves(state) if self.game.outcome(state) == ONGOING else ()
        children = [self.game.play(state, move) for move in moves]
        why = breach(self.game, state, children)
        if why:
            raise self._refusal(why, state)
        return [self._parts(child) for child in children]

    def _refusal(self, why: str, state: Any) -> CapabilityError:
        return CapabilityError(
            f"{self.game} has no combinatorial value: players should alternate until one cannot "
            f"move and loses; {why} {_text(self.game, state)}"
        )


def nimbers(options: Mapping[Hashable, Options]) -> dict[Hashable, int]:
    """Key → nimber, the least number that no move leads to; xor adds the nimbers of parts."""
    numbers: dict[Hashable, int] = {}
    for key, (moves, _) in options.items():
        numbers[key] = mex(nim_sum(numbers, parts) for parts in moves)
    return numbers


def nim_sum(numbers: Mapping[Hashable, int], parts: Parts) -> int:
    """The nimber of several positions together."""
    return functools.reduce(operator.xor, (numbers[part] for part in parts), 0)


def mex(taken: Iterable[int]) -> int:
    """The least number, from 0, that is not in `taken`."""
    there = set(taken)
    return next(number for number in range(len(there) + 1) if number not in there)


def period(numbers: Sequence[int]) -> tuple[int, int] | None:
    """The shortest period of the end of a sequence, and where it starts; None without one. The
    periodic end has to fill half of the sequence and contain the period twice; that is no proof.

    >>> period([0, 1, 2, 3, 1, 2, 3, 1, 2, 3])
    (3, 1)
    """
    for length in range(1, len(numbers) // 3 + 1):
        begin = len(numbers) - length
        while begin and numbers[begin - 1] == numbers[begin - 1 + length]:
            begin -= 1
        if len(numbers) - begin >= max(2 * length, len(numbers) // 2):
            return length, begin
    return None


# Values of a position -----------------------------------------------------------------------------

By = Literal["parts", "whole"]


class GameValue(Result):
    """The value of a position under normal play, where a player who cannot move loses.

    Left is player 0, Right is player 1; a positive value means that Left wins, first or second.

    game, state  the game and the state as texts
    form       the canonical form
    impartial  whether both sides have the same moves in every position, so that values are nimbers
    parts      the text of each part of the position, and the name of its value
    nimbers    only for a game of heaps: the nimbers of heaps of 0, 1, 2, …
    period     the period of `nimbers`, and the size of the heap where it starts; None if unknown
    positions  the number of positions examined in `seconds`

    >>> import zermelo
    >>> worth = zermelo.value("kayles(n=3)")
    >>> worth.value, worth.impartial, worth.nimbers[:4]
    ('*3', True, (0, 1, 2, 3))
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
        """The value's walls, mean and temperature."""
        return thermograph(self.form)

    @property
    def mean(self) -> Fraction:
        """The average worth of one copy in a sum of many copies."""
        return self.thermograph.mean

    @property
    def temperature(self) -> Fraction:
        """The tax at which nobody wants to move first; negative for numbers."""
        return self.thermograph.temperature

    def as_dict(self) -> dict[str, Any]:
        """The fields for JSON; fractions become texts."""
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
    """The combinatorial value of `state`, by default the start, under normal play.

    game       a game, or its spec like "nim(rows=[1, 2])"
    state      a state or its text
    by         "parts" splits positions by the game's `parts`; "whole" does not, for comparison
    positions  the largest number of positions to examine

    Raises `CapabilityError` unless the game ends with a loss for the player who cannot move.

    >>> import zermelo
    >>> zermelo.value("domineering(width=2, height=2)").value
    '±1'
    """
    begin = time.perf_counter()
    if by not in ("parts", "whole"):
        raise ParameterError(f"by should be parts or whole, not {clip(str(by))}")
    arguments.POSITIONS.check("positions", positions)
    given = game_given(game)
    rules, at = game_as_written(given), state_given(given, state)
    explored = Positions(rules, parts=by == "parts", limit=positions)
    parts = explored.explore(at)
    if explored.impartial:
        sizes = nimbers(explored.options)
        form, heaps = nimber(nim_sum(sizes, parts)), _heaps(explored, sizes)
        names = [name(nimber(sizes[part])) for part in parts]
    else:
        forms = dict[Hashable, Value]()
        for key, sides in explored.options.items():
            forms[key] = value_of(*({_sum(forms, parts) for parts in side} for side in sides))
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


def _sum(forms: Mapping[Hashable, Value], parts: Parts) -> Value:
    return functools.reduce(operator.add, (forms[part] for part in parts), ZERO)


def _heaps(explored: Positions, sizes: Mapping[Hashable, int]) -> tuple[int, ...]:
    """The nimbers of heaps of 0, 1, 2, … pieces; empty if nimbers depend on more than size."""
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
