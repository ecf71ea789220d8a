"""Boards and trees that live in the page: the directives `board`, `limits`,
`exercise`, `series` and `tree`.

    ```{board} isolation(width=3, height=2)
    :players: human~human
    ```

is the page of `zermelo publish` in a frame, and all games that pages name are published with the
documentation, in its folder `live`;

    ```{tree} tictactoe
    :state: XOX/.O./.X.
    ```

is what `zermelo tree … --out` writes. Both work from the files alone. On a page that code hosts
show as well, the directive stands in a comment, and after it the drawing that is seen there.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import zermelo
from zermelo.course.exercise import exercise_called
from zermelo.errors import UsageError
from zermelo.play.position import position
from zermelo.publish import pyodide
from zermelo.publish.site import publish
from zermelo.trees.page import tree_page
from zermelo.web.catalogue import OWN, title_of

LOG = logging.getLogger(__name__)
FOLDER = "live"
STAMP = "made-of"  # a file of the folder: what it was made of
PYODIDE = Path(__file__).parents[2] / "build" / "pyodide"
COVERED = re.compile(r"<!-- (```\{.*?\n```) -->\n!\[[^\n]*", re.DOTALL)


def options(*names: str) -> Any:
    """Options of a directive, each a text."""
    return dict.fromkeys(names, directives.unchanged)


class Frame(SphinxDirective):
    """A frame with a page, a caption under it, and how to see it alone."""

    required_arguments = 1
    final_argument_whitespace = True

    def frame(self, address: str, title: str, kind: str, caption: str) -> list[nodes.Node]:
        """The frame; `address` counts from the site's first page."""
        up = "../" * self.env.docname.count("/")
        caption = (
            f'<figcaption>{caption} <a href="{up}{address}">On a page of its own</a></figcaption>'
        )
        html = (
            f'<figure class="live {kind}"><iframe loading="lazy" title="{title}" '
            f'src="{up}{address}"></iframe>{caption}</figure>'
        )
        return [nodes.raw("", html, format="html")]


class BoardDirective(Frame):
    """A game to be played in the page, from its start or from a position."""

    option_spec = options("players", "moves", "state", "caption")

    def run(self) -> list[nodes.Node]:
        """The frame of the published page."""
        given = self.arguments[0]
        published_by(self.env, self.env.docname).append(given)
        spec = shown(given)
        link = {"g": spec, "p": self.options.get("players", "human~level:5")}
        link |= {"s": self.options["state"]} if "state" in self.options else {}
        link |= {"m": self.options["moves"]} if "moves" in self.options else {}
        title = title_of(spec)
        caption = self.options.get("caption", f"{title}: click to play.")
        address = f"{FOLDER}/play.html#{urlencode(link, quote_via=quote)}".replace("%20", "+")
        return self.frame(address, f"{title}, to be played", "board", caption)


class LimitsDirective(Frame):
    """The page that shows what a search limit does, with its slider."""

    option_spec = options("caption")

    def run(self) -> list[nodes.Node]:
        """The frame of the published page."""
        given = self.arguments[0]
        published_by(self.env, self.env.docname).append(given)
        spec = shown(given)
        caption = self.options.get("caption", f"{title_of(spec)}: move the slider.")
        address = f"{FOLDER}/limits.html#{urlencode({'g': spec}, quote_via=quote)}"
        return self.frame(address, f"{title_of(spec)}: what a limit does", "board", caption)


class ExerciseDirective(Frame):
    """An exercise in code, written and graded in the page."""

    option_spec = options("caption")

    def run(self) -> list[nodes.Node]:
        """The frame of the published page."""
        name = self.arguments[0]
        task = exercise_called(name)
        caption = self.options.get(
            "caption", f"{task.title}. In a terminal: <code>zermelo exercise {name}</code>."
        )
        return self.frame(f"{FOLDER}/course.html#e={name}", task.title, "code", caption)


