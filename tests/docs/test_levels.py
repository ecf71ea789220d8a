"""docs/levels.md says what was measured."""

from pathlib import Path

from zermelo.players.levels import calibrations

TEXT = (Path(__file__).parent.parent.parent / "docs" / "levels.md").read_text(encoding="utf-8")


def test_the_table_is_what_is_stored():
    rows = [
        [cell.strip() for cell in row.split("|")[1:-1]]
        for row in TEXT.splitlines()
        if row[:1] == "|"
    ]
    message = {(row[0], row[1]): (row[2], row[3], row[4], row[6]) for row in rows[2:]}
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
