"""How many bits the ints of a game take in compiled code: measured first, then widened on demand.

A `Widths` is part of a game's compile-time type. Compiled arithmetic raises `Overflow` where it
would lose bits; `Widths.wider` then says what to compile next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

WORD: Final = 64  # bits of the ints that processors have; every width is a multiple of it
WIDEST: Final = 1024  # beyond, plain Python is as fast
NO_INT: Final = 0  # the width of what is no int

Line = tuple[str, int]  # a file's name and a line in it


class Overflow(ArithmeticError):  # noqa: N818 - Python's own name for it is OverflowError
    """Compiled arithmetic that would differ from Python's.

    reason  one of those below
    file, line  the code it happened in, "" and 0 where that is unknown
    width   bits of the int that was too narrow; for FIELD and UNKEPT the index of the state's item
    """

    def __init__(self, reason: str, file: str = "", line: int = 0, width: int = 0) -> None:
        super().__init__(reason, file, line, width)
        self.reason, self.file, self.line, self.width = reason, file, line, width


LOST: Final = "an int needs more bits"
FIELD: Final = "an item of the state needs more bits"
LENGTH: Final = "a tuple of the state has another length than at the start"
UNKEPT: Final = "an item of the state is not as those of other states"
UNPROVEN: Final = "what a rule returns could not be proven"
NARROW: Final = "an int of more than 63 bits stands where compiled code takes small ones only"
NEGATIVE_SHIFT: Final = "a shift by a negative count"
ZERO_DIVISION: Final = "a division by zero"
INEXACT: Final = "an int of more than 53 bits becomes a float"
NEGATIVE_POWER: Final = "a negative power of an int"
TOO_WIDE: Final = f"an int needs more than {WIDEST:,} bits"
NEGATIVE_CELLS: Final = "the cells of a negative int"


def rounded(bits: int) -> int:
    """The width that holds ints of so many bits and their sign."""
    return -(-(bits + 1) // WORD) * WORD


@dataclass(frozen=True)
class Widths:
    """The widths of one game's ints, each a multiple of WORD.

    items   for each item of a state, those of its tuples one by one, NO_INT where it is no int
    shifts  of what `<<` makes where `lines` says nothing
    lines   of what arithmetic makes in single lines
    free    the items of which nothing else may be assumed, by their indices; see `contracts`
    proven  whether the rules promise each other anything else at all
    """

    items: tuple[int, ...]
    shifts: int = WORD
    lines: frozenset[tuple[Line, int]] = frozenset()
    free: frozenset[int] = frozenset()
    proven: bool = True

    @cached_property
    def by_line(self) -> dict[Line, int]:
        """The same as `lines`."""
        return dict(self.lines)

    def at(self, line: Line, *, shift: bool) -> int:
        """The width of what arithmetic makes in `line`, or a shift to the left."""
        return self.by_line.get(line, self.shifts if shift else WORD)

    @property
    def widest(self) -> int:
        """The greatest of all."""
        return max(self.shifts, *self.items, *self.by_line.values())

    def wider(self, fault: Overflow) -> Widths | None:
        """The widths to compile after `fault`; None when no width would do."""
        if fault.reason == FIELD:
            items = list(self.items)
            items[fault.width] += WORD
            wider = replace(self, items=tuple(items))
        elif fault.reason == UNKEPT:
            wider = replace(self, free=self.free | {fault.width})
        elif fault.reason == UNPROVEN and self.proven:
            wider = replace(self, proven=False)
        elif fault.reason == LOST:
            line = (fault.file, fault.line)
            width = max(fault.width, self.by_line.get(line, WORD)) + WORD
            wider = replace(self, lines=frozenset({**self.by_line, line: width}.items()))
        else:
            return None
        return wider if wider.widest <= WIDEST else None

    @cached_property
    def digest(self) -> str:
        """A name for these widths; empty when all ints are of one word, and nothing is free."""
        if self.widest <= WORD and not self.free and self.proven:
            return ""
        lines = sorted((Path(file).name, line, width) for (file, line), width in self.lines)
        facts = repr((self.items, self.shifts, lines, sorted(self.free), self.proven))
        return hashlib.sha256(facts.encode()).hexdigest()[:16]


def leaves(state: Any) -> Iterator[Any]:
    """The items of a state, those of its tuples one by one."""
    for item in state:
        if isinstance(item, tuple):
            yield from leaves(item)
        else:
            yield item
