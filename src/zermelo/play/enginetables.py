"""The engine's tables of recent games, shared by searches and players."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from zermelo.contract.game import Game

if TYPE_CHECKING:
    from zermelo.search.engine.table import Table


class Tables:
    """Tables of the `most` recent games, each of `mebibytes`."""

    def __init__(self, most: int = 1, mebibytes: float = 16.0) -> None:
        self._most, self._mebibytes = most, mebibytes
        self._tables: OrderedDict[Game, Table] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: Game) -> Table:
        """The table of `game`, a new one if the game is not recent."""
        from zermelo.search.engine.table import Table

        with self._lock:
            if game not in self._tables:
                self._tables[game] = Table(self._mebibytes)
            self._tables.move_to_end(game)
            while len(self._tables) > self._most:
                self._tables.popitem(last=False)
            return self._tables[game]

    def release(self, game: Game) -> None:
        """Forget the table of `game`; a running search keeps it until it ends."""
        with self._lock:
            self._tables.pop(game, None)
