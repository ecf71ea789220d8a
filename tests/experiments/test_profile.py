"""A game measured for its designer, and the experiment with search limits: figures of a course."""

import math
import random
import time
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import zermelo
from elements import SVG
from toys import loopy_graph
from zermelo.contract.game import default
from zermelo.contract.rules import remake
from zermelo.errors import ParameterError
from zermelo.experiments import metric
from zermelo.experiments.experiment import DepthExperiment, Row, compare_searches, depth_experiment
from zermelo.experiments.positions import _classes, board_symmetries, explore, openings, whole
from zermelo.experiments.profile import report, seconds_each
from zermelo.matches.records import GameRecord
from zermelo.reports.charts import depth_figure

TIC_TAC_TOE = zermelo.game("tictactoe")
NIM = zermelo.game("nim(rows=[1, 2])")


def known(game):
    return whole(explore(game, time.process_time() + 60))


def test_a_game_taken_whole_has_its_known_numbers_and_a_larger_one_none():
    result = known(TIC_TAC_TOE)
    assert len(result.values) == 5_478 and result.games() == 255_168
    assert (result.values[0], result.remoteness[0]) == (0, None)
    graph = explore(TIC_TAC_TOE, time.process_time() + 60, most=100)
    assert not graph.complete and len(graph.states) > 100 and whole(graph) is None


@pytest.mark.parametrize("spec", ["nim(rows=[1, 3, 2])", "isolation", "chomp", "kalah(pits=2)"])
def test_what_is_exact_agrees_with_the_solver(spec):
    game = zermelo.game(spec)
    result, solved = known(game), zermelo.solve(game, native=False)
    counts = [result.values.count(value) for value in (1, 0, -1)]
    known_counts = [solved.states, solved.wins, solved.draws, solved.losses]
    assert [len(result.values), *counts] == known_counts
    assert (result.values[0], result.remoteness[0]) == (solved.value, solved.remoteness)


def test_games_that_return_are_drawn_there_as_the_solver_has_it():
    generator = random.Random(5)
    for _ in range(10):
        game = loopy_graph(generator, 9)
        result, solved = known(game), zermelo.solve(game, native=False)
        counts = [result.values.count(value) for value in (1, 0, -1)]
        assert counts == [solved.wins, solved.draws, solved.losses]
        assert (result.values[0], result.remoteness[0]) == (solved.value, solved.remoteness)


def test_openings_say_what_is_known_and_what_is_alike():
    result = openings(TIC_TAC_TOE, known(TIC_TAC_TOE), 8.0)
    assert result.analysis.exact and {entry.value for entry in result.analysis.moves} == {0.0}
    assert [len(alike) for alike in result.classes] == [4, 4, 1]
    assert (result.positions[:3], result.canonical[:3]) == ((9, 72, 252), (3, 12, 38))


SYMMETRIC = ["breakthrough(width=4, height=5)", "isolation", "connectfour(width=4)", "hex(size=3)"]


@pytest.mark.parametrize("spec", ["tictactoe", *SYMMETRIC])
def test_first_moves_alike_in_the_picture_are_those_of_the_symmetries(spec):
    """The board's own symmetries are found without the rules' help, and tried in games."""
    game = zermelo.game(spec)
    blind = type("Blind", (type(game),), {"symmetries": default("symmetries")})
    bare = remake(blind, game)
    found, given = _classes(bare, math.inf), _classes(game, math.inf)
    assert (found[1], given[1]) == ("sampled", "exact")
    assert sorted(map(sorted, found[0])) == sorted(map(sorted, given[0]))


def test_no_symmetry_is_claimed_that_the_rules_break_or_for_want_of_time():
    """Domineering is played on a square, but one player's dominoes stand and the other's lie."""
    assert board_symmetries(zermelo.game("domineering"), math.inf) == []
    assert board_symmetries(TIC_TAC_TOE, 0.0) == []


def test_openings_come_from_a_database_or_a_search(tmp_path):
    zermelo.solve(NIM, tmp_path / "nim", native=False)
    database = zermelo.Database(tmp_path / "nim")
    asked, counted = openings(NIM, database, 1.0), openings(NIM, known(NIM), 1.0)
    assert asked.analysis.moves == counted.analysis.moves
    assert asked.analysis.best_moves == counted.analysis.best_moves == ("1,1",)
    result = openings(NIM, None, 0.5, native=False).analysis
    assert (result.value, result.exact, result.best_moves) == (1.0, True, ("1,1",))


