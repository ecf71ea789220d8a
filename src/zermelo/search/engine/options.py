"""What the engine is asked besides its limits: how to search, and what it may know beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.ranges import MARGIN
from zermelo.errors import ParameterError
from zermelo.search.engine.matchdraws import NO_MATCH_DRAWS, MatchDraws

if TYPE_CHECKING:
    from zermelo.search.engine.endgames import Endgames
    from zermelo.search.engine.table import Table


@dataclass(frozen=True)
class EngineOptions:
    """Options of the engine; by default it searches alone and knows nothing.

    threads      how many search together
    table        to use and fill, of the same game only; by default a new one
    every_move   ask for the estimate of every move, where bounds of the worse ones would do
    ties         find ALL best moves. One is enough without, which takes half the time where many
                 are alike: `best_moves` are that one and those that a symmetry makes of it, the
                 game's order and `seed` choose among equals, and what a limit cuts short counts as
                 well, so that they may be better than `value`
    match_draws  the draws of a match
    endgames     states of known value, see `zermelo.solver.probing.endgames`; by outcome only
    margin       by score: ask only whether the player to move gets at least so many points
    """

    threads: int = 1
    table: Table | None = None
    every_move: bool = False
    ties: bool = True
    match_draws: MatchDraws = NO_MATCH_DRAWS
    endgames: Endgames | None = None
    margin: int | None = None

    def check(self, game: Game[Any], algorithm: str, by: By = "outcome") -> None:
        """Raise `ParameterError` for what makes no sense, or is not for this algorithm."""
        if self.table is not None and algorithm != "engine":
            raise ParameterError(f"a table is for the engine, not for {algorithm}")
        if self.endgames is not None and (algorithm != "engine" or self.endgames.game != game):
            raise ParameterError(f"endgames are for the engine, and of {game}")
        if self.threads < 1 or (self.threads > 1 and algorithm != "engine"):
            raise ParameterError(f"threads should be 1, or more for the engine, not {self.threads}")
        if self.endgames is not None and by == "score":
            raise ParameterError("endgames are known by outcome, not by score")
        if self.margin is not None and by != "score":
            raise ParameterError("a margin is in points: ask by score")
        if self.margin is not None:
            MARGIN.check("margin", self.margin)
        if self.margin is not None and algorithm != "engine":
            raise ParameterError(f"a margin is for the engine, not for {algorithm}")


USUAL: Final = EngineOptions()
ONE_MOVE: Final = EngineOptions(ties=False)
