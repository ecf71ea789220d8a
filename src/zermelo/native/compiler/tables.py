"""Constant tables of the rules, as constant memory of the machine code."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any, Final

from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.prelude import NO_INDEX

FEW: Final = 8  # the most items of a set or dict that look-ups scan one by one
SHORT: Final = 64  # the most items of a table of words, see `layouts.keep_in_words`


class Tables(Part):
    """Constants in memory."""

    def table(self, value: Any) -> Value:
        """A constant Python container, in constant memory."""
        key = self.table_key(value)
        if key not in self.tables:
            name = type(value).__name__
            form = name if name in ("dict", "set", "frozenset") else "tuple"
            length = len(value) if form == "tuple" else None
            kind = Container(form, self.cell(("table", key)), length)
            self.tables[key] = kind, f"@table{len(self.tables)}"
            self.table_values.append((value, *self.tables[key]))
            self.constant_cells.add(id(kind.cell.find()))
        kind, name = self.tables[key]
        seen = key, self.frame is None or self.frame.is_exact  # exactness decides how kinds join
        if value and seen not in self.seen_tables:
            self.seen_tables.add(seen)
            items = value.items() if isinstance(value, dict) else value
            kinds = [self.item_kind(item, value) for item in items]
            self.grow_cell(kind.cell, reduce(self.join, kinds))
        return Value(kind, name)

    def item_kind(self, item: Any, value: Any) -> Any:
        if isinstance(value, dict):
            return Tuple(tuple(self.data_kind(lift(part).kind) for part in item))
        kind = self.data_kind(lift(item).kind)
        is_word = isinstance(kind, Int) and len(value) <= SHORT
        return replace(kind, is_word=True) if is_word else kind

    def table_key(self, value: Any) -> Any:
        """The identity of a table: equal tuples share a table; other containers have their own."""
        if id(value) not in self.table_keys:
            self.kept.append(value)  # kept alive so that no other object gets its id
            self.table_keys[id(value)] = repr(value) if isinstance(value, tuple) else id(value)
        return self.table_keys[id(value)]

    def table_text(self) -> list[str]:
        """The constant memory for all tables, including tables that are items of others."""
        return [line for table in self.table_values for line in self.lines_of_table(*table)]

    def lines_of_table(self, value: Any, kind: Container, name: str) -> list[str]:
        items = list(value.items() if isinstance(value, dict) else value)
        memory, count = self.memory(kind.item, True), len(items)
        data = ", ".join(f"{memory} {self.constant(lift(item), kind.item)}" for item in items)
        is_indexed = isinstance(value, (dict, set, frozenset)) and count > FEW
        place, index = NO_INDEX, list[str]()
        if is_indexed:  # memory for the hash index, which the first look-up fills
            size, place = 1 << (2 * count).bit_length(), f"{name}.index"
            slots = f"[{size} x i32]"
            head = f"{{ i64 {size - 1}, i64 0, {slots} zeroinitializer }}"
            index = [f"{place} = internal global {{ i64, i64, {slots} }} {head}, align 8"]
        head = f"ptr {name}.items, i64 {count}, i64 {count}, ptr {place}"
        return [
            *index,
            f"{name}.items = internal constant [{count} x {memory}] [{data}], align 16",
            f"{name} = internal constant %Header {{ {head} }}",
        ]

    def constant(self, value: Value, kind: Any) -> str:
        """A known value as an LLVM constant in memory."""
        if isinstance(kind, Int):
            return self.int_constant(int(python_value(value)), self.memory(kind, True))
        if kind == BOOL:
            return "1" if value.code == "true" else "0"
        if kind == NUMBER:
            known = python_value(value)
            if isinstance(known, int) and abs(known) > 1 << 53:
                raise Unsupported(f"the large int {known} among floats")
            return f"{{ i8 {int(isinstance(known, int))}, double {float_text(float(known))} }}"
        if kind == FLOAT:
            return float_text(float(python_value(value)))
        if kind == SYMBOL:
            return str(self.symbol(value.kind.value))
        if isinstance(kind, Static):
            return "{}"
        if isinstance(kind, Maybe):
            inner = self.memory(kind.of, True)
            if value.kind == NONE:
                return f"{{ i8 0, {inner} zeroinitializer }}"
            return f"{{ i8 1, {inner} {self.constant(value, kind.of)} }}"
        if isinstance(kind, Tuple):
            items = value.code if isinstance(value.kind, Tuple) else [*map(lift, value.kind.value)]
            pairs = zip(items, kind.items, strict=True)
            parts = [f"{self.memory(x, True)} {self.constant(item, x)}" for item, x in pairs]
            return f"{{ {', '.join(parts)} }}"
        is_whole = isinstance(value.kind, Static)
        table = self.table(value.known if is_whole else tuple(map(python_value, value.code)))
        if table.kind.cell.find() is not kind.cell.find():
            self.unify(kind.cell, table.kind.cell)
            self.has_merged = True  # code that used either cell must be rewritten
        return table.code

    def int_constant(self, number: int, memory: str) -> str:
        if memory == "{}":
            return "{}"
        if memory.startswith("["):
            words = [number >> 64 * i & (1 << 64) - 1 for i in range(int(memory[1:].split(" ")[0]))]
            return "[" + ", ".join(f"i64 {self.int_constant(word, 'i64')}" for word in words) + "]"
        return str(as_signed(number, int(memory[1:])))


def has_floats_alike(key: Any, kept: Any) -> bool:
    """Whether a key and the kept keys have floats in the same places; else hashes may differ."""
    key, kept = (kind.of if isinstance(kind, Maybe) else kind for kind in (key, kept))
    ones, others = items_in(key), items_in(kept)
    if ones and others:  # all items of a container have one kind
        most = max(len(ones), len(others))
        ones, others = (each * most if len(each) == 1 else each for each in (ones, others))
        return all(map(has_floats_alike, ones, others))
    return (key in (FLOAT, NUMBER)) == (kept in (FLOAT, NUMBER))


def items_in(kind: Any) -> tuple[Any, ...]:
    """The kinds of the items of a tuple, a container or a state."""
    if isinstance(kind, State):
        return items_in(kind.layout)
    if isinstance(kind, Tuple):
        return kind.items
    return (kind.item,) if isinstance(kind, (Container, Row)) else ()
