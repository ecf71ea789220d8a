"""How results show themselves: printed as the command prints them, in a notebook as HTML.

A result is made where nothing is known of drawing. Here alone does a lower storey reach for an
upper one, by its name, and only once something is to be shown.
"""

from __future__ import annotations

import importlib
from typing import Any


class Result:
    """What a search, a solver, a match or an experiment returns.

    >>> import zermelo
    >>> counted = zermelo.perft(zermelo.game("nim(rows=[1, 2])"), 2, native=False)
    >>> print(counted)  # doctest: +ELLIPSIS
    nim(rows=[1, 2])
    <BLANKLINE>
    ply   sequences
    ───────────────
      1           3
      2           5
    <BLANKLINE>
    time    ...
    """

    def __init_subclass__(cls) -> None:
        """IPython asks a class before its bases: a dataclass's own `__repr__` would come first."""
        cls._repr_pretty_ = Result._repr_pretty_  # type: ignore[method-assign]

    def __str__(self) -> str:
        """The report of the command."""
        return str(_shown().as_text(self))

    def _repr_html_(self) -> str:
        """What a notebook shows of a cell's last line."""
        return str(_shown().as_html(self))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What IPython shows in a terminal."""
        printer.text(str(self))


def _shown() -> Any:
    return importlib.import_module("zermelo.show.shown")
