"""A session as a page shows it: JSON, made in one place for the web page and the notebook."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from zermelo.show.view import board_view
from zermelo.show.words import found_words, player_name

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from zermelo.game import Game
    from zermelo.play.advice import Advice
    from zermelo.play.judgement import Judged
    from zermelo.play.session import Session


def session_view(
    session: Session,
    rows: Sequence[Judged] = (),
    *,
    values: bool = False,
    hint: Collection[str] = (),
) -> dict[str, Any]:
    """Everything that a surface shows of a session.

    rows    the session judged, see `zermelo.play.judgement`: the value graph
    values  whether to show what the moves are worth, where that is known
    hint    the moves to point out on the board
    """
    game, state = session.game, session.state
    shown = session.advice() if values else None
    return {
        "game": str(game),
        "players": [player.name for player in session.players],
        "names": [player_name(game, player) for player in (0, 1)],
        "player": session.player,
        "ply": session.ply,
        "over": session.over,
        "winner": session.winner,
        "outcome": session.outcome,
        "warning": session.warning,
        "persons_turn": session.persons_turn,
        "history": session.history,
        "future": session.future,
        "start": session.record()["start"] if game.has("format_state") else None,
        "state": game.format_state(state) if game.has("format_state") else None,
        "graph": [row._asdict() for row in rows],
        "advice": _said(game, shown) if shown and not session.over else None,
        "board": _board(session, shown, hint),
    }


def _board(session: Session, advice: Advice | None, hint: Collection[str]) -> dict[str, Any]:
    """The board as it is now, with the last move marked."""
    return board_view(
        session.game,
        session.state,
        before=session.before,
        last_move=session.last_move,
        active=session.persons_turn,
        advice=advice,
        hint=hint,
    )


def past_view(session: Session, ply: int) -> dict[str, Any]:
    """The board as it was at an earlier ply of the session, with nothing to click."""
    states = session.states
    before = states[ply - 1] if ply else None
    move = session.game.parse_move(before, session.history[ply - 1]) if ply else None
    board = board_view(session.game, states[ply], before=before, last_move=move, active=False)
    return {"ply": ply, "board": board}


def _said(game: Game[Any], advice: Advice) -> dict[str, Any]:
    """What is known of the position, in words too."""
    words = found_words(game, advice)
    fields = asdict(advice)
    del fields["moves"]
    return {**fields, "words": words}
