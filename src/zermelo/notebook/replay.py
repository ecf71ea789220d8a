"""Search trees in a notebook, with what the page for them can do beside replaying."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.process.files import whole_file
from zermelo.reports.shown import as_text
from zermelo.trees.cell import HEIGHT, tree_frame
from zermelo.trees.page import check_exercise, tree_page

if TYPE_CHECKING:
    from zermelo.search.traces.trace import Trace


class Replay:
    """A search to be stepped through in a cell, side by side with another, or as an exercise.

    against   a second search of the same position, set beside it
    exercise  "values", "windows" or "cuts": what is hidden, for the reader to find
    height    of the page in the cell, in pixels

    Raises `ParameterError` for another exercise, and for cuts of an algorithm that never cuts.

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
        self.trace, self.against, self.exercise = trace, against, exercise
        self.height = height

    def write(self, path: str | Path) -> None:
        """Write the page as a file, which needs nothing else: to be sent, or put on a web site."""
        with whole_file(Path(path)) as draft:
            page = tree_page(self.trace, against=self.against, exercise=self.exercise)
            draft.write(page.encode())

    def __str__(self) -> str:
        return as_text(self.trace)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return tree_frame(
            self.trace, against=self.against, exercise=self.exercise, height=self.height
        )
