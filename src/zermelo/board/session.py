"""A session as a page shows it: JSON, made in one place for the web page and the notebook."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from zermelo.board.view import board_view, worth
from zermelo.naming import found_words, player_name
from zermelo.play.endings import may_draw

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from zermelo.analysis import Analysis
    from zermelo.game import Game
    from zermelo.play.review import ReviewedPly
    from zermelo.play.session import Session


def session_view(
    session: Session,
    rows: Sequence[ReviewedPly] = (),
    *,
    values: bool = False,
    hint: Collection[str] = (),
) -> dict[str, Any]:
    """Everything that a surface shows of a session.

    rows    the session reviewed, see `zermelo.play.review`: the value graph, each with what its
            move was worth to the mover
    values  whether to show what the moves are worth, where that is known
    hint    the moves to point out on the board
    """
    game, state = session.game, session.state
    shown = session.advice() if values else None
    return {
        "game": str(game),
        "by": session.by,
        "evaluated": game.has("evaluate"),
        "bound": game.value_bound,
        "drawable": may_draw(game),
        "players": [player.name for player in session.players],
        "names": [player_name(game, player) for player in (0, 1)],
        "player": session.player,
        "ply": session.ply,
        "undoable": session.undoable,
        "over": session.over,
        "resigned": session.resigned,
        "draws": asdict(session.draws),
        "winner": session.winner,
        "outcome": session.outcome,
        "warning": session.warning,
        "persons_turn": session.persons_turn,
        "history": session.history,
        "future": session.future,
        "start": session.record()["start"] if game.has("format_state") else None,
        "state": game.format_state(state) if game.has("format_state") else None,
        "graph": [row._asdict() | {"worth": _worth_of(session, row)} for row in rows],
        "advice": _said(game, shown) if shown and not session.over else None,
        "board": _board(session, shown, hint),
    }


def _worth_of(session: Session, row: ReviewedPly) -> dict[str, Any] | None:
    """What the move of a ply was worth to who made it, as far as that is known."""
    known = session.advice(session.states[row.ply - 1]) if row.move is not None else None
    made = known.of(row.move) if known and row.move is not None else None
    return worth(made) if made else None


def _board(session: Session, advice: Analysis | None, hint: Collection[str]) -> dict[str, Any]:
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


def past_view(session: Session, ply: int, *, values: bool = False) -> dict[str, Any]:
    """The board as it was at an earlier ply of the session, with nothing to click.

    values  whether to show what the moves there are worth, where that is known
    """
    game, states = session.game, session.states
    before = states[ply - 1] if ply else None
    move = game.parse_move(before, session.history[ply - 1]) if ply else None
    known = session.advice(states[ply]) if values else None
    board = board_view(game, states[ply], before=before, last_move=move, active=False, advice=known)
    return {
        "ply": ply,
        "values": values,
        "advice": _said(game, known) if known else None,
        "board": board,
    }


def _said(game: Game[Any], advice: Analysis) -> dict[str, Any]:
    """What is known of the position, in words too."""
    return {
        "player": advice.player,
        "value": advice.value,
        "exact": advice.exact,
        "remoteness": advice.remoteness,
        "depth": advice.depth,
        "best_moves": advice.best_moves,
        "complete": advice.complete,
        "line": advice.line,
        "source": advice.source,
        "words": found_words(game, advice),
    }
