"""Boards, trees and exercises in the page: the directives `board`, `limits`, `exercise`,
`series` and `tree`; and `predict`, a question before one of them.

    ```{board} isolation(width=3, height=2)
    :players: human~human
    ```

shows a page of `zermelo publish` in a frame. All games in these directives are published with the
documentation, in its folder `live`.

    ```{tree} tictactoe
    :state: XOX/.O./.X.
    ```

shows the page that `zermelo tree … --out` writes. Neither needs a server. For code hosts, which
show Markdown without directives, a page has the directive in a comment, followed by a drawing.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import zermelo
from frames import OPTIONS, frame, language_of, predict, search_traces, tree_caption
from zermelo.errors import UsageError
from zermelo.play.position import position
from zermelo.publish.site import publish
from zermelo.trees.page import tree_page
from zermelo.web import python
from zermelo.web.catalogue import OWN

LOG = logging.getLogger(__name__)
FOLDER = "live"
STAMP = "made-of"  # the file in `FOLDER` with the digest of its sources
PYODIDE = Path(__file__).parents[2] / "build" / "pyodide"
COVERED = re.compile(r"<!-- (```\{.*?\n```) -->\n!\[[^\n]*", re.DOTALL)


class Live(SphinxDirective):
    """Adds a frame with a page, a caption, and a link to the page alone; see `frames`."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the frame; register its game, if any, for publishing."""
        given, options = self.arguments[0], self.options
        language = language_of(self.env.docname)
        made = frame(self.name, given, options, list(self.content), language)
        if "g" in made.link:
            games_of_page(self.env, self.env.docname).append(given)
        up = "../" * self.env.docname.count("/")
        source = f"{FOLDER}/{made.page}.html#{made.fragment}"
        if self.name == "tree":
            source, caption = self._tree(given, options)
            made = made._replace(caption=made.caption or caption)
        return [nodes.raw("", made.figure(up + source), format="html")]

    def _tree(self, given: str, options: dict[str, str]) -> tuple[str, str]:
        """Write the page of a search; return its path in the documentation, and a caption."""
        game = zermelo.game(_from_root(given, Path(self.env.srcdir)))
        state = position(game, state=options.get("state"), moves=options.get("moves"))
        trace, *against = search_traces(game, state, options)
        page = tree_page(
            trace,
            against=against[0] if against else None,
            exercise=options.get("exercise"),
            code="code" in options,
        )
        name = hashlib.sha256(page.encode()).hexdigest()[:12]
        path = Path(self.env.app.outdir) / "trees" / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")
        return f"trees/{name}.html", tree_caption(given, options, trace)


class PredictDirective(SphinxDirective):
    """Adds a question before a demonstration; each line is a choice, `why` explains the answer."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"why": directives.unchanged}  # noqa: RUF012 - docutils' own
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the question; a script hides the element after it until it is answered."""
        html = predict(self.arguments[0], self.options["why"], list(self.content))
        return [nodes.raw("", html, format="html")]


# Publishing --------------------------------------------------------------------------------------


def games_of_page(env: Any, page: str) -> list[str]:
    """The games that a page shows, as a list to which directives add theirs."""
    if not hasattr(env, "zermelo_games"):
        env.zermelo_games = {}
    games: list[str] = env.zermelo_games.setdefault(page, [])
    return games


def uncover(app: Sphinx, page: str, source: list[str]) -> None:
    """Replace each directive in a comment, and the drawing after it, by the directive."""
    source[0] = COVERED.sub(r"\1", source[0])


def forget(app: Sphinx, env: Any, page: str) -> None:
    """Forget the games of a page, which Sphinx will read again."""
    getattr(env, "zermelo_games", {}).pop(page, None)


def merge(app: Sphinx, env: Any, pages: list[str], other: Any) -> None:
    """Add the games of `pages`, which another process of Sphinx has read."""
    for page, games in getattr(other, "zermelo_games", {}).items():
        games_of_page(env, page).extend(games)


def publish_games(app: Sphinx, error: Exception | None) -> None:
    """Publish the games of all pages, unless the folder was made from the same sources."""
    if error or app.builder.name != "html":
        return
    pages = getattr(app.env, "zermelo_games", {})
    games = list(dict.fromkeys(game for page in sorted(pages) for game in pages[page]))
    out = Path(app.outdir) / FOLDER
    digest = _digest(games, Path(app.srcdir))
    stamp = out / STAMP
    if not games or (stamp.exists() and stamp.read_text() == digest):
        return
    try:
        place: Path | None = python.pyodide_folder(str(PYODIDE) if PYODIDE.exists() else None)
    except UsageError as missing:
        place = None
        LOG.info("boards load Pyodide from its public address: %s", missing)
    inside = [_from_root(game, Path(app.srcdir)) for game in games]
    publish(inside, out, offline=place is not None, pyodide_from=str(place) if place else None)
    stamp.write_text(digest)


def _from_root(game: str, root: Path) -> str:
    """The spec `game`; if it names a file, relative to `root`, with the file's absolute path."""
    return str(root / game) if OWN.search(game) else game


def _digest(games: list[str], root: Path) -> str:
    """A digest of the games' specs and files, and of the whole package."""
    digest = hashlib.sha256(shlex.join(games).encode())
    package = Path(zermelo.__file__).parent
    files = [path for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    owned = filter(None, map(OWN.search, games))
    files += [root / f"{own.string[: own.end(1)]}.py" for own in owned]
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives and their events with Sphinx."""
    for name, options in OPTIONS.items():
        known = dict.fromkeys(options, directives.unchanged)
        app.add_directive(name, type(name, (Live,), {"option_spec": known}))
    app.add_directive("predict", PredictDirective)
    app.connect("source-read", uncover)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("build-finished", publish_games)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
