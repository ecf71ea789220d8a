"""A value as one of another kind."""

from __future__ import annotations

from array import array
from typing import Any

from zermelo.native.compiler.faults import INDEX, OVERFLOW, TYPE
from zermelo.native.compiler.kinds import (
    BOOL,
    FLOAT,
    NONE,
    SYMBOL,
    TABLES,
    Container,
    Int,
    Maybe,
    State,
    Static,
    Tuple,
    Unsupported,
    Value,
    is_range,
    is_symbol,
    known_int,
    lift,
    static,
    tuple_of,
    word_of,
)
from zermelo.native.compiler.part import Part


class Coercion(Part):
    """Coercion."""

    def coerce(self, value: Value, kind: Any, error: int = OVERFLOW) -> Value:
        """The value as one of a kind that its own was joined into."""
        if value.kind == kind:
            return value
        if isinstance(kind, Maybe):
            return self.coerce_maybe(value, kind, error)
        if isinstance(value.kind, Maybe):
            return self.coerce(self.present(value), kind, error)
        if isinstance(kind, Int):
            value = self.as_int(value)
            widths = word_of(kind)[0], word_of(value.kind)[0]
            if self.frame.is_exact or error != OVERFLOW or widths != (64, 64):
                value = self.within(value, kind.low, kind.high, error)
            return Value(kind, self.word(value, word_of(kind)[0]))
        if kind == BOOL and isinstance(value.kind, Int):  # what an outcome of a kernel's says
            return Value(BOOL, self.truth(value))
        if kind == FLOAT:
            return self.exact_float(value)
        if isinstance(value.kind, State) and isinstance(kind, Tuple):
            return self.coerce(self.opened(value), kind, error)
        if isinstance(value.kind, Static):
            known = value.kind.value
            is_row = (
                type(known) is tuple and isinstance(kind, Tuple) and len(known) == len(kind.items)
            )
            value = tuple_of([*map(lift, known)]) if is_row else self.data(value)
            if value.kind == kind:
                return value
        if isinstance(kind, Tuple):
            return self.coerce_items(value, kind, error)
        if isinstance(kind, Container):
            return self.coerce_container(value, kind)
        raise Unsupported(f"{self.described(value.kind)} where {self.described(kind)} is needed")

    def coerce_maybe(self, value: Value, kind: Maybe, error: int) -> Value:
        if value.kind == NONE:
            return Value(kind, ("false", None))
        if not isinstance(value.kind, Maybe):
            return Value(kind, ("true", self.coerce(value, kind.of, error)))
        flag, inner = value.code
        if inner is None or inner.kind == kind.of:
            return Value(kind, (flag, inner))
        place = self.code.alloca(self.memory(kind.of))
        some, end = self.code.label("some"), self.code.label("end")
        self.code.branch(flag, some, end)  # where there is no value, nothing of it is checked
        self.code.begin_only(some)
        self.store(place, self.coerce(inner, kind.of, error), kind.of)
        self.code.begin(end)
        return Value(kind, (flag, self.load(place, kind.of)))

    def coerce_items(self, value: Value, kind: Tuple, error: int) -> Value:
        if isinstance(value.kind, Tuple) and len(value.code) == len(kind.items):
            pairs = zip(value.code, kind.items, strict=True)
            return Value(kind, [self.coerce(item, inner, error) for item, inner in pairs])
        if not isinstance(value.kind, Container):
            raise Unsupported(f"{self.described(value.kind)} for {self.described(kind)}")
        count = known_int(len(kind.items))
        self.code.fail_if(self.order("ne", self.length(value), count), error)
        items = [self.item_at(value, str(i)) for i in range(len(kind.items))]
        pairs = zip(items, kind.items, strict=True)
        return Value(kind, [self.coerce(item, inner, error) for item, inner in pairs])

    def coerce_container(self, value: Value, kind: Container) -> Value:
        if isinstance(value.kind, State):
            value = self.opened(value)
        if is_range(value):
            value = self.collected(value, "tuple")
        if isinstance(value.kind, Tuple):
            made = self.new_container("tuple", kind.cell, len(value.code), fixed=True)
            self.put_all(made, value.code)
            return Value(kind, made.code)
        if not isinstance(value.kind, Container):
            raise Unsupported(
                f"{self.described(value.kind)} where {self.described(kind)} is needed"
            )
        if kind.cell.find() is value.kind.cell.find():
            return Value(kind, value.code)
        return Value(kind, self.copied(value, kind.form, kind.cell).code)

    def present(self, value: Value, error: int = TYPE) -> Value:
        """A value that is not None; an error where it is."""
        if value.kind == NONE:
            self.fail_here(error)
        if not isinstance(value.kind, Maybe):
            return value
        flag, inner = value.code
        if inner is None:
            self.fail_here(error)
        self.code.fail_if(self.negated(flag), error)
        return inner

    def data(self, value: Value) -> Value:
        """A known text or table as data at run time; others stay."""
        if isinstance(value.kind, Static):
            if is_symbol(value.kind.value):
                return Value(SYMBOL, str(self.symbol(value.kind.value)))
            if isinstance(value.kind.value, TABLES):
                return self.table(value.kind.value)
            if is_memory(value.kind.value):
                return self.known_array(value.kind.value)
        return value

    def symbol(self, value: Any) -> int:
        """The number of a text or member of an Enum."""
        return self.symbols.setdefault(value, len(self.symbols))

    def item_of(self, items: list[Value], at: int) -> Value:
        """An item of a tuple at a known index."""
        if not -len(items) <= at < len(items):
            self.fail_here(INDEX)
        return items[at]

    def letters(self, value: Value) -> Value:
        """A known text as a tuple of its letters; others stay."""
        if isinstance(value.kind, Static) and isinstance(value.kind.value, str):
            return static(tuple(value.kind.value))
        return value


def is_memory(value: Any) -> bool:
    """Whether it is an array of numbers, or a view of one."""
    return isinstance(value, (memoryview, bytes, array)) or type(value).__name__ == "ndarray"
