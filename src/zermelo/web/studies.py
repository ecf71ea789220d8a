"""Studies and lessons on a server or site, from the package and from users' files."""

import contextlib
import re
from base64 import b64decode
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from html import unescape
from importlib.resources import as_file, files
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypedDict
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zermelo.board.study import MOST_CHAPTERS, Study, new_study, read_study, study_of
from zermelo.errors import UsageError, clip
from zermelo.matches.gamefiles import Played, Unread, games_in
from zermelo.naming import count_words
from zermelo.play.fields import Fields
from zermelo.web.catalogue import Catalogue, title_of
from zermelo.web.requests import JSON, Do, fields_of, made_route

MOST_GAMES: Final = 500  # games to read from a file that a user drops on the page


class Shelved(TypedDict):
    """A study in the gallery: its name in links, its title, and its chapters and games in words."""

    name: str
    title: str
    about: str


class Imported(TypedDict):
    """The games of a file as a study, and the reasons for skipped games."""

    study: Study
    skipped: list[str]


class Studies:
    """The available studies, by their names in links: those in the user's files (`paths`), and
    those of the package if all their games are on offer. `do` does short work for a request.
    Raises `UsageError` for an invalid file.
    """

    def __init__(self, paths: Sequence[str | Path], catalogue: Catalogue, do: Do) -> None:
        self._catalogue, self._do = catalogue, do
        self._studies: dict[str, Study] = {}
        for path in map(Path, paths):
            self._add(path, read_study(path, catalogue.game))
        for path in shipped_studies():
            with contextlib.suppress(UsageError):  # a game of the study is not on offer
                self._add(path, read_study(path, catalogue.game))

    def _add(self, path: Path, study: Study) -> None:
        stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "study"
        self._studies[unused_name(self._studies, stem)] = study

    def entries(self, game: str | None = None) -> list[Shelved]:
        """All studies, or only the studies with chapters of a game."""
        found: list[Shelved] = []
        for name, study in self._studies.items():
            games = [chapter["game"] for chapter in study["chapters"]]
            if game is None or game in games:
                about = f"{count_words(len(games), 'chapter')}: "
                about += ", ".join(dict.fromkeys(map(title_of, games)))
                found.append({"name": name, "title": study["title"], "about": about})
        return found

    def routes(self) -> list[Route]:
        """The routes of studies."""
        return [
            Route("/api/studies", self._examine, methods=["POST"]),
            made_route(self._do, "/api/studies/{name}", self._study),
        ]

    def _study(self, request: Request) -> Study:
        if (study := self._studies.get(request.path_params["name"])) is None:
            raise HTTPException(404, "this site has no such study")
        return study

    async def _examine(self, request: Request) -> Response:
        fields = await fields_of(request, "study", "file", "content", "game")
        work: Callable[[], Study | Imported]
        if (name := fields.text_or_none("file")) is not None:
            work = partial(self._read_games, name, fields)
        else:
            work = partial(study_of, fields.object_or_none("study"), self._catalogue.game)
        return JSON(await self._do(request, work))

    def _read_games(self, name: str, fields: Fields) -> Imported:
        """The games in a file as a study; raises `UsageError` for a file without games."""
        try:
            content = b64decode(fields.text("content"), validate=True)
        except ValueError:
            raise UsageError("content should be in base64") from None
        usual = fields.text_or_none("game")
        game = None if usual is None else self._catalogue.game(usual)
        found = list(islice(games_in(name, content, game, self._catalogue.game), MOST_GAMES))
        games = [each for each in found if isinstance(each, Played)]
        skipped = [clip(str(each), 300) for each in found if isinstance(each, Unread)]
        if not games:
            raise UsageError(skipped[0] if skipped else f"{clip(name)} has no games")
        chapters: Any = (each.chapter(self._catalogue.spec(each.game)) for each in games)
        more = len(games) - MOST_CHAPTERS
        if more > 0:
            skipped.append(f"{more} games left out; the page shows the first {MOST_CHAPTERS}")
        return {"study": new_study(Path(name).stem, chapters), "skipped": skipped}


def unused_name(taken: Collection[str], stem: str, suffix: str = "") -> str:
    """A name that is not in `taken`: the second openings.json becomes openings-2.json."""
    name, count = stem + suffix, 1
    while name in taken:
        count += 1
        name = f"{stem}-{count}{suffix}"
    return name


def shipped_studies() -> Iterator[Path]:
    """The files of the package's studies."""
    # Sorting closes the folder: a page's snapshot of memory must have no open files.
    folder = files("zermelo") / "board" / "studies"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            with as_file(file) as path:
                yield path


ORDER: Final = ("minimax", "limits", "alphabeta", "morris", "morris_de", "nimsums")
TITLE: Final = re.compile(r"<h1>(.*?)</h1>\s*<p>(.*?)</p>", re.DOTALL)
LIVE: Final = re.compile(r'data-link="([^"]*)"')
TO_LESSON: Final = re.compile(r'href="(lesson-\w+)"')  # a link to another lesson
TAG: Final = re.compile(r"<[^>]*>")


class Lesson(NamedTuple):
    """A lesson with live boards and trees."""

    name: str  # in addresses
    title: str
    about: str  # the first paragraph
    content: str  # HTML
    games: frozenset[str]  # the names of the games that its boards and trees show


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in reading order."""
    found = []
    for name in ORDER:
        content = (files("zermelo.web") / "lessons" / f"{name}.html").read_text(encoding="utf-8")
        begins = TITLE.search(content)
        assert begins is not None, f"lesson {name} should have a title and a paragraph"
        title, about = (unescape(TAG.sub("", text)) for text in begins.groups())
        links = (parse_qs(unescape(link)).get("g", [""])[0] for link in LIVE.findall(content))
        games = frozenset(spec.partition("(")[0] for spec in links if spec)
        found.append(Lesson(name, title, about, content, games))
    return tuple(found)
