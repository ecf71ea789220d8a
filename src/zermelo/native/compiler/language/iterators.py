"""Builtins and itertools that loop: zip, map, any, sum, min, sorted, product and others."""

from __future__ import annotations

import ast
import collections
import functools
import operator
from dataclasses import replace
from typing import Any

from zermelo.native.compiler.faults import ENDLESS, ROUNDS, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library, mathematics
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import Source

NO, ZERO, ONE, NOTHING = known_bool(False), known_int(0), known_int(1), static(None)
LONGEST = known_int(1 << 62)


class Iterators(Part):
    """Builtins that loop over values, and yield new values or return one result."""

    def call_enumerate(self, values: Value, start: Value = ZERO) -> Value:
        first, most = self.as_int(start), self.most_items(values)
        kind = Int(first.kind.low, max(first.kind.high + most - 1, first.kind.low + 1))

        def write(body: Any) -> None:
            step = self.counter(first)
            self.iterate(values, lambda x: body(tuple_of([Value(kind, step().code), x])))

        return iteration(write, most)

    def most_items(self, value: Value) -> int:
        """The greatest number of items that a value may have."""
        kind = value.kind
        if isinstance(kind, Static):
            if isinstance(kind.value, Iteration):
                return kind.value.most
            return len(kind.value) if hasattr(kind.value, "__len__") else LENGTH.high
        if is_range(value):
            return int(self.length_of_range(value).kind.high)
        if isinstance(kind, Tuple):
            return len(value.code)
        if isinstance(kind, Container) and kind.length is not None:
            return kind.length
        return LENGTH.high

    def call_zip(self, *args: Value, node: Any, strict: Value = NO) -> Value:
        if not is_known(strict):
            raise Unsupported("zip whose strict is not constant")
        is_strict = python_value(strict)
        if any(isinstance(value.known, Spread) for value in args):  # zip(*rows)
            rows = self.as_container(args[0].kind.value.value)
            return self.call_library(library.transpose_rows, rows, node=node)
        on_demand = (isinstance(x.known, Iteration) and not is_endless(x) for x in args)
        lazy = next((i for i, is_lazy in enumerate(on_demand) if is_lazy), None)
        if lazy is not None and not is_strict:
            return self.zip_lazily([*args], lazy, node)
        boxes = [self.indexable(value) for value in args]
        lengths = [self.length(box) for box in boxes]
        if is_strict:
            for length in lengths[1:]:
                self.code.fail_if(self.order("ne", lengths[0], length), VALUE)
        least = functools.reduce(lambda a, b: self.lesser(a, b, "lt"), lengths)

        def write(body: Any) -> None:
            self.each_index(least, lambda i: body(tuple_of([self.loop_item(x, i) for x in boxes])))

        return iteration(write, least.kind.high)

    def zip_lazily(self, args: list[Value], lazy: int, node: Any) -> Value:
        """`zip` where one of the values is an iterator that makes its items on demand."""
        boxes: list[Any] = [x if i == lazy else self.indexable(x) for i, x in enumerate(args)]
        before, after = (
            functools.reduce(lambda a, b: self.lesser(a, self.length(b), "lt"), part, LONGEST)
            for part in (boxes[:lazy], boxes[lazy + 1 :])
        )
        indexed = [*enumerate(boxes)]
        numbered = self.call_library(library.number_items, args[lazy], before, after, node=node)

        def tuple_for(pair: Value) -> Value:
            place, item = pair.code
            at = self.narrow(place, 0, LENGTH.high)
            return tuple_of([item if i == lazy else self.loop_item(x, at) for i, x in indexed])

        return self.map_over(numbered, tuple_for)

    def indexable(self, value: Value) -> Value:
        """Convert a value to a range, container or endless iterator, whose items have indices."""
        value = self.letters(self.present(value))
        return value if is_range(value) or is_endless(value) else self.as_container(value)

    def loop_item(self, box: Value, index: Value) -> Value:
        """The item of a value that `indexable` returned, at an index in range."""
        if is_endless(box):
            return box.kind.value.at(index)
        if is_range(box):
            first, _, step = box.code
            return self.arithmetic("+", first, self.arithmetic("*", index, step))
        item: Value = self.item_at(box, self.index_word(index))
        return item.code[0] if box.kind.form == "dict" else item

    def call_map(self, function: Value, *boxes: Value, node: Any) -> Value:
        if len(boxes) > 1:
            rows = self.call_zip(*boxes, node=node)
            return self.map_over(rows, lambda row: self.call(function, list(row.code), {}, node))
        is_pure = self.is_pure_function(function)
        return self.map_over(boxes[0], lambda item: self.call(function, [item], {}, node), is_pure)

    def map_over(self, box: Value, change: Any, is_pure: bool = True) -> Value:
        return iteration(
            lambda body, free: self.iterate(box, lambda item: body(change(item)), free and is_pure),
            self.most_items(box),
            passes_order=True,
        )

    def call_reversed(self, value: Value, *, node: Any) -> Value:
        value = self.opened_if_state(self.present(value))
        if is_range(value):
            return self.call_library(mathematics.reversed_range, *value.code, node=node)
        value = self.letters(value)
        if is_known(value) and isinstance(value.known, (tuple, list)):
            return lift(tuple(reversed(value.kind.value)))
        if isinstance(value.kind, Tuple):
            return tuple_of(list(reversed(value.code)))
        box = self.as_container(value)

        def write(body: Any) -> None:
            last = self.arithmetic("-", self.length(box), known_int(1))
            down = range_of(last, known_int(-1), known_int(-1))
            self.iterate_range(down, lambda i: body(self.loop_item(box, self.narrow(i, 0, None))))

        return iteration(write, self.most_items(box))

    def call_iter(self, values: Value, sentinel: Value | None = None) -> Value:
        if sentinel is not None:
            raise Unsupported("iter with a sentinel")
        is_static = isinstance(values.kind, Static)
        return values if is_static else self.map_over(values, lambda item: item)

    def call_next(self, values: Value, default: Value | None = None, *, node: Any) -> Value:
        if not isinstance(values.known, Iteration):
            raise Unsupported("next of a value that is not an iterator")
        if isinstance(node.args[0], ast.Name):
            raise Unsupported("next of an iterator in a variable: loop over it")
        given = values, known_bool(default is not None), default or NOTHING
        return self.call_library(library.next_item, *given, node=node)

    def call_sum(self, items: Value, start: Value = ZERO, *, node: Any) -> Value:
        if isinstance(items.kind, Tuple) and not is_range(items):
            return functools.reduce(lambda a, b: self.binary("+", a, b, node), items.code, start)
        return self.call_library(library.total, items, start, node=node)

    def call_min(self, *args: Value, node: Any, key: Value = NOTHING, default: Any = None) -> Value:
        return self.extreme(args, node, "lt", key, default)

    def call_max(self, *args: Value, node: Any, key: Value = NOTHING, default: Any = None) -> Value:
        return self.extreme(args, node, "gt", key, default)

    def extreme(self, args: Any, node: Any, name: str, key: Value, default: Value | None) -> Value:
        """The least (lt) or greatest (gt) item; among equal items, the first."""
        if len(args) > 1:
            present = [self.present(value) for value in args]
            if key.kind == NONE and all(isinstance(value.kind, Int) for value in present):
                return functools.reduce(lambda a, b: self.lesser(a, b, name), present)
            args = [tuple_of([self.storable(value) for value in args])]
        items = args[0]
        if key.kind != NONE:  # with a key, the order of equal items matters
            items = iteration(lambda body: self.iterate(args[0], body))
        is_before, has_default = static(getattr(operator, name)), known_bool(default is not None)
        given = items, is_before, key, has_default, default or NOTHING
        return self.call_library(library.extreme, *given, node=node)

    def call_sorted(
        self, items: Value, *, key: Value = NOTHING, reverse: Value = NO, node: Any
    ) -> Value:
        made = self.container_from("list", [items], node, key is NOTHING)
        return self.call_library(library.sorted_list, made, key, reverse, node=node)

    # Combinations ---------------------------------------------------------------------------------

    def counting_dict(self, owner: Any, args: list[Value], node: Any) -> Value:
        """A defaultdict or Counter: a dict that has a value for missing keys."""
        factory = owner if owner is collections.Counter else args[0].kind.value if args else None
        if factory is not None and not isinstance(factory, (type, Source)):
            raise Unsupported("a defaultdict whose factory is not a function or class: pass one")
        made: Value = self.empty_box("dict", node)
        box = Value(replace(made.kind, factory=factory), made.code)
        if owner is collections.Counter and args:
            self.method(box, "update", args, {}, node)
        elif len(args) > 1:
            raise Unsupported("a defaultdict with items: add them one by one")
        return box

    def call_product(self, *args: Value, repeat: Value = ONE) -> Value:
        if not repeat.kind.is_known:
            raise Unsupported("product whose repeat is not constant")
        boxes = [self.indexable(value) for value in args * repeat.kind.low]

        def each(done: list[Value], go_on: Any) -> None:
            box = boxes[len(done)]
            self.each_index(self.length(box), lambda i: go_on(self.loop_item(box, i)))

        return self.nest_loops(len(boxes), each, tuple_of)

    def nest_loops(self, depth: int, each: Any, made: Any) -> Value:
        """Nest loops: `each(outer items, body)` writes each loop; `made(items)` makes an item."""

        def level(done: list[Value], body: Any) -> None:
            if len(done) == depth:
                return body(made(done))
            return each(done, lambda value: level([*done, value], body))

        return iteration(lambda body: level([], body))

    def call_combinations(self, items: Value, r: Value, *, node: Any) -> Value:
        box, count = self.as_container(items), self.as_int(r)
        if not count.kind.is_known:
            return self.call_library(library.combinations, box, count, node=node)

        def each(done: list[Value], go_on: Any) -> None:
            first = self.arithmetic("+", done[-1], ONE) if done else ZERO
            self.iterate_range(range_of(first, self.length(box), ONE), go_on)

        def made(done: list[Value]) -> Value:
            return tuple_of([self.loop_item(box, index) for index in done])

        return self.nest_loops(count.kind.low, each, made)

    def call_chain(self, *args: Value) -> Value:
        def write(body: Any, free: bool) -> None:
            for number, value in enumerate(args):
                with self.keep_apart("chain", number):
                    self.iterate(value, body, free)

        return iteration(write, passes_order=True)

    def call_repeat(self, item: Value, times: Value | None = None) -> Value:
        if times is None:
            return self.endless(lambda number: item)
        return iteration(lambda body: self.each_index(times, lambda _: body(item)))

    def call_reduce(self, *args: Value, node: Any) -> Value:
        function = library.reduce_from if len(args) > 2 else library.reduce
        return self.call_library(function, *args, node=node)

    def call_count(self, start: Value = ZERO, step: Value = ONE) -> Value:
        """`itertools.count(…)`, an endless iterator: a loop over it needs a break."""
        first, step = self.as_int(start), self.as_int(step)
        if not step.kind.is_known or step.kind.low == 0:
            raise Unsupported("count whose step is not constant")
        return self.endless(lambda n: self.arithmetic("+", first, self.arithmetic("*", n, step)))

    def call_cycle(self, items: Value) -> Value:
        box = self.as_container(items)
        return self.endless(
            lambda n: self.item_at(box, self.index_word(self.arithmetic("%", n, self.length(box))))
        )

    def endless(self, at: Any) -> Value:
        """An iterator without an end: a loop over it needs a break."""

        def write(body: Any) -> None:
            self.each_index(known_int(ROUNDS), lambda number: body(at(number)))
            self.code.fail(ENDLESS)

        return iteration(write, at=at)


def is_endless(value: Value) -> bool:
    """Whether a value is an endless iterator."""
    known = value.known
    return isinstance(known, Iteration) and known.at is not None
