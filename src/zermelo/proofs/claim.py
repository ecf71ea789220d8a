"""Claims about a position: "win", "value >= 0", "score <= -3"; and the goals that prove one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.errors import ParameterError, UsageError, clip

SHORT: Final = {"win": "value = 1", "draw": "value = 0", "loss": "value = -1"}
RELATION: Final = re.compile(r"(value|score) *(>=|<=|=|≥|≤) *([+-]?[0-9]{1,5})")
SIGNS: Final = {"≥": ">=", "≤": "<="}
RIGHT: Final = 'a claim is win, draw, loss, or like "value >= 0" and "score >= 3"'


class Goal(NamedTuple):
    """One player's side of a claim: `claimant` gets at least `least`, a value or points."""

    claimant: int
    least: int


@dataclass(frozen=True)
class Claim:
    """A claim about a position's worth to its player to move, by outcome or in points."""

    text: str
    by: By
    relation: str
    number: int

    @classmethod
    def read(cls, text: str) -> Claim:
        """The claim that a text makes; raises `ParameterError` for one that makes none.

        >>> Claim.read("score≥3").text
        'score >= 3'
        """
        said = text.strip() if isinstance(text, str) else ""
        parts = RELATION.fullmatch(SHORT.get(said, said))
        if parts is None:
            raise ParameterError(f"{RIGHT}, not {clip(str(text))}")
        what, sign, number = parts[1], SIGNS.get(parts[2], parts[2]), int(parts[3])
        claim = said if said in SHORT else f"{what} {sign} {number}"
        return cls(claim, "score" if what == "score" else "outcome", sign, number)

    def goals(self, game: Game, state: Any) -> tuple[Goal, ...]:
        """The goals that together prove the claim of `state`.

        game  valued as the claim is. Raises `UsageError` for a number that no game can reach, and
              for a claim that holds of every position.
        """
        player, bound = game.player(state), game.value_bound
        if abs(self.number) > bound:
            raise UsageError(
                f"{self.text} is no claim: every {self._kind} is from {-bound} to {bound}"
            )
        sides = {">=": [(player, self.number)], "<=": [(1 - player, -self.number)]}
        goals = sides.get(self.relation, sides[">="] + sides["<="])
        chosen = tuple(Goal(*goal) for goal in goals if goal[1] > -bound)
        if not chosen:
            raise UsageError(f"{self.text} holds of every position: nothing is to be proven")
        return chosen

    @property
    def _kind(self) -> str:
        return "score" if self.by == "score" else "value"
