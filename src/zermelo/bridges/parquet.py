"""Databases as Parquet files, which every tool for tables reads, written part by part."""

import json
import time
from collections.abc import Callable
from io import RawIOBase
from typing import Any, BinaryIO, Final

from zermelo.contract.analysis import Result
from zermelo.errors import require_extra
from zermelo.solver.probing.columns import rows
from zermelo.solver.probing.database import Database

GROUP: Final = 1 << 20  # approximate number of rows in a group, which readers load as a whole
ABOUT: Final = {
    "value": "for the player to move: 1 a win, 0 a draw, -1 a loss; by score the points",
    "remoteness": "plies to the end under best play, 0 there; else null for draws and endless play",
    "moves": "the number of legal moves",
    "best": "bit i: the move at place i, from 0, in the game's order keeps the value; null where "
    "there are more than 63 moves",
}


class Exported(Result):
    """The result of an export."""

    game: str
    rows: int
    columns: tuple[str, ...]  # the names of columns, the ints of the state first
    bytes: int  # the size of the file
    seconds: float


def require_pyarrow() -> Any:
    """Return the module pyarrow.parquet; raises `CapabilityError` if it is not installed."""
    with require_extra("tables", "a Parquet file needs pyarrow"):
        import pyarrow.parquet
    return pyarrow.parquet


def export(
    database: Database,
    file: BinaryIO | RawIOBase,
    *,
    threads: int | None = None,
    native: bool = True,
    progress: Callable[[Any], None] | None = None,
) -> Exported:
    """Write all positions of a database as Parquet, see `zermelo.solver.probing.columns`; the
    metadata name the game, its rules' fingerprint and the columns' meaning. Raises
    `CapabilityError` without pyarrow, and for databases that cannot be read as columns.
    """
    parquet, began, count = require_pyarrow(), time.perf_counter(), 0
    writer: Any = None
    import pyarrow

    waiting, names = list[Any](), tuple[str, ...]()
    try:
        for part in rows(database, threads=threads, native=native):
            table = _table(part, database)
            writer = writer or parquet.ParquetWriter(file, table.schema, compression="zstd")
            count, names = count + len(table), tuple(table.schema.names)
            waiting.append(table)
            if sum(map(len, waiting)) >= GROUP:
                writer.write_table(pyarrow.concat_tables(waiting))
                waiting.clear()
            if progress is not None:
                progress(f"{count:,} rows written")
        if waiting:
            writer.write_table(pyarrow.concat_tables(waiting))
    finally:
        if writer is not None:
            writer.close()
    seconds = time.perf_counter() - began
    return Exported(str(database.game), count, names, file.tell(), seconds)


def _table(columns: dict[str, Any], database: Database) -> Any:
    """Columns as a table with the file's metadata; unknown values are null."""
    import pyarrow

    arrays = {}
    for name, values in columns.items():
        unknown = values == -1 if name in ("remoteness", "best") else None
        arrays[name] = pyarrow.array(values, mask=unknown)
    metadata = {
        "zermelo.contract.game": str(database.game),
        "zermelo.fingerprint": database.manifest["fingerprint"],
        "zermelo.by": database.manifest.get("by") or "outcome",
        "zermelo.columns": json.dumps({name: ABOUT[name] for name in arrays if name in ABOUT}),
    }
    return pyarrow.table(arrays).replace_schema_metadata(metadata)
