"""The actions of a page on a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.errors import UsageError, clip
from zermelo.play.movetext import MOST_ARROWS, require_points
from zermelo.play.pair import KINDS, Clock, Pair, Refused
from zermelo.players.saved import MOST_MOVES
from zermelo.web.drafts import read
from zermelo.web.opponents import Opponents
from zermelo.web.requests import Fields
from zermelo.web.room import Room

MOST_ADDED: Final = 100  # moves of a line at once
MOST_NODE: Final = 1_000_000
LONGEST: Final = 1000  # characters of a comment,
MOST_COMMENTS: Final = 100_000  # and of all comments of a game

# The actions in a session for two, with the fields of each.
TOGETHER: Final[dict[str, tuple[str, ...]]] = {
    "sit": ("seat",), "move": ("move",), "resign": ("player",), "offer": ("kind",),
    "answer": ("accept",),
}  # fmt: skip
ALONE: Final = "this is not possible while two play here: analyse a copy"
SETTINGS: Final = ("seat", "base", "increment", "each_move")
MOST_SECONDS: Final = 24 * 3600  # of a clock

# Does something, and says what its answer has beside the session.
Action = Callable[[Opponents, Room, Fields], dict[str, Any] | None]


def _require_room(room: Room, moves: int = 1) -> None:
    """Raise `UsageError` if so many moves more would be too many to keep."""
    if len(room.session.tree) + moves > MOST_MOVES:
        raise UsageError(f"a game has at most {MOST_MOVES} moves, with its variations")


def _move(opponents: Opponents, room: Room, fields: Fields) -> None:
    _require_room(room)
    if not room.session.over and not room.session.persons_turn:
        raise UsageError("it is not a person's turn")
    room.session.move(fields.text("move"))


def _play_from(opponents: Opponents, room: Room, fields: Fields) -> None:
    """A move from where a person looks back: the game goes on there."""
    _require_room(room)
    room.session.move_from(_node(fields, room), fields.text("move"))


def _branch(opponents: Opponents, room: Room, fields: Fields) -> None:
    """Moves beside the game, which stays where it is; the page learns where they lead."""
    session = room.session
    moves = fields.texts("moves", MOST_ADDED)
    _require_room(room, len(moves))
    room.added = session.branch(_node(fields, room), moves)


def _remove(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.session.remove(_node(fields, room))


def _promote(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.session.tree.promote(_node(fields, room))


def _comment(opponents: Opponents, room: Room, fields: Fields) -> None:
    tree, text = room.session.tree, fields.text("text")[:LONGEST].strip()
    node = _node(fields, room)
    others = sum(len(tree[other].comment) for other in tree if other != node)
    if text and others + len(text) > MOST_COMMENTS:
        raise UsageError(f"a game has at most {MOST_COMMENTS:,} characters of comments")
    tree[node].comment = text


def _draw(opponents: Opponents, room: Room, fields: Fields) -> None:
    """An arrow from one point to another, or a ring round one; gone if it was there."""
    node = room.session.tree[_node(fields, room)]
    arrow = _point(fields, "from"), _point(fields, "to")
    require_points(room.session.game, node.state, {f"{arrow[0]}-{arrow[1]}": arrow})
    if arrow in node.arrows:
        node.arrows.remove(arrow)
    elif len(node.arrows) < MOST_ARROWS:
        node.arrows.append(arrow)


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
    room.session.go(_node(fields, room))
    room.agenda.paused = False


def _hint(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.agenda.ask_hint()


def _values(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.values = fields.flag("on")


def _pause(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.agenda.paused = fields.flag("on")


def _rest(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.agenda.resting = fields.flag("on")


def _think_longer(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.agenda.resting = False
    room.agenda.think_longer()


def _look_at(opponents: Opponents, room: Room, fields: Fields) -> None:
    room.agenda.look_at(_node(fields, room))


def _players(opponents: Opponents, room: Room, fields: Fields) -> None:
    names = fields.texts("players", 2)
    if len(names) != 2:
        raise UsageError("players should be two names")
    game = room.session.game
    room.session.sit_down([opponents.player(name, game) for name in names])
    room.agenda.paused = False


def _node(fields: Fields, room: Room) -> int:
    """A position of the session's tree."""
    node = fields.number_or_none("node", MOST_NODE)
    if node not in room.session.tree:
        raise UsageError("node should be a position of this game")
    assert node is not None
    return node


def _point(fields: Fields, name: str) -> int:
    point = fields.number_or_none(name, MOST_NODE)
    if point is None:
        raise UsageError(f"{name} should be given")
    return point


def _with_person(room: Room) -> bool:
    return any(player.name == "human" for player in room.session.players)


def action_of(room: Room, name: str, key: str) -> tuple[tuple[str, ...], Action] | None:
    """The fields of the action called `name` in a room, and what does it for the holder of a seat's
    key; None if there is no such action."""
    pair = room.pair
    if pair is None:
        return ACTIONS.get(name)
    if name not in TOGETHER:
        raise Refused(ALONE)

    def sit(opponents: Opponents, room: Room, fields: Fields) -> dict[str, Any]:
        return {"seat_key": pair.sit(fields.number_or_none("seat", 1))}

    def act(opponents: Opponents, room: Room, fields: Fields) -> None:
        session, seat = room.session, pair.seat_of(key)
        if name == "move":
            pair.act(session, "move", seat, move=fields.text("move"))
        elif name == "offer":
            pair.act(session, "offer", seat, kind=fields.choice("kind", KINDS))
        elif name == "answer":
            pair.act(session, "answer", seat, accept=fields.flag("accept"))
        else:
            pair.act(session, "resign", seat)

    return TOGETHER[name], sit if name == "sit" else act


def pair_of(settings: dict[str, object]) -> tuple[Pair, str]:
    """A pair as a request describes it, and the key of the asker's seat."""
    for name in settings:
        if name not in SETTINGS:
            raise UsageError(f"together has no {clip(name)}; it has {', '.join(SETTINGS)}")
    fields = Fields(settings)
    base = fields.number_or_none("base", MOST_SECONDS)
    increment = fields.number_or_none("increment", MOST_SECONDS) or 0
    each_move = "each_move" in settings and fields.flag("each_move")
    if increment and not base:
        raise UsageError("a clock has a base of 1 second or more")
    pair = Pair(Clock(base, increment, each_move) if base else None)
    return pair, pair.sit(fields.number_or_none("seat", 1))


# Each action with the fields that it takes.
ACTIONS: Final[dict[str, tuple[tuple[str, ...], Action]]] = {
    "move": (("move",), _move),
    "play-from": (("node", "move"), _play_from),
    "branch": (("node", "moves"), _branch),
    "remove": (("node",), _remove),
    "promote": (("node",), _promote),
    "comment": (("node", "text"), _comment),
    "draw": (("node", "from", "to"), _draw),
    "undo": ((), _undo),
    "redo": ((), _redo),
    "restart": ((), _restart),
    "resign": (("player",), _resign),
    "set-up": (("state",), _set_up),
    "go-on-from": (("node",), _go_on_from),
    "hint": ((), _hint),
    "values": (("on",), _values),
    "pause": (("on",), _pause),
    "rest": (("on",), _rest),
    "think-longer": ((), _think_longer),
    "look-at": (("node",), _look_at),
    "players": (("players",), _players),
}
