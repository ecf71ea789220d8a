"""States in memory: reading their fields, and writing what the rules made, checked."""

from __future__ import annotations

from typing import Any, Final

from zermelo.native.compiler.faults import CONTRACT
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.layouts import has_rows, is_small
from zermelo.native.compiler.part import Part

CHANGING: Final = ("list", "set", "dict")  # forms that no state may hold


class States(Part):
    """States laid out by their contract."""

    def fields_kind(self, layout: Any, path: tuple[Any, ...] = ()) -> Any:
        """The kind that a part of a state has in the code of rules."""
        if isinstance(layout, Row):
            return Container(
                layout.form, self.cell(("state", self.layout_key(layout), path)), layout.length
            )
        if isinstance(layout, Tuple):
            items = [self.fields_kind(item, (*path, i)) for i, item in enumerate(layout.items)]
            return Tuple(tuple(items), layout.owner)
        if isinstance(layout, Maybe):
            return Maybe(self.fields_kind(layout.of, (*path, "of")))
        return layout

    def layout_key(self, layout: Any) -> str:
        """Rows of one layout share a cell: they are moved from place to place."""
        return repr(layout)

    # Reading -------------------------------------------------------------------------------------

    def open_state(self, value: Value) -> Value:
        """A state as the tuple of its fields."""
        layout = value.kind.layout
        if not isinstance(layout, Tuple):
            return self.load_part(value.code, layout, ())
        items = [self.state_item(value, i) for i in range(len(layout.items))]
        return Value(Tuple(tuple(item.kind for item in items), layout.owner), items)

    def state_item(self, value: Value, index: int, *, passes: bool = False) -> Value:
        """A field of a state by its place."""
        layout = value.kind.layout
        place = self.part_at(value.code, self.memory(layout, True), index)
        return self.load_part(place, layout.items[index], (index,), passes=passes)

    def row_item(self, row: Value, index: str, *, passes: bool = False) -> Value:
        """An item of a row of a state, at an index in range."""
        layout, place = row.kind.layout, row.code
        if layout.length is None:
            place = self.part_at(place, self.memory(layout, True), 1)
        place = self.item_place(place, self.memory(layout.item, True), index)
        return self.load_part(place, layout.item, ("item",), passes=passes)

    def load_part(
        self, place: str, layout: Any, path: tuple[Any, ...], *, passes: bool = False
    ) -> Value:
        """The value of a part of a state; its rows are used where they lie if they can be.

        passes  whether it is used at once and then forgotten
        """
        if passes and isinstance(layout, Row):
            if has_rows(layout.item):
                return Value(State(layout), place)
            self.is_passing = True
            try:
                return self.load_row(place, layout, path)
            finally:
                self.is_passing = False
        if isinstance(layout, Row):
            return self.load_row(place, layout, path)
        memory = self.memory(layout, True)
        if isinstance(layout, Tuple):
            items = [
                self.load_part(self.part_at(place, memory, i), item, (*path, i))
                for i, item in enumerate(layout.items)
            ]
            return Value(Tuple(tuple(item.kind for item in items), layout.owner), items)
        if isinstance(layout, Maybe) and has_rows(layout):
            flag = self.code.operation(f"load i8, ptr {place}")
            flag = self.code.operation(f"trunc i8 {flag} to i1")
            inner = self.load_part(self.part_at(place, memory, 1), layout.of, (*path, "of"))
            return Value(Maybe(inner.kind), (flag, inner))
        return self.load(place, layout, True)

    def load_row(self, place: str, layout: Row, path: tuple[Any, ...]) -> Value:
        code = self.code
        cell = self.cell(("state", self.layout_key(layout), path)).find()
        length, data = str(layout.length), place
        if layout.length is None:
            length = code.operation(f"load i64, ptr {place}")
            data = self.part_at(place, self.memory(layout, True), 1)
        if not has_rows(layout.item):
            self.grow_cell(cell, layout.item)
            if cell.find().kind == layout.item:
                return Value(
                    Container(layout.form, cell, layout.length), self.header(data, length, length)
                )
        made = self.new_container(
            layout.form,
            cell,
            length if layout.length is None else layout.length,
            fixed=layout.length is not None,
        )
        memory = self.memory(layout.item, True)
        count = (
            self.int_of(length, 64, 0, layout.room)
            if layout.length is None
            else known_int(layout.length)
        )

        def each(index: Value) -> None:
            at = self.item_place(data, memory, self.word(index))
            self.append(made, self.load_part(at, layout.item, (*path, "item")))

        self.each_index(count, each)
        return made

    # Writing -------------------------------------------------------------------------------------

    def store_whole(self, place: str, layout: Any, value: Value) -> None:
        """Write a value of the rules as a state; an error unless it is one.

        Its numbers are all written before one test says whether any of them was outside its range.
        """
        code = self.code
        code.doubts = code.alloca("i1")
        code.write(f"store i1 false, ptr {code.doubts}")
        self.store_state(place, layout, value)
        flag, code.doubts = code.operation(f"load i1, ptr {code.doubts}"), ""
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
        if isinstance(layout, Maybe) and has_rows(layout):
            return self.store_maybe(place, layout, value)
        return self.store(place, self.coerce(value, layout, CONTRACT), layout, True)

    def copy_state(self, place: str, source: str, layout: Any) -> None:
        """Copy a state; a few numbers one by one, since LLVM would merge them into one word."""
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
            raise Unsupported(
                f"play returns {self.describe(value.kind)}, where a {owner} is needed"
            )
        memory = self.memory(layout, True)
        for i, (item, part) in enumerate(zip(layout.items, value.code, strict=True)):
            self.store_state(self.part_at(place, memory, i), item, part)

    def store_maybe(self, place: str, layout: Maybe, value: Value) -> None:
        code, memory = self.code, self.memory(layout, True)
        if not isinstance(value.kind, Maybe):
            value = self.coerce(value, Maybe(value.kind))
        flag, inner = value.code
        byte = {"true": "1", "false": "0"}.get(flag) or code.operation(f"zext i1 {flag} to i8")
        code.write(f"store i8 {byte}, ptr {place}")
        if inner is not None:
            some, end = code.labels("some", "none")
            code.branch(flag, some, end)
            code.begin(some)
            self.store_state(self.part_at(place, memory, 1), layout.of, inner)
            code.begin(end)

    def store_row(self, place: str, layout: Row, value: Value) -> None:
        code, value = self.code, self.data(self.present(value))
        if isinstance(value.kind, Tuple) and value.kind.owner is range:
            value = self.collect(value, "tuple")
        if not isinstance(value.kind, (Tuple, Container)):
            raise Unsupported(f"{self.describe(value.kind)} for a tuple of a state")
        if (
            isinstance(value.kind, Container)
            and value.kind.form in CHANGING
            and (value.kind.form != layout.form)
        ):
            raise Unsupported(f"a {value.kind.form} in a state: write {layout.form}(…)")
        whole = isinstance(value.kind, Tuple)
        count = known_int(len(value.code)) if whole else self.length(value)
        bound = layout.room if layout.length is None else layout.length
        name = "gt" if layout.length is None else "ne"
        code.fail_if(self.order(name, count, known_int(bound)), CONTRACT)
        if layout.length is None:
            code.write(f"store i64 {self.word(count)}, ptr {place}")
            place = self.part_at(place, self.memory(layout, True), 1)
        memory = self.memory(layout.item, True)
        if isinstance(value.kind, Tuple):
            for i, item in enumerate(value.code):
                at = self.item_place(place, memory, str(i))
                self.store_state(at, layout.item, item)
            return
        if value.kind.item is not None:
            self.store_row_items(place, layout, value, count)

    def store_row_items(self, place: str, layout: Row, value: Value, count: Value) -> None:
        code, memory = self.code, self.memory(layout.item, True)
        if layout.length is not None:
            count = known_int(layout.length)
        if (
            value.kind.item == layout.item
            and not has_rows(layout.item)
            and layout.form != "frozenset"
        ):
            size = code.operation(f"mul i64 {self.word(count)}, {self.size_of(memory)}")
            self.copy_bytes(place, code.operation(f"load ptr, ptr {value.code}"), size)
            return

        def each(index: Value) -> None:
            word = self.word(index)
            at = self.item_place(place, memory, word)
            self.store_state(at, layout.item, self.item_at(value, word))

        self.each_index(count, each)


def is_row(value: Value) -> bool:
    """Whether it is a row of a state, whose items are read where they lie."""
    return isinstance(value.kind, State) and isinstance(value.kind.layout, Row)


def named_index(owner: Any, name: str) -> int | None:
    """The place of a field among those of a record's class, None if it has no such field."""
    names = field_names(owner)
    return names.index(name) if name in names else None
