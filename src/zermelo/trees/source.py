"""The code of a search beside its tree: the text of its functions, and the line for each event."""

from __future__ import annotations

import inspect
import re
from typing import Any, Final, TypedDict

from zermelo.search.traces.recorder import SEARCHES

ENTERED: Final = r"visit\("
LINES: Final = (  # where what matches ends, a node does
    r"\butility\(", r"\bestimate\(", r"if key in table\b(?:.*\n)*?\s*return ",
    r"if (?:value|best) [<>]= \w+:\n", r"(?:.*\n)*\s*return ",
)  # fmt: skip


class Source(TypedDict):
    """A function of a search.

    lit  the number of the line at which a node is entered, then those at which it ends, by how it
         ends (`zermelo.search.traces.recorder`); −1 for an end that this search has not
    """

    text: str
    lit: list[int]


def sources(algorithm: str) -> list[Source]:
    """The functions of a search for its max and min levels; none of pn."""
    return [_source(function) for function in SEARCHES.get(algorithm, ())]


def _source(function: Any) -> Source:
    text = inspect.getsource(function).partition("@kernel\n")[2].rstrip()
    text = re.sub(r"  # type: ignore.*", "", text)
    return {"text": text, "lit": [_line(pattern, text) for pattern in (ENTERED, *LINES)]}


def _line(pattern: str, text: str) -> int:
    """The line on which what matches ends."""
    match = re.search(pattern, text)
    return text.count("\n", 0, match.end()) if match else -1
