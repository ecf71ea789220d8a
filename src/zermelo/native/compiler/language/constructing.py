"""Displays, comprehensions, and calls that build records or containers."""

from __future__ import annotations

import ast
import collections
import enum
import functools
import operator
from typing import Any, Final

from zermelo.native.compiler.comparing import SETS, form_of
from zermelo.native.compiler.faults import CONTRACT, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library
from zermelo.native.compiler.language.builtins import Partial
from zermelo.native.compiler.language.functions import Frame
from zermelo.native.compiler.language.loops import has_fixed_order
from zermelo.native.compiler.layouts import FEW
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import target_names

GETTERS: Final = (operator.itemgetter, operator.attrgetter)


class Constructing(Part):
    """Calls of classes, displays and comprehensions."""

    def construct(
        self, owner: Any, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        if is_record(owner):
            return self.record(owner, args, kwargs)
        if owner is functools.partial:
            return static(Partial(args[0], args[1:], kwargs))
        if owner in GETTERS and all(map(is_known, args)):
            return static(owner(*map(python_value, args)))
        if owner in (collections.defaultdict, collections.Counter):
            return self.counting_dict(owner, args, node)
        if issubclass(owner, enum.IntEnum):
            value = self.as_int(args[0])
            members = sorted(int(member) for member in owner)
            if members != list(range(members[0], members[-1] + 1)):
                flags = [self.order("eq", value, known_int(member)) for member in members]
                self.code.fail_if(self.negate(functools.reduce(self.either, flags, "false")), VALUE)
            value = self.within(value, members[0], members[-1], VALUE)
            return Value(Int(value.kind.low, value.kind.high, owner), value.code)
        if issubclass(owner, enum.Enum) and args and is_known(args[0]):
            return lift(owner(python_value(args[0])))
        raise Unsupported(f"a call to the class {owner.__name__}")

    def record(self, owner: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """A new value of a named tuple's class or a frozen dataclass."""
        names = field_names(owner)
        given = dict(zip(names, args, strict=False)) | kwargs
        if len(args) > len(names) or set(given) - set(names):
            raise Unsupported(f"{owner.__name__} has only the fields {', '.join(names)}")
        if hasattr(owner, "_fields"):
            new = owner.__new__ if "__new__" in vars(owner) else None
            if new and not new.__code__.co_filename.startswith("<"):
                raise Unsupported(f"{owner.__name__} has a __new__: make its values in a function")
            defaults = owner._field_defaults
        else:
            if hasattr(owner, "__post_init__") or not owner.__dataclass_params__.frozen:
                cure = "make it frozen, without __post_init__"
                raise Unsupported(f"the dataclass {owner.__name__}: {cure}")
            defaults = {name: vars(owner)[name] for name in names if name in vars(owner)}
        given = {name: lift(value) for name, value in defaults.items()} | given
        if missing := [name for name in names if name not in given]:
            raise Unsupported(f"{owner.__name__} is called without {missing[0]}")
        return tuple_of([self.storable(given[name]) for name in names], owner)

    def call_replace(self, value: Value, **kwargs: Value) -> Value:
        """A copy of a record with other values in some fields: `replace(value, …)`."""
        value = self.opened_if_state(value)
        names = field_names(value.kind.owner)
        if unknown := set(kwargs) - set(names):
            raise Unsupported(f"{value.kind.owner.__name__} has no field {min(unknown)}")
        pairs = zip(names, value.code, strict=True)
        items = [self.storable(kwargs.get(name, item)) for name, item in pairs]
        return tuple_of(items, value.kind.owner)

    def call_replaced(self, items: Value, index: Value, item: Value, *, node: Any) -> Value:
        """`replaced(items, index, item)`: a copy with one item changed."""
        box, index = self.present(self.opened_if_state(items)), self.as_int(index)
        if isinstance(box.kind, Tuple) and index.kind.is_known:
            parts, at = list(box.code), index.kind.low
            self.item_of(parts, at)
            parts[at] = item
            return tuple_of(parts)
        box = self.as_container(box)
        if (box.kind.length or FEW + 1) <= FEW and isinstance(box.kind.item, Int):
            at, item = self.checked_index(box, index), self.as_int(item)
            flags = [self.emit(f"icmp eq i64 {at}, {i}") for i in range(box.kind.length)]
            before = [self.item_at(box, str(i)) for i in range(box.kind.length)]
            pairs = zip(flags, before, strict=True)
            return tuple_of([self.select_int(flag, item, old) for flag, old in pairs])
        cell = self.cell((self.sub_path(node), "replaced"))
        made: Value = self.copy_container(box, "tuple", cell)
        self.set_item(made, self.checked_index(made, index), item)
        return made

    def call_parts_of(self, value: Value, owner: Value, count: Value) -> Value:
        """`parts_of(value, owner, count)`, see `contract.flatstates`."""
        value = self.data(self.present(self.opened_if_state(value)))
        if isinstance(value.kind, Container):
            value = self.coerce(value, Tuple((value.kind.item,) * count.kind.low), CONTRACT)
        if not isinstance(value.kind, Tuple) or len(value.code) != count.kind.low:
            raise Unsupported(f"{self.describe(value.kind)} as a move, unlike other moves")
        return tuple_of(value.code)

    def collect(self, value: Value, form: str) -> Value:
        """A new container with the items of any iterable."""
        key = self.frame.path, self.code.line, form, "collected", self.unrolled
        count = self.collections[key] = self.collections.get(key, 0) + 1  # the same in each rewrite
        made: Value = self.new_container(form, self.cell((*key, count)), 0)
        self.iterate(value, lambda item: self.add(made, item), form in SETS)
        return made

    def as_sequence(self, value: Value) -> Value:
        """A value whose items have indices: an iterator or range is collected in a list."""
        value = self.opened_if_state(self.letters(self.present(value)))
        is_collected = isinstance(value.known, Iteration) or is_range(value)
        return self.collect(value, "list") if is_collected else value

    def as_container(self, value: Value) -> Value:
        """A sequence as a container in memory."""
        value = self.data(self.as_sequence(value))
        if isinstance(value.kind, Tuple):
            return self.coerce(value, self.container_kind(value.kind))
        if not isinstance(value.kind, Container):
            raise Unsupported(f"{self.describe(value.kind)} where a sequence is needed")
        self.refuse_order_of(value)
        return value

    def container_from(self, form: str, args: list[Value], node: Any, free: bool = False) -> Value:
        """The new container that a call like `list(…)`, `tuple(…)` or `set(…)` returns."""
        cell, free = self.cell((self.sub_path(node), form)), free or form in SETS
        if not args:
            return tuple_of([]) if form == "tuple" else self.new_container(form, cell, 0)
        value = self.opened_if_state(self.present(args[0]))
        if form == "tuple" and isinstance(value.kind, Tuple) and value.kind.owner is not range:
            return tuple_of(list(value.code))
        free = free or has_fixed_order(value)
        if form == "tuple" and is_known(value) and (free or form_of(value) not in SETS):
            return lift(tuple(python_value(value)))
        if isinstance(value.known, TABLES):
            value = self.data(value)
        if isinstance(value.kind, Container):
            source = value.kind.form
            self.refuse_order_of(value, free)
            if source != "dict" and (form not in SETS or source in SETS):
                return self.copy_container(value, form, cell)
        room = len(value.code) if isinstance(value.kind, Tuple) and not is_range(value) else 0
        made: Value = self.new_container(form, cell, room)
        self.iterate(value, lambda item: self.add(made, item), free)
        return made

    # Displays and comprehensions ------------------------------------------------------------------

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
        """A new container with these items, some of which may be starred."""
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

    def value_ListComp(self, node: Any, free: bool = False, form: str = "list") -> Value:
        made: Value = self.empty_box(form, node)
        self.comprehend(node, lambda item: self.add(made, item), free=free)
        return made

    def value_SetComp(self, node: Any) -> Value:
        return self.value_ListComp(node, True, "set")

    def value_DictComp(self, node: Any) -> Value:
        made: Value = self.empty_box("dict", node)
        self.comprehend(node, lambda pair: self.set_subscript(made, *pair.code))
        return made

    def value_GeneratorExp(self, node: Any) -> Value:
        frame = self.frame
        first = self.evaluate(node.generators[0].iter)  # evaluated at once, as in Python

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
                if isinstance(part.target, ast.Name):  # keeps its value until the next item
                    name = part.target.id
                    self.refined.pop((frame.path, name), None)
                    passes = isinstance(item.known, Iteration) and item.kind.value.passes
                    if passes:
                        self.refuse_twice(name, item, frame)
                    frame.statics[name] = item if passes else self.storable(item)
                else:
                    self.bind(part.target, item)
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

    def combine_sets(
        self, sign: str, a: Value, b: Value, forms: tuple[str, str], node: Any
    ) -> Value:
        """The result of an operator on two sets, or the union of two dicts."""
        if "dict" in forms:
            if sign != "|" or forms != ("dict", "dict"):
                raise Unsupported(f"{sign} with a dict")
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
