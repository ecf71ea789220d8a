"""The draw rules of a match, which end games that the rules alone would let go on.

Repeated states are known by their keys. The cap and the moves without progress are counted along
the search path: for each ply the search keeps the ply at which the match draws the game unless a
move makes progress first. A result that rests on this draw holds for this path only, so table
entries count only where no draw is near.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.native import array_at, kernel
from zermelo.search.engine.memory import NEVER, Memory
from zermelo.search.engine.score import PROVEN, WON


@dataclass(frozen=True)
class MatchDraws:
    """The draw rules of a match, as they apply to the root position.

    repeated    states that draw the game when reached
    plies       plies until the game is drawn
    quiet       number of moves in a row without progress that draw the game
    quiet_left  how many of these are left; by default all
    """

    repeated: tuple[Any, ...] = ()
    plies: int | None = None
    quiet: int | None = None
    quiet_left: int | None = None

    @property
    def capped(self) -> int:
        """The ply at which the cap draws the game."""
        return NEVER if self.plies is None else self.plies

    @property
    def due(self) -> int:
        """The ply at which the game is drawn if no move makes progress."""
        left = self.quiet if self.quiet_left is None else self.quiet_left
        return self.capped if left is None else min(self.capped, left)

    def keyed(self, game: Game, state: Any) -> MatchDraws:
        """The same with keys instead of states, and without a cap that `state` cannot reach."""
        repeated = tuple(int(game.key(met)) for met in self.repeated)
        outlasts = 0 <= game.remaining(state) <= self.capped
        return replace(self, repeated=repeated, plies=None if outlasts else self.plies)


NO_MATCH_DRAWS: Final = MatchDraws()


@kernel
def is_drawn(memory: Memory, ply: int) -> bool:
    """Whether the match draws the game at `ply` of the search path."""
    return array_at(memory["due"])[ply] <= ply


@kernel
def draw_is_near(memory: Memory, ply: int, depth: int) -> bool:
    """Whether a search of `depth` plies may reach a draw of the match."""
    return array_at(memory["due"])[ply] <= ply + depth


@kernel
def is_in_time(memory: Memory, score: int, ply: int) -> bool:
    """Whether a proven win or loss with this score comes before the match draws the game."""
    return -PROVEN <= score <= PROVEN or WON - abs(score) <= array_at(memory["due"])[ply]


@kernel
def carry(game: Game, state: Any, move: int, ply: int, memory: Memory) -> None:
    """Set the ply of the draw for the state after `move`, if moves without progress draw."""
    if memory["quiet"]:
        due, progress = array_at(memory["due"]), game.progress(state, move)
        due[ply + 1] = min(memory["capped"], ply + 1 + memory["quiet"]) if progress else due[ply]
