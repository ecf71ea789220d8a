"""Random small positions of many games: prove, solve, analyze and value never contradict."""

import os
import random

import pytest

import oracles
import zermelo
from walking import unfinished_state
from zermelo.contract.analysis import value_by
from zermelo.proofs.certificate import Claim
from zermelo.proofs.portfolio import Portfolio
from zermelo.proofs.walk import walk
from zermelo.search.clock import Limits

POSITIONS = int(os.environ.get("CLAIMED", "150"))
NORMAL = "normal play"  # a player who cannot move loses: the combinatorial value says who wins
GAMES = {
    "nim(rows=[1, 2, 3])": NORMAL,
    "kayles(n=8)": NORMAL,
    'kayles(n=9, code="0.07")': NORMAL,
    'kayles(n=8, code="0.137")': NORMAL,
    "domineering(width=4, height=3)": NORMAL,
    "domineering(width=3, height=4)": NORMAL,
    "domineering(width=2, height=2) + clobber(width=3, height=1)": NORMAL,
    "clobber(width=3, height=3)": NORMAL,
    "clobber(width=7, height=1)": NORMAL,
    "toadsandfrogs(toads=2, gap=3, frogs=2)": NORMAL,
    "tictactoe": "",
    "hex(size=3)": "",
    "breakthrough(width=2, height=5)": "",
    "connectfour(width=4, height=3, k=3)": "",
    "dotsandboxes(width=2, height=1)": "",
}


def proves(game, state, number):
    """Whether "value >= number" is proven; a proof is walked through."""
    (goal,) = Claim.read(f"value >= {number}").goals(game, state)
    searches = Portfolio(game, state, 0.1, Limits(), None, native=False)
    holds = searches.decide(goal)
    if holds:
        moves = []
        searches.walk_proof(goal, moves)
        given = iter(moves)
        walk(game, state, goal, lambda state: next(given))
        assert next(given, None) is None
    return holds


@pytest.mark.parametrize("spec", GAMES)
def test_prove_solve_analyze_and_value_agree(spec, tmp_path):
    game, chance = value_by(zermelo.game(spec), "outcome"), random.Random(spec)
    zermelo.solve(spec, tmp_path, native=False)
    database, worth = zermelo.Database(tmp_path), oracles.worth_of(game)
    for _ in range(POSITIONS // len(GAMES)):
        state = unfinished_state(game, chance, 10)
        truth = worth(state)
        message = {
            "prove": 1 if proves(game, state, 1) else int(proves(game, state, 0) or 0) - 1,
            "solve": zermelo.probe(database, state).value,
            "analyze": zermelo.analyze(spec, state, algorithm="engine", native=False).value,
        }
        if GAMES[spec] == NORMAL:
            mover = "LR"[game.player(state)]
            message["value"] = 1 if zermelo.value(spec, state).outcome in (mover, "N") else -1
        assert set(message.values()) == {truth}, (state, truth, message)
