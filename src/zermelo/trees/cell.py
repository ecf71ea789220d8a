"""A search tree in a notebook's cell: a drawing when it is small, else the page that replays it."""

from __future__ import annotations

from html import escape
from typing import Final

from zermelo.search.traces.trace import Trace
from zermelo.trees.page import tree_page
from zermelo.trees.svg import FEW, drawing

MOST: Final = 100_000  # nodes of all trees in one cell, whose page then has some three megabytes
WIDEST: Final = 960  # pixels of a tree that is drawn in a cell as it is
HEIGHT: Final = 680  # of the page, in pixels

FRAME: Final = (
    '<iframe sandbox="allow-scripts allow-forms" title="search tree" loading="lazy" '
    'srcdoc="{page}" '
    'style="width:100%;height:{height}px;box-sizing:border-box;border:1px solid #8888;'
    'border-radius:8px"></iframe>'
)
INSTEAD: Final = "write a file: <code>zermelo.notebook.Replay(trace).write('tree.html')</code>"


def tree_cell(trace: Trace) -> str:
    """The tree of `trace` as HTML: a small one drawn, of a larger one the page to step through."""
    if len(trace) <= FEW and (drawn := drawing(trace, "auto")).width <= WIDEST:
        return f'<div style="overflow-x:auto">{drawn.svg()}</div>'
    return tree_frame(trace)


def tree_frame(
    trace: Trace,
    *,
    against: Trace | None = None,
    exercise: str | None = None,
    height: int = HEIGHT,
) -> str:
    """The page of `tree_page` in a frame, which can reach neither the notebook nor the network.

    A search that would make the notebook too big gets a line that says where to put it instead.
    """
    nodes = len(trace) + (len(against) if against else 0)
    if nodes > MOST:
        return f"<p>A cell holds {MOST:,} nodes at most, not {nodes:,}; {INSTEAD}</p>"
    page = tree_page(trace, against=against, exercise=exercise)
    return FRAME.format(page=escape(page), height=height)
