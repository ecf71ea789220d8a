"""How results show themselves: printed as the command prints them, in a notebook as HTML."""

from __future__ import annotations

from typing import Any

from zermelo.upward import look_up


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
        return str(look_up("reports").as_text(self))

    def _repr_html_(self) -> str:
        """What a notebook shows of a cell's last line."""
        return str(look_up("reports").as_html(self))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What IPython shows in a terminal."""
        printer.text(str(self))
