"""How games and kernels become machine code: the package's whole contact with numba's insides.

A game object goes into a kernel as a value without bits: all it has to say, its rules and its
parameters, is in its *type*. Each Game class has a `GameType` subclass on which the methods are
registered, each game (class and parameters) an instance of it whose name carries the rules'
fingerprint, so that two games, two parameter sets, or two versions of a game never share code.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gc
import inspect
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.core.typing.typeof import Purpose, typeof_impl
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    overload_attribute,
    overload_method,
    register_model,
    unbox,
)

from zermelo.errors import NativeWarning
from zermelo.game import Game, hashed, mixed, product, replaced
from zermelo.native.cache import KernelCache
from zermelo.native.fingerprint import RULES, rules_fingerprint
from zermelo.native.items import (
    key_of,
    pack_items,
    packs_itself,
    read_items,
    state_of,
    unpack_items,
    write_items,
)
from zermelo.native.recursion import RecursiveCompiler, is_inner
from zermelo.native.table import empty_table
from zermelo.native.words import prefetch, words

# Games ---------------------------------------------------------------------------------------


class GameType(types.Opaque):
    """The compile-time type of one game: its class, parameters and rules' fingerprint."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        owner = type(game)
        parameters = ", ".join(
            f"{field.name}={getattr(game, field.name)!r}"
            for field in dataclasses.fields(game)  # type: ignore[arg-type]
        )
        super().__init__(
            f"{owner.__module__}.{owner.__qualname__}({parameters})#{rules_fingerprint(game)}"
        )

    def rule(self, name: str) -> Any:
        """The game's method of this name, or None."""
        return _member(type(self.game), name)


_JIT_OPTIONS: Any = {"pipeline_class": RecursiveCompiler}

_game_types: dict[Game[Any], GameType] = {}


@typeof_impl.register(Game)
def _typeof_game(game: Game[Any], _context: Any) -> GameType:
    if game not in _game_types:
        _game_types[game] = _type_class(type(game))(game)  # type: ignore[arg-type]
    return _game_types[game]


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
            overload_method(kind, name, jit_options=_JIT_OPTIONS, strict=False)(_method(member))
        else:
            overload_attribute(kind, name, jit_options=_JIT_OPTIONS)(_attribute(name))
    for name in getattr(owner, "__dataclass_fields__", ()):
        if not hasattr(owner, name):
            overload_attribute(kind, name, jit_options=_JIT_OPTIONS)(_attribute(name))
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
    return lambda game: _reader(_constant(getattr(game.game, name)))


def _reader(value: Any) -> Callable[..., Any]:
    return lambda game: value


def _constant(value: Any) -> Any:
    """Tuples of ints as constant arrays, which compiled code can index and loop over."""
    if isinstance(value, tuple) and value and not hasattr(value, "_fields"):
        array = np.array(value) if all(isinstance(item, int) for item in value) else None
        return value if array is None else array
    return value


_INT32, _INT64 = ir.IntType(32), ir.IntType(64)
_INT64_POINTER, _BYTE_POINTER = _INT64.as_pointer(), ir.IntType(8).as_pointer()
_UNKNOWN_LENGTH = 1 << 40
_BITS63 = (1 << 63) - 1

# What plain Python has and numba lacks ----------------------------------------------------------


