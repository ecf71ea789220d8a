"""How arguments and results of functions are passed."""

from __future__ import annotations

from typing import Any

from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.states import is_small


class Passing(Part):
    """Operands of values."""

    def result_operands(self, value: Value) -> list[str]:
        """The operands of a result without the states in it."""
        if isinstance(value.kind, State):
            return []
        if isinstance(value.kind, Tuple):
            return [operand for item in value.code for operand in self.result_operands(item)]
        if isinstance(value.kind, Maybe):
            flag, inner = value.code
            return [f"i1 {flag}", *self.result_operands(inner)]
        return self.operands(value)

    def operand_kinds(self, kind: Any) -> list[str]:
        """The types of LLVM's by which a value is passed."""
        if isinstance(kind, Int):
            return [] if kind.is_known else [f"i{word_of(kind)[0]}"]
        if kind == BOOL:
            return ["i1"]
        if kind == FLOAT:
            return ["double"]
        if kind == NUMBER:
            return ["i1", "double"]
        if isinstance(kind, Symbol):
            return ["i64"]
        if isinstance(kind, Maybe):
            return ["i1", *self.operand_kinds(kind.of)]
        if isinstance(kind, Tuple):
            return [operand for item in kind.items for operand in self.operand_kinds(item)]
        if isinstance(kind, State) and is_small(kind.layout):
            return [operand for item in kind.layout.items for operand in self.operand_kinds(item)]
        if isinstance(kind, (Container, State, Struct)):
            return ["ptr"]
        if isinstance(kind, Array):
            return ["ptr", *["i64"] * kind.dimensions]
        return []

    def result_kinds(self, kind: Any) -> list[str]:
        """The types by which a result is returned; states go to places that the caller gives."""
        if isinstance(kind, State):
            return []
        if isinstance(kind, Tuple):
            return [operand for item in kind.items for operand in self.result_kinds(item)]
        return (
            ["i1", *self.result_kinds(kind.of)]
            if isinstance(kind, Maybe)
            else self.operand_kinds(kind)
        )

    def operands(self, value: Value) -> list[str]:
        """The operands, with their types, by which a value is passed."""
        kind = value.kind
        if isinstance(kind, Int):
            return [f"{x} {self.word(value, word_of(kind)[0])}" for x in self.operand_kinds(kind)]
        if kind == NUMBER:
            return [f"i1 {value.code[0]}", f"double {value.code[1]}"]
        if isinstance(kind, Maybe):
            flag, inner = value.code
            if inner is None:
                return [f"i1 {flag}", *(f"{x} {zero_of(x)}" for x in self.operand_kinds(kind.of))]
            return [f"i1 {flag}", *self.operands(inner)]
        if isinstance(kind, State) and is_small(kind.layout):
            value = self.opened(value)
        if isinstance(value.kind, Tuple):
            return [operand for item in value.code for operand in self.operands(item)]
        if isinstance(kind, Array):
            pointer, lengths = value.code
            return [f"ptr {pointer}", *(f"i64 {length}" for length in lengths)]
        return [f"{x} {value.code}" for x in self.operand_kinds(kind)]

    def rebuilt(self, kind: Any, prefix: str) -> Value:
        """The value that is passed as parameters of these names."""
        count = len(self.operand_kinds(kind))
        names = iter([f"%{prefix}{i}" for i in range(count)])
        return self.assembled(kind, names, None)

    def assembled(self, kind: Any, names: Any, places: Any) -> Value:
        """A value from its operands; states are at `places`, or among the operands."""
        if isinstance(kind, State) and places is None and is_small(kind.layout):
            place = self.code.alloca(self.layout_memory(kind.layout))
            items = [self.assembled(item, names, None) for item in kind.layout.items]
            self.store_items(place, kind.layout, tuple_of(items, kind.layout.owner))
            return Value(kind, place)
        if isinstance(kind, State):
            return Value(kind, next(names) if places is None else next(places))
        if isinstance(kind, Maybe):
            flag = next(names)
            return Value(kind, (flag, self.assembled(kind.of, names, places)))
        if kind == NUMBER:
            return Value(kind, (next(names), next(names)))
        if isinstance(kind, Tuple):
            return Value(kind, [self.assembled(item, names, places) for item in kind.items])
        if isinstance(kind, Array):
            pointer = next(names)
            return Value(kind, (pointer, [next(names) for _ in range(kind.dimensions)]))
        if self.operand_kinds(kind):
            return Value(kind, next(names))
        return Value(kind)


def state_layouts(kind: Any) -> list[Any]:
    """The layouts of the states in a result."""
    if isinstance(kind, State):
        return [kind.layout]
    if isinstance(kind, Tuple):
        return [layout for item in kind.items for layout in state_layouts(item)]
    return state_layouts(kind.of) if isinstance(kind, Maybe) else []


def states_in(value: Value) -> list[Value]:
    """The states in a result."""
    if isinstance(value.kind, State):
        return [value]
    if isinstance(value.kind, Tuple):
        return [state for item in value.code for state in states_in(item)]
    return states_in(value.code[1]) if isinstance(value.kind, Maybe) else []


def holds_containers(kind: Any) -> bool:
    """Whether a value of this kind holds containers."""
    if isinstance(kind, Tuple):
        return any(map(holds_containers, kind.items))
    if isinstance(kind, Maybe):
        return holds_containers(kind.of)
    return isinstance(kind, (Array, Container))


def may_grow(kind: Any) -> bool:
    """Whether an argument of this kind holds a container that a function may add to, or index."""
    if isinstance(kind, Container):
        return kind.form != "tuple" or may_grow(kind.item)
    if isinstance(kind, Tuple):
        return any(map(may_grow, kind.items))
    return isinstance(kind, Maybe) and may_grow(kind.of)


def zero_of(kind: str) -> str:
    """The zero of a type of LLVM's."""
    return {"ptr": "null", "double": "0.0", "i1": "false"}.get(kind, "0")
