"""Recorded searches as self-contained HTML files or in notebooks, and worksheets on trees."""

import contextlib
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import escape
from importlib.resources import files
from itertools import islice
from typing import Any, Final

from zermelo.contract.analysis import By
from zermelo.contract.arguments import SEED
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture
from zermelo.contract.states import random_game
from zermelo.draw.modules import join_modules
from zermelo.draw.svg import shrink_factor
from zermelo.errors import ParameterError, unknown
from zermelo.search.clock import Progress
from zermelo.search.traces.trace import EVALUATED, LEAF, Trace
from zermelo.search.traces.tracing import trace
from zermelo.trees.numbers import NumberTree, redraw_numbers
from zermelo.trees.record import EXERCISES, exercises, tree_record
from zermelo.trees.svg import FEW, Item, TreeDrawing, legend_line, subject, words_of

TASKS: Final = {
    "tree": "Draw the position after every move, name the move, find the values bottom-up.",
    "values": "Find the missing values, from the bottom up. Thicken the lines to the best moves.",
    "cuts": "Run alpha-beta from the left: write windows and values, and cross out what is cut.",
}
NAME: Final = "Name: ______________________________"
BLANK: Final = "____"
ATTEMPTS: Final = 2_000  # the most positions or trees to try for a variant
FEWEST: Final = 7  # the fewest nodes of a variant
SMALLEST: Final = 1.8  # the largest shrink factor of a printed sheet; values are then 7 points high


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
    depth  plies of the tree; by default to the end of the game
    seed   gives a different sheet: a tree of numbers gets new numbers, a game starts with random
           moves until the tree fits; sheet and key show the seed

    Raises `ParameterError` for a tree too large to read on a page, for "cuts" if alpha-beta cuts
    nothing, and for "tree" with a tree of numbers.
    """
    if kind == "tree" and isinstance(game, NumberTree):
        raise ParameterError("a tree of numbers has no positions to draw; choose values or cuts")
    state = game.start() if state is None else state
    given: dict[str, Any] = {"depth": depth, "by": by, "progress": progress}
    if seed is None:
        return _sheet_and_key(kind, game, state, "", **given)
    SEED.check("seed", seed)
    name = f" {seed}"
    for other, at in islice(_variants(game, state, random.Random(seed)), ATTEMPTS):
        with contextlib.suppress(ParameterError):
            return _sheet_and_key(kind, other, at, name, **given)
    raise ParameterError(f"found no variant for a sheet of {kind}; try another seed")


def _variants(game: Game, state: Any, chance: random.Random) -> Iterator[tuple[Game, Any]]:
    """Yield trees with other numbers, or the positions of random games after `state`."""
    while True:
        if isinstance(game, NumberTree):
            yield redraw_numbers(game, chance), state
        else:
            yield from ((game, at) for at, _ in islice(random_game(game, chance, state), 1, None))


def _sheet_and_key(kind: str, game: Game, state: Any, name: str, **given: Any) -> tuple[str, str]:
    whole = trace(game, state, algorithm="minimax", limit=FEW, **given)
    solved = whole
    if kind == "cuts":
        solved = trace(game, state, algorithm="alphabeta", limit=FEW, **given)
        if not solved.cutoffs:
            raise ParameterError("alpha-beta cuts nothing here; search deeper, or start elsewhere")
    if name and len(whole) < FEWEST:
        raise ParameterError("a variant with so few nodes has nothing to find")
    sheet = _Sheet(whole, kind, f"Sheet{name}: " if name else "").svg()
    key = TreeDrawing(solved, "light", f"Key{name}: ").svg()
    if max(shrink_factor(sheet), shrink_factor(key)) > SMALLEST:
        raise ParameterError(
            "this tree is too wide to be read on a page: search less deeply, or start later"
        )
    return sheet, key


class _Sheet(TreeDrawing):
    """The tree of minimax without the numbers that the reader is to find."""

    def __init__(self, whole: Trace, kind: str, name: str) -> None:
        super().__init__(whole, "light")
        self.kind, self.description = kind, TASKS[kind]
        self.title = f"{name}{subject(whole)}, {words_of(whole).goal}"
        self.lines = [legend_line(whole), TASKS[kind], NAME]
        self.letters = [""] * len(whole)  # letters would reveal equal positions
        for item in self.items[1:] if kind == "tree" else ():
            item.text = BLANK

    def _edge(self, item: Item) -> str:
        return "edge"

    def _value(self, node: int) -> str:
        given = (EVALUATED,) if self.kind == "tree" else (EVALUATED, LEAF)
        return self.trace.text(self.trace.value[node]) if self.trace.end[node] in given else BLANK

    def _window(self, node: int) -> str:
        return f"[{BLANK}, {BLANK}]" if self.kind == "cuts" else ""

    def _picture(self, node: int) -> Picture:
        picture = super()._picture(node)
        return replace(picture, pieces={}, complete=()) if self.kind == "tree" and node else picture


POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "form-action 'none'"
)
MOST: Final = 100_000  # the most nodes of all trees in one cell, about three megabytes
WIDEST: Final = 960  # width in pixels of a tree drawn in a cell
HEIGHT: Final = 680  # height in pixels of a page in a notebook

FRAME: Final = (
    '<iframe sandbox="allow-scripts allow-forms" title="search tree" loading="lazy" '
    'srcdoc="{page}" '
    'style="width:100%;height:{height}px;box-sizing:border-box;border:1px solid #8888;'
    'border-radius:8px"></iframe>'
)
INSTEAD: Final = "write a file: <code>zermelo.notebook.Replay(trace).write('tree.html')</code>"


def tree_page(
    trace: Trace, *, against: Trace | None = None, exercise: str | None = None, code: bool = False
) -> str:
    """A self-contained page that replays `trace`, with `against` beside it if given. An `exercise`
    hides "values", "windows" (α and β) or "cuts" for the reader to find; `code` shows the search's
    code at first. Raises `ParameterError` for an exercise that is unknown or does not fit the
    search.
    """
    check_exercise(trace, exercise)
    other = None if against is None else tree_record(against)
    given = {"record": tree_record(trace), "against": other, "exercise": exercise or ""}
    game, state = trace.game, trace.states[0]
    begun = game.has("format_state") and state != game.start()
    title = f"Search tree: {game}" + (f", {game.format_state(state)}" if begun else "")
    return _page(title, {**given, "code": code})


def search_page(
    title: str, found: Mapping[str, Any], german: Mapping[str, str] | None = None
) -> str:
    """The page of a student's search beside the solution's; `german` translates it."""
    return _page(title, {**found, "code": bool(found["record"]["sources"]), "german": german})


def _page(title: str, given: Mapping[str, Any]) -> str:
    """A page with records and options, which static/tree.js replays."""
    text = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
    return _static("page.html").format(
        policy=POLICY,
        title=escape(title),
        language="de" if given.get("german") else "en",
        style=_static("tree.css"),
        script=join_modules("tree", lambda name: _static(f"{name}.js")).text,
        given=text.replace("<", "\\u003c"),  # no text may end the script element
    )


def check_exercise(trace: Trace, exercise: str | None) -> None:
    """Raise `ParameterError` for an unknown exercise, or one that does not fit the search."""
    if exercise not in (None, *EXERCISES):
        raise ParameterError(unknown("exercise", str(exercise), EXERCISES))
    offered = exercises(trace)
    if exercise and not offered:
        raise ParameterError(
            f"there are no exercises on {trace.algorithm}; use minimax or alphabeta"
        )
    if exercise and exercise not in offered:
        raise ParameterError(f"{trace.algorithm} never cuts; use alphabeta for {exercise}")


def _static(name: str) -> str:
    """A static file for pages of trees, which also use two scripts of `zermelo.board`."""
    room = "board" if name in ("elements.js", "renew.js") else "trees"
    return files(f"zermelo.{room}").joinpath("static", name).read_text(encoding="utf-8")


def tree_cell(trace: Trace) -> str:
    """The tree of `trace` as HTML: a drawing if it is small, else a page to step through."""
    if len(trace) <= FEW and (drawn := TreeDrawing(trace, "auto")).width <= WIDEST:
        return f'<div style="overflow-x:auto">{drawn.svg()}</div>'
    return tree_frame(trace)


def tree_frame(
    trace: Trace, *, against: Trace | None = None, exercise: str | None = None, height: int = HEIGHT
) -> str:
    """`tree_page` in a frame without access to the notebook; a hint instead if it is too large."""
    nodes = len(trace) + (len(against) if against else 0)
    if nodes > MOST:
        return f"<p>A cell holds {MOST:,} nodes at most, not {nodes:,}; {INSTEAD}</p>"
    page = tree_page(trace, against=against, exercise=exercise)
    return FRAME.format(page=escape(page), height=height)
