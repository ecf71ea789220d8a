"""The sectors of a solved Morris as Markdown tables.

    make bench NAME=sectors BENCH=morris > morris-sectors.md

It reads the manifest, and of the tiers' files when they were written, so that it takes a moment for
any size. Moving sectors are named by the men of either side; placing ones by how many men are
placed, and by the men that either side has left, on the board and in hand. The digest of a sector
is SHA-256 over its files' digests, in the order of their names; `sha256sum` of the files gives the
same.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from zermelo.solver.probing.database import Database
from zermelo.solver.store.manifest import MANIFEST, read_manifest

HEAD = "won | drawn | lost | won, drawn, lost in % | longest | seconds | digest |"
TITLE = """# Nine Men's Morris, sector by sector

All 236 tiers of [a solved database](morris.md), for the player to move. Symmetric positions are
counted individually, and unreachable positions are included. In the placing phase, men in hand
count among the men. The seconds lie between the last file of the tier before and the last of this
one, in a run without a break. The digest is the beginning of SHA-256 over the digests of the tier's
files. Made by `make bench NAME=sectors`."""
LINE = "|---|---:|---:|---:|---|---:|---:|---|"


def placed_and_men(men: int, tier: int) -> tuple[int, int, int]:
    """How many men are placed, and how many each side has left, the larger number first."""
    placed, taken, apart = tier >> 9, tier >> 4 & 31, tier & 15
    left = 2 * men - taken
    return placed, (left + apart) // 2, (left - apart) // 2


def sectors(path: Path, men: int) -> Iterator[tuple[int, str]]:
    """Of each tier the men placed, and its row."""
    manifest = read_manifest(path / MANIFEST)
    seconds = sector_seconds(path, [facts["tier"] for facts in manifest["tiers"]])
    for facts in sorted(manifest["tiers"], key=lambda facts: -int(facts["tier"])):
        placed, more, fewer = placed_and_men(men, facts["tier"])
        counts = [facts[kind] for kind in ("wins", "draws", "losses")]
        if any(counts):
            shares = ", ".join(f"{100 * count / sum(counts):.2f}" for count in counts)
            numbers = " | ".join(f"{count:,}" for count in counts)
            digest = sector_digest(manifest["checksums"], facts["tier"])
            took = seconds[facts["tier"]]
            row = f"{more}-{fewer} | {numbers} | {shares} | {facts['longest']} | {took} | {digest}"
            yield placed, f"| {row} |"


def sector_seconds(path: Path, tiers: Iterable[int]) -> dict[int, str]:
    """The seconds from the last file of one tier to that of the next; none of the first tier."""
    ends = {tier: max(file.stat().st_mtime for file in tier_files(path, tier)) for tier in tiers}
    order = sorted(ends, key=lambda tier: ends[tier])
    took = {tier: f"{ends[tier] - ends[before]:,.1f}" for before, tier in pairwise(order)}
    return {order[0]: "", **took}


def tier_files(path: Path, tier: int) -> Iterator[Path]:
    """All files of a tier."""
    return (file for file in (path / f"tier{tier}").rglob("*") if file.is_file())


def sector_digest(checksums: dict[str, str], tier: int) -> str:
    """The first 16 digits of the digest of a tier's files."""
    names = sorted(name for name in checksums if name.startswith(f"tier{tier}/"))
    return hashlib.sha256("".join(checksums[name] for name in names).encode()).hexdigest()[:16]


def main() -> None:
    path = Path(sys.argv[1])
    game: Any = Database(path).game
    men = game.men
    print(TITLE)
    rows = groupby(sectors(path, men), key=lambda row: row[0])
    for placed, group in rows:
        name = "Moving" if placed == 2 * men else f"{placed} of {2 * men} men placed"
        print(f"\n## {name}\n\n| men | {HEAD}\n{LINE}")
        for _, row in group:
            print(row)


if __name__ == "__main__":
    main()
