"""Games from files of other programs, of matches and of the page, or from plain lists of moves.
Zermelo's own rules replay every game, which checks its moves. A game that cannot be read is
skipped, and reported by file, number and move.
"""

import codecs
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.draw.choices import picture_of
from zermelo.errors import IllegalMoveError, UsageError, ZermeloError, clip
from zermelo.matches import gametexts
from zermelo.play.movetext import movetext, read_movetext
from zermelo.play.position import moves_of
from zermelo.play.session import Session
from zermelo.process.files import file_errors, regular_bytes
from zermelo.spec import format_game, parse_game

LARGEST: Final = 200_000_000  # the most bytes of a file
PASS: Final = "pass"

GameOf = Callable[[str], Game]


class Played(NamedTuple):
    """A game from a file."""

    where: str  # the file, and the game's number in it
    game: Game
    start: Any  # the first state
    moves: tuple[int, ...]
    players: tuple[str, str]  # the names of player 0 and player 1
    result: int | None  # for player 0: 1, 0 or −1; None if unknown
    opening: int = 0  # the number of moves made before the players' first choice
    notes: str = ""  # the moves with variations and comments, if the file has any

    def states(self) -> Iterator[Any]:
        """The states from the first to the last."""
        return accumulate(self.moves, self.game.play, initial=self.start)

    def texts(self) -> list[str]:
        """The texts of the moves."""
        pairs = zip(self.states(), self.moves, strict=False)
        return [self.game.format_move(state, move) for state, move in pairs]

    def as_dict(self) -> dict[str, Any]:
        """The game in the form that `match --export` writes."""
        began = self.start != self.game.start()
        return {
            "game": format_game(self.game),
            "start": self.game.format_state(self.start) if began else None,
            "opening": self.texts()[: self.opening],
            "moves": [{"move": text} for text in self.texts()[self.opening :]],
            "result": self.result,
            "first": self.players[0],
            "second": self.players[1],
        }

    def chapter(self, spec: str) -> dict[str, Any]:
        """The game as a chapter of a study, where `spec` names its game."""
        ended = {1: "1–0", 0: "½–½", -1: "0–1", None: "unfinished"}[self.result]
        names = "A game" if self.players == ("?", "?") else " – ".join(self.players)
        start, texts = self.as_dict()["start"], self.texts()
        session, moves = Session(self.game, start=self.start), " ".join(texts)
        with suppress(ZermeloError):  # unreadable notes are left out
            read_movetext(session, self.notes)
            if [session.tree[node].text for node in session.tree.main()[1:]] == texts:
                moves = movetext(session.tree)
        described = {"title": f"{names}, {ended}", "game": spec, "by": "outcome"}
        return {**described, "start": start, "moves": moves}


class Unread(NamedTuple):
    """A skipped game, or an unreadable file: where it is, and the error."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why}"


def read_games(
    path: Path, game: Game | None = None, game_of: GameOf = parse_game
) -> Iterator[Played | Unread]:
    """Yield the games in a file, as `games_in` does; raises `UsageError` for an unreadable file."""
    with file_errors("read", path):
        content = regular_bytes(path, LARGEST)
    return games_in(str(path), content, game, game_of)


def games_in(
    name: str, content: bytes, game: Game | None = None, game_of: GameOf = parse_game
) -> Iterator[Played | Unread]:
    """The games in the content of a file: PGN, PDN, SGF, GGF, WTHOR, exports, JSON or moves. `game`
    is the game if the file names none, as in plain lists of moves, one game per line; `game_of`
    returns the game of a spec, or raises `UsageError`.
    """
    try:
        for number, read in enumerate(_raw_games(name, content), 1):
            where = f"{name}, game {number}"
            try:
                yield _play_game(where, read(), game, game_of)
            except (ZermeloError, LookupError, ValueError, TypeError) as error:
                yield Unread(where, clip(str(error), 300))
    except (ZermeloError, RecursionError) as error:
        yield Unread(name, clip(str(error), 300))


def _raw_games(name: str, content: bytes) -> Iterator[gametexts.Read]:
    suffix = Path(name).suffix.lower()
    if suffix == ".wtb":
        return gametexts.wthor_games(content)
    text = _decode(content).strip()
    if text.startswith("{"):
        return (partial(_json_game, line) for line in filter(str.strip, text.splitlines()))
    if text.startswith("[") or suffix in (".pgn", ".pdn"):
        return gametexts.tagged_games(text, {".pgn": "chess", ".pdn": "checkers"}.get(suffix, ""))
    if text.startswith("(") and ";" in text[:100]:
        return gametexts.property_games(text)
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return (partial(gametexts.Raw, words=tuple(line.split())) for line in lines if line)


def _decode(content: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or, as older programs write, Windows-1252."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _json_game(line: str) -> gametexts.Raw:
    """The game in a line from `match --export`, or from a page before version 0.3."""
    try:
        record = json.loads(line)
        moves = [each if isinstance(each, str) else each["move"] for each in record["moves"]]
        first, second = record.get("players") or [record.get("first"), record.get("second")]
        if (result := record.get("result")) not in (1, 0, -1, None):
            raise ValueError(f"its result is {result}")
        opening, players = record.get("opening", ()), (str(first), str(second))
        start, words = record.get("start"), (*opening, *moves)
        return gametexts.Raw(record["game"], start, words, players, result, len(opening))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"it is not a game: {clip(str(error))}") from None


def _play_game(where: str, raw: gametexts.Raw, usual: Game | None, game_of: GameOf) -> Played:
    """Play a game. Raises `UsageError`, which names the ply of an illegal move."""
    if not raw.spec and usual is None:
        raise UsageError("the file does not name its game; add --game")
    game = game_of(raw.spec) if raw.spec else usual
    assert game is not None
    start = state = game.start() if raw.start is None else game.parse_state(raw.start)
    moves: list[int] = []
    for number, word in enumerate(raw.words, 1):
        try:
            for move in _moves(game, state, word):
                moves.append(move)
                state = game.play(state, move)
        except ZermeloError as error:
            shown = word if isinstance(word, str) else f"column {word[0] + 1}, row {word[1] + 1}"
            why = str(error).partition("; legal:")[0]
            raise UsageError(f"ply {number}, {clip(shown)}: {clip(why, 200)}") from None
    result = raw.result
    if result is None and (outcome := game.outcome(state)) != ONGOING:
        result = outcome if game.player(state) == 0 else -outcome
    return Played(where, game, start, tuple(moves), raw.players, result, raw.opening, raw.notes)


def _moves(game: Game, state: Any, word: gametexts.Word) -> list[int]:
    """The move that a word stands for, after any passes that the format leaves out before it."""
    if game.outcome(state) != ONGOING:
        raise IllegalMoveError("the game is over")
    legal = list(game.moves(state))
    for move in legal:  # most words are already in the game's notation
        if game.format_move(state, move) == word:
            return [move]
    if len(legal) == 1 and game.format_move(state, legal[0]) == PASS:
        return [*legal, *_moves(game, game.play(state, legal[0]), word)]
    if isinstance(word, str):
        return moves_of(game, state, word)
    (column, row), picture = word, picture_of(game, state)
    width = round(len(picture.points) ** 0.5)
    for move, clicks in picture.clicks.items():
        if column < width and clicks == (row * width + column,):
            return [move]
    raise IllegalMoveError("no move puts a piece there")
