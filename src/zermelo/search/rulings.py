"""What a match rules to be drawn, where the rules of the game would let it go on.

States that draw when they are met again are known by their keys. The cap, and the moves without
progress, are counted along the path that is searched: for each ply of it the search keeps the ply
at which the match draws the game unless a move makes progress before. What rests on such a draw
holds for this path alone; so results of the table count only where no draw is near.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from zermelo.game import Game
from zermelo.native import kernel, words
from zermelo.search.score import PROVEN, WON

DUE: Final = "due"  # a search's field: by ply of the path, the ply at which the match draws
CAPPED: Final = "capped"  # the ply at which it does so whatever is played,
QUIET: Final = "quiet"  # and how many moves in a row without progress draw, or 0

NEVER: Final = 1 << 20  # a ply that no search comes to

Memory = Any


@dataclass(frozen=True)
class Rulings:
    """Draws of a match, as they stand in the position that is searched.

    closed      states that draw the game when they are reached
    plies       after so many more plies the game is drawn
    quiet       so many moves in a row without progress draw it,
    quiet_left  of which so many are left; by default all
    """

    closed: tuple[Any, ...] = ()
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

    def keyed(self, game: Game[Any], state: Any) -> Rulings:
        """For a search of `state`: keys of the states, and no cap that the game ends before."""
        closed = tuple(int(game.key(met)) for met in self.closed)
        outlasts = 0 <= game.remaining(state) <= self.capped
        return replace(self, closed=closed, plies=None if outlasts else self.plies)


@kernel
def is_drawn(memory: Memory, ply: int) -> bool:
    """Whether the match draws the game at `ply` of the path."""
    return words(memory[DUE])[ply] <= ply  # type: ignore[no-any-return]


@kernel
def draw_is_near(memory: Memory, ply: int, depth: int) -> bool:
    """Whether a search so deep may come to a draw of the match."""
    return words(memory[DUE])[ply] <= ply + depth  # type: ignore[no-any-return]


@kernel
def is_in_time(memory: Memory, score: int, ply: int) -> bool:
    """Whether an end with this score, if it is proven, comes before the match draws the game."""
    return -PROVEN <= score <= PROVEN or WON - abs(score) <= words(memory[DUE])[ply]


@kernel
def carry(memory: Memory, ply: int, progress: bool) -> None:
    """Write down for the next ply when the match draws, after a move that makes progress or not."""
    due = words(memory[DUE])
    due[ply + 1] = min(memory[CAPPED], ply + 1 + memory[QUIET]) if progress else due[ply]
