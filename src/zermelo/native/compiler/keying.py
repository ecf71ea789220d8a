"""States for solvers: their ints as a row of words, and keys of one word or two.

The plain Python of `native.items` and `native.arrays` handles states of any shape; here the same
functions are written for the shape in the contract. A key of two words is an int of 128
bits at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.native import arrays
from zermelo.native.compiler.faults import CONTRACT
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language.mathematics import joined_words, split_int
from zermelo.native.compiler.part import Part

ZERO: Final = known_int(0)
KEY: Final = Int(-(1 << 126), (1 << 126) - 1)
SHARED: Final = '@"table.'  # prefix of the names of tables that stay in the game's memory
LOW: Final = Int(0, arrays.LOW)


class Keying(Part):
    """Rows and keys of states."""

    # Rows ----------------------------------------------------------------------------------------

    def call_write_items(self, state: Value, row: Value, first: Value = ZERO) -> Value:
        def put(item: Value, place: Value) -> None:
            self.set_array_item(row, [place], self.one_word(item))

        return self.each_leaf(state, first, put)

    def call_write_words(self, state: Value, least: Value, row: Value, *, node: Any) -> Value:
        count = self.words_each(least, row)

        def put(item: Value, index: Value) -> None:
            given = item, self.array_item(least, [index]), row, index, count
            self.call_library(split_int, *given, node=node)

        return self.each_leaf(state, known_int(0), put)

    def words_each(self, least: Value, row: Value) -> Value:
        """The number of words that each int of a row takes."""
        word = self.emit(f"udiv i64 {row.code[1][0]}, {least.code[1][0]}")
        return Value(Int(0, 1 << 16), word)

    def one_word(self, item: Value) -> Value:
        """An int as one word, clamped if it does not fit."""
        item = self.as_int(item)
        if item.kind.high > WORD.high:
            item = self.lesser(item, known_int(WORD.high), "lt")
        return self.lesser(item, known_int(WORD.low), "gt") if item.kind.low < WORD.low else item

    def each_leaf(self, state: Value, first: Value, put: Callable[[Value, Value], None]) -> Value:
        """Call `put(int, index)` for each int of a state, in order; return the last index + 1."""
        step = self.counter(first)

        def look(value: Value) -> None:
            value = self.data(self.present(self.opened_if_state(value)))
            if isinstance(value.kind, Tuple):
                for item in value.code:
                    look(item)
            elif isinstance(value.kind, Container):
                self.each_item(value, look)
            else:
                put(value, step())

        look(state)
        return step()

    def counter(self, first: Value) -> Callable[[], Value]:
        """A function that counts up from `first`."""
        code, place = self.code, self.code.alloca("i64")
        code.write(f"store i64 {self.index_word(first)}, ptr {place}")

        def step() -> Value:
            index = code.emit(f"load i64, ptr {place}")
            code.write(f"store i64 {code.emit(f'add nsw i64 {index}, 1')}, ptr {place}")
            return Value(WORD, index)

        return step

    def call_read_items(self, example: Value, row: Value, first: Value = ZERO) -> Value:
        return self.made_state(example, first, lambda place: self.array_item(row, [place]))

    def call_read_words(self, example: Value, least: Value, row: Value, *, node: Any) -> Value:
        count = self.words_each(least, row)

        def get(index: Value) -> Value:
            given = self.array_item(least, [index]), row, index, count
            return self.call_library(joined_words, *given, node=node)

        return self.made_state(example, known_int(0), get)

    def made_state(self, example: Value, first: Value, get: Callable[[Value], Value]) -> Value:
        """Build a state shaped like an example from the ints that `get(index)` returns."""
        if not isinstance(example.kind, State):
            raise Unsupported("a state made from an example that is not a state")
        code, layout = self.code, example.kind.layout
        place, step = code.alloca(self.memory(layout, True)), self.counter(first)

        def fill(goal: str, source: str, layout: Any) -> None:
            memory = self.memory(layout, True)
            if isinstance(layout, Tuple):
                for i, item in enumerate(layout.items):
                    fill(self.part_at(goal, memory, i), self.part_at(source, memory, i), item)
            elif isinstance(layout, Row):
                fill_row(goal, source, layout)
            else:
                self.store(goal, self.coerce(get(step()), layout, CONTRACT), layout, True)

        def fill_row(goal: str, source: str, layout: Row) -> None:
            memory, (count, begin) = self.memory(layout.item, True), self.row_at(source, layout)
            if layout.length is None:
                code.write(f"store i64 {self.word(count)}, ptr {goal}")
                goal = self.part_at(goal, self.memory(layout, True), 1)

            def each(index: Value) -> None:
                ends = [self.item_place(x, memory, self.word(index)) for x in (goal, begin)]
                fill(ends[0], ends[1], layout.item)

            self.each_index(count, each)

        fill(place, example.code, layout)
        return Value(example.kind, place)

    # Keys ----------------------------------------------------------------------------------------

    def is_wide(self, key: Value) -> bool:
        """Whether a key has two words."""
        return bool(word_of(self.as_int(key).kind)[0] > 64)

    def call_key_at(self, array: Value, index: Value) -> Value:
        if array.kind.dimensions == 1:
            return self.array_item(array, [index])
        words = [self.array_item(array, [index, known_int(i)]) for i in range(2)]
        high, low = (self.emit(f"sext i64 {self.word(word)} to i128") for word in words)
        moved = self.emit(f"shl i128 {high}, {arrays.WORD_BITS}")
        return Value(KEY, self.emit(f"or i128 {moved}, {low}"))

    def call_as_key(self, array: Value, number: Value) -> Value:
        if array.kind.dimensions == 1:
            return self.as_int(number)
        return Value(KEY, self.emit(f"sext i64 {self.word(self.as_int(number))} to i128"))

    def call_with_bits(self, *given: Value) -> Value:
        key, bits, shift = map(self.as_int, given)
        width, kind = (128, KEY) if self.is_wide(key) else (64, WORD)
        words = [self.word(value) for value in (bits, shift)]
        if width > 64:
            words = [self.emit(f"zext i64 {word} to i128") for word in words]
        moved = self.emit(f"shl i{width} {words[0]}, {words[1]}")
        return Value(kind, self.emit(f"or i{width} {self.word(key, width)}, {moved}"))

    def call_bits_at(self, *given: Value) -> Value:
        key, shift = map(self.as_int, given)
        code, width = self.code, 128 if self.is_wide(key) else 64
        by = self.word(shift)
        if width > 64:
            by = code.emit(f"zext i64 {by} to i128")
        name = "lshr" if width > 64 else "ashr"
        moved = code.emit(f"{name} i{width} {self.word(key, width)}, {by}")
        if width > 64:
            moved = code.emit(f"trunc i128 {moved} to i64")
        else:  # a shift by a word's width or more leaves nothing
            far = code.emit(f"icmp ugt i64 {by}, 63")
            moved = code.emit(f"select i1 {far}, i64 0, i64 {moved}")
        return Value(LOW, code.emit(f"and i64 {moved}, {arrays.LOW}"))

    # Arrays --------------------------------------------------------------------------------------

    def new_array(self, shape: Value, item: Any = WORD, *, zero: bool = True) -> Value:
        """A new array of numbers in the arena."""
        code = self.code
        self.keep_memory()
        sides = shape.code if isinstance(shape.kind, Tuple) else [shape]
        lengths, size = [self.word(self.as_int(x)) for x in sides], str(self.bytes_of(item))
        for length in lengths:
            size = code.emit(f"mul i64 {size}, {length}")
        place = self.allocate(size)
        if zero:
            code.write(f"call void @llvm.memset.p0.i64(ptr {place}, i8 0, i64 {size}, i1 false)")
        return Value(Array(item, len(lengths)), (place, lengths))

    def call_new_words(self, size: Value) -> Value:
        return self.new_array(size)

    def known_array(self, value: Any) -> Value:
        """A game's array or memoryview, copied into the module's constant memory."""
        if id(value) not in self.arrays:
            view = memoryview(value)
            if not view.c_contiguous:
                raise Unsupported("a memoryview with gaps: copy it")
            self.arrays[id(value)] = view, f"@array{len(self.arrays)}"
        view, name = self.arrays[id(value)]
        return Value(array_kind(view), (name, [*map(str, view.shape)]))

    def shared_table(self, name: str, value: memoryview) -> Value:
        """A game's table that stays in place; the loader fills in its address."""
        if self.asks_host:  # a module with a host has its own memory
            return self.known_array(value)
        self.shared[name] = value
        return Value(array_kind(value), (f'{SHARED}{name}"', [str(len(value))]))

    def array_texts(self) -> list[str]:
        """The constant memory for arrays."""
        written = [f'{SHARED}{name}" = external global i8' for name in self.shared]
        for view, name in self.arrays.values():
            text = "".join(f"\\{byte:02x}" for byte in view.tobytes())
            written.append(f'{name} = internal constant [{view.nbytes} x i8] c"{text}", align 16')
        return written
