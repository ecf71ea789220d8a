"""Functions of itertools that combine and cut what they loop over."""

from __future__ import annotations

import collections
import itertools
import operator
from dataclasses import replace
from typing import Any

from zermelo.native.compiler.faults import ENDLESS, ROUNDS
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import Source, source_of


class Combining(Part):
    """Functions of itertools."""

    def call_bin(self, args: Any, kwargs: Any, node: Any) -> Value:
        if is_known(args[0]):
            return self.computed(bin, python_value(args[0]))
        return static(Binary(self.as_int(args[0])))

    def counting(self, owner: Any, args: list[Value], node: Any) -> Value:
        """A defaultdict or Counter: a dict that has a value for each key."""
        factory = owner if owner is collections.Counter else args[0].kind.value if args else None
        if factory is not None and not isinstance(factory, (type, Source)):
            raise Unsupported(
                "a defaultdict whose values are made by this: write a function or class"
            )
        made: Value = self.new_container("dict", self.cell((self.sub_path(node), "dict")), 0)
        box = Value(replace(made.kind, factory=factory), made.code)
        if owner is collections.Counter and args:
            self.method(box, "update", args, {}, node)
        elif len(args) > 1:
            raise Unsupported("a defaultdict with items: add them one by one")
        return box

    def call_product(self, args: Any, kwargs: Any, node: Any) -> Value:
        args = list(args)
        if "repeat" in kwargs:
            if not kwargs["repeat"].kind.is_known:
                raise Unsupported("product whose repeat is not known")
            args *= kwargs["repeat"].kind.low
        if all(map(is_known, args)):
            return lift(tuple(itertools.product(*map(python_value, args))))
        boxes = [self.indexable(value) for value in args]

        def write(body: Any) -> None:
            def level(done: list[Value]) -> None:
                if len(done) == len(boxes):
                    body(tuple_of(done))
                    return
                box = boxes[len(done)]
                self.each_index(self.length_of(box), lambda i: level([*done, self.indexed(box, i)]))

            level([])

        return static(Iteration(write))

    def call_combinations(self, args: Any, kwargs: Any, node: Any) -> Value:
        if all(map(is_known, args)):
            return lift(tuple(itertools.combinations(*map(python_value, args))))
        box, count = self.as_container(args[0]), self.as_int(args[1])
        if not count.kind.is_known:
            return self.call_source(source_of(library.combinations), [box, count], {}, node)

        def write(body: Any) -> None:
            def level(done: list[Value]) -> None:
                if len(done) == count.kind.low:
                    body(tuple_of([self.indexed(box, index) for index in done]))
                    return
                first = self.arithmetic("+", done[-1], known_int(1)) if done else known_int(0)
                self.iterate_range(
                    range_of(first, self.length(box), known_int(1)), lambda i: level([*done, i])
                )

            level([])

        return static(Iteration(write))

    def call_permutations(self, args: Any, kwargs: Any, node: Any) -> Value:
        if all(map(is_known, args)):
            return lift(tuple(itertools.permutations(*map(python_value, args))))
        box = self.as_container(args[0])
        count = self.as_int(args[1]) if len(args) > 1 else self.length(box)
        return self.call_source(source_of(library.permutations), [box, count], {}, node)

    def call_chain(self, args: Any, kwargs: Any, node: Any) -> Value:
        def write(body: Any, free: bool) -> None:
            for number, value in enumerate(args):
                outer, self.unrolled = self.unrolled, (*self.unrolled, "chain", number)
                self.iterate(value, body, free)
                self.unrolled = outer

        return static(Iteration(write, passes_order=True))

    def call_repeat(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) < 2:
            return self.endless(lambda number: args[0])
        count = range_of(known_int(0), self.as_int(args[1]), known_int(1))
        return static(Iteration(lambda body: self.iterate_range(count, lambda _: body(args[0]))))

    def call_starmap(self, args: Any, kwargs: Any, node: Any) -> Value:
        is_pure = self.is_pure_function(args[0])
        return self.mapped(
            args[1],
            lambda item: self.call(args[0], list(self.as_items(item).code), {}, node),
            is_pure,
        )

    def call_accumulate(self, args: Any, kwargs: Any, node: Any) -> Value:
        function = args[1] if len(args) > 1 else kwargs.get("func", static(operator.add))
        items, initial = args[0], kwargs.get("initial", static(None))
        if initial.kind != NONE:
            items = self.call_chain([tuple_of([initial]), items], {}, node)
        return self.call_source(source_of(library.accumulate), [items, function], {}, node)

    def call_reduce(self, args: Any, kwargs: Any, node: Any) -> Value:
        function = library.reduce_from if len(args) > 2 else library.reduce
        return self.call_source(source_of(function), args, {}, node)

    def call_count(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`itertools.count(…)`, which a break has to end."""
        first = self.as_int(args[0]) if args else known_int(0)
        step = self.as_int(args[1]) if len(args) > 1 else known_int(1)
        if not step.kind.is_known or step.kind.low == 0:
            raise Unsupported("count whose step is not known")
        return self.endless(lambda n: self.arithmetic("+", first, self.arithmetic("*", n, step)))

    def call_cycle(self, args: Any, kwargs: Any, node: Any) -> Value:
        box = self.as_container(args[0])
        return self.endless(
            lambda n: self.item_at(box, self.index_word(self.arithmetic("%", n, self.length(box))))
        )

    def endless(self, at: Any) -> Value:
        """An iterator that a break has to end."""
        every = range_of(known_int(0), known_int(ROUNDS), known_int(1))

        def write(body: Any) -> None:
            self.iterate_range(every, lambda number: body(at(number)))
            self.code.fail(ENDLESS)

        return static(Iteration(write, at=at))
