"""Slices of sequences."""

from __future__ import annotations

from typing import Any

from zermelo.native.compiler.kinds import (
    Container,
    Int,
    Static,
    Tuple,
    Unsupported,
    Value,
    is_known,
    is_range,
    known_int,
    lift,
    python_value,
    range_of,
    static,
    tuple_of,
)
from zermelo.native.compiler.part import Part


class Slices(Part):
    """Slices."""

    def sliced(self, box: Value, node: Any, whole: Any) -> Value:
        """`box[first:last:step]`."""
        box = self.present(self.opened_if_state(box))
        parts = [
            self.evaluate(part) if part is not None else None
            for part in (node.lower, node.upper, node.step)
        ]
        parts = [
            None if part is not None and part.kind == static(None).kind else part for part in parts
        ]
        known = all(part is None or is_known(part) for part in parts)
        if known and (isinstance(box.kind, Tuple) or is_known(box)) and not is_range(box):
            cut = slice(*[None if part is None else python_value(part) for part in parts])
            if isinstance(box.kind, Static):
                return lift(box.kind.value[cut])
            return tuple_of(list(box.code[cut]))
        if isinstance(box.kind, Static) and isinstance(box.kind.value, str):
            raise Unsupported("a slice of a text whose ends are not known")
        box = self.as_container(box)
        if not isinstance(box.kind, Container) or box.kind.form not in ("list", "tuple"):
            raise Unsupported(f"a slice of {self.described(box.kind)}")
        first, last, step = parts
        if step is not None and not (is_known(step) and python_value(step) == 1):
            return self.stepped_slice(box, first, last, self.as_int(step), whole)
        count = self.length(box)
        low = self.clamped(first, count) if first is not None else known_int(0)
        high = self.clamped(last, count) if last is not None else count
        return self.slice_between(box, low, high, box.kind.form)

    def clamped(self, value: Value, count: Value, least: int = 0, most: int = 0) -> Value:
        """An end of a slice as an index from `least` to the count less `most`."""
        code, value = self.code, self.as_int(value)
        if value.kind.low >= 0 and value.kind.high <= count.kind.low - most:
            return value
        length, word = self.word(count), self.index_word(value)
        if value.kind.low < 0:
            below = code.operation(f"icmp slt i64 {word}, 0")
            word = code.operation(
                f"add i64 {word}, {code.operation(f'select i1 {below}, i64 {length}, i64 0')}"
            )
        top = code.operation(f"sub i64 {length}, {most}") if most else length
        for name, bound in (("slt", str(least)), ("sgt", top)):
            flag = code.operation(f"icmp {name} i64 {word}, {bound}")
            word = code.operation(f"select i1 {flag}, i64 {bound}, i64 {word}")
        low = (
            least
            if value.kind.low < 0 or count.kind.low == 0
            else min(value.kind.low, count.kind.low - most)
        )
        high = count.kind.high - most
        if value.kind.low >= 0:
            high = min(high, value.kind.high)
        return (
            Value(Int(min(low, high), high), word)
            if low < high
            else known_int(high)
            if low == high
            else Value(Int(least, max(high, least)), word)
        )

    def slice_between(self, box: Value, low: Value, high: Value, form: str) -> Value:
        """A new container with the items from low to high − 1."""
        code = self.code
        cell = (
            box.kind.cell
            if form == box.kind.form
            else self.cell((self.frame.path, code.line, "slice"))
        )
        if box.kind.item is not None:
            self.grow_cell(cell, box.kind.item)
        span = self.lesser(self.arithmetic("-", high, low), known_int(0), "gt")
        room = span.kind.low if span.kind.is_known else self.index_word(span)
        if id(cell.find()) in self.constant_cells:
            cell = self.cell((self.frame.path, code.line, "slice of a constant"))
            if box.kind.item is not None:
                self.grow_cell(cell, box.kind.item)
        made: Value = self.new_container(
            form, cell, room, fixed=form == "tuple" and isinstance(room, int)
        )
        if box.kind.item is None or room == 0:
            return made
        if cell.find().kind != box.kind.item:
            self.iterate_range(
                range_of(low, high, known_int(1)),
                lambda i: self.append(made, self.item_at(box, self.index_word(i))),
            )
            return made
        size = code.operation(f"mul i64 {room}, {self.size_of(self.memory(box.kind.item, True))}")
        goal = code.operation(f"load ptr, ptr {made.code}")
        source = self.address(box, self.index_word(low))
        self.copy_bytes(goal, source, size)
        self.set_length(made, str(room))
        return made
