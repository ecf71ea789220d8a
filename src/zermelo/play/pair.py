"""Two people who play each other over a network: seats with keys, a clock, offers.

Anyone with the link may watch. Only the holder of a seat's key may act for that player, and values
stay hidden. Draws, take-backs and new games must be offered and accepted.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal

from zermelo.errors import UsageError
from zermelo.naming import player_name
from zermelo.play.fields import Fields
from zermelo.play.session import Session

Kind = Literal["draw", "takeback", "rematch"]
KINDS: Final[tuple[Kind, ...]] = ("draw", "takeback", "rematch")


@dataclass
class Clock:
    """A clock for two players, in seconds; the caller passes the current time."""

    base: float  # the time of each player at the start
    increment: float = 0  # the time that a player gains by each move
    each_move: bool = False  # whether each move resets both players' time to the base
    running: int | None = field(default=None, init=False)  # the player whose time runs
    since: float = field(default=0, init=False)
    _left: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Stop, and reset both players' time to the base."""
        self._left, self.running = [self.base, self.base], None

    def seconds_left(self, player: int, now: float) -> float:
        """The seconds that a player has left, 0 or more."""
        spent = now - self.since if self.running == player else 0
        return max(0, self._left[player] - spent)

    def stop(self, now: float) -> None:
        """Stop both players' time."""
        if self.running is not None:
            self._left[self.running] = self.seconds_left(self.running, now)
        self.running = None

    def turn(self, player: int, now: float) -> None:
        """Start a player's time; if `each_move`, reset both players' time to the base."""
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
        """The player whose time is up, or None."""
        late = self.running is not None and self.seconds_left(self.running, now) <= 0
        return self.running if late else None


class Refused(UsageError):  # noqa: N818 - a rule of the game, not an error
    """Raised for an action that a client may not take now, or may not take without a seat."""


def public(key: str) -> str:
    """The public name of a seat's holder: the part of the key before the dot."""
    return key.partition(".")[0]


class Pair:
    """The two people of a session; the clock starts at the first move; `now` returns seconds."""

    def __init__(self, clock: Clock | None = None, now: Callable[[], float] = time.monotonic):
        self.clock, self.now = clock, now
        self._keys: list[str | None] = [None, None]
        self.offer: tuple[Kind, int] | None = None  # the offer's kind, and its player
        self.score = [0.0, 0.0]
        self._declined: set[tuple[Kind, int]] = set()  # offers declined since the last move
        self._leaving: set[str] = set()  # keys of players who want the session deleted
        self._counted = False  # whether the score includes this game

    def sit(self, seat: int | None = None) -> str:
        """Take a seat, by default any free one; return its secret key. Raises `Refused`."""
        free = [player for player in (0, 1) if self._keys[player] is None]
        if not free or (seat is not None and seat not in free):
            raise Refused("this seat is taken, but you can watch")
        key = f"{secrets.token_hex(6)}.{secrets.token_urlsafe(18)}"
        self._keys[secrets.choice(free) if seat is None else seat] = key
        return key

    def seat_of(self, key: str) -> int | None:
        """The player whose seat has this key, or None."""
        for player, own in enumerate(self._keys):
            if own is not None and secrets.compare_digest(own.encode(), key.encode()):
                return player
        return None

    def leave(self, key: str) -> bool:
        """Ask to delete the session; return whether the holders of all seats have asked."""
        if self.seat_of(key) is None:
            raise Refused("only the two players may end their session")
        self._leaving.add(key)
        return self._leaving.issuperset(filter(None, self._keys))

    @property
    def seats(self) -> list[str | None]:
        """The public names of both players, None for an empty seat."""
        return [key and public(key) for key in self._keys]

    def act(self, session: Session, action: str, seat: int | None, fields: Fields) -> None:
        """Move, resign, make or answer an offer; raises `Refused` if that is not allowed."""
        if seat is None:
            raise Refused("only the two players may do this; you can watch")
        self.look(session)
        if action == "offer":
            self._offer(session, fields.choice("kind", KINDS), seat)
        elif action == "answer":
            self._answer(session, seat, accept=fields.flag("accept"))
        elif session.over:
            raise Refused("the game is over; offer a new one, or analyse a copy")
        elif action == "resign":
            session.resign(seat)
        elif None in self._keys:
            raise Refused("the other player has not arrived yet")
        elif session.player != seat:
            raise Refused("it is not your turn")
        else:
            session.move(fields.text("move"))
            if self.clock is not None:
                self.clock.press(session.player, self.now())
            self.offer = None
            self._declined.clear()
        self.look(session)

    def look(self, session: Session) -> None:
        """End the game if a player's time is up; add a finished game to the score."""
        now, clock = self.now(), self.clock
        if clock is not None and not session.over and (late := clock.late(now)) is not None:
            name = player_name(session.game, late)
            session.end(late ^ 1, f"{name} ran out of time")
        if session.over and not self._counted:
            self._counted = True
            for player in (0, 1):
                self.score[player] += {None: 0.5, player: 1.0}.get(session.winner, 0.0)
            if self.offer and self.offer[0] != "rematch":
                self.offer = None
            if clock is not None:
                clock.stop(now)

    def _offer(self, session: Session, kind: Kind, seat: int) -> None:
        if session.over != (kind == "rematch"):
            raise Refused("the game is over" if session.over else "the game is not over yet")
        if kind == "takeback" and _last_move_of(session, seat) is None:
            raise Refused("you have made no move to take back")
        if self.offer == (kind, seat ^ 1):
            self._agree(session, kind, seat ^ 1)
        elif (kind, seat) in self._declined:
            raise Refused("this was declined; you can offer it again after a move")
        else:
            self.offer = kind, seat

    def _answer(self, session: Session, seat: int, *, accept: bool) -> None:
        if self.offer is None or self.offer[1] == seat:
            raise Refused("there is no offer to answer")
        kind, by = self.offer
        if accept:
            self._agree(session, kind, by)
        else:
            self.offer = None
            self._declined.add((kind, by))

    def _agree(self, session: Session, kind: Kind, by: int) -> None:
        """Carry out an accepted offer of player `by`."""
        self.offer = None
        if kind == "draw":
            session.end(None, "both agreed")
        elif kind == "takeback":
            node = _last_move_of(session, by)
            assert node is not None, "takebacks are offered after a move; the next one cancels them"
            session.remove(node)
            if self.clock is not None:
                self.clock.turn(session.player, self.now())
        else:
            session.restart()
            self._keys.reverse()
            self.score.reverse()
            self._counted = False
            self._declined.clear()
            if self.clock is not None:
                self.clock.reset()


def _last_move_of(session: Session, player: int) -> int | None:
    """The node after a player's latest move; None if the player has not moved."""
    tree, game = session.tree, session.game
    steps = pairwise(reversed(tree.path(session.node)))
    return next((node for node, before in steps if game.player(tree[before].state) == player), None)
