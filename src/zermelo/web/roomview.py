"""The types of JSON that the server adds to a session: thinking, players, summaries."""

from typing import TypedDict

from zermelo.board.session import SessionView
from zermelo.play.pair import Kind as OfferKind


class Thinking(TypedDict):
    """The progress of a search at a node; `rate` is in nodes a second, `value` in words."""

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
    """The two players of a session: public names (null for an empty seat), presence, and their
    scores so far, in which a draw counts half.
    """

    seats: list[str | None]
    present: list[bool]
    watching: int
    offer: Offer | None
    clock: ClockView | None
    score: list[float]


class Glance(TypedDict):
    """A summary of a class's session for the teacher: the room's public `name`, with which one can
    watch but not play; the `person`, who is the student; the number of `mistakes` in the student's
    reviewed moves, null before a review; and the seconds since the session was last used (`seen`).
    """

    name: str
    revision: int
    person: str
    title: str
    ply: int
    status: str
    mistakes: int | None
    watched: bool
    seen: int


class Here(SessionView):
    """A session with further fields for the server's pages: whether the position shown is searched
    before others (`deeper`), a requested `hint` in words, or "", and the latest variation
    (`added`).
    """

    key: str
    title: str
    revision: int
    values: bool
    paused: bool
    resting: bool
    deeper: bool
    hint: str
    added: int | None


class RoomView(Here):
    """The session that pages receive; `pair` is null unless two people play."""

    pair: PairView | None
