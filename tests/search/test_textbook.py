"""The textbook searches: the numbers of the lessons, and what each one promises, on any graph."""

import random
from collections import Counter
from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from graphgames import graphs
from oracles import limited
from toys import Graph
from zermelo import DRAW, LOSS, ONGOING, WIN
from zermelo.errors import IllegalMoveError, Stopped
from zermelo.search import memo, textbook
from zermelo.search.counters import (
    AT_LEAST,
    AT_MOST,
    CUTOFFS,
    ENTRIES,
    HITS,
    NODE_LIMIT,
    NODES,
    new_counts,
)
from zermelo.search.playouts import count_sequences
from zermelo.spec import parse_game

LESSON = parse_game("isolation(width=3, height=2, blocked=[(2, 1)])")
TIC_TAC_TOE = parse_game("tictactoe")


def test_minimax_decision_at_depth_1_makes_5_terminal_tests():
    counts = new_counts()
    move = textbook.minimax_decision(LESSON, LESSON.start(), 1, counts)
    assert counts[NODES] == 5
    assert counts[CUTOFFS] == 5
    assert move in LESSON.moves(LESSON.start())


def test_min_value_of_the_lessons_empty_board_is_lost_for_the_searching_player():
    assert textbook.min_value(LESSON, LESSON.start(), textbook.UNLIMITED, new_counts()) == LOSS


def test_the_first_player_wins_the_lessons_board():
    start = LESSON.start()
    assert textbook.max_value(LESSON, start, textbook.UNLIMITED, new_counts()) == WIN
    move = textbook.minimax_decision(LESSON, start, textbook.UNLIMITED, new_counts())
    assert (
        textbook.min_value(LESSON, LESSON.play(start, move), textbook.UNLIMITED, new_counts())
        == WIN
    )


def test_no_move_is_lost_at_a_max_level_and_won_at_a_min_level():
    game = parse_game("isolation(width=1, height=1)")
    stuck = game.play(game.start(), 0)
    assert textbook.max_value(game, stuck, textbook.UNLIMITED, new_counts()) == LOSS
    assert textbook.min_value(game, stuck, textbook.UNLIMITED, new_counts()) == WIN
    assert textbook.minimax_decision(game, stuck, textbook.UNLIMITED, new_counts()) == -1


@pytest.mark.parametrize("native", [False, True])
def test_alpha_beta_of_tic_tac_toe_makes_16811_calls(native):
    counts = new_counts(native=native)
    search = textbook.alpha_beta_max.native if native else textbook.alpha_beta_max
    assert search(TIC_TAC_TOE, TIC_TAC_TOE.start(), textbook.UNLIMITED, -1.0, 1.0, counts) == DRAW
    assert counts[NODES] == 16_811


@pytest.mark.parametrize(
    ("spec", "value", "entries"),
    [("tictactoe", DRAW, 2_747), ("nim", LOSS, 710)],
)
def test_memoised_alpha_beta_leaves_as_many_entries_as_in_the_lesson(spec, value, entries):
    game, table, counts = parse_game(spec), {}, new_counts()
    assert memo.memo_max(game, game.start(), textbook.UNLIMITED, -1, 1, table, counts) == value
    assert len(table) == counts[ENTRIES] == counts[NODES] == entries


def test_tic_tac_toe_ends_in_255168_games_131184_77904_and_46080():
    positions = {TIC_TAC_TOE.start(): 1}  # → the number of ways that lead there
    seen, results = 0, Counter()
    while positions:
        seen += len(positions)
        following = Counter()
        for state, ways in positions.items():
            outcome = TIC_TAC_TOE.outcome(state)
            if outcome != ONGOING:
                results["drawn" if outcome == DRAW else "XO"[state.player ^ 1]] += ways
            for move in TIC_TAC_TOE.moves(state):
                following[TIC_TAC_TOE.play(state, move)] += ways
        positions = following
    assert seen == 5_478
    assert results == {"X": 131_184, "O": 77_904, "drawn": 46_080}
    assert results.total() == 255_168


