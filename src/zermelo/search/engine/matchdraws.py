"""The draws of a match, which end games that their own rules would let go on.

States that draw when they are met again are known by their keys. The cap, and the moves without
progress, are counted along the path that is searched: for each ply of it the search keeps the ply
at which the match draws the game unless a move makes progress before. What rests on such a draw
holds for this path alone; so results of the table count only where no draw is near.
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
    """Draws of a match, as they stand in the position that is searched.

    repeated    states that draw the game when they are reached
    plies       after so many more plies the game is drawn
    quiet       so many moves in a row without progress draw it,
    quiet_left  of which so many are left; by default all
    """

    repeated: tuple[Any, ...] = ()
    plies: int | None = None
    quiet: int | None = None
    quiet_left: int | None = None

    @property
    def capped(self) -> int:
        """The ply at which the game is drawn whatever is played."""
        return NEVER if self.plies is None else self.plies

    @property
    def due(self) -> int:
        """The ply at which it is drawn if no move makes progress."""
        left = self.quiet if self.quiet_left is None else self.quiet_left
        return self.capped if left is None else min(self.capped, left)

    def keyed(self, game: Game[Any], state: Any) -> MatchDraws:
        """For a search of `state`: keys of the states, and no cap that the game ends before."""
        repeated = tuple(int(game.key(met)) for met in self.repeated)
        outlasts = 0 <= game.remaining(state) <= self.capped
        return replace(self, repeated=repeated, plies=None if outlasts else self.plies)


NO_MATCH_DRAWS: Final = MatchDraws()


@kernel
def is_drawn(memory: Memory, ply: int) -> bool:
    """Whether the match draws the game at `ply` of the path."""
    return array_at(memory["due"])[ply] <= ply


@kernel
def draw_is_near(memory: Memory, ply: int, depth: int) -> bool:
    """Whether a search so deep may come to a draw of the match."""
    return array_at(memory["due"])[ply] <= ply + depth


@kernel
def is_in_time(memory: Memory, score: int, ply: int) -> bool:
    """Whether an end with this score, if it is proven, comes before the match draws the game."""
    return -PROVEN <= score <= PROVEN or WON - abs(score) <= array_at(memory["due"])[ply]


@kernel
def carry(game: Game[Any], state: Any, move: int, ply: int, memory: Memory) -> None:
    """Write down for the next ply when the match draws, if moves without progress do."""
    if memory["quiet"]:
        due, progress = array_at(memory["due"]), game.progress(state, move)
        due[ply + 1] = min(memory["capped"], ply + 1 + memory["quiet"]) if progress else due[ply]
