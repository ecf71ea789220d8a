"""Calls that build values: records, and containers from iterables."""

from __future__ import annotations

import collections
import dataclasses
import enum
import functools
import operator
from typing import Any, Final

from zermelo.contract import flatstates
from zermelo.contract.flatstates import width_of as width_of_bound
from zermelo.native.compiler.comparing import SETS, form_of
from zermelo.native.compiler.faults import CONTRACT, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language.builtins import Partial
from zermelo.native.compiler.language.loops import has_fixed_order
from zermelo.native.compiler.layouts import FEW
from zermelo.native.compiler.part import Part

GETTERS: Final = (operator.itemgetter, operator.attrgetter)


class Constructing(Part):
    """Calls of classes."""

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
        raise Unsupported(f"a call of the class {owner.__name__}")

    def record(self, owner: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """A named tuple or a frozen dataclass."""
        names = field_names(owner)
        given = dict(zip(names, args, strict=False)) | kwargs
        if len(args) > len(names) or set(given) - set(names):
            raise Unsupported(f"{owner.__name__} has the fields {', '.join(names)}")
        if hasattr(owner, "_fields"):
            new = owner.__new__ if "__new__" in vars(owner) else None
            if new and not new.__code__.co_filename.startswith("<"):
                raise Unsupported(f"{owner.__name__} makes its values by a __new__ of its own")
            defaults = {name: lift(value) for name, value in owner._field_defaults.items()}
        else:
            if hasattr(owner, "__post_init__") or not owner.__dataclass_params__.frozen:
                raise Unsupported(
                    f"the dataclass {owner.__name__}: make it frozen, without __post_init__"
                )
            fields = [f for f in dataclasses.fields(owner) if f.default is not dataclasses.MISSING]
            defaults = {field.name: lift(field.default) for field in fields}
        values = [given[name] if name in given else defaults.get(name) for name in names]
        missing = [name for name, value in zip(names, values, strict=True) if value is None]
        if missing:
            raise Unsupported(f"{owner.__name__} without {missing[0]}")
        return tuple_of([self.storable(value) for value in values], owner)

    def call_replace(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`replace(value, …)`, `value._replace(…)`."""
        value = self.opened_if_state(args[0])
        names = field_names(value.kind.owner)
        if unknown := set(kwargs) - set(names):
            raise Unsupported(f"{value.kind.owner.__name__} has no field {min(unknown)}")
        pairs = zip(names, value.code, strict=True)
        return tuple_of(
            [self.storable(kwargs.get(name, item)) for name, item in pairs], value.kind.owner
        )

    def call_replaced(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`replaced(items, index, item)`: a copy with one item changed."""
        box = self.present(self.opened_if_state(args[0]))
        if isinstance(box.kind, Tuple) and self.as_int(args[1]).kind.is_known:
            parts, at = list(box.code), self.as_int(args[1]).kind.low
            self.item_of(parts, at)
            parts[at] = args[2]
            return tuple_of(parts)
        box = self.as_container(self.data(box))
        if (box.kind.length or FEW + 1) <= FEW and isinstance(box.kind.item, Int):
            at, item = self.checked_index(box, args[1]), self.as_int(args[2])
            flags = [self.emit(f"icmp eq i64 {at}, {i}") for i in range(box.kind.length)]
            items = [self.item_at(box, str(i)) for i in range(box.kind.length)]
            return tuple_of(
                [self.select_int(flag, item, old) for flag, old in zip(flags, items, strict=True)]
            )
        made: Value = self.copy_container(
            box, "tuple", self.cell((self.sub_path(node), "replaced"))
        )
        self.set_item(made, self.checked_index(made, args[1]), args[2])
        return made

    # Moves that are tuples, as ints ---------------------------------------------------------------

    def call_pack_move(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`pack_move(form, move)`, see `contract.flatstates`."""
        form, number = args[0].kind.value, known_int(0)
        for item, bound in zip(self.ints_of(args[1], form.kinds), form.bounds, strict=True):
            item = self.coerce(item, Int(-bound, 3 * bound - 1), CONTRACT)
            number = self.arithmetic("<<", number, known_int(width_of_bound(bound)))
            number = self.arithmetic("|", number, self.arithmetic("+", item, known_int(bound)))
        return number

    def ints_of(self, move: Value, kinds: Any) -> list[Value]:
        """The ints of a move with this form, in order."""
        move = self.present(self.opened_if_state(move))
        if kinds is None:
            return [self.as_int(move)]
        items = self.coerced_items(move, len(kinds) - 1)
        if not isinstance(items, list) or len(items) != len(kinds) - 1:
            raise Unsupported(f"{self.describe(move.kind)} as a move, where others differ")
        pairs = zip(items, kinds[1:], strict=True)
        return [number for item, kind in pairs for number in self.ints_of(item, kind)]

    def call_unpack_move(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`unpack_move(form, number)`."""
        form, number, numbers = args[0].kind.value, self.as_int(args[1]), []
        for bound in reversed(form.bounds):
            part = self.arithmetic("&", number, known_int(4 * bound - 1))
            numbers.append(self.arithmetic("-", part, known_int(bound)))
            number = self.arithmetic(">>", number, known_int(width_of_bound(bound)))
        return self.shape_move(form.kinds, reversed(numbers))

    def shape_move(self, kinds: Any, numbers: Any) -> Value:
        """Build a move of these kinds from the next numbers."""
        if kinds is None:
            return next(numbers)
        items = [self.shape_move(kind, numbers) for kind in kinds[1:]]
        return tuple_of(items, None if kinds[0] is tuple else kinds[0])

    # States as ints ------------------------------------------------------------------------------

    def call_flatten_state(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`flatten_state(form, state)`, see `contract.flatstates`."""
        form = args[0].kind.value
        made = self.new_container("tuple", self.cell((self.sub_path(node), "flat")), form.size)

        def walk(kinds: Any, value: Value) -> None:
            if kinds is None:
                self.append(made, self.as_int(value))
            elif isinstance(kinds, flatstates.Row):
                box = self.as_container(self.data(self.opened_if_state(value)))
                count = self.length(box)
                self.code.fail_if(self.order("gt", count, known_int(kinds.room)), CONTRACT)
                self.append(made, count)
                if box.kind.item is not None:
                    self.each_item(box, lambda item: walk(kinds.item, item))
                left = self.arithmetic("-", known_int(kinds.room), count)
                zeros = self.arithmetic("*", left, known_int(flatstates.size_of(kinds.item)))
                self.each_index(zeros, lambda _: self.append(made, known_int(0)))
            else:
                items = self.coerced_items(self.data(self.opened_if_state(value)), len(kinds) - 1)
                for kind, item in zip(kinds[1:], items, strict=True):
                    walk(kind, item)

        walk(form.kinds, args[1])
        return made

    def coerced_items(self, value: Value, count: int) -> list[Value]:
        """The items of a tuple of known length."""
        value = self.present(value)
        if isinstance(value.kind, Static):
            value = tuple_of([*map(lift, value.kind.value)])
        if isinstance(value.kind, Container):
            value = self.coerce(value, Tuple((value.kind.item,) * count), CONTRACT)
        return value.code

    def call_unflatten_state(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`unflatten_state(form, items)`."""
        form, items, place = args[0].kind.value, self.as_container(args[1]), self.code.alloca("i64")
        self.code.write(f"store i64 0, ptr {place}")

        def step(by: Value) -> str:
            at = self.emit(f"load i64, ptr {place}")
            after = self.emit(f"add i64 {at}, {self.word(by)}")
            self.code.write(f"store i64 {after}, ptr {place}")
            return at

        def made(kinds: Any, path: tuple[int, ...]) -> Value:
            if kinds is None:
                return self.item_at(items, step(known_int(1)))
            if not isinstance(kinds, flatstates.Row):
                parts = [made(kind, (*path, i)) for i, kind in enumerate(kinds[1:])]
                return tuple_of(parts, kinds[0])
            count = self.within(made(None, path), 0, kinds.room, CONTRACT)
            get = self.keep(count)
            row = self.new_container("tuple", self.cell((self.sub_path(node), path)), kinds.room)
            self.each_index(count, lambda _: self.append(row, made(kinds.item, (*path, 0))))
            left = self.arithmetic("-", known_int(kinds.room), get())
            step(self.arithmetic("*", left, known_int(flatstates.size_of(kinds.item))))
            return row

        return made(form.kinds, ())

    def collect(self, value: Value, form: str) -> Value:
        """A new container with the items of any iterable."""
        key = self.frame.path, self.code.line, form, "collected", self.unrolled, id(value.kind)
        made: Value = self.new_container(form, self.cell(self.stable_key(key, value)), 0)
        self.iterate(value, lambda item: self.add(made, item), form in SETS)
        return made

    def stable_key(self, key: Any, value: Value) -> Any:
        """A name for a cell that stays the same when the code is written again."""
        count = self.collections.get(key[:5], 0)
        self.collections[key[:5]] = count + 1
        return (*key[:5], count)

    def as_container(self, value: Value, free: bool = False) -> Value:
        """A sequence as a container in memory."""
        value = self.data(self.letters(self.present(value)))
        if isinstance(value.kind, State):
            value = self.open_state(value)
        iterated = isinstance(value.known, Iteration)
        if iterated or is_range(value):
            return self.collect(value, "list")
        if isinstance(value.kind, Tuple):
            return self.coerce(value, self.container_kind(value.kind))
        if not isinstance(value.kind, Container):
            raise Unsupported(f"{self.describe(value.kind)} where a sequence is needed")
        self.refuse_order_of(value, free)
        return value

    def container_from(self, form: str, args: list[Value], node: Any, free: bool = False) -> Value:
        """`list(…)`, `tuple(…)`, `set(…)`."""
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