@pytest.mark.compiled
def test_sequences_of_nine_moves_fill_the_board():
    """127,872 games last nine moves: X's wins with the last stone and all the draws."""
    count = count_sequences.native(TIC_TAC_TOE, TIC_TAC_TOE.start(), 9, new_counts(native=True))
    assert count == 81_792 + 46_080


@pytest.mark.parametrize("misere", [False, True])
def test_nim_agrees_with_nim_sums_in_every_position_of_three_rows(misere):
    """Bouton (1901): lost with nim-sum 0; misère differs when no row has more than one match."""
    game, table = parse_game(f"nim(rows=[4, 4, 4], misere={misere})"), {}
    for rows in combinations_with_replacement(range(5), 3):
        state = game.start()._replace(rows=rows)
        won = (reduce(xor, rows) != 0) != (misere and max(rows) <= 1)
        value = memo.bounds_max(game, state, textbook.UNLIMITED, -1, 1, table, new_counts())
        assert value == (WIN if won else LOSS)


@pytest.mark.parametrize("rows", [(1, 2, 3, 4), (2, 3, 4), (1, 3, 5), (6, 6), (1, 1, 1, 1)])
def test_the_best_moves_of_nim_leave_nim_sum_0(rows):
    game = parse_game(f"nim(rows={list(rows)})")
    value, moves = textbook.best_moves(game, game.start())
    every = list(game.moves(game.start()))
    to_zero = [m for m in every if not reduce(xor, game.play(game.start(), m).rows)]
    assert (value, moves) == ((WIN, to_zero) if to_zero else (LOSS, every))


def test_best_moves_are_all_of_them():
    corner, middle = (TIC_TAC_TOE.parse_state(text) for text in ("X../.../...", "X../.O./..."))
    centre = TIC_TAC_TOE.parse_move(corner, "1,1")
    assert textbook.best_moves(TIC_TAC_TOE, corner) == (DRAW, [centre])
    assert textbook.best_moves(TIC_TAC_TOE, middle) == (DRAW, list(TIC_TAC_TOE.moves(middle)))


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


def test_at_the_limit_the_evaluation_is_that_of_the_searching_player():
    game = Graph(children=((1,), (2,), ()), players=(0, 1, 0), eighths=(2, 3, 8))
    start = game.start()
    assert textbook.max_value(game, start, 0, new_counts()) == 2 / 8
    assert textbook.min_value(game, start, 0, new_counts()) == -2 / 8
    assert textbook.max_value(game, start, 1, new_counts()) == -3 / 8
    assert textbook.max_value(game, start, 2, new_counts()) == WIN


@pytest.mark.parametrize("depth", [0, 1])
def test_the_end_of_the_game_comes_before_the_limit(depth):
    state, counts = TIC_TAC_TOE.parse_state("XXX/OO./..."), new_counts()
    assert textbook.max_value(TIC_TAC_TOE, state, depth, counts) == LOSS
    assert textbook.alpha_beta_max(TIC_TAC_TOE, state, depth, -1, 1, counts) == LOSS
    assert counts[CUTOFFS] == 0


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


def check_table(table: dict, graph: Graph, searcher: int) -> None:
    """Every bound in the table is a bound of the true value."""
    for (state, depth), (bound, known) in table.items():
        value = limited(graph, state.number, depth)
        value = value if state.player == searcher else -value
        assert bound == AT_LEAST or value <= known
        assert bound == AT_MOST or value >= known


@given(GRAPHS, DEPTHS)
def test_minimax_is_naive_minimax(graph, depth):
    start, value = graph.start(), limited(graph, 0, depth)
    assert textbook.max_value(graph, start, depth, new_counts()) == value
    assert textbook.min_value(graph, start, depth, new_counts()) == -value


