"""Actions that a page can take on a session."""

from typing import Final

from zermelo.errors import UsageError
from zermelo.play.fields import Fields, require_fields
from zermelo.play.movetext import MOST_ARROWS, require_points
from zermelo.play.pair import Clock, Pair, Refused
from zermelo.web.drafts import read_position
from zermelo.web.opponents import Opponents
from zermelo.web.requests import MOST_MOVES
from zermelo.web.room import Room

MOST_ADDED: Final = 100  # moves that one action can add
MOST_NODE: Final = 1_000_000
LONGEST: Final = 1000  # characters of a comment
MOST_COMMENTS: Final = 100_000  # characters of all comments of a game

# Action → its fields: `ACTIONS` in usual sessions, `TOGETHER` in games for two people.
ACTIONS: Final[dict[str, tuple[str, ...]]] = {
    "move": ("move",), "play-from": ("node", "move"), "branch": ("node", "moves"),
    "remove": ("node",), "promote": ("node",), "comment": ("node", "text"),
    "draw": ("node", "from", "to"), "undo": ("moves",), "redo": (), "restart": (),
    "resign": ("player",), "set-up": ("state",), "go-on-from": ("node",), "hint": (),
    "values": ("on",), "pause": ("on",), "rest": ("on",), "think-longer": (),
    "look-at": ("node",), "players": ("players",),
}  # fmt: skip
TOGETHER: Final[dict[str, tuple[str, ...]]] = {
    "sit": ("seat",), "move": ("move",), "resign": ("player",), "offer": ("kind",),
    "answer": ("accept",),
}  # fmt: skip
ALONE: Final = "this is not possible in a game for two; analyse a copy instead"
SETTINGS: Final = ("seat", "base", "increment", "each_move")
MOST_SECONDS: Final = 24 * 3600  # a day: the most for each setting of a clock


def fields_for(room: Room, name: str) -> tuple[str, ...] | None:
    """The fields of the action called `name` in a room; None if there is no such action."""
    if room.pair is None:
        return ACTIONS.get(name)
    if name not in TOGETHER:
        raise Refused(ALONE)
    return TOGETHER[name]


def act(opponents: Opponents, room: Room, name: str, fields: Fields, key: str) -> dict[str, object]:
    """Do an action, in a game for two with a seat's `key`; return further fields for the answer."""
    if (pair := room.pair) is None:
        _act_alone(opponents, room, name, fields)
    elif name == "sit":
        return {"seat_key": pair.sit(fields.number_or_none("seat", 1))}
    else:
        pair.act(room.session, name, pair.seat_of(key), fields)
    return {}


def _act_alone(opponents: Opponents, room: Room, name: str, fields: Fields) -> None:
    session, agenda = room.session, room.agenda
    match name:
        case "move":
            _require_room(room)
            if not session.over and not session.persons_turn:
                raise UsageError("it is not your turn")
            session.move(fields.text("move"))
        case "play-from":  # from any position
            _require_room(room)
            session.move_from(_node(fields, room), fields.text("move"))
        case "branch":  # the session stays at its node
            moves = fields.texts("moves", MOST_ADDED)
            _require_room(room, len(moves))
            room.added = session.branch(_node(fields, room), moves)
        case "remove":
            session.remove(_node(fields, room))
        case "promote":
            session.tree.promote(_node(fields, room))
        case "comment":
            _comment(room, _node(fields, room), fields.text("text")[:LONGEST].strip())
        case "draw":
            _draw(room, fields)
        case "undo" | "redo":
            keep = name == "undo" and fields.choice("moves", ("drop", "keep")) == "keep"
            if not (session.undo(keep=keep) if name == "undo" else session.redo()):
                raise UsageError(f"there is nothing to {name}")
            agenda.paused = all(player.name != "human" for player in session.players)
        case "restart":
            session.restart()
            agenda.paused = False
        case "resign":
            session.resign(fields.number_or_none("player", 1))
        case "set-up":
            session.set_up(read_position(session.game, fields.text("state")))
        case "go-on-from":
            session.go(_node(fields, room))
            agenda.paused = False
        case "players":
            names = fields.names("players")
            session.sit_down([opponents.player(name, session.game) for name in names])
            agenda.paused = False
        case "hint":
            agenda.ask_hint()
        case "values":
            room.values = fields.flag("on")
        case "pause":
            agenda.paused = fields.flag("on")
        case "rest":
            agenda.resting = fields.flag("on")
        case "think-longer":
            agenda.resting = False
            agenda.think_longer()
        case "look-at":
            agenda.look_at(_node(fields, room))


def _require_room(room: Room, moves: int = 1) -> None:
    if len(room.session.tree) + moves > MOST_MOVES:
        raise UsageError(f"a game can have at most {MOST_MOVES} moves, including variations")


def _comment(room: Room, node: int, text: str) -> None:
    tree = room.session.tree
    others = sum(len(tree[other].comment) for other in tree if other != node)
    if text and others + len(text) > MOST_COMMENTS:
        raise UsageError(f"a game has at most {MOST_COMMENTS:,} characters of comments")
    tree[node].comment = text


def _draw(room: Room, fields: Fields) -> None:
    """Add an arrow between two points or a ring around one; remove it if it exists already."""
    node = room.session.tree[_node(fields, room)]
    arrow = fields.number("from", MOST_NODE), fields.number("to", MOST_NODE)
    require_points(room.session.game, node.state, {f"{arrow[0]}-{arrow[1]}": arrow})
    if arrow in node.arrows:
        node.arrows.remove(arrow)
    elif len(node.arrows) < MOST_ARROWS:
        node.arrows.append(arrow)


def _node(fields: Fields, room: Room) -> int:
    node = fields.number_or_none("node", MOST_NODE)
    if node is None or node not in room.session.tree:
        raise UsageError("node should be a position of this game")
    return node


def pair_of(settings: dict[str, object]) -> tuple[Pair, str]:
    """Make the pair that a request describes; return it with the key of the client's seat."""
    fields = require_fields(settings, "together", (), SETTINGS)
    base = fields.number_or_none("base", MOST_SECONDS)
    increment = fields.number_or_none("increment", MOST_SECONDS) or 0
    each_move = "each_move" in settings and fields.flag("each_move")
    if increment and not base:
        raise UsageError("a clock needs at least 1 second for each player")
    pair = Pair(Clock(base, increment, each_move) if base else None)
    return pair, pair.sit(fields.number_or_none("seat", 1))
