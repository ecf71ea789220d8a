"""Truth, equality, order and membership."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import is_dataclass
from typing import Any, Final

from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library, mathematics
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import NAMES, PYTHON

SETS: Final = ("set", "frozenset")


class Comparing(Part):
    """Comparisons and other conditions."""

    def truth(self, value: Value) -> str:
        """The truth of a value, as a flag."""
        kind = value.kind
        if kind == BOOL:
            return value.code
        for name in ("__bool__", "__len__"):
            if own_method(kind, name):
                return self.truth(self.special(value, name, [], self.here))
        if isinstance(kind, Static):
            if isinstance(kind.value, Iteration):
                return "true"
            return "true" if kind.value else "false"
        if isinstance(kind, Int):
            return self.order("ne", value, known_int(0))
        if kind in (FLOAT, NUMBER):
            return self.emit(f"fcmp une double {self.as_float(value).code}, 0.0")
        if isinstance(kind, Container):
            return self.order("ne", self.length(value), known_int(0))
        if isinstance(kind, Tuple):
            if kind.owner is range:
                return self.truth(self.length_of_range(value))
            return "true" if value.code else "false"
        if isinstance(kind, State):
            return "true"
        if isinstance(kind, Maybe):
            flag, inner = value.code
            if inner is None:
                return str(flag)
            return self.emit(f"and i1 {flag}, {self.truth(inner)}")
        if kind == SYMBOL:
            return self.negate(self.equal(value, static("")))
        raise Unsupported(f"{self.describe(kind)} as a condition")

    def compare(self, sign: str, a: Value, b: Value) -> Value:
        """`a sign b`, where `sign` is any comparison of Python."""
        if sign in ("not in", "is not"):
            opposite = self.compare({"not in": "in", "is not": "is"}[sign], a, b)
            return Value(BOOL, self.negate(opposite.code))
        if sign == "in":
            return self.contains(b, a)
        kinds = a.kind, b.kind
        if NONE in kinds and sign not in ("is", "==", "!="):
            raise Unsupported(f"{sign} with None")
        simple = (isinstance(x, (Int, Static, Maybe)) or x in (BOOL, SYMBOL) for x in kinds)
        if sign == "is" and NONE not in kinds and not all(simple):
            raise Unsupported("`is` between these values: write ==")
        if sign in ("is", "==", "!="):
            flag = self.equal(a, b)
            return Value(BOOL, self.negate(flag) if sign == "!=" else flag)
        a, b = self.present(a), self.present(b)
        if is_set(a) or is_set(b):
            return self.compare_sets(sign, a, b)
        return Value(BOOL, self.order_flag(sign, a, b))

    # Equality ------------------------------------------------------------------------------------

    def equal(self, a: Value, b: Value) -> str:
        """The flag of `a == b`."""
        if self.is_number(a) and self.is_number(b):
            return self.order("eq", a, b)
        if is_known(a) and is_known(b):
            return "true" if python_value(a) == python_value(b) else "false"
        if isinstance(a.kind, Static) and a.kind == b.kind:  # the same class or function
            return "true"
        if isinstance(a.kind, Maybe) or isinstance(b.kind, Maybe):
            return self.equal_maybe(a, b)
        if NONE in (a.kind, b.kind):
            return "true" if a.kind == b.kind else "false"
        if isinstance(a.kind, State) and isinstance(b.kind, State):
            return self.equal(self.open_state(a), self.open_state(b))
        for value, other in ((a, b), (b, a)):
            if own_method(value.kind, "__eq__"):
                return self.truth(self.special(value, "__eq__", [other], self.here))
        if is_dataclass(owner_of(a.kind)) or is_dataclass(owner_of(b.kind)):
            if owner_of(a.kind) is not owner_of(b.kind):
                return "false"
        a, b = self.data(self.opened_if_state(a)), self.data(self.opened_if_state(b))
        if SYMBOL in (a.kind, b.kind):
            return self.emit(f"icmp eq i64 {a.code}, {b.code}") if a.kind == b.kind else "false"
        boxes = (Tuple, Container)
        if all(isinstance(x.kind, Tuple) and not is_range(x) for x in (a, b)):
            if len(a.code) != len(b.code):
                return "false"
            flags = [self.equal(x, y) for x, y in zip(a.code, b.code, strict=True)]
            return functools.reduce(self.both, flags, "true")
        if isinstance(a.kind, boxes) and isinstance(b.kind, boxes):
            return self.equal_boxes(a, b)
        return "false"

    def both(self, a: str, b: str) -> str:
        """The flag of `a and b`, both of which are computed."""
        if "false" in (a, b):
            return "false"
        if a == "true":
            return b
        return a if b == "true" else self.emit(f"and i1 {a}, {b}")

    def opened_if_state(self, value: Value) -> Value:
        """A state as a tuple of its fields; other values unchanged."""
        return self.open_state(value) if isinstance(value.kind, State) else value

    def equal_maybe(self, a: Value, b: Value) -> str:
        """Whether both are None, or neither is None and their values are equal."""
        both = (x if isinstance(x.kind, Maybe) else self.coerce(x, Maybe(x.kind)) for x in (a, b))
        (some_a, x), (some_b, y) = (value.code for value in both)
        neither = self.negate(self.either(some_a, some_b))
        if x is None or y is None:
            return neither
        place = self.code.alloca("i8")
        self.store(place, Value(BOOL, neither), BOOL)
        flag = self.both(some_a, some_b)
        self.write_if(flag, lambda: self.store(place, Value(BOOL, self.equal(x, y)), BOOL))
        return self.load(place, BOOL).code

    def equal_boxes(self, a: Value, b: Value) -> str:
        forms = [form_of(x) for x in (a, b)]
        if any(form in SETS for form in forms):
            if not all(form in SETS for form in forms):
                return "false"
            same = self.order("eq", self.length(a), self.length(b))
            return self.both(same, self.call_library(library.is_subset, a, b).code)
        if forms[0] != forms[1]:
            return "false"  # a list never equals a tuple
        if "dict" in forms:
            if Counter in (a.kind.factory, b.kind.factory):
                raise Unsupported("== between Counters: compare their items")
            return self.call_library(library.equal_dicts, a, b).code
        if is_range(a) or is_range(b):
            raise Unsupported("== between ranges")
        a, b = (b, a) if isinstance(a.kind, Tuple) else (a, b)
        if isinstance(b.kind, Tuple) and a.kind.length is not None:
            items = [self.item_at(a, str(i)) for i in range(a.kind.length)]
            return self.equal(tuple_of(items), b)
        if a.kind.item is None or getattr(b.kind, "item", b) is None:
            return self.order("eq", self.length(a), self.length(b))
        return self.call_library(library.equal_rows, a, b).code

    # Order ---------------------------------------------------------------------------------------

    def order_flag(self, sign: str, a: Value, b: Value) -> str:
        """The flag of `a sign b`, where `sign` is `<`, `<=`, `>` or `>=`."""
        code = self.code
        if self.is_number(a) and self.is_number(b):
            return self.order(NAMES[sign], a, b)
        if is_known(a) and is_known(b):
            return lift(PYTHON[sign](python_value(a), python_value(b))).code
        name = f"__{NAMES[sign]}__"
        if own_method(a.kind, name):
            return self.truth(self.special(a, name, [b], self.here))
        if any(is_dataclass(owner_of(x.kind)) or own_method(x.kind, "__lt__") for x in (a, b)):
            raise Unsupported(f"{sign} with {self.describe(a.kind)}: compare a tuple of its fields")
        a, b = self.data(self.opened_if_state(a)), self.data(self.opened_if_state(b))
        if isinstance(a.kind, Tuple) and isinstance(b.kind, Tuple):
            flag = lift(PYTHON[sign](len(a.code), len(b.code))).code
            for x, y in reversed([*zip(a.code, b.code, strict=False)]):
                same, strict = self.equal(x, y), self.order_flag(sign[0], x, y)
                flag = code.emit(f"select i1 {same}, i1 {flag}, i1 {strict}")
            return flag
        if form_of(a) == form_of(b) and form_of(a) in ("list", "tuple"):
            given = self.as_container(a), self.as_container(b), static(PYTHON[sign])
            return self.call_library(library.is_ordered, *given).code
        raise Unsupported(f"{sign} between {self.describe(a.kind)} and {self.describe(b.kind)}")

    # Membership ----------------------------------------------------------------------------------

    def contains(self, box: Value, item: Value) -> Value:
        box = self.letters(self.present(box))
        if is_known(box) and is_known(item):
            return lift(python_value(item) in python_value(box))
        if is_range(box):
            item = self.present(item)
            if not self.is_number(item):
                return known_bool(False)
            return self.call_library(mathematics.is_in_range, item, *box.code)
        box = self.opened_if_state(box)
        if isinstance(box.known, Iteration):

            def write(body: Any) -> None:
                self.iterate(box, lambda x: body(Value(BOOL, self.equal(x, item))))

            return self.call_library(library.any_item, iteration(write))
        if isinstance(box.known, tuple) and len(box.kind.value) <= 8:
            box = tuple_of([*map(lift, box.kind.value)])
        if isinstance(box.kind, Tuple):
            flags = [self.equal(part, item) for part in box.code]
            return Value(BOOL, functools.reduce(self.either, flags, "false"))
        box = self.data(box)
        if not isinstance(box.kind, Container):
            raise Unsupported(f"`in` {self.describe(box.kind)}")
        found = self.find(box, item)
        return Value(BOOL, self.emit(f"icmp sge i64 {found}, 0"))

    def either(self, a: str, b: str) -> str:
        """The flag of `a or b`, both of which are computed."""
        if "true" in (a, b):
            return "true"
        if a == "false":
            return b
        return a if b == "false" else self.emit(f"or i1 {a}, {b}")

    def compare_sets(self, sign: str, a: Value, b: Value) -> Value:
        a, b = self.data(a), self.data(b)
        if not (is_set(a) and is_set(b)):
            other = b if is_set(a) else a
            raise Unsupported(f"{sign} between a set and {self.describe(other.kind)}")
        if sign[0] == ">":
            a, b = b, a
        flag = self.call_library(library.is_subset, a, b).code
        if sign in ("<", ">"):
            flag = self.both(flag, self.order("lt", self.length(a), self.length(b)))
        return Value(BOOL, flag)


def owner_of(kind: Any) -> Any:
    """The class of a record, known or in memory; None for other kinds."""
    return getattr(kind.layout if isinstance(kind, State) else kind, "owner", None)


def own_method(kind: Any, name: str) -> bool:
    """Whether a record's class defines a special method that no decorator has generated."""
    owner = owner_of(kind)
    method = vars(owner).get(name) if is_record(owner) else None
    code = getattr(method, "__code__", None)
    return code is not None and not code.co_filename.startswith("<")


def is_set(value: Value) -> bool:
    """Whether a value is a set, known or in memory."""
    return form_of(value) in SETS


def form_of(value: Value) -> str:
    """The form of a container, known or in memory; empty for other values."""
    kind = value.kind
    if isinstance(kind, Container):
        return kind.form
    if isinstance(kind, (Tuple, State)):
        return "tuple"
    if isinstance(kind, Static) and isinstance(kind.value, (list, tuple, set, frozenset, dict)):
        return type(kind.value).__name__
    return ""
