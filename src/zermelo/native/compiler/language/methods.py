"""Methods of containers, texts and numbers, and slices."""

from __future__ import annotations

import inspect
import operator
from collections import Counter
from typing import Any

from zermelo.native.compiler.comparing import SETS
from zermelo.native.compiler.faults import INDEX, MISSING, NONE_USED, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import source_of

VIEWS = ("items", "values", "keys")
CHANGES = {
    "append", "appendleft", "extend", "insert", "pop", "popleft", "remove", "sort", "reverse",
    "add", "discard", "clear", "update", "setdefault", "popitem",
}  # fmt: skip


class Methods(Part):
    """Methods."""

    def method(
        self, value: Value, name: str, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        """Call a method of a value."""
        value = self.present(value, NONE_USED)
        if name == "_replace":
            return self.call_replace([value], kwargs, node)
        if name == "_make" and isinstance(value.kind, Static):
            return self.record(value.kind.value, list(self.as_items(args[0]).code), {})
        if name == "_asdict" or name.startswith("__"):
            raise Unsupported(f"the method {name}")
        if self.is_number(value):
            return self.number_method(value, name)
        if isinstance(value.kind, Array):
            raise Unsupported(f"the method {name} of an array")
        if (
            is_known(value)
            and all(map(is_known, args))
            and not kwargs
            and name not in (*VIEWS, "copy")
        ):
            return self.known_method(value, name, args)
        if isinstance(value.kind, (Tuple, State)):
            value = self.as_container(value)
        value = self.data(self.letters(value))
        found = getattr(self, f"do_{name}", None)
        if found is None or not isinstance(value.kind, Container):
            raise Unsupported(f"the method {name} of {self.describe(value.kind)}")
        if name in ("sort", "pop", "get", "setdefault", "popitem", "index", "update", "copy"):
            kwargs = kwargs | {"node": node}
        try:
            inspect.signature(found).bind(value, *args, **kwargs)
        except TypeError:
            raise Unsupported(f"the method {name} with these arguments") from None
        result = found(value, *args, **kwargs)
        return static(None) if result is None else result

    def number_method(self, value: Value, name: str) -> Value:
        if name in ("bit_count", "bit_length"):
            return self.of_bits(name, value)
        if name == "is_integer" and value.kind == FLOAT:
            whole = self.intrinsic("floor", value.code)
            return Value(BOOL, self.code.operation(f"fcmp oeq double {whole}, {value.code}"))
        raise Unsupported(f"the method {name} of a number")

    def known_method(self, value: Value, name: str, args: list[Value]) -> Value:
        """A method of a value known while compiling, which it must not change."""
        known = python_value(value)
        if isinstance(known, (list, dict, set)) and name in CHANGES:
            raise Unsupported(
                "a change of a list, set or dict outside the function: make one inside it"
            )
        if not hasattr(known, name):
            self.fail_here(NONE_USED)
        return self.compute_now(getattr(known, name), *map(python_value, args))

    # Lists ---------------------------------------------------------------------------------------

    def do_append(self, box: Value, item: Value) -> None:
        self.append(box, self.storable(item))

    def do_appendleft(self, box: Value, item: Value) -> None:
        self.do_insert(box, known_int(0), item)

    def do_extend(self, box: Value, other: Value) -> None:
        if isinstance(other.kind, Container) and other.kind.cell.find() is box.kind.cell.find():
            other = self.copy_container(other, "list", other.kind.cell)  # of itself, perhaps
        self.iterate(other, lambda item: self.append(box, self.storable(item)))

    def do_insert(self, box: Value, index: Value, item: Value) -> None:
        place = self.keep(self.clamp(index, self.length(box)))
        item = self.storable(item)
        self.append(box, item)
        at = self.word(place())
        self.open_gap(box, at)
        self.store(self.address(box, at), self.coerce(item, box.kind.item), box.kind.item, True)

    def do_pop(
        self, box: Value, index: Value | None = None, default: Value | None = None, node: Any = None
    ) -> Value:
        self.may_change(box)
        if box.kind.form == "dict":
            return self.pop_key(box, index, default, node)
        if box.kind.form in SETS:
            raise Unsupported("pop of a set, in an order of Python's own")
        if box.kind.item is None:
            self.fail_here(INDEX)
        at = self.checked_index(box, index if index is not None else known_int(-1))
        get = self.keep(self.item_at(box, at))
        if index is not None:
            self.close_gap(box, at)
        else:
            self.set_length(box, self.code.operation(f"sub i64 {self.word(self.length(box))}, 1"))
        return get()

    def do_popleft(self, box: Value) -> Value:
        return self.do_pop(box, known_int(0))

    def do_remove(self, box: Value, item: Value) -> None:
        error = MISSING if box.kind.form in SETS else VALUE
        at = self.find(box, item)
        self.code.fail_if(self.code.operation(f"icmp slt i64 {at}, 0"), error)
        if box.kind.item is not None:
            self.close_gap(box, at)

    def do_index(self, box: Value, item: Value, node: Any = None) -> Value:
        at = self.find(box, item)
        self.code.fail_if(self.code.operation(f"icmp slt i64 {at}, 0"), VALUE)
        return Value(Int(0, box.kind.length - 1 if box.kind.length else 1 << 31), at)

    def do_count(self, box: Value, item: Value) -> Value:
        alike = Iteration(
            lambda body: self.each_item(box, lambda x: body(Value(BOOL, self.equal(x, item))))
        )
        made = self.call_sum([static(alike)], {}, self.here)
        return self.int_of(self.word(made), 64, 0, box.kind.length or 1 << 31)

    def do_sort(self, box: Value, node: Any = None, **kwargs: Value) -> None:
        self.may_change(box)
        if box.kind.item is not None:
            made = self.sorted_copy(box, kwargs, node)
            self.copy_over(box, made)

    def do_reverse(self, box: Value) -> None:
        self.may_change(box)
        self.call_source(source_of(library.reverse), [box], {}, None)

    def copy_over(self, box: Value, made: Value) -> None:
        """Put the items of another container in place of those there are."""
        self.empty(box)
        self.each_item(made, lambda item: self.append(box, item))

    def do_clear(self, box: Value) -> None:
        self.empty(box)

    def do_copy(self, box: Value, node: Any = None) -> Value:
        return self.copy_container(box, box.kind.form, self.cell((self.sub_path(node), "copy")))

    # Sets ----------------------------------------------------------------------------------------

    def do_add(self, box: Value, item: Value) -> None:
        self.add(box, item)

    def do_discard(self, box: Value, item: Value) -> None:
        at, end = self.find(box, item), self.code.label("end")
        self.code.go_on_if(self.code.operation(f"icmp sge i64 {at}, 0"), end)
        if not self.code.dead and box.kind.item is not None:
            self.close_gap(box, at)
        self.code.begin(end)

    def do_update(self, box: Value, *others: Value, node: Any = None) -> None:
        for other in others:
            if box.kind.form != "dict":
                self.add_all(box, other)
                continue
            if box.kind.factory is Counter:
                self.count_all(box, self.data(self.present(other)))
                continue
            other = self.data(self.present(other))
            if isinstance(other.kind, Container) and other.kind.form == "dict":
                self.each_item(other, lambda pair: self.set_key(box, *pair.code))
            else:
                self.iterate(
                    other, lambda pair: self.set_key(box, *map(self.storable, self.pair_of(pair)))
                )

    def count_all(self, box: Value, other: Value) -> None:
        """Add to a Counter what a dict counts, or one of each item."""

        def count(key: Value, more: Value) -> None:
            get = self.keep(self.storable(key))
            self.set_key(box, get(), self.arithmetic("+", self.lookup_counted(box, get()), more))

        if isinstance(other.kind, Container) and other.kind.form == "dict":
            self.each_item(other, lambda pair: count(*pair.code))
        else:
            self.iterate(other, lambda key: count(key, known_int(1)))

    def do_total(self, box: Value) -> Value:
        return self.call_sum([self.do_values(box)], {}, self.here)

    def do_most_common(self, box: Value, count: Value | None = None) -> Value:
        rank = static(operator.itemgetter(1))
        made = self.call_sorted(
            [self.do_items(box)], {"key": rank, "reverse": known_bool(True)}, self.here
        )
        if count is None:
            return made
        last = self.clamp(count, self.length(made))
        return self.slice_between(made, known_int(0), last, "list")

    def pair_of(self, value: Value) -> list[Value]:
        items = self.as_items(value)
        if isinstance(items.kind, Tuple):
            return list(items.code)
        return [self.item_at(items, str(i)) for i in range(2)]

    def add_all(self, box: Value, other: Value) -> None:
        self.iterate(other, lambda item: self.add(box, item), True)

    def as_set(self, value: Value) -> Value:
        """The argument of a method of sets, as a set."""
        value = self.data(self.present(value))
        if isinstance(value.kind, Container) and value.kind.form in SETS:
            return value
        made: Value = self.new_container(
            "set", self.cell((self.frame.path, self.code.line, "set")), 0
        )
        self.add_all(made, value)
        return made

    def do_union(self, box: Value, *others: Value) -> Value:
        made = self.copy_container(
            box, "set", self.cell((self.frame.path, self.code.line, "union"))
        )
        for other in others:
            self.add_all(made, other)
        return made

    def do_intersection(self, box: Value, other: Value) -> Value:
        return self.set_operation("&", box, self.as_set(other), box.kind.form, other)

    def do_difference(self, box: Value, other: Value) -> Value:
        return self.set_operation("-", box, self.as_set(other), box.kind.form, other)

    def do_symmetric_difference(self, box: Value, other: Value) -> Value:
        return self.set_operation("^", box, self.as_set(other), box.kind.form, other)

    def do_issubset(self, box: Value, other: Value) -> Value:
        return Value(BOOL, self.subset(box, self.as_set(other)))

    def do_issuperset(self, box: Value, other: Value) -> Value:
        return Value(BOOL, self.subset(self.as_set(other), box))

    def do_isdisjoint(self, box: Value, other: Value) -> Value:
        found = self.any_of(
            lambda body: self.each_item(box, lambda item: body(self.contains(other, item).code))
        )
        return Value(BOOL, self.negate(found))

    # Dicts ---------------------------------------------------------------------------------------

    def do_items(self, box: Value) -> Value:
        return static(
            Iteration(
                lambda body: self.each_item(box, lambda pair: body(tuple_of(list(pair.code)))),
                again=True,
            )
        )

    def do_values(self, box: Value) -> Value:
        return static(
            Iteration(lambda body: self.each_item(box, lambda pair: body(pair.code[1])), again=True)
        )

    def do_keys(self, box: Value) -> Value:
        return box

    def looked_up(
        self, box: Value, key: Value | None, slot: Any, missing: Any, found: Any = None
    ) -> Value:
        """The value of a key; of one that is missing what `missing()` gives, or its error."""
        code, at = self.code, self.find(box, key)
        yes, no, end = code.labels("yes", "no", "end")
        code.branch(code.operation(f"icmp sge i64 {at}, 0"), yes, no)
        code.begin_only(no)
        if (value := missing()) is not None:
            self.assign(slot, value)
        code.jump(end)
        code.begin_only(yes)
        if box.kind.item is not None:
            self.assign(slot, self.item_at(box, at).code[1])
            if found is not None:
                found(at)
        code.begin(end)
        return self.read(slot)

    def do_get(
        self, box: Value, key: Value, default: Value | None = None, node: Any = None
    ) -> Value:
        usual = static(None) if default is None else default
        return self.looked_up(box, key, (self.sub_path(node), "get"), lambda: self.storable(usual))

    def pop_key(self, box: Value, key: Value | None, default: Value | None, node: Any) -> Value:
        def missing() -> Value | None:
            if default is None:
                self.code.fail(MISSING)
            return None if default is None else self.storable(default)

        slot = self.sub_path(node), "popped"
        return self.looked_up(box, key, slot, missing, lambda at: self.close_gap(box, at))

    def do_setdefault(self, box: Value, key: Value, default: Value, node: Any = None) -> Value:
        default = self.storable(default)

        def missing() -> Value:
            self.append(box, tuple_of([key, default]))
            last = self.code.operation(f"sub i64 {self.word(self.length(box))}, 1")
            return self.item_at(box, last).code[1]

        return self.looked_up(box, key, (self.sub_path(node), "default"), missing)

    def do_popitem(self, box: Value, node: Any = None) -> Value:
        if box.kind.item is None:
            self.fail_here(MISSING)
        self.code.fail_if(self.order("eq", self.length(box), known_int(0)), MISSING)
        last = self.code.operation(f"sub i64 {self.word(self.length(box))}, 1")
        get = self.keep(self.item_at(box, last))
        self.close_gap(box, last)
        return get()

    # Slices --------------------------------------------------------------------------------------

    def stepped_slice(self, box: Value, first: Any, last: Any, step: Value, node: Any) -> Value:
        """A slice with a known step."""
        if not step.kind.is_known or step.kind.low == 0:
            raise Unsupported("a slice whose step is not known")
        low, high = self.ends_of(box, first, last, step.kind.low)
        cell = self.cell((self.sub_path(node, "stepped"), box.kind.form))
        made: Value = self.new_container(box.kind.form, cell, 0)
        if box.kind.item is not None:
            self.iterate_range(
                range_of(low, high, step),
                lambda i: self.append(made, self.item_at(box, self.index_word(i))),
            )
        return made
