"""Options as fields of a dataclass: declared once, for Python, the command and players by name."""

from __future__ import annotations

import dataclasses
from typing import Any

from zermelo.contract.ranges import Range


@dataclasses.dataclass(frozen=True)
class Option:
    """One option, as the command has it.

    help     what it is for
    allowed  the numbers it may be
    flag     its name there, if that is not the field's
    metavar  what stands for its value in the help
    kind     the type of its value there, if that is no number; a bool is a flag
    never    0 there means None
    """

    help: str
    allowed: Range | None = None
    flag: str = ""
    metavar: str | None = None
    kind: type = str
    never: bool = False


def option(default: Any, help: str, allowed: Range | None = None, **more: Any) -> Any:  # noqa: A002
    """A field of a dataclass that is an option; `more` as in `Option`."""
    return dataclasses.field(default=default, metadata={"option": Option(help, allowed, **more)})


def options_of(owner: Any) -> dict[str, Option]:
    """The options among the fields of a dataclass."""
    fields = dataclasses.fields(owner)
    return {one.name: one.metadata["option"] for one in fields if "option" in one.metadata}


def check_options(given: Any) -> None:
    """Raise `ParameterError` for a number that is not allowed; None leaves an option out."""
    for name, declared in options_of(given).items():
        value = getattr(given, name)
        if declared.allowed is not None and value is not None:
            declared.allowed.check(name, value)
