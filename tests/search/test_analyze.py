"""Analyses against a naive oracle: values, all best moves, remoteness, lines, and every limit."""

import pytest

import oracles
from sampled import ORACLES, best_of, sampled, solved
from simulatedtime import SimulatedTime
from walking import after
from zermelo import DRAW, LOSS, WIN, analyze, trace
from zermelo.native import switched_off
from zermelo.search.analyze import ALGORITHMS
from zermelo.spec import parse_game

DEEPENING = [name for name, algorithm in ALGORITHMS.items() if algorithm.depth]
TEXTBOOK = [name for name, algorithm in ALGORITHMS.items() if algorithm.values]

NATIVE = {("tictactoe", name) for name in DEEPENING} | {("nim(rows=[2, 3, 2])", "alphabeta")}


# What it finds ------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("algorithm", DEEPENING)
@pytest.mark.parametrize("spec", ORACLES)
def test_an_analysis_to_the_end_is_what_the_oracle_says(spec, algorithm):
    game, native = parse_game(spec), (spec, algorithm) in NATIVE
    for history in sampled(spec):
        state = after(game, history)
        analysis = analyze(game, state, algorithm=algorithm, native=native, seconds=600)
        (value, remoteness), moves = solved(spec, history), best_of(spec, history)
        assert analysis.exact
        assert analysis.value == value
        assert analysis.best_moves == tuple(move for move in moves if moves[move] == value)
        assert {move.move: move.value for move in analysis.moves} == moves
        assert all(move.exact for move in analysis.moves)
        assert analysis.remoteness == (None if value == DRAW else remoteness)
        compiled = native and not switched_off()
        assert (analysis.player, analysis.native) == (len(history) % 2, compiled)


def test_a_finished_position_has_its_outcome_and_no_moves():
    game = parse_game("tictactoe")
    for text, value in (("XXX/OO./...", LOSS), ("XOX/XOO/OXX", DRAW)):
        for depth in (None, 1):
            analysis = analyze(game, game.parse_state(text), depth=depth, native=False)
            assert (analysis.value, analysis.exact, analysis.remoteness) == (value, True, 0)
            assert (analysis.moves, analysis.best_moves, analysis.line) == ((), (), ())


def test_the_seed_chooses_the_line_among_the_best_and_repeats():
    game = parse_game("tictactoe")
    state = game.parse_state("XO./.../...")
    lines = [analyze(game, state, native=False, seed=seed).line for seed in range(8)]
    assert len({line[0] for line in lines}) > 1
    assert lines[:2] == [analyze(game, state, native=False, seed=seed).line for seed in range(2)]


@pytest.mark.parametrize("depth", [None, 3])
@pytest.mark.parametrize("algorithm", TEXTBOOK)
@pytest.mark.parametrize("spec", ["nim(rows=[1, 2, 3])", "isolation(blocked=[(2, 1)])", "lines"])
def test_a_textbook_search_counts_as_its_tree_does(spec, algorithm, depth):
    game = parse_game(spec if spec != "lines" else "tictactoe")
    state = game.parse_state("X../.O./...") if spec == "lines" else None
    analysis = analyze(game, state, algorithm=algorithm, depth=depth, native=False)
    tree = trace(game, state, algorithm=algorithm, depth=depth)
    counted = (analysis.nodes, analysis.table_entries, analysis.table_hits, analysis.value)
    assert counted == (tree.nodes, tree.table_entries, tree.table_hits, tree.value[0])
    assert analysis.nodes_after > 0


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("spec", "algorithm", "nodes", "entries"),
    [
        ("tictactoe", "minimax", 549_946, 0),
        ("tictactoe", "alphabeta", 16_811, 0),
        ("tictactoe", "memo", 2_747, 2_747),
        ("nim", "memo", 710, 710),
    ],
)
def test_a_textbook_search_has_the_figures_of_the_courses(spec, algorithm, nodes, entries):
    analysis = analyze(parse_game(spec), algorithm=algorithm)
    assert (analysis.nodes, analysis.table_entries) == (nodes, entries)
    assert analysis.exact and analysis.remoteness == (16 if spec.startswith("nim") else None)


