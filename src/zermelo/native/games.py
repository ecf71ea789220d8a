"""Games as values of compiled code: all that a game says is in its type.

A game object goes into a kernel as a value without bits: its rules, its parameters and the widths
of its ints are in its *type*. Each Game class has a `GameType` subclass on which the methods are
registered, each game (class and parameters) an instance of it whose name carries the rules'
fingerprint, so that two games, two parameter sets, or two versions of a game never share code.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import IntEnum
from types import FunctionType
from typing import Any, Final

import numba
import numpy as np
from numba.core import types
from numba.core.compiler import run_frontend
from numba.core.imputils import lower_getattr_generic
from numba.core.registry import cpu_target
from numba.core.ssa import reconstruct_ssa
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.core.typing.typeof import Purpose, typeof_impl
from numba.extending import (
    NativeValue,
    models,
    overload_method,
    register_model,
    unbox,
)

from zermelo.contract.adapted.rowed import Fields, Row
from zermelo.contract.game import Game
from zermelo.native.constants import frozen
from zermelo.native.disk.cache import KernelCache
from zermelo.native.disk.fingerprint import classes_reached, identity, is_special, uncached
from zermelo.native.disk.gamewidths import known_widths
from zermelo.native.disk.remembered import remembered
from zermelo.native.disk.shared import MEANING, is_table, table_type, table_value
from zermelo.native.ints.states import StateMaker, state_type
from zermelo.native.ints.wide import Wide, WideConstant, is_wide
from zermelo.native.ints.widths import Widths, rounded
from zermelo.native.opentuple import OpenTuple, Ragged
from zermelo.native.proof.contracts import Contracts
from zermelo.native.proof.demand import Demand
from zermelo.native.proof.exploring import explored, explored_states
from zermelo.native.proof.guarding import demand_in, width_of
from zermelo.native.proof.promises import (
    Promises,
    no_promises,
    promises_as_data,
    promises_from_data,
)
from zermelo.native.proof.rulecode import CONSTANTS, adopt
from zermelo.native.rewriting.lifting import Inherited, rewritten
from zermelo.native.rewriting.recursion import RecursiveCompiler
from zermelo.native.rewriting.standins import STAND_INS

DEFINED: Final = ("add", "sub", "mul", "neg", "radd", "rmul")  # operators of named tuples
JIT_OPTIONS: Any = {"pipeline_class": RecursiveCompiler}


class GameType(types.Opaque):
    """The compile-time type of one game: its class, parameters, rules, and what its ints are."""

    def __init__(self, game: Game[Any], widths: Widths, promises: Promises) -> None:
        self.game, self.widths, self.promises = game, widths, promises
        super().__init__(f"{identity(game)}{widths.digest}-{promises.digest}")

    def rule(self, name: str) -> Any:
        """The game's method of this name, as the compiler reads it, or None."""
        member = _member(type(self.game), name)
        return rewritten(member) if isinstance(member, FunctionType) else member

    def is_rule(self, function: FunctionType) -> bool:
        """Whether `function` is a method of the game."""
        return self.rule(function.__name__) is function

    @functools.cached_property
    def state(self) -> types.Type:
        """The type of the game's states."""
        return state_type(self.game.start(), self.widths)

    @functools.cached_property
    def opened(self) -> types.Type:
        """The type of states as the game's own code sees them, with rows of any length."""
        game: Any = self.game
        closed: Any = self.state
        kinds = [
            _opened(*pair, game.__names__.seen) for pair in zip(game.__rows__, closed, strict=True)
        ]
        return types.BaseTuple.from_types(kinds, game.__opened__)

    @functools.cached_property
    def tuple_members(self) -> dict[str, Any]:
        """The methods and properties of the game's named tuples and of its `IntEnum`s, by name."""
        own = _own_classes(self.game)
        members = [(name, item) for owner in own for name, item in vars(owner).items()]
        if any(issubclass(owner, IntEnum) for owner in own):
            members.insert(0, ("value", property(lambda member: member)))
        return {
            name: item
            for name, item in members
            if not name.startswith("_") and isinstance(item, (*CONSTANTS, property))
        }

    @functools.cached_property
    def defines_operators(self) -> bool:
        """Whether a named tuple of the game defines an operator."""
        return any(
            f"__{name}__" in vars(own) for own in _own_classes(self.game) for name in DEFINED
        )

    def overloaded(self, name: str, kinds: list[types.Type]) -> tuple[Any, int] | None:
        """The compiler of the operator that a named tuple defines, and 1 or, reflected, -1."""
        owners = [vars(getattr(kind, "instance_class", object)) for kind in kinds]
        for method, owner, step in (
            (f"__{name}__", owners[0], 1),
            (f"__r{name}__", owners[-1], -1),
        ):
            if isinstance(owner.get(method), FunctionType):
                return self.constant(owner[method]), step
        return None

    @functools.cached_property
    def contracts(self) -> Contracts:
        """The contracts between its rules: intervals of the values that they exchange."""
        return explored(self, self.promises)

    def site_width(self, value: Any) -> int:
        """The width of what an operator of the rules makes, at least."""
        return width_of(self, value)

    def ssa(self, function: FunctionType) -> tuple[Any, Demand]:
        """The code of a function of the rules, each variable assigned once, and its demand."""
        code = run_frontend(function)
        adopt(code, self)
        code = reconstruct_ssa(code)
        parameters = inspect.signature(function).parameters
        return code, demand_in(code, [self if name == "self" else None for name in parameters])

    def helped(self, called: Any) -> FunctionType | None:
        """The function that a compiler of helpers of this game compiles; None of other values."""
        return called.py_func if getattr(called, "rules_of", None) is self else None

    def promised(self, function: FunctionType) -> Any:
        """The compiler of a helper, or rule, that is called as its contract says."""
        return _helper(function, self, promised=True)

    def member(self, name: str) -> Any:
        """A parameter, property or constant of the game as rules see it, None if it is none."""
        if inspect.isfunction(inspect.getattr_static(type(self.game), name, None)):
            return None
        if is_table(type(self.game), name):
            return MEANING
        return getattr(self.game, name, None)

    def constant(self, value: Any) -> Any:
        """A global value in the code of the rules as the compiler should see it."""
        if isinstance(value, Inherited):
            value = getattr(super(value.owner, type(self.game)), value.name)
        if isinstance(value, type) and value is type(self.game.start()):
            return StateMaker(self.state)
        if isinstance(value, type) and value is getattr(self.game, "__opened__", None):
            return StateMaker(self.opened)
        if _is_hashable_function(value) and value in STAND_INS:
            value = STAND_INS[value]
        value = uncached(value)
        if isinstance(value, FunctionType) and not _is_known(value) and value is not replace:
            return _helper(rewritten(value), self)
        return widened(frozen(value))


