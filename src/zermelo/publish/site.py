"""A static site: games to play, analyse and trace in the page, on any host of files.

Pages and scripts are those of `zermelo serve`. Only static/transport.js differs: it reaches
the application in a worker of the browser, see `inpage`.

    index.html              the gallery, or the board if only one game is published
    play.html, tree.html, limits.html, exercises.html, course.html, lessons.html,
    lesson-NAME.html, game-NAME.html
    static/                 the files of the pages
    drawings/               two boards of each game, in play and at the start
    kernels/                the engine of each game, as WebAssembly
    databases/              databases of solved games, in the format for pages
    own/                    the user's files
    python.zip, rich.zip    the package, and the library that prints results in lessons
    pyodide/                Python, if the site is to work without other hosts
    service.js              caches everything for visits without a network
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zermelo.contract.analysis import value_by
from zermelo.contract.game import Game
from zermelo.errors import NativeWarning, UsageError
from zermelo.native.compiler.kinds import Unsupported
from zermelo.native.kernel import switched_off
from zermelo.native.running import runs_plain, why
from zermelo.native.wasm.sidemodule import module_of
from zermelo.play.fields import BY
from zermelo.process import disk
from zermelo.process.files import file_errors, whole_file
from zermelo.publish.inpage import Settings
from zermelo.search.engine.compiling import Workspace, kernels_for
from zermelo.search.engine.score import INFINITE
from zermelo.search.engine.search import search
from zermelo.search.engine.table import Table
from zermelo.spec import is_users, parse_game
from zermelo.web import python
from zermelo.web.app import Web
from zermelo.web.catalogue import OWN, title_of
from zermelo.web.files import page_files
from zermelo.web.guard import POLICY
from zermelo.web.pages import ALIKE, Addresses, draw_game, draw_state
from zermelo.web.python import memory_of, place_of_pyodide, python_files, site_script
from zermelo.web.studies import unused_name

SERVED: Final = {"all-door.css", "all-class.css", "class.js", "class.js.map"}  # only for servers
LATER: Final = (".bin", ".map")  # suffixes of files to cache only on demand


if TYPE_CHECKING:
    from zermelo.solver.probing.publishing import Published


class _Game(NamedTuple):
    """A game to publish."""

    spec: str  # the spec that pages use
    given: str  # the user's spec
    slug: str  # its name in addresses
    rules: Game
    file: Path | None  # the file of a user's own game


def publish(
    games: Sequence[str],
    out: Path,
    *,
    offline: bool = False,
    pyodide_from: str | None = None,
    databases: Sequence[str | Path] = (),
    studies: Sequence[Path] = (),
    results: Sequence[Path] = (),
) -> dict[str, Any]:
    """Write a site with these games to the folder `out`; the result lists its contents.

    games         specs, which may include your own files
    offline       whether to include Pyodide, so that no other host is needed
    pyodide_from  the folder to copy Pyodide from, or the address to load it from
    databases     directories with databases of some of these games
    studies       files of studies of these games
    results       files of played games to explore, as `match --export` writes them

    Raises `UsageError` for a game that cannot be shown, for files without studies or played games
    of these games, for a folder without Pyodide, and for a database that is too large or of another
    game. Warns of games that cannot be compiled.
    """
    folder, address = place_of_pyodide(pyodide_from, offline=offline)
    asked = _games(games)
    solved: list[Published] = []
    if databases:
        from zermelo.solver.probing.publishing import publish_databases  # loads numpy and zarr

        named = {game.slug: (game.spec, game.rules) for game in asked}
        solved = publish_databases(databases, named)
    engines, settings = _engines(asked)
    added: dict[str, Path] = {}  # a name for each file, distinct even if file names are equal
    for path in (*studies, *results):
        added[unused_name(added, path.stem, path.suffix)] = path
    own = {game.file.name: game.file for game in asked if game.file} | added
    content = {
        **python_files(),
        **engines,
        **{f"own/{name}": path.read_bytes() for name, path in own.items()},
        **dict(python.copy_files(folder) if folder else ()),
        **dict(_static()),
        **dict(_pages(asked, databases, studies, results)),
        **{name: data for each in solved for name, data in each.files.items()},
    }
    settings["databases"] = [
        {name: value for name, value in each._asdict().items() if name != "files"}
        for each in solved
    ]
    settings["studies"] = [*added][: len(studies)]
    settings["results"] = [*added][len(studies) :]
    pages = {game.spec: f"game-{game.slug}.html" for game in asked}
    content["static/site.js"] = site_script(content, address, GAMES=pages, SETTINGS=settings)
    content["service.js"] = _service(content, address)
    with file_errors("write", out):
        for name, data in content.items():
            disk.make_folder((out / name).parent)
            with whole_file(out / name) as draft:
                draft.write(data)
    ours = (data for name, data in content.items() if not name.startswith("pyodide/"))
    return {
        "out": str(out),
        "games": [game.spec for game in asked],
        "compiled": sorted({each["spec"] for each in settings["kernels"]}),
        "files": len(content),
        "bytes": sum(map(len, ours)),
        "databases": {each.spec: sum(map(len, each.files.values())) for each in solved},
        "kernels": {Path(file).name: len(code) for file, code in engines.items()},
        "pyodide": address,
    }


def _games(specs: Sequence[str]) -> list[_Game]:
    """The games, with distinct addresses; their specs drop the folders of the user's files."""
    games: list[_Game] = []
    for given in specs:
        rules, named = parse_game(given), OWN.search(given)
        if not named and is_users(module := sys.modules[type(rules).__module__]):
            where = f"give its file {module.__file__}"
            raise UsageError(f"{given} is in a package, which pages don't have; {where}")
        spec = given[named.start() :] if named else given
        file = Path(given[: named.end(1)] + ".py") if named else None
        slug = re.sub(r"[^a-z0-9]+", "-", title_of(spec).lower()).strip("-") or "game"
        if any(game.spec == spec for game in games):
            raise UsageError(f"{spec} is named twice")
        if any(game.slug == slug for game in games):
            slug += f"-{len(games)}"
        games.append(_Game(spec, given, slug, rules, file))
    return games


