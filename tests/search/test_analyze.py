"""Analyses against a naive oracle: values, points, best moves, remoteness, explanations, limits."""

import random

import pytest
from hypothesis import given as tried
from hypothesis import strategies as st

import zermelo
from graphgames import graphs
from oracles import points_of
from pointgames import Matches, Sowing, Tree
from simulatedtime import SimulatedTime
from walking import ORACLES, after, best_of, random_states, sampled, solved
from zermelo import DRAW, LOSS, Game, analyze, trace
from zermelo.contract.analysis import in_points
from zermelo.errors import CapabilityError, ParameterError
from zermelo.native import switched_off
from zermelo.native.running import is_native
from zermelo.search.analyze import ALGORITHMS, explain_terms
from zermelo.spec import parse_game

DEEPENING = [name for name, algorithm in ALGORITHMS.items() if algorithm.depth]
TEXTBOOK = [name for name, algorithm in ALGORITHMS.items() if algorithm.kernels]

NATIVE = {("tictactoe", name) for name in DEEPENING} | {("nim(rows=[2, 3, 2])", "alphabeta")}
ENOUGH = 200_000  # simulations of Monte Carlo that prove a value


@pytest.mark.long
@pytest.mark.parametrize("algorithm", [*DEEPENING, "pn", "mcts"])
@pytest.mark.parametrize("spec", ORACLES)
def test_an_analysis_to_the_end_is_what_the_oracle_says(spec, algorithm):
    game, native = parse_game(spec), (spec, algorithm) in NATIVE or algorithm == "mcts"
    limit = {"nodes": ENOUGH, "seed": 1} if algorithm == "mcts" else {"seconds": 600}
    for history in sampled(spec)[: 12 if algorithm == "mcts" else None]:
        state = after(game, history)
        analysis = analyze(game, state, algorithm=algorithm, native=native, **limit)
        (value, remoteness), moves = solved(spec, history), best_of(spec, history)
        assert analysis.exact and analysis.complete
        assert analysis.value == value
        best = tuple(move for move in moves if moves[move] == value)
        assert analysis.best_moves == best and analysis.line[0] in best
        assert {move.move: move.value for move in analysis.moves} == moves
        assert all(move.exact for move in analysis.moves)
        unknown = value == DRAW or algorithm in ("pn", "mcts")
        assert analysis.remoteness == (None if unknown else remoteness)
        compiled = native and not switched_off()
        assert (analysis.player, analysis.native) == (len(history) % 2, compiled)


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
    result = LOSS if spec.startswith("nim") else DRAW
    assert (analysis.value, analysis.exact) == (result, True)
    assert analysis.remoteness == (16 if result == LOSS else None)


@pytest.mark.parametrize("spec", ["isolation(width=7, height=7, pieces='knight')", "foxandgeese"])
def test_a_textbook_search_whose_end_is_too_far_deepens_in_half_the_time(spec, monkeypatch):
    time = SimulatedTime(monkeypatch, "zermelo.search.clock")
    found = analyze(
        parse_game(spec), algorithm="alphabeta", native=False, progress=lambda _: time.pass_by(0.2)
    )
    assert 1 <= found.depth < 20 and not found.exact
    assert 2.3 < found.seconds < 2.8


def same_twice(**arguments):
    """The fields of an analysis made twice with the same result, without its time."""
    game = parse_game("tictactoe")
    first, second = (analyze(game, **arguments).as_dict() for _ in range(2))
    del first["seconds"], second["seconds"]
    assert first == second
    return first


@pytest.mark.compiled
@pytest.mark.parametrize("algorithm", DEEPENING)
@pytest.mark.parametrize("nodes", [1, 9, 500, 4000])
def test_a_node_limit_ends_both_modes_at_the_same_node(nodes, algorithm):
    plain = same_twice(nodes=nodes, algorithm=algorithm, native=False)
    native = same_twice(nodes=nodes, algorithm=algorithm, native=True)
    assert nodes <= plain["nodes"] <= nodes + 9
    assert {**plain, "native": True} == native
    assert not plain["exact"] or (algorithm, nodes) == ("engine", 5000)  # it needs fewer
    assert (plain["depth"] <= 1) == (nodes <= 9)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("algorithm", ["engine", "alphabeta", "mcts"])
