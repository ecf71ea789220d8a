"""Constant dicts: what rules ask them; and loops over others, in generators."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.datamodel.models import EphemeralPointerModel
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.types import containers
from numba.core.typing.templates import signature
from numba.cpython.listobj import ListInstance
from numba.cpython.setobj import SetInstance
from numba.extending import (
    intrinsic,
    models,
    overload,
    overload_method,
    register_jitable,
    register_model,
)
from numba.typed import dictobject  # noqa: F401 - what it registers is replaced here

from zermelo.native.constants import FrozenDicts, FrozenDictType, ValuesType
from zermelo.native.games import JIT_OPTIONS
from zermelo.native.opentuple import INT64, OpenTuple, Ragged, load_item, shared
from zermelo.native.rewriting.standins import no_dict, no_items


@lower_constant(ValuesType)
def _lower_values(context: Any, _builder: Any, _kind: ValuesType, _constant: Any) -> Any:
    return context.get_dummy_value()


@lower_constant(FrozenDictType)
def _lower_dict(_context: Any, _builder: Any, _kind: FrozenDictType, number: Any) -> Any:
    return INT64(number if isinstance(number, int) else 0)


@lower_builtin("getiter", FrozenDictType)
def _iterate(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
    constant = given.args[0].constant
    kind = OpenTuple(constant.keys.item)
    iterate = context.get_function("getiter", signature(given.return_type, kind))
    return iterate(builder, (_keys_of(context, builder, constant, arguments[0]),))


def _keys_of(context: Any, builder: Any, constant: FrozenDicts, number: Any) -> Any:
    """The keys of the dict with this number."""
    kind, ints = OpenTuple(constant.keys.item), OpenTuple(types.int64)
    starts = context.get_constant_generic(builder, ints, constant.starts)
    first = load_item(context, builder, ints, starts, number)
    last = load_item(context, builder, ints, starts, builder.add(number, INT64(1)))
    whole = context.get_constant_generic(builder, kind, constant.keys)
    return shared(context, builder, kind, whole, first, builder.sub(last, first))


def _finder(constant: FrozenDicts) -> Any:
    """A function from the number of a dict and a key to that's place; -1 if the dict lacks it."""
    places: Any = constant.places
    keys: Any = constant.keys
    starts: Any = constant.starts
    if not constant.places.values:

        def sought(number: Any, key: Any) -> Any:
            for place in range(starts[number], starts[number + 1]):
                if keys[place] == key:
                    return place
            return -1

        return sought
    if isinstance(constant.keys.item, types.UniTuple):
        lows: Any
        spans: Any
        lows, spans = Ragged(constant.lows, types.int64), Ragged(constant.spans, types.int64)

        def place_of(number: Any, key: Any) -> Any:
            digits = number
            for part, low, span in zip(key, lows, spans):  # noqa: B905 - numba has no `strict`
                if part < low or part >= low + span:
                    return -1
                digits = digits * span + part - low
            return places[digits]

        return place_of
    low, span = constant.lows[0], constant.spans[0]

    def place(number: Any, key: Any) -> Any:
        return places[number * span + key - low] if low <= key < low + span else -1

    return place


@intrinsic
def _number(_typing: Any, kind: Any) -> Any:
    """The number of a dict."""
    return types.int64(kind), lambda _context, _builder, _signature, arguments: arguments[0]


def _asked(constant: Any, key: Any) -> Any:
    """The compiled function from a dict and a key to its place; None for types that are no keys."""
    if not isinstance(constant, FrozenDictType):
        return None
    item = constant.constant.keys.item
    if isinstance(item, types.UniTuple):
        fits = isinstance(key, types.BaseTuple) and len(key) == len(item)
        fits = fits and all(isinstance(part, types.Integer) for part in key)
    else:
        fits = isinstance(key, (types.Integer, types.Boolean))
    if not fits:
        return None
    find = register_jitable(_finder(constant.constant))
    return register_jitable(lambda constant, key: find(_number(constant), key))


def _item_at(place_of: Any, values: Any) -> Any:
    """The index of a dict as compiled: `KeyError` for a key that has no place."""

    def item(constant: Any, key: Any) -> Any:
        place = place_of(constant, key)
        if place < 0:
            raise KeyError("no such key in the dict")
        return values[place]

    return item


def _got_at(place_of: Any, values: Any) -> Any:
    """`get` of a dict as compiled."""

    def got(constant: Any, key: Any, default: Any = None) -> Any:
        place = place_of(constant, key)
        return values[place] if place >= 0 else default

    return got


@overload(operator.getitem, strict=False, jit_options=JIT_OPTIONS)
def _getitem(constant: Any, key: Any) -> Any:
    place_of = _asked(constant, key)
    return place_of and _item_at(place_of, constant.constant.values)


def _place_of_text(constant: Any, key: Any) -> Any:
    """The compiled function from a text to the place of what it has; None for other types."""
    is_text = isinstance(key, (types.UnicodeType, types.StringLiteral))
    texts = constant.constant.texts if isinstance(constant, ValuesType) and is_text else ()
    if not texts:
        return None
    if isinstance(key, types.StringLiteral):
        known = texts.index(key.literal_value) if key.literal_value in texts else -1
        return register_jitable(lambda constant, key: known)

    def place(constant: Any, key: Any) -> Any:
        for index in range(len(texts)):
            if texts[index] == key:
                return index
        return -1

    return register_jitable(place)