def _engines(games: Iterable[_Game]) -> tuple[dict[str, bytes], Settings]:
    """The games' engines as files, and the settings of a site with these games."""
    engines = dict[str, bytes]()
    settings = Settings(
        own=[], names=[], kernels=[], plain=[], databases=[], studies=[], results=[]
    )
    for game in games:
        settings["names" if game.spec.isidentifier() else "own"].append(game.spec)
        for by in BY if game.rules.counts_points else BY[:1]:
            kernel, about = kernel_of(value_by(game.rules, by)), {"spec": game.spec, "by": by}
            if not kernel.code:
                settings["plain"].append(about | {"why": kernel.why})
                continue
            # The file's name changes with the code, so that caches stay valid.
            digest = hashlib.sha256(kernel.code).hexdigest()
            slug = game.slug + ("-score" if by == "score" else "")
            file = f"kernels/{slug}-{digest[:8]}.wasm"
            engines[file] = kernel.code
            facts = json.dumps(kernel.facts)
            settings["kernels"].append(about | {"file": file, "digest": digest, "facts": facts})
    return engines, settings


def _static() -> Iterator[tuple[str, bytes]]:
    own = files("zermelo.publish") / "static"
    transport = (own / "transport.js").read_text("utf-8")
    for name, (content, _) in page_files({"transport": transport}).items():
        if name not in SERVED:
            yield f"static/{name}", content
    for file in own.iterdir():
        if file.name not in ("service.js", "transport.js"):
            yield f"static/{file.name}", file.read_bytes()


class _Files(Addresses):
    """The addresses of a site's pages, as files in one folder."""

    home, suffix, together = "index.html", ".html", False
    policy = f"{POLICY.rpartition(';')[0]}; worker-src 'self'"  # a page can't set frame-ancestors

    def __init__(self, games: list[_Game]) -> None:
        self.several = len(games) > 1
        self.boards = {game.spec: f"drawings/{game.slug}-start.svg" for game in games}
        self._games = {game.given: game for game in games}

    def spec(self, spec: str) -> str:
        return self._games[spec].spec

    def game(self, spec: str) -> str:
        return f"game-{self._games[spec].slug}.html"

    def drawing(self, spec: str) -> str:
        return f"drawings/{self._games[spec].slug}.svg"


def _pages(
    games: list[_Game],
    databases: Sequence[str | Path],
    studies: Sequence[Path],
    results: Sequence[Path],
) -> Iterator[tuple[str, bytes]]:
    specs, at = [game.given for game in games], _Files(games)
    gallery = Web(
        [spec for spec in specs if not spec.isidentifier()],
        databases,
        studies=studies,
        results=results,
        native=False,
        names=[spec for spec in specs if spec.isidentifier()],
        at=at,
    ).gallery
    for name in ALIKE:
        yield f"{name}.html", gallery.page(name)
    for lesson in gallery.lessons:
        yield f"lesson-{lesson.name}.html", gallery.lesson_page(lesson.name)
    yield at.home, gallery.cards() if at.several else gallery.page("play")
    for game in games:
        rules, title = game.rules, title_of(game.spec)
        yield at.game(game.given), gallery.game_page(game.given)
        yield f"drawings/{game.slug}.svg", draw_game(rules, title)
        yield f"drawings/{game.slug}-start.svg", draw_state(rules, rules.start(), title)


def _service(content: Mapping[str, bytes], address: str) -> bytes:
    digest = hashlib.sha256()
    for name in sorted(content):
        digest.update(name.encode() + b"\0" + hashlib.sha256(content[name]).digest())
    at_once = [name for name in content if not name.startswith("pyodide/")]
    kept = ["./", *sorted(name for name in at_once if not name.endswith(LATER))]
    loaded = [address + name for name in python.LOADED]
    version = [digest.hexdigest()[:12], kept, loaded, memory_of(content, address)]
    known = json.dumps(version, ensure_ascii=False)
    code = (files("zermelo.publish") / "static" / "service.js").read_text("utf-8")
    return code.replace("[/*version*/]", known).encode()


LARGEST: Final = 20_000  # the most bytes of a built-in game's module, as docs/publish.md promises


class Kernel(NamedTuple):
    """A compiled engine for one game, with facts that its caller needs."""

    code: bytes = b""  # empty if the engine cannot be compiled
    facts: Mapping[str, Any] = {}
    why: str = ""  # the reason if the engine cannot be compiled


def kernel_of(game: Game) -> Kernel:
    """The compiled engine for `game`; if compiling fails, warn and return the reason."""
    memory = Workspace(Table(0), native=True).memory
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NativeWarning)
        if not switched_off():
            kernels_for(game)  # samples the sizes of states
        reason = runs_plain(game)
    if not reason:
        try:
            return Kernel(*module_of(search, game, game.start(), 1, -INFINITE, INFINITE, 1, memory))
        except Unsupported as error:
            reason = why(error)
    warnings.warn(f"{game} runs as plain Python, slowly: {reason}", NativeWarning, stacklevel=2)
    return Kernel(why=reason)
