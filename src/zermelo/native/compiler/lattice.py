"""How kinds are joined where control flows together, and widened until they stand still."""

from __future__ import annotations

from typing import Any, Final

from zermelo.native.compiler.arithmetic import widened_range
from zermelo.native.compiler.kinds import (
    BOOL,
    FLOAT,
    NONE,
    SYMBOL,
    TABLES,
    WORD,
    Cell,
    Container,
    Int,
    Maybe,
    State,
    Static,
    Tuple,
    Unsupported,
    is_symbol,
    lift,
    tuple_of,
)
from zermelo.native.compiler.part import Part

PATIENCE: Final = 3  # times that a kind grows before its ints are taken to be of any size


class Lattice(Part):
    """Joins, and the cells of containers."""

    def join(self, a: Any, b: Any) -> Any:
        """The least kind that holds values of both."""
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
            owner = a.owner if a.owner is b.owner else None
            return Int(min(a.low, b.low), max(a.high, b.high), owner)
        numbers = [isinstance(x, Int) or x in (BOOL, FLOAT) for x in (a, b)]
        if all(numbers):
            if FLOAT in (a, b):
                return FLOAT
            return self.join(Int(0, 1), b if a == BOOL else a)
        a, b = self.opened_kind(a), self.opened_kind(b)
        if isinstance(a, Tuple) and isinstance(b, Tuple):
            if range in (a.owner, b.owner) and a.owner is not b.owner:
                return self.join(self.container_kind(a), self.container_kind(b))
            if len(a.items) == len(b.items):
                items = tuple(self.join(x, y) for x, y in zip(a.items, b.items, strict=True))
                return Tuple(items, a.owner if a.owner is b.owner else None)
            return self.join(self.container_kind(a), self.container_kind(b))
        if isinstance(a, Tuple) and isinstance(b, Container):
            return self.join(self.container_kind(a), b)
        if isinstance(a, Container) and isinstance(b, Tuple):
            return self.join(a, self.container_kind(b))
        alike = isinstance(a, Container) and isinstance(b, Container) and a.form == b.form
        if alike and a.factory is b.factory:
            self.unify(a.cell, b.cell)
            return Container(a.form, a.cell, a.length if a.length == b.length else None, a.factory)
        raise Unsupported(
            f"a variable that is {self.described(a)} at one time, {self.described(b)} at another"
        )

    def opened_kind(self, kind: Any) -> Any:
        """The kind of a state as a tuple of its fields."""
        return self.fields_kind(kind.layout) if isinstance(kind, State) else kind

    def data_kind(self, kind: Any) -> Any:
        """The kind of a known value as data at run time."""
        if not isinstance(kind, Static):
            return kind
        if is_symbol(kind.value):
            return SYMBOL
        if isinstance(kind.value, TABLES):
            return self.table(kind.value).kind
        raise Unsupported(f"{self.described(kind)} as a value that changes")

    def container_kind(self, kind: Tuple) -> Container:
        """The kind of a tuple or a range as a container, whose items are all of one kind."""
        cell = self.cell(("tuple", kind.items, kind.owner))
        if kind.owner is range:
            first, last, _ = kind.items
            ends = min(first.low, last.low), max(first.high, last.high)
            self.grow_cell(cell, Int(*ends))
            return Container("tuple", cell)
        for item in kind.items:
            self.grow_cell(cell, item)
        return Container("tuple", cell, len(kind.items))

    # Cells ---------------------------------------------------------------------------------------

    def cell(self, key: Any) -> Cell:
        """The cell of this name."""
        return self.cells.setdefault(key, Cell())

    def unify(self, a: Cell, b: Cell) -> None:
        """Have containers with these cells be the same in kind."""
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
        """Let the items of a container be of this kind as well."""
        cell = cell.find()
        joined = self.join(cell.kind, kind)
        if joined != cell.find().kind:
            cell = cell.find()
            cell.growth += 1
            before, cell.kind = cell.kind, self.widened(joined, cell.growth)
            if cell.kind != before:
                self.rewrite(cell.readers)

    def rewrite(self, functions: set[Any]) -> None:
        """Have the code of these functions written again."""
        for function in functions:
            if function is not None:
                function.is_settled = False

    # Widening ------------------------------------------------------------------------------------

    def widened(self, kind: Any, growth: int) -> Any:
        """A kind that has grown so often, with ranges that come to an end."""
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
            return Int(low, high, kind.owner)
        if isinstance(kind, Tuple):
            return Tuple(tuple(self.widened(item, growth) for item in kind.items), kind.owner)
        return Maybe(self.widened(kind.of, growth)) if isinstance(kind, Maybe) else kind


def opened_table(kind: Any, other: Any) -> Any:
    """The kind of a known tuple item by item, where it is joined with one that is not known."""
    if isinstance(kind, Static) and type(kind.value) is tuple and isinstance(other, Tuple):
        if len(kind.value) == len(other.items) and other.owner is not range:
            return tuple_of([*map(lift, kind.value)]).kind
    return kind
