"""Make the book of Connect Four that comes with Zermelo, from bitbully's solved book.

`make bench NAME=openings` writes it. bitbully values the positions of all plies; the book derives
the earlier values from those of the last ply, and both have to agree. Then Zermelo proves the
values of some positions of the last ply again.
"""

from __future__ import annotations

import gzip
import json
import random
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bitbully import BitBully, Board

import zermelo.books
from positions import CONNECT_FOUR
from zermelo.books.book import Positions
from zermelo.books.file import Entry, Progress, Row, name_of
from zermelo.native.fingerprint import truth_fingerprint

PLIES = 7
PROVEN = 10  # positions of the last ply to prove again


def board_of(state: Any) -> Board:
    """A state as bitbully's board, with rows from top to bottom."""
    first, second = (state.own, state.other) if state.player == 0 else (state.other, state.own)
    rows, columns = range(CONNECT_FOUR.height), range(CONNECT_FOUR.width)
    bits = [[1 << x * CONNECT_FOUR.stride + y for x in columns] for y in reversed(rows)]
    return Board.from_array(
        [[1 if first & bit else 2 if second & bit else 0 for bit in row] for row in bits]
    )


def entry_of(solver: BitBully, state: Any) -> Entry:
    """The exact value of a position, with its distance from the end."""
    if CONNECT_FOUR.outcome(state) != zermelo.ONGOING:
        return Entry(float(CONNECT_FOUR.outcome(state)), True, 0)
    board = board_of(state)
    score = solver.mtdf(board)
    distance = solver.score_to_moves_left(score, board) if score else None
    return Entry(float((score > 0) - (score < 0)), True, distance)


def main() -> None:
    began = time.perf_counter()
    positions = Positions(CONNECT_FOUR, PLIES, 1_000_000, print)
    solver = BitBully(opening_book="12-ply-dist")
    entries = {state: entry_of(solver, state) for layer in positions.layers for state in layer}
    leaves = {state: entries[state] for state in positions.leaves()}
    rows = [Row(name, ply, *entry) for name, ply, entry in positions.backed_up(leaves.get)]
    judged = {row.state: row.entry for row in rows}
    for state, entry in entries.items():
        name = name_of(state)
        assert judged[name] == entry, (state, entry, judged[name])
    prover = zermelo.Prover(CONNECT_FOUR)
    for state in random.Random(1).sample(list(leaves), PROVEN):
        proof = prover.solve(state)
        assert tuple(proof) == (leaves[state].value, leaves[state].remoteness), (state, proof)
    about = {
        "settings": {
            "game": "connectfour",
            "rules": truth_fingerprint(CONNECT_FOUR),
            "plies": PLIES,
            "made": {"by": f"bitbully {version('bitbully')}", "exact": True},
        },
        "progress": Progress(True, len(leaves), len(leaves), time.perf_counter() - began),
        "positions": len(rows),
    }
    content = gzip.compress(
        json.dumps([about, *sorted(rows, key=lambda row: row[1::-1])]).encode(), mtime=0
    )
    (Path(zermelo.books.__file__).parent / "made/connectfour.json.gz").write_bytes(content)
    print(f"{len(rows):,} positions, {len(content):,} bytes")


if __name__ == "__main__":
    main()
