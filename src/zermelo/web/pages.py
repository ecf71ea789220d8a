"""The pages of a server, their drawings, and the files they request. The server sends them as HTML,
so that they appear at once; scripts only start games.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property, lru_cache, partial
from itertools import islice
from random import Random
from typing import Any, Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zermelo.contract.game import Game
from zermelo.contract.states import random_game, random_games
from zermelo.draw.choices import picture_of
from zermelo.draw.svg import svg
from zermelo.games import FAMILIES, KNOWN, Known
from zermelo.naming import piece_symbols
from zermelo.reports.catalogue import in_numbers, parameters_of
from zermelo.reports.templates import fill_template
from zermelo.web.catalogue import VARIED, WINNERS, Catalogue
from zermelo.web.files import File, page_files, with_one_sheet
from zermelo.web.python import PythonFiles, policy
from zermelo.web.requests import FRESH, HTML, SVG, Do, made_route
from zermelo.web.studentcode import tasks
from zermelo.web.studies import TO_LESSON, Lesson, Shelved, lessons

LONGEST: Final = 60  # plies of the random game from which a drawing takes its position
SHARE: Final = 0.45  # the place of that position in the game, from 0 (start) to 1 (end)
SIZES: Final = {16: "up to 16 points", 49: "17 to 49 points"}  # largest number of points → words
LARGEST: Final = "50 points and more"
OWN_GAMES: Final = "Your games"
COMMAND: Final = re.compile(r"[:;] zermelo .*")  # a command to remove from the words of a card
GAMES: Final = 3, 2_000  # random games, and moves in them, for examples of texts
FORMS: Final = 4  # moves to show as examples
TEXTS: Final = re.compile(r"A position[’']s text|its\s+text is")
NOTATION: Final = re.compile(rf"A move is|{TEXTS.pattern}")
HELP: Final = re.compile(r"^\s*\w+(, \w+)*   *\S")
ALIKE: Final = ("play", "tree", "limits", "exercises", "course", "lessons")  # pages on all sites
PYTHON: Final = ("site.js", "tasks.js", "worker.js")  # static files whose policy allows Python


class Addresses:
    """The addresses of pages on a server; a subclass has those of a published site."""

    home = "./"
    suffix = ""  # the end of the other pages' addresses
    several = True  # whether there is a page of all games
    together = True  # whether two people can play over the network
    boards: Mapping[str, str] = {}  # spec → a drawing to show while the board loads
    policy = ""  # the pages' Content-Security-Policy; servers send a header instead

    def spec(self, spec: str) -> str:
        """The name of the game `spec` in addresses of pages; here, the spec itself."""
        return spec

    def game(self, spec: str) -> str:
        """The address of a game's page."""
        return f"game?g={quote(spec)}"

    def drawing(self, spec: str) -> str:
        """The address of a game's drawing."""
        return f"drawing?g={quote(spec)}"


SERVED: Final = Addresses()


class Gallery:
    """The pages of a catalogue of games. `solved` returns the value of a game's start from a
    database, or ""; `studies` all studies, or those of a game's spec; `at` has the pages'
    addresses.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        solved: Callable[[str], str],
        at: Addresses = SERVED,
        studies: Callable[[str | None], list[Shelved]] = lambda _: [],
    ) -> None:
        self._catalogue, self._solved, self._at = catalogue, solved, at
        self._studies = studies

    def page(self, name: str, **values: object) -> bytes:
        """The page whose template is called `name`, like "play", with these values."""
        if name in ("course", "lessons"):
            values = {"lessons": self.lessons, "tasks": tasks()}
        html = fill_template(f"zermelo.web/{name}.html", at=self._at, **values)
        return with_one_sheet(name, html).encode()

    def cards(self) -> bytes:
        """The page of all games, in groups by family."""
        groups: dict[str, list[dict[str, str]]] = {family: [] for family in (OWN_GAMES, *FAMILIES)}
        for entry in self._catalogue.as_json():
            spec = entry["name"]
            known, words = self._solution_words(spec)
            card = {"spec": spec, "title": entry["title"], "about": entry["about"], "known": known}
            card |= {"words": COMMAND.sub("", words), "size": size_of(self._catalogue.usual(spec))}
            family = OWN_GAMES if entry["own"] else KNOWN.get(spec, Known(spec)).family
            groups.setdefault(family, []).append(card)
        shown = {family: cards for family, cards in groups.items() if cards}
        every = [card for cards in shown.values() for card in cards]
        choices = (
            ("family", "Family", list(shown)),
            ("known", "Known", list(dict.fromkeys(card["known"] for card in every))),
            ("size", "Board", [*SIZES.values(), LARGEST]),
        )
        return self.page(
            "gallery",
            groups=shown.items(),
            choices=choices,
            count=len(every),
            studies=self._studies(None),
        )

    @cached_property
    def lessons(self) -> list[Lesson]:
        """The lessons whose games are all on offer."""
        offered = {entry["name"].partition("(")[0] for entry in self._catalogue.as_json()}
        return [each for each in lessons() if each.games <= offered]

    def lesson_page(self, name: str) -> bytes:
        """The page of a lesson, with links to the lessons before and after it."""
        places = {lesson.name: place for place, lesson in enumerate(self.lessons)}
        if (place := places.get(name)) is None:
            raise HTTPException(404, "this site has no such lesson")
        lesson = self.lessons[place]
        around = self.lessons[max(0, place - 1) : place], self.lessons[place + 1 : place + 2]
        body = lesson.content.partition("</h1>")[2]
        text = TO_LESSON.sub(rf'href="\1{self._at.suffix}"', body)
        return self.page("lesson", lesson=lesson, text=text, around=around)

    def _solution_words(self, spec: str) -> tuple[str, str]:
        """The solution of a game: a label, which names a known winner, and details."""
        if words := self._solved(spec):
            return f"Solved here: {words}", ""
        if spec not in KNOWN and spec.partition("(")[0] in KNOWN:
            return VARIED, ""
        known = KNOWN.get(spec, Known(spec))
        return WINNERS[known.winner], known.words

    def game_page(self, spec: str) -> bytes:
        """The page of one game; raises `UsageError` for a game that is not on offer."""
        game = self._catalogue.game(spec)
        both = rules_of_play(game)
        rules, notation = ([" ".join(t.replace("`", "").split()) for t in texts] for texts in both)
        known, words = self._solution_words(spec)
        return self.page(
            "game",
            title=self._catalogue.title(spec),
            spec=spec,
            known=known,
            words=words,
            rules=rules,
            notation=notation,
            entry=json.dumps(self._catalogue.entry(spec) | {"name": self._at.spec(spec)}),
            studies=self._studies(spec),
        )

    def drawing(self, spec: str) -> bytes:
        """A position of a game as SVG."""
        return draw_game(self._catalogue.usual(spec), self._catalogue.title(spec))

    def routes(self, do: Do, get_ready: Callable[[], None], python: PythonFiles) -> list[Route]:
        """The routes of all pages and files; a request for a board's page calls `get_ready`."""
        made, send = partial(made_route, do), partial(_send_python, do, python)

        def page(request: Request) -> bytes:
            if (name := request.url.path[1:]) == "play":
                get_ready()
            return self.page(name)

        return [
            made("/", lambda _: self.cards(), HTML),
            made("/game", lambda r: self.game_page(r.query_params.get("g", "")), HTML),
            made("/drawing", lambda r: self.drawing(r.query_params.get("g", "")), SVG),
            *(made(f"/{name}", page, HTML) for name in (*ALIKE, "class")),
            made("/lesson-{name}", lambda r: self.lesson_page(r.path_params["name"]), HTML),
            *(Route(f"/static/{name}", send) for name in PYTHON),
            *(Route(f"/{name}", send) for name in ("{name}.zip", "pyodide/{name}")),
            Route("/static/{name}", partial(_send_file, cache(page_files))),
        ]


