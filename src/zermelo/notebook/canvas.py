"""Drawings for notebooks: states with their values, trees to step through, studies as notebooks."""

import json
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.text import Text

from zermelo.board.study import Chapter, GameOf, Study, begin_chapter, steps
from zermelo.contract.analysis import Analysis
from zermelo.contract.game import DRAW, LOSS, WIN, Game
from zermelo.draw.choices import picture_of, worths
from zermelo.draw.svg import svg
from zermelo.naming import analysis_words, move_summary, piece_symbols, value_words
from zermelo.play.position import Position
from zermelo.play.session import Session
from zermelo.process.files import whole_file
from zermelo.reports.results import diagram, plain_table
from zermelo.reports.show import as_text, hypertext
from zermelo.search.traces.trace import Trace
from zermelo.trees.page import HEIGHT, check_exercise, tree_frame, tree_page


class Drawing:
    """A state with its value, drawn as HTML in a notebook and as text elsewhere.

    value  a number for the player to move, where 1 and −1 mean a proven win or loss; or an
           analysis, whose values of moves are drawn on the board
    """

    def __init__(
        self, game: Game, state: Any = None, value: float | Analysis | None = None
    ) -> None:
        self.position = Position(game, state)
        self.value = value

    @property
    def caption(self) -> str:
        """The player to move or the outcome, and the value, in words."""
        game, value, turn = self.position.game, self.value, self.position.turn
        if value is None:
            return turn
        if not isinstance(value, (int, float)):
            words = analysis_words(game, value)
        elif value == DRAW:
            words = "0, a draw or undecided"
        else:
            words = value_words(game, self.position.player, value, exact=value in (WIN, LOSS))
        return f"{turn}; value: {words}" if words else turn

    def __str__(self) -> str:
        return f"{self.position}\n\n{self.caption}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        game, state, value = self.position.game, self.position.state, self.value
        analysis = None if isinstance(value, (int, float)) else value
        parts = [*diagram(game, state, analysis), Text(self.caption)]
        if analysis and (known := worths(game, state, analysis)):
            table = plain_table()
            table.add_column("move")
            table.add_column("value")
            for move in sorted(known, key=lambda move: known[move].sooner, reverse=True):
                table.add_row(Text(game.format_move(state, move)), move_summary(game, known[move]))
            parts.append(table)
        return hypertext(Group(*parts))


def draw(game: Game, state: Any = None, value: float | Analysis | None = None) -> Drawing:
    """A drawing of a state, by default the start, with its value.

    >>> import zermelo
    >>> game = zermelo.game("nim(rows=[1, 2])")
    >>> print(draw(game, value=1))
    0  |
    1  | |
    <BLANKLINE>
    player 1 to move; value: player 1 wins
    """
    return Drawing(game, state, value)


class Canvas:
    """A place in a notebook that shows the latest state of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._handle: Any = None

    def draw(self, state: Any = None, value: float | Analysis | None = None) -> None:
        """Show a state with its value, in place of the previous one."""
        import IPython.display

        show: Any = IPython.display.display  # the library has no types

        drawing = Drawing(self.game, state, value)
        if self._handle is None:
            self._handle = show(drawing, display_id=True)
        else:
            self._handle.update(drawing)


class Replay:
    """A search to step through in a cell, alone, beside a second search, or as an exercise.

    against   a second search of the same position, to compare
    exercise  "values", "windows" or "cuts", which are then hidden for the reader to find
    height    the height of the page in the cell, in pixels

    Raises `ParameterError` as `zermelo.trees.page.check_exercise` does.

    >>> import zermelo
    >>> replay = Replay(zermelo.trace(zermelo.game("nim(rows=[1, 2])")), exercise="values")
    >>> replay._repr_html_()[:43]
    '<iframe sandbox="allow-scripts allow-forms"'
    """

    def __init__(
        self,
        trace: Trace,
        *,
        against: Trace | None = None,
        exercise: str | None = None,
        height: int = HEIGHT,
    ) -> None:
        check_exercise(trace, exercise)
        self.trace, self.height = trace, height
        self._beside: dict[str, Any] = {"against": against, "exercise": exercise}

    def write(self, path: str | Path) -> None:
        """Write the page as a single file, to send or to publish."""
        with whole_file(Path(path)) as draft:
            draft.write(tree_page(self.trace, **self._beside).encode())

    def __str__(self) -> str:
        return as_text(self.trace)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return tree_frame(self.trace, height=self.height, **self._beside)


def notebook_of(study: Study, game_of: GameOf) -> str:
    """A study as a notebook in JSON; each cell makes a board and has its drawing as output."""
    cells = [_cell("markdown", f"# {study['title']}")]
    for chapter in study["chapters"]:
        cells.append(_cell("markdown", f"## {chapter['title']}"))
        session = begin_chapter(chapter, game_of)
        for moves, node in steps(session):
            lines = [f"**After {' '.join(moves)}**" if moves else "", session.tree[node].comment]
            if any(lines):
                cells.append(_cell("markdown", "\n\n".join(filter(None, lines))))
            cells.append(_board(chapter, session, node, " ".join(moves)))
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(notebook, indent=1) + "\n"


def _board(chapter: Chapter, session: Session, node: int, moves: str) -> dict[str, Any]:
    """A cell that makes a board, with its drawing as output."""
    game, here = session.game, session.tree[node]
    given = [repr(chapter["game"]), '("human", "human")']
    if chapter["start"] is not None:
        given.append(f"state={game.format_state(here.state)!r}")
    elif moves:
        given.append(f"moves={moves!r}")
    if chapter["by"] == "score":
        given.append('by="score"')
    code = f"from zermelo.notebook import Board\n\nBoard({', '.join(given)})"
    marks: Any = {"marked": session.last_points(node), "arrows": here.arrows}
    drawn = svg(picture_of(game, here.state), players=piece_symbols(game), **marks)
    data = {"image/svg+xml": drawn}
    output = {"output_type": "display_data", "metadata": {}, "data": data}
    return {**_cell("code", code), "execution_count": None, "outputs": [output]}


def _cell(kind: str, text: str) -> dict[str, Any]:
    return {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)}