def test_a_ladder_plays_each_rung_with_both_colours():
    given = {"native": False, "most": 2, "nodes": (5, 10, 20)}
    result = metric.climb(TIC_TAC_TOE, 0.0, **given)
    assert [(rung.nodes, rung.games) for rung in result.rungs] == [(10, 2), (20, 2)]
    assert result.plies == 2 and result.doubling is not None
    again = metric.climb(TIC_TAC_TOE, 0.0, **given)
    assert result.as_dict() == again.as_dict(), "the seed repeats it"
    short = metric.climb(zermelo.game("nim(rows=[1, 1])"), 0.0, **given)
    assert short.plies == 1, "two plies end it"


def game_of(worth, *values) -> metric.Replayed:
    record = GameRecord(0, 0, 1, (), (), worth, "")
    return metric.Replayed(record, (), (2,) * len(values), values)


def test_leads_drama_and_decision_by_hand():
    turned = game_of(1, None, 0.1, -0.25, -0.25, 0.0, 0.5, 1, 1)
    even = game_of(0, 0.0, 0.1, 0.0)
    flawless = game_of(-1, -0.1, -0.2, -1)
    assert [metric.lead_changes(one) for one in (turned, even, flawless)] == [2, 0, 0]
    assert [metric.drama(one) for one in (turned, flawless)] == [0.5, 0.0]
    assert metric.threshold([turned, even, flawless]) == 0.125
    assert metric.decided_share(turned, 0.125) == 5 / 8
    assert [metric.proven_share(one) for one in (turned, flawless)] == [6 / 8, 2 / 3]


def test_a_game_is_replayed_from_its_record():
    ladder = metric.climb(TIC_TAC_TOE, 0.0, native=False, most=2, nodes=(5, 10))
    one = metric.replay_record(TIC_TAC_TOE, ladder.records[0])
    plies = len(one.choices)
    assert one.choices == tuple(range(9, 9 - plies, -1)) and len(one.states) == plies + 1
    assert one.values[:2] == (None, None) and len(one.values) == plies
    offered, used = metric.usage(TIC_TAC_TOE, [one])
    assert sum(used.values()) <= plies - 2 and all(used[move] <= offered[move] for move in offered)
    (kind,) = metric.by_kind(offered, used)
    assert (kind.move, kind.offered) == ("a0", sum(offered.values()))
    never = {entry.move for entry in metric.never_used(offered, used, 1)}
    assert never == offered.keys() - used.keys()


def test_points_have_an_interval_even_when_all_games_end_alike():
    drawn = metric.sampled_points("first player's points", [0.5] * 10, "10 games")
    assert drawn.value == 0.5 and drawn.low < 0.3 and drawn.high > 0.7


def test_a_report_says_what_is_exact_and_shares_its_time_among_games(tmp_path):
    done = report(NIM, seconds=1, native=False)
    (result,) = done.profiles
    size = {metric.name: metric for metric in result.metrics["size"]}
    assert size["positions"].value == zermelo.solve(NIM, native=False).states
    assert {metric.basis for metric in size.values()} == {"exact"}
    skilled = result.metrics["skilled play"]
    assert {metric.basis for metric in skilled} == {"sampled"}
    assert result.usage_basis == "exact" and result.moves_seen == 3
    fields = done.as_dict()["games"][0]
    assert fields["openings"]["start"]["exact"] is True
    assert list(fields["metrics"]) == ["size", "random play", "skilled play"]
    with pytest.raises(ParameterError, match="at least one game"):
        report()
    with pytest.raises(ParameterError, match="seconds should be 1 or more"):
        report(NIM, seconds=0.5)
    assert [seconds_each(count) for count in (1, 2, 4, 48)] == [40, 30, 15, 8]


REFERENCE = [(2, "player 1 wins", 89), (4, "player 1 wins", 4_064), (9, "draw", 618_175)]


