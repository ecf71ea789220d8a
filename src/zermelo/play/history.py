"""The course of one game, under the draw rules of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any, Final

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.errors import CapabilityError, ParameterError
from zermelo.naming import final_points, winner
from zermelo.search.engine.knownends import MatchDraws

SOON: Final = 10  # the warning begins this many moves before a draw
REPETITION: Final = "repetition"


@dataclass(frozen=True)
class DrawRules:
    """The rules by which a match draws a game; None switches a rule off. Raises `ParameterError`
    for a number that would end every game at its start.

    repetitions  draw when a state occurs this many times
    quiet        draw after so many successive moves without progress, see the game's `progress`
    cap          draw after this many plies, including the opening
    """

    repetitions: int | None = 3
    quiet: int | None = None
    cap: int | None = 1000

    def __post_init__(self) -> None:
        for name, least in (("repetitions", 2), ("quiet", 1), ("cap", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise ParameterError(f"{name} should be {least} or more, not {value}")

    def check(self, game: Game) -> None:
        """Raise `CapabilityError` if `game` does not define a method that a rule needs."""
        if self.quiet is not None and not game.has("progress"):
            raise CapabilityError(
                f"draws without progress need {game}'s progress: define progress(self, state, move)"
            )


class History:
    """The moves of one game, and its end by its own rules or by the match's draw rules. `start` is
    the first state, by default the game's own; `quiet` moves without progress came before it.
    """

    def __init__(self, game: Game, draws: DrawRules, start: Any = None, quiet: int = 0) -> None:
        self.game, self.draws = game, draws
        self.start = self.state = game.start() if start is None else start
        self.moves: list[str] = []
        self._seen = Counter([self.state])
        self._quiet = quiet

    def play(self, move: int) -> None:
        """Make a move without checking that it is legal."""
        before = self.state
        if self.draws.quiet is not None:
            self._quiet = 0 if self.game.progress(before, move) else self._quiet + 1
        self.moves.append(self.game.format_move(before, move))
        self.state = self.game.play(before, move)
        self._seen[self.state] += 1

    def __deepcopy__(self, memo: object) -> History:
        twin = copy(self)
        twin.moves, twin._seen = [*self.moves], self._seen.copy()
        return twin

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its own rules or the match's draw rules."""
        return self.game.outcome(self.state) != ONGOING or self.ended_by is not None

    @property
    def ended_by(self) -> str | None:
        """The draw rule that ends the game here; None if the game's own rules do, or it goes on."""
        draws = self.draws
        if self.game.outcome(self.state) != ONGOING:
            return None
        if draws.repetitions is not None and self._seen[self.state] >= draws.repetitions:
            return REPETITION
        if draws.quiet is not None and self._quiet >= draws.quiet:
            return "no progress"
        if draws.cap is not None and len(self.moves) >= draws.cap:
            return "cap"
        return None

    @property
    def result(self) -> int:
        """The final value for player 0; DRAW while the game goes on."""
        won = winner(self.game, self.state)
        if won is None:
            return self._for_first(self.game.endless_value) if self.ended_by == REPETITION else DRAW
        return WIN if won == 0 else LOSS

    def _for_first(self, worth: Callable[[Any], int]) -> int:
        """The value for player 0; `worth` values the state for the player to move."""
        return worth(self.state) * (1 if self.game.player(self.state) == 0 else -1)

    @property
    def margin(self) -> int | None:
        """Player 0's lead in points at the end or at a repetition; None if points don't count."""
        if self.ended_by == REPETITION and self.game.counts_points:
            return self._for_first(self.game.score)
        return final_points(self.game, self.state)

    @property
    def warning(self) -> str | None:
        """The match's rule that will soon end the game, in words, or None."""
        draws = self.draws
        if self.over:
            return None
        if draws.repetitions is not None and self._seen[self.state] == draws.repetitions - 1 > 1:
            verb = "draws" if self.game.draws_endless else "ends the game"
            nth = {2: "second", 3: "third"}.get(draws.repetitions, f"{draws.repetitions}th")
            return f"this position has occurred before; the {nth} time {verb}"
        limits = self.match_draws()
        for left, what in ((limits.quiet_left, " without progress"), (limits.plies, "")):
            if left is not None and left <= SOON:
                return f"{left} more {'move' if left == 1 else 'moves'}{what} draw the game"
        return None

    def match_draws(self) -> MatchDraws:
        """The draw rules for searches that start at the current state."""
        draws, last = self.draws, (self.draws.repetitions or 0) - 1
        return MatchDraws(
            repeated=tuple(state for state, times in self._seen.items() if times == last),
            plies=None if draws.cap is None else draws.cap - len(self.moves),
            quiet=draws.quiet,
            quiet_left=None if draws.quiet is None else draws.quiet - self._quiet,
        )
