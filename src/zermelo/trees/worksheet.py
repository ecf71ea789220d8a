"""Worksheets on search trees: a tree with blanks to fill in on paper, and the key to it."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture
from zermelo.contract.ranges import SEED
from zermelo.contract.sampled import random_game
from zermelo.draw.figure import shrink_factor
from zermelo.errors import ParameterError
from zermelo.search.limits import Progress
from zermelo.search.traces.trace import EVALUATED, LEAF, Trace
from zermelo.search.traces.tracing import trace
from zermelo.trees.numbers import NumberTree, redraw_numbers
from zermelo.trees.svg import FEW, Item, TreeDrawing, subject

TASKS: Final = {
    "tree": "Draw the position after every move, name the move, then find the values from below.",
    "values": "Find the values that are missing, from below. Thicken the lines to the best moves.",
    "cuts": "Run alpha-beta from the left: write windows and values, and cross out what is cut.",
}
NAME: Final = "Name: ______________________________"
BLANK: Final = "____"
ATTEMPTS: Final = 2_000  # positions or trees that may become a variant
FEWEST: Final = 7  # nodes of a variant
SMALLEST: Final = 1.8  # times smaller than on a screen: values are printed in 7 points then


def worksheet(
    kind: str,
    game: Game,
    state: Any = None,
    *,
    depth: int | None = None,
    by: By = "outcome",
    seed: int | None = None,
    progress: Progress | None = None,
) -> tuple[str, str]:
    """The sheet and its key, each as an SVG that fits on a page.

    kind   "tree" (the reader draws the positions), "values" (the reader backs values up from the
           leaves), or "cuts" (the reader runs alpha-beta on the tree of minimax)
    depth  plies of the tree; to the end of the game without it
    seed   another sheet for each: a tree of numbers gets others, a game is begun with random moves
           until the tree fits; sheet and key show the number

    Raises `ParameterError` for a tree that cannot be read on a page, for cuts where there are none,
    and for positions of a tree of numbers.
    """
    if kind == "tree" and isinstance(game, NumberTree):
        raise ParameterError("a tree of numbers has no positions to draw: ask for values or cuts")
    state = game.start() if state is None else state
    given: dict[str, Any] = {"depth": depth, "by": by, "progress": progress}
    if seed is None:
        return _sheet_and_key(kind, game, state, "", **given)
    SEED.check("seed", seed)
    name = f" {seed}"
    for other, at in islice(_variants(game, state, random.Random(seed)), ATTEMPTS):
        with contextlib.suppress(ParameterError):
            return _sheet_and_key(kind, other, at, name, **given)
    raise ParameterError(f"no variant of this makes a sheet with {kind} to find")


def _variants(game: Game, state: Any, chance: random.Random) -> Iterator[tuple[Game, Any]]:
    """Trees of other numbers; or the positions of random games, each game from its second one."""
    if isinstance(game, NumberTree):
        while True:
            yield redraw_numbers(game, chance), state
    while True:
        for at, _ in islice(random_game(game, chance, state), 1, None):
            yield game, at


def _sheet_and_key(kind: str, game: Game, state: Any, name: str, **given: Any) -> tuple[str, str]:
    whole = trace(game, state, algorithm="minimax", limit=FEW, **given)
    solved = whole
    if kind == "cuts":
        solved = trace(game, state, algorithm="alphabeta", limit=FEW, **given)
        if not solved.cutoffs:
            raise ParameterError("alpha-beta cuts nothing here: search deeper, or begin elsewhere")
    if name and len(whole) < FEWEST:
        raise ParameterError("a variant with so few nodes asks for nothing")
    sheet, key = _Sheet(whole, kind, name).svg(), _Key(solved, name).svg()
    if max(shrink_factor(sheet), shrink_factor(key)) > SMALLEST:
        raise ParameterError(
            "this tree is too wide to be read on a page: search less deep, or begin later"
        )
    return sheet, key


class _Sheet(TreeDrawing):
    """The tree of minimax without the numbers that the reader is to find."""

    def __init__(self, whole: Trace, kind: str, name: str) -> None:
        self.kind, self.name = kind, name
        super().__init__(whole, "light")
        self.letters = [""] * len(whole)  # which would give the solution away

    def _title(self) -> str:
        depth = "to the end" if self.trace.depth is None else f"depth {self.trace.depth}"
        sheet = f"Sheet{self.name}: " if self.name else ""
        return f"{sheet}{subject(self.trace)}, {depth}"

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

    def __init__(self, solved: Trace, name: str) -> None:
        self.name = name
        super().__init__(solved, "light")

    def _title(self) -> str:
        return f"Key{self.name}: {super()._title()}"