@pytest.mark.parametrize("spec", ["isolation(width=7, height=7, pieces='knight')", "foxandgeese"])
def test_a_textbook_search_whose_end_is_too_far_deepens_in_half_the_time(spec, monkeypatch):
    time = SimulatedTime(monkeypatch, "zermelo.search.clock")
    found = analyze(
        parse_game(spec), algorithm="alphabeta", native=False, progress=lambda _: time.pass_by(0.2)
    )
    assert 1 <= found.depth < 20 and not found.exact
    assert 2.3 < found.seconds < 2.8


# Limits -------------------------------------------------------------------------------------------


def same_twice(**arguments):
    """The analysis, made twice, its time aside."""
    game = parse_game("tictactoe")
    first, second = (analyze(game, **arguments).as_dict() for _ in range(2))
    del first["seconds"], second["seconds"]
    assert first == second
    return first


@pytest.mark.compiled
@pytest.mark.parametrize("algorithm", DEEPENING)
@pytest.mark.parametrize("nodes", [1, 9, 500, 4000])
def test_a_node_limit_ends_both_modes_at_the_same_node_a_state_s_moves_later_at_most(
    nodes, algorithm
):
    plain = same_twice(nodes=nodes, algorithm=algorithm, native=False)
    native = same_twice(nodes=nodes, algorithm=algorithm, native=True)
    assert nodes <= plain["nodes"] <= nodes + 9
    assert {**plain, "native": True} == native
    assert not plain["exact"] or (algorithm, nodes) == ("engine", 5000)  # it needs fewer
    assert (plain["depth"] <= 1) == (nodes <= 9)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("algorithm", ["alphabeta", "mcts"])
def test_a_time_limit_ends_a_search_that_would_take_years(algorithm, native, monkeypatch):
    time = SimulatedTime(monkeypatch, "zermelo.search.clock")

    def pass_by(snapshot) -> None:
        if snapshot.depth > 1 or (algorithm == "mcts" and snapshot.value is not None):
            time.pass_by(0.1)

    game = parse_game("isolation(width=7, height=7, pieces='knight')")
    analysis = analyze(game, seconds=0.3, native=native, algorithm=algorithm, progress=pass_by)
    assert 0.25 < analysis.seconds < 0.4
    assert not analysis.interrupted
    assert not analysis.exact
    assert analysis.depth >= 1
    assert len(analysis.line) >= 1


@pytest.mark.parametrize("algorithm", ["engine", "mcts"])
def test_no_time_at_all_says_nothing(algorithm):
    analysis = analyze(parse_game("tictactoe"), algorithm=algorithm, seconds=0, native=False)
    assert (analysis.value, analysis.exact, analysis.depth) == (None, False, 0)
    assert (analysis.moves, analysis.best_moves, analysis.line) == ((), (), ())


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("algorithm", ["engine", "mcts"])
def test_an_interrupted_search_says_so_and_what_it_knows(algorithm, native):
    def interrupt(snapshot) -> None:
        if snapshot.depth > 1 and snapshot.value is not None:
            raise KeyboardInterrupt

    game = parse_game("isolation(width=7, height=7, pieces='knight')")
    given = {"algorithm": algorithm, "native": native, "progress": interrupt}
    analysis = analyze(game, seconds=60, **given)
    assert analysis.interrupted
    assert analysis.depth >= 1
    assert analysis.value is not None
    assert analysis.line[0] in analysis.best_moves


def test_the_lessons_board_is_won_in_as_many_plies_as_the_oracle_says():
    analysis = analyze(parse_game("isolation(blocked=[(2, 1)])"), native=False)
    solution = oracles.solve(oracles.Isolation(3, 2, ((2, 1),)))
    assert (analysis.value, analysis.remoteness) == solution
    assert analysis.value == WIN
