"""A game under way that other libraries may keep, copy and go back in: it never changes."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from zermelo.bridges.actions import actions_of
from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.naming import winner
from zermelo.play.history import DrawRules

USUAL: Final = DrawRules()


class Course:
    """A state with the way to it, under the draw rules of a match.

    plies   how many moves were made since the start
    before  the course one move earlier, None at the start
    move    that was made then

    >>> import zermelo
    >>> course = Course(zermelo.game("nim(rows=[1])")).after(1 * 2 - 1)
    >>> course.plies, course.over, course.result
    (1, True, 1)
    """

    def __init__(
        self, game: Game, draws: DrawRules = USUAL, before: Course | None = None, move: int = 0
    ) -> None:
        self.game, self.draws, self.before, self.move = game, draws, before, move
        self.plies, self._quiet = 0, 0
        if before is None:
            self.state = game.start()
        else:
            self.state, self.plies = game.play(before.state, move), before.plies + 1
            if draws.quiet is not None and not game.progress(before.state, move):
                self._quiet = before._quiet + 1

    def after(self, move: int) -> Course:
        """The course once a legal move is made."""
        return Course(self.game, self.draws, self, move)

    def __reduce__(self) -> tuple[Any, ...]:
        moves, course = list[int](), self
        while course.before is not None:
            moves.append(course.move)
            course = course.before
        return _made, (self.game, self.draws, moves[::-1])

    @cached_property
    def over(self) -> bool:
        """Whether the game has ended, by its own rules or by those of the match."""
        return self.game.outcome(self.state) != ONGOING or self.drawn_by is not None

    @cached_property
    def drawn_by(self) -> str | None:
        """The rule of the match that ends a game here which would go on."""
        draws = self.draws
        if draws.repetitions is not None and self._times() >= draws.repetitions:
            return "repetition"
        if draws.quiet is not None and self._quiet >= draws.quiet:
            return "no progress"
        return "cap" if self.plies >= longest(self.game, draws) else None

    def _times(self) -> int:
        """How often the state has been there; where the game can only get shorter, once."""
        times, course = 1, self.before if self.game.remaining(self.state) < 0 else None
        while course is not None:
            times, course = times + (course.state == self.state), course.before
        return times

    @cached_property
    def legal(self) -> dict[int, int]:
        """Number → move of the legal moves; none once the game is over."""
        return {} if self.over else actions_of(self.game).legal(self.state)

    @property
    def result(self) -> int:
        """The value of the game that has ended for player 0."""
        if self.game.outcome(self.state) == ONGOING:
            worth = self.game.endless_value(self.state) if self.drawn_by == "repetition" else DRAW
            return worth if self.game.player(self.state) == 0 else -worth
        won = winner(self.game, self.state)
        return DRAW if won is None else WIN if won == 0 else LOSS

    def __copy__(self) -> Course:
        return self

    def __deepcopy__(self, memo: object) -> Course:
        return self


def _made(game: Game, draws: DrawRules, moves: list[int]) -> Course:
    """The course of these moves: a chain as long as a game is too deep for pickle."""
    course = Course(game, draws)
    for move in moves:
        course = course.after(move)
    return course


def longest(game: Game, draws: DrawRules = USUAL) -> int:
    """The most plies that a game can last: by its rules where these say so, else by the match's."""
    plies = game.remaining(game.start())
    caps = [limit for limit in (plies if plies >= 0 else None, draws.cap) if limit is not None]
    return min(caps) if caps else NEVER


NEVER: Final = 1 << 31  # plies that no game reaches