class SeriesDirective(Frame):
    """A series of trees to solve, each written as in its page: brackets, and numbers for leaves."""

    option_spec = options("caption")
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The frame of the published page."""
        kind, trees = self.arguments[0], ";".join(self.content)
        address = f"{FOLDER}/exercises.html#{urlencode({'e': kind, 't': trees}, quote_via=quote)}"
        caption = self.options.get(
            "caption", f"Exercise: find the {kind} in {len(self.content)} trees."
        )
        return self.frame(address, "Trees to solve", "tree", caption)


class TreeDirective(Frame):
    """A search to be stepped through, with the options of `zermelo tree`."""

    option_spec = options(
        "state", "moves", "by", "algorithm", "depth", "against", "exercise", "caption"
    ) | {"code": directives.flag}

    def run(self) -> list[nodes.Node]:
        """The frame; its page is written as it is read."""
        spec, given = self.arguments[0], self.options
        game = zermelo.game(_from_root(spec, Path(self.env.srcdir)))
        state = position(game, state=given.get("state"), moves=given.get("moves"))
        how: dict[str, Any] = {"depth": int(given["depth"]) if "depth" in given else None}
        how |= {"by": given.get("by", "outcome")}
        algorithm = given.get("algorithm", "alphabeta")
        trace = zermelo.trace(game, state, algorithm=algorithm, **how)
        other = given.get("against")
        against = zermelo.trace(game, state, algorithm=other, **how) if other else None
        page = tree_page(
            trace, against=against, exercise=given.get("exercise"), code="code" in given
        )
        name = hashlib.sha256(page.encode()).hexdigest()[:12]
        path = Path(self.env.app.outdir) / "trees" / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")
        seen = f"{trace.nodes:,} nodes, {trace.cutoffs:,} cuts"
        caption = given.get("caption", f"{algorithm} on {title_of(spec)}: {seen}.")
        words = "two search trees, side by side" if against else "the search tree"
        return self.frame(f"trees/{name}.html", f"{title_of(spec)}: {words}", "tree", caption)


# Publishing --------------------------------------------------------------------------------------


def published_by(env: Any, page: str) -> list[str]:
    """The games that a page shows."""
    if not hasattr(env, "zermelo_games"):
        env.zermelo_games = {}
    games: list[str] = env.zermelo_games.setdefault(page, [])
    return games


def shown(given: str) -> str:
    """A game as the published page calls it: files lie beside each other there."""
    named = OWN.search(given)
    return given[named.start() :] if named else given


def uncover(app: Sphinx, page: str, source: list[str]) -> None:
    """Put directives in comments in the place of their drawings."""
    source[0] = COVERED.sub(r"\1", source[0])


def forget(app: Sphinx, env: Any, page: str) -> None:
    """A page that is read again registers its boards again."""
    getattr(env, "zermelo_games", {}).pop(page, None)


def merge(app: Sphinx, env: Any, pages: list[str], other: Any) -> None:
    """Take over the boards from a process that read some of the pages."""
    for page, games in getattr(other, "zermelo_games", {}).items():
        published_by(env, page).extend(games)


def publish_games(app: Sphinx, error: Exception | None) -> None:
    """Publish the games of all pages, unless the very same stand there already."""
    if error or app.builder.name != "html":
        return
    pages = getattr(app.env, "zermelo_games", {})
    games = list(dict.fromkeys(game for page in sorted(pages) for game in pages[page]))
    out = Path(app.outdir) / FOLDER
    made_of = _made_of(games, Path(app.srcdir))
    stamp = out / STAMP
    if not games or (stamp.exists() and stamp.read_text() == made_of):
        return
    try:
        place: Path | None = pyodide.pyodide_folder(str(PYODIDE) if PYODIDE.exists() else None)
    except UsageError as missing:
        place = None
        LOG.info("boards load Pyodide from its public address: %s", missing)
    inside = [_from_root(game, Path(app.srcdir)) for game in games]
    publish(inside, out, offline=place is not None, pyodide_from=str(place) if place else None)
    stamp.write_text(made_of)


def _from_root(game: str, root: Path) -> str:
    """A game with the path of its file, which pages name from the documentation's folder on."""
    return str(root / game) if OWN.search(game) else game


def _made_of(games: list[str], root: Path) -> str:
    """A digest of the games and of the whole package."""
    digest = hashlib.sha256(shlex.join(games).encode())
    package = Path(zermelo.__file__).parent
    files = [path for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    owned = filter(None, map(OWN.search, games))
    files += [root / f"{own.string[: own.end(1)]}.py" for own in owned]
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx asks of an extension."""
    app.add_directive("board", BoardDirective)
    app.add_directive("limits", LimitsDirective)
    app.add_directive("exercise", ExerciseDirective)
    app.add_directive("series", SeriesDirective)
    app.add_directive("tree", TreeDirective)
    app.connect("source-read", uncover)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("build-finished", publish_games)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
