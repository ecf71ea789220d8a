"""Why a game runs plain: which rule does not compile, where, for what reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import numba
from numba.core import types

from zermelo.contract.game import Game
from zermelo.native.advice import advice
from zermelo.native.disk.fingerprint import RULES
from zermelo.native.games import dispatcher
from zermelo.native.ints.widths import Overflow

OWN: Final = Path(__file__).parent
NUMBA: Final = Path(numba.__file__).parent
COMPILED: Final = tuple(name for name in RULES if name != "start")


def why_plain(game: Game[Any], error: Exception) -> str:
    """One line: which rule of `game` does not compile, where, and why."""
    if isinstance(error, Overflow):
        return why_overflowing(game, error)
    for name in COMPILED:
        try:
            _compile_rule(game, name)
        except Exception as fault:
            return _place(fault, game, name)
    return "each of its rules compiles, but not the search together with them"


def why_overflowing(game: Game[Any], fault: Overflow) -> str:
    """One line: which rule of `game` computes what compiled code cannot, where, and why."""
    if not fault.file:
        return fault.reason
    return f"{Path(fault.file).name}:{fault.line}, {fault.reason}"


def _compile_rule(game: Game[Any], name: str) -> None:
    kind = numba.typeof(game)
    given = {"play": (kind.state, types.int64), "order": (kind.state, types.int64)}
    rule = dispatcher(kind.rule(name))
    rule.compile((kind, *given.get(name, (kind.state,))))


def _place(error: Exception, game: Game[Any], name: str) -> str:
    function = getattr(type(game), name)
    file, line = _innermost(str(error)) or (function.__code__.co_filename, 0)
    where = getattr(error, "loc", None)
    if not line and where is not None and where.filename and where.line:
        file, line = where.filename, where.line
    line, why = advice(file, line or function.__code__.co_firstlineno, str(error))
    if "does not yield" in str(error):
        why = "moves does not yield: its only yield is never reached"
    return f"{Path(file).name}:{line}, in {name}: {why}"


def _innermost(error: str) -> tuple[str, int] | None:
    """The innermost line of a file of the user's that the compiler names; it names that first."""
    for file, line in re.findall(r'File "(.+?)", line (\d+)', error):
        path = Path(file).resolve()
        if not path.is_relative_to(OWN) and not path.is_relative_to(NUMBA):
            return str(path), int(line)
    return None
