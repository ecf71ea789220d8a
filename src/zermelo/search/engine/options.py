"""Options of the engine besides its limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.analysis import Analysis, By
from zermelo.contract.game import Game
from zermelo.contract.ranges import MARGIN, RAVE
from zermelo.errors import ParameterError
from zermelo.search.engine.knownends import NO_MATCH_DRAWS, MatchDraws

if TYPE_CHECKING:
    from zermelo.search.engine.knownends import Endgames
    from zermelo.search.engine.table import Table


@dataclass(frozen=True)
class EngineOptions:
    """Options of the engine; the defaults are one thread and an empty table.

    Those of `analyze` mean what they mean there. Besides that:

    every_move   also proves of every win and loss when it comes
    ties         without them, `best_moves` holds one move and its symmetric ones, the game's order
                 and `seed` choose among equals, and the unfinished depth counts too, so that the
                 move may be better than `value`
    selective    in games that say which moves are `loud`: stronger in the same time, but a depth no
                 longer looks at every line. Not to a given depth; nothing proven rests on it
    endgames     see `zermelo.solver.probing.endgames`; by outcome only
    rave, priors  None: as in `zermelo.search.montecarlo`
    kept         the `Kept` tree of an earlier search, which gets this one
    only         the moves to search, None for all; the others are as if they were not there
    """

    threads: int = 1
    table: Table | None = None
    every_move: bool = False
    ties: bool = True
    match_draws: MatchDraws = NO_MATCH_DRAWS
    endgames: Endgames | None = None
    margin: int | None = None
    selective: bool = False
    known: Analysis | None = None
    rave: int | None = None
    priors: bool | None = None
    kept: Any = None
    only: frozenset[int] | None = None

    def check(self, game: Game, algorithm: str, by: By = "outcome") -> None:
        """Raise `ParameterError` for options that make no sense or do not suit the algorithm."""
        if self.table is not None and algorithm != "engine":
            raise ParameterError(f"a table is for the engine, not for {algorithm}")
        if self.endgames is not None and (algorithm != "engine" or self.endgames.game != game):
            raise ParameterError(f"endgames are for the engine, and of {game}")
        if self.threads < 1 or (self.threads > 1 and algorithm != "engine"):
            raise ParameterError(f"threads should be 1, or more for the engine, not {self.threads}")
        if self.selective and (self.ties or self.every_move):
            raise ParameterError("a selective search finds one best move: it needs ties=False")
        if self.endgames is not None and by == "score":
            raise ParameterError("endgames are known by outcome, not by score")
        if self.rave is not None:
            RAVE.check("rave", self.rave)
            if algorithm != "mcts":
                raise ParameterError(f"rave is for mcts, not for {algorithm}")
        if self.priors is not None and algorithm != "hybrid":
            raise ParameterError(f"priors are for the hybrid, not for {algorithm}")
        if self.margin is not None and by != "score":
            raise ParameterError("a margin is in points: ask by score")
        if self.margin is not None:
            MARGIN.check("margin", self.margin)
        if self.margin is not None and algorithm != "engine":
            raise ParameterError(f"a margin is for the engine, not for {algorithm}")


USUAL: Final = EngineOptions()
ONE_MOVE: Final = EngineOptions(ties=False)
PLAYING: Final = EngineOptions(ties=False, selective=True)
