"""The names of well-known openings, which `games/openings.txt` lists."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from zermelo.process.texts import packaged_text

if TYPE_CHECKING:
    from zermelo.play.session import Session


@cache
def openings_of(spec: str) -> dict[tuple[str, ...], str]:
    """The names of a game's openings, by their moves."""
    lines = packaged_text("games/openings.txt").splitlines()
    listed = (line.split(" | ") for line in lines if not line.startswith("#"))
    return {tuple(moves.split()): name for game, name, moves in listed if game == spec}


def opening_name(session: Session, node: int) -> str:
    """The name of the longest opening whose moves lead to a position; "" for none."""
    tree, names = session.tree, openings_of(str(session.game))
    if not names or tree[0].state != session.game.start():
        return ""
    moves = [tree[each].text for each in tree.path(node)[1:]]
    found = (names.get(tuple(moves[:ply])) for ply in range(len(moves), 0, -1))
    return next(filter(None, found), "")
