"""Minimax as a course has it: so many plies, every value kept, one of all the best moves played."""

from __future__ import annotations

import dataclasses
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.ranges import LOOKAHEAD
from zermelo.contract.result import Result
from zermelo.errors import IllegalMoveError
from zermelo.players.weights import weights_of
from zermelo.search.textbook import utility


@dataclass(frozen=True)
class BestMoves(Result):
    """The result of `Minimax` in one state.

    game, state  what was asked about: the game's spec, and the position's text if it has one
    moves    ALL the best moves, in the game's order, and their `texts`
    value    what they are worth to who makes them, −1 to 1, by score in points
    seconds  how long it took
    limit    plies looked at below the states to which the moves lead
    cache_hits, cache_misses  values that were asked for and known, or not yet
    """

    game: str
    state: str | None
    moves: tuple[int, ...]
    texts: tuple[str, ...]
    value: float
    seconds: float
    limit: int
    cache_hits: int
    cache_misses: int


@dataclass
class Memo:
    """The values of one game's states; `values` has them by state, player and limit."""

    game: Game[Any]
    values: dict[tuple[Any, int, int], float] = field(default_factory=dict)
    hits: int = 0

    def value(self, state: Any, player: int, limit: int) -> float:
        """The value of `state` for `player`, looking `limit` plies ahead from it."""
        mover = self.game.player(state)
        if player != mover:
            return -self.value(state, mover, limit)
        known = self.values.get((state, player, limit))
        if known is not None:
            self.hits += 1
            return known
        value = self.values[state, player, limit] = self._value(state, player, limit)
        return value

    def _value(self, state: Any, player: int, limit: int) -> float:
        outcome = self.game.outcome(state)
        if outcome != ONGOING:
            return utility(self.game, state, outcome)
        if limit == 0:
            return self.game.evaluate(state) * self.game.value_bound
        successors = (self.game.play(state, move) for move in self.game.moves(state))
        return max(-self.value(child, 1 - player, limit - 1) for child in successors)


@dataclass(frozen=True)
class Minimax:
    """A player who looks a few plies ahead as plain Python, without pruning anything.

    limit    plies looked at below the states to which its moves lead: 0 judges these themselves
    weights  parameters of the game that its evaluation uses, {"mills": 5}, for this player only;
             those not named are the game's own
    seed     chooses among the best moves

    Raises `ParameterError` for a limit outside 0 to 200 and for weights that the game has not.

    >>> import zermelo
    >>> morris = zermelo.game("morris")
    >>> found = Minimax(limit=0).best_moves(morris, morris.start())
    >>> len(found.moves), found.value, found.cache_misses
    (24, 0.0, 24)
    """

    limit: int = 2
    weights: Mapping[str, float] = field(default_factory=dict)
    seed: dataclasses.InitVar[int | None] = None

    name = "minimax"

    def __post_init__(self, seed: int | None) -> None:
        LOOKAHEAD.check("limit", self.limit)
        object.__setattr__(self, "_random", random.Random(seed))

    def choose(self, game: Game[Any], state: Any) -> int:
        """One of all the best moves, each as likely."""
        chance: random.Random = self._random  # type: ignore[attr-defined]
        return chance.choice(self.best_moves(game, state).moves)

    def best_moves(self, game: Game[Any], state: Any) -> BestMoves:
        """All the best moves of `state`, and how they were found.

        Raises `IllegalMoveError` when the game is over.
        """
        if game.outcome(state) != ONGOING:
            raise IllegalMoveError("the game is over: there is no move to choose")
        began, memo, player = time.perf_counter(), Memo(self._weighted(game)), game.player(state)
        values = {
            move: 0 - memo.value(game.play(state, move), 1 - player, self.limit)  # never -0.0
            for move in game.moves(state)
        }
        best = max(values.values())
        moves = tuple(move for move, value in values.items() if value == best)
        return BestMoves(
            str(game),
            game.format_state(state) if game.has("format_state") else None,
            moves,
            tuple(game.format_move(state, move) for move in moves),
            best,
            time.perf_counter() - began,
            self.limit,
            memo.hits,
            len(memo.values),
        )

    def _weighted(self, game: Game[Any]) -> Game[Any]:
        """The game with this player's weights."""
        weights_of(game, self.weights)
        return dataclasses.replace(game, **self.weights) if self.weights else game
