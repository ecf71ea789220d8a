"""A session on the server as JSON: what pages read beside the game itself."""

from __future__ import annotations

from typing import Any, TypedDict

from zermelo.board.session import SessionView
from zermelo.contract.game import Game
from zermelo.naming import analysis_words, progress_words
from zermelo.play.pair import Clock
from zermelo.play.pair import Kind as OfferKind
from zermelo.play.player import Player
from zermelo.players.search import Search
from zermelo.search.limits import Snapshot


class Found(TypedDict):
    """How far a search has come, or had come: nodes, nodes a second, and the value in words."""

    player: int
    depth: int
    nodes: int
    rate: float
    seconds: float
    value: str | None
    line: list[str]


class Thought(Found):
    """A player's thoughts about the move it has made."""

    native: bool


class Thinking(Found):
    """The present job: `kind` is the kind of a `Task`, `doing` describes it in words."""

    revision: int
    kind: str
    node: int
    ply: int
    doing: str


class Offer(TypedDict):
    """A proposal of one of the two to the other."""

    kind: OfferKind
    by: int


class ClockView(TypedDict):
    """The seconds left, whose time runs, and the clock's settings."""

    left: tuple[float, float]
    running: int | None
    base: float
    increment: float
    each_move: bool


class PairView(TypedDict):
    """The two at a board: their public names, null for an empty seat, and who is there now.

    score  of the games played so far, a draw counting a half
    """

    seats: list[str | None]
    present: list[bool]
    watching: int
    offer: Offer | None
    clock: ClockView | None
    score: list[float]


class Glance(TypedDict):
    """A session as a teacher sees it among those of a class.

    name     of the board, with which nothing can be done in the session
    person   the name that was given
    watched  whether its page is open
    """

    name: str
    revision: int
    person: str
    game: str
    ply: int
    status: str
    watched: bool


class Here(SessionView):
    """A session with what concerns the server; `added` is the node of the latest move beside it."""

    key: str
    revision: int
    values: bool
    paused: bool
    resting: bool
    hint: list[str]
    added: int | None
    thought: Thought | None


class RoomView(Here):
    """A session as its pages get it; `pair` has the two who play together over a link."""

    pair: PairView | None


def clock_view(clock: Clock, now: float) -> ClockView:
    """A clock as it stands now."""
    return {
        "left": (clock.left(0, now), clock.left(1, now)),
        "running": clock.running,
        "base": clock.base,
        "increment": clock.increment,
        "each_move": clock.each_move,
    }


def progress_view(game: Game, player: int, snapshot: Snapshot) -> Found:
    """How far a search for a player's move has come."""
    return {
        "player": player,
        "depth": snapshot.depth,
        "nodes": snapshot.nodes,
        "rate": snapshot.nodes / max(snapshot.seconds, 1e-3),
        "seconds": snapshot.seconds,
        "value": progress_words(game, player, snapshot.value),
        "line": list(snapshot.line),
    }


def thought_view(game: Game, state: Any, mover: Player) -> Thought | None:
    """A searching player's thoughts about the move it has just chosen."""
    if not isinstance(mover, Search):
        return None
    analysis = mover.analysis(game, state)  # which is known by now
    return {
        "player": analysis.player,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "rate": analysis.nodes / max(analysis.seconds, 1e-3),
        "seconds": analysis.seconds,
        "value": analysis_words(game, analysis),
        "line": list(analysis.line_moves),
        "native": analysis.native,
    }
