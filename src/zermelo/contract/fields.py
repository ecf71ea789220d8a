"""Dataclasses as JSON: one way for all results and what they are made of."""

from __future__ import annotations

import dataclasses
from typing import Any


class Fields:
    """A dataclass with a JSON form."""

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON; not `interrupted`, because the command's exit status says it."""
        names = [field.name for field in dataclasses.fields(self)]  # type: ignore[arg-type]
        return {name: _plain(getattr(self, name)) for name in names if name != "interrupted"}


def _plain(value: Any) -> Any:
    """A value as JSON has it: dataclasses as dictionaries, tuples as lists."""
    if isinstance(value, Fields):
        return value.as_dict()
    if dataclasses.is_dataclass(value):
        return Fields.as_dict(value)  # type: ignore[arg-type]
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return list(map(_plain, value)) if isinstance(value, (tuple, list)) else value
