"""Constants of rules as compiled code takes them: rows of different lengths, lists, sets, dicts.

numba reads tuples of ints, and tuples of tuples of one length. All other constants
become tuples of open length in the machine code, and a dict two of them: the place of each key,
and the values by place. Dicts inside others are numbered, and share these two. A constant without
this form stays as it is, for numba to refuse.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Final, NamedTuple

from numba.core import types
from numba.core.typing.typeof import typeof_impl
from numba.extending import models, register_model

from zermelo.native.ints.wide import Wide, int_type
from zermelo.native.ints.widths import rounded
from zermelo.native.opentuple import INT64, OpenTuple, Ragged

MOST_PLACES: Final = 1 << 16  # of a dict's keys, with those between them
MOST_SOUGHT: Final = 1 << 8  # keys that are sought one by one, where there are more places


def frozen(value: Any) -> Any:
    """A constant that numba does not take, in a form that it takes; others as they are."""
    if isinstance(value, IntEnum):
        return int(value)
    if isinstance(value, type) and issubclass(value, IntEnum):
        return ragged(tuple(value))
    if isinstance(value, type) and _is_namespace(value):
        return None  # its constants are found as rules ask for them
    if isinstance(value, dict):
        return FrozenDicts.of([value]) or _values_alone(value) or value
    if isinstance(value, (list, set, frozenset)) or _is_short_range(value):
        return ragged(value) or (tuple(value) if _is_of_texts(value) else value)
    is_tuple = type(value) is tuple and any(isinstance(item, (tuple, list)) for item in value)
    return (ragged(value) or value) if is_tuple and not _is_regular(value) else value


def _is_of_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(it, str) for it in value)


def _is_short_range(value: Any) -> bool:
    return isinstance(value, range) and len(value) <= MOST_PLACES


def _is_namespace(value: type) -> bool:
    """Whether a class only holds constants."""
    tuples = issubclass(value, (tuple, BaseException)) or value.__module__ == "builtins"
    return not tuples and value.__init__ is object.__init__  # type: ignore[misc]


def ragged(values: Iterable[Any]) -> Ragged | None:
    """These items as a constant of open length; None if they have no type in common."""
    items = [*values]
    if items and all(isinstance(item, dict) for item in items):
        dicts = FrozenDicts.of(items)
        numbers = tuple(range(len(items)))
        return None if dicts is None else Ragged(numbers, FrozenDictType(dicts))
    plain = tuple(map(_plain, items))
    kind = _common([_kind(item) for item in plain])
    return None if kind is None else Ragged(plain, kind)


def _plain(value: Any) -> Any:
    """Tuples for all that can be looped over; ints are all that is in them, or floats."""
    if hasattr(value, "_fields"):
        return type(value)(*map(_plain, value))
    if isinstance(value, (tuple, list, set, frozenset)) or _is_short_range(value):
        return tuple(map(_plain, value))
    return int(value) if isinstance(value, IntEnum) else value


def _is_regular(value: Any) -> bool:
    """Whether a constant is of tuples alone, of one length on each level."""
    items = [item for item in value if isinstance(item, tuple)]
    if len({len(item) for item in items}) > 1 or any(isinstance(item, list) for item in value):
        return False
    return all(map(_is_regular, items))


def _kind(value: Any) -> types.Type | None:
    """The compile-time type of a constant."""
    if isinstance(value, bool):
        return types.boolean
    if isinstance(value, int):
        return int_type(rounded(value.bit_length()))
    if isinstance(value, float):
        return types.float64
    if not isinstance(value, tuple):
        return None
    kinds = [_kind(item) for item in value]
    return None if None in kinds else types.BaseTuple.from_types(kinds, _class_of(value))


def _class_of(value: Any) -> type | None:
    """The class of a named tuple; None of other tuples."""
    return type(value) if hasattr(value, "_fields") else None


def _common(kinds: list[Any]) -> types.Type | None:
    """The type that items of all these types can have; None if there is none."""
    if None in kinds or not kinds:
        return None
    return functools.reduce(_joined, kinds)


def _joined(one: Any, other: Any) -> Any:
    if one == other or one is None or other is None:
        return one if one == other else None
    pair = (one, other)
    if all(isinstance(kind, (types.BaseTuple, OpenTuple)) for kind in pair):
        fixed = all(isinstance(kind, types.BaseTuple) for kind in pair)
        owners = {getattr(kind, "instance_class", None) for kind in pair}
        if len(owners) > 1:
            return None
        if fixed and len(one) == len(other):
            items = [_joined(*items) for items in zip(one, other, strict=True)]
            if None not in items:
                return types.BaseTuple.from_types(items, *owners)
            if owners != {None}:
                return None
        items = [kind.types if isinstance(kind, types.BaseTuple) else [kind.dtype] for kind in pair]
        shared = _common([item for kinds in items for item in kinds])
        return shared and OpenTuple(shared)
    if all(isinstance(kind, (types.Integer, Wide)) for kind in pair):
        return max(pair, key=lambda kind: getattr(kind, "bits", 0))
    return None


# Dicts -------------------------------------------------------------------------------------------


class FrozenDicts:
    """Constant dicts of one kind: one alone, or those that another dict or a list holds.

    keys, values, items  those of all of them in their order, one dict behind the other
    starts       where each begins there, and where the last one ends
    lows, spans  of each part of a key the least, and how many there can be
    places       where keys are, by their parts as digits behind the dict's number; -1 for what is
                 no key; empty where that would be too many: keys are sought one by one then
    """

    def __init__(self, sources: list[dict[Any, Any]], keys: Ragged, values: Ragged) -> None:
        self.keys, self.values = keys, values
        pairs = tuple(zip(keys.values, values.values, strict=True))
        self.items = Ragged(pairs, types.BaseTuple.from_types((keys.item, values.item)))
        starts = [sum(map(len, sources[:number])) for number in range(len(sources) + 1)]
        self.starts = Ragged(tuple(starts), types.int64)
        parts = [key if isinstance(key, tuple) else (key,) for key in keys.values]
        columns = list(zip(*parts, strict=True))
        self.lows = tuple(map(min, columns))
        self.spans = tuple(max(column) - min(column) + 1 for column in columns)
        size = functools.reduce(lambda one, other: one * other, self.spans, len(sources))
        fits = size <= MOST_PLACES
        self.works = fits or max(map(len, sources)) <= MOST_SOUGHT
        places = [-1] * (size if fits else 0)
        for number, source in enumerate(sources if fits else []):
            for place in range(starts[number], starts[number] + len(source)):
                places[self._digits(number, parts[place])] = place
        self.places = Ragged(tuple(places), types.int64)
        self.digest = hashlib.sha256(repr(sources).encode()).hexdigest()[:16]

    def _digits(self, number: int, key: tuple[int, ...]) -> int:
        for part, low, span in zip(key, self.lows, self.spans, strict=True):
            number = number * span + part - low
        return number

    @classmethod
    def of(cls, sources: list[dict[Any, Any]]) -> FrozenDicts | None:
        """The constant for dicts; None if their keys are neither ints nor tuples of them."""
        found = [key for source in sources for key in source]
        keys = ragged(map(_plain_key, found))
        values = ragged(value for source in sources for value in source.values())
        if keys is None or values is None or not _is_key(keys.item):
            return None
        constant = cls(sources, keys, values)
        return constant if constant.works else None


def _plain_key(key: Any) -> Any:
    """An int for a bool, a tuple for a named one: the same keys."""
    if isinstance(key, tuple):
        return tuple(key)
    return int(key) if isinstance(key, bool) else key


def _is_key(kind: types.Type) -> bool:
    if isinstance(kind, types.UniTuple):
        return kind.dtype == types.int64
    return kind == types.int64


class Values(NamedTuple):
    """A constant dict of which only the values are known, and the keys that are texts."""

    items: Any
    texts: tuple[str, ...]


def _values_alone(source: dict[Any, Any]) -> Values | None:
    items = ragged(source.values())
    texts = tuple(source) if all(isinstance(key, str) for key in source) else ()
    return None if items is None else Values(items, texts)


class FrozenDictType(types.IterableType):
    """The compile-time type of constant dicts; the value of one is its number among them."""

    def __init__(self, constant: FrozenDicts) -> None:
        self.constant = constant
        super().__init__(f"dict of {len(constant.keys.values)} {constant.digest}")

    @property
    def iterator_type(self) -> Any:
        """The type of what loops over its keys."""
        return OpenTuple(self.constant.keys.item).iterator_type


@register_model(FrozenDictType)
class _FrozenDictModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: FrozenDictType) -> None:
        super().__init__(manager, kind, INT64)


class ValuesType(types.Opaque):
    """The compile-time type of one `Values`; it has no value at run time."""

    def __init__(self, constant: Values) -> None:
        self.constant = constant
        known = repr((constant.items.values, constant.texts))
        super().__init__(f"values {hashlib.sha256(known.encode()).hexdigest()}")


register_model(ValuesType)(models.OpaqueModel)


@typeof_impl.register(Values)
def _typeof_values(constant: Values, _context: Any) -> ValuesType:
    return ValuesType(constant)


@typeof_impl.register(FrozenDicts)
def _typeof_dict(constant: FrozenDicts, _context: Any) -> FrozenDictType:
    return FrozenDictType(constant)
