"""Kinds as data, and back: what is kept on disk of a kernel besides its machine code."""

from __future__ import annotations

import enum
import sys
from typing import Any

from zermelo.native.compiler.kinds import (
    BOOL,
    FLOAT,
    NONE,
    SYMBOL,
    Cell,
    Container,
    Int,
    Maybe,
    Row,
    State,
    Tuple,
)

SIMPLE = {"bool": BOOL, "float": FLOAT, "symbol": SYMBOL, "none": NONE}


def kind_as_data(kind: Any) -> Any:
    """A kind as JSON has it; raises `ValueError` for one that has no such form."""
    for name, simple in SIMPLE.items():
        if kind == simple:
            return name
    if isinstance(kind, Int):
        return ["int", kind.low, kind.high, class_as_data(kind.owner)]
    if isinstance(kind, Maybe):
        return ["maybe", kind_as_data(kind.of)]
    if isinstance(kind, Tuple):
        return ["tuple", [*map(kind_as_data, kind.items)], class_as_data(kind.owner)]
    if isinstance(kind, Container):
        return ["box", kind.form, kind_as_data(kind.item) if kind.item is not None else None]
    if isinstance(kind, Row):
        return ["row", kind_as_data(kind.item), kind.length, kind.room, kind.form]
    if isinstance(kind, State):
        return ["state"]
    raise ValueError(f"{kind} as data")


def kind_from_data(data: Any, layout: Any) -> Any:
    """The kind that these data describe; states are laid out as `layout` says."""
    if isinstance(data, str):
        return SIMPLE[data]
    name, *parts = data
    if name == "int":
        return Int(parts[0], parts[1], class_from_data(parts[2]))
    if name == "maybe":
        return Maybe(kind_from_data(parts[0], layout))
    if name == "tuple":
        items = tuple(kind_from_data(item, layout) for item in parts[0])
        return Tuple(items, class_from_data(parts[1]))
    if name == "box":
        cell = Cell()
        cell.kind = None if parts[1] is None else kind_from_data(parts[1], layout)
        return Container(parts[0], cell)
    if name == "row":
        return Row(kind_from_data(parts[0], layout), *parts[1:])
    return State(layout)


def class_as_data(owner: Any) -> Any:
    """The name of a class that can be found again; raises `ValueError` for others."""
    if owner is None:
        return None
    data = [owner.__module__, owner.__qualname__]
    if class_from_data(data) is not owner:
        raise ValueError(f"{owner} as data")
    return data


def class_from_data(data: Any) -> Any:
    """The class of this name; raises `ValueError` where there is none."""
    if data is None:
        return None
    found: Any = sys.modules.get(data[0])
    for part in data[1].split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type):
        raise ValueError(f"no class {data[1]}")
    return found


def symbol_as_data(symbol: Any) -> Any:
    """A text as it is, a member of an Enum with its class; raises `ValueError` as for a class."""
    return [class_as_data(type(symbol)), symbol.name] if isinstance(symbol, enum.Enum) else symbol


def symbol_from_data(data: Any) -> Any:
    """The text or the member that these data describe; raises `ValueError` where there is none."""
    if isinstance(data, str):
        return data
    member = getattr(class_from_data(data[0]), data[1], None)
    if not isinstance(member, enum.Enum):
        raise ValueError(f"no member {data[1]}")
    return member
