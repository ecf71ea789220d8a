"""Faults of a state, and the laws that report them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from zermelo.laws.subject import Subject


class Violation(NamedTuple):
    """The expectation of a law about a state, and the observation."""

    expected: str
    seen: str


Law = Callable[[Subject, Any], Iterator[Violation]]
