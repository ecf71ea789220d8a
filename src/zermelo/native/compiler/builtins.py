"""Calls of classes, builtins, and functions of the standard library."""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import dataclasses
import enum
import functools
import itertools
import math
import operator
import sys
from collections.abc import Callable
from dataclasses import replace
from types import BuiltinMethodType, FunctionType
from typing import Any, Final

from zermelo.contract import bits
from zermelo.contract.game import Game
from zermelo.native.arrays import array_at, prefetch
from zermelo.native.callbacks import ask
from zermelo.native.compiler import library
from zermelo.native.compiler.comparing import SETS, form_of
from zermelo.native.compiler.faults import (
    EXCEPTIONS,
    NO_ITEM,
    SHIFT,
    TOO_LARGE,
    TYPE,
    UNEQUAL,
    VALUE,
)
from zermelo.native.compiler.kinds import (
    BOOL,
    FLOAT,
    LENGTH,
    NONE,
    SYMBOL,
    TABLES,
    WORD,
    Array,
    Binary,
    Bound,
    Container,
    Int,
    Iteration,
    Maybe,
    Spread,
    State,
    Static,
    Tuple,
    Unsupported,
    Value,
    field_names,
    is_known,
    is_range,
    is_record,
    known_bool,
    known_int,
    lift,
    python_value,
    range_of,
    static,
    tuple_of,
    width_of,
    word_of,
)
from zermelo.native.compiler.loops import has_fixed_order
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import Source, source_of
from zermelo.native.host import may_go_on
from zermelo.native.table import empty_table

CONTAINERS: Final[dict[Any, str]] = {
    list: "list", tuple: "tuple", set: "set", frozenset: "frozenset", collections.deque: "list",
}  # fmt: skip
GO_ON: Final = "@zermelo_go_on"  # the function that a browser's code asks at a search's limit
ROUNDING: Final[dict[Any, str]] = {math.floor: "floor", math.ceil: "ceil", math.trunc: "trunc"}
OF_FLOATS: Final[dict[Any, str]] = {
    math.exp: "exp", math.sin: "sin", math.cos: "cos", math.fabs: "fabs", math.log2: "log2",
    math.log10: "log10",
}  # fmt: skip
SIGNS: Final[dict[Any, str]] = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.floordiv: "//",
    operator.mod: "%", operator.truediv: "/", operator.and_: "&", operator.or_: "|",
    operator.xor: "^", operator.lshift: "<<", operator.rshift: ">>", operator.pow: "**",
}  # fmt: skip
FREE: Final = [Static(f) for f in (len, sorted, set, frozenset, sum, any, all, min, max)]
LOOKING: Final = [*FREE, Static(list), Static(tuple)]  # what looks at a row, and does not keep it
LIBRARY: Final[dict[Any, Any]] = {
    itertools.takewhile: library.takewhile, itertools.dropwhile: library.dropwhile,
    itertools.islice: library.islice,
    itertools.filterfalse: library.filterfalse, itertools.compress: library.compress,
    math.gcd: library.gcd, math.lcm: library.lcm, math.factorial: library.factorial,
    math.comb: library.comb, math.perm: library.perm, math.isqrt: library.isqrt,
    math.prod: library.prod,
}  # fmt: skip
MODULES: Final = ("builtins", "itertools", "math", "functools", "_functools", "collections")
KEYWORDS: Final[dict[Any, set[str]]] = {
    enumerate: {"start"}, zip: {"strict"}, sum: {"start"}, min: {"key", "default"},
    max: {"key", "default"}, sorted: {"key", "reverse"}, itertools.product: {"repeat"},
    itertools.accumulate: {"func", "initial"}, itertools.groupby: {"key"},
}  # fmt: skip
GETTERS: Final = (operator.itemgetter, operator.attrgetter)
COMPARED: Final[dict[Any, str]] = {
    operator.eq: "==", operator.ne: "!=", operator.lt: "<", operator.le: "<=", operator.gt: ">",
    operator.ge: ">=",
}  # fmt: skip


