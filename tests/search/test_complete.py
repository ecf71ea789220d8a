"""Analyses that say their best moves are all the best ones, against oracles that know them all."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import oracles
from zermelo import Analysis, Database, analyze, solve
from zermelo.cli import main
from zermelo.search.algorithms import ALGORITHMS
from zermelo.solver.probing.probe import probe
from zermelo.spec import parse_game

DEEPENING = [name for name, algorithm in ALGORITHMS.items() if algorithm.depth]

GAMES = {  # small enough for the oracle to solve outright
    "tictactoe": oracles.Mnk(),
    "isolation(width=3, height=3)": oracles.Isolation(3, 3),
    "connectfour(width=4, height=3, k=3)": oracles.ConnectFour(4, 3, 3),
    "nim(rows=[2, 3, 2], misere=True)": oracles.Nim((2, 3, 2), True),
}
LIMITS: list[dict[str, Any]] = [
    *({"algorithm": name, "depth": depth} for name in DEEPENING for depth in (1, 2, 3, 4)),
    *({"ties": False, "depth": depth} for depth in (2, 3)),
    *({"nodes": nodes} for nodes in (3, 40, 300)),
    *({"nodes": nodes, "ties": False} for nodes in (40, 300)),
    *({"algorithm": "mcts", "nodes": nodes, "seed": 1} for nodes in (5, 60, 400)),
    *({"algorithm": "pn", "nodes": nodes} for nodes in (5, 100, 2000)),
]


def claims(spec: str, positions: int | None = None) -> Iterator[tuple[str, Analysis, set[str]]]:
    """Kind of claim, analysis, and all the best moves, for each of LIMITS and so many positions.

    The kinds: "all" and "some" best moves, proven; "guess" when the value is an estimate.
    """
    rules, game = GAMES[spec], parse_game(spec)
    histories, solved = oracles.every_position(rules), oracles.solved(rules)
    texts = [text for text, history in histories.items() if rules.moves(history)]
    if positions is not None:
        texts = random.Random(spec).sample(texts, positions)
    for text in texts:
        history = histories[text]
        moves = {move: -solved[rules.text((*history, move))][0] for move in rules.moves(history)}
        best = {move for move in moves if moves[move] == max(moves.values())}
        for limits in LIMITS:
            analysis = analyze(game, game.parse_state(text), native=False, **limits)
            kind = "guess" if not analysis.exact else "all" if analysis.complete else "some"
            yield kind, analysis, best


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
def test_best_moves_said_to_be_complete_are_all_the_best_moves(spec):
    """What is proven is never said to be more than it is, and some of it is said to be less."""
    kinds = Counter()
    for kind, result, best in claims(spec, positions=40):
        kinds[kind] += 1
        if kind == "all":
            assert set(result.best_moves) == best, result
        if kind == "some":
            assert set(result.best_moves) < best or not all(e.exact for e in result.moves), result
    assert kinds["all"] > 100 and kinds["some"] > 0 and kinds["guess"] > 0


@pytest.mark.parametrize("algorithm", DEEPENING)
def test_a_win_found_beside_open_moves_is_not_said_to_be_the_only_one(algorithm):
    game = parse_game("tictactoe")
    state = game.parse_state(".X./.../XOO")
    analysis = analyze(game, state, depth=3, algorithm=algorithm, native=False)
    whole = analyze(game, state, algorithm=algorithm, native=False)
    assert analysis.exact and whole.exact and whole.complete
    assert set(analysis.best_moves) <= set(whole.best_moves)
    assert analysis.complete == (analysis.best_moves == whole.best_moves)


def test_the_command_says_when_other_moves_may_be_as_good(capsys):
    command = ["analyze", "tictactoe", "--state", ".X./.../XOO", "--depth", "3", "--plain"]
    command += ["--algorithm", "alphabeta"]
    assert main([*command, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer)[list(answer).index("best_moves") + 1] == "complete"
    assert answer["exact"] and not answer["complete"]
    assert main(command) == 0
    assert "other moves may be as good" in capsys.readouterr().out
    assert main([*command[:4], "--plain"]) == 0
    assert "may be as good" not in capsys.readouterr().out


def test_a_database_knows_all_the_best_moves(tmp_path):
    game = parse_game("nim(rows=[1, 2, 3])")
    solve(game, tmp_path / "nim", native=False)
    probed = probe(Database(tmp_path / "nim"))
    assert probed.complete and probed.best_moves == analyze(game, native=False).best_moves
