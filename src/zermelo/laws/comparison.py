"""Two rules of one game side by side: the first position in which they differ.

Moves are paired by their texts or, where the two games write them differently, by the texts or the
pictures of the positions that they lead to, see `zermelo.laws.boardpairs`.
"""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.laws.boardpairs import BoardPairs, Moves
from zermelo.laws.walk import LONGEST
from zermelo.naming import final_points, result_words, winner

NEAREST: Final = 500  # pairs of positions near the start that are compared
GAMES: Final = 20  # random games that are played with both rules


@dataclass(frozen=True)
class Difference:
    """A difference between two rules of one game, after the shortest game that shows it.

    moves     texts of the moves that lead there, as the first game writes them
    here      what the first game says
    there     what the other one says
    shortest  whether no shorter game shows a difference
    """

    moves: tuple[str, ...]
    here: str
    there: str
    shortest: bool


@dataclass(frozen=True)
class _Pair:
    """A position as both games have it."""

    moves: tuple[str, ...]
    states: tuple[Any, Any]


def difference(
    game: Game, other: Game, chance: random.Random, games: int = GAMES
) -> Difference | None:
    """Where the rules of two games differ, or None if no position looked at shows it.

    The positions nearest to the start are compared, and those of random games, whose moves `chance`
    chooses.
    """
    return Comparison(game, other).difference(chance, games)


class Comparison:
    """Two rules of one game, and how their moves are paired."""

    def __init__(self, game: Game, other: Game) -> None:
        self.game, self.other = game, other
        self._start = _Pair((), (game.start(), other.start()))

    def difference(self, chance: random.Random, games: int = GAMES) -> Difference | None:
        """Where they differ: the nearest difference, or the soonest one in so many random games."""
        queue, seen = deque([self._start]), {self._start.states}
        for _ in range(NEAREST):
            if not queue:
                return None
            pair = queue.popleft()
            if unlike := self._unlike(pair, shortest=True):
                return unlike
            for way in self._ways(pair)[0]:
                child = self._after(pair, way)
                if child.states not in seen:
                    seen.add(child.states)
                    queue.append(child)
        differences = (self.in_random_game(chance)[1] for _ in range(games))
        return min(filter(None, differences), key=lambda unlike: len(unlike.moves), default=None)

    def in_random_game(self, chance: random.Random) -> tuple[int, Difference | None]:
        """How many moves one random game took, and the first difference in it."""
        pair = self._start
        for ply in range(LONGEST):
            if unlike := self._unlike(pair, shortest=False):
                return ply, unlike
            ways = list(self._ways(pair)[0])
            if not ways:
                return ply, None
            pair = self._after(pair, chance.choice(ways))
        return LONGEST, None

    def _unlike(self, pair: _Pair, *, shortest: bool) -> Difference | None:
        """How a position differs in the two games, if it does."""
        for here, there in self._answers(pair):
            if here != there:
                return Difference(pair.moves, here, there, shortest)
        return None

    def _answers(self, pair: _Pair) -> Iterator[tuple[str, str]]:
        """The answers of both games about a position, in words."""
        game, other, (state, twin) = self.game, self.other, pair.states
        outcomes = game.outcome(state), other.outcome(twin)
        if ONGOING not in outcomes:  # nobody moves any more: what counts is who has won
            yield result_words(None, winner(game, state)), result_words(None, winner(other, twin))
            if game.counts_points and other.counts_points:
                yield f"{final_points(game, state)} points", f"{final_points(other, twin)} points"
        else:
            yield f"player {game.player(state) + 1} moves", f"player {other.player(twin) + 1} moves"
            yield _going(outcomes[0]), _going(outcomes[1])
        ways = self._ways(pair)
        yield _moves_in_words(ways[0], ways[1]), _moves_in_words(ways[1], ways[0])

    def _after(self, pair: _Pair, way: str) -> _Pair:
        """The position after a move that both games have."""
        moves, state, twin = self._ways(pair), *pair.states
        text = self.game.format_move(state, moves[0][way])
        states = self.game.play(state, moves[0][way]), self.other.play(twin, moves[1][way])
        return _Pair((*pair.moves, text), states)

    def _ways(self, pair: _Pair) -> tuple[Moves, Moves]:
        """The moves of both games under names that they have in common, as far as there are any."""
        if self._named[0] is not pair:
            self._named = pair, self._pairing(*pair.states)
        return self._named[1]

    def _pairing(self, state: Any, twin: Any) -> tuple[Moves, Moves]:
        """By text, by the text of the position after it, or by its board: what pairs the most."""
        by_text = _by_text(self.game, state), _by_text(self.other, twin)
        if by_text[0].keys() == by_text[1].keys():
            return by_text
        by_position = _by_position(self.game, state), _by_position(self.other, twin)
        pairings = [by_text, by_position, self._boards.ways(state, twin)]
        return max(pairings, key=lambda ways: len(ways[0].keys() & ways[1].keys()))

    @cached_property
    def _boards(self) -> BoardPairs:
        return BoardPairs(self.game, self.other)

    @cached_property
    def _named(self) -> tuple[_Pair, tuple[Moves, Moves]]:
        """The position that was looked at last, with its moves."""
        return self._start, self._pairing(*self._start.states)


def _going(outcome: int) -> str:
    return "the game goes on" if outcome == ONGOING else "the game is over"


def _moves_in_words(own: Moves, theirs: Moves) -> str:
    """How many moves there are, and those that the other side lacks."""
    only = sorted(own.keys() - theirs.keys())
    examples = f", among them {' '.join(only[:5])}{' …' if len(only) > 5 else ''}" if only else ""
    return f"{len(own)} move{'s' * (len(own) != 1)}{examples}"


def _by_text(game: Game, state: Any) -> Moves:
    return {game.format_move(state, move): move for move in game.moves(state)}


def _by_position(game: Game, state: Any) -> Moves:
    """Moves by the positions that they lead to, as these are written or drawn."""
    return {_position(game, game.play(state, move)): move for move in game.moves(state)}


def _position(game: Game, state: Any) -> str:
    if game.has("format_state"):
        return "".join(game.format_state(state).split())
    with contextlib.suppress(Exception):
        return repr(sorted(game.picture(state).pieces.items()))
    return repr(tuple(state))
