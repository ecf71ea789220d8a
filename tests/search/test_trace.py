"""A trace holds what the search did: its counts, its values, its windows and why it pruned."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from graphgames import graphs
from oracles import points_of
from pointgames import Matches, Sowing, Strip
from toys import Again
from zermelo.contract.analysis import value_by
from zermelo.contract.game import ONGOING
from zermelo.errors import CapabilityError, ParameterError, Stopped
from zermelo.search.counters import CUTOFFS, ENTRIES, HITS, NODES, new_counts
from zermelo.search.textbook import UNLIMITED, max_value
from zermelo.search.traces.trace import BACKED_UP, CUTOFF, EVALUATED, LEAF, TABLE, Trace
from zermelo.search.traces.tracing import SEARCHES, trace

TIC_TAC_TOE = zermelo.game("tictactoe")
GAMES = [
    (TIC_TAC_TOE, 4, "outcome"),
    (zermelo.game("nim(rows=[1, 2, 3])"), None, "outcome"),
    (zermelo.game("isolation(width=3, height=2, blocked=[(2, 1)])"), None, "outcome"),
    (zermelo.game("connectfour(width=4, height=4, k=3)"), 5, "outcome"),
    (zermelo.game("morris"), 2, "outcome"),
    (Again(size=8), None, "outcome"),
    (Again(size=9), 4, "outcome"),
    (Matches(size=8), None, "score"),
    (Sowing(pits=2), None, "score"),
    (Sowing(), 5, "score"),
    (Strip(size=2), 4, "score"),
]


def searched(algorithm: str, game, depth: int | None) -> tuple[float, dict[str, int]]:
    """What the search itself returns and counts."""
    search, counts = SEARCHES[algorithm][0], new_counts()
    bound = 1.0 * game.value_bound
    window = () if algorithm == "minimax" else (-bound, bound)
    table = ({},) if algorithm in ("memo", "bounds") else ()
    limit = UNLIMITED if depth is None else depth
    return search(game, game.start(), limit, *window, *table, counts), counts


@pytest.mark.parametrize(
    ("algorithm", "nodes"),
    [("alphabeta", 16_811), ("failsoft", 16_811), ("memo", 2_747), ("bounds", 2_933)],
)
def test_tic_tac_toe_is_traced_call_by_call(algorithm, nodes):
    traced = trace(TIC_TAC_TOE, algorithm=algorithm)
    assert traced.nodes == nodes
    assert traced.value[0] == 0


def compare(one: float, sign: str, other: float) -> bool:
    return {"≥": one >= other, "≤": one <= other}[sign]


def check_cut(result: Trace, node: int, values: list[float]) -> None:
    """The last child's value left the window as the inequality says, none before it did."""
    value, sign, bound, limit = re.fullmatch(
        r"(\S+) (≥|≤) ([αβ]) = (\S+)", result.inequality(node)
    ).groups()
    value, limit = (float(text.replace("−", "-")) for text in (value, limit))
    assert compare(value, sign, limit)
    assert (sign, bound) == (("≥", "β") if result.maximizing[node] else ("≤", "α"))
    exact = result.window(node)[bound == "β"]
    assert compare(values[-1], sign, exact)
    assert not any(compare(earlier, sign, exact) for earlier in values[:-1])
    assert result.pruned(node)


def backed_up(result: Trace, node: int, best: float) -> float:
    """What the algorithm returns of `best`, the best of the children's values."""
    low, high = result.window(node)
    if result.algorithm == "alphabeta":  # fail-hard
        return min(max(best, low), high)
    if result.algorithm == "memo":  # begins with the bound of its own player
        return max(best, low) if result.maximizing[node] else min(best, high)
    return best


def check_node(result: Trace, node: int) -> None:
    """One row, against the rules and against the rows of its children."""
    game, state = result.game, result.state(node)
    children, end = list(result.children(node)), result.end[node]
    moves = list(game.moves(state))
    assert (game.outcome(state) != ONGOING) == (end == LEAF) or end == TABLE
    assert result.maximizing[node] == (game.player(state) == game.player(result.state(0)))
    assert [result.move[child] for child in children] == moves[: len(children)]
    assert all(result.state(child) == game.play(state, result.move[child]) for child in children)
    assert all(result.parent[child] == node for child in children)
    if not children:
        assert end in (LEAF, EVALUATED, TABLE)
        assert result.chosen[node] == -1
        return
    assert [*moves[: len(children)], *result.pruned(node)] == moves
    values = [float(result.value[child]) for child in children]
    best = max(values) if result.maximizing[node] else min(values)
    assert result.chosen[node] == children[values.index(best)]
    if end == CUTOFF:
        check_cut(result, node, values)
    else:
        assert end == BACKED_UP
        assert result.inequality(node) is None
    assert result.value[node] == backed_up(result, node, best)


