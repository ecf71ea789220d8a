"""The result of solving a game, and how far a solver has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.contract.analysis import By
from zermelo.contract.result import Result


@dataclass(frozen=True)
class Step:
    """How far a solver has come: states enumerated so far, or scored once that is complete."""

    states: int
    scored: int
    seconds: float
    complete: bool = False

    def __str__(self) -> str:
        if not self.complete:
            return f"{self.states:,} states found, {self.states / self.seconds:,.0f}/s"
        share = self.scored / self.states
        return f"{self.states:,} states, {share:.0%} scored"


@dataclass(frozen=True)
class Reported:
    """How far a crew has come: a `Step` or a `TierStep`, and what there is to say of the crew."""

    step: Any
    news: str

    def __str__(self) -> str:
        return f"{self.step}; {self.news}"


Progress = Callable[[Any], None]  # a `Step`, a `TierStep` (solver.tierplan), or a `Reported`


@dataclass(frozen=True)
class Solution(Result):
    """The result of solving a game; `value` and `remoteness` are those of its (first) start.

    states            all that can be reached, symmetric ones counted singly
    canonical_states  those stored, one of each set of symmetric ones
    wins, draws, losses  of all states, for their movers
    longest           remoteness of the state that is decided last; 32,765 means so many or more
    value             1, 0 or -1 for the player to move in the start; by score its points
    remoteness        plies to the end under best play, None for a draw, endless play and by score
    seconds           spent solving, all runs together; compiling and writing are not counted
    by                "outcome", or "score" for values in points
    """

    game: str
    states: int
    canonical_states: int
    wins: int
    draws: int
    losses: int
    longest: int
    value: int
    remoteness: int | None
    seconds: float
    by: By = "outcome"

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON; `by` only by score."""
        return self.facts() | ({"by": self.by} if self.by == "score" else {})

    def facts(self) -> dict[str, Any]:
        """The fields as a manifest has them, which says by itself what the values are."""
        return {name: value for name, value in asdict(self).items() if name != "by"}
