"""A study as a Jupyter notebook: texts, drawings, and code for a board to play on at each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from zermelo.board.study import Chapter, GameOf, Study, begin_chapter, steps
from zermelo.draw.choices import picture_of
from zermelo.draw.svg import svg
from zermelo.naming import piece_symbols
from zermelo.play.session import Session


def notebook_of(study: Study, game_of: GameOf) -> str:
    """The notebook as JSON. Each drawing is the output of the cell that makes its board."""
    cells = [_text(f"# {study['title']}")]
    for chapter in study["chapters"]:
        cells += _chapter(chapter, begin_chapter(chapter, game_of))
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(notebook, indent=1) + "\n"


def _chapter(chapter: Chapter, session: Session) -> Iterator[dict[str, Any]]:
    yield _text(f"## {chapter['title']}")
    for moves, node in steps(session):
        lines = [f"**After {' '.join(moves)}**" if moves else "", session.tree[node].comment]
        if any(lines):
            yield _text("\n\n".join(filter(None, lines)))
        yield _board(chapter, session, node, " ".join(moves))


def _board(chapter: Chapter, session: Session, node: int, moves: str) -> dict[str, Any]:
    """A cell that makes a board, with its drawing as output."""
    given = [repr(chapter["game"]), '("human", "human")']
    if chapter["start"] is not None:
        given.append(f"state={session.game.format_state(session.tree[node].state)!r}")
    elif moves:
        given.append(f"moves={moves!r}")
    if chapter["by"] == "score":
        given.append('by="score"')
    code = f"from zermelo.notebook import Board\n\nBoard({', '.join(given)})"
    data = {"image/svg+xml": _draw_node(session, node)}
    output = {"output_type": "display_data", "metadata": {}, "data": data}
    return {**_cell("code", code), "execution_count": None, "outputs": [output]}


def _draw_node(session: Session, node: int) -> str:
    game, here = session.game, session.tree[node]
    given: Any = {"marked": session.last_points(node), "arrows": here.arrows}
    return svg(picture_of(game, here.state), players=piece_symbols(game), **given)


def _text(text: str) -> dict[str, Any]:
    return _cell("markdown", text)


def _cell(kind: str, text: str) -> dict[str, Any]:
    return {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)}
