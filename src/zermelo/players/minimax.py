"""Minimax as in a course: it looks some plies ahead, keeps all values and plays any best move."""

import dataclasses
import random
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.contract.analysis import Result
from zermelo.contract.arguments import LOOKAHEAD, GameGiven, game_given
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import IllegalMoveError, ParameterError, unknown
from zermelo.search.textbook import utility


def weights_of(game: Game, names: Collection[str] = ()) -> dict[str, float]:
    """The game's weights with these names, by default all; `ParameterError` for an unknown name.

    >>> import zermelo
    >>> weights_of(zermelo.game("morris(mills=8)"), ["mills", "possible"])
    {'mills': 8.0, 'possible': 2.0}
    """
    known = [field.name for field in dataclasses.fields(game) if field.type in ("float", float)]
    for name in names:
        if name not in known:
            raise ParameterError(f"{game}: {unknown('weight', name, known)}")
    return {name: float(getattr(game, name)) for name in names or known}


FULL: Final = 1_000_000  # a cache with more values is emptied before the next move


class BestMoves(Result):
    """The result of `Minimax` in one state.

    game, state  the game's spec, and the position's text if it has one
    moves    ALL the best moves, in the game's order, and their `texts`
    value    the value of the best moves for the player to move: −1 to 1, or points if by score
    seconds  the duration of the search
    limit    the plies searched after the moves
    cache_hits, cache_misses  the numbers of values that the cache had, and lacked
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
    """A cache of values in one game; the keys of `values` are state, player and limit."""

    game: Game
    values: dict[tuple[Any, int, int], float] = field(default_factory=dict)
    hits: int = 0  # values that were in the cache
    misses: int = 0  # values that were computed

    def value(self, state: Any, player: int, limit: int) -> float:
        """The value of `state` for `player`, looking `limit` plies ahead from it."""
        mover = self.game.player(state)
        if player != mover:
            return -self.value(state, mover, limit)
        known = self.values.get((state, player, limit))
        if known is not None:
            self.hits += 1
            return known
        self.misses += 1
        outcome = self.game.outcome(state)
        if outcome != ONGOING:
            value: float = utility(self.game, state, outcome)
        elif limit == 0:
            value = self.game.evaluate(state) * self.game.value_bound
        else:
            successors = (self.game.play(state, move) for move in self.game.moves(state))
            value = max(-self.value(child, 1 - player, limit - 1) for child in successors)
        self.values[state, player, limit] = value
        return value


@dataclass(repr=False)
class Minimax:
    """A player that looks a few plies ahead in plain Python, without pruning.

    It keeps values from move to move, for one game at a time, until `forget`.

    limit    plies searched after its own move; 0 evaluates the positions right after it
    weights  replace the game's weights for this player: {"mills": 5}
    seed     the seed for the choice among the best moves
    game     the game that it plays, so that its `repr` shows all weights before the first move

    Raises `ParameterError` for a limit outside 0 to 200 and for unknown weights.

    >>> import zermelo
    >>> morris = zermelo.game("morris")
    >>> chosen = Minimax(limit=0).best_moves(morris, morris.start())
    >>> len(chosen.moves), chosen.value, chosen.cache_misses
    (24, 0.0, 24)
    """

    limit: int = 2
    weights: Mapping[str, float] = field(default_factory=dict)
    seed: dataclasses.InitVar[int | None] = None
    game: dataclasses.InitVar[GameGiven | None] = None

    name = "minimax"

    def __post_init__(self, seed: int | None, game: GameGiven | None) -> None:
        LOOKAHEAD.check("limit", self.limit)
        self._random = random.Random(seed)
        self._memo: Memo | None = None
        if game is not None:
            self._memo_of(game_given(game))

    def forget(self) -> None:
        """Empty the cache."""
        self._memo = self._memo and Memo(self._memo.game)

    def value(self, game: Game, state: Any, player: int, limit: int) -> float:
        """The value of `state` for `player`, looking `limit` plies ahead from it.

        That is the outcome if the game is over; the evaluation at limit 0; else the best value of
        the successors for the player to move, with the limit lowered by 1.
        """
        LOOKAHEAD.check("limit", limit)
        return self._memo_of(game).value(state, player, limit) + 0.0  # never -0.0

    def __repr__(self) -> str:
        """Show the limit and the given weights, or all weights once a game was searched."""
        memo = self._memo
        weights = dict(self.weights if memo is None else weights_of(memo.game))
        rest = " and the game's own" if memo is None else ""
        return f"Minimax(limit={self.limit}, weights={weights}{rest})"

    def choose(self, game: Game, state: Any) -> int:
        """A random one of all the best moves."""
        return self._random.choice(self.best_moves(game, state).moves)

    def best_moves(self, game: Game, state: Any) -> BestMoves:
        """All best moves, their value and cost; `IllegalMoveError` if the game is over."""
        if game.outcome(state) != ONGOING:
            raise IllegalMoveError("the game is over: there is no move to choose")
        began, memo, player = time.perf_counter(), self._memo_of(game), game.player(state)
        hits, misses = memo.hits, memo.misses
        values = {
            move: 0 - memo.value(game.play(state, move), 1 - player, self.limit)  # never -0.0
            for move in game.moves(state)
        }
        best = max(values.values())
        moves = tuple(move for move, value in values.items() if value == best)
        texts = tuple(game.format_move(state, move) for move in moves)
        text = game.format_state(state) if game.has("format_state") else None
        cost = time.perf_counter() - began, self.limit, memo.hits - hits, memo.misses - misses
        return BestMoves(str(game), text, moves, texts, best, *cost)

    def _memo_of(self, game: Game) -> Memo:
        """The cache for the game with this player's weights, emptied if full."""
        weights_of(game, self.weights)
        weighted = dataclasses.replace(game, **self.weights) if self.weights else game
        if self._memo is None or self._memo.game != weighted or len(self._memo.values) > FULL:
            self._memo = Memo(weighted)
        return self._memo
