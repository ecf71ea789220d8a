"""How arguments and results of functions are passed."""

from __future__ import annotations

from typing import Any

from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.layouts import is_small
from zermelo.native.compiler.part import Part


class Passing(Part):
    """Operands of values."""

    def operand_kinds(self, kind: Any, states: bool = True) -> list[str]:
        """The types of LLVM's by which a value is passed.

        states  False for results: their states go to places that the caller gives
        """
        if isinstance(kind, State):
            if not is_small(kind.layout):
                return ["ptr"] if states else []
            parts = kind.layout.items if states else ()
        elif (parts := parts_of(kind)) is None:
            if isinstance(kind, Int):
                return [] if kind.is_known else [f"i{word_of(kind)[0]}"]
            if isinstance(kind, (Container, Struct)):
                return ["ptr"]
            words = {BOOL: "i1", FLOAT: "double", SYMBOL: "i64"}
            return [words[kind]] if kind in words else []
        return [operand for part in parts for operand in self.operand_kinds(part, states)]

    def operands(self, value: Value, states: bool = True) -> list[str]:
        """The operands, with their types, by which a value is passed."""
        kind = value.kind
        if isinstance(kind, State) and not states:
            return []
        if isinstance(kind, State) and is_small(kind.layout):
            value = self.open_state(value)
        if value.code is not None and parts_of(value.kind) is not None:
            return [x for part in taken_apart(value) for x in self.operands(part, states)]
        kinds = self.operand_kinds(kind, states)
        if value.code is None:
            return [f"{x} {zero_of(x)}" for x in kinds]
        code = self.word(value, word_of(kind)[0]) if isinstance(kind, Int) else value.code
        return [f"{x} {code}" for x in kinds]

    def rebuilt(self, kind: Any, prefix: str) -> Value:
        """The value that is passed as parameters of these names."""
        count = len(self.operand_kinds(kind))
        names = iter([f"%{prefix}{i}" for i in range(count)])
        return self.assemble(kind, names, None)

    def assemble(self, kind: Any, names: Any, places: Any) -> Value:
        """A value from its operands; states are at `places`, or among the operands."""
        if isinstance(kind, State) and places is None and is_small(kind.layout):
            place = self.code.alloca(self.memory(kind.layout, True))
            items = [self.assemble(item, names, None) for item in kind.layout.items]
            self.store_items(place, kind.layout, tuple_of(items, kind.layout.owner))
            return Value(kind, place)
        if isinstance(kind, State):
            return Value(kind, next(names) if places is None else next(places))
        if (parts := parts_of(kind)) is not None:
            return put_together(kind, [self.assemble(part, names, places) for part in parts])
        return Value(kind, next(names)) if self.operand_kinds(kind) else Value(kind)


def state_layouts(kind: Any) -> list[Any]:
    """The layouts of the states in a result."""
    return [part.layout for part in every_kind(kind) if isinstance(part, State)]


def states_in(value: Value) -> list[Value]:
    """The states in a result."""
    if isinstance(value.kind, State):
        return [value]
    if parts_of(value.kind) is None or value.code is None:
        return []
    return [state for part in taken_apart(value) for state in states_in(part)]


def holds_containers(kind: Any) -> bool:
    """Whether a value of this kind holds containers."""
    return any(isinstance(part, (Array, Container)) for part in every_kind(kind))


def may_grow(kind: Any) -> bool:
    """Whether an argument of this kind holds a container that a function may add to, or index."""
    boxes = [part for part in every_kind(kind) if isinstance(part, Container)]
    return any(box.form != "tuple" or may_grow(box.item) for box in boxes)


def zero_of(kind: str) -> str:
    """The zero of a type of LLVM's."""
    return {"ptr": "null", "double": "0.0", "i1": "false"}.get(kind, "0")
