"""Parts of values: subscripts and slices of containers and arrays, fields, members of classes."""

from __future__ import annotations

import ast
import enum
import inspect
from collections import Counter
from types import FunctionType, MethodType, ModuleType
from typing import Any

from zermelo.native.compiler.comparing import SETS, owner_of
from zermelo.native.compiler.faults import INDEX, MISSING, NONE_USED, TYPE
from zermelo.native.compiler.keying import SHARED
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library, mathematics
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.states import is_row


class Subscripts(Part):
    """Subscripts, slices and attributes."""

    def value_Subscript(self, node: Any) -> Value:
        passes, box = node is self.passing_node, self.evaluate_passing(node.value)
        if isinstance(node.slice, ast.Slice) and isinstance(box.kind, Array):
            return self.array_slice(box, node.slice)
        if isinstance(node.slice, ast.Slice):
            return self.slice_of(box, node.slice, node)
        index = self.evaluate(node.slice)
        if is_row(box):
            return self.row_item(box, self.checked_index(box, index), passes=passes)
        return self.subscript(box, index)

    def subscript(self, box: Value, index: Value) -> Value:
        box = self.letters(self.present(box))
        if isinstance(box.kind, (Array, Struct)):
            return self.array_item(box, indices_in(index))
        box = self.opened_if_state(box)
        if is_range(box):
            index = self.as_int(index)
            if index.kind.low < 0:
                raise Unsupported("a possibly negative index into a range")
            self.code.fail_if(self.order("ge", index, self.length_of_range(box)), INDEX)
            return self.loop_item(box, index)
        if is_known(box) and is_known(index) and not isinstance(box.kind, Tuple):
            try:
                return lift(python_value(box)[python_value(index)])
            except (LookupError, TypeError) as error:
                known: dict[type, int] = {KeyError: MISSING, IndexError: INDEX}
                self.fail_here(known.get(type(error), TYPE))
        if isinstance(box.kind, Tuple):
            index = self.as_int(index)
            if index.kind.is_known:
                return self.item_of(box.code, index.kind.low)
            box = self.passing_container(box)
        box = self.data(box)
        if isinstance(box.kind, Array):
            return self.array_item(box, indices_in(index))
        if not isinstance(box.kind, Container) or box.kind.form in SETS:
            raise Unsupported(f"an index into {self.describe(box.kind)}")
        if box.kind.factory is Counter:
            return self.method(box, "get", [index, known_int(0)], {}, self.here)
        if box.kind.factory is not None:  # a defaultdict, which adds a missing key
            value = self.call(static(box.kind.factory), [], {}, self.here)
            return self.method(box, "setdefault", [index, value], {}, self.here)
        if box.kind.item is None:
            self.fail_here(MISSING if box.kind.form == "dict" else INDEX)
        if box.kind.form == "dict":
            return self.item_at(box, self.find_or_fail(box, index, MISSING)).code[1]
        return self.item_at(box, self.checked_index(box, index))

    def set_subscript(self, box: Value, index: Value, value: Value) -> None:
        box = self.present(box)
        if isinstance(box.kind, (Array, Struct)):
            return self.set_array_item(box, indices_in(index), value)
        if isinstance(box.known, (list, dict)):
            box = self.data(box)
        if not isinstance(box.kind, Container) or box.kind.form not in ("list", "dict"):
            raise Unsupported(f"an assignment to an item of {self.describe(box.kind)}")
        if box.kind.form == "list":
            return self.set_item(box, self.checked_index(box, index), self.storable(value))
        return self.set_key(box, self.storable(index), self.storable(value))

    def set_key(self, box: Value, key: Value, value: Value) -> None:
        """Put a value under a key of a dict; an equal key in the dict stays."""
        self.may_change(box)
        pair = tuple_of([key, value])
        self.grow_cell(box.kind.cell, Tuple(tuple(map(self.data_kind, pair.kind.items))))
        at = self.find(box, key)

        def replace_value() -> None:
            kind = box.kind.item
            place = self.part_at(self.address(box, at), self.memory(kind, True), 1)
            self.store(place, self.coerce(value, kind.items[1]), kind.items[1], True)

        is_new = self.emit(f"icmp slt i64 {at}, 0")
        self.write_if(is_new, lambda: self.append(box, pair), replace_value)

    def array_item(self, box: Value, indices: list[Value]) -> Value:
        """An item or a row of an array, or a field of a struct."""
        if isinstance(box.kind, Struct):
            return self.load(*self.field_place(box, indices[0]), True)
        place, kind, rest = self.array_place(box, indices)
        if rest:
            return Value(Array(kind, len(rest)), (place, rest))
        if isinstance(kind, Struct):
            return Value(kind, place)
        number = self.load(place, kind, True)
        if box.code[0].startswith(SHARED) and isinstance(number.kind, Int):
            return self.narrow(number, 0, None)
        return number

    def array_slice(self, box: Value, cut: Any) -> Value:
        """Rows of an array between two indices, which must be in range."""
        pointer, lengths = box.code
        first, last = (part and self.as_int(self.evaluate(part)) for part in (cut.lower, cut.upper))
        if cut.step is not None or any(
            end is not None and end.kind.low < 0 and self.frame.is_exact for end in (first, last)
        ):
            raise Unsupported("a slice of an array with a step, or from its end")
        end = self.word(last) if last is not None else lengths[0]
        if first is not None:
            pointer = self.array_place(box, [first])[0]
            end = self.emit(f"sub i64 {end}, {self.word(first)}")
        return Value(box.kind, (pointer, [end, *lengths[1:]]))

    def array_place(self, box: Value, indices: list[Value]) -> tuple[str, Any, list[str]]:
        """The place of an item or row, the kind of the items, and the lengths of the other axes."""
        code, (pointer, lengths) = self.code, box.code
        offset = ""
        for at, index in enumerate(indices):
            index = self.as_int(index)
            word = self.word(index)
            if index.kind.high < 0 or self.frame.is_exact:
                word = self.from_beginning(index, word, lengths[at])
            if self.frame.is_exact:
                code.fail_if(code.emit(f"icmp uge i64 {word}, {lengths[at]}"), INDEX)
            if offset:
                word = code.emit(f"add i64 {code.emit(f'mul i64 {offset}, {lengths[at]}')}, {word}")
            offset = word
        rest = lengths[len(indices) :]
        for length in rest:
            offset = code.emit(f"mul i64 {offset}, {length}")
        item = box.kind.item
        memory = f"[{item.size} x i8]" if isinstance(item, Struct) else self.memory(item, True)
        place = code.emit(f"getelementptr inbounds {memory}, ptr {pointer}, i64 {offset}")
        return str(place), item, rest

    def field_place(self, box: Value, index: Value) -> tuple[str, Any]:
        """The place of a named number in a struct, and its kind."""
        if not is_known(index):
            raise Unsupported("a field whose name is not constant")
        name = python_value(index)
        for known, kind, offset in box.kind.fields:
            if known == name:
                return self.emit(f"getelementptr inbounds i8, ptr {box.code}, i64 {offset}"), kind
        raise Unsupported(f"no field {name!r}")

    def set_array_item(self, box: Value, indices: list[Value], value: Value) -> None:
        if isinstance(box.kind, Struct):
            place, kind = self.field_place(box, indices[0])
        else:
            place, kind, rest = self.array_place(box, indices)
            if isinstance(kind, Struct) and isinstance(value.kind, Struct):
                return self.copy_memory(place, value.code, f"[{kind.size} x i8]")
            if rest:
                return self.set_row(Value(Array(kind, len(rest)), (place, rest)), value)
        if isinstance(kind, Int):
            number = Value(kind, self.word(self.as_int(value)))
        else:
            number = Value(BOOL, self.truth(value)) if kind == BOOL else self.as_float(value)
        return self.store(place, number, kind, True)

    def set_row(self, row: Value, value: Value) -> None:
        """Fill a row of an array with a number, or copy another row into it."""

        def put(index: Value) -> None:
            item = self.array_item(value, [index]) if isinstance(value.kind, Array) else value
            self.set_array_item(row, [index], item)

        self.each_index(Value(Int(0, WORD.high), row.code[1][0]), put)

    def value_Slice(self, node: Any) -> Value:
        raise Unsupported("a slice among several indices")

    def slice_of(self, box: Value, node: Any, whole: Any) -> Value:
        """`box[first:last:step]`."""
        box = self.present(self.opened_if_state(box))
        given = [part and self.evaluate(part) for part in (node.lower, node.upper, node.step)]
        parts = [None if part is None or part.kind == NONE else part for part in given]
        known = all(part is None or is_known(part) for part in parts)
        if known and (isinstance(box.kind, Tuple) or is_known(box)) and not is_range(box):
            cut = slice(*[None if part is None else python_value(part) for part in parts])
            if isinstance(box.kind, Static):
                return lift(box.kind.value[cut])
            return tuple_of(list(box.code[cut]))
        if isinstance(box.known, str):
            raise Unsupported("a slice of a text whose ends are not constant")
        box = self.as_container(box)
        if not isinstance(box.kind, Container) or box.kind.form not in ("list", "tuple"):
            raise Unsupported(f"a slice of {self.describe(box.kind)}")
        first, last, step = parts
        if step is not None and not (is_known(step) and python_value(step) == 1):
            step = self.as_int(step)
            if not step.kind.is_known or step.kind.low == 0:
                raise Unsupported("a slice whose step is not constant")
            ends = self.ends_of(box, first, last, step.kind.low)
            made = self.call_library(library.stepped_slice, box, *ends, step, node=whole)
            return made if box.kind.form == "list" else self.container_from("tuple", [made], whole)
        low, high = self.ends_of(box, first, last)
        return self.slice_between(box, low, high, box.kind.form)

    def ends_of(self, box: Value, first: Any, last: Any, step: int = 1) -> tuple[Value, Value]:
        """The ends of a slice, in range; None stands for the default."""
        count, bounds = self.length(box), (0, 0) if step > 0 else (-1, 1)
        ends = [known_int(0), count]
        if step < 0:
            ends = [self.arithmetic("-", count, known_int(1)), known_int(-1)]
        low, high = (
            self.clamp(given, count, *bounds) if given is not None else usual
            for given, usual in zip((first, last), ends, strict=True)
        )
        return low, high

    def clamp(self, value: Value, count: Value, least: int = 0, most: int = 0) -> Value:
        """Convert an end of a slice to an index, at least `least`, at most `count - most`."""
        ends = self.as_int(value), count, known_int(least), known_int(most)
        return self.call_library(mathematics.clamp, *ends)

    def slice_between(self, box: Value, low: Value, high: Value, form: str) -> Value:
        """A new container with the items from low to high − 1."""
        cell = box.kind.cell
        if form != box.kind.form or id(cell.find()) in self.constant_cells:
            cell = self.cell((self.frame.path, self.code.line, "slice", form == box.kind.form))
        span = self.lesser(self.arithmetic("-", high, low), known_int(0), "gt")
        room = span.kind.low if span.kind.is_known else self.index_word(span)
        return self.copy_container(box, form, cell, low, room)

    # Attributes ----------------------------------------------------------------------------------

    def value_Attribute(self, node: Any) -> Value:
        passes, owner = node is self.passing_node, self.evaluate(node.value)
        return self.attribute(owner, node.attr, node, passes=passes)

    def attribute(self, value: Value, name: str, node: Any, *, passes: bool = False) -> Value:
        value = self.present(value, NONE_USED)
        if isinstance(value.kind, Static):
            return self.static_attribute(value, name, node)
        if isinstance(value.kind, Array) and name == "ndim":
            return known_int(value.kind.dimensions)
        if isinstance(value.kind, Array) and name == "itemsize":
            return known_int(self.bytes_of(value.kind.item))
        if isinstance(value.kind, Array) and name == "shape":
            return tuple_of([Value(Int(0, WORD.high), length) for length in value.code[1]])
        owner = owner_of(value.kind)
        if is_record(owner):
            names = field_names(owner)
            if name in names and isinstance(value.kind, State):
                return self.state_item(value, names.index(name), passes=passes)
            if name in names:
                return value.code[names.index(name)]
            if name == "_fields":
                return static(names)
        if isinstance(owner, type) and owner is not range:
            found = self.member_of(value, owner, name, node)
            if found is not None:
                return found
        return static(Bound(name, value))

    def member_of(self, value: Value, owner: type, name: str, node: Any) -> Value | None:
        """The member of this name in the class of a record or IntEnum; None if there is none."""
        if issubclass(owner, enum.IntEnum) and name == "value":
            return Value(Int(value.kind.low, value.kind.high), value.code)
        member = inspect.getattr_static(owner, name, None)
        if isinstance(member, property):
            return self.call(static(member.fget), [value], {}, node)
        if not isinstance(member, FunctionType) or member.__module__ == owner.__module__:
            if (method := bound_method(member, value, owner)) is not None:
                return method
        if member is not None and not callable(member) and not hasattr(member, "__get__"):
            return lift(member)
        return None

    def static_attribute(self, value: Value, name: str, node: Any) -> Value:
        known = value.kind.value
        if isinstance(known, (str, *TABLES, Iteration)) and not is_record(type(known)):
            return static(Bound(name, value))
        if isinstance(known, Bound) or known is None:
            raise Unsupported(f"the attribute {name} of {self.describe(value.kind)}")
        if isinstance(known, super):
            found = getattr(known, name)
            if isinstance(found, MethodType):
                return static(Bound(found.__func__, static(found.__self__)))
            return lift(found)
        member = inspect.getattr_static(known, name, None)
        if isinstance(known, (type, ModuleType)):
            if isinstance(member, classmethod):
                return static(Bound(member.__func__, value))
        elif (method := bound_method(member, value, type(known))) is not None:
            return method
        elif isinstance(wrapped := getattr(member, "__wrapped__", None), FunctionType):
            return static(Bound(wrapped, value))
        try:
            found = getattr(known, name)
        except AttributeError as error:
            raise Unsupported(str(error)) from None
        if isinstance(found, memoryview) and known is self.game:
            return self.shared_table(name, found)
        return lift(found)


def indices_in(index: Value) -> list[Value]:
    """The indices of an array's item, one for each axis."""
    return list(index.code) if isinstance(index.kind, Tuple) else [index]


def bound_method(member: Any, value: Value, owner: type) -> Value | None:
    """A method of a value or of its class; None for other members."""
    if isinstance(member, FunctionType):
        return static(Bound(member, value))
    if isinstance(member, staticmethod):
        return static(member.__func__)
    if isinstance(member, classmethod):
        return static(Bound(member.__func__, static(owner)))
    return None
