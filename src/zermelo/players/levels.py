"""Opponents for people, from level 1 to 10: all search alike, and err as often as their level says.

A weaker level is not made blind: it knows what every move is worth and now and then takes a worse
one, never worse than its bound. Among equal moves all choose by chance, so that openings vary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zermelo.errors import ParameterError, TextError
from zermelo.game import Game
from zermelo.players.search import Search
from zermelo.ranges import LEVEL
from zermelo.search.engine.options import EngineOptions
from zermelo.search.limits import Limits, Progress

if TYPE_CHECKING:
    from zermelo.analysis import Analysis
    from zermelo.search.engine.endgames import Endgames
    from zermelo.search.engine.table import Table
    from zermelo.solver.database import Database


class Level(NamedTuple):
    """How a level errs.

    rate   how often, from 0 to 1, it takes any move that costs at most `bound`, not a best one
    bound  what such a move costs at most: 2 turns a win into a loss, 1 a win into a draw or a draw
           into a loss, less only makes an estimate worse; by score, a part of all points
    """

    rate: float
    bound: float


LEVELS: Final = (
    Level(0.85, 2),
    Level(0.65, 2),
    Level(0.50, 2),
    Level(0.36, 2),
    Level(0.30, 1),
    Level(0.20, 1),
    Level(0.12, 1),
    Level(0.06, 1),
    Level(0.25, 0.1),
    Level(0, 0),
)


ONE_SECOND: Final = Limits(seconds=1.0)


class Opponent(Search):
    """A player of one level, who by default thinks a second a move.

    database  of the game, or of a part of it: what it has is not searched but looked up, so that
              level 10 never errs there
    endgames  what searches ask

    Raises `ParameterError` for a level outside 1 to 10.
    """

    def __init__(
        self,
        level: int,
        limits: Limits = ONE_SECOND,
        *,
        native: bool = True,
        seed: int | None = None,
        progress: Progress | None = None,
        table: Table | None = None,
        database: Database | None = None,
        endgames: Endgames | None = None,
    ) -> None:
        if not LEVEL.least <= level <= LEVEL.most:
            raise ParameterError(f"level should be {LEVEL}, not {level}")
        options = EngineOptions(every_move=True, table=table, endgames=endgames)
        super().__init__(limits, native=native, seed=seed, progress=progress, options=options)
        self.name = f"level {level}"
        self._level, self._database = LEVELS[level - 1], database

    def choose(self, game: Game[Any], state: Any) -> int:
        """A best move, or as often as the level errs, any that costs no more than its bound."""
        found = self.looked_up(state) or self.analysis(game, state)
        if self._random.random() >= self._level.rate or found.value is None:
            if found.source == "database":
                return game.parse_move(state, self._random.choice(found.recommended))
            return self.among_best(game, state, found)
        worst = found.value - self._level.bound * game.value_bound
        allowed = [entry.move for entry in found.moves if entry.value >= worst]
        allowed = allowed or list(found.best_moves)
        return game.parse_move(state, self._random.choice(allowed))

    def looked_up(self, state: Any) -> Analysis | None:
        """What the database has about `state`, or None."""
        if self._database is None:
            return None
        from zermelo.solver.probe import probe  # most levels are played without one

        try:
            return probe(self._database, state)
        except TextError:
            return None
