"""A search as one HTML file that stands by itself: the player of trees with its record inside."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from typing import Final, TypedDict

from zermelo.errors import ParameterError
from zermelo.search.traces.certificatetrace import CertificateTrace
from zermelo.search.traces.grown import GrownTrace
from zermelo.search.traces.trace import Trace
from zermelo.trees.record import TreeRecord, tree_record

EXERCISES: Final = ("values", "windows", "cuts")
MODULES: Final = (  # each after those that it imports
    "treeelements", "treesearch", "treegrown", "treeproof", "treemcts", "treecertificate",
    "treewords", "treeboard", "treelayout", "treeexercises", "treequiz", "treedetail", "treepan",
    "treeitem", "treeview", "treesource", "treeplayer", "tree",
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


class Replay(TypedDict):
    """The content of a page: a search and another one, the exercise, whether code is shown."""

    record: TreeRecord
    against: TreeRecord | None
    exercise: str
    code: bool


def tree_page(
    trace: Trace,
    *,
    against: Trace | None = None,
    exercise: str | None = None,
    code: bool = False,
) -> str:
    """The text of a page that replays `trace`, beside `against` if given; it loads nothing else.

    `exercise` "values" hides the values, "windows" α and β, and "cuts" the cuts, for the reader to
    find them. `code` shows that of the search beside it from the beginning.

    Raises `ParameterError` for another exercise, and for the last two with an algorithm that never
    cuts.
    """
    check_exercise(trace, exercise)
    given: Replay = {
        "record": tree_record(trace),
        "against": None if against is None else tree_record(against),
        "exercise": exercise or "",
        "code": code,
    }
    return PAGE.format(
        policy=POLICY,
        title=escape(_title(trace)),
        style=_static("tree.css"),
        script=_script(),
        given=_in_script(given),
    )


def check_exercise(trace: Trace, exercise: str | None) -> None:
    """Raise `ParameterError` for an exercise that there is not, or not of this search."""
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
    """The modules of the player as one, for a file can import no other."""
    text = "\n".join(_static(f"{name}.js") for name in MODULES)
    return re.sub(r'^import \{[^}]*\} from "[^"]*";\n|^export ', "", text, flags=re.MULTILINE)


def _static(name: str) -> str:
    return files("zermelo.trees").joinpath("static", name).read_text(encoding="utf-8")


def _in_script(given: Replay) -> str:
    """JSON that no text in it can end the script element with."""
    text = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
