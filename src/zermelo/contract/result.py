"""Results: how they show themselves, in text, in a notebook as HTML, and as JSON."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from zermelo.errors import require_extra
from zermelo.upward import look_up

TABLES: Final = ("rows", "standings", "moves")  # fields that are tables, the first there is


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
    if isinstance(value, (tuple, list)):
        return list(map(_plain, value))
    if dataclasses.is_dataclass(value):
        return Fields.as_dict(value)  # type: ignore[arg-type]
    return {name: _plain(it) for name, it in value.items()} if isinstance(value, dict) else value


class Result(Fields):
    """The result of a search, a solver, a match or an experiment.

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
        """The HTML that a notebook shows."""
        return str(look_up("reports").as_html(self))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the report in IPython's terminal."""
        printer.text(str(self))

    def to_pandas(self) -> Any:
        """The result as a table of pandas: a row for each of its rows, standings or moves.

        Fields inside a field are columns, "score_wins"; a result without rows is one row. Raises
        `CapabilityError` without pandas.
        """
        with require_extra("tables", "a table needs pandas"):
            import pandas
        fields = self.as_dict()
        tables = [fields.get(name) or () for name in TABLES]
        rows = next((each for each in tables if each and isinstance(each[0], dict)), fields)
        return pandas.json_normalize(rows if rows is fields else list(rows), sep="_")


class Verdict(Result):
    """The result of a check."""

    faults: tuple[Any, ...]

    @property
    def sound(self) -> bool:
        """Whether there are no faults."""
        return not self.faults

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON, and `sound`."""
        return {**super().as_dict(), "sound": self.sound}
