"""Displays and comprehensions: values that make containers."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.native.compiler.comparing import SETS
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library
from zermelo.native.compiler.language.expressions import is_passing
from zermelo.native.compiler.language.functions import Frame
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import target_names


class Comprehensions(Part):
    """Displays and comprehensions."""

    def value_Tuple(self, node: Any) -> Value:
        parts = self.starred_parts(node.elts)
        if all(isinstance(part, Value) for part in parts):
            return tuple_of(parts)
        return self.gather(parts, "tuple", node)

    def starred_parts(self, nodes: list[Any]) -> list[Any]:
        """The values of items; a starred item of unknown length becomes a `Spread`."""
        parts: list[Any] = []
        for item in nodes:
            is_one = not isinstance(item, ast.Starred)
            parts += [self.storable(self.evaluate(item))] if is_one else self.spread(item)
        return parts

    def spread(self, node: Any) -> list[Any]:
        """The items of `*value`; a `Spread` if their number is not known."""
        value = self.opened_if_state(self.present(self.evaluate(node.value)))
        if type(value.known) in (list, tuple):
            value = tuple_of([*map(lift, value.kind.value)])
        is_known = isinstance(value.kind, Tuple) and not is_range(value)
        return list(value.code) if is_known else [Spread(value)]

    def value_List(self, node: Any) -> Value:
        return self.gather(self.starred_parts(node.elts), "list", node)

    def value_Set(self, node: Any) -> Value:
        return self.gather(self.starred_parts(node.elts), "set", node)

    def gather(self, parts: list[Any], form: str, node: Any) -> Value:
        """A new container with these items, some of them starred."""
        made: Value = self.new_container(form, self.cell((self.sub_path(node), form)), len(parts))
        if form != "set" and not any(isinstance(item, Spread) for item in parts):
            self.put_all(made, [self.storable(item) for item in parts])
            return made
        for number, item in enumerate(parts):
            with self.keep_apart("star", number):
                if isinstance(item, Spread):
                    self.iterate(item.value, lambda value: self.add(made, value), form == "set")
                else:
                    self.add(made, item)
        return made

    def value_Dict(self, node: Any) -> Value:
        cell = self.cell((self.sub_path(node), "dict"))
        made: Value = self.new_container("dict", cell, len(node.keys))
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.method(made, "update", [self.evaluate(value)], {}, node)
            else:
                self.set_subscript(made, self.evaluate(key), self.evaluate(value))
        return made

    def value_ListComp(self, node: Any, free: bool = False) -> Value:
        made: Value = self.empty_box("list", node)
        self.comprehend(node, lambda item: self.append(made, self.storable(item)), free=free)
        return made

    def value_SetComp(self, node: Any) -> Value:
        made: Value = self.empty_box("set", node)
        self.comprehend(node, lambda item: self.add(made, item), free=True)
        return made

    def value_DictComp(self, node: Any) -> Value:
        made: Value = self.empty_box("dict", node)
        self.comprehend(node, lambda pair: self.set_subscript(made, *pair.code))
        return made

    def value_GeneratorExp(self, node: Any) -> Value:
        frame = self.frame
        first = self.evaluate(node.generators[0].iter)  # Python evaluates this at once

        def write(body: Any, free: bool) -> None:
            outer, self.frame = self.frame, frame

            def each(item: Value) -> None:
                inner, self.frame = self.frame, outer
                body(item)
                self.frame = inner

            self.comprehend(node, each, first, free=free)
            self.frame = outer

        return iteration(write, passes_order=True)

    def comprehend(
        self, node: Any, body: Any, first: Value | None = None, *, free: bool = False
    ) -> None:
        """Write the loops of a comprehension around the code for each item."""
        code, outer = self.code, self.frame
        free = free and self.is_pure(node)
        frame = Frame(self.sub_path(node, "comprehension"), outer.source, outer, outer.chain)
        frame.names = {name for part in node.generators for name in target_names(part.target)}
        frame.is_exact, frame.result, frame.loop = outer.is_exact, outer.result, node

        def level(index: int) -> None:
            if index == len(node.generators):
                pair = (node.key, node.value) if isinstance(node, ast.DictComp) else ()
                items = [self.storable(self.evaluate(part)) for part in pair]
                item = tuple_of(items) if items else self.evaluate(node.elt)
                self.frame = outer
                body(item)
                self.frame = frame
                return
            part = node.generators[index]
            source = first
            if index or source is None:
                self.frame = frame if index else outer
                source = self.evaluate_passing(part.iter)
            self.frame = frame

            def each(item: Value) -> None:
                self.frame = frame
                again, before = code.label("next"), dict(self.refined)
                self.bind_comprehended(part.target, item)
                for test in part.ifs:
                    go = code.label("if")
                    self.branch(test, go, again)
                    code.begin_only(go)
                    self.refine(test, True)
                if not code.dead:
                    level(index + 1)
                self.refined = before
                code.begin(again)

            self.iterate(source, each, free)

        level(0)
        self.frame = outer

    def bind_comprehended(self, target: Any, item: Value) -> None:
        """Bind the variables of a comprehension, which keep their values until its next item."""
        if isinstance(target, ast.Name):
            self.refined.pop((self.frame.path, target.id), None)
            if is_passing(item):
                self.refuse_twice(target.id, item, self.frame)
                self.frame.statics[target.id] = item
            else:
                self.frame.statics[target.id] = self.storable(item)
        else:
            self.bind(target, item)

    def combined_sets(
        self, sign: str, a: Value, b: Value, forms: tuple[str, str], node: Any
    ) -> Value:
        """Set operations, and the union of dicts."""
        if "dict" in forms:
            if sign != "|" or forms != ("dict", "dict"):
                raise Unsupported(f"{sign} of a dict")
            made = self.empty_box("dict", node)
            for box in (a, b):
                self.method(made, "update", [box], {}, node)
            return made
        if not (forms[0] in SETS and forms[1] in SETS) or sign not in "|&-^":
            raise Unsupported(f"{self.describe(a.kind)} {sign} {self.describe(b.kind)}")
        return self.set_operation(sign, a, b, forms[0], node)

    def set_operation(self, sign: str, a: Value, b: Value, form: str, node: Any) -> Value:
        a, b = self.data(a), self.data(b)
        made: Value = self.empty_box(form, node)
        if sign == "|":
            for box in (a, b):
                self.each_item(box, lambda item: self.add(made, item))
            return made
        shared = known_bool(sign == "&")
        self.call_library(library.add_items, made, a, b, shared, node=node)
        if sign == "^":
            self.call_library(library.add_items, made, b, a, shared, node=self.here)
        return made
