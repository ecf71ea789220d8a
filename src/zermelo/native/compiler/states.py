"""States in memory: read, written, checked, and passed between calls."""

from __future__ import annotations

import itertools
from typing import Any, Final

from zermelo.native.compiler.comparing import form_of
from zermelo.native.compiler.faults import CONTRACT
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.layouts import has_rows, is_small
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.storage import put_together, split_value

CHANGING: Final = ("list", "set", "dict")  # forms that can change, which no state may contain


class States(Part):
    """States laid out by their contract."""

    def fields_kind(self, layout: Any) -> Any:
        """The kind that a part of a state has in the code of rules."""
        if isinstance(layout, Row):
            return Container(layout.form, self.row_cell(layout), layout.length)
        if isinstance(layout, Tuple):
            return Tuple(tuple(map(self.fields_kind, layout.items)), layout.owner)
        return Maybe(self.fields_kind(layout.of)) if isinstance(layout, Maybe) else layout

    def row_cell(self, layout: Row) -> Cell:
        """The cell that all rows of this layout share, because rows move between places."""
        cell: Cell = self.cell(("state", repr(layout)))
        return cell

    # Reading -------------------------------------------------------------------------------------

    def open_state(self, value: Value) -> Value:
        """A state as the tuple of its fields."""
        return self.load_part(value.code, value.kind.layout)

    def state_item(self, value: Value, index: int, *, passes: bool = False) -> Value:
        """A field of a state by its index."""
        layout = value.kind.layout
        place = self.part_at(value.code, self.memory(layout, True), index)
        return self.load_part(place, layout.items[index], passes=passes)

    def row_at(self, place: str, layout: Row) -> tuple[Value, str]:
        """The number of items in a row of a state, and the place of the first."""
        if layout.length is not None:
            return known_int(layout.length), place
        count = self.int_of(self.emit(f"load i64, ptr {place}"), 64, 0, layout.room)
        return count, self.part_at(place, self.memory(layout, True), 1)

    def row_item(self, row: Value, index: str, *, passes: bool = False) -> Value:
        """An item of a row of a state, at an index in range."""
        layout, (_, place) = row.kind.layout, self.row_at(row.code, row.kind.layout)
        place = self.item_place(place, self.memory(layout.item, True), index)
        return self.load_part(place, layout.item, passes=passes)

    def load_part(self, place: str, layout: Any, *, passes: bool = False) -> Value:
        """The value of a part of a state; its rows stay in place if possible.

        With `passes`, the value is used only once.
        """
        if isinstance(layout, Row):
            if passes and has_rows(layout.item):
                return Value(State(layout), place)
            before, self.is_passing = self.is_passing, self.is_passing or passes
            try:
                return self.load_row(place, layout)
            finally:
                self.is_passing = before
        if not has_rows(layout):
            return self.load(place, layout, True)
        memory, inner = self.memory(layout, True), enumerate(parts_of(layout) or ())
        parts = [self.load_part(self.part_at(place, memory, i), part) for i, part in inner]
        if isinstance(layout, Maybe):
            return put_together(Maybe(parts[1].kind), parts)
        return tuple_of(parts, layout.owner)

    def load_row(self, place: str, layout: Row) -> Value:
        count, data = self.row_at(place, layout)
        cell, room = self.row_cell(layout).find(), layout.length
        length = self.word(count)
        if not has_rows(layout.item):
            self.grow_cell(cell, layout.item)
            if cell.find().kind == layout.item:
                return Value(Container(layout.form, cell, room), self.header(data, length, length))
        size = length if room is None else room
        made = self.new_container(layout.form, cell, size, fixed=room is not None)
        memory = self.memory(layout.item, True)

        def each(index: Value) -> None:
            at = self.item_place(data, memory, self.word(index))
            self.append(made, self.load_part(at, layout.item))

        self.each_index(count, each)
        return made

    # Writing -------------------------------------------------------------------------------------

    def store_whole(self, place: str, layout: Any, value: Value) -> None:
        """Write a value of the rules as a state; fail if the value breaks the contract.

        One test checks the ranges of all its numbers after they are written.
        """
        code = self.code
        code.doubts = code.alloca("i1")
        code.write(f"store i1 false, ptr {code.doubts}")
        self.store_state(place, layout, value)
        flag, code.doubts = code.emit(f"load i1, ptr {code.doubts}"), ""
        code.fail_if(flag, CONTRACT)

    def store_state(self, place: str, layout: Any, value: Value) -> None:
        """Write a value of the rules as a state, or a part of one."""
        if isinstance(value.kind, State):
            if value.kind.layout == layout:
                self.copy_state(place, value.code, layout)
                return
            value = self.open_state(value)
        if isinstance(layout, Row):
            return self.store_row(place, layout, value)
        if isinstance(layout, Tuple):
            return self.store_items(place, layout, value)
        if not (isinstance(layout, Maybe) and has_rows(layout)):
            return self.store(place, self.coerce(value, layout, CONTRACT), layout, True)
        memory = self.memory(layout, True)
        if not isinstance(value.kind, Maybe):
            value = self.coerce(value, Maybe(value.kind))
        flag, inner = value.code
        self.store(place, Value(BOOL, flag), BOOL)
        if inner is not None:
            at = self.part_at(place, memory, 1)
            self.write_if(flag, lambda: self.store_state(at, layout.of, inner))
        return None

    def copy_state(self, place: str, source: str, layout: Any) -> None:
        """Copy a state, number by number if it is small: LLVM would merge numbers into a word."""
        if not is_small(layout):
            return self.copy_memory(place, source, self.memory(layout, True))
        if place != source:
            self.store_items(place, layout, self.open_state(Value(State(layout), source)))

    def store_items(self, place: str, layout: Tuple, value: Value) -> None:
        value = self.data(self.present(value))
        if isinstance(value.kind, Static):
            value = lift(value.kind.value)
        if isinstance(value.kind, Container):
            kind = Tuple((value.kind.item,) * len(layout.items))
            value = self.coerce(value, kind, CONTRACT)
        if not isinstance(value.kind, Tuple) or len(value.code) != len(layout.items):
            owner = getattr(layout.owner, "__name__", "tuple")
            raise Unsupported(f"play returns {self.describe(value.kind)}, not a {owner}")
        memory = self.memory(layout, True)
        for i, (item, part) in enumerate(zip(layout.items, value.code, strict=True)):
            self.store_state(self.part_at(place, memory, i), item, part)

    def store_row(self, place: str, layout: Row, value: Value) -> None:
        code, value = self.code, self.data(self.present(value))
        if isinstance(value.kind, Tuple) and value.kind.owner is range:
            value = self.collect(value, "tuple")
        if not isinstance(value.kind, (Tuple, Container)):
            raise Unsupported(f"{self.describe(value.kind)} where the state has a tuple")
        if form_of(value) in CHANGING:
            raise Unsupported(f"a {form_of(value)} in a state: write {layout.form}(…)")
        length, whole = layout.length, isinstance(value.kind, Tuple)
        count = self.length(value)
        name, bound = ("gt", layout.room) if length is None else ("ne", length)
        code.fail_if(self.order(name, count, known_int(bound)), CONTRACT)
        if length is None:
            code.write(f"store i64 {self.word(count)}, ptr {place}")
            place = self.part_at(place, self.memory(layout, True), 1)
        elif not whole:
            count = known_int(length)
        memory, item_kind = self.memory(layout.item, True), getattr(value.kind, "item", None)

        def put(index: str, item: Value) -> None:
            self.store_state(self.item_place(place, memory, index), layout.item, item)

        def put_at(index: Value) -> None:
            put(self.word(index), self.item_at(value, self.word(index)))

        if whole:
            for i, item in enumerate(value.code):
                put(str(i), item)
        elif item_kind == layout.item and layout.form == "tuple" and not has_rows(layout.item):
            size = code.emit(f"mul i64 {self.word(count)}, {self.size_of(memory)}")
            self.copy_bytes(place, code.emit(f"load ptr, ptr {value.code}"), size)
        elif item_kind is not None:
            self.each_index(count, put_at)

    # Passing -------------------------------------------------------------------------------------

    def operand_kinds(self, kind: Any, states: bool = True) -> list[str]:
        """The LLVM types of a value's operands.

        For a result, `states` is false: the caller passes places for its states.
        """
        if isinstance(kind, State):
            if not is_small(kind.layout):
                return ["ptr"] if states else []
            parts = kind.layout.items if states else ()
        elif (parts := parts_of(kind)) is None:
            if isinstance(kind, Int):
                return [] if kind.is_known else [f"i{word_of(kind)[0]}"]
            if isinstance(kind, (Container, Struct)):
                return ["ptr"]
            words = {BOOL: "i1", FLOAT: "double", SYMBOL: "i64"}
            return [words[kind]] if kind in words else []
        return [operand for part in parts for operand in self.operand_kinds(part, states)]

    def operands(self, value: Value, states: bool = True) -> list[str]:
        """The operands that pass a value, with their types."""
        kind = value.kind
        if isinstance(kind, State) and not states:
            return []
        if isinstance(kind, State) and is_small(kind.layout):
            value = self.open_state(value)
        if value.code is not None and parts_of(value.kind) is not None:
            return [x for part in split_value(value) for x in self.operands(part, states)]
        kinds = self.operand_kinds(kind, states)
        if value.code is None:
            zeros = {"ptr": "null", "double": "0.0", "i1": "false"}
            return [f"{x} {zeros.get(x, '0')}" for x in kinds]
        code = self.word(value, word_of(kind)[0]) if isinstance(kind, Int) else value.code
        return [f"{x} {code}" for x in kinds]

    def rebuilt(self, kind: Any, prefix: str) -> Value:
        """The value that was passed in parameters whose names begin with `prefix`."""
        names = (f"%{prefix}{i}" for i in itertools.count())
        return self.assemble(kind, names, None)

    def assemble(self, kind: Any, names: Any, places: Any) -> Value:
        """Build a value from its operands; states are at `places`, which is None for arguments."""
        if isinstance(kind, State) and places is None and is_small(kind.layout):
            place = self.code.alloca(self.memory(kind.layout, True))
            items = [self.assemble(item, names, None) for item in kind.layout.items]
            self.store_items(place, kind.layout, tuple_of(items, kind.layout.owner))
            return Value(kind, place)
        if isinstance(kind, State):
            return Value(kind, next(names) if places is None else next(places))
        if (parts := parts_of(kind)) is not None:
            return put_together(kind, [self.assemble(part, names, places) for part in parts])
        return Value(kind, next(names)) if self.operand_kinds(kind) else Value(kind)


def is_row(value: Value) -> bool:
    """Whether a value is a row of a state, whose items are read in place."""
    return isinstance(value.kind, State) and isinstance(value.kind.layout, Row)


def state_layouts(kind: Any) -> list[Any]:
    """The layouts of the states in a result."""
    return [part.layout for part in every_kind(kind) if isinstance(part, State)]


def states_in(value: Value) -> list[Value]:
    """The states in a result."""
    if isinstance(value.kind, State):
        return [value]
    if parts_of(value.kind) is None or value.code is None:
        return []
    return [state for part in split_value(value) for state in states_in(part)]


def holds_containers(kind: Any) -> bool:
    """Whether a value of this kind holds containers or arrays."""
    return any(isinstance(part, (Array, Container)) for part in every_kind(kind))


def may_grow(kind: Any) -> bool:
    """Whether an argument of this kind holds a container that a function may extend or index."""
    boxes = [part for part in every_kind(kind) if isinstance(part, Container)]
    return any(box.form != "tuple" or may_grow(box.item) for box in boxes)