@pytest.mark.parametrize("algorithm", SEARCHES)
@pytest.mark.parametrize(("game", "depth", "by"), GAMES, ids=str)
def test_counts_and_value_are_the_searchs_and_every_node_follows_from_its_children(
    algorithm, game, depth, by
):
    traced = trace(game, algorithm=algorithm, depth=depth, by=by)
    value, counts = searched(algorithm, value_by(game, by), depth)
    assert (traced.by, traced.value[0], traced.nodes) == (by, value, counts[NODES])
    assert traced.end.count(EVALUATED) == counts[CUTOFFS]
    assert (traced.table_entries, traced.table_hits) == (counts[ENTRIES], counts[HITS])
    assert traced.windowed == (algorithm != "minimax") and (traced.windowed or not traced.cutoffs)
    for node in range(len(traced)):
        check_node(traced, node)
    assert traced.size[0] == len(traced)


@pytest.mark.parametrize("algorithm", SEARCHES)
@pytest.mark.parametrize("game", [Matches(size=8), Sowing(pits=2)], ids=str)
def test_by_score_the_root_and_every_open_window_have_the_oracles_points(algorithm, game):
    result, points = trace(game, algorithm=algorithm, by="score"), points_of(game)
    bound = game.score_bound
    assert result.value[0] == points(game.start())
    for node in range(len(result)):
        if algorithm == "minimax" or (result.alpha[node], result.beta[node]) == (-bound, bound):
            sign = 1 if result.maximizing[node] else -1
            assert result.value[node] == sign * points(result.state(node))


def test_by_score_numbers_have_their_sign_and_json_says_so():
    traced = trace(Matches(size=8), by="score")
    assert [traced.text(value) for value in (8, -3, 0, 2.5)] == ["+8", "−3", "0", "+2.5"]
    assert traced.as_dict()["by"] == "score" and "by" not in trace(Matches(size=3)).as_dict()
    widest = trace(Matches(size=8), algorithm="minimax", by="score")
    assert {*widest.alpha} == {-8} and {*widest.beta} == {8}


@settings(deadline=None, max_examples=60)
@given(graphs(), st.sampled_from(sorted(SEARCHES)), st.integers(1, 6))
def test_every_search_of_any_graph_is_traced_true(game, algorithm, depth):
    traced = trace(game, algorithm=algorithm, depth=depth)
    assert traced.value[0] == max_value(game, game.start(), depth, new_counts())
    for node in range(len(traced)):
        check_node(traced, node)


def test_the_line_leads_to_the_value_and_a_finished_game_is_one_leaf():
    state = TIC_TAC_TOE.parse_state("XX./OO./...")
    traced = trace(TIC_TAC_TOE, state)
    assert [TIC_TAC_TOE.format_move(state, move) for move in traced.line()] == ["c3"]
    traced = trace(TIC_TAC_TOE, TIC_TAC_TOE.parse_state("XXX/OO./..."))
    assert (len(traced), traced.end[0], traced.value[0]) == (1, LEAF, -1)
    assert traced.line() == []


def test_as_json_every_column_is_a_list_also_without_texts():
    result = trace(zermelo.game("nim(rows=[1, 2])")).as_dict()
    summary = ("value", "nodes", "algorithm", "state", "depth")
    assert [result[name] for name in summary] == [1.0, 10, "alphabeta", "1,2 A", None]
    tree = result["tree"]
    assert {len(column) for name, column in tree.items() if name != "inequality"} == {10}
    assert result["states"][tree["position"][0]] == "1,2 A"
    assert all(tree["end"][int(node)] == "cutoff" for node in tree["inequality"])
    assert trace(Again(size=4)).as_dict()["states"] == []


def test_progress_is_reported_and_may_stop_the_search():
    seen = []
    trace(TIC_TAC_TOE, depth=9, progress=seen.append)
    assert [snapshot.depth for snapshot in seen] == [9] * len(seen)
    assert seen[-1].nodes > seen[0].nodes

    def stop(snapshot) -> None:
        if snapshot.nodes > 3000:
            raise Stopped

    with pytest.raises(Stopped):
        trace(TIC_TAC_TOE, progress=stop)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"algorithm": "magic"}, "unknown algorithm magic; choose from minimax, alphabeta"),
        ({"depth": 0}, "depth should be 1 or more, not 0"),
        ({"limit": 1000}, "at most 1,000 nodes; search less deeply"),
        ({"by": "score"}, "counts no points"),
        ({"algorithm": "pn", "least": -1}, "least should be from 0 to 1, not -1"),
        ({"algorithm": "pn", "least": 2}, "least should be from 0 to 1, not 2"),
        ({"algorithm": "pn", "depth": 2}, "pn has no depth"),
    ],
)
def test_impossible_traces_are_refused_in_one_line(asked, said):
    with pytest.raises((CapabilityError, ParameterError), match=said):
        trace(TIC_TAC_TOE, **asked)


def test_a_game_without_end_is_refused_before_python_gives_up():
    with pytest.raises(ParameterError, match="too deep for a trace"):
        trace(zermelo.game("nim(rows=[99, 99, 99, 99, 99, 99, 99, 99, 99, 99])"))
