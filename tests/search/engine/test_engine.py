"""The engine against naive oracles: values, best moves, distances, limits, bounds and tables."""

import random
from dataclasses import replace

import pytest

import oracles
from engine import signature
from graphgames import check_claims
from toys import Graph, loopy_graph
from walking import SOLVABLE
from zermelo import DRAW, LOSS, analyze
from zermelo.search.engine import compiling
from zermelo.search.engine.analysis import help_search
from zermelo.search.engine.table import Table
from zermelo.spec import parse_game

EITHER = "isolation(width=3, height=2, stuck='either')"
EVERY = SOLVABLE | {EITHER: oracles.Isolation(3, 2, (), "queen", "either")}
MOST = 1500  # positions that are compared of a game, but all of tic-tac-toe


@pytest.mark.compiled
@pytest.mark.parametrize("spec", EVERY)
def test_every_position_is_judged_as_the_oracle_judges_it(spec):
    rules = EVERY[spec]
    game, table, native = parse_game(spec), Table(8), spec == "tictactoe"
    positions, solved = oracles.every_position(rules), oracles.solved(rules)
    texts = list(positions)
    if not native and len(texts) > MOST:
        texts = random.Random(spec).sample(texts, MOST)
    for number, text in enumerate(texts):
        state = game.parse_state(text)
        analysis = analyze(game, state, algorithm="engine", table=table, native=native)
        compare(analysis, rules, positions[text], solved)
        if number % 3 == 0:
            each = analyze(game, state, table=table, native=native, every_move=True)
            compare(each, rules, positions[text], solved)
            assert distances(each) == {
                move: None if child[0] == DRAW else 1 + child[1]
                for move in rules.moves(positions[text])
                for child in [solved[rules.text((*positions[text], move))]]
            }


def distances(result):
    return {move.move: move.remoteness for move in result.moves}


def compare(result, rules, history, solved):
    """Value, best moves, distance and the value of every move, all exact."""
    value, remoteness = solved[rules.text(history)]
    moves = {move: -solved[rules.text((*history, move))][0] for move in rules.moves(history)}
    assert (result.value, result.exact) == (value, True)
    assert result.remoteness == (None if moves and value == DRAW else remoteness)
    assert {move.move: move.value for move in result.moves} == moves
    assert all(move.exact and move.bound == "exact" for move in result.moves)
    assert result.best_moves == tuple(move for move in moves if moves[move] == value)


@pytest.mark.compiled
@pytest.mark.parametrize("size", [4, 7, 11])
def test_in_games_that_loop_no_claim_is_wrong_and_every_win_is_found(size):
    generator, drawn_by_loops = random.Random(size), 0
    for _ in range(150):
        game = loopy_graph(generator, size)
        given = {"nodes": 3000, "native": False, "every_move": bool(generator.getrandbits(1))}
        analysis = analyze(game, **given)
        drawn = check_claims(analysis, game) == 0 and analysis.exact
        drawn_by_loops += drawn and len(analysis.moves) > 0
    assert drawn_by_loops > 5


@pytest.mark.compiled
def test_a_search_goes_on_with_what_an_earlier_one_has_proven():
    game = parse_game("connectfour(width=4, height=4)")
    state = game.start()
    whole = analyze(game, state, every_move=True)
    assert whole.finished and whole.nodes > 2000
    known, nodes = None, 500
    while known is None or not known.finished:  # each with an empty table
        before, known = known, analyze(game, state, nodes=nodes, every_move=True, known=known)
        nodes = 2 * nodes
        for entry in known.moves:
            earlier = before and before.of(entry.move)
            assert not entry.exact or entry.value == whole.of(entry.move).value
            assert not (earlier and earlier.exact) or entry.exact
        assert before is None or known.depth >= before.depth
        assert nodes < 4 * whole.nodes
    assert distances(known) == distances(whole) and known.value == whole.value
    assert analyze(game, state, every_move=True, known=whole).nodes < whole.nodes / 2  # the line


def test_a_draw_by_repetition_is_not_handed_to_others_who_come_another_way():
    """The graph-history interaction: node 2 is won, but a draw for those who came through 1."""
    children = ((1, 2), (2,), (1, 3), (4,), ())
    game = Graph(children=children, players=(0, 1, 0, 1, 0), eighths=(0, 0, 0, 0, 8))
    truth = oracles.retrograde(children, game.players, [0, 0, 0, 0, 1])
    analysis = analyze(game, algorithm="engine", native=False)
    assert [move.value for move in analysis.moves] == [-truth[1][0], truth[2][0]]


@pytest.mark.parametrize("spec", ["tictactoe", "morris(men=6)", "isolation(width=4, height=4)"])
def test_moves_alike_by_symmetry_are_searched_once_and_known_alike(spec):
    game = parse_game(spec)
    analysis = analyze(game, algorithm="engine", depth=3, native=False, every_move=True)
    known = {}
    for move in analysis.moves:
        child = game.play(game.start(), game.parse_move(game.start(), move.move))
        judged = known.setdefault(min(game.symmetries(child)), move)
        assert (move.value, move.exact, move.bound) == (judged.value, judged.exact, judged.bound)
    assert len(known) < len(analysis.moves) == len(list(game.moves(game.start())))
    assert set(analysis.best_moves) == {m.move for m in analysis.moves if m.value == analysis.value}


