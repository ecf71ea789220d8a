"""The engine's tables of the latest games, kept from search to search and from player to player."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from zermelo.contract.game import Game

if TYPE_CHECKING:
    from zermelo.search.engine.table import Table


class Tables:
    """One table a game for the `most` games that were asked for last, each of some `mebibytes`."""

    def __init__(self, most: int = 1, mebibytes: float = 16.0) -> None:
        self._most, self._mebibytes = most, mebibytes
        self._tables: OrderedDict[Game, Table] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: Game) -> Table:
        """The table of `game`, a new one if it was not asked for lately."""
        from zermelo.search.engine.table import Table

        with self._lock:
            if game not in self._tables:
                self._tables[game] = Table(self._mebibytes)
            self._tables.move_to_end(game)
            while len(self._tables) > self._most:
                self._tables.popitem(last=False)
            return self._tables[game]

    def release(self, game: Game) -> None:
        """Let go of the table of `game`, which a search under way keeps until it ends."""
        with self._lock:
            self._tables.pop(game, None)
