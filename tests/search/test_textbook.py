"""The textbook searches: the numbers of the lessons, and what each one promises, on any graph."""

import random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from graphgames import graphs
from oracles import limited
from toys import Graph
from zermelo import LOSS, WIN
from zermelo.errors import IllegalMoveError, Stopped
from zermelo.search import memo, textbook
from zermelo.search.counters import AT_LEAST, AT_MOST, CUTOFFS, HITS, NODE_LIMIT, NODES, new_counts
from zermelo.spec import parse_game

LESSON = parse_game("isolation(width=3, height=2, blocked=[(2, 1)])")
TIC_TAC_TOE = parse_game("tictactoe")


def test_minimax_decision_at_depth_1_makes_5_terminal_tests():
    counts = new_counts()
    move = textbook.minimax_decision(LESSON, LESSON.start(), 1, counts)
    assert counts[NODES] == 5
    assert counts[CUTOFFS] == 5
    assert move in LESSON.moves(LESSON.start())


def test_no_move_is_lost_at_a_max_level_and_won_at_a_min_level():
    game = parse_game("isolation(width=1, height=1)")
    stuck = game.play(game.start(), 0)
    assert textbook.max_value(game, stuck, textbook.UNLIMITED, new_counts()) == LOSS
    assert textbook.min_value(game, stuck, textbook.UNLIMITED, new_counts()) == WIN
    assert textbook.minimax_decision(game, stuck, textbook.UNLIMITED, new_counts()) == -1


def test_best_move_varies_with_the_seed_and_repeats_with_it():
    state = TIC_TAC_TOE.parse_state("XO./.../...")
    _, moves = textbook.best_moves(TIC_TAC_TOE, state)
    chosen = [textbook.best_move(TIC_TAC_TOE, state, seed=seed) for seed in range(30)]
    assert {move for _, move in chosen} == set(moves)
    assert len(moves) > 1
    assert chosen[:5] == [textbook.best_move(TIC_TAC_TOE, state, seed=seed) for seed in range(5)]


def test_there_is_no_best_move_when_the_game_is_over():
    over = TIC_TAC_TOE.parse_state("XXX/OO./...")
    assert textbook.best_moves(TIC_TAC_TOE, over) == (LOSS, [])
    with pytest.raises(IllegalMoveError, match="over"):
        textbook.best_move(TIC_TAC_TOE, over)


@pytest.mark.parametrize("search", [textbook.max_value, textbook.min_value])
def test_at_the_limit_a_game_without_evaluation_is_worth_0(search):
    counts = new_counts()
    assert search(TIC_TAC_TOE, TIC_TAC_TOE.start(), 4, counts) == 0
    assert counts[CUTOFFS] == 9 * 8 * 7 * 6


def test_a_search_stops_when_told_and_soon_after_its_limit_of_nodes():
    start = TIC_TAC_TOE.start()
    counts = new_counts()
    counts[NODE_LIMIT] = 0
    with pytest.raises(Stopped):
        textbook.max_value(TIC_TAC_TOE, start, textbook.UNLIMITED, counts)
    assert counts[NODES] == 1
    for native in (False, True):
        counts = new_counts(native=native)
        counts[NODE_LIMIT] = 1000
        with pytest.raises(Stopped):
            (textbook.max_value.native if native else textbook.max_value)(
                TIC_TAC_TOE, start, textbook.UNLIMITED, counts
            )
        assert 1000 <= counts[NODES] < 1009


def bushy_graph(seed: int) -> Graph:
    """A larger game, in which most nodes have several children: windows close there often."""
    generator = random.Random(seed)
    size = 14
    children = [
        tuple(generator.choices(range(number + 1, size), k=generator.randint(1, 3)))
        if number < size // 2
        else ()
        for number in range(size)
    ]
    players = tuple(generator.randint(0, 1) for _ in range(size))
    eighths = tuple(
        generator.randint(-7, 7) if inner else generator.choice((-8, 0, 8)) for inner in children
    )
    return Graph(children=tuple(children), players=players, eighths=eighths)


GRAPHS = graphs() | st.integers(0, 2**32).map(bushy_graph)


DEPTHS = st.sampled_from([textbook.UNLIMITED, 0, 1, 2, 3, 4])
WINDOWS = st.lists(st.integers(-10, 10), min_size=2, max_size=2, unique=True).map(
    lambda ends: (min(ends) / 8, max(ends) / 8)
)


def check(value: float, result: float, alpha: float, beta: float) -> None:
    """The specification of every search with a window."""
    if value < alpha:
        assert result <= alpha
    elif value > beta:
        assert result >= beta
    else:
        assert result == value


def check_bound(value: float, result: float, alpha: float, beta: float) -> None:
    """Fail-soft: besides, a result outside the window is a true bound."""
    check(value, result, alpha, beta)
    if result <= alpha:
        assert value <= result
    if result >= beta:
        assert value >= result


