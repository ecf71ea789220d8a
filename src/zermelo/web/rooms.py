"""All sessions on the server, behind keys that can't be guessed: how many, how large, how long."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from zermelo.contract.game import Game
from zermelo.web.room import Busy, Room

MOST_ROOMS: Final = 500
USUAL: Final = 200  # positions of a room; one with twice as many takes the place of two
IDLE_SECONDS: Final = 6 * 3600.0  # that a room is kept when nobody watches


class Rooms:
    """All rooms of a server, by their keys.

    most   rooms of a usual size
    ended  called with the game of the last room of it that has gone
    """

    def __init__(
        self, most: int = MOST_ROOMS, ended: Callable[[Game], object] = lambda _: None
    ) -> None:
        self._rooms: dict[str, Room] = {}
        self._most, self._ended = most, ended

    def add(self, room: Room) -> None:
        """Take in one more room, and make place for it.

        Raises `Busy` when all are being watched.
        """
        self._sweep()
        if not self.make_place(room):
            raise Busy("too many games are being played here; try again later")
        self._rooms[room.key] = room

    def make_place(self, room: Room) -> bool:
        """Whether there is place for a room that is new or has grown. As long as there is none, one
        that nobody watches goes: of the address that has most, a game under way last, the longest
        unwatched first."""
        others = {other: _places(other) for other in self._rooms.values() if other is not room}
        taken, held = _places(room), defaultdict[str, float](float)
        for other, places in others.items():
            taken, held[other.owner[0]] = taken + places, held[other.owner[0]] + places

        def rank(other: Room) -> tuple[float, bool, float]:
            going = other.pair is not None and not other.over
            return -held[other.owner[0]], going, other.used

        while taken > self._most:
            unwatched = [other for other in others if not other.watched]
            if not unwatched:
                return False
            going = min(unwatched, key=rank)
            places = others.pop(going)
            taken, held[going.owner[0]] = taken - places, held[going.owner[0]] - places
            self.remove(going)
        return True

    def get(self, key: str) -> Room | None:
        """The room with this key, if there is one."""
        return self._rooms.get(key)

    def remove(self, room: Room) -> None:
        """Forget a room."""
        room.close()
        del self._rooms[room.key]
        game = room.session.game
        if all(other.session.game != game for other in self._rooms.values()):
            self._ended(game)

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


def _places(room: Room) -> float:
    return max(1.0, room.size / USUAL)
