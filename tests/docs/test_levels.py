"""docs/measurements/levels.csv has what was measured."""

import csv
from pathlib import Path

from zermelo.players.levels import calibrations

TABLE = Path(__file__).parents[2] / "docs" / "measurements" / "levels.csv"


def test_the_table_is_what_is_stored():
    rows = [*csv.reader(TABLE.read_text(encoding="utf-8").splitlines())]
    message = {(row[0], row[1]): (row[2], row[3], row[4], row[6]) for row in rows[1:]}
    stored = {}
    for game, levels in calibrations().items():
        for row in levels:
            share = (
                f"{row['share']:.3f} ({row['low']:.3f}–{row['high']:.3f})" if row["score"] else ""
            )
            stored[game, str(row["level"])] = (
                f"{row['rate']:g}",
                f"{row['mistakes']:.3f}",
                f"{row['nodes']:,}",
                share,
            )
    assert message == stored
