"""How kernels run compiled: for which arguments, how wide, and plain where that cannot be.

The package's contact with numba is spread over its modules: games as types (`games`), their states
(`states`, `rows`), what numba lacks (`lacking`), ints of any size (`wide`, `wideops`), and the
rules' code (`rulecode`, `guards`, `exact`, `demand`). Importing this one registers all of them.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock

from zermelo.contract.adapted.interned import is_shipped
from zermelo.contract.adapted.interned import why_plain as why_not_compiled
from zermelo.contract.game import Game
from zermelo.errors import NativeWarning
from zermelo.native import lacking, leaving, rows  # noqa: F401 - what they register is used
from zermelo.native.agreement import answers, disagreement, new_answers
from zermelo.native.disk.claims import claiming
from zermelo.native.disk.fingerprint import identity
from zermelo.native.disk.gamewidths import cover, known_widths, widen
from zermelo.native.disk.remembered import remembered
from zermelo.native.games import dispatcher, special_methods
from zermelo.native.hastened import hastened
from zermelo.native.ints import exact  # noqa: F401 - what it registers is used
from zermelo.native.ints.widths import UNKEPT, UNPROVEN, Overflow
from zermelo.native.pausing import paused
from zermelo.native.refusal import refusing_unsafe_casts, why_overflowing, why_plain
from zermelo.native.rewriting.recursion import is_inner
from zermelo.native.sequences import dicts, optional, tuples  # noqa: F401 - what they register is used


def run(function: Any, *arguments: Any) -> Any:
    """Call a kernel compiled; with a game that cannot compile, plain, after one warning."""
    return prepare(function, *arguments)(*arguments)


def prepare(function: Any, *arguments: Any) -> Callable[..., Any]:
    """Compile a kernel for arguments like these, or load it; returned is what to call.

    That spares the look at each argument's type, but takes arguments of these types only. It is
    the plain function when the game cannot compile. Where ints turn out wider than was known, the
    call is made once more with wider ones, or plain.

    Threads compile one after the other, because a thread cannot use a kernel whose types another
    is still inferring. The caller's clock stands still meanwhile.
    """
    with paused(), global_compiler_lock, hastened():
        return _prepared(function, *arguments)


def _prepared(function: Any, *arguments: Any) -> Callable[..., Any]:
    game = next((item for item in arguments if isinstance(item, Game)), None)
    if game is not None:
        _look_over(game)
        if not is_native(game):
            return function
    try:
        if game is None:
            return _compiled(dispatcher(function), tuple(map(_type_of, arguments)))
        cover(game, _states(game, arguments))
        _free_what_is_broken(game, arguments)
        signature = tuple(_type_of(argument, game) for argument in arguments)
        entry = _compiled(dispatcher(function), signature)
    except Exception as error:  # numba raises all kinds when it meets what it cannot compile
        if game is None:
            raise
        if UNPROVEN in str(error) and widen(game, known_widths(game), Overflow(UNPROVEN)):
            return prepare(function, *arguments)
        _run_plain(game, why_plain(game, error))
        return function
    return _Compiled(function, entry, game)


class _Compiled:
    """A kernel compiled for a game; compiled again, with wider ints, when they were too narrow."""

    def __init__(self, function: Any, entry: Any, game: Game[Any]) -> None:
        self.function, self.entry, self.game = function, entry, game
        self.widths, self.promises = known_widths(game), numba.typeof(game).promises
        self.wider: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        if self.wider is not None:
            return self.wider(*arguments)
        if any(self.promises.broken(state) is not None for state in _states(self.game, arguments)):
            return self._call_wider(*arguments)
        try:
            return self.entry(*arguments)
        except Overflow as fault:
            if not widen(self.game, self.widths, fault):
                _run_plain(self.game, why_overflowing(self.game, fault))
        except OverflowError:  # an item of a state given is wider than any seen
            cover(self.game, _states(self.game, arguments))
            if known_widths(self.game) == self.widths:
                raise
        return self._call_wider(*arguments)

    def _call_wider(self, *arguments: Any) -> Any:
        """Compile the kernel again, and call that."""
        self.wider = prepare(self.function, *arguments)
        return self.wider(*arguments)


def _free_what_is_broken(game: Game[Any], arguments: tuple[Any, ...]) -> None:
    """Promise no more of states than those given keep."""
    for state in _states(game, arguments):
        while (index := numba.typeof(game).promises.broken(state)) is not None:
            widen(game, known_widths(game), Overflow(UNKEPT, width=index))


def _compiled(dispatcher: Any, signature: tuple[types.Type, ...]) -> Callable[..., Any]:
    """The entry to call; a kernel compiled only as part of others is compiled once more."""
    with claiming(), refusing_unsafe_casts():
        if signature in dispatcher.overloads and is_inner(dispatcher.overloads[signature].library):
            del dispatcher.overloads[signature]
        entry: Callable[..., Any] = dispatcher.compile(signature)
        return entry


# The types of arguments --------------------------------------------------------------------------


def _type_of(value: Any, game: Game[Any] | None = None) -> types.Type:
    """The compile-time type of an argument; states in it are those of `game`."""
    if isinstance(value, np.void):
        return _record_type(value.dtype)
    if game is None or not isinstance(value, tuple):
        return numba.typeof(value)
    if _is_state(game, value):
        return numba.typeof(game).state
    return types.BaseTuple.from_types([_type_of(item, game) for item in value], type(value))


@functools.cache
def _record_type(kind: np.dtype[Any]) -> types.Type:
    return numba.from_dtype(kind)


def _states(game: Game[Any], values: tuple[Any, ...]) -> Iterator[Any]:
    """The states of `game` among the values and in their tuples."""
    for value in values:
        if _is_state(game, value):
            yield value
        elif isinstance(value, tuple):
            yield from _states(game, value)


def _is_state(game: Game[Any], value: Any) -> bool:
    return hasattr(value, "_fields") and type(value) is _class_of_states(game)


@functools.cache
def _class_of_states(game: Game[Any]) -> type:
    return type(game.start())


# Games that cannot compile -----------------------------------------------------------------------

_plain_games: set[Game[Any] | None] = set()


def is_native(game: Game[Any]) -> bool:
    """Whether kernels run compiled for `game`, as far as is known: False once they could not."""
    return type(game).compiles and game not in _plain_games


_looked_over: set[Game[Any]] = set()


def _look_over(game: Game[Any]) -> None:
    """Before anything of `game` runs compiled: see what its states are, and compare the rules.

    What is compiled for a browser does not run here: `zermelo.publish.kernels` compares before.
    """
    if game in _looked_over:
        return
    _looked_over.add(game)
    if game not in _plain_games and (why := why_not_compiled(game) or _why_not_called(game)):
        _run_plain(game, why)
    elif is_native(game) and not is_shipped(game) and not lacking.asks_host:
        why = remembered(f"agreement of {identity(game)}", lambda: _compared(game))
        if why:
            _run_plain(game, why)


def _why_not_called(game: Game[Any]) -> str:
    """Why compiled rules would not do what a class of theirs says; empty where they do."""
    method = "" if is_shipped(game) else next(special_methods(game), "")
    return method and f"{method} is not called by compiled code: write a method with a name"


def _compared(game: Game[Any]) -> str:
    """How the rules differ compiled, as a sentence; nothing if they do not, or do not compile."""
    given = new_answers()
    compiled = prepare(answers, game, game.start(), 0, given)
    return disagreement(game, compiled, given) if is_native(game) else ""


def _run_plain(game: Game[Any], why: str) -> None:
    """Run `game` plain from now on, and say why."""
    _plain_games.add(game)
    warnings.warn(f"{game} runs as plain Python, slowly: {why}", NativeWarning, stacklevel=5)
