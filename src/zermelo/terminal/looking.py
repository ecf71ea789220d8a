"""The board's view of a position: values of its choices, hints, and earlier positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.contract.analysis import MoveValue
from zermelo.draw.cells import points_of
from zermelo.draw.choices import at_points, worths
from zermelo.naming import piece_symbols
from zermelo.play.session import Session
from zermelo.terminal.board import View, button_point


def choices_worth(session: Session, state: Any, clicked: tuple[int, ...]) -> dict[int, MoveValue]:
    """The value of clicking a point or pressing a button in a state, as far as known."""
    game, analysis = session.game, session.advice(state)
    if analysis is None:
        return {}
    known, picture = worths(game, state, analysis), game.picture(state)
    pressed = {button_point(picture, m): known[m] for m in picture.buttons if m in known}
    return at_points(picture, known, clicked) | pressed


def hinted(session: Session, hint: Sequence[str]) -> tuple[int, ...]:
    """The points that may be clicked next for a move of the hint, and the buttons."""
    begun, picture = session.begun, session.game.picture(session.state)
    done = len(begun.clicked)
    best = [session.game.parse_move(session.state, text) for text in hint]
    ways = [picture.clicks[move] for move in begun.moves if move in best]
    points = dict.fromkeys(clicks[done] for clicks in ways if len(clicks) > done)
    return (*points, *(button_point(picture, m) for m in picture.buttons if m in best))


def past_view(session: Session, node: int, *, values: bool) -> View:
    """The board at another position than the game's, with nothing to choose."""
    game, here = session.game, session.tree[node]
    last: tuple[int, ...] = ()
    if here.parent is not None and here.move is not None:
        last = points_of(game, session.tree[here.parent].state, here.move)
    return View(
        picture=game.picture(here.state),
        players=piece_symbols(game),
        marked=last,
        worths=choices_worth(session, here.state, ()) if values else {},
    )