def rows(depths, **options):
    done = depth_experiment(TIC_TAC_TOE, depths, **options)
    return [(row.depth, row.result, row.states) for row in done.rows]


@pytest.mark.compiled
def test_the_limit_counts_from_the_games_start_as_in_the_reference_or_from_each_move():
    assert rows([2, 4, 9], origin="game") == REFERENCE
    # 81 + 64 states for the first two moves; every later search looks two plies ahead again.
    (row,) = rows([2], native=False)
    assert row[2] > 89
    assert rows([9]) == [(9, "draw", 618_175)], "to the end of the game both limits are the same"


def test_the_states_are_those_of_each_move_together_and_none_without_depth():
    steps = []
    done = depth_experiment(TIC_TAC_TOE, [3], native=False, watch=steps.append)
    assert sum(step.states for step in steps) == done.rows[0].states
    assert steps[0].state == TIC_TAC_TOE.start() and steps[0].states == 9 + 72 + 504
    assert rows([0], native=False) == [(0, "player 1 wins", 0)]


def test_a_seed_chooses_among_the_best_moves_and_repeats():
    def games(seed):
        steps = []
        depth_experiment(TIC_TAC_TOE, [1], native=False, seed=seed, watch=steps.append)
        return [step.move for step in steps]

    assert games(1) == games(1)
    assert len({tuple(games(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize("depths", [[], [-1], [3, -2]])
def test_depths_and_origins_that_make_no_experiment_are_refused(depths):
    with pytest.raises(ParameterError, match="0 or more"):
        depth_experiment(TIC_TAC_TOE, depths)
    with pytest.raises(ParameterError, match="origin should be"):
        depth_experiment(TIC_TAC_TOE, [1], origin="root")


def test_ctrl_c_keeps_the_finished_games():
    def interrupt(step):
        if step.depth == 2:
            raise KeyboardInterrupt

    done = depth_experiment(TIC_TAC_TOE, [1, 2, 3], native=False, watch=interrupt)
    assert done.interrupted and [row.depth for row in done.rows] == [1]


def test_the_figure_is_whole_and_a_factor_is_a_straight_line():
    played = (Row(3, "player 1 wins", 0.013, 1520), Row(4, "draw", 0.009, 7431))
    drawn = depth_figure(DepthExperiment("tictactoe", "move", played))
    texts = [text.text for text in ElementTree.fromstring(drawn.encode()).iter(f"{SVG}text")]
    assert {"generated states", "2 k", "5 k", "time", "10 ms", "1 wins", "draw"} <= {*texts}
    assert "prefers-color-scheme:dark" in drawn
    drawn = depth_figure(DepthExperiment("nim", "move", ()))
    assert ElementTree.fromstring(drawn.encode()).tag == f"{SVG}svg"
    played = tuple(Row(depth, "draw", 1.0, 10**depth) for depth in (1, 2, 3, 4))
    drawn = depth_figure(DepthExperiment("nim", "game", played))
    dots = [*ElementTree.fromstring(drawn.encode()).iter(f"{SVG}circle")][:4]
    heights = [float(dot.get("cy")) for dot in dots]
    steps = [above - below for below, above in pairwise(heights)]
    assert max(steps) - min(steps) < 0.2 and max(steps) < -10


@pytest.mark.parametrize("depth", [None, 3])
def test_the_searches_agree_and_count_as_their_trees_do(depth):
    game = zermelo.game("isolation(blocked=[(2, 1)])")
    compared = compare_searches(game, depths=[depth], native=False)
    assert [row.search for row in compared.rows] == ["minimax", "alphabeta", "memo", "bounds"]
    for row in compared.rows:
        tree = zermelo.trace(game, algorithm=row.search, depth=depth)
        assert (row.value, row.nodes) == (tree.value[0], tree.nodes)
        assert (row.table_entries, row.table_hits) == (tree.table_entries, tree.table_hits)
        assert row.seconds > 0
    assert "minimax" in str(compared) and "faster" in str(compared)


def test_a_search_that_takes_too_long_is_stopped_and_says_so():
    compared = compare_searches("foxandgeese", seconds=0.01, native=False)
    assert {row.value for row in compared.rows} == {None}
    assert str(compared).count("stopped after") == 4
