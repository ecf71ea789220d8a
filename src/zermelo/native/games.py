"""Games as values of compiled code: all that a game says is in its type.

A game object goes into a kernel as a value without bits: its rules, its parameters and the widths
of its ints are in its *type*. Each Game class has a `GameType` subclass on which the methods are
registered, each game (class and parameters) an instance of it whose name carries the rules'
fingerprint, so that two games, two parameter sets, or two versions of a game never share code.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.registry import cpu_target
from numba.core.typing.typeof import Purpose, typeof_impl
from numba.extending import (
    NativeValue,
    models,
    overload_attribute,
    overload_method,
    register_model,
    unbox,
)

from zermelo.game import Game
from zermelo.native.cache import KernelCache
from zermelo.native.fingerprint import rules_fingerprint
from zermelo.native.known import known_widths
from zermelo.native.recursion import RecursiveCompiler
from zermelo.native.standins import STAND_INS
from zermelo.native.states import StateMaker, state_type
from zermelo.native.wide import Table, WideConstant, is_wide
from zermelo.native.widths import Widths, rounded

JIT_OPTIONS: Any = {"pipeline_class": RecursiveCompiler}


class GameType(types.Opaque):
    """The compile-time type of one game: its class, parameters, widths and rules' fingerprint."""

    def __init__(self, game: Game[Any], widths: Widths) -> None:
        self.game, self.widths = game, widths
        owner = type(game)
        parameters = ", ".join(
            f"{field.name}={getattr(game, field.name)!r}"
            for field in dataclasses.fields(game)  # type: ignore[arg-type]
        )
        super().__init__(
            f"{owner.__module__}.{owner.__qualname__}({parameters})#{rules_fingerprint(game)}"
            f"{widths.digest}"
        )

    def rule(self, name: str) -> Any:
        """The game's method of this name, or None."""
        return _member(type(self.game), name)

    def is_rule(self, function: FunctionType) -> bool:
        """Whether `function` is a method of the game."""
        return self.rule(function.__name__) is function

    @functools.cached_property
    def state(self) -> types.Type:
        """The type of the game's states."""
        return state_type(self.game.start(), self.widths)

    def member(self, name: str) -> Any:
        """A parameter, property or constant of the game as rules see it, None if it is none."""
        if inspect.isfunction(inspect.getattr_static(type(self.game), name, None)):
            return None
        return getattr(self.game, name, None)

    def constant(self, value: Any) -> Any:
        """A global value in the code of the rules as the compiler should see it."""
        if isinstance(value, type) and value is type(self.game.start()):
            return StateMaker(self.state)
        if _is_hashable_function(value) and value in STAND_INS:
            return _helper(STAND_INS[value], self)
        if isinstance(value, FunctionType) and not _is_known(value):
            return _helper(value, self)
        return widened(value)


_game_types: dict[tuple[Game[Any], Widths], GameType] = {}


@typeof_impl.register(Game)
def _typeof_game(game: Game[Any], _context: Any) -> GameType:
    key = game, known_widths(game)
    if key not in _game_types:
        _game_types[key] = _type_class(type(game))(*key)  # type: ignore[arg-type]
    return _game_types[key]


@functools.cache
def _type_class(owner: Any) -> type[GameType]:
    """The GameType subclass of a Game class, with the class's members registered on it."""
    kind = type(f"{owner.__name__}Type", (GameType,), {})
    register_model(kind)(models.OpaqueModel)
    unbox(kind)(_unbox_game)
    for name in dir(owner):
        if name.startswith("__"):
            continue
        member = _member(owner, name)
        if isinstance(member, FunctionType):
            overload_method(kind, name, jit_options=JIT_OPTIONS, strict=False)(_method(member))
        else:
            overload_attribute(kind, name, jit_options=JIT_OPTIONS)(_attribute(name))
    for name in getattr(owner, "__dataclass_fields__", ()):
        if not hasattr(owner, name):
            overload_attribute(kind, name, jit_options=JIT_OPTIONS)(_attribute(name))
    return kind


def _member(owner: Any, name: str) -> Any:
    member = inspect.getattr_static(owner, name, None)
    if member is Game.candidates:  # all moves: without a generator around the generator
        return inspect.getattr_static(owner, "moves")
    return member


def _unbox_game(kind: GameType, _value: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


def _method(function: FunctionType) -> Callable[..., FunctionType]:
    def chosen(*_arguments: Any) -> FunctionType:
        return function

    chosen.__signature__ = inspect.signature(function)
    return chosen


def _attribute(name: str) -> Callable[..., Callable[..., Any]]:
    """A parameter or property, read while compiling, as a constant of the machine code."""
    return lambda game: _reader(_parameter(game, getattr(game.game, name)))


def _reader(value: Any) -> Callable[..., Any]:
    return lambda game: value


# Constants ---------------------------------------------------------------------------------------


def _parameter(game: GameType, value: Any) -> Any:
    """Tuples of ints as constant arrays, which compiled code can index and loop over."""
    seen = game.constant(value)
    if seen is value and isinstance(value, tuple) and value and not hasattr(value, "_fields"):
        array = np.array(value) if all(isinstance(item, int) for item in value) else None
        return value if array is None else array
    return seen


def widened(value: Any) -> Any:
    """A constant with the ints in it that need more than a word made known to the compiler."""
    if is_wide(value):
        return WideConstant(value)
    if isinstance(value, tuple) and any(map(is_wide, value)) and _are_ints(value):
        return Table(value)
    if type(value) is tuple and (width := _widest(value)):
        return _widened_items(value, width)
    return value


def _are_ints(values: tuple[Any, ...]) -> bool:
    return all(isinstance(value, int) for value in values)


def _widest(value: Any) -> int:
    """The width of the widest int in nested tuples, 0 when all are of one word."""
    if isinstance(value, tuple):
        return max(map(_widest, value), default=0)
    return rounded(value.bit_length()) if is_wide(value) else 0


def _widened_items(value: Any, width: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_widened_items(item, width) for item in value)
    return WideConstant(value, width) if isinstance(value, int) else value


# Functions that rules call -----------------------------------------------------------------------


def dispatcher(function: FunctionType) -> Any:
    """numba's compiler of one kernel, or of a plain function that kernels call."""
    return _dispatcher(function, RecursiveCompiler)


@functools.cache
def _dispatcher(function: FunctionType, compiler: Any) -> Any:
    made = numba.njit(nogil=True, error_model="numpy", pipeline_class=compiler)(function)
    made._cache = KernelCache(function)
    return made


@functools.cache
def _helper(function: FunctionType, game: GameType) -> Any:
    """The compiler of a function that the rules of `game` call: it is guarded as they are."""
    compiler = type("RuleCompiler", (RecursiveCompiler,), {"rules_of": game})
    return _dispatcher(function, compiler)


def _is_hashable_function(value: Any) -> bool:
    return callable(value) and getattr(type(value), "__hash__", None) is not None


def _is_known(function: FunctionType) -> bool:
    """Whether compiled code has its own way of what the function does, or it is a kernel."""
    return _known(function) or hasattr(function, "native")


def _known(function: FunctionType) -> bool:
    return cpu_target.typing_context._lookup_global(function) is not None


@typeof_impl.register(FunctionType)
def _typeof_function(function: FunctionType, context: Any) -> types.Dispatcher | None:
    """A plain function named inside compiled code, a kernel or a helper, is compiled too."""
    if context.purpose is not Purpose.constant or _known(function):
        return None
    return types.Dispatcher(dispatcher(function))