def _opened(kind: Any, closed: Any, seen: Any) -> Any:
    """The type of a field, as the game's own code sees it; `kind` is that of `contract.rowed`."""
    if isinstance(kind, Fields):
        pairs = zip(kind.items, closed, strict=True)
        items = [_opened(item, part, seen) for (_, item), part in pairs]
        return types.BaseTuple.from_types(items, seen(kind.owner))
    if not isinstance(kind, Row):
        return closed
    return OpenTuple(_opened(kind.item, (closed if kind.fixed else closed[1])[0], seen))


def special_methods(game: Game[Any]) -> Iterator[str]:
    """Special methods of the game's classes that compiled code does not call: "Vec.__eq__"."""
    for owner in filter(_has_members, {*classes_reached(game), *_named_tuples(game.start())}):
        known = {f"__{name}__" for name in DEFINED if not issubclass(owner, IntEnum)}
        for name in vars(owner):
            if is_special(owner, name) and name not in known:
                yield f"{owner.__name__}.{name}"


def _own_classes(game: Game[Any]) -> set[type]:
    """The named tuples and `IntEnum`s in the files of the rules, and those in states."""
    names = ("moves", "play", "outcome", "_moves", "_play")
    rules = [_member(type(game), name) for name in names]
    files = [rule.__globals__.values() for rule in rules if isinstance(rule, FunctionType)]
    own = {value for file in files for value in file if _has_members(value)}
    return own | set(_named_tuples(game.start()))


