"""Tuples whose length only runs of compiled code know: their type, and the way to their items.

numba's own tuples have as many items as their type says. `tuple(items)` of a list, `row[:i]` and
rows of different lengths have not, so they are of this type. Its items lie in one piece of memory,
with a count of its users, or in the machine code if they are constants; slices share it.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_cast, lower_constant
from numba.core.typing.typeof import typeof_impl
from numba.extending import models, register_model

INT64: Final = ir.IntType(64)
_BYTES: Final = ir.IntType(8).as_pointer()
_HEADER: Final = 16  # bytes before the items: their number, for the destructor; items stay aligned


class OpenTuple(types.Sequence):
    """A tuple of any length, whose items are all of type `dtype`."""

    mutable = False

    def __init__(self, dtype: types.Type) -> None:
        self.dtype = types.unliteral(dtype)
        super().__init__(f"opentuple({self.dtype})")

    @property
    def key(self) -> Any:
        """Its identity: the type of its items."""
        return self.dtype

    @property
    def iterator_type(self) -> Any:
        """The type of what loops over it."""
        return OpenTupleIterator(self)

    def unify(self, context: Any, other: types.Type) -> Any:
        """A tuple of either length is one of any length."""
        item = item_type(context, other)
        joined = item if item is None else context.unify_types(self.dtype, item)
        return None if joined is None else OpenTuple(joined)

    def can_convert_from(self, context: Any, other: types.Type) -> Any:
        """From tuples of a known length."""
        if isinstance(other, OpenTuple):
            return context.can_convert(other.dtype, self.dtype)
        if not isinstance(other, types.BaseTuple):
            return None
        ways = [context.can_convert(item, self.dtype) for item in other]
        return None if None in ways else max(ways, default=context.can_convert(*[self.dtype] * 2))


class OpenTupleIterator(types.SimpleIteratorType):  # type: ignore[name-defined]
    """An iterator over a tuple of any length."""

    def __init__(self, container: OpenTuple) -> None:
        self.container = container
        super().__init__(f"iterator of {container}", container.dtype)


def item_type(context: Any, kind: types.Type) -> types.Type | None:
    """The type that all items of a tuple have in common, None if there is none."""
    if isinstance(kind, OpenTuple):
        return kind.dtype
    if not isinstance(kind, types.BaseTuple):
        return None
    items = [types.unliteral(item) for item in kind]
    unified = context.unify_types(*items) if items else None
    if unified is None and items and all(isinstance(item, types.BaseTuple) for item in items):
        parts = [item_type(context, item) for item in items if len(item)]
        inner = None if None in parts or not parts else context.unify_types(*parts)
        return inner and OpenTuple(inner)
    return unified


@register_model(OpenTuple)
class _OpenTupleModel(models.StructModel):
    def __init__(self, manager: Any, kind: OpenTuple) -> None:
        members = [
            ("meminfo", types.MemInfoPointer(kind.dtype)),
            ("data", types.voidptr),
            ("length", types.int64),
        ]
        super().__init__(manager, kind, members)


@register_model(OpenTupleIterator)
class _IteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: OpenTupleIterator) -> None:
        members = [
            ("index", types.EphemeralPointer(types.int64)),
            ("items", kind.container),
        ]
        super().__init__(manager, kind, members)


# Items -------------------------------------------------------------------------------------------


def parts_of(context: Any, builder: Any, kind: OpenTuple, value: Any = None) -> Any:
    """The parts of a value of this type, or those of a new one to be given them."""
    return cgutils.create_struct_proxy(kind)(context, builder, value=value)


def load_item(context: Any, builder: Any, kind: OpenTuple, value: Any, index: Any) -> Any:
    """The item at an index that is in range; its reference is not counted yet."""
    place = _place(context, builder, kind, parts_of(context, builder, kind, value).data, index)
    return context.unpack_value(builder, kind.dtype, place)


def store_item(context: Any, builder: Any, made: Any, index: Any, item: Any) -> None:
    """Give a new tuple, as `parts_of` gives it, an item, and count that."""
    kind = made._fe_type
    context.nrt.incref(builder, kind.dtype, item)
    place = _place(context, builder, kind, made.data, index)
    context.pack_value(builder, kind.dtype, item, place)


def shared(context: Any, builder: Any, kind: OpenTuple, value: Any, first: Any, length: Any) -> Any:
    """A part of a tuple, whose items none is copied of; its reference is not counted yet."""
    whole, made = (parts_of(context, builder, kind, it) for it in (value, None))
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    made.meminfo, made.length = whole.meminfo, length
    made.data = builder.gep(whole.data, [builder.mul(first, INT64(size))])
    return made._getvalue()


def _place(context: Any, builder: Any, kind: OpenTuple, data: Any, index: Any) -> Any:
    pointer = context.get_data_type(kind.dtype).as_pointer()
    return builder.gep(builder.bitcast(data, pointer), [index])


def allocated(context: Any, builder: Any, kind: OpenTuple, length: Any) -> Any:
    """The parts of a new tuple of this length, whose items are to be stored next."""
    made = parts_of(context, builder, kind)
    each = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    size = builder.add(builder.mul(length, INT64(each)), INT64(_HEADER))
    freed = _freeing(context, builder, kind)
    if freed is None:
        made.meminfo = context.nrt.meminfo_alloc(builder, size)
    else:
        freed = builder.bitcast(freed, cgutils.voidptr_t)
        made.meminfo = context.nrt.meminfo_alloc_dtor(builder, size, freed)
    start = context.nrt.meminfo_data(builder, made.meminfo)
    builder.store(length, builder.bitcast(start, INT64.as_pointer()))
    made.data = builder.gep(start, [INT64(_HEADER)])
    made.length = length
    return made


def _freeing(context: Any, builder: Any, kind: OpenTuple) -> Any:
    """The function that gives up the items of a tuple that nobody has any more; None for ints."""
    if not context.data_model_manager[kind.dtype].contains_nrt_meminfo():
        return None
    shape = ir.FunctionType(ir.VoidType(), [_BYTES])
    function = cgutils.get_or_insert_function(builder.module, shape, f".free.{kind}")
    if function.is_declaration:
        function.linkage = "linkonce_odr"
        inner = ir.IRBuilder(function.append_basic_block())
        (start,) = function.args
        length = inner.load(inner.bitcast(start, INT64.as_pointer()))
        data = inner.gep(start, [INT64(_HEADER)])
        with cgutils.for_range(inner, length, intp=INT64) as loop:
            place = _place(context, inner, kind, data, loop.index)
            item = context.unpack_value(inner, kind.dtype, place)
            context.nrt.decref(inner, kind.dtype, item)
        inner.ret_void()
    return function


# From other tuples -------------------------------------------------------------------------------


def _uncounted(builder: Any, made: Any) -> Any:
    """A new tuple that nobody has yet: numba counts what comes out of a cast, as if it were old."""
    builder.store(INT64(0), builder.bitcast(made.meminfo, INT64.as_pointer()))
    return made._getvalue()


@lower_cast(types.BaseTuple, OpenTuple)
def _open(context: Any, builder: Any, source: Any, target: OpenTuple, value: Any) -> Any:
    made = allocated(context, builder, target, INT64(len(source)))
    for index, kind in enumerate(source):
        item = builder.extract_value(value, index)
        item = context.cast(builder, item, kind, target.dtype)
        store_item(context, builder, made, INT64(index), item)
    return _uncounted(builder, made)


@lower_cast(OpenTuple, OpenTuple)
def _recast(context: Any, builder: Any, source: OpenTuple, target: OpenTuple, value: Any) -> Any:
    length = parts_of(context, builder, source, value).length
    made = allocated(context, builder, target, length)
    with cgutils.for_range(builder, length, intp=INT64) as loop:
        item = load_item(context, builder, source, value, loop.index)
        item = context.cast(builder, item, source.dtype, target.dtype)
        store_item(context, builder, made, loop.index, item)
    return _uncounted(builder, made)


# Constants ---------------------------------------------------------------------------------------


class Ragged:
    """A constant tuple, or list, of which compiled code may ask any item.

    item  the compile-time type of its items
    """

    def __init__(self, values: tuple[Any, ...], item: types.Type) -> None:
        self.values, self.item = values, item


@typeof_impl.register(Ragged)
def _typeof_ragged(ragged: Ragged, _context: Any) -> OpenTuple:
    return OpenTuple(ragged.item)


@lower_constant(OpenTuple)
def _lower_ragged(context: Any, builder: Any, kind: OpenTuple, ragged: Ragged) -> Any:
    return _constant(context, builder, kind, ragged.values)


def _constant(context: Any, builder: Any, kind: types.Type, value: Any) -> Any:
    """A value of this type that stands in the machine code."""
    if isinstance(kind, OpenTuple):
        items = [_as_data(context, builder, kind.dtype, item) for item in value]
        data = ir.ArrayType(context.get_data_type(kind.dtype), len(items))
        place = cgutils.global_constant(builder, "zermelo.items", ir.Constant(data, items))
        none = ir.Constant(_BYTES, None)
        parts = [none, place.bitcast(_BYTES), INT64(len(items))]
        return ir.Constant(context.get_value_type(kind), parts)
    return context.get_constant_generic(builder, kind, value)


def _as_data(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """A constant as it lies in memory."""
    data = context.get_data_type(kind)
    if isinstance(kind, types.BaseTuple):
        pairs = zip(kind.types, value, strict=True)
        return ir.Constant(data, [_as_data(context, builder, *pair) for pair in pairs])
    if isinstance(data, ir.ArrayType):  # an int of several words
        words = range(data.count)
        mask = (1 << 64) - 1
        return ir.Constant(data, [INT64(value >> 64 * word & mask) for word in words])
    constant = _constant(context, builder, kind, value)
    return ir.Constant(data, constant.constant) if data != constant.type else constant
