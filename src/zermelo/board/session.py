"""A session as a page shows it: JSON, made in one place for the web page and the notebook."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from zermelo.board.view import board_view, worth
from zermelo.contract.game import ONGOING
from zermelo.naming import found_words, outcome_words, player_name, terms_words, winner
from zermelo.play.endings import may_draw
from zermelo.play.movetext import movetext, places
from zermelo.play.review import known_at, reviewed

MOST_LINES: Final = 5

if TYPE_CHECKING:
    from collections.abc import Collection

    from zermelo.contract.analysis import Analysis
    from zermelo.play.review import ReviewedPly
    from zermelo.play.session import Session


def session_view(
    session: Session,
    *,
    values: bool = False,
    hint: Collection[str] = (),
) -> dict[str, Any]:
    """Everything that a surface shows of a session.

    values  whether to show what the moves are worth, where that is known
    hint    the moves to point out on the board
    """
    game, state = session.game, session.state
    shown = known_at(session, session.node) if values else None
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
        "node": session.node,
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
        "tree": _tree(session),
        "movetext": movetext(session.tree),
        "at": None if session.node == session.tree.main()[-1] else _place(session),
        "end": session.tree.line(session.node)[-1],
        "advice": _said(session, state, shown) if shown and not session.over else None,
        "board": _board(session, shown, hint),
    }


def _place(session: Session) -> int:
    """How many moves are written in the text up to where the game stands."""
    return places(session.tree)[session.node]


def _tree(session: Session) -> list[dict[str, Any]]:
    """All positions with their variations, the main line's first, reviewed as far as it is known,
    each with what its move was worth to who made it."""
    tree, found = session.tree, []
    for row in reviewed(session, list(tree)):
        here = tree[row.node]
        known = known_at(session, row.node)
        found.append(
            row._asdict()
            | {"parent": here.parent, "comment": here.comment, "worth": _worth_of(session, row)}
            | {"remoteness": known.remoteness if known else None}
        )
    return found


def _worth_of(session: Session, row: ReviewedPly) -> dict[str, Any] | None:
    """What the move of a ply was worth to who made it, as far as that is known."""
    parent = session.tree[row.node].parent
    known = None if parent is None else session.advice(session.tree[parent].state)
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


def past_view(session: Session, node: int, *, values: bool = False) -> dict[str, Any]:
    """The board at any position of the session's tree; moves made there begin a variation.

    values  whether to show what the moves there are worth, where that is known
    """
    game, here = session.game, session.tree[node]
    before = None if here.parent is None else session.tree[here.parent].state
    known = known_at(session, node) if values else None
    board = board_view(game, here.state, before=before, last_move=here.move, advice=known)
    return {
        "node": node,
        "ply": here.ply,
        "outcome": outcome_words(game, here.state),
        "over": game.outcome(here.state) != ONGOING,
        "winner": winner(game, here.state),
        "player": game.player(here.state),
        "values": values,
        "advice": _said(session, here.state, known) if known else None,
        "board": board,
    }


def _said(session: Session, state: Any, advice: Analysis) -> dict[str, Any]:
    """What is known of a position, in words too."""
    game = session.game
    return {
        "player": advice.player,
        "value": advice.value,
        "exact": advice.exact,
        "remoteness": advice.remoteness,
        "depth": advice.depth,
        "best_moves": advice.best_moves,
        "complete": advice.complete,
        "line": advice.line,
        "lines": _lines(session, state, advice),
        "source": advice.source,
        "words": found_words(game, advice),
        "terms": "" if advice.exact else terms_words(game.terms(state)),
    }


def _lines(session: Session, state: Any, advice: Analysis) -> list[dict[str, Any]]:
    """The best moves, each with its worth and how play goes on as far as that is known."""
    game, found = session.game, []
    first = advice.line[:1]
    ranked = sorted(advice.moves, key=lambda entry: (entry.sooner, (entry.move,) == first))
    for entry in ranked[: -MOST_LINES - 1 : -1]:
        after = session.advice(game.play(state, game.parse_move(state, entry.move)))
        known = (entry.move, *(after.line if after else ()))
        line = advice.line if (entry.move,) == first else known
        found.append({"move": entry.move, "worth": worth(entry), "line": line})
    return found
