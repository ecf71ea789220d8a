"""Begin a session as a request, an exported text or a session before it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zermelo.contract.analysis import value_by
from zermelo.contract.game import Game
from zermelo.play.fields import BY, Fields
from zermelo.play.history import DrawRules
from zermelo.play.movetext import places, read_movetext
from zermelo.play.player import Player
from zermelo.play.session import Session
from zermelo.web.drafts import read_position

DRAWS: Final = DrawRules(repetitions=3, cap=1000)
MOST_MOVES: Final = 2000  # of a game, with its variations


def begin_session(
    fields: Fields, game_of: Callable[[str], Game], seat_of: Callable[[str, Game], Player]
) -> Session:
    """Begin a session.

    fields   game, by, players, start, the moves in the words of `zermelo.play.movetext`; at: how
             many of these are made before the current position, if not all; resigned: by whom
    game_of  the game of a spec; raises `UsageError` for one that is not allowed
    seat_of  the player of a name, or raises so
    """
    game = value_by(game_of(fields.text("game")), fields.choice("by", BY))
    start = fields.text_or_none("start")
    session = Session(
        game,
        [seat_of(name, game) for name in fields.names("players")],
        None if start is None else read_position(game, start),
        DRAWS,
    )
    read_movetext(session, " ".join(fields.texts("moves", MOST_MOVES)), MOST_MOVES)
    if (at := fields.number_or_none("at", MOST_MOVES)) is not None:
        nodes = {place: node for node, place in places(session.tree).items()}
        session.go(nodes.get(at, session.node))
    if (player := fields.number_or_none("resigned", 1)) is not None:
        session.resign(player)
    return session
