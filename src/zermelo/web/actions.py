"""What a page may do to a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zermelo.errors import UsageError
from zermelo.web.drafts import read
from zermelo.web.opponents import Opponents
from zermelo.web.requests import Fields
from zermelo.web.room import Room

Action = Callable[[Opponents, Room, Fields], None]


def _move(opponents: Opponents, room: Room, fields: Fields) -> None:
    if not room.session.over and not room.session.persons_turn:
        raise UsageError("it is not a person's turn")
    room.session.move(fields.text("move"))


def _undo(opponents: Opponents, room: Room, fields: Fields) -> None:
    if not room.session.undo():
        raise UsageError("there is nothing to undo")
    room.agenda.paused = not _with_person(room)


def _redo(opponents: Opponents, room: Room, fields: Fields) -> None:
    if not room.session.redo():
        raise UsageError("there is nothing to redo")
    room.agenda.paused = not _with_person(room)


def _restart(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.session.restart()
    room.agenda.paused = False


def _resign(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.session.resign(fields.number_or_none("player", 1))


def _set_up(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.session.set_up(read(room.session.game, fields.text("state")))


def _go_on_from(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.session.stand_at(_ply(fields, room.session.last_ply))


def _hint(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.agenda.ask_hint()


def _values(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.values = fields.flag("on")


def _pause(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.agenda.paused = fields.flag("on")


def _rest(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.agenda.resting = fields.flag("on")


def _look_at(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.agenda.look_at(_ply(fields, room.session.ply))


def _players(opponents: Opponents, room: Room, fields: Fields) -> None:
    names = fields.texts("players", 2)
    if len(names) != 2:
        raise UsageError("players should be two names")
    game = room.session.game
    room.session.sit_down([opponents.player(name, game) for name in names])
    room.agenda.paused = False


def _ply(fields: Fields, most: int) -> int:
    ply = fields.number_or_none("ply", most)
    if ply is None:
        raise UsageError("ply should be given")
    return ply


def _with_person(room: Room) -> bool:
    return any(player.name == "human" for player in room.session.players)


# Each action with the fields that it takes.
ACTIONS: Final[dict[str, tuple[tuple[str, ...], Action]]] = {
    "move": (("move",), _move),
    "undo": ((), _undo),
    "redo": ((), _redo),
    "restart": ((), _restart),
    "resign": (("player",), _resign),
    "set-up": (("state",), _set_up),
    "go-on-from": (("ply",), _go_on_from),
    "hint": ((), _hint),
    "values": (("on",), _values),
    "pause": (("on",), _pause),
    "rest": (("on",), _rest),
    "look-at": (("ply",), _look_at),
    "players": (("players",), _players),
}
