"""States in compiled code: each field as wide as measured, whatever is computed for it.

A state's constructor casts field by field, so that all states of a game are of one type, and
raises `Overflow` for what does not fit.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from typing import Any

import numba
from numba.core import types
from numba.core.imputils import impl_ret_borrowed, lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.core.typing.typeof import typeof_impl
from numba.extending import models, register_model

from zermelo.native.ints.wide import INT64, WHOLE, Wide, int_type, narrowed, refuse
from zermelo.native.ints.widths import FIELD, LENGTH, NARROW, UNKEPT, WORD, Widths
from zermelo.native.opentuple import OpenTuple, load_item, parts_of


def state_type(example: Any, widths: Widths) -> types.Type:
    """The compile-time type of states like `example`."""
    return _type_of(example, iter(widths.items))


def _type_of(value: Any, widths: Iterator[int]) -> types.Type:
    if isinstance(value, tuple):
        kinds = [_type_of(item, widths) for item in value]
        if not hasattr(value, "_fields") and all(map(is_int, kinds)):
            kinds = [max(kinds, key=bits_of)] * len(kinds)  # so that it can be indexed
        return types.BaseTuple.from_types(kinds, type(value))
    width = next(widths)
    return int_type(width) if isinstance(value, int) else types.unliteral(numba.typeof(value))


def is_int(kind: types.Type) -> bool:
    """Whether it is a type of ints."""
    return isinstance(kind, (Wide, *WHOLE))


def bits_of(kind: types.Type) -> int:
    """The bits of a type of ints."""
    return kind.bits if isinstance(kind, Wide) else WORD


def _is_tuple(kind: Any) -> bool:
    return isinstance(kind, types.BaseTuple)


# Making states -----------------------------------------------------------------------------------


class StateMaker:
    """The class of a game's states, as compiled rules call it."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind


class StateMakerType(types.Callable, types.Opaque):
    """The compile-time type of one state maker."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        super().__init__(f"maker of {kind}")

    @property
    def key(self) -> Any:
        """Its identity: the class, because classes of other games may have the same name."""
        return self.kind

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """A call's signature, None if the fields are not those of the state."""
        form = inspect.signature(self.kind.instance_class)
        try:
            given = form.bind(*args, **kws).args
        except TypeError:
            return None
        given = tuple(map(types.unliteral, given))
        fits = all(_fits(context, one, other) for one, other in zip(given, self.kind, strict=True))
        call = signature(self.kind, *given) if fits else None
        return call and call.replace(pysig=form)

    def get_call_signatures(self) -> Any:
        """None are known before the call."""
        return (), True

    def get_impl_key(self, _signature: Any) -> Any:
        """The key under which the code is registered."""
        return StateMakerType


register_model(StateMakerType)(models.OpaqueModel)


@typeof_impl.register(StateMaker)
def _typeof_maker(maker: StateMaker, _context: Any) -> StateMakerType:
    return StateMakerType(maker.kind)


def _fits(context: Any, source: Any, target: Any) -> bool:
    """Whether a field of type `target` can hold a `source`, perhaps but for its size."""
    if isinstance(target, OpenTuple):  # its items are not looked at one by one: they have to fit
        return context.can_convert(source, target) is not None and _widest(source) <= _widest(
            target
        )
    if isinstance(source, OpenTuple):
        return _is_tuple(target) and all(_fits(context, source.dtype, item) for item in target)
    if _is_tuple(source) and _is_tuple(target):
        pairs = zip(source, target, strict=False)
        return len(source) == len(target) and all(_fits(context, *pair) for pair in pairs)
    if is_int(target):
        return is_int(source)
    return context.can_convert(source, target) is not None


def _widest(kind: Any) -> int:
    """The bits of the widest ints in a tuple."""
    if isinstance(kind, OpenTuple):
        return _widest(kind.dtype)
    return max(map(_widest, kind), default=0) if _is_tuple(kind) else bits_of(kind)


@lower_builtin(StateMakerType, types.VarArg(types.Any))
def _make_state(context: Any, builder: Any, given: Any, arguments: Any, loc: Any = None) -> Any:
    kind, place = given.return_type, iter(range(1 << 16))

    def cast(value: Any, source: Any, target: Any) -> Any:
        if _is_tuple(target):
            parts = _parts(context, builder, value, source, target, loc)
            triples = zip(*parts, target, strict=True)
            return context.make_tuple(builder, target, [cast(*triple) for triple in triples])
        return _cast_item(context, builder, value, source, target, next(place), loc)

    triples = zip(arguments, given.args, kind, strict=True)
    made = context.make_tuple(builder, kind, [cast(*triple) for triple in triples])
    return impl_ret_borrowed(context, builder, kind, made)


def _parts(
    context: Any, builder: Any, value: Any, source: Any, target: Any, loc: Any
) -> tuple[list[Any], list[Any]]:
    """The items of a tuple that becomes one of type `target`, and their types."""
    if not isinstance(source, OpenTuple):
        parts = [builder.extract_value(value, index) for index in range(len(target))]
        return parts, list(source)
    length = parts_of(context, builder, source, value).length
    other = builder.icmp_signed("!=", length, INT64(len(target)))
    refuse(context, builder, other, LENGTH, loc)
    places = [INT64(index) for index in range(len(target))]
    parts = [load_item(context, builder, source, value, place) for place in places]
    return parts, [source.dtype] * len(target)