@intrinsic
def _count_ones(_typing: Any, value: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _leading_zeros(_typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


@overload_method(types.Integer, "bit_count", strict=False, jit_options=_JIT_OPTIONS)
def _bit_count(value: Any) -> Any:
    return lambda value: _count_ones(np.int64(value))


@overload_method(types.Integer, "bit_length", strict=False, jit_options=_JIT_OPTIONS)
def _bit_length(value: Any) -> Any:
    return lambda value: 64 - _leading_zeros(np.int64(value))


@overload(replaced, strict=False, jit_options=_JIT_OPTIONS)
def _replaced(items: Any, index: Any, item: Any) -> Any:
    return lambda items, index, item: tuple_setitem(items, index, item)


@overload(empty_table, strict=False, jit_options=_JIT_OPTIONS)
def _empty_table(key: Any, value: Any) -> Any:
    key_type, value_type = _unliteral(key), _unliteral(value)
    return lambda key, value: numba.typed.Dict.empty(key_type, value_type)


@intrinsic
def _wrapped_product(_typing: Any, first: Any, second: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.mul(*arguments)  # numba's own product promises not to overflow

    return types.int64(types.int64, types.int64), generate


@overload(product, strict=False, jit_options=_JIT_OPTIONS)
def _product(first: Any, second: Any) -> Any:
    return lambda first, second: _wrapped_product(np.int64(first), np.int64(second)) & _BITS63


@overload(hashed, strict=False, jit_options=_JIT_OPTIONS)
def _hashed(items: Any) -> Any:
    if not isinstance(items, types.BaseTuple):
        return lambda items: mixed(items)
    if len(items) == 0:
        return lambda items: 0
    return lambda items: mixed(hashed(items[0]) ^ hashed(items[1:]))


@intrinsic
def _int64_array(_typing: Any, address: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], _INT64_POINTER)

    return types.CPointer(types.int64)(types.int64), generate


@overload(words, strict=False, jit_options=_JIT_OPTIONS)
def _words(place: Any) -> Any:
    return lambda place: numba.carray(_int64_array(place), _UNKNOWN_LENGTH)


@intrinsic
def _prefetch_word(_typing: Any, address: Any, index: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte = builder.add(arguments[0], builder.shl(arguments[1], _INT64(3)))
        pointer = builder.inttoptr(byte, _BYTE_POINTER)
        kind = ir.FunctionType(ir.VoidType(), [_BYTE_POINTER, _INT32, _INT32, _INT32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, _INT32(0), _INT32(3), _INT32(1)])
        return _context.get_dummy_value()

    return types.none(types.int64, types.int64), generate


@overload(prefetch, strict=False, jit_options=_JIT_OPTIONS)
def _prefetch(place: Any, index: Any) -> Any:
    return lambda place, index: _prefetch_word(place, np.int64(index))


def _unliteral(kind: types.Type) -> types.Type:
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        return types.Tuple([_unliteral(item) for item in kind])
    return types.unliteral(kind)


# States as rows of ints --------------------------------------------------------------------------


@intrinsic
def _store_items(_typing: Any, state: Any, items: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(items)(context, builder, arguments[1]).data
        for index, (kind, value) in enumerate(_leaves(builder, state, arguments[0])):
            item = context.cast(builder, value, kind, types.int64)
            builder.store(item, builder.gep(data, [context.get_constant(types.intp, index)]))
        return context.get_dummy_value()

    return types.void(state, items), generate


def _leaves(builder: Any, kind: Any, value: Any) -> Any:
    """The types and values of all items of a tuple, those of tuples in it one by one."""
    if not isinstance(kind, types.BaseTuple):
        yield kind, value
        return
    for index, part in enumerate(kind.types):
        yield from _leaves(builder, part, builder.extract_value(value, index))


@intrinsic
def _load_items(_typing: Any, example: Any, items: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = context.make_array(items)(context, builder, arguments[1]).data
        places = iter(range(1 << 16))

        def load(kind: Any) -> Any:
            if isinstance(kind, types.BaseTuple):
                return context.make_tuple(builder, kind, [load(part) for part in kind])
            place = context.get_constant(types.intp, next(places))
            value = builder.load(builder.gep(data, [place]))
            return context.cast(builder, value, types.int64, kind)

        return load(example)

    return example(example, items), generate


@overload(write_items, strict=False, jit_options=_JIT_OPTIONS)
def _write_items(state: Any, items: Any) -> Any:
    return lambda state, items: _store_items(state, items)


@overload(read_items, strict=False, jit_options=_JIT_OPTIONS)
def _read_items(example: Any, items: Any) -> Any:
    return lambda example, items: _load_items(example, items)


@overload(key_of, strict=False, jit_options=_JIT_OPTIONS)
def _key_of(game: Any, state: Any, layout: Any, items: Any) -> Any:
    if packs_itself(game.game):
        return lambda game, state, layout, items: game.key(state)
    return lambda game, state, layout, items: pack_items(state, layout, items)


@overload(state_of, strict=False, jit_options=_JIT_OPTIONS)
def _state_of(game: Any, key: Any, example: Any, layout: Any, items: Any) -> Any:
    if packs_itself(game.game):
        return lambda game, key, example, layout, items: game.unkey(key)
    return lambda game, key, example, layout, items: unpack_items(key, example, layout, items)


# Kernels -----------------------------------------------------------------------------------------


@functools.cache
def _dispatcher(function: FunctionType) -> Any:
    dispatcher = numba.njit(nogil=True, error_model="numpy", pipeline_class=RecursiveCompiler)(
        function
    )
    dispatcher._cache = KernelCache(function)
    return dispatcher


@typeof_impl.register(FunctionType)
def _typeof_function(function: FunctionType, context: Any) -> types.Dispatcher | None:
    """A plain function named inside compiled code, a kernel or a helper, is compiled too."""
    known = cpu_target.typing_context._lookup_global(function)
    if context.purpose is not Purpose.constant or known is not None:
        return None
    return types.Dispatcher(_dispatcher(function))


def run(function: Any, *arguments: Any) -> Any:
    """Call a kernel compiled; with a game that cannot compile, plain, after one warning."""
    return prepare(function, *arguments)(*arguments)


def prepare(function: Any, *arguments: Any) -> Callable[..., Any]:
    """Compile a kernel for arguments like these, or load it; returned is what to call.

    That spares the look at each argument's type, but takes arguments of these types only. It is
    the plain function when the game cannot compile.
    """
    try:
        if not _runs_plain(arguments):
            return _compiled(_dispatcher(function), _signature(arguments))
    except Exception as error:  # numba raises all kinds when it meets what it cannot compile
        _give_up(arguments, error)
    return function


def _compiled(dispatcher: Any, signature: tuple[types.Type, ...]) -> Callable[..., Any]:
    """What to call; a kernel that was only made to be called by others is compiled once more."""
    with _less_garbage_collected():
        if signature in dispatcher.overloads and is_inner(dispatcher.overloads[signature].library):
            del dispatcher.overloads[signature]
        entry: Callable[..., Any] = dispatcher.compile(signature)
        return entry


@contextlib.contextmanager
def _less_garbage_collected() -> Iterator[None]:
    """The compiler makes millions of small objects that live; seeking garbage takes an eighth."""
    thresholds = gc.get_threshold()
    gc.set_threshold(max(thresholds[0], 100_000), *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def _signature(arguments: tuple[Any, ...]) -> tuple[types.Type, ...]:
    return tuple(
        _record_type(argument.dtype) if isinstance(argument, np.void) else numba.typeof(argument)
        for argument in arguments
    )


@functools.cache
def _record_type(kind: np.dtype[Any]) -> types.Type:
    return numba.from_dtype(kind)


# Games that cannot compile -----------------------------------------------------------------------

_plain_games: set[Game[Any]] = set()
_STYLING = re.compile(r"\x1b\[[0-9;]*m")
_PREAMBLE = ("Failed in", "During", "File", "Resolution failure", "Invalid use of", ">>>")


def is_native(game: Game[Any]) -> bool:
    """Whether kernels run compiled for `game`, as far as is known: False once they could not."""
    return game not in _plain_games


def _runs_plain(arguments: tuple[Any, ...]) -> bool:
    return any(isinstance(item, Game) and item in _plain_games for item in arguments)


def _give_up(arguments: tuple[Any, ...], error: Exception) -> None:
    """Run the game among the arguments plain from now on, and say so; without one, raise."""
    game = next((item for item in arguments if isinstance(item, Game)), None)
    if game is None:
        raise error
    _plain_games.add(game)
    warnings.warn(_why_plain(game, error), NativeWarning, stacklevel=4)


def _why_plain(game: Game[Any], error: Exception) -> str:
    """One line: which rule of `game` does not compile, where, and why."""
    for name in RULES:
        try:
            _compile_rule(game, name)
        except Exception as fault:
            return f"{game} runs as plain Python, slowly: {_place(fault, game, name)}"
    return f"{game} runs as plain Python, slowly: {_reason(error)}"


def _compile_rule(game: Game[Any], name: str) -> None:
    state = numba.typeof(game.start())
    given = {"start": (), "play": (state, types.int64), "order": (state, types.int64)}
    rule = _dispatcher(getattr(type(game), name))
    rule.compile((numba.typeof(game), *given.get(name, (state,))))


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
