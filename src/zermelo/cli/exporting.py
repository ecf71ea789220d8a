"""The command `export`: a database as a table for other programs, or without its distances."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.options import AsJson, DatabaseGame, Plain, number
from zermelo.cli.output import print_result, states_of
from zermelo.contract import ranges
from zermelo.errors import UsageError
from zermelo.spec import parse_game

if TYPE_CHECKING:
    from zermelo.solver.probing.database import Database


def export(
    database: Annotated[Path, typer.Argument(metavar="DIR", help="a database that solve made")],
    out: Annotated[Path, typer.Option(help="the .parquet file to write, or the directory")],
    game: DatabaseGame = None,
    stored: Annotated[
        bool, typer.Option("--stored", help="one of each set of symmetric positions, not all")
    ] = False,
    outcomes: Annotated[
        bool, typer.Option("--outcomes", help="a database again, with who wins and not how soon")
    ] = False,
    threads: Annotated[int | None, number(ranges.THREADS, help="by default all cores")] = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Write every position of a database to a Parquet file: a row each, part after part.

    Columns are the ints of the state, value, remoteness, how many moves there are, and which of
    them keep the value, as a mask. pandas, polars, DuckDB and others read it.

    With --outcomes, copy a database whose states are numbers, like those of Morris, to a directory
    that takes about a fifth of the room: all values are there and exact, distances are not.

    Example: zermelo export four --out four.parquet

    Example: zermelo export morris --outcomes --out morris-outcomes
    """
    from zermelo.bridges.parquet import export as write
    from zermelo.bridges.parquet import require_pyarrow
    from zermelo.cli.progress import Progress
    from zermelo.process.files import whole_file
    from zermelo.solver.probing.database import Database

    rules = None if game is None else parse_game(game)
    if outcomes:
        if stored or plain:
            raise UsageError("--outcomes goes with neither --stored nor --plain")
        _compact(Database(database, rules), out, threads, as_json)
        return
    if out.suffix.lower() != ".parquet":
        raise UsageError(f"--out writes a .parquet file, not {out.name!r}")
    require_pyarrow()
    opened, progressing = Database(database, rules), Progress("exporting")
    with states_of(database), whole_file(out) as draft, progressing as progress:
        done = write(
            opened,
            draft,
            symmetric=not stored,
            threads=threads,
            native=not plain,
            progress=progress,
        )
    print_result(done, as_json)


def _compact(database: Database, out: Path, threads: int | None, as_json: bool) -> None:
    """Write the outcomes of a database to a directory."""
    from zermelo.cli.progress import Progress
    from zermelo.solver.probing.outcomes import export_outcomes

    with Progress("exporting") as progress:
        done = export_outcomes(database, out, threads=threads, progress=progress)
    print_result(done, as_json)
