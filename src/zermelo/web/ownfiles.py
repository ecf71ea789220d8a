"""Files of a person's own games, read again whenever they change: the games in them go on."""

from __future__ import annotations

import asyncio
import logging
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

from zermelo.blame import own_fault
from zermelo.contract.game import Game
from zermelo.contract.points import rules_of
from zermelo.errors import UsageError
from zermelo.play.session import Session
from zermelo.players.saved import FORMAT, VERSION, restore_session, save_session
from zermelo.web.catalogue import Catalogue
from zermelo.web.opponents import Opponents
from zermelo.web.room import Room
from zermelo.web.rooms import Rooms

GLANCE: Final = 0.5  # seconds between two looks at the files
UNPLAYED: Final[dict[str, Any]] = {
    "start": None, "moves": [], "variations": [], "comments": {}, "at": 0, "end": 0,
    "resigned": None,
}  # fmt: skip
LOG: Final = logging.getLogger("uvicorn.error")

Stamp = tuple[int, int] | None


class OwnFiles:
    """Looks after the files of the catalogue's own games.

    A file that changes is read again, and the sessions of its games go on by the new rules, as far
    as these allow the moves made. One that fails changes nothing, and the pages show why.
    """

    def __init__(self, catalogue: Catalogue, opponents: Opponents, rooms: Rooms) -> None:
        self._catalogue, self._opponents, self._rooms = catalogue, opponents, rooms
        self._stamps = {spec: _stamp(game) for spec, game in catalogue.own.items()}

    async def watch(self) -> None:
        """Look at the files forever; nothing to do where there are none."""
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
            await asyncio.to_thread(self._catalogue.read_again, spec)
        except UsageError as error:
            for room in rooms:
                room.tell_fault(str(error))
            return
        for room in rooms:
            try:
                room.tell_notice(await room.change(partial(self._go_on, room)))
                self._opponents.warm_up(room.session.game)
            except Exception as error:  # the new rules fail as soon as they are played by
                fault = own_fault(error) or str(error)
                LOG.info("%s: %s", spec, fault)
                room.tell_fault(f"the rules fail: {fault}")

    def _go_on(self, room: Room) -> str:
        """Have a session go on by the rules as they are now; a message about it."""
        kept = _kept(room.session) | {"game": room.spec}
        message = "The rules were read again."
        try:
            session = self._restored(kept)
        except UsageError as error:
            session = self._restored(kept | UNPLAYED)
            message = f"The rules were read again, and the game restarts: {error}"
        room.replace(session, self._opponents.advisor(session.game))
        return message

    def _restored(self, kept: dict[str, Any]) -> Session:
        return restore_session(kept, game_of=self._catalogue.game, seat_of=self._opponents.player)


def _kept(session: Session) -> dict[str, Any]:
    """The session as it is saved; where its old rules fail even at that, the moves made."""
    try:
        return save_session(session)
    except Exception:  # whatever a person's rules raise
        made = UNPLAYED | {"moves": session.history, "at": session.ply, "end": session.ply}
        names = [player.name for player in session.players]
        of_all = {"format": FORMAT, "version": VERSION, "by": session.by, "players": names}
        return of_all | made | {"draws": asdict(session.draws)}


def _stamp(game: Game) -> Stamp:
    """The version of a game's file; None if it cannot be read."""
    file = getattr(sys.modules.get(rules_of(game).__module__), "__file__", None)
    try:
        status = Path(str(file)).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
