"""What is wrong with a state, and the laws that say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from zermelo.laws.subject import Subject


class Violation(NamedTuple):
    """What a law expected of a state, and what was seen."""

    expected: str
    seen: str


Law = Callable[[Subject, Any], Iterator[Violation]]