@overload(operator.getitem, strict=False, jit_options=JIT_OPTIONS, prefer_literal=True)
def _item_of_text(constant: Any, key: Any) -> Any:
    place_of = _place_of_text(constant, key)
    return place_of and _item_at(place_of, constant.constant.items)


@overload_method(ValuesType, "get", strict=False, jit_options=JIT_OPTIONS, prefer_literal=True)
def _get_of_text(constant: Any, key: Any, default: Any = None) -> Any:
    place_of = _place_of_text(constant, key)
    return place_of and _got_at(place_of, constant.constant.items)


@overload(operator.contains, strict=False, jit_options=JIT_OPTIONS)
def _contains_text(constant: Any, key: Any) -> Any:
    place_of = _place_of_text(constant, key)
    return place_of and (lambda constant, key: place_of(constant, key) >= 0)


@overload(operator.contains, strict=False, jit_options=JIT_OPTIONS)
def _contains(constant: Any, key: Any) -> Any:
    place_of = _asked(constant, key)
    return place_of and (lambda constant, key: place_of(constant, key) >= 0)


@overload_method(FrozenDictType, "get", strict=False, jit_options=JIT_OPTIONS)
def _get(constant: Any, key: Any, default: Any = None) -> Any:
    place_of = _asked(constant, key)
    return place_of and _got_at(place_of, constant.constant.values)


@overload(len, strict=False, jit_options=JIT_OPTIONS)
def _len(constant: Any) -> Any:
    if isinstance(constant, FrozenDictType):
        starts: Any = constant.constant.starts
        return lambda constant: starts[_number(constant) + 1] - starts[_number(constant)]
    if isinstance(constant, ValuesType):
        count = len(constant.constant.items.values)
        return lambda constant: count
    return None


def _give(method: str) -> None:
    """Let a method return a part of the constant."""

    @overload_method(FrozenDictType, method, strict=False, jit_options=JIT_OPTIONS)
    def give(constant: Any) -> Any:
        starts: Any = constant.constant.starts
        whole = getattr(constant.constant, method)
        if len(starts.values) == 2:
            return lambda constant: whole
        return lambda constant: whole[starts[_number(constant)] : starts[_number(constant) + 1]]


for _method in ("keys", "values", "items"):
    _give(_method)


@overload_method(ValuesType, "values", strict=False, jit_options=JIT_OPTIONS)
def _values(constant: Any) -> Any:
    values = constant.constant.items
    return lambda constant: values


# Dicts of lists and sets -------------------------------------------------------------------------


def _forbid_as_keys(key: Any, _value: Any) -> None:
    """Lists and sets are no keys. As values numba forbids them, too: they could be Python's."""
    if isinstance(key, (types.Set, types.List)):
        raise TypingError(f"{key} as key is forbidden")


containers._sentry_forbidden_types = _forbid_as_keys


@overload(no_dict, strict=False, jit_options=JIT_OPTIONS)
def _no_dict(items: Any) -> Any:
    if isinstance(items, (types.DictType, FrozenDictType)):
        raise TypingError("refused: a Counter of a dict: write a loop that counts")
    return lambda items: items


@overload(no_items, strict=False, jit_options=JIT_OPTIONS)
def _no_items(rows: Any) -> Any:
    kind: Any = getattr(rows, "value_type", getattr(rows, "dtype", None))
    return (lambda rows: _new(rows)) if isinstance(kind, (types.List, types.Set)) else None


def _made_new(_typing: Any, rows: Any) -> Any:
    """A new list or set, like those that a list or a dict holds."""
    kind: Any = getattr(rows, "value_type", getattr(rows, "dtype", None))
    made: Any = ListInstance if isinstance(kind, types.List) else SetInstance

    def generate(context: Any, builder: Any, signature: Any, _arguments: Any) -> Any:
        size = context.get_constant(types.intp, 0)
        return made.allocate(context, builder, signature.return_type, size).value

    return kind(rows), generate


_new: Any = intrinsic(_made_new)


# Loops -------------------------------------------------------------------------------------------


class _Steps(types.EphemeralPointer):
    """Where a loop over a dict is: four words.

    numba keeps a pointer to them alone, which points nowhere once a generator has yielded.
    """


@register_model(_Steps)
class _StepsModel(EphemeralPointerModel):
    def get_value_type(self) -> Any:
        """As the library of numba's takes it."""
        return cgutils.voidptr_t

    def as_data(self, builder: Any, value: Any) -> Any:
        """The words themselves."""
        return super().as_data(builder, builder.bitcast(value, self._pointee_be_type.as_pointer()))


@register_model(types.DictIteratorType)
class _DictIteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        steps = _Steps(types.UniTuple(types.int64, 4))
        super().__init__(manager, kind, [("parent", kind.parent), ("state", steps)])
