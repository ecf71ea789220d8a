"""The tree that a player keeps: what was below the moves made since, and nothing else."""

import pytest

from sampled import best_of, solved
from toys import Again
from zermelo.contract.game import ONGOING
from zermelo.players.named import player_spec
from zermelo.players.playerspec import Terms
from zermelo.players.search import Search
from zermelo.search.clock import Clock, Limits
from zermelo.search.mcts import (
    MOVE,
    PARENT,
    ROOT,
    TOTAL,
    TURN,
    VISITS,
    children,
    new_tree,
    transplant,
)
from zermelo.search.montecarlo import Kept, monte_carlo
from zermelo.spec import parse_game

TERMS = Terms(parse_game("tictactoe"), native=False, ready=False)


def searched(game, state, kept, *, native=False, nodes=300, capacity=1 << 14):
    clock = Clock(Limits(nodes=nodes), native=native)
    return monte_carlo(game, state, clock, 1, capacity, kept=kept)


def below(tree, node):
    """All that is below a node: its moves, numbers and what is below each."""
    known = [tree[node][name] for name in (MOVE, TURN, VISITS, TOTAL)]
    return [known, [below(tree, child) for child in children(tree, node)]]


def size(tree, node):
    """How many nodes are below a node."""
    return sum(1 + size(tree, child) for child in children(tree, node))


def replied(game, state, analysis):
    """The state in which the player is to move next, after the best move and some answers."""
    after = game.play(state, game.parse_move(state, analysis.best_moves[0]))
    while game.player(after) != game.player(state):
        after = game.play(after, next(game.moves(after)))
    return after


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_what_is_below_a_node_is_copied_and_turned_to_its_mover(native):
    game, kept = parse_game("connectfour"), Kept()
    searched(game, game.start(), kept, native=native)
    old, new = kept._tree, new_tree(1 << 14)
    node = max(children(old, ROOT), key=lambda child: old[child][VISITS])
    entries = (transplant.native if native else transplant)(old, node, new)
    assert [below(new, n) for n in children(new, ROOT)] == [
        below(old, n) for n in children(old, node)
    ]
    assert (new[ROOT][PARENT], new[ROOT][TURN]) == (-1, 1)
    assert (new[ROOT][VISITS], new[ROOT][TOTAL]) == (old[node][VISITS], -old[node][TOTAL])
    assert entries == 1 + size(new, ROOT)


@pytest.mark.parametrize("game", [parse_game("connectfour"), Again(size=30)], ids=str)
def test_a_search_goes_on_where_the_one_before_looked(game):
    kept = Kept()
    first = searched(game, game.start(), kept)
    state = replied(game, game.start(), first)
    node = kept.node_of(game, state)
    visits = kept._tree[node][VISITS]
    assert visits > 0
    searched(game, state, kept)
    assert kept._tree[ROOT][VISITS] == visits + 300
    assert kept.node_of(game, state) == ROOT
    assert kept.node_of(game, game.start()) is None


def test_a_full_tree_takes_what_it_has_room_for():
    game, kept = parse_game("connectfour"), Kept()
    first = searched(game, game.start(), kept, nodes=2000)
    second = searched(game, replied(game, game.start(), first), kept, capacity=50)
    assert second.nodes == 300 and second.table_entries <= 50


def test_what_is_called_exact_is_true_to_the_end_of_a_game():
    spec = "isolation(width=3, height=3)"
    game, kept, moves, proven = parse_game(spec), Kept(), [], 0
    state = game.start()
    while game.outcome(state) == ONGOING:
        known = searched(game, state, kept)
        assert not known.exact or known.value == solved(spec, tuple(moves))[0]
        values = best_of(spec, tuple(moves))
        assert all(move.value == values[move.move] for move in known.moves if move.exact)
        proven += known.exact
        moves.append(known.best_moves[0])
        state = game.play(state, game.parse_move(state, moves[-1]))
    assert proven > 1


def play(reuse):
    """Some moves of a game against itself."""
    game = parse_game("connectfour")
    player = Search(Limits(nodes=150), algorithm="hybrid", native=False, seed=4, reuse=reuse)
    state, moves = game.start(), []
    for _ in range(8):
        moves.append(player.choose(game, state))
        state = game.play(state, moves[-1])
    return moves


def test_a_player_keeps_its_tree_unless_told_not_to_and_a_seed_repeats_its_game():
    assert play(reuse=True) == play(reuse=True) != play(reuse=False)
    seats = [player_spec(f"hybrid:reuse={n}", TERMS).begin(TERMS, 1) for n in (0, 1)]
    assert [player._reuse for player in seats] == [False, True]
