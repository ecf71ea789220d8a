"""Run kernels in a browser, as modules made by `sidemodule`, or else as plain Python.

This replaces `running` in browsers, which have no compiler. A search reads and writes the
memory of this process, as native code does.
"""

import ctypes
import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.errors import NativeWarning
from zermelo.native.calling import Code, from_text
from zermelo.native.kernel import may_go_on
from zermelo.native.values import OutsideError, kind_of


class Offer(NamedTuple):
    """The module of one game's kernel."""

    kernel: str
    load: Callable[[], Path]  # fetches the module's file when it is first needed; may raise OSError
    facts: str  # the facts that `sidemodule` wrote about the module, as JSON


UNKNOWN: Final = "it was not published with these parameters, so it is not compiled"
LARGER: Final = "a state or number is larger than any seen at publishing"

offers: dict[Game[Any], Offer] = {}  # the modules to run as kernels
reasons: dict[Game[Any], str] = {}  # why games could not be compiled
_loaded: dict[Game[Any], Callable[..., Any]] = {}
_plain_games: set[Game[Any]] = set()


def is_native(game: Game[Any]) -> bool:
    """Whether there is a kernel for `game` that has not failed."""
    return game in offers and game not in _plain_games


def prepare(function: Any, *arguments: Any) -> Callable[..., Any]:
    """Load the module and return it as a function, or return the plain function."""
    game = next((item for item in arguments if isinstance(item, Game)), None)
    if game is not None and game not in offers and game not in _plain_games:
        _run_plain(game, reasons.get(game, UNKNOWN))
    if game is None or not is_native(game) or offers[game].kernel != function.__name__:
        return function  # type: ignore[no-any-return]
    if game not in _loaded:
        try:
            _loaded[game] = _Loaded(offers[game], function, arguments)
        except (OSError, ValueError) as error:
            _run_plain(game, str(error))
            return function  # type: ignore[no-any-return]
    return _loaded[game]


def _run_plain(game: Game[Any], why: str) -> None:
    _plain_games.add(game)
    warnings.warn(f"{game} runs as plain Python, slowly: {why}", NativeWarning, stacklevel=4)


class _Loaded:
    """A module that is called like its kernel; once it fails, the plain kernel takes over."""

    def __init__(self, offered: Offer, function: Any, arguments: tuple[Any, ...]) -> None:
        self._function, known = function, json.loads(offered.facts)
        game = next(item for item in arguments if isinstance(item, Game))
        own = sys.modules[type(game.start()).__module__]  # the module's name depends on the folder
        sys.modules.setdefault(known["module"], own)
        self._game, (facts, layout) = game, from_text(known["facts"])
        library = ctypes.CDLL(str(offered.load()))
        self._host = ctypes.CFUNCTYPE(ctypes.c_int64)(may_go_on)  # kept because the module calls it
        library.listen(self._host)
        library.entry.restype = ctypes.c_int64
        library.entry.argtypes = [ctypes.c_void_p] * 3
        kinds = [kind_of(value, game, layout) for value in arguments]
        self._code = Code(library, kinds, layout, facts)

    def __call__(self, *arguments: Any) -> Any:
        if self._game in _plain_games:
            return self._function(*arguments)
        try:
            called = self._code(arguments)
        except OutsideError:
            return self._run_plain(arguments)
        if called.succeeds:
            return called.result()
        if called.rule:
            called.ask_python(self._game)
        elif called.error in self._code.facts.raised:
            raise self._code.facts.raised[called.error]
        return self._run_plain(arguments)

    def _run_plain(self, arguments: tuple[Any, ...]) -> Any:
        _run_plain(self._game, LARGER)
        return self._function(*arguments)
