"""Fit the curve from each game's estimates to chances of winning.

    make bench NAME=winchance BENCH="chess othello --seconds 60 --store"

The engine plays against itself, with a fixed number of nodes per move, from positions after a few
random moves. A logistic curve is fitted to the estimates and the results, see
`zermelo.tuning.winchance`. With --store, the curves go to contract/winchance.json: two numbers per
game and their error. Checkers needs --nodes 20000, because with fewer the engine seldom wins when
it is a king ahead. Games where every position is proven at once need no curve.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import zermelo
from zermelo.errors import ZermeloError
from zermelo.games import BUILT_IN
from zermelo.tuning.winchance import fit_curve, play_samples

NODES = 2_000
CURVES = Path(zermelo.__file__).parent / "contract" / "winchance.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(BUILT_IN))
    parser.add_argument("--seconds", type=float, default=60.0, help="seconds of play per game")
    parser.add_argument("--nodes", type=int, default=NODES, help="nodes per move")
    parser.add_argument("--store", action="store_true", help="write winchance.json")
    args = parser.parse_args()
    for name in args.games:
        game = zermelo.game(name)
        games = play_samples(game, args.seconds, nodes=args.nodes)
        try:
            curve = fit_curve(games)
        except ZermeloError as error:
            print(f"{name}: {len(games)} games, {error}", flush=True)
            continue
        print(f"{name}: {len(games)} games, {curve}", flush=True)
        if args.store:
            curves = json.loads(CURVES.read_text()) | {name: list(curve)}
            rows = ",\n".join(f' "{key}": {json.dumps(curves[key])}' for key in sorted(curves))
            CURVES.write_text("{\n" + rows + "\n}\n")


if __name__ == "__main__":
    main()