def test_a_time_limit_ends_a_search_that_would_take_years(algorithm, native, monkeypatch):
    """`make bench NAME=engine` measures the delay."""
    time = SimulatedTime(monkeypatch, "zermelo.search.clock", "zermelo.search.engine.analysis")

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
def test_a_search_without_time_has_no_value(algorithm):
    analysis = analyze(parse_game("tictactoe"), algorithm=algorithm, seconds=0, native=False)
    assert (analysis.value, analysis.exact, analysis.depth) == (None, False, 0)
    assert (analysis.moves, analysis.best_moves, analysis.line) == ((), (), ())


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("algorithm", ["engine", "mcts"])
def test_an_interrupted_search_reports_what_it_knows(algorithm, native):
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


SMALL = [Matches(), Matches(size=6), Sowing(pits=2, seeds=2), Sowing(pits=2, seeds=1)]
NAMES = ("engine", "minimax", "alphabeta", "memo")


def of_moves(game: Game, state, points) -> dict[str, int]:
    """The points of each move for the player who makes it."""
    worths = {}
    for move in game.moves(state):
        child = game.play(state, move)
        same = game.player(child) == game.player(state)
        worths[game.format_move(state, move)] = points(child) if same else -points(child)
    return worths


def check(game: Game, state, result, points) -> None:
    worths = of_moves(game, state, points)
    assert (result.by, result.exact, result.value) == ("score", True, points(state))
    assert {entry.move: entry.value for entry in result.moves} == worths
    assert all(entry.exact and entry.by == "score" for entry in result.moves)
    best = {move for move, worth in worths.items() if worth == max(worths.values())}
    assert set(result.best_moves) == best and result.complete
    assert result.remoteness == (0 if not worths else None)


TREES = graphs(Tree, range(-8, 9))


@tried(TREES, st.sampled_from(NAMES))
def test_on_random_trees(game, algorithm):
    state, points = game.start(), points_of(game)
    analysis = zermelo.analyze(game, algorithm=algorithm, by="score", native=False, depth=30)
    check(game, state, analysis, points)


@tried(TREES, st.integers(-9, 9))
def test_a_margin_on_random_trees(game, margin):
    state, points = game.start(), points_of(game)
    analysis = zermelo.analyze(game, by="score", margin=margin, native=False, depth=30)
    worths, enough = of_moves(game, state, points), points(state) >= margin
    assert analysis.exact and analysis.margin == margin and (analysis.value == 1) == enough
    assert all(worths[move] >= margin for move in analysis.best_moves)
    assert bool(analysis.best_moves) == (bool(worths) and enough)


@pytest.mark.compiled
@pytest.mark.parametrize("game", [Matches(size=25), Sowing()], ids=str)
def test_games_of_bounded_and_of_unknown_length_are_solved_native(game):
    points = points_of(game)
    for state in random_states(game, random.Random(2), 6):
        check(game, state, zermelo.analyze(game, state, by="score", seconds=250), points)
    assert is_native(in_points(game))


@pytest.mark.parametrize("game", SMALL[1:], ids=str)
def test_monte_carlo_proves_the_oracles_points(game):
    points, proven = points_of(game), 0
    for state in random_states(game, random.Random(4), 5):
        given = {"algorithm": "mcts", "nodes": 3000, "native": False, "seed": 1}
        analysis = zermelo.analyze(game, state, by="score", **given)
        worths = of_moves(game, state, points)
        assert analysis.by == "score" and all(entry.by == "score" for entry in analysis.moves)
        assert all(worths[e.move] == e.value for e in analysis.moves if e.exact)
        assert not analysis.exact or analysis.value == points(state)
        proven += analysis.exact
    assert proven >= 3


