"""What a game foresees is so, and a candidate is as good as any move: in all positions."""

import pytest

from zermelo.contract.game import ONGOING
from zermelo.spec import parse_game


def solve(game, state, known):
    """The end of best play from `state`, by trying everything: (outcome, plies)."""
    if state in known:
        return known[state]
    ends = []
    if game.outcome(state) == ONGOING:
        for move in game.moves(state):
            outcome, plies = solve(game, game.play(state, move), known)
            ends.append((-outcome, plies + 1))
    known[state] = max(ends, key=worth) if ends else (game.outcome(state), 0)
    return known[state]


def worth(end):
    """Soon wins before late ones, late losses before soon ones."""
    outcome, plies = end
    return outcome, -plies * outcome


FORESEEN = {
    "breakthrough(width=2, height=5)": {1, 3, -2, 0},
    "tictactoe": {1, 3, -2, 0},
    "mnk(width=3, height=2, k=2)": {1, 3, -2},
    "hex(size=3)": {1, -2, 0},
}


@pytest.mark.parametrize("spec", FORESEEN)
def test_what_is_foreseen_is_so_in_all_positions(spec, monkeypatch):
    monkeypatch.setattr("zermelo.games.mnk.FORESEEN", 2)  # all positions of small boards
    game, known = parse_game(spec), {}
    solve(game, game.start(), known)
    seen = set()
    for state, (outcome, plies) in known.items():
        if plies == 0:
            continue
        foreseen = game.foresee(state)
        soonest = game.soonest_win if outcome > 0 else game.soonest_loss
        assert foreseen == outcome * plies if foreseen else outcome == 0 or plies >= soonest
        children = [game.play(state, move) for move in game.candidates(state)]
        ends = [(-known[child][0], known[child][1] + 1) for child in children]
        assert worth(max(ends, key=worth)) == worth((outcome, plies))
        seen.add(foreseen)
    assert seen == FORESEEN[spec]


ASSURED = {  # what is asked for, and the answers that some position gets
    "tictactoe": {(0, 1), (1, -1), (0, 0), (1, 0)},
    "mnk(width=3, height=3, k=2)": {(0, 0), (1, 0)},
    "hex(size=3)": {(0, 1), (0, -1), (0, 0), (1, 1), (1, -1), (1, 0)},
}


@pytest.mark.parametrize("spec", ASSURED)
def test_what_is_assured_is_so_in_all_positions(spec):
    game, known = parse_game(spec), {}
    solve(game, game.start(), known)
    seen = set()
    for state, (outcome, plies) in known.items():
        for value in (0, 1) if plies else ():
            sure = game.assured(state, value)
            assert sure == 0 or ((sure > 0) == (outcome >= value) and plies <= abs(sure))
            seen.add((value, (sure > 0) - (sure < 0)))
    assert seen == ASSURED[spec]


def test_a_chain_of_bridges_holds_and_one_that_shares_a_cell_does_not():
    game = parse_game("hex(size=4)")
    held, shared = (
        game.parse_state(text) for text in ("...O/.X../..../X...", "O.X./X.O./.X../....")
    )
    assert (game.assured(held, 1), game.assured(shared, 1)) == (-4, 0)
