"""Proofs by questions, and children that the table knows, against naive oracles."""

import os
import random
import subprocess
import sys

import pytest

import oracles
from zermelo.search.engine import search
from zermelo.search.engine.compiling import Workspace
from zermelo.search.engine.memory import DEEPEST
from zermelo.search.engine.questions import Prover
from zermelo.search.engine.root import prove
from zermelo.search.engine.score import plies_to_end, value_of
from zermelo.search.engine.table import Table
from zermelo.spec import parse_game

GAMES = {
    "tictactoe": oracles.Mnk(),
    "isolation(width=3, height=3)": oracles.Isolation(3, 3),
    "connectfour(width=4, height=3, k=3)": oracles.ConnectFour(4, 3, 3),
    "nim(rows=[2, 3, 2], misere=True)": oracles.Nim((2, 3, 2), True),
}


@pytest.fixture(params=GAMES)
def truth(request):
    """A game, and the value and the plies to the end of some of its positions."""
    game, rules = parse_game(request.param), GAMES[request.param]
    solved = oracles.solved(rules)
    texts = random.Random(request.param).sample(sorted(solved), min(300, len(solved)))
    return game, {text: solved[text] for text in texts}


def told(score):
    return value_of(score), plies_to_end(score) if score else None


@pytest.mark.parametrize("probe_depth", [1, 5])
def test_a_cut_by_a_child_in_the_table_changes_no_score(truth, monkeypatch, probe_depth):
    monkeypatch.setattr(search, "PROBE_DEPTH", probe_depth)
    game, positions = truth
    memory = Workspace(Table(1), native=False).memory
    for text, (value, plies) in positions.items():
        state = game.parse_state(text)
        score = prove(game, state, DEEPEST, 0, game.remaining(state), memory)
        assert told(score) == (value, plies if value else None), text


@pytest.mark.compiled
@pytest.mark.parametrize("truth", ["tictactoe"], indirect=True)
def test_the_prover_tells_value_and_distance(truth):
    game, positions = truth
    prover = Prover(game, mebibytes=1)
    for text, (value, plies) in positions.items():
        reported = (value, plies if value or plies == 0 else None)
        assert prover.solve(game.parse_state(text)) == reported, text


@pytest.mark.compiled
def test_a_proof_is_compiled_beside_a_search_from_the_disk(tmp_path):
    """The first process keeps the search; the second loads it, and compiles the proof."""
    script = (
        "import zermelo; game = zermelo.game('nim(rows=[1, 2])'); zermelo.analyze(game);"
        "print(zermelo.Prover(game, 1).solve(game.start()) if {} else None)"
    )
    environment = os.environ | {"ZERMELO_CACHE_DIR": str(tmp_path)}
    for proves, reported in ((False, "None"), (True, "(1.0, 3)")):
        command = [sys.executable, "-c", script.format(proves)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == reported, done.stderr
