"""One game of a match as it is kept: who played, every move, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.contract.result import Fields
from zermelo.play.history import REPETITION


@dataclass(frozen=True)
class MoveRecord:
    """One move: its text, the seconds it took, and what the player said of it, if anything.

    value  what the position was worth to the mover, from −1 to 1
    nodes  how many states the player visited
    """

    move: str
    seconds: float
    value: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class GameRecord(Fields):
    """One game.

    number         its place in the match's schedule, from 0; 2n and 2n + 1 share an opening
    first, second  the numbers of the players who are player 0 and player 1
    opening        the moves made before the players were asked
    result         1 when the first won, 0 for a draw, −1 when the second won
    reason         "" when the game was played out; else the match's rule that ended it; of a
                   forfeit "time", "illegal move" or "crash" with what happened
    margin         by how many points the first was ahead, −3: behind by 3; None where the game was
                   not played out, and in games without points
    """

    number: int
    first: int
    second: int
    opening: tuple[str, ...]
    moves: tuple[MoveRecord, ...]
    result: int
    reason: str
    margin: int | None = None

    @property
    def forfeited(self) -> bool:
        """Whether the loser was to blame and not the game."""
        return self.result != 0 and self.reason not in ("", REPETITION)

    def points(self, player: int) -> float:
        """The points of `player` in the game: 1, 0.5 or 0."""
        result = self.result if player == self.first else -self.result
        return (1 + result) / 2

    def ahead(self, player: int) -> int | None:
        """The margin as `player` sees it."""
        return -self.margin if self.margin and player != self.first else self.margin

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> GameRecord:
        """The record that `as_dict` made JSON of."""
        moves = tuple(MoveRecord(**move) for move in fields["moves"])
        return cls(**{**fields, "opening": tuple(fields["opening"]), "moves": moves})
