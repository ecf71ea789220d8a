"""Save sessions as JSON, and restore them strictly.

format, version     "zermelo session", 2
game, by            the game's spec, and the unit of values: "outcome", the default, or "score"
players             two names, see `zermelo.players.named`
start               a position's text, null for the game's own start
moves               the texts of the main line's moves, including undone ones
variations          [[after, move], …]: the other moves, each with the number of the move before it:
                    0 is the start, then come the main line and the variations in order
comments            {number: text} of moves
arrows              {number: [[from, to], …]} of moves: drawings from point to point, a ring from a
                    point to itself; may be missing
at, end             the numbers of the current move, and of the last move of its line
ply                 in version 1, without variations: the number of moves not undone
resigned            the player, 0 or 1, who resigned; or null
draws               the draw rules: repetitions, quiet, cap
outcome, result     how the game ended, for readers; ignored by `restore_session`
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from zermelo.contract.analysis import value_by
from zermelo.contract.game import Game
from zermelo.errors import UsageError, clip
from zermelo.play.fields import Fields, require_fields
from zermelo.play.history import DrawRules
from zermelo.play.movetext import MOST_ARROWS, require_points
from zermelo.play.player import Player
from zermelo.play.session import Session
from zermelo.play.variations import ROOT, Arrow
from zermelo.players.named import seat
from zermelo.players.playerspec import Terms
from zermelo.spec import format_game, parse_game, runs_a_file

FORMAT: Final = "zermelo session"
VERSION: Final = 2
COMMON: Final = ("game", "players", "start", "moves", "resigned", "draws")
FIELDS: Final = {1: (*COMMON, "ply"), VERSION: (*COMMON, "variations", "comments", "at", "end")}
MOST_MOVES: Final = 2000
LONGEST: Final = 1_000_000  # characters of a text that is read

Seat = Callable[[str, Game], Player]


def save_session(session: Session) -> dict[str, Any]:
    """The session as JSON, for `restore_session`."""
    record, tree = session.record(), session.tree
    main = tree.main()
    order = [*main, *(node for node in tree if node not in set(main))]
    number = {node: place for place, node in enumerate(order)}
    return {
        "format": FORMAT,
        "version": VERSION,
        **record,
        "game": format_game(session.game),
        "moves": [tree[node].text for node in main[1:]],
        "variations": [[number[tree[n].parent or ROOT], tree[n].text] for n in order[len(main) :]],
        "comments": {str(number[n]): tree[n].comment for n in order if tree[n].comment},
        "arrows": {str(number[n]): [*map(list, tree[n].arrows)] for n in order if tree[n].arrows},
        "at": number[session.node],
        "end": number[tree.line(session.node)[-1]],
        "resigned": session.resigned,
        "draws": asdict(session.draws),
    }


def named_game(spec: str) -> Game:
    """The game of this spec; a Python file is refused, not run."""
    if runs_a_file(spec):
        raise UsageError(f"saved games cannot run Python files like {clip(spec)}")
    return parse_game(spec)


def restore_session(
    text: str | dict[str, Any],
    *,
    game_of: Callable[[str], Game] = named_game,
    seat_of: Seat = lambda name, game: seat(name, Terms(game, ready=False)),
) -> Session:
    """Restore a session from its JSON, a text or an object.

    game_of  the game of a spec; raises `UsageError` for one that is not allowed
    seat_of  the player of a name, or raises so

    Raises `UsageError`, naming the field, for anything that `save_session` does not write.
    """
    content = _object(text)
    fields = Fields(content)
    game = value_by(game_of(fields.text("game")), content.get("by", "outcome"))
    moves = fields.texts("moves", MOST_MOVES)
    variations = content.get("variations", [])
    if not isinstance(variations, list):
        raise UsageError("variations should be a list")
    if len(moves) + len(variations) > MOST_MOVES:
        raise UsageError(f"moves should be at most {MOST_MOVES}")
    start = fields.text_or_none("start")
    begun = None if start is None else game.parse_state(start)
    players = [seat_of(name, game) for name in fields.names("players")]
    session = Session(game, players, begun, _draws(fields))
    nodes = [ROOT]
    for move in moves:
        nodes.append(session.branch(nodes[-1], [move]))
    _restore_variations(session, content, nodes)
    if (resigned := fields.number_or_none("resigned", 1)) is not None:
        session.resign(resigned)
    return session


def _restore_variations(session: Session, fields: dict[str, Any], nodes: list[int]) -> None:
    """Add variations, comments and arrows to the main line; go to the current position."""
    for entry in fields.get("variations", ()):
        right = isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], str)
        if not right or type(entry[0]) is not int or not 0 <= entry[0] < len(nodes):
            raise UsageError("variations should be pairs: after which move, and a move")
        nodes.append(session.branch(nodes[entry[0]], [entry[1]]))
    for number, text in _comments(fields, len(nodes) - 1).items():
        session.tree[nodes[number]].comment = text
    for number, arrows in _arrows(fields, len(nodes) - 1).items():
        node = session.tree[nodes[number]]
        written = {json.dumps(arrow): arrow for arrow in arrows}
        require_points(session.game, node.state, written)
        node.arrows = arrows
    at, end = ("ply", "ply") if "ply" in fields else ("at", "end")
    last = len(nodes) - 1
    session.go(nodes[Fields(fields).number(end, last)])
    session.go(nodes[Fields(fields).number(at, last)])


def _comments(fields: dict[str, Any], most: int) -> dict[int, str]:
    value = fields.get("comments", {})
    texts = isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
    if not texts or not all(re.fullmatch("[0-9]{1,6}", n) and int(n) <= most for n in value):
        raise UsageError("comments should be texts by the numbers of their moves")
    return {int(number): text for number, text in value.items()}


def _arrows(fields: dict[str, Any], most: int) -> dict[int, list[Arrow]]:
    value = fields.get("arrows", {})
    numbers = isinstance(value, dict) and all(re.fullmatch("[0-9]{1,6}", n) for n in value)
    if not numbers or not all(int(n) <= most and _pairs(value[n]) for n in value):
        raise UsageError("arrows should be pairs of points by the numbers of their moves")
    return {int(number): [(a, b) for a, b in arrows] for number, arrows in value.items()}


def _pairs(value: Any) -> bool:
    """Whether a value is a list of pairs of whole numbers, not too long."""
    pairs = isinstance(value, list) and len(value) <= MOST_ARROWS
    return pairs and all(
        isinstance(pair, list) and [type(point) for point in pair] == [int, int] for pair in value
    )


def _object(text: str | dict[str, Any]) -> dict[str, Any]:
    """The fields, with none missing and none unknown."""
    if isinstance(text, str) and len(text) > LONGEST:
        raise UsageError(f"a saved game has at most {LONGEST:,} characters")
    try:
        fields = json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        raise UsageError("this is no saved game: it is not JSON") from None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise UsageError(f'this is no saved game: its "format" should be "{FORMAT}"')
    version = fields.get("version")
    if version not in FIELDS or isinstance(version, bool):
        raise UsageError(f"unsupported version of a saved game (expected 1 or {VERSION})")
    more = ("by", "format", "version", "outcome", "result", "arrows")
    require_fields(fields, "the saved game", FIELDS[version], more)
    return fields


def _draws(fields: Fields) -> DrawRules:
    """The draw rules: whole numbers, or null for a rule that is off."""
    names = ("repetitions", "quiet", "cap")
    rules = require_fields(fields.object_or_none("draws") or {}, "draws", names)
    return DrawRules(*(rules.number_or_none(name, LONGEST) for name in names))
