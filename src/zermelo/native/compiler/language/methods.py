"""Methods of containers, texts and numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from zermelo.native.compiler.comparing import SETS, form_of, is_set
from zermelo.native.compiler.containers import OUTSIDE, Containers
from zermelo.native.compiler.faults import INDEX, MISSING, NONE_USED, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library
from zermelo.native.compiler.language.order import MUTATORS
from zermelo.native.compiler.part import Part

VIEWS = ("items", "values", "keys")
OPERATIONS = {"intersection": "&", "difference": "-", "symmetric_difference": "^"}


class Methods(Part):
    """Calls of methods."""

    def method(
        self, value: Value, name: str, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        value = self.present(value, NONE_USED)
        if name == "_replace":
            return self.call_replace(value, **kwargs)
        if name == "_make" and isinstance(value.kind, Static):
            return self.record(value.kind.value, list(self.as_items(args[0]).code), {})
        if name == "_asdict" or name.startswith("__"):
            raise Unsupported(f"the method {name}")
        if self.is_number(value) and name in ("bit_count", "bit_length"):
            return self.of_bits(name, value)
        if value.kind == FLOAT and name == "is_integer":
            whole = self.intrinsic("floor", value.code)
            return Value(BOOL, self.emit(f"fcmp oeq double {whole}, {value.code}"))
        if self.is_number(value):
            raise Unsupported(f"the method {name} of a number")
        if isinstance(value.kind, Array):
            raise Unsupported(f"the method {name} of an array")
        all_known = not kwargs and all(map(is_known, (value, *args)))
        if all_known and name not in (*VIEWS, "copy"):
            return self.known_method(value, name, args)
        if isinstance(value.kind, (Tuple, State)):
            value = self.as_container(value)
        value = self.data(self.letters(value))
        found = getattr(self, f"do_{name}", None)
        if name in OPERATIONS and len(args) == 1 and is_set(value):
            other = self.as_set(args[0])
            return self.set_operation(OPERATIONS[name], value, other, value.kind.form, node)
        if found is None or not isinstance(value.kind, Container):
            raise Unsupported(f"the method {name} of {self.describe(value.kind)}")
        return self.call_own(found, f"the method {name}", [value, *args], kwargs, node)

    def known_method(self, value: Value, name: str, args: list[Value]) -> Value:
        """Call a method of a known value; refuse methods that change the value."""
        known = python_value(value)
        if isinstance(known, (list, dict, set)) and name in MUTATORS:
            raise Unsupported(OUTSIDE)
        if not hasattr(known, name):
            self.fail_here(NONE_USED)
        return self.compute_now(getattr(known, name), *map(python_value, args))

    # Lists ---------------------------------------------------------------------------------------

    do_append, do_add, do_clear = Containers.append, Containers.add, Containers.empty

    def do_appendleft(self, box: Value, item: Value) -> None:
        self.do_insert(box, known_int(0), item)

    def do_extend(self, box: Value, other: Value) -> None:
        if isinstance(other.kind, Container) and other.kind.cell.find() is box.kind.cell.find():
            other = self.copy_container(other, "list", other.kind.cell)  # both may be the same list
        self.iterate(other, lambda item: self.append(box, item))

    def do_insert(self, box: Value, index: Value, item: Value) -> None:
        place = self.keep(self.clamp(index, self.length(box)))
        item = self.storable(item)
        self.append(box, item)
        at = self.word(place())
        count = self.emit(f"sub i64 {self.last_index(box)}, {at}")
        self.move_items(box, count, at, self.emit(f"add i64 {at}, 1"))
        self.store(self.address(box, at), self.coerce(item, box.kind.item), box.kind.item, True)

    def do_pop(
        self, box: Value, index: Value | None = None, default: Value | None = None, node: Any = None
    ) -> Value:
        self.may_change(box)
        if box.kind.form == "dict":

            def missing() -> Value | None:
                if default is None:
                    self.code.fail(MISSING)
                return None if default is None else self.storable(default)

            slot = self.sub_path(node), "popped"
            return self.look_up(box, index, slot, missing, lambda at: self.close_gap(box, at))
        if box.kind.form in SETS:
            raise Unsupported("pop from a set")
        if box.kind.item is None:
            self.fail_here(INDEX)
        at = self.checked_index(box, index if index is not None else known_int(-1))
        get = self.keep(self.item_at(box, at))
        if index is not None:
            self.close_gap(box, at)
        else:
            self.set_length(box, self.last_index(box))
        return get()

    def do_popleft(self, box: Value) -> Value:
        return self.do_pop(box, known_int(0))

    def do_remove(self, box: Value, item: Value) -> None:
        at = self.find_or_fail(box, item, MISSING if box.kind.form in SETS else VALUE)
        if box.kind.item is not None:
            self.close_gap(box, at)

    def do_index(self, box: Value, item: Value) -> Value:
        at = self.find_or_fail(box, item, VALUE)
        return Value(Int(0, box.kind.length - 1 if box.kind.length else 1 << 31), at)

    def do_count(self, box: Value, item: Value) -> Value:
        def write(body: Any) -> None:
            self.each_item(box, lambda x: body(Value(BOOL, self.equal(x, item))))

        made = self.call_sum(iteration(write), node=self.here)
        return self.int_of(self.word(made), 64, 0, box.kind.length or 1 << 31)

    def do_sort(self, box: Value, node: Any, **kwargs: Value) -> None:
        self.may_change(box)
        if box.kind.item is not None:
            made = self.call_sorted(box, node=node, **kwargs)
            self.empty(box)
            self.each_item(made, lambda item: self.append(box, item))

    def do_reverse(self, box: Value) -> None:
        self.may_change(box)
        self.call_library(library.reverse, box)

    def do_copy(self, box: Value, node: Any = None) -> Value:
        return self.copy_container(box, box.kind.form, self.cell((self.sub_path(node), "copy")))

    # Sets ----------------------------------------------------------------------------------------

    def do_discard(self, box: Value, item: Value) -> None:
        at = self.find(box, item)
        if box.kind.item is not None:
            self.write_if(self.emit(f"icmp sge i64 {at}, 0"), lambda: self.close_gap(box, at))

    def do_update(self, box: Value, *others: Value, node: Any = None) -> None:
        for other in others:
            if box.kind.form != "dict":
                self.add_all(box, other)
                continue
            other = self.data(self.present(other))
            is_dict, write = form_of(other) == "dict", library.update_dict
            if box.kind.factory is Counter:
                write = library.add_counts if is_dict else library.count_items
            self.call_library(write, box, self.do_items(other) if is_dict else other, node=node)

    def do_total(self, box: Value) -> Value:
        return self.call_sum(self.do_values(box), node=self.here)

    def do_most_common(self, box: Value, *count: Value) -> Value:
        return self.call_library(library.most_common, self.do_items(box), *count)

    def add_all(self, box: Value, other: Value) -> None:
        self.iterate(other, lambda item: self.add(box, item), True)

    def as_set(self, value: Value) -> Value:
        """Convert the argument of a set's method to a set."""
        value = self.data(self.present(value))
        if isinstance(value.kind, Container) and value.kind.form in SETS:
            return value
        made: Value = self.empty_box("set", self.here, "as set")
        self.add_all(made, value)
        return made

    def do_union(self, box: Value, *others: Value) -> Value:
        made = self.copy_container(box, "set", self.cell((self.sub_path(self.here), "union")))
        for other in others:
            self.add_all(made, other)
        return made

    def do_issubset(self, box: Value, other: Value) -> Value:
        return self.call_library(library.is_subset, box, self.as_set(other))

    def do_issuperset(self, box: Value, other: Value) -> Value:
        return self.call_library(library.is_subset, self.as_set(other), box)

    def do_isdisjoint(self, box: Value, other: Value) -> Value:
        return self.call_library(library.is_disjoint, box, self.data(self.present(other)))

    # Dicts ---------------------------------------------------------------------------------------

    def do_items(self, box: Value) -> Value:
        return iteration(
            lambda body: self.each_item(box, lambda pair: body(tuple_of(list(pair.code)))),
            again=True,
        )

    def do_values(self, box: Value) -> Value:
        return iteration(lambda body: self.each_item(box, lambda x: body(x.code[1])), again=True)

    def do_keys(self, box: Value) -> Value:
        return box

    def look_up(
        self, box: Value, key: Value | None, slot: Any, missing: Any, found: Any = None
    ) -> Value:
        """The value under a key. If the dict has the key, `found(index)` may then change the dict;
        if not, `missing()` returns the value or writes an error.
        """
        at = self.find(box, key)

        def write_missing() -> None:
            if (value := missing()) is not None:
                self.assign(slot, value)

        def write_found() -> None:
            if box.kind.item is not None:
                self.assign(slot, self.item_at(box, at).code[1])
                if found is not None:
                    found(at)

        self.write_if(self.emit(f"icmp slt i64 {at}, 0"), write_missing, write_found)
        return self.read(slot)

    def do_get(
        self, box: Value, key: Value, default: Value | None = None, node: Any = None
    ) -> Value:
        usual = static(None) if default is None else default
        return self.look_up(box, key, (self.sub_path(node), "get"), lambda: self.storable(usual))

    def do_setdefault(self, box: Value, key: Value, default: Value, node: Any = None) -> Value:
        default = self.storable(default)

        def missing() -> Value:
            self.append(box, tuple_of([key, default]))
            return self.item_at(box, self.last_index(box)).code[1]

        return self.look_up(box, key, (self.sub_path(node), "default"), missing)

    def do_popitem(self, box: Value, node: Any = None) -> Value:
        if box.kind.item is None:
            self.fail_here(MISSING)
        self.code.fail_if(self.order("eq", self.length(box), known_int(0)), MISSING)
        last = self.last_index(box)
        get = self.keep(self.item_at(box, last))
        self.close_gap(box, last)
        return get()
