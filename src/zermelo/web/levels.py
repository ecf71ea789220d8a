"""The mistakes of a level, for the page: measured by the database of a solved game."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypedDict, cast

from zermelo.contract.game import Game
from zermelo.contract.ranges import LEVEL
from zermelo.errors import Stopped, UsageError
from zermelo.play.thinking import report_progress
from zermelo.players.levels import TIMED
from zermelo.search.limits import Snapshot
from zermelo.web.opponents import Opponents

if TYPE_CHECKING:
    from zermelo.solver.probing.database import Database
    from zermelo.tuning.audit import Audit

POSITIONS: Final = 100  # which say it to within ten in a hundred


class GivenAway(TypedDict):
    """The mistakes of a level, in a sentence."""

    sentence: str


class Measured:
    """The mistakes of levels in solved games, each measured once, on the first request."""

    def __init__(self, opponents: Opponents) -> None:
        self._opponents = opponents
        self._known: dict[tuple[Game, int], str] = {}

    def of(self, game: Game, level: int | None) -> Callable[[], GivenAway]:
        """A job that measures them, on a thinker's thread; `UsageError` without a database."""
        LEVEL.check("level", level)
        if level in TIMED:
            raise UsageError(f"level {level} thinks too long to be measured here")
        from zermelo.solver.probing.published import PublishedDatabase

        database = self._opponents.database(game)
        if database is None:
            raise UsageError(f"{game} has no database here: zermelo serve --database DIR")
        if isinstance(database, PublishedDatabase):
            raise UsageError("no page measures a level without a server: zermelo serve does")
        assert level is not None
        return partial(self._given_away, cast("Database", database), level)

    def _given_away(self, database: Database, level: int) -> GivenAway:
        from zermelo.tuning.audit import audit  # which a published page does not have

        key = database.game, level
        if key not in self._known:
            player = self._opponents.player(f"level:{level}", database.game)
            began = time.monotonic()

            def look(_: Any) -> None:
                report_progress(
                    Snapshot(depth=0, nodes=0, value=0.0, seconds=time.monotonic() - began)
                )

            try:
                audited = audit(database, player, positions=POSITIONS, progress=look)
            except Stopped:
                raise UsageError(f"to measure level {level} takes too long here") from None
            self._known[key] = _sentence(audited)
        return {"sentence": self._known[key]}


def _sentence(audit: Audit) -> str:
    """An audit in a sentence."""
    if not audit.positions:
        return "In this game no move is a mistake."
    cost = f"{audit.regret:.2f} a move, where 1 turns a win into a draw or a draw into a loss"
    if audit.by == "score":
        cost = f"{audit.regret:.1f} points a move"
    return (
        f"By the database, in {audit.positions} positions where a move can be a mistake, "
        f"{audit.blunders} of its moves are one, of random moves "
        f"{(1 - audit.by_chance) * audit.positions:.0f}; that costs {cost}."
    )
