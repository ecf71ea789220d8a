"""How kernels run in a browser: the modules that `webassembly` made, all others as plain Python.

It stands in for `bridge` there, where numba is not. A search reads and writes memory of this
process's, as native code does.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.errors import NativeWarning, Stopped
from zermelo.native.host import may_go_on

WORD: Final = 64
STOPPED: Final = 1  # as `webassembly` tells it


class Offer(NamedTuple):
    """The module of one game's kernel.

    load   fetches the module's file, once it is needed, or raises an OSError
    words  for each item of a state, the 64-bit words that it is passed as
    """

    kernel: str
    load: Callable[[], Path]
    words: tuple[int, ...]


UNKNOWN: Final = "with these parameters it was not published; only what was is compiled"

_offers: dict[Game[Any], Offer] = {}
_reasons: dict[Game[Any], str] = {}  # of games that could not be compiled
_loaded: dict[Game[Any], Callable[..., Any]] = {}
_plain_games: set[Game[Any]] = set()


def offer(game: Game[Any], offered: Offer) -> None:
    """Have the kernel of this name run compiled for `game` from now on."""
    _offers[game] = offered


def tell_reason(game: Game[Any], why: str) -> None:
    """Report once, when `game` is played, why it runs plain."""
    _reasons[game] = why


def is_native(game: Game[Any]) -> bool:
    """Whether there is a kernel for `game`, which has not failed."""
    return game in _offers and game not in _plain_games


def run(function: Any, *arguments: Any) -> Any:
    """Call a kernel compiled, if there is a module of it, else plain."""
    return prepare(function, *arguments)(*arguments)


def prepare(function: Any, *arguments: Any) -> Callable[..., Any]:
    """The function to call: a module, loaded now, or the plain function itself."""
    game = next((item for item in arguments if isinstance(item, Game)), None)
    if game is None or game in _plain_games:
        return function  # type: ignore[no-any-return]
    if game not in _offers:
        _run_plain(game, _reasons.get(game, UNKNOWN))
        return function  # type: ignore[no-any-return]
    offered = _offers[game]
    if offered.kernel != function.__name__:
        return function  # type: ignore[no-any-return]
    if game not in _loaded:
        try:
            _loaded[game] = _Loaded(offered)
        except OSError as error:
            _run_plain(game, str(error))
            return function  # type: ignore[no-any-return]
    return _loaded[game]


def _run_plain(game: Game[Any], why: str) -> None:
    _plain_games.add(game)
    warnings.warn(f"{game} runs as plain Python, slowly: {why}", NativeWarning, stacklevel=4)


class _Loaded:
    """A module, called as the plain kernel is: with a game, a state, ints, and the memory last."""

    def __init__(self, offered: Offer) -> None:
        library = ctypes.CDLL(str(offered.load()))
        self._host = ctypes.CFUNCTYPE(ctypes.c_int64)(may_go_on)  # kept: the module calls it
        library.listen(self._host)
        self._words, self._entry = offered.words, library.entry
        self._result, self._fault = ctypes.c_int64(), ctypes.c_int32()
        self._places = ctypes.byref(self._result), ctypes.byref(self._fault), None

    def __call__(self, game: Game[Any], state: Any, *arguments: Any) -> int:
        *ints, memory = arguments
        words = [ctypes.c_int64(word) for word in (*in_words(state, self._words), *ints)]
        if not self._entry(*self._places, *words, ctypes.c_void_p(memory.address)):
            return self._result.value
        if self._fault.value == STOPPED:
            raise Stopped
        raise ArithmeticError(f"an int of {game} is larger than any met when it was published")


def in_words(state: Any, sizes: tuple[int, ...]) -> Iterator[int]:
    """The words that a state is passed as: of each item as many as it has, the lowest first.

    >>> list(in_words((1, (2, 1 << 64)), (1, 1, 2)))
    [1, 2, 0, 1]
    """
    for item, size in zip(_leaves(state), sizes, strict=True):
        for place in range(size):
            yield item >> WORD * place & (1 << WORD) - 1 if size > 1 else item


def _leaves(items: Any) -> Iterator[int]:
    for item in items:
        if isinstance(item, tuple):
            yield from _leaves(item)
        else:
            yield item
