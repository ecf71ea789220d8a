"""The JSON of a session on the server, beyond that of the game."""

from __future__ import annotations

from typing import TypedDict

from zermelo.board.session import SessionView
from zermelo.contract.game import Game
from zermelo.naming import progress_words
from zermelo.play.pair import Clock
from zermelo.play.pair import Kind as OfferKind
from zermelo.search.clock import Snapshot


class Found(TypedDict):
    """The progress of a search; `rate` is in nodes a second, `value` in words."""

    player: int
    depth: int
    nodes: int
    rate: float
    seconds: float
    value: str | None
    line: list[str]


class Thinking(Found):
    """The current job: `kind` is the kind of a `Task`, `doing` describes it in words."""

    revision: int
    kind: str
    node: int
    ply: int
    doing: str


class Offer(TypedDict):
    """An offer of one player to the other."""

    kind: OfferKind
    by: int


class ClockView(TypedDict):
    """The seconds left, the player whose time runs, and the clock's settings."""

    left: tuple[float, float]
    running: int | None
    base: float
    increment: float
    each_move: bool


class PairView(TypedDict):
    """The two players at a board: their public names, null for an empty seat, and their presence.

    score  the players' scores so far; a draw counts half
    """

    seats: list[str | None]
    present: list[bool]
    watching: int
    offer: Offer | None
    clock: ClockView | None
    score: list[float]


class Glance(TypedDict):
    """A session of a class, in brief for the teacher.

    name     the board's name, which allows only watching it
    person   the student's name
    mistakes the number of mistakes among the student's reviewed moves; null before a review
    watched  whether its page is open
    seen     the seconds since the last action on it
    """

    name: str
    revision: int
    person: str
    game: str
    ply: int
    status: str
    mistakes: int | None
    watched: bool
    seen: int


class Here(SessionView):
    """A session with the server's fields.

    deeper  whether the position shown is searched before all others
    added   the node of the latest added variation
    """

    key: str
    revision: int
    values: bool
    paused: bool
    resting: bool
    deeper: bool
    hint: list[str]
    added: int | None


class RoomView(Here):
    """A session as sent to pages; `pair` has the players of a game for two."""

    pair: PairView | None


def clock_view(clock: Clock, now: float) -> ClockView:
    """The state of a clock."""
    return {
        "left": (clock.seconds_left(0, now), clock.seconds_left(1, now)),
        "running": clock.running,
        "base": clock.base,
        "increment": clock.increment,
        "each_move": clock.each_move,
    }


def progress_view(game: Game, player: int, snapshot: Snapshot) -> Found:
    """The progress of a search for a player's move."""
    return {
        "player": player,
        "depth": snapshot.depth,
        "nodes": snapshot.nodes,
        "rate": snapshot.nodes / max(snapshot.seconds, 1e-3),
        "seconds": snapshot.seconds,
        "value": progress_words(game, player, snapshot.value),
        "line": list(snapshot.line),
    }