LATE = ".X..O../.O..X../.X..O../OX..X.O/OO..OXX/XXOXOOX"  # all its values are known in 20,000 nodes


@pytest.mark.compiled
@pytest.mark.parametrize("given", [{"table": 0}, {"table": 0.01}, {"threads": 2}], ids=str)
def test_a_tiny_table_costs_time_but_no_truth_and_two_threads_say_what_one_says(given):
    game = parse_game("connectfour")
    state = game.parse_state(LATE)
    other, usual = (
        analyze(game, state, algorithm="engine", seconds=60, **more)
        for more in ({**given, "table": Table(given.get("table", 16))}, {"table": Table(16)})
    )
    assert (other.value, other.exact, other.moves) == (usual.value, usual.exact, usual.moves)
    assert (other.best_moves, other.remoteness) == (usual.best_moves, usual.remoteness)
    assert "threads" in given or other.nodes > usual.nodes


@pytest.mark.compiled
@pytest.mark.parametrize(("nodes", "helped"), [(30_000, False), (2_400_000, True)])
def test_a_limit_of_nodes_is_that_of_all_threads_together(monkeypatch, nodes, helped):
    def count(helper, *given):
        helpers.append(helper)
        help_search(helper, *given)

    helpers: list[object] = []
    monkeypatch.setattr("zermelo.search.engine.analysis.help_search", count)
    analysis = analyze(parse_game("connectfour"), nodes=nodes, threads=2)
    assert nodes // 2 <= analysis.nodes <= nodes + 100 and bool(helpers) == helped


@pytest.mark.compiled
def test_a_short_search_is_left_to_one_thread():
    one, two = (analyze(parse_game("connectfour"), depth=8, threads=threads) for threads in (1, 2))
    assert replace(one, seconds=0) == replace(two, seconds=0)


def test_a_depth_is_worth_what_all_its_lines_are_worth():
    """No move is left out, and no estimate taken elsewhere than where the depth ends."""
    generator = random.Random(7)
    for _ in range(100):
        layers = [range(4 * ply, 4 * ply + 4) for ply in range(1, 7)]
        children = [tuple(generator.sample(below, 3)) for below in layers for _ in range(4)]
        game = Graph(
            children=(*children, (), (), (), ()),
            players=tuple(generator.randrange(2) for _ in range(28)),
            eighths=tuple(generator.randint(-7, 7) for _ in range(28)),
        )
        for depth in (1, 2, 3, 4):
            analysis = analyze(game, algorithm="engine", depth=depth, native=False)
            assert analysis.value == oracles.limited(game, 0, depth)


def test_bounds_are_called_bounds_and_hold():
    game = parse_game("isolation(width=5, height=5)")
    given = {"algorithm": "engine", "depth": 4, "native": False}
    some, each = (
        analyze(game, table=Table(4), every_move=every_move, **given)
        for every_move in (False, True)
    )
    assert some.value == each.value and not some.exact
    assert {move.bound for move in each.moves} == {"exact"}
    for bounded, full in zip(some.moves, each.moves, strict=True):
        more = bounded.bound == "at most" and bounded.value >= full.value
        assert bounded.value == full.value or more
    assert set(some.best_moves) == {move.move for move in each.moves if move.value == each.value}


@pytest.mark.compiled
def test_the_bench_signature():
    """A change that moves this signature says why in its message."""
    assert signature() == "7d13a183"


@pytest.mark.compiled
def test_ctrl_c_while_compiling_ends_the_analysis(monkeypatch):
    def interrupt(game):
        raise KeyboardInterrupt

    monkeypatch.setattr(compiling, "_compile", interrupt)
    analysis = analyze(parse_game("nim(rows=[4, 1, 4])"), algorithm="engine")
    assert analysis.interrupted and not analysis.exact
    assert (analysis.value, analysis.moves) == (None, ())


@pytest.mark.compiled
def test_a_search_that_a_limit_stops_says_where_its_best_move_leads():
    game = parse_game("connectfour")
    analysis = analyze(game, algorithm="engine", nodes=20_000)
    state = game.start()
    assert 3 < len(analysis.line) <= analysis.depth
    for text in analysis.line:
        state = game.play(state, game.parse_move(state, text))


@pytest.mark.compiled
def test_a_search_stopped_while_it_judges_slower_wins_takes_the_soonest():
    """In a match it once chose any winning move whenever its time was up, and never won."""
    game = parse_game("morris")
    state = game.parse_state("W..BW.W.WWW...B...WW.BW.,0,0,W")
    for nodes in (2000, 20_000, 200_000):
        analysis = analyze(game, state, algorithm="engine", nodes=nodes)
        assert (analysis.value, analysis.exact, analysis.remoteness) == (1.0, True, 1)
        move = game.parse_move(state, analysis.line[0])
        assert game.outcome(game.play(state, move)) == LOSS
