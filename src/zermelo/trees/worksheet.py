"""Worksheets on search trees: a tree with blanks to fill in on paper, and the key to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture
from zermelo.draw.figure import shrink_factor
from zermelo.errors import ParameterError
from zermelo.search.limits import Progress
from zermelo.search.traces.trace import EVALUATED, LEAF, Trace
from zermelo.search.traces.tracing import trace
from zermelo.trees.svg import FEW, Item, TreeDrawing

TASKS: Final = {
    "tree": "Draw the position after every move, name the move, then find the values from below.",
    "values": "Find the values that are missing, from below. Thicken the lines to the best moves.",
    "cuts": "Run alpha-beta from the left: write windows and values, and cross out what is cut.",
}
NAME: Final = "Name: ______________________________"
BLANK: Final = "____"
SMALLEST: Final = 1.8  # times smaller than on a screen: values are printed in 7 points then


def worksheet(
    kind: str,
    game: Game,
    state: Any,
    *,
    depth: int | None = None,
    by: By = "outcome",
    progress: Progress | None = None,
) -> tuple[str, str]:
    """The sheet and its key, each as an SVG that fits on a page.

    kind   "tree" (the reader draws the positions), "values" (the reader backs values up from the
           leaves), or "cuts" (the reader runs alpha-beta on the tree of minimax)
    depth  plies of the tree; to the end of the game without it

    Raises `ParameterError` for a tree that cannot be read on a page, and for cuts where there are
    none.
    """
    given: dict[str, Any] = {"depth": depth, "by": by, "limit": FEW, "progress": progress}
    whole = trace(game, state, algorithm="minimax", **given)
    solved = trace(game, state, algorithm="alphabeta", **given) if kind == "cuts" else whole
    if kind == "cuts" and not solved.cutoffs:
        raise ParameterError("alpha-beta cuts nothing here: search deeper, or begin elsewhere")
    sheet, key = _Sheet(whole, kind).svg(), _Key(solved, "light").svg()
    if max(shrink_factor(sheet), shrink_factor(key)) > SMALLEST:
        raise ParameterError(
            "this tree is too wide to be read on a page: search less deep, or begin later"
        )
    return sheet, key


class _Sheet(TreeDrawing):
    """The tree of minimax without the numbers that the reader is to find."""

    def __init__(self, whole: Trace, kind: str) -> None:
        self.kind = kind
        super().__init__(whole, "light")
        self.letters = [""] * len(whole)  # which would give the solution away

    def _title(self) -> str:
        depth = "to the end" if self.trace.depth is None else f"depth {self.trace.depth}"
        return f"{self.trace.game}, {depth}"

    def _lines(self) -> list[str]:
        return [self._legend(), TASKS[self.kind], NAME]

    def _description(self) -> str:
        return TASKS[self.kind]

    def _edge(self, index: int) -> str:
        return "edge"

    def _move(self, item: Item) -> str:
        return BLANK if self.kind == "tree" and item.level else item.text

    def _value(self, node: int) -> str:
        given = (EVALUATED,) if self.kind == "tree" else (EVALUATED, LEAF)
        return self.trace.text(self.trace.value[node]) if self.trace.end[node] in given else BLANK

    def _window(self, node: int) -> str:
        return f"[{BLANK}, {BLANK}]" if self.kind == "cuts" else ""

    def _picture(self, node: int) -> Picture:
        picture = super()._picture(node)
        return replace(picture, pieces={}, complete=()) if self.kind == "tree" and node else picture


class _Key(TreeDrawing):
    """The search itself."""

    def _title(self) -> str:
        return f"Key: {super()._title()}"
