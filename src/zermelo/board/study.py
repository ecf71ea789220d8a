"""Studies: files of chapters, each a position with variations, comments and arrows, as JSON.

    {"format": "zermelo study", "version": 1, "title": "Openings",
     "chapters": [{"title": "The middle", "game": "tictactoe", "by": "outcome", "start": null,
                   "moves": "{Who begins?} 1,1 {> 4-0} {In the middle.} 0,0 ( 0,1 )"}]}

`by` is the unit of values, `start` the text of a position or null, `moves` are in the format of
`zermelo.play.movetext`. `study_of` checks all input.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, TypedDict, cast

from zermelo.contract.analysis import By, value_by
from zermelo.contract.game import Game
from zermelo.errors import UsageError, clip
from zermelo.play.fields import BY, require_fields
from zermelo.play.movetext import movetext, read_movetext
from zermelo.play.session import Session
from zermelo.play.variations import ROOT
from zermelo.process.files import file_errors, regular_bytes
from zermelo.spec import parse_game, runs_a_file

FORMAT: Final = "zermelo study"
VERSION: Final = 1
MOST_CHAPTERS: Final = 64
LONGEST: Final = 200  # characters of a title
LARGEST: Final = 1_000_000  # bytes of a file


class Chapter(TypedDict):
    """A position with moves from there, in the format of `zermelo.play.movetext`."""

    title: str
    game: str
    by: By
    start: str | None
    moves: str


class Study(TypedDict):
    """The chapters of one file, see `zermelo.board.study`."""

    format: str
    version: int
    title: str
    chapters: list[Chapter]


GameOf = Callable[[str], Game]


def named_game(spec: str) -> Game:
    """The game that `spec` names; raises `UsageError` for a Python file instead of running it."""
    if runs_a_file(spec):
        raise UsageError(f"studies cannot run Python files like {clip(spec)}")
    return parse_game(spec)


def new_study(title: str, chapters: Iterable[Chapter]) -> Study:
    """A study of the first `MOST_CHAPTERS` chapters; cuts titles to `LONGEST` characters."""
    kept = [{**each, "title": each["title"][:LONGEST]} for each in islice(chapters, MOST_CHAPTERS)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": title[:LONGEST],
        "chapters": cast("list[Chapter]", kept),
    }


def read_study(path: Path, game_of: GameOf) -> Study:
    """The study in a file; raises `UsageError` with the file and chapter if it is invalid."""
    with file_errors("read", path):
        text = regular_bytes(path, LARGEST).decode("utf-8", "replace")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise UsageError(f"{path} is not a study: it is not JSON") from None
    try:
        return study_of(content, game_of)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def study_of(content: object, game_of: GameOf) -> Study:
    """The study in `content`, whose moves are checked with `game_of`; `UsageError` if invalid."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise UsageError(f'this is not a study: its "format" should be "{FORMAT}"')
    if type(content.get("version")) is not int or content["version"] != VERSION:
        raise UsageError(f"unsupported version of a study (expected {VERSION})")
    fields = require_fields(content, "the study", Study.__annotations__)
    chapters = content["chapters"]
    if not isinstance(chapters, list) or not 1 <= len(chapters) <= MOST_CHAPTERS:
        raise UsageError(f"chapters should be a list of 1 to {MOST_CHAPTERS}")
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": fields.text("title", LONGEST),
        "chapters": [_chapter(each, number, game_of) for number, each in enumerate(chapters, 1)],
    }


def _chapter(content: object, number: int, game_of: GameOf) -> Chapter:
    try:
        if not isinstance(content, dict):
            raise UsageError("it should be an object")
        fields = require_fields(content, "it", Chapter.__annotations__)
        chapter: Chapter = {
            "title": fields.text("title", LONGEST),
            "game": fields.text("game", LONGEST),
            "by": fields.choice("by", BY),
            "start": fields.text_or_none("start", LARGEST),
            "moves": fields.text("moves", LARGEST),
        }
        return {**chapter, "moves": movetext(begin_chapter(chapter, game_of).tree)}
    except UsageError as error:
        raise UsageError(f"chapter {number}: {error}") from None


def begin_chapter(chapter: Chapter, game_of: GameOf) -> Session:
    """A session of two people at a chapter's first position, with all its moves in the tree."""
    game = value_by(game_of(chapter["game"]), chapter["by"])
    start = chapter["start"]
    session = Session(game, start=None if start is None else game.parse_state(start))
    read_movetext(session, chapter["moves"])
    session.go(ROOT)
    return session


def steps(session: Session) -> Iterator[tuple[list[str], int]]:
    """For the start and all positions with comments or arrows, yield the moves and the node."""
    tree = session.tree
    for node in tree:
        if node == ROOT or tree[node].comment or tree[node].arrows:
            yield [tree[each].text for each in tree.path(node)[1:]], node