def check_table(table: dict, graph: Graph) -> None:
    """Every bound in the table is a bound of the true value."""
    for (state, depth), (bound, known) in table.items():
        value = limited(graph, state.number, depth)
        assert bound == AT_LEAST or value <= known
        assert bound == AT_MOST or value >= known


@given(GRAPHS, DEPTHS)
def test_minimax_is_naive_minimax(graph, depth):
    start, value = graph.start(), limited(graph, 0, depth)
    assert textbook.max_value(graph, start, depth, new_counts()) == value
    assert textbook.min_value(graph, start, depth, new_counts()) == -value


@given(GRAPHS, DEPTHS, WINDOWS)
def test_alpha_beta_keeps_its_specification_and_fail_soft_bounds_are_true(graph, depth, window):
    start, value = graph.start(), limited(graph, 0, depth)
    results = (
        (value, textbook.alpha_beta_max(graph, start, depth, *window, new_counts())),
        (-value, textbook.alpha_beta_min(graph, start, depth, *window, new_counts())),
    )
    for expected, result in results:
        check(expected, result, *window)
        if graph.children[0] and depth != 0:
            assert window[0] <= result <= window[1]
    check_bound(value, textbook.fail_soft(graph, start, depth, *window, new_counts()), *window)


def test_below_the_window_fail_soft_says_more_than_fail_hard():
    graph = Graph(children=((1,), ()), players=(0, 1), eighths=(0, 0))
    window = (graph, graph.start(), textbook.UNLIMITED, 0.5, 1.0)
    assert textbook.alpha_beta_max(*window, new_counts()) == 0.5
    assert textbook.fail_soft(*window, new_counts()) == 0
    window = (graph, graph.start(), textbook.UNLIMITED, -1.0, -0.5)
    assert textbook.alpha_beta_min(*window, new_counts()) == -0.5


LOOSE = Graph(  # cut off after the first of two ends, the table holds a bound that is not the value
    children=((1,), (2, 3), (), ()), players=(0, 1, 0, 0), eighths=(0, 0, 0, -8)
)


@given(GRAPHS, DEPTHS, st.lists(WINDOWS, min_size=1, max_size=4))
@example(LOOSE, textbook.UNLIMITED, [(0.5, 1.0), (-0.5, 1.0), (-1.0, -0.5), (-1.0, 0.5)])
@example(bushy_graph(148414143), 2, [(-0.625, 0), (-1.125, -1), (-0.625, 0)])  # ends at LOSS
@example(bushy_graph(148414143), 2, [(0, 0.625), (1, 1.125), (0, 0.625)])  # its mirror, at WIN
@pytest.mark.parametrize(
    ("search", "promise"), [(memo.memo_max, check), (memo.bounds_max, check_bound)]
)
def test_tables_keep_the_specification_cold_and_warm(search, promise, graph, depth, windows):
    """One table for all windows, each asked twice: what is remembered is still true."""
    value, table = limited(graph, 0, depth), {}
    for window in [*windows, *windows]:
        counts = new_counts()
        promise(value, search(graph, graph.start(), depth, *window, table, counts), *window)
        if promise is check_bound:
            check_table(table, graph)
    if search is memo.memo_max:
        assert (counts[NODES], counts[HITS]) == (0, 1)


@given(GRAPHS, st.integers(0, 3), WINDOWS)
def test_a_table_of_bounds_serves_other_depths_and_nodes(graph, depth, window):
    table = {}
    for number, player in enumerate(graph.players):
        state = graph.start()._replace(number=number, player=player)
        for limit in (depth, depth + 1, textbook.UNLIMITED):
            result = memo.bounds_max(graph, state, limit, *window, table, new_counts())
            check_bound(limited(graph, number, limit), result, *window)


@given(GRAPHS, st.sampled_from([textbook.UNLIMITED, 1, 2, 3]))
@pytest.mark.parametrize(
    "values",
    [textbook.minimax_values, textbook.alpha_beta_values, memo.memo_values, memo.bounds_values],
)
def test_the_values_of_all_moves_are_exact(values, graph, depth):
    start = graph.start()
    expected = []
    for child in graph.children[0]:
        value = limited(graph, child, depth - 1)
        expected.append(value if graph.players[child] == graph.players[0] else -value)
    assert values(graph, start, depth, new_counts()) == expected
    if values is textbook.alpha_beta_values and expected:
        best = [move for move, value in enumerate(expected) if value == max(expected)]
        assert textbook.best_moves(graph, start, depth) == (max(expected), best)
        assert textbook.minimax_decision(graph, start, depth, new_counts()) == best[0]
        assert textbook.best_move(graph, start, depth, seed=1)[1] in best


@given(GRAPHS)
def test_alpha_beta_visits_no_more_than_minimax(graph):
    assume(graph.children[0])
    minimax, pruned = new_counts(), new_counts()
    textbook.max_value(graph, graph.start(), textbook.UNLIMITED, minimax)
    textbook.alpha_beta_max(graph, graph.start(), textbook.UNLIMITED, -1, 1, pruned)
    assert pruned[NODES] <= minimax[NODES]
