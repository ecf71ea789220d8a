"""Searches recorded for the page of trees, as long as they are short enough to be sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from zermelo.contract.points import counts_points
from zermelo.errors import Stopped, UsageError
from zermelo.play.session import Session
from zermelo.play.thinking import watched
from zermelo.search.trace import trace
from zermelo.trees.record import tree_record
from zermelo.web.requests import Fields

MOST_NODES: Final = 120_000
DEEPEST: Final = 100


def searches(session: Session, fields: Fields) -> Callable[[], dict[str, Any]]:
    """What records the search, or the two, that `fields` ask for in the session's position.

    Beside them it says whether the game counts `points`, so that it may be searched for these too.

    Called by a thinker's thread, it raises `UsageError` for what can't be searched, has too many
    nodes, or takes longer than is allowed there.
    """
    depth = fields.number_or_none("depth", DEEPEST)
    names = {
        "record": fields.text_or_none("algorithm") or "alphabeta",
        "against": fields.text_or_none("against"),
    }
    return partial(_recorded, session, names, depth)


def _recorded(session: Session, names: dict[str, str | None], depth: int | None) -> dict[str, Any]:
    given: dict[str, Any] = {"depth": depth, "limit": MOST_NODES, "progress": watched}
    try:
        return {
            place: name and tree_record(trace(session.game, session.state, algorithm=name, **given))
            for place, name in names.items()
        } | {"points": counts_points(session.game)}
    except Stopped:
        raise UsageError("this takes too long here; search less deep") from None
