"""Analyses from a certificate against plain minimax, in all positions of small games."""

import pytest

import oracles
import zermelo
from zermelo.contract.analysis import value_by
from zermelo.proofs.verify import Known


def positions(game):
    """All positions that play can reach."""
    known, waiting = set(), [game.start()]
    while waiting:
        state = waiting.pop()
        if state not in known:
            known.add(state)
            waiting += [game.play(state, move) for move in game.moves(state)]
    return known


@pytest.mark.parametrize(
    ("spec", "claim"),
    [
        ("tictactoe", "draw"),
        ("nim(rows=[1, 2, 2])", "win"),
        ("nim(rows=[2, 2])", "loss"),
        ("domineering(width=3, height=3)", "win"),
        ("dotsandboxes(width=2, height=1)", "score = 0"),
        ("kalah(pits=2, seeds=1)", "score >= 1"),
    ],
)
def test_all_that_is_exact_is_what_minimax_says(spec, claim, tmp_path):
    out, by = tmp_path / "a.proof", "score" if "score" in claim else "outcome"
    game = value_by(zermelo.game(spec), by)
    worth = oracles.worth_of(game)
    done = zermelo.prove(spec, claim=claim, out=out, native=False)
    if not done.proven:
        claim = f"score <= {worth(game.start())}"
        assert zermelo.prove(spec, claim=claim, out=out, native=False).proven
    known, answered = Known(out, game), 0
    for state in positions(game):
        low, high = known.bounds(state)
        assert low <= worth(state) <= high
        analysis = known.analysis(state)
        answered += analysis is not None
        for entry in analysis.moves if analysis else ():
            child = game.play(state, game.parse_move(state, entry.move))
            truth = oracles.mirrored(worth(child), game.player(child) == game.player(state))
            assert entry.value == truth if entry.exact else entry.value >= truth
        if analysis:
            best = {entry.move for entry in analysis.moves if entry.value == analysis.value}
            assert analysis.value == worth(state)
            assert set(analysis.best_moves) <= best and (analysis.best_moves or not analysis.moves)
    assert answered > 0


def test_the_command_answers_from_a_proof_and_searches_elsewhere(tmp_path, run, run_json):
    out = str(tmp_path / "a.proof")
    assert run("prove", "tictactoe", "--claim", "draw", "--plain", "--out", out)[0] == 0
    start = run_json("analyze", "tictactoe", "--proof", out)
    assert (start["value"], start["exact"], start["nodes"]) == (0, True, 10)
    lost = run_json("analyze", "tictactoe", "--moves", "0,1 0,0 2,1", "--plain", "--proof", out)
    assert lost["exact"] and lost["nodes"] > 10
    for given, fault in ((("--by", "score"), "is no proof by score"), (("--moves", "9,9"), "9,9")):
        status, _, err = run("analyze", "tictactoe", "--proof", out, *given)
        assert status == 2 and fault in err
    status, _, err = run("analyze", "nim", "--proof", out)
    assert status == 2 and "a proof about tictactoe, not about nim" in err
