"""Draws that a match makes, where the rules of the game alone would let it go on for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from zermelo.errors import CapabilityError, ParameterError
from zermelo.game import ONGOING, Game
from zermelo.search.rulings import Rulings

SOON: Final = 10  # moves before a draw at which there is a warning


@dataclass(frozen=True)
class Draws:
    """When a game that still goes on is drawn; None leaves a rule out.

    repetitions  a state is reached for the so-manieth time
    quiet        so many moves in a row made no progress, as the game's `progress` has it
    cap          so many plies were played, those of the opening counted

    Raises `ParameterError` for a number that would end every game.
    """

    repetitions: int | None = 3
    quiet: int | None = None
    cap: int | None = 1000

    def __post_init__(self) -> None:
        for name, least in (("repetitions", 2), ("quiet", 1), ("cap", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise ParameterError(f"{name} should be {least} or more, not {value}")

    def check(self, game: Game[Any]) -> None:
        """Raise `CapabilityError` when `game` lacks what a rule asks for."""
        if self.quiet is not None and not game.has("progress"):
            raise CapabilityError(
                f"draws without progress need {game}'s progress: define progress(self, state, move)"
            )


class Course:
    """One game as it was played so far, from `start` or the game's own, under a match's rules.

    start  the state it began in, by default the game's own

    >>> import zermelo
    >>> course = Course(zermelo.game("tictactoe"), Draws(cap=1))
    >>> course.play(course.game.parse_move(course.state, "1,1"))
    >>> course.moves, course.over, course.drawn_by
    (['1,1'], True, 'cap')
    """

    def __init__(self, game: Game[Any], draws: Draws, start: Any = None) -> None:
        self.game, self.draws = game, draws
        self.state = game.start() if start is None else start
        self.moves: list[str] = []
        self._seen = Counter([self.state])
        self._quiet = 0

    def play(self, move: int) -> None:
        """Make a move that is known to be legal."""
        before = self.state
        if self.draws.quiet is not None:
            self._quiet = 0 if self.game.progress(before, move) else self._quiet + 1
        self.moves.append(self.game.format_move(before, move))
        self.state = self.game.play(before, move)
        self._seen[self.state] += 1

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its own rules or by those of the match."""
        return self.game.outcome(self.state) != ONGOING or self.drawn_by is not None

    @property
    def drawn_by(self) -> str | None:
        """The rule of the match that ends the game here; the game's own outcome goes first."""
        draws = self.draws
        if self.game.outcome(self.state) != ONGOING:
            return None
        if draws.repetitions is not None and self._seen[self.state] >= draws.repetitions:
            return "repetition"
        if draws.quiet is not None and self._quiet >= draws.quiet:
            return "no progress"
        if draws.cap is not None and len(self.moves) >= draws.cap:
            return "cap"
        return None

    @property
    def warning(self) -> str | None:
        """What will soon draw the game by a rule of the match, in words, or None."""
        draws = self.draws
        if self.over:
            return None
        if draws.repetitions is not None and self._seen[self.state] == draws.repetitions - 1 > 1:
            return f"this position was there before: the {_nth(draws.repetitions)} time draws"
        for left, what in self._left():
            if left <= SOON:
                return f"{left} more {'move' if left == 1 else 'moves'}{what} draw the game"
        return None

    def _left(self) -> Iterator[tuple[int, str]]:
        """How many moves are left under each rule that counts them, and of which kind."""
        if self.draws.quiet is not None:
            yield self.draws.quiet - self._quiet, " without progress"
        if self.draws.cap is not None:
            yield self.draws.cap - len(self.moves), ""

    def rulings(self) -> Rulings:
        """What will draw the game from here on, as a search wants to know it."""
        draws, last = self.draws, (self.draws.repetitions or 0) - 1
        return Rulings(
            closed=tuple(state for state, times in self._seen.items() if times == last),
            plies=None if draws.cap is None else draws.cap - len(self.moves),
            quiet=draws.quiet,
            quiet_left=None if draws.quiet is None else draws.quiet - self._quiet,
        )


def _nth(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")
