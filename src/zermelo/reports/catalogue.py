"""The games there are, with their parameters, as a list for newcomers."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from zermelo.contract.game import Game
from zermelo.contract.result import Fields
from zermelo.errors import UsageError
from zermelo.games import BUILT_IN
from zermelo.spec import game_names, parse_game

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclasses.dataclass(frozen=True)
class Entry(Fields):
    """One game: its name, its parameters with their defaults, and what it is, in a sentence.

    points     whether it counts points, so that it may be played for these
    evaluated  whether it evaluates positions, so that a greedy player can
    broken     whether it cannot be loaded; `about` then says why
    """

    name: str
    parameters: dict[str, Any]
    about: str
    points: bool = False
    evaluated: bool = False
    broken: bool = False


def catalogue(names: Collection[str] | None = None) -> list[Entry]:
    """All games that can be named, built-in and installed ones; or built-in ones of these names."""
    listed = game_names() if names is None else [name for name in BUILT_IN if name in names]
    return [_entry(name) for name in listed]


def catalogue_report(entries: list[Entry]) -> RenderableType:
    """The entries as a table, and how to name a game of your own."""
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


def _entry(name: str) -> Entry:
    try:
        game = parse_game(name)
    except UsageError as error:  # an installed game that is broken, or has no default parameters
        return Entry(name, {}, str(error), broken=True)
    return entry_of(name, game)


def entry_of(name: str, game: Game) -> Entry:
    """The entry of `game`, by which it is called `name`; its parameters are the defaults."""
    fields: Any = dataclasses.fields(game)
    parameters = {field.name: _json(getattr(game, field.name)) for field in fields if field.init}
    about = (type(game).__doc__ or "").strip().partition("\n")[0]
    return Entry(name, parameters, about, game.counts_points, game.has("evaluate"))


def help_of(game: Game) -> dict[str, str]:
    """The meaning of the parameters, by the lines of the docstring that begin with their names."""
    rules = type(game).__doc__ or ""
    entries = re.findall(r"^ *(\w+)  +(\S.*)$", rules, re.MULTILINE)
    names = {field.name for field in dataclasses.fields(game)}
    return {name: text for name, text in entries if name in names}


def _json(value: Any) -> Any:
    """A parameter as specs and JSON write it: tuples as lists."""
    return [_json(item) for item in value] if isinstance(value, tuple) else value
