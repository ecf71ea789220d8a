"""Monte Carlo tree search: what it proves is true, the rest is repeatable, limits are kept."""

import gc
import weakref
from dataclasses import replace

import pytest

from sampled import ORACLES, best_of, sampled, solved
from toys import Again, Graph
from walking import after
from zermelo import LOSS, ONGOING, WIN, analyze
from zermelo.errors import ParameterError
from zermelo.native import runs_native
from zermelo.search import montecarlo
from zermelo.search.clock import Clock, Limits
from zermelo.search.mcts import new_tree
from zermelo.search.montecarlo import monte_carlo
from zermelo.spec import parse_game

ENOUGH = 200_000  # simulations


def simulated(game, state=None, *, nodes, native=False, capacity=1 << 16, seed=1):
    state = game.start() if state is None else state
    clock = Clock(Limits(nodes=nodes), native=native)
    return monte_carlo(game, state, clock, seed=seed, capacity=capacity)


# What it proves -----------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("spec", ORACLES)
def test_with_enough_simulations_everything_is_proven_as_the_oracle_says(spec):
    game = parse_game(spec)
    for history in sampled(spec)[:12]:
        state = after(game, history)
        analysis = analyze(game, state, algorithm="mcts", nodes=ENOUGH, native=True, seed=1)
        (value, _), moves = solved(spec, history), best_of(spec, history)
        assert (analysis.value, analysis.exact) == (value, True)
        assert analysis.best_moves == tuple(move for move in moves if moves[move] == value)
        assert {move.move: move.value for move in analysis.moves} == moves
        assert all(move.exact for move in analysis.moves)
        assert analysis.nodes < ENOUGH


def test_few_simulations_find_the_move_that_avoids_a_loss():
    game = parse_game("connectfour")
    state = after(game, ("1", "4", "2", "4", "1", "4"))  # O threatens column 4
    assert simulated(game, state, nodes=300).best_moves == ("4",)


def test_values_are_for_the_mover_also_when_players_move_twice():
    game = Again(size=9)
    states = {game.start()}
    for _ in range(5):
        for state in states:
            if game.outcome(state) == ONGOING:
                proven = analyze(game, state, algorithm="memo", native=False)
                failures = simulated(game, state, nodes=ENOUGH)
                assert (failures.value, failures.exact) == (proven.value, True)
                moves = tuple(replace(entry, remoteness=None) for entry in proven.moves)
                assert (failures.moves, failures.player) == (moves, state.player)
        states = {game.play(state, move) for state in states for move in game.moves(state)}


def test_estimates_lean_the_movers_way_also_when_players_move_twice():
    game = Again(size=40)
    ahead = game.start()._replace(left=9, taken=25)
    for state, sign in ((ahead, 1), (ahead._replace(player=1), -1)):
        failures = simulated(game, state, nodes=50)
        assert sign * failures.value > 0


def test_a_game_without_end_is_a_draw_as_far_as_known():
    round_and_round = Graph(children=((1, 1), (0,)), players=(0, 1), eighths=(0, 0))
    failures = simulated(round_and_round, nodes=20)
    assert (failures.value, failures.exact, failures.nodes) == (0, False, 20)


def test_a_win_is_proven_past_repetitions():
    # Player 0 may go round, or give player 1 the choice of going back or losing at once.
    game = Graph(children=((1, 2), (0,), (0, 3), ()), players=(0, 1, 1, 1), eighths=(0, 0, 0, -8))
    assert not simulated(game, nodes=300).exact  # player 1 goes back for ever
    lost = replace(game, children=((1, 2), (0,), (3, 3), ()))
    failures = simulated(lost, nodes=300)
    assert (failures.value, failures.exact) == (WIN, True)
    assert failures.best_moves == ("0", "1")  # once round, player 0 still wins, but later
    assert failures.line[0] == "1"


def test_the_hybrid_knows_what_a_game_is_sure_of_and_wins_soon():
    game = parse_game("hex(size=4)")
    state = game.parse_state("..../.X../..O./X..O")  # a bridge from b2 to a4, one to the upper side
    for plies_left in (3, 1):
        asked = analyze(game, state, algorithm="hybrid", nodes=30, native=False, seed=1)
        assert (asked.value, asked.exact) == (WIN, True)
        assert game.assured(state, WIN) == plies_left
        state = game.play(state, game.parse_move(state, asked.line[0]))
        if game.outcome(state) == ONGOING:
            state = game.play(state, next(game.moves(state)))
    assert game.outcome(state) == LOSS


# Chance -------------------------------------------------------------------------------------------

VARIED = ["tictactoe", "connectfour", "nim(rows=[2, 3, 2])", "isolation(width=5, height=5)"]


def as_facts(result):
    """The analysis, but for how long it took and in which world."""
    return replace(result, seconds=0, native=False)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", VARIED)
def test_plain_and_native_simulate_the_same(spec):
    game = parse_game(spec)
    for seed in range(3):
        plain, native = (simulated(game, nodes=700, seed=seed, native=n) for n in (False, True))
        assert native.native == runs_native(game)
        assert as_facts(plain) == as_facts(native)


def test_a_seed_repeats_the_search_and_another_does_not():
    game = parse_game("connectfour")
    one, same, other = (
        as_facts(analyze(game, algorithm="mcts", nodes=300, native=False, seed=seed))
        for seed in (5, 5, 6)
    )
    assert one == same != other


# Limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("nodes", [1, 3, 999, 1000, 1001, 2500])
def test_nodes_are_simulations_and_kept_to_one(nodes, native):
    failures = simulated(parse_game("connectfour"), nodes=nodes, native=native)
    assert failures.nodes == nodes
    assert not failures.exact
    assert len(failures.moves) == 7


@pytest.mark.compiled
def test_a_full_tree_grows_no_more_but_simulations_go_on():
    game = parse_game("tictactoe")
    for capacity in (1, 10, 50, 500):
        plain, native = (
            simulated(game, nodes=2000, capacity=capacity, native=n) for n in (False, True)
        )
        assert as_facts(plain) == as_facts(native)
        assert 10 <= plain.table_entries <= max(10, capacity)
        assert (plain.nodes, plain.exact) == (2000, False)
    assert plain.best_moves == ("1,1",)


def test_a_depth_is_refused():
    with pytest.raises(ParameterError, match="mcts has no depth limit: give seconds or nodes"):
        analyze(parse_game("tictactoe"), algorithm="mcts", depth=3, native=False)


# Players ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rave", [0, 300])
def test_what_a_limit_ends_leaves_no_tree_in_memory(monkeypatch, rave):
    trees = []

    def noted(*given, **by_name):
        tree = new_tree(*given, **by_name)
        trees.append(weakref.ref(tree))
        return tree

    monkeypatch.setattr(montecarlo, "new_tree", noted)
    analyze("tictactoe", algorithm="mcts", nodes=50, rave=rave)
    analyze("tictactoe", algorithm="mcts", seconds=0.01, rave=rave)
    gc.collect()
    assert [tree() for tree in trees] == [None, None]
