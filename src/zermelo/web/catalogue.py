"""The games that the page offers, built-in games and users' own, with their titles."""

import contextlib
import json
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final, TypedDict

from zermelo.blame import own_fault
from zermelo.contract.analysis import rules_of
from zermelo.contract.game import Game
from zermelo.draw.choices import picture_of
from zermelo.errors import UsageError, ZermeloError, clip, unknown
from zermelo.games import BUILT_IN, KNOWN
from zermelo.players.levels import descriptions
from zermelo.reports.catalogue import Entry, catalogue, entry_of, parameters_of
from zermelo.spec import format_game, parse_game, terms_of, variation, with_parameters

WINNERS: Final = {
    "first": "Solved: the first player wins",
    "second": "Solved: the second player wins",
    "draw": "Solved: a draw",
    "partly": "Solved in part",
    "": "Not solved",
}
VARIED: Final = "Unknown for these parameters"
OWN: Final = re.compile(r"([^/\\:]+)\.py(?::(\w+))?(.*)$", re.DOTALL)
NAME: Final = re.compile(r"\s*([A-Za-z]\w*)\s*(\(.*\))?\s*", re.DOTALL)
HEAD: Final = re.compile(r"\S[^:.,;(\n]{2,28}(?=[:.,;(\n]|$)")  # a docstring's beginning, if short
LONGEST: Final = 500  # characters of a spec
MOST_POINTS: Final = 400  # points of the largest board
FIRST: Final = ("tictactoe", "connectfour", "isolation", "nim", "morris")


def title_of(spec: str) -> str:
    """A game's title; a game in a user's file is called after its class, or else the file.

    >>> title_of("morris"), title_of("own.py:Chomp"), title_of("own.py"), title_of("nim + kayles")
    ('Nine Men’s Morris', 'Chomp', 'own', 'Nim + Kayles')
    """
    titles = []
    for term in terms_of(spec):
        if own := OWN.search(term):
            titles.append(f"{own[2] or own[1]} {own[3]}".strip())
            continue
        name, bracket, rest = term.partition("(")
        title = KNOWN[name].title if name in KNOWN else name
        titles.append(title + (f" ({rest}" if bracket else ""))
    return " + ".join(titles)


def solved_script() -> str:
    """A script that exports the known winners under best play, by the games' names."""
    solved = {n: WINNERS[k.winner] for n, k in KNOWN.items() if k.winner not in ("", "partly")}
    return f"export const SOLVED = {json.dumps(solved)};\n"


class Level(TypedDict):
    """A level of the computer: its label, and sentences about its errors."""

    label: str
    sentence: str


class Offered(TypedDict):
    """A game on offer."""

    name: str
    title: str  # the title in words
    parameters: dict[str, Any]  # the parameters with their defaults
    usual: dict[str, Any]  # values of parameters for a new game that differ from the defaults
    about: str
    points: bool
    evaluated: bool
    weights: list[str]  # the parameters that are weights of the evaluation
    help: dict[str, str]  # the meaning of parameters and their allowed values
    # the values to offer for each parameter, or the smallest and largest of many
    values: dict[str, list[Any]]
    levels: list[Level]  # how each level of the computer errs
    own: bool  # whether the game is the user's own