def _cast_item(
    context: Any, builder: Any, value: Any, source: Any, target: Any, index: int, loc: Any
) -> Any:
    if not isinstance(source, Wide) or bits_of(target) >= source.bits:
        return context.cast(builder, value, source, target)
    if not isinstance(target, Wide):
        return narrowed(context, builder, value, FIELD, loc, index)
    short = builder.trunc(value, context.get_value_type(target))
    lossy = builder.icmp_signed("!=", builder.sext(short, value.type), value)
    refuse(context, builder, lossy, FIELD, loc, index)
    return short


# Fields as promised ------------------------------------------------------------------------------


class Promise:
    """Bounds that some items of a state keep, counted singly: index, least and greatest value.

    state  the compile-time type of states; values of other types keep any promise
    """

    def __init__(self, bounds: tuple[tuple[int, int, int], ...], state: Any) -> None:
        self.bounds, self.state = bounds, state


class PromiseType(types.Opaque):
    """A promise as a compile-time type; it has no value at run time."""

    def __init__(self, promise: Promise) -> None:
        self.promise = promise
        super().__init__(f"promise {promise.bounds} of {promise.state}")

    @property
    def key(self) -> Any:
        """The bounds and the type of states: two games may have the same bounds."""
        return self.promise.bounds, self.promise.state


register_model(PromiseType)(models.OpaqueModel)


@typeof_impl.register(Promise)
def _typeof_promise(promise: Promise, _context: Any) -> PromiseType:
    return PromiseType(promise)


class _Kept:
    def __repr__(self) -> str:
        return "a state as promised"


kept: Any = _Kept()  # marks a state that is looked at, and refused if it is not as promised


class _KeptTemplate(AbstractTemplate):
    key = kept

    def generic(self, arguments: Any, _keywords: Any) -> Any:
        return signature(arguments[1], *arguments)


infer_global(kept, types.Function(_KeptTemplate))


@lower_builtin(kept, PromiseType, types.Any)
def _keep(context: Any, builder: Any, given: Any, arguments: Any, loc: Any = None) -> Any:
    place, kind = given.args
    if kind == place.promise.state:
        items = list(items_of(builder, kind, arguments[1]))
        for index, low, high in place.promise.bounds:
            require_within(context, builder, items[index][1], (index, low, high), loc)
    return impl_ret_borrowed(context, builder, kind, arguments[1])


def items_of(builder: Any, kind: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """The types and values of all items of a tuple, those of tuples in it one by one."""
    if not _is_tuple(kind):
        yield kind, value
        return
    for index, part in enumerate(kind.types):
        yield from items_of(builder, part, builder.extract_value(value, index))


def require_within(
    context: Any, builder: Any, value: Any, bounds: tuple[int, int, int], loc: Any = None
) -> None:
    """Refuse the item of this index unless it lies between the other two."""
    index, low, high = bounds
    if low == 0:
        outside = builder.icmp_unsigned(">", value, value.type(high))
    else:
        below = builder.icmp_signed("<", value, value.type(low))
        outside = builder.or_(below, builder.icmp_signed(">", value, value.type(high)))
    refuse(context, builder, outside, UNKEPT, loc, index)


# Fields replaced ---------------------------------------------------------------------------------


@functools.cache
def replacing(fields: tuple[str, ...]) -> Any:
    """The stand-in for `state._replace` with values for these fields: a function of them all."""
    maker = Replacing(fields)

    class Template(AbstractTemplate):
        key = maker

        def generic(self, arguments: Any, _keywords: Any) -> Any:
            kind, *items = arguments
            if not isinstance(kind, types.BaseNamedTuple) or not set(fields) <= set(kind.fields):
                return None
            wanted = [kind[kind.fields.index(field)] for field in fields]
            given = list(map(types.unliteral, items))
            if all(_fits(self.context, *pair) for pair in zip(given, wanted, strict=True)):
                return signature(kind, kind, *given)
            return None

    infer_global(maker, types.Function(Template))

    @lower_builtin(maker, types.BaseNamedTuple, types.VarArg(types.Any))
    def generate(context: Any, builder: Any, given: Any, arguments: Any, loc: Any = None) -> Any:
        kind, *sources = given.args
        parts = {
            field: builder.extract_value(arguments[0], i) for i, field in enumerate(kind.fields)
        }
        types_of = dict(zip(kind.fields, kind, strict=True))
        for field, source, value in zip(fields, sources, arguments[1:], strict=True):
            parts[field], types_of[field] = value, source
        made = signature(kind, *types_of.values())
        return _make_state(context, builder, made, list(parts.values()), loc)

    numba.core.registry.cpu_target.typing_context.refresh()
    numba.core.registry.cpu_target.target_context.refresh()
    return maker


class Replacing:
    """Marks a call that replaces `fields` of a named tuple."""

    def __init__(self, fields: tuple[str, ...]) -> None:
        self.fields = fields

    def __repr__(self) -> str:
        return f"_replace({', '.join(self.fields)})"


# Ints for kernels --------------------------------------------------------------------------------


class _Word:
    def __repr__(self) -> str:
        return "an int of one word"


word = _Word()  # marks the ints that kernels take, such as moves and outcomes; others it leaves


class _WordTemplate(AbstractTemplate):
    key = word

    def generic(self, arguments: Any, _keywords: Any) -> Any:
        (kind,) = arguments
        return signature(types.int64 if isinstance(kind, Wide) else kind, kind)


infer_global(word, types.Function(_WordTemplate))


@lower_builtin(word, types.Any)
def _as_word(context: Any, builder: Any, given: Any, arguments: Any, loc: Any = None) -> Any:
    (kind,), (value,) = given.args, arguments
    if not isinstance(kind, Wide):
        return value
    return narrowed(context, builder, value, NARROW, loc)
