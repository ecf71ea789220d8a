"""The list of games with their parameters, and the values that each parameter accepts."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zermelo.contract.analysis import Fields
from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.games import BUILT_IN
from zermelo.play.effects import number_word
from zermelo.spec import game_names, parse_game

if TYPE_CHECKING:
    from rich.console import RenderableType


class Entry(Fields):
    """One game: its name, its parameters with their defaults, and a sentence about it."""

    name: str
    parameters: dict[str, Any]
    about: str
    points: bool = False  # whether the game counts points, and so can be played for points
    evaluated: bool = False  # whether the game evaluates positions, as greedy players require
    broken: bool = False  # whether the game cannot be loaded; `about` then has the reason


def catalogue(names: Collection[str] | None = None) -> list[Entry]:
    """An entry for each built-in and installed game, or for the built-in games in `names`."""
    entries = []
    for name in game_names() if names is None else [each for each in BUILT_IN if each in names]:
        try:
            entries.append(entry_of(name, parse_game(name)))
        except UsageError as error:  # an installed game is broken, or needs parameters
            entries.append(Entry(name, {}, str(error), broken=True))
    return entries


def catalogue_report(entries: list[Entry]) -> RenderableType:
    """The entries as a table, and a hint on naming other games."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 1, 0))
    for entry in entries:
        about = Text(entry.about)
        if entry.parameters:
            about.append("\n" + ", ".join(f"{k}={v!r}" for k, v in entry.parameters.items()), "dim")
        table.add_row(Text(entry.name, "bold"), about)
    how = "other parameters: 'nim(rows=[3, 4, 5])'   your own game: file.py:Class"
    return Group(table, Text(how, "dim"))


def entry_of(name: str, game: Game) -> Entry:
    """The entry of `game` under `name`, with the parameters of `game` as the defaults."""
    fields: Any = dataclasses.fields(game)
    parameters = {field.name: _json(getattr(game, field.name)) for field in fields if field.init}
    about = in_numbers(game, (type(game).__doc__ or "").strip().partition("\n")[0])
    return Entry(name, parameters, about, game.counts_points, game.has("evaluate"))


def in_numbers(game: Game, text: str) -> str:
    """A text with the values of parameters like k: "four in a line" for "k in a line"."""
    known = {field.name: getattr(game, field.name) for field in dataclasses.fields(game)}
    whole = {name: number_word(value) for name, value in known.items() if type(value) is int}
    return re.sub(r"\b[b-z]\b", lambda letter: whole.get(letter[0], letter[0]), text)


def _json(value: Any) -> Any:
    """A parameter's value as in specs and JSON, with lists instead of tuples."""
    return [_json(item) for item in value] if isinstance(value, tuple) else value


MOST: Final = 64  # the largest int to try
FEW: Final = 9  # the most values to list one by one


class Parameter(NamedTuple):
    """One parameter: its default, its meaning, and the ints or words that it accepts. Words are
    known if the help lists them and the game rejects others; `fixed` values need no other
    parameters.
    """

    name: str
    default: Any
    help: str
    values: tuple[Any, ...]
    fixed: bool

    @property
    def meaning(self) -> str:
        """The meaning of a parameter and its possible values, in words."""
        return ". ".join(filter(None, (self.help, self.range.capitalize())))

    @property
    def offered(self) -> list[Any]:
        """Values to choose from: all if few, else the least and the greatest; may be empty."""
        few = [*self.values] if len(self.values) <= FEW else [self.values[0], self.values[-1]]
        return few if len(few) > 1 and (self.fixed or not self.every) else []

    @property
    def every(self) -> bool:
        """Whether the parameter accepts every int from its least to its greatest."""
        numbers = [value for value in self.values if isinstance(value, int)]
        return len(numbers) == numbers[-1] - numbers[0] + 1 if numbers else False

    @property
    def range(self) -> str:
        """The accepted numbers in words, like "3 to 19" or "3, 6, 9 or 12"; or ""."""
        if not self.values or isinstance(self.default, str):
            return ""
        first, last = self.values[0], self.values[-1]
        if self.every and len(self.values) > 1:
            return f"{first} or more" if last == MOST else f"{first} to {last}"
        *others, last = self.values
        return f"{', '.join(map(str, others))} or {last}" if others else str(last)


@cache
def parameters_of(game: Game) -> tuple[Parameter, ...]:
    """The parameters of `game`, whose own values are the defaults.

    >>> import zermelo
    >>> [(each.name, each.range) for each in parameters_of(zermelo.game("mnk"))]
    [('width', '1 to 19'), ('height', '1 to 19'), ('k', '1 to 3'), ('coordinates', '')]
    """
    rules = "\n".join(each.__doc__ or "" for each in reversed(type(game).__mro__))
    # A parameter's meaning is on the line of a docstring that begins with its name.
    texts = dict(re.findall(r"^ *(\w+)  +(\S.*)$", rules, re.MULTILINE))
    fields: Any = dataclasses.fields(game)
    own = {field.name: getattr(game, field.name) for field in fields if field.init}
    found = []
    for name, default in own.items():  # tried while the other parameters keep their values
        words = texts.get(name, "")
        tried: Iterable[Any] = range(MOST + 1) if type(default) is int else ()
        if isinstance(default, str) and not _takes(type(game), own | {name: "?"}):
            tried = dict.fromkeys([default, *re.findall(r"\w+", words)])
        values = tuple(value for value in tried if _takes(type(game), own | {name: value}))
        found.append(Parameter(name, default, words, values, name in game.limits))
    return tuple(found)


def _takes(kind: Any, parameters: dict[str, Any]) -> bool:
    try:
        kind(**parameters)
    except Exception:  # a user's rules may raise anything to refuse a value
        return False
    return True