def test_an_estimate_in_points_is_not_exact():
    game = Sowing(pits=6, seeds=4)
    analysis = zermelo.analyze(game, by="score", depth=2, native=False)
    assert not analysis.exact and analysis.value is not None
    assert 0 < analysis.value < game.score_bound and analysis.as_dict()["by"] == "score"


@pytest.mark.compiled
def test_the_same_machine_code_answers_every_margin(monkeypatch):
    from zermelo.search.engine import compiling

    game = Matches(size=25)
    assert zermelo.analyze(game, by="score", margin=1, native=True).value == 1
    monkeypatch.setattr(compiling, "_compile", None)
    assert zermelo.analyze(game, by="score", margin=9, native=True).value == -1


@pytest.mark.parametrize("algorithm", NAMES)
def test_games_for_points_may_be_searched_by_outcome(algorithm):
    for game in SMALL[:2]:
        analysis = zermelo.analyze(game, algorithm=algorithm, native=False, depth=30)
        worth = points_of(game)(game.start())
        assert analysis.value == (worth > 0) - (worth < 0) and "by" not in analysis.as_dict()


@pytest.mark.parametrize(
    ("game", "asked", "said"),
    [
        ("tictactoe", {"by": "score"}, "tictactoe counts no points: define score"),
        (Matches(), {"margin": 3}, "a margin is in points: set by='score'"),
        (
            Matches(),
            {"margin": 3, "by": "score", "algorithm": "memo"},
            "only the engine takes a margin, not memo",
        ),
        ("tictactoe", {"selective": True}, "one best move"),
        ("hex", {"algorithm": "hybrid", "rave": 300}, "only mcts takes rave, not hybrid"),
        ("hex", {"algorithm": "mcts", "priors": True}, "only hybrid takes priors, not mcts"),
        ("nim", {"algorithm": "hybrid"}, "hybrid needs nim's evaluate: define evaluate"),
    ],
)
def test_impossible_options_are_refused(game, asked, said):
    with pytest.raises((CapabilityError, ParameterError), match=said):
        zermelo.analyze(game, nodes=10, **asked)


MORRIS = zermelo.game("morris")
OPENING = ["d6", "f4", "d5"]


def opened(*moves: str):
    state = MORRIS.start()
    for text in moves:
        state = MORRIS.play_checked(state, MORRIS.parse_move(state, text))
    return state


def test_terms_are_for_who_moves_here_also_after_the_line():
    state, line = opened(*OPENING), ["f6", "d7xf6"]
    result = explain_terms(MORRIS, state, line)
    here, there = (sum(getattr(term, when) for term in result) for when in ("here", "there"))
    assert here == pytest.approx(MORRIS.evaluate(state))
    assert there == pytest.approx(MORRIS.evaluate(opened(*OPENING, *line)))
    (mills,) = (term for term in result if term.name == "mills")
    assert (mills.here, mills.there) == (0.0, pytest.approx(-4 / 42))
    (one_ply,) = (term for term in explain_terms(MORRIS, state, ["d7"]) if term.name == "men")
    assert one_ply.there == pytest.approx(0.0)


def test_terms_without_a_line_or_after_the_end_have_one_value():
    assert all(term.there is None for term in explain_terms(MORRIS, MORRIS.start()))
    game = zermelo.game("isolation(width=2, height=1)")
    assert all(term.there is None for term in explain_terms(game, game.start(), ["0,0", "1,0"]))


def test_the_command_explains(run, run_json):
    command = "analyze", "morris", "--moves", "d6 f4 d5", "--depth", "1", "--plain", "--explain"
    rows = [line.split() for line in run(*command)[1].splitlines()]
    assert ["possible", "mills", "−0.05", "+0.00"] in rows
    assert rows[-1][0] == "evaluation"
    names = [term["name"] for term in run_json(*command)["terms"]]
    assert names == ["men", "men in hand", "mills", "possible mills"]


def test_a_game_without_features_is_not_explained_nor_searched_first(run):
    game = zermelo.game("nim")
    with pytest.raises(CapabilityError, match="define features"):
        explain_terms(game, game.start())
    status, _, err = run("analyze", "nim", "--explain")
    assert status == 2 and "nim has no features" in err
