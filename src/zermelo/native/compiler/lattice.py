"""Joins kinds where control flows together, and widens them until they settle; converts values."""

from __future__ import annotations

from array import array
from functools import reduce
from typing import Any, Final

from zermelo.native.compiler.arithmetic import widened_range
from zermelo.native.compiler.faults import INDEX, OVERFLOW, TYPE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.part import Part

PATIENCE: Final = 3  # how often a kind grows before the ranges of its ints are widened


class Lattice(Part):
    """Joins of kinds, the cells of containers, and conversions to a joined kind."""

    def join(self, a: Any, b: Any) -> Any:
        """The smallest kind that holds values of both kinds."""
        if a is None or a == b:
            return b if a is None else a
        if b is None:
            return a
        if isinstance(a, Static) and isinstance(b, Static) and NONE not in (a, b):
            if is_symbol(a.value) and is_symbol(b.value):
                return SYMBOL
            return self.join(self.data_kind(a), self.data_kind(b))
        a, b = opened_table(a, b), opened_table(b, a)
        for x, y in ((a, b), (b, a)):
            if x == NONE:
                return y if isinstance(y, Maybe) else Maybe(self.data_kind(y))
        for x, y in ((a, b), (b, a)):
            if isinstance(x, Maybe):
                return Maybe(self.join(x.of, y.of if isinstance(y, Maybe) else y))
        return self.join_data(self.data_kind(a), self.data_kind(b))

    def join_data(self, a: Any, b: Any) -> Any:
        if a == b:
            return a
        if isinstance(a, Int) and isinstance(b, Int):
            owner, is_word = a.owner if a.owner is b.owner else None, a.is_word and b.is_word
            return Int(min(a.low, b.low), max(a.high, b.high), owner, is_word)
        numbers = [isinstance(x, Int) or x in (BOOL, FLOAT, NUMBER) for x in (a, b)]
        if all(numbers):
            if FLOAT in (a, b) or NUMBER in (a, b):
                return NUMBER if self.frame is None or self.frame.is_exact else FLOAT
            return self.join(Int(0, 1), b if a == BOOL else a)
        a, b = (self.fields_kind(x.layout) if isinstance(x, State) else x for x in (a, b))
        if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.items) == len(b.items):
            if range not in (a.owner, b.owner) or a.owner is b.owner:
                items = tuple(self.join(x, y) for x, y in zip(a.items, b.items, strict=True))
                return Tuple(items, a.owner if a.owner is b.owner else None)
        if all(isinstance(x, (Tuple, Container)) for x in (a, b)):
            a, b = (self.container_kind(x) if isinstance(x, Tuple) else x for x in (a, b))
        alike = isinstance(a, Container) and isinstance(b, Container) and a.form == b.form
        if alike and a.factory is b.factory:
            self.unify(a.cell, b.cell)
            return Container(a.form, a.cell, a.length if a.length == b.length else None, a.factory)
        raise Unsupported(
            f"a variable that is {self.describe(a)} at one time, {self.describe(b)} at another"
        )

    def data_kind(self, kind: Any) -> Any:
        """The kind of a known value as data at run time."""
        if not isinstance(kind, Static) or kind == NONE:
            return kind
        if is_symbol(kind.value):
            return SYMBOL
        if isinstance(kind.value, TABLES):
            return self.table(kind.value).kind
        raise Unsupported(f"{self.describe(kind)} as a value that varies")

    def container_kind(self, kind: Tuple) -> Container:
        """The kind of a tuple or range as a container, whose items share one kind."""
        cell = self.cell(("tuple", kind.items, kind.owner))
        if kind.owner is range:
            first, last, _ = kind.items
            ends = min(first.low, last.low), max(first.high, last.high)
            self.grow_cell(cell, Int(*ends))
            return Container("tuple", cell)
        if kind.items:
            self.grow_cell(cell, reduce(self.join, kind.items))
        return Container("tuple", cell, len(kind.items))

    # Cells ---------------------------------------------------------------------------------------

    def cell(self, key: Any) -> Cell:
        return self.cells.setdefault(key, Cell())

    def unify(self, a: Cell, b: Cell) -> None:
        """Make containers with these cells share one kind."""
        a, b = a.find(), b.find()
        if a is b:
            return
        b.parent = a
        if id(b) in self.constant_cells:
            self.constant_cells.add(id(a))
        a.readers |= b.readers
        before, a.kind = a.kind, self.join(a.kind, b.kind)
        if a.kind != before or a.kind != b.kind:
            self.rewrite(a.readers)

    def grow_cell(self, cell: Cell, kind: Any) -> None:
        """Widen the kind of a container's items to include this kind."""
        cell = cell.find()
        joined = self.join(cell.kind, kind)
        if joined != cell.find().kind:
            cell = cell.find()
            cell.growth += 1
            before, cell.kind = cell.kind, self.widen(joined, cell.growth)
            if cell.kind != before:
                self.rewrite(cell.readers)

    def rewrite(self, functions: set[Any]) -> None:
        """Request that the code of these functions is written again."""
        for function in functions:
            if function is not None:
                function.is_settled = False

    # Widening ------------------------------------------------------------------------------------

    def widen(self, kind: Any, growth: int) -> Any:
        """Widen a kind that has grown several times, so that its ranges stop growing."""
        if growth < PATIENCE:
            return kind
        if isinstance(kind, Int):
            low, high = widened_range(kind.low, kind.high)
            if growth > PATIENCE or high > WORD.high:
                high = (1 << self.state_bits) - 1 if kind.high > WORD.high else WORD.high
                least = WORD.low if kind.low >= WORD.low else -(1 << self.state_bits - 1)
                low = least if low < 0 else 0
            if low < 0 and high > WORD.high and self.state_bits == 64:
                high = WORD.high
            return Int(low, high, kind.owner, kind.is_word)
        if isinstance(kind, Tuple):
            return Tuple(tuple(self.widen(item, growth) for item in kind.items), kind.owner)
        return Maybe(self.widen(kind.of, growth)) if isinstance(kind, Maybe) else kind

    # Conversions ---------------------------------------------------------------------------------

    def coerce(self, value: Value, kind: Any, error: int = OVERFLOW) -> Value:
        """Convert a value to a kind that includes its own."""
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
        if kind == BOOL and isinstance(value.kind, Int):  # an int that a kernel returns as a bool
            return Value(BOOL, self.truth(value))
        if kind == FLOAT:
            return self.exact_float(value)
        if kind == NUMBER:
            return self.as_number(value)
        if isinstance(value.kind, State) and isinstance(kind, Tuple):
            return self.coerce(self.open_state(value), kind, error)
        if isinstance(value.kind, Static):
            is_row = isinstance(opened_table(value.kind, kind), Tuple)
            value = tuple_of([*map(lift, value.kind.value)]) if is_row else self.data(value)
            if value.kind == kind:
                return value
        if isinstance(kind, Tuple):
            return self.coerce_items(value, kind, error)
        if isinstance(kind, Container):
            return self.coerce_container(value, kind)
        raise Unsupported(f"{self.describe(value.kind)} where {self.describe(kind)} is needed")

    def coerce_maybe(self, value: Value, kind: Maybe, error: int) -> Value:
        if value.kind == NONE:
            return Value(kind, ("false", None))
        if not isinstance(value.kind, Maybe):
            return Value(kind, ("true", self.coerce(value, kind.of, error)))
        flag, inner = value.code
        if inner is None or inner.kind == kind.of:
            return Value(kind, (flag, inner))
        place = self.code.alloca(self.memory(kind.of))
        # The value is checked only if it is not None.
        self.write_if(flag, lambda: self.store(place, self.coerce(inner, kind.of, error), kind.of))
        return Value(kind, (flag, self.load(place, kind.of)))

    def coerce_items(self, value: Value, kind: Tuple, error: int) -> Value:
        count = len(kind.items)
        if isinstance(value.kind, Tuple) and len(value.code) == count:
            items = value.code
        elif isinstance(value.kind, Container):
            self.code.fail_if(self.order("ne", self.length(value), known_int(count)), error)
            items = [self.item_at(value, str(i)) for i in range(count)]
        else:
            raise Unsupported(f"{self.describe(value.kind)} where {self.describe(kind)} is needed")
        pairs = zip(items, kind.items, strict=True)
        return Value(kind, [self.coerce(item, inner, error) for item, inner in pairs])

    def coerce_container(self, value: Value, kind: Container) -> Value:
        if isinstance(value.kind, State):
            value = self.open_state(value)
        if is_range(value):
            value = self.collect(value, "tuple")
        if isinstance(value.kind, Tuple):
            made = self.new_container("tuple", kind.cell, len(value.code), fixed=True)
            self.put_all(made, value.code)
            return Value(kind, made.code)
        if not isinstance(value.kind, Container):
            raise Unsupported(f"{self.describe(value.kind)} where {self.describe(kind)} is needed")
        if kind.cell.find() is value.kind.cell.find():
            return Value(kind, value.code)
        return Value(kind, self.copy_container(value, kind.form, kind.cell).code)

    def present(self, value: Value, error: int = TYPE) -> Value:
        """Write a check that a value is not None; return the value without the `Maybe`."""
        if value.kind == NONE:
            self.fail_here(error)
        if not isinstance(value.kind, Maybe):
            return value
        flag, inner = value.code
        if inner is None:
            self.fail_here(error)
        self.code.fail_if(self.negate(flag), error)
        return inner

    def data(self, value: Value) -> Value:
        """A known text, table or array as data at run time; other values unchanged."""
        if isinstance(value.kind, Static):
            if is_symbol(value.kind.value):
                return Value(SYMBOL, str(self.symbol(value.kind.value)))
            if isinstance(value.kind.value, TABLES):
                return self.table(value.kind.value)
            known, words = value.kind.value, (memoryview, bytes, array)
            if isinstance(known, words) or type(known).__name__ == "ndarray":
                return self.known_array(known)
        return value

    def symbol(self, value: Any) -> int:
        return self.symbols.setdefault(value, len(self.symbols))

    def item_of(self, items: list[Value], at: int) -> Value:
        if not -len(items) <= at < len(items):
            self.fail_here(INDEX)
        return items[at]

    def letters(self, value: Value) -> Value:
        """A known text as a tuple of its letters; other values unchanged."""
        if isinstance(value.known, str):
            return static(tuple(value.kind.value))
        return value


def opened_table(kind: Any, other: Any) -> Any:
    """The `Tuple` of a known tuple's items if `other` is a `Tuple` of this length; else `kind`."""
    if isinstance(kind, Static) and type(kind.value) is tuple and isinstance(other, Tuple):
        if len(kind.value) == len(other.items) and other.owner is not range:
            return tuple_of([*map(lift, kind.value)]).kind
    return kind
