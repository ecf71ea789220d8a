"""Exact answers of all searches, in random positions of all games: what their lines give away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import zermelo
from linelaw import line_faults, near_the_end, searched
from zermelo import ONGOING
from zermelo.games import BUILT_IN

SMALL = ("quoridor(size=3)", "popout(width=4, height=3)", "morris(men=3)", "othello(size=4)")
GAMES = (*BUILT_IN, *SMALL)
ALGORITHMS = ("engine", "engine", "engine", "alphabeta", "minimax", "memo", "pn", "mcts")


def answered(place: Path, seed: int) -> Iterator[tuple[object, list[str]]]:
    """One exact answer after the other, and what is wrong with its line."""
    chance = random.Random(seed)
    while True:
        game = zermelo.game(chance.choice(GAMES))
        state = near_the_end(game, chance, chance.choice((1, 2, 3, 4, 6, 8)), longest=80)
        if game.outcome(state) != ONGOING:
            continue
        given = _options(game, chance)
        answer = zermelo.analyze(game, state, native=False, **given)
        if answer.exact:
            truth = searched(game, answer.by, nodes=1000)
            yield [str(game), answer.state, given], [*line_faults(game, state, answer, truth)]


def _options(game: Any, chance: random.Random) -> dict[str, Any]:
    """A way to ask: an algorithm, a limit, now and then a seed, points, or one best move only."""
    by = "score" if game.counts_points and chance.random() < 0.3 else "outcome"
    given = {"algorithm": chance.choice(ALGORITHMS), "nodes": chance.choice((30, 100, 300, 1000))}
    if given["algorithm"] == "engine":
        given["ties"] = chance.random() < 0.7
        given["every_move"] = given["ties"] and chance.random() < 0.2
    if chance.random() < 0.4:
        given["seed"] = chance.randrange(9)
    return given | {"by": by}