class Catalogue:
    """The games on offer: the built-in games in `names`, by default all, and the user's own games,
    which the attribute `own` maps from their specs. Raises the errors of `parse_game`.
    """

    def __init__(self, own: Sequence[str] = (), names: Collection[str] | None = None) -> None:
        self.own: dict[str, Game] = {}
        for spec in own:
            self.read(spec)
        self._listed: list[Entry] = []
        for entry in catalogue(names):
            with contextlib.suppress(UsageError):  # skips other packages' games if not drawable
                if entry.name not in BUILT_IN:
                    _require_drawable(parse_game(entry.name))
                self._listed.append(entry)
        self._names = {entry.name for entry in self._listed}

    def title(self, spec: str) -> str:
        """A game's title; for a user's own game, the beginning of its docstring."""
        base = self._own_file(spec)
        head, _ = _split_docstring(self.own[base]) if base else ("", "")
        return f"{head} {spec.removeprefix(base)}".strip() if head else title_of(spec)

    def _own_file(self, spec: str) -> str:
        """The spec in `own` of the user's file with which `spec` begins; "" if there is none."""
        return next((own for own in self.own if OWN.search(own) and spec.startswith(own)), "")

    def as_json(self) -> list[Offered]:
        """The games on offer, see `Offered`: the user's own first, then the most famous."""
        names = [entry.name for entry in self._listed]
        known = [name for name in FIRST if name in names]
        return [self.entry(spec) for spec in (*self.own, *dict.fromkeys(known + names))]

    def entry(self, spec: str) -> Offered:
        """The data of one game; raises `UsageError` if the game is not on offer."""
        game = self.game(spec)
        known, parameters = entry_of(spec, game), parameters_of(game)
        own = spec in self.own or bool(self._own_file(spec))
        weights = [name for name, value in known.parameters.items() if isinstance(value, float)]
        return {
            "name": spec,
            "title": self.title(spec),
            "parameters": known.parameters,
            "usual": {**KNOWN[spec].usual} if spec in KNOWN else {},
            "about": _split_docstring(game)[1] if self._own_file(spec) else known.about,
            "points": known.points,
            "evaluated": known.evaluated,
            "weights": [] if own else weights,
            "help": {each.name: each.meaning for each in parameters if each.meaning},
            "values": {each.name: each.offered for each in parameters},
            "levels": [Level(label=label, sentence=words) for label, words in descriptions(game)],
            "own": own,
        }

    def usual(self, spec: str) -> Game:
        """The game that the gallery's card shows, with the usual parameters for a new game."""
        return replace(self.game(spec), **KNOWN[spec].usual) if spec in KNOWN else self.game(spec)

    def game(self, spec: str) -> Game:
        """The game that `spec` names; raises `UsageError` if it is not on offer. A client's spec
        never makes the server read a file: the catalogue must have the game.
        """
        if spec in self.own:
            return self.own[spec]
        for name, own in self.own.items():
            if spec.startswith(f"{name}(") and len(spec) <= LONGEST + len(name):
                return _of_size(spec, with_parameters(own, spec.removeprefix(name)))
        parts = NAME.fullmatch(spec[: LONGEST + 1])
        if len(spec) > LONGEST or not parts or parts[1].lower() not in self._names:
            raise UsageError(unknown("game", spec, (*self.own, *sorted(self._names))))
        return _of_size(spec, parse_game(spec))

    def read(self, spec: str) -> None:
        """Load a user's game from its file, or reload it; raises `UsageError` if that fails."""
        game = parse_game(spec)
        _require_drawable(game)
        self.own[spec] = game

    def spec(self, game: Game) -> str:
        """The spec with which clients may name `game`."""
        own = [entry for entry in self.own.items() if type(entry[1]) is rules_of(game)]
        specs = [spec + variation(game, base) for spec, base in own]
        if not specs or any(spec.partition("(")[0] in self._names for spec, _ in own):
            specs.append(format_game(game))
        return min(specs, key=len)


def _split_docstring(game: Game) -> tuple[str, str]:
    """Split a docstring's first paragraph into a title, "" if it has none, and the rest."""
    paragraph, *_ = re.split(r"\n\s*\n", (type(game).__doc__ or "").strip())
    head = HEAD.match(paragraph)
    words = " ".join(paragraph[head.end() if head else 0 :].lstrip(":.,; \n").split())
    return head[0] if head else "", words[:1].upper() + words[1:]


def _of_size(spec: str, game: Game) -> Game:
    """Return `game`; raise `UsageError` if its board is too large for the page."""
    points = len(picture_of(game, game.start()).points)
    if points > MOST_POINTS:
        raise UsageError(f"{clip(spec)} has {points} points; the page can show {MOST_POINTS}")
    return game


def _require_drawable(game: Game) -> None:
    """Raise `UsageError` for a game whose start cannot be drawn."""
    try:
        picture_of(game, game.start())
    except (ZermeloError, KeyboardInterrupt):
        raise
    except BaseException as error:
        if (fault := own_fault(error)) is None:
            raise
        raise UsageError(f"the rules failed: {fault}") from error
