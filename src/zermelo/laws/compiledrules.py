"""The compiler's view of a game's rules: the types of variables, and slow parts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.contract.game import Game
from zermelo.contract.given import GameGiven, game_given
from zermelo.contract.result import Result
from zermelo.laws.differential import choices, entries, replies


class Variable(NamedTuple):
    """A variable of a rule, and its type in words."""

    name: str
    type: str


class CompiledFunction(NamedTuple):
    """A function of the rules: where it stands, its variables, and remarks on what is slow."""

    place: str
    name: str
    variables: tuple[Variable, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class CompiledRules(Result):
    """The rules of a game as the compiler sees them.

    functions  those of the game's own file, in their order there
    plain      why the game runs plain; empty where it compiles
    """

    game: str
    functions: tuple[CompiledFunction, ...]
    plain: str


def compiled_rules(game: GameGiven) -> CompiledRules:
    """The types of the variables in the rules of `game`, the wide ints, and plain rules.

    Raises `SpecError` or `ParameterError` for what names no game.

    >>> import zermelo
    >>> found = compiled_rules(zermelo.game("nim(rows=[1, 2])"))
    >>> found.plain, [function.name for function in found.functions][:2]
    ('', ['moves', 'play'])
    """
    from zermelo.native.running import described_rules, runs_plain

    game = game_given(game)
    if reason := runs_plain(game):
        return CompiledRules(str(game), (), reason)
    functions: dict[Any, dict[str, str]] = {}
    start = game.start()
    for kernel in (entries, replies, choices):
        found, reason = described_rules(kernel, game, start)
        if reason:
            return CompiledRules(str(game), (), reason)
        for source, variables in found.items():
            functions.setdefault(source, {}).update(variables)
    own = [item for item in functions.items() if _is_own(game, item[0])]
    own.sort(key=lambda item: (item[0].filename, item[0].node.lineno))
    return CompiledRules(str(game), tuple(_described(*item) for item in own), "")


def _is_own(game: Game, source: Any) -> bool:
    """Whether a function stands in the game's own file, or beside it."""
    own = {Path(member.__code__.co_filename) for member in _methods(game)}
    return Path(source.filename) in own


def _methods(game: Game) -> list[Any]:
    members = (getattr(type(game), name, None) for name in ("start", "moves", "play"))
    return [member for member in members if hasattr(member, "__code__")]


def _described(source: Any, variables: dict[str, str]) -> CompiledFunction:
    place = f"{Path(source.filename).name}:{source.node.lineno}"
    wide = [name for name, text in variables.items() if "wide int" in text]
    remarks = [f"{', '.join(wide)}: wider than a word, so slower"] if wide else []
    rows = tuple(Variable(*item) for item in sorted(variables.items()) if item[0] != "self")
    return CompiledFunction(place, source.name, rows, tuple(remarks))
