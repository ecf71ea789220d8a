"""All rooms on the server, with limits of number, size and time; reloading of users' rules."""

import asyncio
import contextlib
import logging
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from zermelo.blame import own_fault
from zermelo.contract.analysis import rules_of
from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.play.fields import Fields
from zermelo.play.movetext import movetext, place_of
from zermelo.web.catalogue import Catalogue
from zermelo.web.opponents import Opponents
from zermelo.web.requests import Busy, begin_session
from zermelo.web.room import Room

MOST_ROOMS: Final = 500
USUAL: Final = 200  # positions of a usual room; larger rooms count as several
IDLE_SECONDS: Final = 6 * 3600.0  # an unwatched room unused for this long is removed
GLANCE: Final = 0.5  # seconds between checks of users' files
LOG: Final = logging.getLogger("uvicorn.error")

Stamp = tuple[int, int] | None


class Rooms:
    """All rooms, at most `most` of usual size; removing a game's last room calls `ended`."""

    def __init__(
        self, most: int = MOST_ROOMS, ended: Callable[[Game], object] = lambda _: None
    ) -> None:
        self._rooms: dict[str, Room] = {}
        self._most, self._ended = most, ended

    def add(self, room: Room) -> None:
        """Add a room, and remove others if there are too many; `Busy` if too many are watched."""
        oldest = time.monotonic() - IDLE_SECONDS
        for idle in [each for each in self if not each.watched and each.used < oldest]:
            self.remove(idle)
        if not self.make_place(room):
            raise Busy("this server has too many games; try again later")
        self._rooms[room.key] = room

    def make_place(self, room: Room) -> bool:
        """Remove unwatched rooms if a room that is new or has grown needs their place; return False
        if this does not free enough. The address with the most rooms loses rooms first: those
        unused for longest, and unfinished games for two last.
        """
        places = {each: max(1.0, each.size / USUAL) for each in (*self._rooms.values(), room)}
        held = defaultdict[str, float](float)  # address → places of its other rooms
        for other in [each for each in places if each is not room]:
            held[other.owner[0]] += places[other]

        def rank(other: Room) -> tuple[float, bool, float]:
            going = other.pair is not None and not other.over
            return -held[other.owner[0]], going, other.used

        while sum(places.values()) > self._most:
            unwatched = [each for each in places if each is not room and not each.watched]
            if not unwatched:
                return False
            going = min(unwatched, key=rank)
            held[going.owner[0]] -= places.pop(going)
            self.remove(going)
        return True

    def get(self, key: str) -> Room | None:
        """The room with this key, or None."""
        return self._rooms.get(key)

    def remove(self, room: Room) -> None:
        """Remove a room."""
        room.close()
        del self._rooms[room.key]
        game = room.session.game
        if all(other.session.game != game for other in self._rooms.values()):
            self._ended(game)

    def __iter__(self) -> Iterator[Room]:
        """All current rooms."""
        return iter(list(self._rooms.values()))

    def close(self) -> None:
        """Remove all rooms."""
        for room in self:
            self.remove(room)


class OwnFiles:
    """Reloads the files of the user's own games when they change. Sessions continue under the new
    rules if these allow all moves so far, and else restart. If a file fails, the old rules stay,
    and the pages show the error.
    """

    def __init__(self, catalogue: Catalogue, opponents: Opponents, rooms: Rooms) -> None:
        self._catalogue, self._opponents, self._rooms = catalogue, opponents, rooms
        self._stamps = {spec: _stamp(game) for spec, game in catalogue.own.items()}

    async def watch(self) -> None:
        """Check the files for changes until cancelled."""
        while self._stamps:
            await asyncio.sleep(GLANCE)
            for spec, game in list(self._catalogue.own.items()):
                stamp = _stamp(game)
                if stamp not in (None, self._stamps[spec]):
                    self._stamps[spec] = stamp
                    await self._read_again(spec)

    async def _read_again(self, spec: str) -> None:
        rooms = [room for room in self._rooms if room.spec.partition(f"{spec}(")[0] in ("", spec)]
        try:
            await asyncio.to_thread(self._catalogue.read, spec)
        except UsageError as error:
            for room in rooms:
                room.tell("fault", {"error": str(error)})
            return
        for room in rooms:
            try:
                text = await room.change(partial(self._go_on, room))
                room.tell("notice", {"text": text})
                self._opponents.warm_up(room.session.game)
            except Exception as error:  # the new rules fail
                fault = own_fault(error) or str(error)
                LOG.info("%s: %s", spec, fault)
                room.tell("fault", {"error": f"the rules fail: {fault}"})

    def _go_on(self, room: Room) -> str:
        """Continue a session under the new rules; return a message about it."""
        session, message = room.session, "The rules have been reloaded."
        names = [player.name for player in session.players]
        fields = {"game": room.spec, "by": session.by, "players": names}
        start = None  # the game's own start, also if the rules fail
        with contextlib.suppress(Exception):
            start = session.record()["start"]
        made: dict[str, Any] = {"start": start, "moves": [movetext(session.tree)]}
        made |= {"at": place_of(session), "resigned": session.resigned}
        try:
            begun = begin_session(Fields(fields | made), self._catalogue, self._opponents)
        except UsageError as error:
            begun = begin_session(Fields(fields), self._catalogue, self._opponents)
            message = f"The rules have been reloaded, and the game restarts: {error}"
        room.replace(begun, self._opponents.advisor(begun.game))
        return message


def _stamp(game: Game) -> Stamp:
    """The time and the size of a game's file; None if the file cannot be read."""
    file = getattr(sys.modules.get(rules_of(game).__module__), "__file__", None)
    try:
        status = Path(str(file)).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
