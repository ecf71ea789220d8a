"""Searches recorded for the page of trees, as long as they are short enough to be sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypedDict

from zermelo.contract.points import counts_points
from zermelo.errors import Stopped, UsageError
from zermelo.play.session import Session
from zermelo.play.thinking import watched
from zermelo.search.trace import trace
from zermelo.trees.record import TreeRecord, tree_record
from zermelo.web.requests import Fields

MOST_NODES: Final = 120_000
DEEPEST: Final = 100


class Searches(TypedDict):
    """A search, another one beside it if asked for, and whether the game counts points, so that it
    may be searched for these too."""

    record: TreeRecord
    against: TreeRecord | None
    points: bool


def searches(session: Session, fields: Fields) -> Callable[[], Searches]:
    """The recording of the search, or the two, that `fields` ask for in the session's position.

    Called by a thinker's thread, it raises `UsageError` for what can't be searched, has too many
    nodes, or takes longer than is allowed there.
    """
    algorithm = fields.text_or_none("algorithm") or "alphabeta"
    against, depth = fields.text_or_none("against"), fields.number_or_none("depth", DEEPEST)
    return partial(_recorded, session, algorithm, against, depth)


def _recorded(session: Session, algorithm: str, against: str | None, depth: int | None) -> Searches:
    def recorded(name: str) -> TreeRecord:
        game, state = session.game, session.state
        searches = trace(
            game, state, algorithm=name, depth=depth, limit=MOST_NODES, progress=watched
        )
        return tree_record(searches)

    try:
        return {
            "record": recorded(algorithm),
            "against": recorded(against) if against else None,
            "points": counts_points(session.game),
        }
    except Stopped:
        raise UsageError("this takes too long here; search less deep") from None
