"""Convert lists of terms in docstrings to the markup that autodoc reads.

    depth    how many plies to look ahead
    seconds  how long to think

is a list of terms; all other text stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

TERM = re.compile(
    r"(?P<indent> *)(?P<names>\*{0,2}\w[\w.]*(?:, \*{0,2}\w[\w.]*)*)  +(?P<meaning>\S.*)"
)


def format_terms(
    app: Sphinx, kind: str, name: str, what: Any, options: Any, lines: list[str]
) -> None:
    """Replace lists of terms in `lines` by definition lists, in place."""
    lines[:] = list(_definition_lists(lines))


def _definition_lists(lines: list[str]) -> Iterator[str]:
    inside = -1  # the column where the meaning of the current term begins; −1 outside of lists
    quoted = False
    for line in lines:
        quoted = (quoted and bool(line.strip())) or line.lstrip().startswith(">>>")
        match = None if quoted else TERM.fullmatch(line)
        column = len(line) - len(line.lstrip())
        if match and column <= max(inside, 0) and not (0 < inside == column):
            inside = match.start("meaning")
            yield from ("", f"``{match['names']}``", f"    {match['meaning']}")
        elif inside > 0 and column == inside:
            yield f"    {line.strip()}"
        else:
            if inside > 0 and line.strip():
                yield ""
            inside = inside if not line.strip() else -1
            yield line


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the conversion with Sphinx."""
    app.connect("autodoc-process-docstring", format_terms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
