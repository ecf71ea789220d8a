"""The engine in fixed positions: its speed, and whether it still visits the same nodes.

    make bench NAME=signature

The signature is a digest of the node counts, so it changes whenever the search does. A commit that
changes it on purpose says why; a commit that only improves the speed keeps it.
"""

from __future__ import annotations

from zlib import crc32

import zermelo
from zermelo.search.engine.table import Table

POSITIONS = (  # game, position, depth; without a depth, the position is proven
    ("tictactoe", ".../.../...", None),
    ("nim(rows=[3, 4, 5, 6])", "3,4,5,6 A", None),
    ("connectfour", "......./......./......./......./......./.......", 14),
    ("connectfour", "......./......./...X.../...O.../.X.X..X/.O.XO.O", None),
    ("isolation(width=4, height=4)", "..../..../..../.... A", None),
    ("isolation(width=7, height=7, pieces='knight')", None, 7),
)
MEBIBYTES = 16.0
NODES = 20_000_000  # the most nodes for a position


def searches() -> list[zermelo.Analysis]:
    """The analysis of each position, by one thread with an empty table."""
    analyses = []
    for spec, text, depth in POSITIONS:
        game = zermelo.game(spec)
        state = game.start() if text is None else game.parse_state(text)
        table = Table(MEBIBYTES)
        analyses.append(zermelo.analyze(game, state, depth=depth, nodes=NODES, table=table))
    return analyses


def signature(analyses: list[zermelo.Analysis]) -> str:
    """Eight hexadecimal digits, determined by the node counts."""
    return f"{crc32(repr([analysis.nodes for analysis in analyses]).encode()):08x}"


if __name__ == "__main__":
    done = searches()
    for one in done:
        speed = f"{one.nodes / one.seconds / 1e6:6.2f} million a second"
        counted = f"{one.nodes:12,} nodes {one.seconds:7.3f} s {speed}"
        print(f"{one.game:46} depth {one.depth:3} {counted}")
    nodes, seconds = sum(one.nodes for one in done), sum(one.seconds for one in done)
    print(f"{nodes:,} nodes in {seconds:.2f} s; signature {signature(done)}")
