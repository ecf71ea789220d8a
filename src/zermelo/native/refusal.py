"""Why a game runs plain: which rule does not compile, where, for what reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import numba
from numba.core import types

from zermelo.game import Game
from zermelo.native.fingerprint import RULES
from zermelo.native.games import dispatcher
from zermelo.native.widths import Overflow

COMPILED: Final = tuple(name for name in RULES if name != "start")
_STYLING = re.compile(r"\x1b\[[0-9;]*m")
_PREAMBLE = ("Failed in", "During", "File", "Resolution failure", "Invalid use of", ">>>")


def why_plain(game: Game[Any], error: Exception) -> str:
    """One line: which rule of `game` does not compile, where, and why."""
    if isinstance(error, Overflow):
        return why_overflowing(game, error)
    for name in COMPILED:
        try:
            _compile_rule(game, name)
        except Exception as fault:
            return _place(fault, game, name)
    return _reason(error)


def why_overflowing(game: Game[Any], fault: Overflow) -> str:
    """One line: which rule of `game` computes what compiled code cannot, where, and why."""
    if not fault.file:
        return fault.reason
    return f"{Path(fault.file).name}:{fault.line}, {fault.reason}"


def _compile_rule(game: Game[Any], name: str) -> None:
    kind = numba.typeof(game)
    given = {"play": (kind.state, types.int64), "order": (kind.state, types.int64)}
    rule = dispatcher(getattr(type(game), name))
    rule.compile((kind, *given.get(name, (kind.state,))))


def _place(error: Exception, game: Game[Any], name: str) -> str:
    function = getattr(type(game), name)
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    where = getattr(error, "loc", None)
    if where is not None and where.filename and where.line:
        file, line = where.filename, where.line
    return f"{Path(file).name}:{line}, in {name}: {_reason(error)}"


def _reason(error: Exception) -> str:
    """The first telling line of numba's many."""
    lines = [_STYLING.sub("", line).strip(" -") for line in str(error).splitlines()]
    return next((line for line in lines if line and not line.startswith(_PREAMBLE)), "no reason")
