"""Loops over ranges, containers and generators; a generator's code encloses the loop's body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.native.compiler.faults import UNEQUAL, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import mathematics
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.states import is_row

Body = Callable[[Value], Any]
COPIED: Final = 200  # the most lines for copies of a loop's body at the yields of a generator


class Loops(Part):
    """The loops of `for` statements."""

    def iterate(self, value: Value, body: Body, free: bool = False) -> None:
        """Write a loop: `body(item)` writes each item's code. `free` allows any order of a set."""
        value = self.letters(self.present(value))
        if isinstance(value.known, Iteration):
            self.loop_depth += 1
            write = value.kind.value.write
            write(body, free) if value.kind.value.passes_order else write(body)
            self.loop_depth -= 1
            return
        if isinstance(value.known, type):  # an Enum
            value = static(tuple(value.kind.value))
        if is_row(value):
            count = self.length(value)
            return self.each_index(count, lambda at: body(self.row_item(value, self.word(at))))
        value = self.opened_if_state(value)
        if is_range(value):
            return self.iterate_range(value, body)
        if is_known(value) and isinstance(value.kind, Tuple):
            value = static(python_value(value))
        if isinstance(value.kind, Static) and value.kind.value in ((), [], {}):
            return
        free = free or has_fixed_order(value)
        value = self.data(value)
        if isinstance(value.kind, Tuple):
            if not value.code:
                return
            try:
                value = self.passing_container(value)
            except Unsupported:  # items of several kinds: one copy of the body for each item
                self.loop_depth += 1
                for number, item in enumerate(value.code):
                    with self.keep_apart(number):
                        body(item)
                self.loop_depth -= 1
                return
        if isinstance(value.kind, Array):
            count = self.length(value)
            return self.each_index(count, lambda at: body(self.array_item(value, [at])))
        if not isinstance(value.kind, Container):
            raise Unsupported(f"a loop over {self.describe(value.kind)}")
        self.refuse_order_of(value, free)
        is_dict = value.kind.form == "dict"
        self.each_item(value, (lambda pair: body(pair.code[0])) if is_dict else body)

    def refuse_order_of(self, box: Value, free: bool = False) -> None:
        """Refuse a loop over a set unless the order is `free`: only Python knows the order."""
        if box.kind.form in ("set", "frozenset") and not free:
            raise Unsupported("a loop over a set, whose order is arbitrary: write sorted(…)")

    def each_item(self, box: Value, body: Body) -> None:
        """Loop over the items of a container, or the pairs of a dict, in their order in memory."""
        if box.kind.item is None:
            return
        watched = box.kind.form in ("set", "dict") and self.frame.is_exact
        before = self.word(self.length(box)) if watched else ""

        def goes_on(index: str) -> str:
            length = self.word(self.length(box))
            if before:  # Python raises an error if a set or dict changes in size in the loop
                self.code.fail_if(self.emit(f"icmp ne i64 {length}, {before}"), UNEQUAL)
            return self.emit(f"icmp slt i64 {index}, {length}")

        def after(index: str) -> str:
            return self.emit(f"add nuw nsw i64 {index}, 1")

        rounds = box.kind.length or 0
        self.write_loop("0", goes_on, after, lambda index: body(self.item_at(box, index)), rounds)

    def write_guarded(self, write: Callable[[], Any]) -> None:
        """Write code, up to a place that control cannot reach."""
        try:
            write()
        except Unreached:
            self.code.fail(UNEQUAL)

    def each_index(self, count: Value, body: Body) -> None:
        """Loop over the indices below a count."""
        self.iterate_range(range_of(known_int(0), count, known_int(1)), body)

    def iterate_range(self, value: Value, body: Body) -> None:
        code = self.code
        first, last, step = (self.as_int(item) for item in value.code)
        either = step.kind.low < 0 < step.kind.high
        if step.kind.low <= 0 <= step.kind.high:
            code.fail_if(self.order("eq", step, known_int(0)), VALUE)
            step = step if step.kind.low < 0 else self.narrow(step, 1, None)
        words = [self.index_word(item) for item in (first, last, step)]
        up = step.kind.low >= 0
        ends = (first.kind.low, last.kind.high - 1) if up else (last.kind.low + 1, first.kind.high)
        if either:
            ends = min(first.kind.low, last.kind.low), max(first.kind.high, last.kind.high)
        low, high = max(ends[0], WORD.low), min(ends[1], WORD.high)
        if low > high:
            return

        def goes_on(index: str) -> str:
            flag = code.emit(f"icmp {'slt' if up else 'sgt'} i64 {index}, {words[1]}")
            if not either:
                return flag
            is_up = code.emit(f"icmp sgt i64 {words[2]}, 0")
            below = code.emit(f"icmp slt i64 {index}, {words[1]}")
            return code.emit(f"select i1 {is_up}, i1 {below}, i1 {flag}")

        is_short = step.kind.is_known and abs(step.kind.low) < 1 << 32 and abs(high) < 1 << 62
        sure = "nsw " if is_short else ""
        self.write_loop(
            words[0],
            goes_on,
            lambda index: code.emit(f"add {sure}i64 {index}, {words[2]}"),
            lambda index: body(self.int_of(index, 64, low, high)),
        )

    def length_of_range(self, value: Value) -> Value:
        return self.call_library(mathematics.range_length, *map(self.as_int, value.code))

    # Generators ----------------------------------------------------------------------------------

    def run_generator(
        self, frame: Any, kept: dict[str, Callable[[], Value]], body: Body, free: bool = False
    ) -> None:
        """Write a generator's code, with the loop's body at each yield, or once if it is long."""
        code, outer = self.code, self.frame
        frame.gives_freely = free
        frame.result, frame.statics = (None, code.label("ended")), {}
        self.bind_helpers(frame)
        self.frame = frame
        self.forget_values(frame)
        for name, get in kept.items():
            self.bind_name(name, get(), frame)
        if frame.source.yields == 1 or frame.path in self.function.copying:
            unrolled, count = self.unrolled, 0

            def once(item: Value) -> None:
                nonlocal count
                self.frame, handlers = outer, code.handlers
                code.handlers = frame.handlers_outside
                if frame.source.yields > 1:
                    self.unrolled, count = (*unrolled, "yield", count), count + 1
                body(item)
                self.frame, code.handlers, self.unrolled = frame, handlers, unrolled

            frame.on_yield = once
            self.block(frame.source.node.body)
        else:
            self.run_many_yields(frame, body, outer)
        code.begin(frame.result[1])
        self.frame = outer

    def run_many_yields(self, frame: Any, body: Body, outer: Any) -> None:
        code = self.code
        key, resume, common = (frame.path, "yield"), code.alloca("i64"), code.label("yielded")
        labels: list[str] = []

        def store(item: Value) -> None:
            if code.dead:
                return
            try:
                self.assign(key, item)
            except Unsupported:  # items of several kinds
                self.copy_body(frame)
                code.fail(UNEQUAL)
                return
            code.write(f"store i64 {len(labels)}, ptr {resume}")
            code.jump(common)
            labels.append(code.label("resume"))
            code.targets.add(labels[-1])
            code.begin_only(labels[-1])

        frame.on_yield = store
        self.block(frame.source.node.body)
        if not labels:
            return
        code.jump(frame.result[1])
        code.begin_only(common)
        self.frame, inner_handlers = outer, code.handlers
        code.handlers = frame.handlers_outside
        begun = len(code.lines)
        self.write_guarded(lambda: body(self.read(key)))
        if (len(code.lines) - begun) * len(labels) <= COPIED:
            self.copy_body(frame)
        code.switch(code.emit(f"load i64, ptr {resume}"), labels)
        code.handlers = inner_handlers

    def copy_body(self, frame: Any) -> None:
        """Request that the function is rewritten with this loop's body at each yield."""
        self.function.copying.add(frame.path)
        self.function.is_settled = False


def has_fixed_order(value: Value) -> bool:
    """Whether a set is known and has the same order in every run of Python, as sets of ints do."""
    known = value.known
    return isinstance(known, (set, frozenset)) and all(map(has_fixed_hash, known))


def has_fixed_hash(item: Any) -> bool:
    """Whether an item's hash is the same in every run of Python."""
    if isinstance(item, tuple):
        return all(map(has_fixed_hash, item))
    return isinstance(item, (int, float))
