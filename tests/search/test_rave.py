"""RAVE: what is counted beside a node's own visits, what it changes, and that proofs stay true."""

from dataclasses import replace

import pytest

import zermelo
from zermelo.contract.game import ONGOING
from zermelo.errors import ParameterError
from zermelo.games.hex import Hex
from zermelo.search.counters import new_counts, state_from_seed
from zermelo.search.mcts import (
    AMAF,
    AMAF_TOTAL,
    MOVE,
    ROOT,
    VISITS,
    children,
    grow,
    new_marks,
    new_tree,
)

ENDS = []


class Recorded(Hex):
    """Hex that notes down the ends that it comes to."""

    def outcome(self, state):
        result = super().outcome(state)
        if result != ONGOING:
            ENDS.append(state)
        return result


def stones(state, player):
    """The cells of a player."""
    bits = (state.first, state.second)[player]
    return {cell for cell in range(bits.bit_length()) if bits >> cell & 1}


def test_amaf_counts_every_simulation_in_which_the_player_made_the_move():
    game, tree, marks, counts = (
        Recorded(size=4),
        new_tree(1 << 12),
        new_marks(50),
        new_counts(),
    )
    chance, games = state_from_seed(3), []
    for _ in range(60):
        ENDS.clear()
        chance = grow(game, game.start(), tree, ROOT, 1, 0, 50, marks, chance, counts)
        games.append(ENDS[-1])
    for child in children(tree, ROOT):
        record = tree[child]
        made = [end for end in games if record[MOVE] in stones(end, 0)]
        won = sum(1 if end.player == 1 else -1 for end in made)
        assert (record[AMAF], record[AMAF_TOTAL]) == (len(made), won)
        assert record[VISITS] <= record[AMAF] > 0


def test_rave_changes_what_is_simulated_and_can_be_switched_off():
    hexes = [
        zermelo.analyze("hex(size=4)", algorithm="mcts", nodes=200, seed=1, native=False, rave=rave)
        for rave in (None, 300, 0)
    ]
    values = [[move.value for move in analysis.moves] for analysis in hexes]
    assert values[0] == values[1] != values[2]
    with pytest.raises(ParameterError, match="rave is for mcts, not for hybrid"):
        zermelo.analyze("hex(size=4)", algorithm="hybrid", nodes=9, rave=300)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["hex(size=4)", "connectfour"])
def test_plain_and_native_search_the_same(spec):
    plain, native = (
        zermelo.analyze(spec, algorithm="mcts", nodes=500, seed=2, native=n, rave=80)
        for n in (False, True)
    )
    assert replace(plain, seconds=0) == replace(native, seconds=0, native=False)