async def _send_python(do: Do, python: PythonFiles, request: Request) -> Response:
    """Answer with a file that starts Python in the page."""
    found = await do(request, partial(python.file, request.url.path[1:]))
    if found is None:
        raise HTTPException(404, "this file does not exist")
    headers = FRESH | {"content-security-policy": policy(python.address)}
    return Response(found[0], media_type=found[1], headers=headers)


async def _send_file(files: Callable[[], dict[str, File]], request: Request) -> Response:
    """Answer with a file from memory; the server never opens a path from a client."""
    name = request.path_params["name"]
    if name not in files():
        raise HTTPException(404, "this file does not exist")
    content, kind = files()[name]
    headers = FRESH | {"etag": f'"{hashlib.sha256(content).hexdigest()[:16]}"'}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


def rules_of_play(game: Game) -> tuple[list[str], list[str]]:
    """The rules and the notation, each as a list of paragraphs, from the class's attribute `rules`,
    or else its docstring. If this text does not explain the notation, examples from random games
    do.
    """
    own = getattr(type(game), "rules", None)
    text = own if isinstance(own, str) else type(game).__doc__ or ""
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    help_of = {each.name for each in parameters_of(game)}
    rules = [p for p in paragraphs if not HELP.match(p) and p.split(maxsplit=1)[0] not in help_of]
    notation = [part for part in rules[1:] if NOTATION.search(part)]
    written = any(TEXTS.search(part) for part in notation)
    examples = [] if written else examples_of(game)
    told = [in_numbers(game, part) for part in rules if part not in notation]
    return told, notation + examples


def examples_of(game: Game) -> list[str]:
    """Examples of the texts of moves and of a position, from random games."""
    forms: dict[str, str] = {}
    for state, moves, _, _ in random_games(game, *GAMES):
        for text in (game.format_move(state, move) for move in moves):
            forms.setdefault(re.sub(r"[a-z]?\d+", "1", text), text)
    words = f"A move is written {' or '.join([*forms.values()][:FORMS])}"
    if game.has("format_state"):
        words += f"; a position is {game.format_state(_middle_state(game))}"
    return [f"{words}."]


@lru_cache(maxsize=256)
def size_of(game: Game) -> str:
    """The size of a game's board, in words."""
    points = len(picture_of(game, game.start()).points)
    return next((words for most, words in SIZES.items() if points <= most), LARGEST)


@lru_cache(maxsize=256)
def draw_game(game: Game, title: str) -> bytes:
    """A position of `game` as SVG, or the start if the rules fail later."""
    with suppress(Exception):
        return draw_state(game, _middle_state(game), title)
    return draw_state(game, game.start(), title)


def draw_state(game: Game, state: Any, title: str) -> bytes:
    """A state as SVG."""
    return svg(picture_of(game, state), players=piece_symbols(game), title=title).encode()


def _middle_state(game: Game) -> Any:
    """A state from the middle of a random game, the same every time."""
    states = [game.start()]
    with suppress(Exception):  # a user's rules may raise anything; the board shows the error
        for state, _ in islice(random_game(game, Random(4)), 1, LONGEST):
            states.append(state)
    return states[round(SHARE * (len(states) - 1))]
