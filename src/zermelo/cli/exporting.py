"""The command `export`: a database as a table for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.options import AsJson, DatabaseGame, Plain, number
from zermelo.cli.output import print_result, states_of
from zermelo.contract import ranges
from zermelo.errors import UsageError
from zermelo.spec import parse_game


def export(
    database: Annotated[Path, typer.Argument(metavar="DIR", help="a database that solve made")],
    out: Annotated[Path, typer.Option(help="the .parquet file to write")],
    game: DatabaseGame = None,
    stored: Annotated[
        bool, typer.Option("--stored", help="one of each set of symmetric positions, not all")
    ] = False,
    threads: Annotated[int | None, number(ranges.THREADS, help="by default all cores")] = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Write every position of a database to a Parquet file: a row each, part after part.

    Columns are the ints of the state, value, remoteness, how many moves there are, and which of
    them keep the value, as a mask. pandas, polars, DuckDB and others read it.

    Example: zermelo export four --out four.parquet
    """
    from zermelo.bridges.parquet import export as write
    from zermelo.bridges.parquet import require_pyarrow
    from zermelo.cli.progress import Progress
    from zermelo.process.files import written_whole
    from zermelo.solver.probing.database import Database

    if out.suffix.lower() != ".parquet":
        raise UsageError(f"--out writes a .parquet file, not {out.name!r}")
    require_pyarrow()
    opened = Database(database, None if game is None else parse_game(game))
    progressing = Progress("exporting")
    with states_of(database), written_whole(out) as draft, progressing as progress:
        done = write(
            opened,
            draft,
            symmetric=not stored,
            threads=threads,
            native=not plain,
            progress=progress,
        )
    print_result(done, as_json)
