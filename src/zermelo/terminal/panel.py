"""The panel beside the board: the player to move, the value, the search, the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.draw.palette import Palette
from zermelo.naming import analysis_words, kind, move_summary, player_name, terms_words
from zermelo.play.review import LINE, ReviewedPly, review_plies
from zermelo.play.session import Session

if TYPE_CHECKING:
    from zermelo.search.clock import Snapshot


def status(
    session: Session,
    palette: Palette,
    thinking: Snapshot | None,
    *,
    busy: bool,
    past: int | None,
    values: bool,
) -> Group:
    """The player to move or the outcome; with `values` also the value, and how the search proceeds.

    past  the node of an earlier position, if one is shown
    """
    if past is not None:
        return Group(*_looked_at(session, past, palette, values=values))
    parts: list[RenderableType] = [_turn(session, palette)]
    if session.over or values:
        parts.append(Text(_worth(session, busy=busy), palette.quiet))
    if values:
        parts += _terms(session, session.state, palette)
    if session.warning:
        parts.append(Text(session.warning, f"bold {palette.loss}"))
    if busy and values:
        parts.append(Text(_progress(thinking), palette.quiet))
    return Group(*parts)


def _looked_at(
    session: Session, node: int, palette: Palette, *, values: bool
) -> list[RenderableType]:
    """An earlier position: its move, and with `values` its value, best line, and mistake."""
    here, analysis = session.tree[node], session.advice(session.tree[node].state)
    place = f"after {here.ply}. {here.text}" if here.ply else "at the start"
    parts = [Text(f"Looking back: {place}", "bold")]
    if not values:
        return [*parts]
    if analysis is not None:
        parts.append(Text(f"value: {analysis_words(session.game, analysis)}", palette.quiet))
        parts += _terms(session, here.state, palette)
        parts.append(Text(" ".join(analysis.line[:LINE]), palette.quiet))
    (row,) = review_plies(session, [node])
    return [*parts, *([Text(row.shown, palette.loss)] if row.shown else [])]


def line_of(session: Session, node: int) -> int:
    """The line of a move in the history."""
    return session.tree[node].ply - 1


def history(session: Session, palette: Palette, shown: int, *, values: bool) -> Text:
    """The moves of the current line, one a row, with `values` if requested.

    Undone moves are quiet, the one `shown` is marked."""
    text, made = Text(), session.ply
    for row in review_plies(session, session.tree.line(session.node))[1:]:
        line = _move(session, row, palette, values=values)
        if row.ply > made:
            line.stylize("dim")
        if row.node == shown != session.node:
            line.stylize("reverse")
        text.append_text(line)
    return text


def _turn(session: Session, palette: Palette) -> Text:
    if session.over:
        return Text(f"Game over: {session.outcome}.", "bold")
    colour = (palette.first, palette.second)[session.player]
    name = session.players[session.player].name
    mover = Text(player_name(session.game, session.player), f"bold {colour}")
    return mover.append(" to move" if session.persons_turn else f" thinks ({name})", "default")


def _worth(session: Session, *, busy: bool) -> str:
    if session.over:
        return f"{session.ply} {'move' if session.ply == 1 else 'moves'}"
    analysis = session.advice()
    if analysis is None:
        return "value: …" if busy and session.persons_turn else ""
    worth = analysis_words(session.game, analysis)
    return f"value: {worth}"


def _terms(session: Session, state: Any, palette: Palette) -> list[Text]:
    analysis = session.advice(state)
    words = terms_words(session.game.terms(state)) if analysis and not analysis.exact else ""
    return [Text(words, palette.quiet)] if words else []


def _progress(thinking: Snapshot | None) -> str:
    if thinking is None:
        return ""
    speed = thinking.nodes / max(thinking.seconds, 1e-3) / 1e6
    words = f"depth {thinking.depth} · {thinking.nodes:,} nodes · {speed:.1f} M/s"
    return f"{words}\n{' '.join(thinking.line[:5])}"


def _move(session: Session, row: ReviewedPly, palette: Palette, *, values: bool) -> Text:
    """A move with its number, value, and a better move after a mistake."""
    assert row.player is not None and row.move is not None  # only the start has none
    line = Text(f"{row.ply:>3} ", palette.quiet)
    line.append(f"{row.move:<7} ", f"bold {(palette.first, palette.second)[row.player]}")
    parent = session.tree[row.node].parent
    known = session.advice(session.tree[parent].state) if values and parent is not None else None
    made = known.of(row.move) if known else None
    if made is not None:
        line.append(f"{move_summary(session.game, made):<11}", getattr(palette, kind(made.value)))
    if values and row.fault:
        mark = "??" if row.fault == "mistake" else "?"
        line.append(f" {mark} {row.better[0]}", f"bold {palette.loss}")
    return line.append("\n")
