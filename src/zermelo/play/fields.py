"""Strict parsing of JSON from requests and files, with errors that name the field."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

from zermelo.contract.analysis import By
from zermelo.errors import UsageError, clip, unknown

Choice = TypeVar("Choice", bound=str)
Value = TypeVar("Value")
BY: Final[tuple[By, ...]] = ("outcome", "score")  # the units of values


def require_fields(
    content: Mapping[str, Any], what: str, needed: Collection[str], more: Collection[str] = ()
) -> Fields:
    """The fields of `content`; raises `UsageError` for a missing or an unknown field."""
    for name in needed:
        if name not in content:
            raise UsageError(f"{what} lacks {name}")
    for name in content:
        if name not in needed and name not in more:
            raise UsageError(f"{what}: {unknown('field', name, needed or more)}")
    return Fields(content)


def _refusal(name: str, right: str, value: object) -> UsageError:
    unlike = "" if isinstance(value, list | dict) else f", not {clip(json.dumps(value))}"
    return UsageError(f"{name} should be {right}{unlike}")


def _present(name: str, value: Value | None) -> Value:
    if value is None:
        raise UsageError(f"{name} is missing")
    return value


class Fields:
    """The fields of a JSON object; raises `UsageError` for a field of the wrong type."""

    def __init__(self, content: Mapping[str, object]) -> None:
        self._content = content

    def text(self, name: str, most: int | None = None) -> str:
        """A required text of at most `most` characters."""
        return _present(name, self.text_or_none(name, most))

    def text_or_none(self, name: str, most: int | None = None) -> str | None:
        """A text, or None if it is missing."""
        value = self._content.get(name)
        if value is None or (isinstance(value, str) and (most is None or len(value) <= most)):
            return value
        limit = f" of at most {most:,} characters" if most else ""
        raise _refusal(name, f"a string{limit}", value)

    def choice(self, name: str, known: Sequence[Choice]) -> Choice:
        """One of these texts, by default the first."""
        value = self._content.get(name)
        for each in known:
            if value in (None, each):
                return each
        raise _refusal(name, " or ".join(known), value)

    def texts(self, name: str, most: int) -> list[str]:
        """A list of texts, by default empty."""
        value = self._content.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise _refusal(name, "a list of strings", value)
        if len(value) > most:
            raise UsageError(f"{name} should have at most {most} items, not {len(value)}")
        return value

    def names(self, name: str) -> list[str]:
        """Two names of players, by default people."""
        names = self.texts(name, 2) if name in self._content else ["human", "human"]
        if len(names) != 2:
            raise UsageError(f"{name} should be two names")
        return names

    def flag(self, name: str) -> bool:
        """A required true or false."""
        value = self._content.get(name)
        if not isinstance(value, bool):
            raise _refusal(name, "true or false", value)
        return value

    def number(self, name: str, most: int) -> int:
        """A required whole number from 0 to `most`."""
        return _present(name, self.number_or_none(name, most))

    def number_or_none(self, name: str, most: int) -> int | None:
        """A whole number from 0 to `most`, or None if it is missing."""
        value = self._content.get(name)
        if value is None or (type(value) is int and 0 <= value <= most):
            return value
        raise _refusal(name, f"a whole number from 0 to {most}", value)

    def object_or_none(self, name: str) -> dict[str, Any] | None:
        """A JSON object, or None if it is missing."""
        value = self._content.get(name)
        if value is None or isinstance(value, dict):
            return value
        raise _refusal(name, "an object", value)