def _has_members(value: Any) -> bool:
    """Whether it is a class whose methods and properties compiled code knows."""
    if not isinstance(value, type) or value is IntEnum:
        return False
    return hasattr(value, "_fields") or issubclass(value, IntEnum)


def _named_tuples(value: Any) -> Iterator[type]:
    """The classes of a state and of the named tuples in it."""
    if hasattr(value, "_fields"):
        yield type(value)
    for item in value if isinstance(value, tuple) else ():
        yield from _named_tuples(item)


_game_types: dict[tuple[Game[Any], Widths], GameType] = {}


@typeof_impl.register(Game)
def _typeof_game(game: Game[Any], _context: Any) -> GameType:
    key = game, known_widths(game)
    if key not in _game_types:
        kind: Any = _type_class(type(game))  # type: ignore[arg-type]
        unexplored = kind(*key, no_promises(key[1]))
        promises = remembered(
            f"promises of {unexplored.name}",
            lambda: promises_as_data(explored_states(unexplored)),
        )
        _game_types[key] = kind(*key, promises_from_data(promises))
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
    _register_attributes(kind)
    return kind


def _member(owner: Any, name: str) -> Any:
    member = inspect.getattr_static(owner, name, None)
    if member is Game.candidates:  # all moves: without a generator around the generator
        member = inspect.getattr_static(owner, "moves")
    return uncached(member)


def _unbox_game(kind: GameType, _value: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


def _method(function: FunctionType) -> Callable[..., FunctionType]:
    def chosen(*_arguments: Any, **_named: Any) -> FunctionType:
        return rewritten(function)

    by_name = function.__code__.co_kwonlyargcount
    chosen.__signature__ = inspect.signature(rewritten(function) if by_name else function)
    return chosen


def _register_attributes(kind: type[GameType]) -> None:
    """Parameters and properties are read while compiling, and are constants of the machine code."""

    class Attributes(AttributeTemplate):
        key = kind

        def generic_resolve(self, game: Any, name: str) -> Any:  # type: ignore[override]
            if inspect.isfunction(game.rule(name)) or not hasattr(game.game, name):
                return None
            if is_table(type(game.game), name):
                return table_type(getattr(game.game, name))
            value = _parameter(game, getattr(game.game, name))
            resolved: types.Type = self.context.resolve_value_type_prefer_literal(value)
            return resolved.copy(readonly=True) if isinstance(resolved, types.Array) else resolved

    infer_getattr(Attributes)

    @lower_getattr_generic(kind)
    def generate(context: Any, builder: Any, game: Any, _value: Any, name: str) -> Any:
        if is_table(type(game.game), name):
            return table_value(context, builder, game, name)
        kind = context.typing_context.resolve_getattr(game, name)
        value = _parameter(game, getattr(game.game, name))
        return context.get_constant_generic(builder, kind, value)


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
        return Ragged(value, Wide(_widest(value)))
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
def _helper(function: FunctionType, game: GameType, *, promised: bool = False) -> Any:
    """The compiler of a function that the rules of `game` call: it is guarded as they are."""
    contract = game.contracts.promised[function] if promised else None
    settings = {"rules_of": game, "contract": contract}
    made = _dispatcher(function, type("RuleCompiler", (RecursiveCompiler,), settings))
    made.rules_of = game
    return made


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
