"""All sessions on the server, behind keys that can't be guessed: how many, and how long."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Final

from zermelo.web.room import Busy, Room

MOST_ROOMS: Final = 500
IDLE_SECONDS: Final = 6 * 3600.0  # that a room is kept when nobody watches


class Rooms:
    """All rooms of a server, by their keys."""

    def __init__(self, most: int = MOST_ROOMS) -> None:
        self._rooms: dict[str, Room] = {}
        self._most = most

    def add(self, room: Room) -> None:
        """Take in one more room. When there are too many, one that nobody watches goes: of the
        address that has most, a game under way last, the longest unwatched first.

        Raises `Busy` when all are being watched.
        """
        self._sweep()
        if len(self._rooms) >= self._most:
            unwatched = [other for other in self._rooms.values() if not other.watched]
            if not unwatched:
                raise Busy("too many games are being played here; try again later")
            held = Counter(other.owner[0] for other in self._rooms.values())

            def rank(other: Room) -> tuple[int, bool, float]:
                going = other.pair is not None and not other.session.over
                return -held[other.owner[0]], going, other.used

            self.remove(min(unwatched, key=rank))
        self._rooms[room.key] = room

    def get(self, key: str) -> Room | None:
        """The room with this key, if there is one."""
        return self._rooms.get(key)

    def remove(self, room: Room) -> None:
        """Forget a room."""
        room.close()
        del self._rooms[room.key]

    def __iter__(self) -> Iterator[Room]:
        """All rooms there are now."""
        return iter(list(self._rooms.values()))

    def close(self) -> None:
        """Forget all."""
        for room in list(self._rooms.values()):
            self.remove(room)

    def _sweep(self) -> None:
        """Forget the rooms that nobody has watched for long."""
        oldest = time.monotonic() - IDLE_SECONDS
        for room in [room for room in self._rooms.values() if not room.watched]:
            if room.used < oldest:
                self.remove(room)
