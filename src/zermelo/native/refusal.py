"""Why a game runs plain: which rule does not compile, where, for what reason."""

from __future__ import annotations

import contextlib
import dis
import re
import sys
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

import numba
from numba.core import types
from numba.core.errors import NumbaTypeSafetyWarning

from zermelo.contract.game import Game
from zermelo.native.advice import advice
from zermelo.native.disk.fingerprint import RULES
from zermelo.native.games import dispatcher
from zermelo.native.ints.widths import Overflow

OWN: Final = Path(__file__).parent
ZERMELO: Final = OWN.parent
CONTRACT: Final = ZERMELO / "contract"
GAMES: Final = ZERMELO / "games"
NUMBA: Final = Path(numba.__file__).parent
LIBRARY: Final = Path(re.__file__).resolve().parents[1]  # Python's own; packages lie in it, too
COMPILED: Final = tuple(name for name in RULES if name != "start")


def why_plain(game: Game[Any], error: Exception) -> str:
    """One line: which rule of `game` does not compile, where, and why."""
    if isinstance(error, Overflow):
        return why_overflowing(game, error)
    if why := _why_failing(game, error):
        return why
    written = (name for name in COMPILED if not _is_inherited(game, name))
    for name in written:
        try:
            _compile_rule(game, name)
        except Exception as fault:
            return _place(fault, game, name)
    here = _innermost(str(error)) or _raised_in(game, str(error)) or _working_at(error)
    if innermost := here:  # in an adapted game
        line, why = advice(*innermost, str(error))
        return f"{Path(innermost[0]).name}:{line}: {why}"
    return "each of its rules compiles, but not the search together with them"


def _why_failing(game: Game[Any], error: Exception) -> str:
    """Where, and with what, a rule has failed in plain Python, which was measured first."""
    own = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    for frame, line in reversed([*traceback.walk_tb(error.__traceback__)]):
        if own and frame.f_code.co_filename == own:
            why = f"{type(error).__name__}: {error}"
            return f"{Path(own).name}:{line}: it fails in plain Python, too, with {why}"
    return ""


def _is_inherited(game: Game[Any], name: str) -> bool:
    """Whether the game leaves a rule as the contract has it: that fails when others fail."""
    return CONTRACT in Path(getattr(type(game), name).__code__.co_filename).parents


@contextlib.contextmanager
def refusing_unsafe_casts() -> Iterator[None]:
    """Refuse what numba would compile with a warning: that an int is taken for a text, say."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", NumbaTypeSafetyWarning)
        yield


def why_overflowing(game: Game[Any], fault: Overflow) -> str:
    """One line: which rule of `game` computes what compiled code cannot, where, and why."""
    if not fault.file:
        return fault.reason
    return f"{Path(fault.file).name}:{fault.line}, {fault.reason}"


def _compile_rule(game: Game[Any], name: str) -> None:
    kind = numba.typeof(game)
    given = dict.fromkeys(("play", "order", "loud", "assured", "reply"), (kind.state, types.int64))
    rule = dispatcher(kind.rule(name))
    with refusing_unsafe_casts():
        rule.compile((kind, *given.get(name, (kind.state,))))


def _place(error: Exception, game: Game[Any], name: str) -> str:
    function = getattr(type(game), name)
    file, line = _innermost(str(error)) or (function.__code__.co_filename, 0)
    where = getattr(error, "loc", None)
    if not line and where is not None and _is_the_users(where.filename) and where.line:
        file, line = where.filename, where.line
    if not line and (working := _working_at(error)):
        file, line = working
    if not line and (raised := re.search(r"Raised from (.+?) \(\d+\)", str(error))):
        file, line = _calling(function, type(game), raised[1]) or (file, 0)
    line, why = advice(file, line or function.__code__.co_firstlineno, str(error))
    if "does not yield" in str(error):
        why = "moves does not yield: its only yield is never reached"
    if unreadable := re.search(r"unreadable in (\w+): ", str(error)):
        name = unreadable[1]
    return f"{Path(file).name}:{line}, in {name}: {why}"


def _innermost(error: str) -> tuple[str, int] | None:
    """The innermost line of a file of the user's that the compiler names; it names that first."""
    for match in re.finditer(
        r'File "(.+?)", line (\d+)|During: lowering .+ at (.+) \((\d+)\)', error
    ):
        file, line = match[1] or match[3], match[2] or match[4]
        if _is_the_users(file):
            return str(Path(file).resolve()), int(line)
    return None


def _working_at(error: BaseException) -> tuple[str, int] | None:
    """The innermost line of the user's at which the compiler failed without a word."""
    found, traceback = None, error.__traceback__
    while traceback is not None:
        where = getattr(traceback.tb_frame.f_locals.get("self"), "loc", None)
        if where is not None and _is_the_users(where.filename) and where.line:
            found = str(Path(where.filename).resolve()), int(where.line)
        traceback = traceback.tb_next
    return found


def _raised_in(game: Game[Any], error: str) -> tuple[str, int] | None:
    """The line of the game's own file that the compiler could not even read."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    raised = re.search(r"Raised from (.+?) \((\d+)\)", error)
    return (raised[1], int(raised[2])) if raised and raised[1] == file else None


def _calling(rule: FunctionType, owner: type, library: str) -> tuple[str, int] | None:
    """The line, in the code that a rule reaches, that calls a function of a library's file."""
    reached = [rule]
    for function in reached:
        value: Any = None
        for step in dis.get_instructions(function):
            if step.opname == "LOAD_GLOBAL":
                value = function.__globals__.get(step.argval)
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                value = getattr(
                    value if isinstance(value, ModuleType) else owner, step.argval, None
                )
            if not isinstance(value, FunctionType) or value in reached:
                continue
            if value.__code__.co_filename == library and step.positions:
                return function.__code__.co_filename, step.positions.lineno or 0
            if _is_the_users(value.__code__.co_filename):
                reached.append(value)
    return None


def _is_the_users(file: str | None) -> bool:
    """Whether a file is neither the compiler's nor Python's, and of Zermelo's a game's."""
    path = Path(file or NUMBA).resolve()
    if path.is_relative_to(LIBRARY) and "site-packages" not in path.parts:
        return False
    ours = path.is_relative_to(ZERMELO) and not path.is_relative_to(GAMES)
    return not ours and not path.is_relative_to(NUMBA)
