"""The types of JSON that the server adds to a session: thinking, players, summaries."""

from typing import TypedDict

from zermelo.board.session import SessionView
from zermelo.play.pair import Kind as OfferKind


class Thinking(TypedDict):
    """The progress of a search at a node; `rate` is in nodes per second, `value` in words."""

    revision: int
    kind: str
    node: int
    depth: int
    nodes: int
    rate: float
    value: str | None
    line: list[str]


class Offer(TypedDict):
    """A player's offer to the other player; `by` is the player who makes the offer."""

    kind: OfferKind
    by: int


class ClockView(TypedDict):
    """A clock: each player's seconds left, the player whose time runs, and the settings."""

    left: tuple[float, float]
    running: int | None
    base: float
    increment: float
    each_move: bool


class PairView(TypedDict):
    """The two players of a session."""

    seats: list[str | None]  # public names, null for an empty seat
    present: list[bool]
    watching: int
    offer: Offer | None
    clock: ClockView | None
    score: list[float]  # so far; a draw counts half


class Glance(TypedDict):
    """A summary of a class's session for the teacher."""

    name: str  # the room's public name, with which a teacher can watch but not play
    revision: int
    person: str  # the student
    title: str
    ply: int
    status: str
    mistakes: int | None  # in the student's reviewed moves; null before a review
    watched: bool
    seen: int  # the seconds since the session was last used


class Here(SessionView):
    """A session with further fields for the server's pages."""

    key: str
    title: str
    revision: int
    values: bool
    paused: bool
    resting: bool
    deeper: bool  # whether the position shown is searched before others
    hint: str  # a requested hint in words, or ""
    added: int | None  # the node of the latest variation


class RoomView(Here):
    """The session that pages receive; `pair` is null unless two people play."""

    pair: PairView | None
