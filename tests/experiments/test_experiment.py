"""The experiment with search limits, against the reference figures of the course it comes from."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo.cli import main
from zermelo.errors import ParameterError
from zermelo.experiments.experiment import (
    DepthExperiment,
    Row,
    compare_searches,
    depth_experiment,
)
from zermelo.reports.charts import depth_figure

SVG = "{http://www.w3.org/2000/svg}"
TICTACTOE = zermelo.game("tictactoe")
REFERENCE = [(2, "player 1 wins", 89), (4, "player 1 wins", 4_064), (9, "draw", 618_175)]


def rows(depths, **options):
    done = depth_experiment(TICTACTOE, depths, **options)
    return [(row.depth, row.result, row.states) for row in done.rows]


@pytest.mark.compiled
def test_the_limit_counted_from_the_games_start_gives_the_reference_figures():
    assert rows([2, 4, 9], origin="game") == REFERENCE


def test_plain_python_gives_the_same():
    assert rows([2, 4], origin="game", native=False) == REFERENCE[:2]


@pytest.mark.compiled
def test_the_limit_counted_from_each_move_looks_further():
    # 81 + 64 states for the first two moves; every later search looks two plies ahead again.
    (row,) = rows([2], native=False)
    assert row[2] > 89
    assert rows([9]) == [(9, "draw", 618_175)], "to the end of the game both limits are the same"


def test_no_depth_is_no_search_and_the_first_legal_move():
    assert rows([0], native=False) == [(0, "player 1 wins", 0)]


def test_the_states_are_those_of_each_move_together():
    steps = []
    done = depth_experiment(TICTACTOE, [3], native=False, watch=steps.append)
    assert sum(step.states for step in steps) == done.rows[0].states
    assert steps[0].state == TICTACTOE.start() and steps[0].states == 9 + 72 + 504


def test_a_seed_chooses_among_the_best_moves_and_repeats():
    def games(seed):
        steps = []
        depth_experiment(TICTACTOE, [1], native=False, seed=seed, watch=steps.append)
        return [step.move for step in steps]

    assert games(1) == games(1)
    assert len({tuple(games(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize("depths", [[], [-1], [3, -2]])
def test_depths_that_make_no_experiment_are_refused(depths):
    with pytest.raises(ParameterError, match="at least 0"):
        depth_experiment(TICTACTOE, depths)


def test_an_unknown_origin_is_refused():
    with pytest.raises(ParameterError, match="counts from"):
        depth_experiment(TICTACTOE, [1], origin="root")


def test_ctrl_c_keeps_the_finished_games():
    def interrupt(step):
        if step.depth == 2:
            raise KeyboardInterrupt

    done = depth_experiment(TICTACTOE, [1, 2, 3], native=False, watch=interrupt)
    assert done.interrupted and [row.depth for row in done.rows] == [1]


def test_the_dictionary_has_the_fields_of_the_command():
    done = depth_experiment(TICTACTOE, [1], native=False).as_dict()
    assert list(done) == ["game", "from", "rows"]
    assert list(done["rows"][0]) == ["depth", "result", "seconds", "states"]


def test_the_figure_is_whole_with_axes_that_are_read_without_powers_of_ten():
    played = (Row(3, "player 1 wins", 0.013, 1520), Row(4, "draw", 0.009, 7431))
    drawn = depth_figure(DepthExperiment("tictactoe", "move", played))
    texts = [text.text for text in ElementTree.fromstring(drawn.encode()).iter(f"{SVG}text")]
    assert {"generated states", "2 k", "5 k", "time", "10 ms", "1 wins", "draw"} <= {*texts}
    assert "prefers-color-scheme:dark" in drawn


def test_a_factor_is_a_straight_line():
    played = tuple(Row(depth, "draw", 1.0, 10**depth) for depth in (1, 2, 3, 4))
    drawn = depth_figure(DepthExperiment("nim", "game", played))
    dots = [*ElementTree.fromstring(drawn.encode()).iter(f"{SVG}circle")][:4]
    heights = [float(dot.get("cy")) for dot in dots]
    steps = [above - below for below, above in pairwise(heights)]
    assert max(steps) - min(steps) < 0.2 and max(steps) < -10


def test_a_figure_without_games_is_a_figure():
    drawn = depth_figure(DepthExperiment("nim", "move", ()))
    assert ElementTree.fromstring(drawn.encode()).tag == f"{SVG}svg"


# Searches side by side ---------------------------------------------------------------------------


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


def test_options_of_the_other_experiment_are_refused(capsys):
    for given, said in (
        ("searches nim --show", "are for experiment depth"),
        ("depth nim", "give --depths"),
    ):
        assert main(["experiment", *given.split()]) == 2
        assert said in capsys.readouterr().err
