"""All positions that moves of either side reach from one, and the moves of both sides in each.

A position is a state with player 0, Left, to move. Where both sides have the same moves, every
position is worth a row of matches in Nim: its nimber (Sprague 1935, Grundy 1939).
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.normalplay import breach, other_is_known, sampled_breach
from zermelo.errors import CapabilityError, ParameterError

LIMIT: Final = 50_000  # positions, by default
SEEN: Final = 20  # positions in which the default of `other_to_move` is compared with the picture

Parts = tuple[Hashable, ...]


class Options(NamedTuple):
    """The moves of each side in a position: for each one the keys of the parts that it leaves."""

    left: list[Parts]
    right: list[Parts]


class Positions:
    """The positions of a game by their keys.

    options  of each position explored, in an order in which moves lead back only
    states   the state of each position
    """

    def __init__(self, game: Game, *, parts: bool, limit: int = LIMIT) -> None:
        self.game, self.limit = game, limit
        self.falls_apart = parts and game.has("parts")
        self.keyed = game.has("key")
        self.options: dict[Hashable, Options] = {}
        self.states: dict[Hashable, Any] = {}

    def explore(self, state: Any) -> Parts:
        """The keys of the parts of `state`, after all that moves reach from them is explored.

        Raises `CapabilityError` unless a player who cannot move has lost, and nobody else.
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
            opened[key] = options = self._options(self.states[key])
            for child in (child for side in options for parts_ in side for child in parts_):
                if child in opened:
                    raise self._refusal("play comes back to", self.states[child])
                if child not in self.options:
                    waiting.append(child)
        return parts

    @property
    def impartial(self) -> bool:
        """Whether in every position both sides have the same moves."""
        return all(set(options.left) == set(options.right) for options in self.options.values())

    def _parts(self, state: Any) -> Parts:
        at = self.game.other_to_move(state) if self.game.player(state) else state
        return tuple(self._key(part) for part in self._regions(at))

    def _regions(self, at: Any) -> Iterator[Any]:
        if self.falls_apart:
            yield from self.game.parts(at)
        else:
            yield at

    def _key(self, at: Any) -> Hashable:
        key: Hashable = self.game.key(at) if self.keyed else at
        if key not in self.states:
            if len(self.states) >= self.limit:
                raise ParameterError(
                    f"{self.game} has more than {self.limit:,} positions: "
                    "a smaller one would do, or more positions"
                )
            self.states[key] = at
        return key

    def _options(self, at: Any) -> Options:
        other = self.game.other_to_move(at)
        if len(self.options) < SEEN and not other_is_known(self.game, at):
            raise CapabilityError(
                f"{self.game} does not say how a position is with the other player to move: "
                "define other_to_move(self, state)"
            )
        return Options(self._moves(at), self._moves(other))

    def _moves(self, state: Any) -> list[Parts]:
        """The parts that each move leaves."""
        goes_on = self.game.outcome(state) == ONGOING
        moves = self.game.moves(state) if goes_on else ()
        children = [self.game.play(state, move) for move in moves]
        why = breach(self.game, state, children)
        if why:
            raise self._refusal(why, state)
        return [self._parts(child) for child in children]

    def _refusal(self, why: str, state: Any) -> CapabilityError:
        text = self.game.format_state(state) if self.game.has("format_state") else str(state)
        return CapabilityError(
            f"{self.game} has no combinatorial value: players should move in turn until one "
            f"cannot, and that one should have lost; {why} {text}"
        )


def nimbers(options: Mapping[Hashable, Options]) -> dict[Hashable, int]:
    """The nimber of each position: the least one that no move leads to; parts add by xor."""
    numbers: dict[Hashable, int] = {}
    for key, (moves, _) in options.items():
        numbers[key] = mex(nim_sum(numbers, parts) for parts in moves)
    return numbers


def nim_sum(numbers: Mapping[Hashable, int], parts: Parts) -> int:
    """The nimber of several positions together."""
    return functools.reduce(operator.xor, (numbers[part] for part in parts), 0)


def mex(taken: Iterable[int]) -> int:
    """The least number, from 0, that is not among those taken.

    >>> mex([0, 1, 3])
    2
    """
    there = set(taken)
    return next(number for number in range(len(there) + 1) if number not in there)


def period(numbers: Sequence[int]) -> tuple[int, int] | None:
    """The shortest period of a sequence's end, and where it begins; None if it shows no two.

    An observation, no proof: it has to fill a half of the sequence, and be seen twice.

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
