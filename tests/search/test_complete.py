"""What an analysis says for certain is true at every limit, against oracles that know it all."""

import json
import random
from collections import Counter
from typing import Any

import pytest

import oracles
from zermelo import Database, analyze, solve
from zermelo.cli import main
from zermelo.search.analyze import ALGORITHMS
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
    *({"algorithm": "mcts", "nodes": nodes, "rave": 50} for nodes in (7, 200)),
    *({"algorithm": "hybrid", "nodes": 200, "priors": priors} for priors in (False, True)),
    *({"algorithm": "pn", "nodes": nodes} for nodes in (5, 100, 2000)),
]


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
def test_what_is_called_exact_or_complete_is_so_at_every_limit(spec):
    """What is proven is never said to be more than it is, and some of it is said to be less."""
    rules, game, kinds = GAMES[spec], parse_game(spec), Counter()
    histories, solved = oracles.every_position(rules), oracles.solved(rules)
    texts = [text for text, history in histories.items() if rules.moves(history)]
    limits = [one for one in LIMITS if game.has("evaluate") or one.get("algorithm") != "hybrid"]
    for text in random.Random(spec).sample(texts, 30):
        history = histories[text]
        moves = {move: -solved[rules.text((*history, move))][0] for move in rules.moves(history)}
        best = {move for move in moves if moves[move] == max(moves.values())}
        for given in limits:
            result = analyze(game, game.parse_state(text), native=False, **given)
            assert not result.exact or result.value == solved[text][0]
            for move in result.moves:
                assert not move.exact or move.value == moves[move.move]
            if result.exact and result.complete:
                assert set(result.best_moves) == best, result
            elif result.exact:
                every = all(move.exact for move in result.moves)
                assert set(result.best_moves) < best or not every, result
            kinds[result.exact, result.complete] += 1
    assert min(kinds[True, True], kinds[True, False], kinds.total() - kinds[True, True]) > 0


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