class Builtins(Part):
    """Calls."""

    def value_Call(self, node: Any) -> Value:
        called = self.evaluate(node.func)
        args: list[Value] = []
        for part in node.args:
            if isinstance(part, ast.ListComp) and called.kind in FREE and not node.keywords:
                args.append(self.value_ListComp(part, True))
                continue
            if not isinstance(part, ast.Starred):
                args.append(self.evaluate_passing(part) if called.kind in LOOKING else self.evaluate(part))
                continue
            value = self.evaluate(part.value)
            if is_known(value) and isinstance(value.kind, Static):
                value = tuple_of([*map(lift, value.kind.value)])
            if isinstance(value.kind, State):
                value = self.opened(value)
            if isinstance(value.kind, Tuple) and not is_range(value):
                args += value.code
            elif called.kind == Static(zip):
                args.append(static(Spread(value)))
            else:
                args += self.spread(called, value, len(args))
        kwargs = {part.arg: self.evaluate(part.value) for part in node.keywords if part.arg is not None}
        if any(part.arg is None for part in node.keywords):
            raise Unsupported("** in a call: name the arguments")
        return self.call(called, args, kwargs, node)

    def spread(self, called: Value, value: Value, before: int) -> list[Value]:
        """The items of `*value`, as many as the function takes."""
        function = called.kind.value if isinstance(called.kind, Static) else None
        if isinstance(function, type) and is_record(function):
            count = len(field_names(function)) - before
        elif called.kind in (Static(max), Static(min)):
            return [static(Iteration(lambda body: self.iterate(value, body)))]
        else:
            raise Unsupported("* in a call: name the arguments")
        value = self.as_items(value)
        kind = Tuple((value.kind.item,) * count)
        return list(self.coerce(value, kind, VALUE).code)

    def call(self, called: Value, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        """Call whatever can be called."""
        if not isinstance(called.kind, Static):
            raise Unsupported(f"a call of {self.described(called.kind)}")
        function = called.kind.value
        if isinstance(function, Bound):
            owner = function.owner.kind.value if isinstance(function.owner.kind, Static) else None
            if isinstance(owner, Binary) and function.function == "count" and args[0].kind == Static("1"):
                return self.of_bits("bit_count", owner.value)  # type: ignore[no-any-return]
            if isinstance(function.function, str):
                return self.method(function.owner, function.function, args, kwargs, node)  # type: ignore[no-any-return]
            if function.function.__name__ == "has" and isinstance(getattr(function.owner.kind, "value", None), Game):
                return known_bool(function.owner.kind.value.has(python_value(args[0])))
            return self.call(static(function.function), [function.owner, *args], kwargs, node)
        if isinstance(function, Source):
            return self.call_source(function, args, kwargs, node)  # type: ignore[no-any-return]
        function = getattr(function, "__wrapped__", function)
        if isinstance(function, Partial):
            return self.call(function.function, [*function.args, *args], function.kwargs | kwargs, node)
        if isinstance(function, functools.partial):
            given = [*map(lift, function.args), *args]
            words = {name: lift(value) for name, value in function.keywords.items()} | kwargs
            return self.call(static(function.func), given, words, node)
        self.refuse_keywords(function, kwargs)
        special = None
        if is_hashable(function):
            special = self.special_calls.get(function) or self.key_calls.get(function)
        if special is not None:
            return special(self, args, kwargs, node)  # type: ignore[no-any-return]
        if is_hashable(function) and function in LIBRARY:
            return self.call_source(source_of(LIBRARY[function]), args, kwargs, node)  # type: ignore[no-any-return]
        if isinstance(function, FunctionType):
            module = function.__module__ or ""
            if module.partition(".")[0] in sys.stdlib_module_names and module != "__main__":
                raise Unsupported(f"a call of {module}.{function.__name__}")
            return self.call_source(source_of(function), args, kwargs, node)  # type: ignore[no-any-return]
        if is_hashable(function) and function in CONTAINERS:
            return self.container_from(CONTAINERS[function], args, node)
        if function is super and not args:
            return self.super_here()
        if isinstance(function, type):
            return self.construct(function, args, kwargs, node)
        return self.call_known(function, args, kwargs, node)

    def refuse_keywords(self, function: Any, kwargs: dict[str, Value]) -> None:
        """Refuse arguments by name that would be overlooked."""
        module = getattr(function, "__module__", "")
        if function is print or not kwargs or module not in MODULES or not is_hashable(function) or function in LIBRARY:
            return
        if isinstance(function, type) and function not in KEYWORDS and function in (dict, functools.partial):
            return
        if unknown := set(kwargs) - KEYWORDS.get(function, set()):
            name = getattr(function, "__name__", function)
            raise Unsupported(f"{min(unknown)}= in a call of {name}: leave out the argument's name, or the argument")

    def super_here(self) -> Value:
        """`super()` in a method."""
        frame = self.frame
        while frame.parent is not None:
            frame = frame.parent
        owner = self.evaluate(ast.Name(frame.source.node.args.args[0].arg, ast.Load()))
        if not isinstance(owner.kind, Static) or "__class__" not in frame.source.values:
            raise Unsupported("super() here: name the class")
        return static(super(frame.source.values["__class__"], owner.kind.value))

    def call_known(self, function: Any, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if is_hashable(function):
            if function in SIGNS:
                return self.binary(SIGNS[function], args[0], args[1], node)  # type: ignore[no-any-return]
            if function in COMPARED:
                return self.compare(COMPARED[function], args[0], args[1])  # type: ignore[no-any-return]
            if function in ROUNDING:
                value = self.present(args[0])
                return value if isinstance(value.kind, Int) else self.int_of_float(value, ROUNDING[function])
            if function in OF_FLOATS and not all(map(is_known, args)):
                return self.of_float(OF_FLOATS[function], self.as_float(args[0]))
        name = getattr(function, "__name__", "")
        if name in ("empty", "zeros") and getattr(function, "__module__", "") == "numpy":
            return self.new_array(args, node, zero=name == "zeros")  # type: ignore[no-any-return]
        method = getattr(self, f"call_{name}", None)
        if method is not None and getattr(builtins, name, None) is function:
            return method(args, kwargs, node)  # type: ignore[no-any-return]
        owner = getattr(function, "__self__", None)
        if isinstance(getattr(function, "__func__", None), FunctionType):
            return self.call(static(function.__func__), [static(owner), *args], kwargs, node)
        if name == "fromkeys" and isinstance(owner, type) and issubclass(owner, dict):
            made = self.new_container("dict", self.cell((self.sub_path(node), "dict")), 0)
            value = self.stored(args[1]) if len(args) > 1 else static(None)
            self.iterate(args[0], lambda key: self.set_key(made, self.stored(key), value))
            return made  # type: ignore[no-any-return]
        if isinstance(function, BuiltinMethodType) and isinstance(owner, (tuple, list, dict, str, set, frozenset)):
            return self.method(static(owner), name, args, kwargs, node)  # type: ignore[no-any-return]
        if isinstance(function, operator.itemgetter) and len(args) == 1:
            places = function.__reduce__()[1]
            items = [self.subscript(args[0], lift(place)) for place in places]
            return items[0] if len(items) == 1 else tuple_of(items)
        if isinstance(function, operator.attrgetter) and len(args) == 1:
            return self.attribute(args[0], function.__reduce__()[1][0], node)  # type: ignore[no-any-return]
        pure = getattr(function, "__module__", None) in ("math", "builtins", "operator")
        if pure and all(map(is_known, args)) and not kwargs:
            return self.computed(function, *map(python_value, args))
        raise Unsupported(f"a call of {getattr(function, '__name__', function)!s}")

    def of_float(self, name: str, value: Value) -> Value:
        """A function of a float, with Python's errors."""
        if name in ("log", "log2", "log10"):
            self.code.fail_if(self.code.operation(f"fcmp ole double {value.code}, 0.0"), VALUE)
        elif name in ("sin", "cos"):
            self.code.fail_if(self.is_infinite(value.code), VALUE)
        made = self.intrinsic(name, value.code)
        if name == "exp":
            large = self.both(self.is_infinite(made), self.negated(self.is_infinite(value.code)))
            self.code.fail_if(large, TOO_LARGE)
        return Value(FLOAT, made)

    def computed(self, function: Any, *given: Any) -> Value:
        """What a function of Python's answers now, or the error that it raises whenever it is asked."""
        try:
            made = function(*given)
            if type(made) is list:  # a new one each time
                return self.copied(self.data(static(tuple(made))), "list",
                                   self.cell((self.sub_path(self.here), "computed")))  # type: ignore[no-any-return]
            return lift(made)
        except Exception as error:
            for number, owner in EXCEPTIONS.items():
                if type(error) is owner:
                    self.fail_here(number)
            self.fail_here(self.error_number(type(error)))
        raise AssertionError

    # Classes -------------------------------------------------------------------------------------

    def construct(self, owner: Any, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if is_record(owner):
            return self.record(owner, args, kwargs)
        if owner is functools.partial:
            return static(Partial(args[0], args[1:], kwargs))
        if owner in GETTERS and all(map(is_known, args)):
            return static(owner(*map(python_value, args)))
        if owner in (collections.defaultdict, collections.Counter):
            return self.counting(owner, args, node)
        if issubclass(owner, enum.IntEnum):
            value = self.as_int(args[0])
            members = sorted(int(member) for member in owner)
            if members != list(range(members[0], members[-1] + 1)):
                flags = [self.order("eq", value, known_int(member)) for member in members]
                self.code.fail_if(self.negated(functools.reduce(self.either, flags, "false")), VALUE)
            value = self.within(value, members[0], members[-1], VALUE)
            return Value(Int(value.kind.low, value.kind.high, owner), value.code)
        if issubclass(owner, enum.Enum) and args and is_known(args[0]):
            return lift(owner(python_value(args[0])))
        method = getattr(self, f"call_{owner.__name__}", None)
        if method is not None and getattr(builtins, owner.__name__, None) is owner:
            return method(args, kwargs, node)  # type: ignore[no-any-return]
        raise Unsupported(f"a call of the class {owner.__name__}")

    def record(self, owner: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """A named tuple or a frozen dataclass."""
        names = field_names(owner)
        given = dict(zip(names, args, strict=False)) | kwargs
        if len(args) > len(names) or set(given) - set(names):
            raise Unsupported(f"{owner.__name__} has the fields {', '.join(names)}")
        if hasattr(owner, "_fields"):
            if "__new__" in vars(owner) and owner.__new__.__code__.co_filename != "<string>" and not (
                owner.__new__.__code__.co_filename.startswith("<")):
                raise Unsupported(f"{owner.__name__} makes its values by a __new__ of its own")
            defaults = {name: lift(value) for name, value in owner._field_defaults.items()}
        else:
            if hasattr(owner, "__post_init__") or not owner.__dataclass_params__.frozen:
                raise Unsupported(f"the dataclass {owner.__name__}: make it frozen, without __post_init__")
            fields = [f for f in dataclasses.fields(owner) if f.default is not dataclasses.MISSING]
            defaults = {field.name: lift(field.default) for field in fields}
        values = [given[name] if name in given else defaults.get(name) for name in names]
        missing = [name for name, value in zip(names, values, strict=True) if value is None]
        if missing:
            raise Unsupported(f"{owner.__name__} without {missing[0]}")
        return tuple_of([self.stored(value) for value in values], owner)

    def replaced_fields(self, value: Value, kwargs: dict[str, Value]) -> Value:
        """`value._replace(…)`."""
        value = self.opened_if_state(value)
        names = field_names(value.kind.owner)
        if unknown := set(kwargs) - set(names):
            raise Unsupported(f"{value.kind.owner.__name__} has no field {min(unknown)}")
        pairs = zip(names, value.code, strict=True)
        return tuple_of([self.stored(kwargs.get(name, item)) for name, item in pairs], value.kind.owner)

    def replaced_item(self, args: list[Value], node: Any) -> Value:
        """`replaced(items, index, item)`: a copy with another item."""
        box = self.present(self.opened_if_state(args[0]))
        if isinstance(box.kind, Tuple) and self.as_int(args[1]).kind.is_known:
            parts, at = list(box.code), self.as_int(args[1]).kind.low
            self.item_of(parts, at)
            parts[at] = args[2]
            return tuple_of(parts)
        box = self.as_container(self.data(box))
        made: Value = self.copied(box, "tuple", self.cell((self.sub_path(node), "replaced")))
        self.set_item(made, self.checked_index(made, args[1]), args[2])
        return made

    # Containers ----------------------------------------------------------------------------------

    def collected(self, value: Value, form: str) -> Value:
        """A new container with the items of anything that can be looped over."""
        key = self.frame.path, self.code.line, form, "collected", self.unrolled, id(value.kind)
        made: Value = self.new_container(form, self.cell(self.stable_key(key, value)), 0)
        self.iterate(value, lambda item: self.add(made, item), form in SETS)
        return made

    def stable_key(self, key: Any, value: Value) -> Any:
        """A name for a cell that is the same whenever the code is written again."""
        count = self.collections.get(key[:5], 0)
        self.collections[key[:5]] = count + 1
        return (*key[:5], count)

    def as_container(self, value: Value, free: bool = False) -> Value:
        """A sequence as a container in memory."""
        value = self.data(self.letters(self.present(value)))
        if isinstance(value.kind, State):
            value = self.opened(value)
        iterated = isinstance(value.kind, Static) and isinstance(value.kind.value, Iteration)
        if iterated or is_range(value):
            return self.collected(value, "list")
        if isinstance(value.kind, Tuple):
            return self.coerce(value, self.container_kind(value.kind))  # type: ignore[no-any-return]
        if not isinstance(value.kind, Container):
            raise Unsupported(f"{self.described(value.kind)} where a sequence is needed")
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
        if isinstance(value.kind, Static) and isinstance(value.kind.value, TABLES):
            value = self.data(value)
        if isinstance(value.kind, Container):
            source = value.kind.form
            self.refuse_order_of(value, free)
            if source != "dict" and (form not in SETS or source in SETS):
                return self.copied(value, form, cell)  # type: ignore[no-any-return]
        room = len(value.code) if isinstance(value.kind, Tuple) and not is_range(value) else 0
        made: Value = self.new_container(form, cell, room)
        self.iterate(value, lambda item: self.add(made, item), free)
        return made

    # Builtins ------------------------------------------------------------------------------------

    def call_len(self, args: Any, kwargs: Any, node: Any) -> Value:
        value = self.opened_if_state(self.present(args[0]))
        if isinstance(value.kind, Static) and not isinstance(value.kind.value, Iteration):
            return known_int(len(value.kind.value))
        if is_range(value):
            return self.length_of_range(value)  # type: ignore[no-any-return]
        if hasattr(value.kind, "dimensions"):
            return Value(Int(0, 1 << 62), value.code[1][0])
        if isinstance(value.kind, Tuple):
            return known_int(len(value.code))
        if not isinstance(value.kind, Container):
            raise Unsupported(f"len of {self.described(value.kind)}")
        return self.length(value)  # type: ignore[no-any-return]

    def call_range(self, args: Any, kwargs: Any, node: Any) -> Value:
        ends = [self.as_int(value) for value in args]
        first, last = (known_int(0), ends[0]) if len(ends) == 1 else ends[:2]
        return range_of(first, last, ends[2] if len(ends) > 2 else known_int(1))

    def call_enumerate(self, args: Any, kwargs: Any, node: Any) -> Value:
        values, start = args[0], args[1] if len(args) > 1 else kwargs.get("start", known_int(0))
        first, most = self.as_int(start), self.most_items(values)

        def write(body: Any) -> None:
            counter = self.code.alloca("i64")
            self.code.write(f"store i64 {self.index_word(first)}, ptr {counter}")

            def each(item: Value) -> None:
                index = self.code.operation(f"load i64, ptr {counter}")
                after = self.code.operation(f"add nsw i64 {index}, 1")
                self.code.write(f"store i64 {after}, ptr {counter}")
                kind = Int(first.kind.low, max(first.kind.high + most - 1, first.kind.low + 1))
                body(tuple_of([Value(kind, index), item]))

            self.iterate(values, each)

        return static(Iteration(write, most))

    def most_items(self, value: Value) -> int:
        """How many items there are at most."""
        kind = value.kind
        if isinstance(kind, Static):
            if isinstance(kind.value, Iteration):
                return kind.value.most
            return len(kind.value) if hasattr(kind.value, "__len__") else LENGTH.high
        if isinstance(kind, Tuple):
            return int(self.length_of_range(value).kind.high) if kind.owner is range else len(value.code)
        if isinstance(kind, Container) and kind.length is not None:
            return kind.length
        return LENGTH.high

    def call_zip(self, args: Any, kwargs: Any, node: Any) -> Value:
        if "strict" in kwargs and not is_known(kwargs["strict"]):
            raise Unsupported("zip whose strict is not known")
        strict = "strict" in kwargs and python_value(kwargs["strict"])
        if any(isinstance(value.kind, Static) and isinstance(value.kind.value, Spread) for value in args):
            return self.transposed(args[0].kind.value.value, node)
        lazy = next((i for i, value in enumerate(args) if is_lazy(value)), None)
        if lazy is not None and not strict:
            return self.zipped_lazily(args, lazy)
        boxes = [self.indexable(value) for value in args]
        lengths = [self.length_of(box) for box in boxes]
        if strict:
            for length in lengths[1:]:
                self.code.fail_if(self.order("ne", lengths[0], length), VALUE)
        least = functools.reduce(lambda a, b: self.lesser(a, b, "lt"), lengths)

        def write(body: Any) -> None:
            self.each_index(least, lambda i: body(tuple_of([self.indexed(box, i) for box in boxes])))

        return static(Iteration(write, least.kind.high))

    def zipped_lazily(self, args: list[Value], lazy: int) -> Value:
        """`zip` of an iterator with others: its items are made one by one, as far as they are asked for."""
        boxes = [None if i == lazy else self.indexable(value) for i, value in enumerate(args)]
        lengths = [None if box is None else self.length_of(box) for box in boxes]
        number = Int(0, LENGTH.high)

        def write(body: Any) -> None:
            code, end = self.code, self.code.label("shortest")
            counter = code.alloca("i64")
            code.write(f"store i64 0, ptr {counter}")

            def stop_at(index: Value, lengths: list[Any]) -> None:
                for length in lengths:
                    if length is not None:
                        code.go_on_if(self.order("lt", index, length), end)

            def each(item: Value) -> None:
                index = Value(number, code.operation(f"load i64, ptr {counter}"))
                stop_at(index, lengths[lazy + 1 :])
                body(tuple_of([item if box is None else self.indexed(box, index) for box in boxes]))
                after = code.operation(f"add i64 {code.operation(f'load i64, ptr {counter}')}, 1")
                code.write(f"store i64 {after}, ptr {counter}")
                stop_at(Value(number, after), lengths[:lazy])

            stop_at(known_int(0), lengths[:lazy])
            if not code.dead:
                self.iterate(args[lazy], each)
            code.begin(end)

        return static(Iteration(write))

    def indexable(self, value: Value) -> Value:
        """Something with a length and items at indices: a range or a container."""
        value = self.letters(self.present(value))
        return value if is_range(value) or is_endless(value) else self.as_container(value)

    def length_of(self, box: Value) -> Value:
        if is_endless(box):
            return known_int(1 << 62)
        return self.length_of_range(box) if is_range(box) else self.length(box)  # type: ignore[no-any-return]

    def indexed(self, box: Value, index: Value) -> Value:
        """An item of what `indexable` returns, at an index in range."""
        if is_endless(box):
            return box.kind.value.at(index)  # type: ignore[no-any-return]
        if is_range(box):
            first, _, step = box.code
            return self.arithmetic("+", first, self.arithmetic("*", index, step))  # type: ignore[no-any-return]
        item: Value = self.item_at(box, self.index_word(index))
        return item.code[0] if box.kind.form == "dict" else item  # type: ignore[no-any-return]

    def transposed(self, rows: Value, node: Any) -> Value:
        """`zip(*rows)`."""
        rows = self.as_container(rows)
        path = self.sub_path(node, "columns")

        def write(body: Any) -> None:
            if rows.kind.item is None:
                return
            end = self.code.label("norows")
            self.code.go_on_if(self.order("gt", self.length(rows), known_int(0)), end)
            least = self.keep(self.length_of(self.as_container(self.item_at(rows, "0"))))

            def shorter(row: Value) -> None:
                self.assign((path, "least"), self.lesser(self.read((path, "least")), self.length_of(self.as_container(row)), "lt"))

            self.assign((path, "least"), least())
            self.each_item(rows, shorter)

            def each(index: Value) -> None:
                made = self.new_container("tuple", self.cell((path, "column")), 0)
                self.each_item(rows, lambda row: self.append(made, self.indexed(self.as_container(row), index)))
                body(made)

            self.each_index(self.read((path, "least")), each)
            self.code.begin(end)

        return static(Iteration(write))

    def call_map(self, args: Any, kwargs: Any, node: Any) -> Value:
        function, *boxes = args
        if len(boxes) > 1:
            zipped = self.call_zip(boxes, {}, node)
            return self.mapped(zipped, lambda item: self.call(function, list(item.code), {}, node))
        is_pure = self.is_pure_function(function)
        return self.mapped(boxes[0], lambda item: self.call(function, [item], {}, node), is_pure)

    def mapped(self, box: Value, change: Any, is_pure: bool = True) -> Value:
        return static(Iteration(
            lambda body, free: self.iterate(box, lambda item: body(change(item)), free and is_pure),
            self.most_items(box), passes_order=True))

    def call_filter(self, args: Any, kwargs: Any, node: Any) -> Value:
        function, box = args

        def write(body: Any, free: bool) -> None:
            def each(item: Value) -> None:
                item = self.stored(item)
                no = self.code.label("no")
                wanted = item if function.kind == NONE else self.call(function, [item], {}, node)
                self.code.go_on_if(self.truth(wanted), no)
                if not self.code.dead:
                    body(item)
                self.code.begin(no)

            self.iterate(box, each, free and self.is_pure_function(function))

        return static(Iteration(write, self.most_items(box), passes_order=True))

    def call_reversed(self, args: Any, kwargs: Any, node: Any) -> Value:
        value = self.opened_if_state(self.present(args[0]))
        if is_range(value):
            first, last, step = value.code
            if not step.kind.is_known or step.kind.low == 0:
                raise Unsupported("reversed of a range whose step is not known")
            count = self.length_of_range(value)
            end = self.arithmetic("+", first, self.arithmetic("*", self.arithmetic("-", count, known_int(1)), step))
            before = self.arithmetic("-", first, step)
            return range_of(end, before, known_int(-step.kind.low))
        value = self.letters(value)
        if is_known(value) and isinstance(value.kind, Static) and isinstance(value.kind.value, (tuple, list)):
            return lift(tuple(reversed(value.kind.value)))
        if isinstance(value.kind, Tuple):
            return tuple_of(list(reversed(value.code)))
        box = self.as_container(value)

        def write(body: Any) -> None:
            last = self.arithmetic("-", self.length(box), known_int(1))
            backwards = range_of(last, known_int(-1), known_int(-1))
            self.iterate_range(backwards, lambda index: body(self.indexed(box, self.not_negative(index))))

        return static(Iteration(write, self.most_items(box)))

    def call_iter(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 1:
            raise Unsupported("iter with a sentinel")
        return args[0] if isinstance(args[0].kind, Static) else self.mapped(args[0], lambda item: item)

    def call_next(self, args: Any, kwargs: Any, node: Any) -> Value:
        values = args[0]
        if not (isinstance(values.kind, Static) and isinstance(values.kind.value, Iteration)):
            raise Unsupported("next of what is no iterator")
        if isinstance(node.args[0], ast.Name):
            raise Unsupported("next of an iterator that is kept: loop over it")
        key, end = (self.sub_path(node), "next"), self.code.label("end")

        def first(item: Value) -> None:
            self.assign(key, self.stored(item))
            self.code.jump(end)

        self.iterate(values, first)
        if len(args) > 1:
            self.assign(key, self.stored(args[1]))
        else:
            self.code.fail(NO_ITEM)
        self.code.begin(end)
        return self.read(key)  # type: ignore[no-any-return]

    def search_truth(self, values: Iteration | Value, wanted: bool) -> Value:
        """Whether some item is true (any), or some false (not all)."""
        code = self.code
        place, end = code.alloca("i8"), code.label("end")
        code.write(f"store i8 {int(wanted)}, ptr {place}")

        def each(item: Value) -> None:
            again = code.label("again")
            code.branch(self.truth(item), *((end, again) if wanted else (again, end)))
            code.begin_only(again)

        self.iterate(static(values) if isinstance(values, Iteration) else values, each, True)
        code.write(f"store i8 {int(not wanted)}, ptr {place}")
        code.begin(end)
        return self.load(place, BOOL)  # type: ignore[no-any-return]

    def any_of(self, values: Iteration | Value) -> Value:
        """`any(values)`."""
        return self.search_truth(values, True)

    def all_of(self, values: Iteration | Value) -> Value:
        """`all(values)`."""
        return self.search_truth(values, False)

    def call_any(self, args: Any, kwargs: Any, node: Any) -> Value:
        return self.any_of(args[0])

    def call_all(self, args: Any, kwargs: Any, node: Any) -> Value:
        return self.all_of(args[0])

    def call_sum(self, args: Any, kwargs: Any, node: Any) -> Value:
        key = self.sub_path(node), "sum"
        start = args[1] if len(args) > 1 else kwargs.get("start", known_int(0))
        values = args[0]
        if isinstance(values.kind, Tuple) and not is_range(values):
            return functools.reduce(lambda a, b: self.binary("+", a, b, node), values.code, start)
        self.assign(key, start)
        before = self.unordered

        def each(item: Value) -> None:
            if item.kind == FLOAT and self.unordered > before:
                raise Unsupported("the sum of a set of floats, in an order of Python's own")
            step = self.stepped(key, "+", self.as_int(item) if item.kind == BOOL else item)
            value = step or self.binary("+", self.read(key), item, node)
            self.assign(key, value, is_step=step is not None)

        self.iterate(values, each, True)
        return self.read(key)  # type: ignore[no-any-return]

    def call_min(self, args: Any, kwargs: Any, node: Any) -> Value:
        return self.extreme(args, kwargs, node, "lt")

    def call_max(self, args: Any, kwargs: Any, node: Any) -> Value:
        return self.extreme(args, kwargs, node, "gt")

    def extreme(self, args: Any, kwargs: Any, node: Any, name: str) -> Value:
        """The least (lt) or greatest (gt) item, the first of equal ones."""
        has_key = "key" in kwargs and kwargs["key"].kind != NONE
        if len(args) > 1:
            present = [self.present(value) for value in args]
            if not has_key and all(isinstance(value.kind, Int) for value in present):
                return functools.reduce(lambda a, b: self.lesser(a, b, name), present)
            args = [tuple_of([self.stored(value) for value in args])]
        code, key, sign = self.code, (self.sub_path(node), name), "<" if name == "lt" else ">"
        rank, seen = (*key, "rank"), code.alloca("i8")
        code.write(f"store i8 0, ptr {seen}")

        def each(item: Value) -> None:
            item = self.stored(item)
            worth = self.stored(self.call(kwargs["key"], [item], {}, node)) if has_key else item
            new, compare, no = code.label("new"), code.label("compare"), code.label("no")
            code.branch(self.load(seen, BOOL).code, compare, new)
            code.begin_only(compare)
            if self.is_set(rank):
                code.go_on_if(self.compare(sign, worth, self.read(rank)).code, no)
            code.jump(new)
            code.begin_only(new)
            self.assign(key, item)
            self.assign(rank, worth)
            code.write(f"store i8 1, ptr {seen}")
            code.begin(no)

        if isinstance(args[0].kind, Tuple) and not is_range(args[0]):
            self.iterate_items(args[0], each)
        else:
            self.iterate(args[0], each, not has_key)
        full, empty = code.label("full"), code.label("empty")
        code.branch(self.load(seen, BOOL).code, full, empty)
        code.begin_only(empty)
        if "default" in kwargs:
            self.assign(key, self.stored(kwargs["default"]))
            code.jump(full)
        else:
            code.fail(VALUE)
        code.begin_only(full)
        return self.read(key)  # type: ignore[no-any-return]

    def call_sorted(self, args: Any, kwargs: Any, node: Any) -> Value:
        if is_known(args[0]) and not kwargs:
            return self.copied(self.data(static(tuple(sorted(python_value(args[0]))))), "list",
                               self.cell((self.sub_path(node), "sorted")))  # type: ignore[no-any-return]
        made = self.container_from("list", args, node, "key" not in kwargs)
        return self.sorted_copy(made, kwargs, node)

    def sorted_copy(self, box: Value, kwargs: dict[str, Value], node: Any) -> Value:
        """A new list with the items of a list in their order."""
        ranks, path = box, self.sub_path(node, "order")
        if box.kind.item is None:
            return box
        if "key" in kwargs and kwargs["key"].kind != NONE:
            ranks = self.new_container("list", self.cell((path, "ranks")), 0)
            self.each_item(box, lambda item: self.append(ranks, self.stored(self.call(kwargs["key"], [item], {}, node))))
        down = kwargs.get("reverse", known_bool(False))
        if not is_known(down):
            raise Unsupported("reverse= that is not known")
        places = self.call_source(source_of(library.sorted_places), [ranks, known_bool(python_value(down))], {}, node)
        made: Value = self.new_container("list", self.cell((path, "items")), 0)
        self.each_item(places, lambda place: self.append(made, self.item_at(box, self.word(place))))
        return made

    def call_bin(self, args: Any, kwargs: Any, node: Any) -> Value:
        if is_known(args[0]):
            return self.computed(bin, python_value(args[0]))
        return static(Binary(self.as_int(args[0])))

    def call_abs(self, args: Any, kwargs: Any, node: Any) -> Value:
        return self.magnitude(args[0])  # type: ignore[no-any-return]

    def call_pow(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 2:
            return self.call_source(source_of(library.power_modulo), args, kwargs, node)  # type: ignore[no-any-return]
        return self.arithmetic("**", args[0], args[1])  # type: ignore[no-any-return]

    def call_divmod(self, args: Any, kwargs: Any, node: Any) -> Value:
        return tuple_of([self.arithmetic("//", *args), self.arithmetic("%", *args)])

    def call_int(self, args: Any, kwargs: Any, node: Any) -> Value:
        if not args:
            return known_int(0)
        value = self.present(args[0])
        if is_known(value):
            return self.computed(int, *map(python_value, args))
        if value.kind == FLOAT:
            return self.int_of_float(value)  # type: ignore[no-any-return]
        if value.kind == SYMBOL:
            raise Unsupported("int of a text that is not known: keep numbers in the state")
        value = self.as_int(value)
        return Value(Int(value.kind.low, value.kind.high), value.code)

    def call_round(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 1:
            raise Unsupported("round with digits")
        value = self.present(args[0])
        return self.int_of_float(value, "roundeven") if value.kind == FLOAT else self.as_int(value)

    def call_bool(self, args: Any, kwargs: Any, node: Any) -> Value:
        return Value(BOOL, self.truth(args[0])) if args else known_bool(False)

    def call_float(self, args: Any, kwargs: Any, node: Any) -> Value:
        if args and is_known(args[0]):
            return self.computed(float, python_value(args[0]))
        return self.as_float(args[0]) if args else lift(0.0)

    def call_str(self, args: Any, kwargs: Any, node: Any) -> Value:
        if args and is_known(args[0]):
            return static(str(python_value(args[0])))
        if args and args[0].kind == SYMBOL:
            return args[0]  # type: ignore[no-any-return]
        raise Unsupported("a text made while playing: use numbers")

    def call_dict(self, args: Any, kwargs: Any, node: Any) -> Value:
        made: Value = self.new_container("dict", self.cell((self.sub_path(node), "dict")), 0)
        if args:
            self.method(made, "update", args, {}, node)
        for name, value in kwargs.items():
            self.set_key(made, static(name), self.stored(value))
        return made

    def call_isinstance(self, args: Any, kwargs: Any, node: Any) -> Value:
        owners = python_value(args[1]) if is_known(args[1]) else args[1].kind.value if isinstance(
            args[1].kind, Static) else tuple(item.kind.value for item in args[1].code)
        kind = args[0].kind
        if isinstance(kind, Maybe):
            inner = self.call_isinstance([kind_value(kind.of), args[1]], {}, node)
            flag = args[0].code[0] if inner.code == "true" else "false"
            return Value(BOOL, flag)
        owner = class_of(kind)
        if owner is None:
            raise Unsupported(f"isinstance of {self.described(kind)}")
        return known_bool(issubclass(owner, owners))

    def counting(self, owner: Any, args: list[Value], node: Any) -> Value:
        """A defaultdict or Counter: a dict that has a value for each key."""
        factory = owner if owner is collections.Counter else args[0].kind.value if args else None
        if factory is not None and not isinstance(factory, (type, Source)):
            raise Unsupported("a defaultdict whose values are made by this: write a function or class")
        made: Value = self.new_container("dict", self.cell((self.sub_path(node), "dict")), 0)
        box = Value(replace(made.kind, factory=factory), made.code)
        if owner is collections.Counter and args:
            self.method(box, "update", args, {}, node)
        elif len(args) > 1:
            raise Unsupported("a defaultdict with items: add them one by one")
        return box

    def call_hash(self, args: Any, kwargs: Any, node: Any) -> Value:
        raise Unsupported("hash: use zermelo.hashed")

    # Functions of the standard library and of the kit ---------------------------------------------

    def call_reduce(self, args: Any, kwargs: Any, node: Any) -> Value:
        key, function = (self.sub_path(node), "reduce"), args[0]
        seen = ""
        if len(args) > 2:
            self.assign(key, self.stored(args[2]))
        else:
            seen = self.code.alloca("i8")
            self.code.write(f"store i8 0, ptr {seen}")

        def each(item: Value) -> None:
            item = self.stored(item)
            if seen:
                first, more, done = self.code.label("first"), self.code.label("more"), self.code.label("done")
                self.code.branch(self.load(seen, BOOL).code, more, first)
                self.code.begin_only(first)
                self.assign(key, item)
                self.code.write(f"store i8 1, ptr {seen}")
                self.code.jump(done)
                self.code.begin_only(more)
            if self.is_set(key):
                self.assign(key, self.stored(self.call(function, [self.read(key), item], {}, node)))
            if seen:
                self.code.begin(done)

        self.iterate(args[1], each)
        if seen:
            self.code.fail_if(self.negated(self.load(seen, BOOL).code), TYPE)
        return self.read(key)  # type: ignore[no-any-return]

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
            return self.call_source(source_of(library.combinations), [box, count], {}, node)  # type: ignore[no-any-return]

        def write(body: Any) -> None:
            def level(done: list[Value]) -> None:
                if len(done) == count.kind.low:
                    body(tuple_of([self.indexed(box, index) for index in done]))
                    return
                first = self.arithmetic("+", done[-1], known_int(1)) if done else known_int(0)
                self.iterate_range(range_of(first, self.length(box), known_int(1)), lambda i: level([*done, i]))

            level([])

        return static(Iteration(write))

    def call_permutations(self, args: Any, kwargs: Any, node: Any) -> Value:
        if all(map(is_known, args)):
            return lift(tuple(itertools.permutations(*map(python_value, args))))
        box = self.as_container(args[0])
        count = self.as_int(args[1]) if len(args) > 1 else self.length(box)
        return self.call_source(source_of(library.permutations), [box, count], {}, node)  # type: ignore[no-any-return]

    def call_pairwise(self, args: Any, kwargs: Any, node: Any) -> Value:
        box = self.indexable(args[0])

        def write(body: Any) -> None:
            count = self.arithmetic("-", self.length_of(box), known_int(1))

            def each(index: Value) -> None:
                after = self.arithmetic("+", index, known_int(1))
                body(tuple_of([self.indexed(box, index), self.indexed(box, after)]))

            self.each_index(count, each)

        return static(Iteration(write))

    def call_chain(self, args: Any, kwargs: Any, node: Any) -> Value:
        def write(body: Any, free: bool) -> None:
            for number, value in enumerate(args):
                outer, self.unrolled = self.unrolled, (*self.unrolled, "chain", number)
                self.iterate(value, body, free)
                self.unrolled = outer

        return static(Iteration(write, passes_order=True))

    def call_flatten(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`chain.from_iterable(…)`."""
        return static(Iteration(
            lambda body, free: self.iterate(args[0], lambda inner: self.iterate(inner, body, free), free),
            passes_order=True))

    def call_repeat(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) < 2:
            return self.endless(lambda number: args[0])
        count = range_of(known_int(0), self.as_int(args[1]), known_int(1))
        return static(Iteration(lambda body: self.iterate_range(count, lambda _: body(args[0]))))

    def call_starmap(self, args: Any, kwargs: Any, node: Any) -> Value:
        is_pure = self.is_pure_function(args[0])
        return self.mapped(
            args[1], lambda item: self.call(args[0], list(self.as_items(item).code), {}, node), is_pure)

    def call_accumulate(self, args: Any, kwargs: Any, node: Any) -> Value:
        key = self.sub_path(node), "sum"
        function = args[1] if len(args) > 1 else kwargs.get("func", static(operator.add))
        items, initial = args[0], kwargs.get("initial", static(None))
        if initial.kind != NONE:
            items = self.call_chain([tuple_of([initial]), items], {}, node)

        def write(body: Any) -> None:
            seen = self.code.alloca("i8")
            self.code.write(f"store i8 0, ptr {seen}")

            def each(item: Value) -> None:
                item = self.stored(item)
                first, more, done = self.code.label("first"), self.code.label("more"), self.code.label("done")
                self.code.branch(self.load(seen, BOOL).code, more, first)
                self.code.begin_only(more)
                if self.is_set(key):
                    self.assign(key, self.call(function, [self.read(key), item], {}, node))
                    self.code.jump(done)
                self.code.begin_only(first)
                self.assign(key, item)
                self.code.write(f"store i8 1, ptr {seen}")
                self.code.begin(done)
                body(self.read(key))

            self.iterate(items, each)

        return static(Iteration(write))

    def call_count(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`itertools.count(…)`, which a break has to end."""
        first = self.as_int(args[0]) if args else known_int(0)
        step = self.as_int(args[1]) if len(args) > 1 else known_int(1)
        if not step.kind.is_known or step.kind.low == 0:
            raise Unsupported("count whose step is not known")
        return self.endless(lambda n: self.arithmetic("+", first, self.arithmetic("*", n, step)))

    def call_groupby(self, args: Any, kwargs: Any, node: Any) -> Value:
        groups = self.call_source(source_of(library.groupby), args, kwargs, node)

        def write(body: Any) -> None:
            def each(group: Value) -> None:
                rank, items = self.as_items(group).code
                passing = Iteration(lambda inner: self.iterate(items, inner), passes=True)
                body(tuple_of([rank, static(passing)]))

            self.iterate(groups, each)

        return static(Iteration(write))

    def call_cycle(self, args: Any, kwargs: Any, node: Any) -> Value:
        box = self.as_container(args[0])
        return self.endless(lambda n: self.item_at(box, self.index_word(self.arithmetic("%", n, self.length(box)))))

    def endless(self, at: Any) -> Value:
        """An iterator that a break has to end."""
        every = range_of(known_int(0), known_int(1 << 40), known_int(1))

        def write(body: Any) -> None:
            self.iterate_range(every, lambda number: body(at(number)))
            self.code.fail(UNEQUAL)

        return static(Iteration(write, at=at))

    def call_cells(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`cells(board)`: the numbers of the bits that are set."""
        board = self.as_int(args[0])
        if board.kind.low < 0:
            self.code.fail_if(self.order("lt", board, known_int(0)), SHIFT)
            board = self.not_negative(board)
        if board.kind.high == 0:
            return static(())
        width, most = word_of(board.kind)[0], board.kind.high.bit_length()

        def write(body: Any) -> None:
            code = self.code
            if width == 64:
                self.each_bit(self.word(board), lambda bit: body(self.int_of(bit, 64, 0, most - 1)))
                return
            words = code.alloca(f"[{width // 64} x i64]")
            code.write(f"store i{width} {self.word(board, width)}, ptr {words}, align 8")

            def each(index: Value) -> None:
                at = self.keep(index)
                word = code.operation(f"load i64, ptr {code.operation(f'getelementptr i64, ptr {words}, i64 {self.word(index)}')}")

                def give(bit: str) -> None:
                    first = code.operation(f"shl i64 {self.word(at())}, 6")
                    body(self.int_of(code.operation(f"or i64 {first}, {bit}"), 64, 0, most - 1))

                self.each_bit(word, give)

            self.each_index(known_int(-(-most // 64)), each)

        return static(Iteration(write, most))

    def each_bit(self, word: str, body: Callable[[str], Any]) -> None:
        """Loop over the bits of a word that are set, from the lowest; `body(number)` is written."""
        code = self.code
        place, head, go, end = code.alloca("i64"), code.label("cells"), code.label("cell"), code.label("end")
        code.write(f"store i64 {word}, ptr {place}")
        code.begin(head)
        rest = code.operation(f"load i64, ptr {place}")
        code.branch(code.operation(f"icmp ne i64 {rest}, 0"), go, end)
        code.begin_only(go)
        called = self.declared("i64 @llvm.cttz.i64", "i64, i1")
        number = code.operation(f"call {called}(i64 {rest}, i1 true)")
        less = code.operation(f"and i64 {rest}, {code.operation(f'sub i64 {rest}, 1')}")
        code.write(f"store i64 {less}, ptr {place}")
        self.guarded(lambda: body(number))
        code.jump(head)
        code.begin_only(end)

    def call_hashed(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`hashed(items)`, without a call for each tuple in it."""
        return self.hash63(self.data(self.opened_if_state(args[0])), node)

    def hash63(self, value: Value, node: Any) -> Value:
        mixed = static(bits.mixed)
        if isinstance(value.kind, Tuple):
            number = known_int(0)
            for item in reversed(value.code):
                number = self.hash_chained(self.hash63(self.data(item), node), number, node)
            return number
        if isinstance(value.kind, Container):
            key = self.sub_path(node, "hashed"), id(value.kind.cell)
            slot = self.frame.path, "hash63", len(self.unrolled), node.lineno, repr(value.kind.form), self.nesting
            self.assign(slot, known_int(0))
            self.assign(slot, Value(Int(0, (1 << 63) - 1), "0"))
            self.nesting += 1
            backwards = self.call_reversed([value], {}, node)
            self.iterate(backwards, lambda item: self.assign(slot, self.hash_chained(
                self.hash63(self.data(item), node), self.read(slot), node)))
            self.nesting -= 1
            _ = key
            return self.read(slot)  # type: ignore[no-any-return]
        value = self.as_int(value)
        if width_of(value.kind.low, value.kind.high) == 64 and value.kind.high < 1 << 63 and value.kind.low >= -(1 << 63):
            return self.call(mixed, [self.low_bits(value)], {}, node)
        return self.call_source(source_of(bits.hashed_int), [value], {}, node)  # type: ignore[no-any-return]

    def low_bits(self, value: Value) -> Value:
        """The lowest 63 bits of an int."""
        return self.arithmetic("&", value, known_int((1 << 63) - 1))  # type: ignore[no-any-return]

    def hash_chained(self, first: Value, rest: Value, node: Any) -> Value:
        after = self.call(static(bits.product), [rest, known_int(bits.REST)], {}, node)
        return self.call(static(bits.mixed), [self.arithmetic("^", first, after)], {}, node)

    def call_sqrt(self, args: Any, kwargs: Any, node: Any) -> Value:
        value = self.as_float(args[0])
        self.code.fail_if(self.code.operation(f"fcmp olt double {value.code}, 0.0"), VALUE)
        return Value(FLOAT, self.intrinsic("sqrt", value.code))

    def call_log(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 1:
            return self.arithmetic("/", self.call_log(args[:1], {}, node), self.call_log(args[1:], {}, node))  # type: ignore[no-any-return]
        return self.of_float("log", self.as_float(args[0]))

    def call_copy(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`copy.copy` and, of what holds no further containers, `copy.deepcopy`."""
        value = self.present(args[0])
        if not isinstance(value.kind, Container):
            return value  # type: ignore[no-any-return]
        return self.method(value, "copy", [], {}, node)  # type: ignore[no-any-return]

    def call_deepcopy(self, args: Any, kwargs: Any, node: Any) -> Value:
        value = self.present(args[0])
        if isinstance(value.kind, Container) and isinstance(value.kind.item, Container):
            made: Value = self.new_container(value.kind.form, self.cell((self.sub_path(node), "deep")), 0)
            self.each_item(value, lambda item: self.append(made, self.call_deepcopy([item], {}, node)))
            return made
        return self.call_copy(args, kwargs, node)

    # What kernels ask -----------------------------------------------------------------------------

    def call_array_at(self, args: Any, kwargs: Any, node: Any) -> Value:
        """The words at an address, of which nobody says how many there are."""
        pointer = self.code.operation(f"inttoptr i64 {self.word(self.as_int(args[0]))} to ptr")
        return Value(Array("i8", 1), (pointer, [str(1 << 62)]))

    def call_prefetch(self, args: Any, kwargs: Any, node: Any) -> Value:
        place, index = (self.word(self.as_int(value)) for value in args)
        pointer = self.code.operation(f"inttoptr i64 {place} to ptr")
        at = self.code.operation(f"getelementptr i64, ptr {pointer}, i64 {index}")
        called = self.declared("void @llvm.prefetch.p0", "ptr, i32, i32, i32")
        self.code.write(f"call {called}(ptr {at}, i32 0, i32 3, i32 1)")
        return static(None)

    def call_may_go_on(self, args: Any, kwargs: Any, node: Any) -> Value:
        """Only in a browser there is somebody to ask: elsewhere threads watch searches."""
        if not self.asks_host:
            return known_bool(False)
        answer = self.code.operation(f"call i64 {GO_ON}()")
        return Value(BOOL, self.code.operation(f"icmp ne i64 {answer}, 0"))

    def call_ask(self, args: Any, kwargs: Any, node: Any) -> Value:
        """Ask a function of Python's by its address."""
        place, number = (self.word(self.as_int(value)) for value in args)
        pointer = self.code.operation(f"inttoptr i64 {place} to ptr")
        return Value(WORD, self.code.operation(f"call i64 {pointer}(i64 {number})"))

    def call_empty_table(self, args: Any, kwargs: Any, node: Any) -> Value:
        """An empty dict; the kinds of what it holds come as it is filled."""
        return self.new_container("dict", self.cell((self.sub_path(node), "table")), 0)  # type: ignore[no-any-return]

    special_calls: Final[dict[Any, Any]] = {
        functools.reduce: call_reduce,
        itertools.product: call_product,
        itertools.combinations: call_combinations,
        itertools.permutations: call_permutations,
        itertools.pairwise: call_pairwise,
        itertools.chain: call_chain,
        itertools.chain.from_iterable: call_flatten,
        itertools.repeat: call_repeat,
        itertools.starmap: call_starmap,
        itertools.accumulate: call_accumulate,
        itertools.count: call_count,
        itertools.groupby: call_groupby,
        itertools.cycle: call_cycle,
        bits.cells: call_cells,
        bits.hashed: call_hashed,
        bits.replaced: lambda self, args, kwargs, node: self.replaced_item(args, node),
        dataclasses.replace: lambda self, args, kwargs, node: self.replaced_fields(args[0], kwargs),
        copy.replace if hasattr(copy, "replace") else dataclasses.replace:
            lambda self, args, kwargs, node: self.replaced_fields(args[0], kwargs),
        copy.copy: call_copy,
        copy.deepcopy: call_deepcopy,
        math.sqrt: call_sqrt,
        math.log: call_log,
        array_at: call_array_at,
        prefetch: call_prefetch,
        ask: call_ask,
        may_go_on: call_may_go_on,
        empty_table: call_empty_table,
    }  # fmt: skip


def is_lazy(value: Value) -> bool:
    """Whether it is an iterator whose items are made one by one."""
    known = value.kind.value if isinstance(value.kind, Static) else None
    return isinstance(known, Iteration) and known.at is None


def is_endless(value: Value) -> bool:
    """Whether it is an iterator without an end."""
    known = value.kind.value if isinstance(value.kind, Static) else None
    return isinstance(known, Iteration) and known.at is not None


class Partial:
    """A function with some of its arguments, as `functools.partial` makes it while playing."""

    def __init__(self, function: Value, args: list[Value], kwargs: dict[str, Value]) -> None:
        self.function, self.args, self.kwargs = function, args, kwargs


def is_hashable(value: Any) -> bool:
    """Whether it can be a key."""
    return getattr(type(value), "__hash__", None) is not None


def kind_value(kind: Any) -> Value:
    """Some value of a kind, of which only the kind matters."""
    return Value(kind, "undef")


def class_of(kind: Any) -> type | None:
    """The class of values of a kind; None where it is not known."""
    if isinstance(kind, Int):
        return kind.owner or int
    if kind == BOOL:
        return bool
    if kind == FLOAT:
        return float
    if isinstance(kind, Tuple):
        return kind.owner or tuple
    if isinstance(kind, Container):
        return {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset, "dict": dict}[kind.form]
    if isinstance(kind, Static):
        return type(kind.value)
    if isinstance(kind, State):
        return getattr(kind.layout, "owner", None)
    return None


