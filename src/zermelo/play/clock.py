"""A chess clock: the time that each of two players has left."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Clock:
    """A clock of two players, in seconds; the caller passes the current time.

    base       the time of each player at the start
    increment  the time that a move adds
    each_move  whether players get the base again for each move

    >>> clock = Clock(60, 5)
    >>> clock.turn(0, now=100)
    >>> clock.press(1, now=110)
    >>> clock.left(0, now=120), clock.left(1, now=120), clock.late(now=170)
    (55, 50, 1)
    """

    base: float
    increment: float = 0
    each_move: bool = False
    running: int | None = field(default=None, init=False)  # whose time runs, since when
    since: float = field(default=0, init=False)
    _left: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Stop, and give both players the base again."""
        self._left, self.running = [self.base, self.base], None

    def left(self, player: int, now: float) -> float:
        """The seconds that a player has left, 0 or more."""
        spent = now - self.since if self.running == player else 0
        return max(0, self._left[player] - spent)

    def stop(self, now: float) -> None:
        """Stop both players' time."""
        if self.running is not None:
            self._left[self.running] = self.left(self.running, now)
        self.running = None

    def turn(self, player: int, now: float) -> None:
        """Start a player's time, from the base if each move has it."""
        self.stop(now)
        if self.each_move:
            self._left = [self.base, self.base]
        self.running, self.since = player, now

    def press(self, following: int, now: float) -> None:
        """Add the increment for a move, and start the time of `following`, who moves next."""
        mover = self.running
        self.stop(now)
        if mover is not None:
            self._left[mover] += self.increment
        self.turn(following, now)

    def late(self, now: float) -> int | None:
        """The player whose time is up."""
        late = self.running is not None and self.left(self.running, now) <= 0
        return self.running if late else None
