"""Kinds, classes and symbols as JSON, and back: what is kept of a kernel beside its code."""

from __future__ import annotations

import enum
import sys
from dataclasses import fields
from typing import Any, Final

from zermelo.native.compiler.kinds import *

PLAIN: Final = {
    kind.__name__: kind for kind in (Bool, Float, Number, Symbol, Int, Maybe, Tuple, Row)
}


def as_data(value: Any) -> Any:
    """A kind, class, text or member of an Enum as JSON; raises `ValueError` for anything else."""
    if isinstance(value, enum.Enum):
        return {"member": value.name, "class": _class_as_data(type(value))}
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, tuple):
        return {"items": [*map(as_data, value)]}
    if isinstance(value, type):
        return {"class": _class_as_data(value)}
    if value == NONE:
        return ["None"]
    if isinstance(value, State):
        return ["State"]
    if isinstance(value, Container):
        return ["Container", value.form, as_data(value.item)]
    if type(value) not in PLAIN.values():
        raise ValueError(f"{value} as data")
    parts = (as_data(getattr(value, field.name)) for field in fields(value))
    return [type(value).__name__, *parts]


def from_data(data: Any, layout: Any = None) -> Any:
    """The value that these data describe; states are laid out as `layout` says.

    Raises `ValueError` where a class or member is not there.
    """
    if isinstance(data, dict):
        if "items" in data:
            return tuple(from_data(item, layout) for item in data["items"])
        owner = _class_from_data(data["class"])
        found = getattr(owner, data["member"], None) if "member" in data else owner
        if not isinstance(found, (type, enum.Enum)):
            raise ValueError(f"no member {data['member']}")
        return found
    if not isinstance(data, list):
        return data
    name, *parts = data
    if name in ("None", "State"):
        return NONE if name == "None" else State(layout)
    inner = [from_data(part, layout) for part in parts]
    if name == "Container":
        cell = Cell()
        form, cell.kind = inner
        return Container(form, cell)
    return PLAIN[name](*inner)


def _class_as_data(owner: type) -> list[str]:
    data = [owner.__module__, owner.__qualname__]
    if _class_from_data(data) is not owner:
        raise ValueError(f"{owner} as data")
    return data


def _class_from_data(data: list[str]) -> type:
    found: Any = sys.modules.get(data[0])
    for part in data[1].split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type):
        raise ValueError(f"no class {data[1]}")
    return found
