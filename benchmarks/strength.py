"""The playing engine against another one, game by game: SPRT with bounds fixed beforehand.

    make strength [BENCH="--games 200 --nodes 20000 breakthrough othello"]

Both visit the same number of nodes a move, so that a busy machine changes nothing. The other one is
this engine without selective search, or any program: an earlier release with BENCH="--against
'ugi:python -m zermelo engine {game} --protocol ugi; nodes={nodes}'". Games are recorded in
build/strength: a gauntlet that was stopped goes on.
"""

from __future__ import annotations

import argparse
import zlib
from pathlib import Path

import zermelo
from zermelo.games import BUILT_IN

RECORDS = Path("build/strength")
BOUNDS = (0, 50)  # Elo; 5% errors either way
FULL_WIDTH = "engine:nodes={nodes},selective=0"


def selective_games() -> list[str]:
    """The games in which players search selectively."""
    return [name for name in BUILT_IN if zermelo.game(name).has("loud")]


def row(name: str, against: str, nodes: int, games: int) -> str:
    """A game's line of the table in docs/strength.md."""
    other = against.format(game=name, nodes=nodes)
    records = RECORDS / f"{name}-{nodes}-{games}-{zlib.crc32(other.encode()):08x}"
    done = zermelo.match(
        name, f"engine:nodes={nodes}", other, games=games, sprt=BOUNDS, records=str(records)
    )
    verdict = done.sprt.verdict if done.sprt else None
    score, elo = done.score, done.elo
    gain = "" if elo is None else f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
    return (
        f"| {name} | {nodes:,} | {score.wins}–{score.draws}–{score.losses} | {score.share:.0%} "
        f"| {gain} | {verdict or 'open'} |"
    )


def main() -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, metavar="N", help="at most, of each game")
    parser.add_argument("--nodes", type=int, default=20_000, metavar="N", help="of each move")
    parser.add_argument("--against", default=FULL_WIDTH, metavar="PLAYER", help="the other player")
    parser.add_argument("names", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    RECORDS.mkdir(parents=True, exist_ok=True)
    print(
        "| game | nodes a move | won–drawn–lost | points | Elo | SPRT |\n|---|---|---|---|---|---|"
    )
    for name in asked.names or selective_games():
        print(row(name, asked.against, asked.nodes, asked.games), flush=True)


if __name__ == "__main__":
    main()
