"""A search as one HTML file that stands by itself, or in a notebook: its record and the player."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any, Final, TypedDict

from zermelo.errors import ParameterError
from zermelo.search.traces.trace import Trace
from zermelo.search.traces.views import CertificateTrace, GrownTrace
from zermelo.trees.record import TreeRecord, tree_record
from zermelo.trees.svg import FEW, drawing

EXERCISES: Final = ("values", "windows", "cuts")
MODULES: Final = (  # each after those that it imports
    "treeelements", "treesearch", "treegrown", "treewords", "treecalls", "treeitem", "treelayout",
    "treeexercises", "treedetail", "treeview", "treeplayer", "tree",
)  # fmt: skip

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body class="zt-page">
<main>
<h1>{title}</h1>
<div id="tree"></div>
</main>
<script type="application/json" id="given">{given}</script>
<script type="module">
{script}
const given = JSON.parse(document.querySelector("#given").textContent);
createTree(document.querySelector("#tree"), given.record, given);
</script>
</body>
</html>
"""
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "form-action 'none'"
)
MOST: Final = 100_000  # nodes of all trees in one cell: some three megabytes
WIDEST: Final = 960  # pixels of a tree that is drawn in a cell
HEIGHT: Final = 680  # of the page, in pixels

FRAME: Final = (
    '<iframe sandbox="allow-scripts allow-forms" title="search tree" loading="lazy" '
    'srcdoc="{page}" '
    'style="width:100%;height:{height}px;box-sizing:border-box;border:1px solid #8888;'
    'border-radius:8px"></iframe>'
)
INSTEAD: Final = "write a file: <code>zermelo.notebook.Replay(trace).write('tree.html')</code>"


class Replay(TypedDict):
    """The content of a page: a search, a second one to compare, the exercise, and the code.

    sentence  what differs first, where that is known
    """

    record: TreeRecord
    against: TreeRecord | None
    exercise: str
    code: bool
    sentence: str


def tree_page(
    trace: Trace,
    *,
    against: Trace | None = None,
    exercise: str | None = None,
    code: bool = False,
) -> str:
    """A page that replays `trace`, beside `against` if given; it loads nothing else.

    exercise  "values", "windows" (α and β) or "cuts": hidden, for the reader to find
    code      whether to show the code of the search at first

    Raises `ParameterError` for another exercise, and for windows or cuts of an algorithm that never
    cuts.
    """
    check_exercise(trace, exercise)
    given: Replay = {
        "record": tree_record(trace),
        "against": None if against is None else tree_record(against),
        "exercise": exercise or "",
        "code": code,
        "sentence": "",
    }
    return _page(_title(trace), given)


def search_page(title: str, found: Mapping[str, Any]) -> str:
    """The page of a student's search beside the solution's, see `zermelo.course.searchtree`."""
    record, against, sentence = (found[name] for name in ("record", "against", "sentence"))
    return _page(
        title,
        {
            "record": record,
            "against": against,
            "exercise": "",
            "code": bool(record["sources"]),
            "sentence": sentence,
        },
    )


def _page(title: str, given: Replay) -> str:
    return PAGE.format(
        policy=POLICY,
        title=escape(title),
        style=_static("tree.css"),
        script=_script(),
        given=_in_script(given),
    )


def check_exercise(trace: Trace, exercise: str | None) -> None:
    """Raise `ParameterError` for an unknown exercise, or one that does not fit the search."""
    if exercise not in (None, *EXERCISES):
        raise ParameterError(
            f"exercise should be {', '.join(EXERCISES[:-1])} or {EXERCISES[-1]}, not {exercise!r}"
        )
    if exercise and isinstance(trace, GrownTrace | CertificateTrace):
        raise ParameterError(
            f"there are no exercises on {trace.algorithm}; take minimax or alphabeta"
        )
    if exercise in ("windows", "cuts") and not trace.windowed:
        raise ParameterError(
            f"{trace.algorithm} never cuts; take alphabeta to ask for the {exercise}"
        )


def _title(trace: Trace) -> str:
    game, state = trace.game, trace.states[0]
    begun = game.has("format_state") and state != game.start()
    return f"Search tree: {game}" + (f", {game.format_state(state)}" if begun else "")


def _script() -> str:
    """The modules of the player as one script, because a single file can import nothing."""
    text = "\n".join(_static(f"{name}.js") for name in MODULES)
    return re.sub(r'^import \{[^}]*\} from "[^"]*";\n|^export ', "", text, flags=re.MULTILINE)


def _static(name: str) -> str:
    return files("zermelo.trees").joinpath("static", name).read_text(encoding="utf-8")


def _in_script(given: Replay) -> str:
    """JSON in which no text can end the script element."""
    text = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def tree_cell(trace: Trace) -> str:
    """The tree of `trace` as HTML: a drawing if it is small, else a page to step through."""
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
    """The page of `tree_page` in a frame without access to notebook or network.

    For a search that is too large for a notebook, a line that tells how to write a file.
    """
    nodes = len(trace) + (len(against) if against else 0)
    if nodes > MOST:
        return f"<p>A cell holds {MOST:,} nodes at most, not {nodes:,}; {INSTEAD}</p>"
    page = tree_page(trace, against=against, exercise=exercise)
    return FRAME.format(page=escape(page), height=height)