@given(GRAPHS, DEPTHS, WINDOWS)
def test_alpha_beta_keeps_its_specification(graph, depth, window):
    start, value = graph.start(), limited(graph, 0, depth)
    results = (
        (value, textbook.alpha_beta_max(graph, start, depth, *window, new_counts())),
        (-value, textbook.alpha_beta_min(graph, start, depth, *window, new_counts())),
    )
    for expected, result in results:
        check(expected, result, *window)
        if graph.children[0] and depth != 0:
            assert window[0] <= result <= window[1]


@given(GRAPHS, DEPTHS, WINDOWS)
def test_fail_soft_alpha_beta_returns_true_bounds(graph, depth, window):
    start, value = graph.start(), limited(graph, 0, depth)
    check_bound(value, textbook.fail_soft_max(graph, start, depth, *window, new_counts()), *window)
    check_bound(-value, textbook.fail_soft_min(graph, start, depth, *window, new_counts()), *window)


def test_below_the_window_fail_soft_says_more_than_fail_hard():
    graph = Graph(children=((1,), ()), players=(0, 1), eighths=(0, 0))
    window = (graph, graph.start(), textbook.UNLIMITED, 0.5, 1.0)
    assert textbook.alpha_beta_max(*window, new_counts()) == 0.5
    assert textbook.fail_soft_max(*window, new_counts()) == 0
    window = (graph, graph.start(), textbook.UNLIMITED, -1.0, -0.5)
    assert textbook.alpha_beta_min(*window, new_counts()) == -0.5
    assert textbook.fail_soft_min(*window, new_counts()) == 0


LOOSE = Graph(  # cut off after the first of two ends, the table holds a bound that is not the value
    children=((1,), (2, 3), (), ()), players=(0, 1, 0, 0), eighths=(0, 0, 0, -8)
)


@given(GRAPHS, DEPTHS, st.lists(WINDOWS, min_size=1, max_size=4))
@example(LOOSE, textbook.UNLIMITED, [(0.5, 1.0), (-0.5, 1.0), (-1.0, -0.5), (-1.0, 0.5)])
@example(bushy_graph(148414143), 2, [(-0.625, 0), (-1.125, -1), (-0.625, 0)])  # ends at LOSS
@example(bushy_graph(148414143), 2, [(0, 0.625), (1, 1.125), (0, 0.625)])  # its mirror, at WIN
@pytest.mark.parametrize(
    ("search", "sign", "promise"),
    [
        (memo.memo_max, 1, check),
        (memo.memo_min, -1, check),
        (memo.bounds_max, 1, check_bound),
        (memo.bounds_min, -1, check_bound),
    ],
)
def test_tables_keep_the_specification_cold_and_warm(search, sign, promise, graph, depth, windows):
    """One table for all windows, each asked twice: what is remembered is still true."""
    value, table = sign * limited(graph, 0, depth), {}
    searcher = graph.players[0] if sign == 1 else graph.players[0] ^ 1
    for window in [*windows, *windows]:
        counts = new_counts()
        promise(value, search(graph, graph.start(), depth, *window, table, counts), *window)
        if promise is check_bound:
            check_table(table, graph, searcher)
    if search in (memo.memo_max, memo.memo_min):
        assert (counts[NODES], counts[HITS]) == (0, 1)


@given(GRAPHS, st.integers(0, 3), WINDOWS)
def test_a_table_of_bounds_serves_other_depths_and_nodes(graph, depth, window):
    table = {}
    for number, player in enumerate(graph.players):
        state = graph.start()._replace(number=number, player=player)
        search, sign = (memo.bounds_max, 1) if player == graph.players[0] else (memo.bounds_min, -1)
        for limit in (depth, depth + 1, textbook.UNLIMITED):
            result = search(graph, state, limit, *window, table, new_counts())
            check_bound(sign * limited(graph, number, limit), result, *window)


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
