"""The sectors of a solved Morris as a table.

    make bench NAME=sectors BENCH=morris > docs/measurements/morris-sectors.csv

It reads only the manifest and the times of the tiers' files, so it is quick at any size. Sectors
with moving men are named by both sides' numbers of men; sectors of the placing phase by the number
of placed men, and by the men that each side has left, on the board and in hand. The digest of a
sector is SHA-256 over its files' digests, in the order of their names; `sha256sum` of the files
gives the same.
"""

from __future__ import annotations

import csv
import hashlib
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from zermelo.solver.probing.database import Database
from zermelo.solver.store.manifest import MANIFEST, read_manifest

HEAD = ("placed", "men", "won", "drawn", "lost", "longest", "seconds", "digest")


def placed_and_men(men: int, tier: int) -> tuple[int, int, int]:
    """The number of placed men, and the numbers that the sides have left, the larger first."""
    placed, taken, apart = tier >> 9, tier >> 4 & 31, tier & 15
    left = 2 * men - taken
    return placed, (left + apart) // 2, (left - apart) // 2


def sectors(path: Path, men: int) -> Iterator[tuple[object, ...]]:
    """The rows of sectors with positions, in the columns of HEAD."""
    manifest = read_manifest(path / MANIFEST)
    seconds = sector_seconds(path, [facts["tier"] for facts in manifest["tiers"]])
    for facts in sorted(manifest["tiers"], key=lambda facts: -int(facts["tier"])):
        placed, more, fewer = placed_and_men(men, facts["tier"])
        counts = [facts[kind] for kind in ("wins", "draws", "losses")]
        if any(counts):
            digest = sector_digest(manifest["checksums"], facts["tier"])
            took = seconds[facts["tier"]]
            yield placed, f"{more}-{fewer}", *counts, facts["longest"], took, digest


def sector_seconds(path: Path, tiers: Iterable[int]) -> dict[int, str]:
    """The seconds between the last files of two successive tiers; none for the first tier."""
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
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(HEAD)
    table.writerows(sectors(path, game.men))


if __name__ == "__main__":
    main()
