"""treesearch.js: what follows from a recorded search, and numbers in words."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.search.traces.trace import number_text
from zermelo.trees.record import tree_record

pytestmark = pytest.mark.browser
NIM = zermelo.game("nim(rows=[1, 2])")
ALPHABETA = zermelo.trace(NIM, algorithm="alphabeta")
MINIMAX = zermelo.trace(NIM, algorithm="minimax")

NUMBERS = [0, -0.0, 1, -1, 0.25, -0.25, 1 / 3, -2 / 3, 0.0004, -0.0004, 2 / 42, 1.5, -12, 0.9996]


@pytest.mark.parametrize("value", NUMBERS)
def test_numbers_are_written_as_in_python(script, value):
    assert script("treesearch", "it.number", value) == number_text(value)


@pytest.mark.parametrize("value", [float("inf"), float("-inf")])
def test_open_windows_have_a_sign(script, value):
    assert script("treesearch", "it.number", value) == ("−" if value < 0 else "") + "∞"


@pytest.mark.parametrize(
    ("window", "shown"),
    [
        ([-1, 1], ["0%", "0%", "zt-span"]),
        ([float("-inf"), 0], ["0%", "50%", "zt-span"]),
        ([0.5, 1], ["75%", "0%", "zt-span"]),
        ([1, -1], ["0%", "0%", "zt-span zt-met"]),
    ],
)
def test_a_window_is_a_bar_from_alpha_to_beta(script, window, shown):
    bar = """([low, high]) => {
        const { style, className } = it.windowBar([low, high], 1);
        return [style.getPropertyValue("--low"), style.getPropertyValue("--high"), className];
    }"""
    assert script("treeelements", bar, window) == shown


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (12345, "12,345 moves")]
)
def test_counts_have_their_plural(script, count, said):
    assert script("treesearch", "(count) => it.counted(count, 'move')", count) == said


@pytest.mark.parametrize("trace", [ALPHABETA, MINIMAX], ids=["alphabeta", "minimax"])
def test_paths_and_moves_are_those_of_the_trace(script, trace):
    result = script(
        "treesearch",
        """(record) => {
            const search = new it.Search(record), nodes = Array.from(search.level.keys());
            return {
                paths: nodes.map((node) => search.path(node)),
                moves: nodes.map((node) => search.move(node)),
                children: nodes.map((node) => [...search.children(node)]),
                sides: nodes.map((node) => search.side(node) + search.bound(node)),
                cutoffs: search.cutoffs,
            };
        }""",
        tree_record(trace),
    )
    for node in range(len(trace)):
        parent = int(trace.parent[node])
        assert result["children"][node] == list(trace.children(node))
        assert result["paths"][node] == [*(result["paths"][parent] if node else []), node]
        assert result["sides"][node] == ("MAXα" if trace.maximizing[node] else "MINβ")
        if node:
            before = trace.state(parent)
            after = NIM.play(before, NIM.parse_move(before, result["moves"][node]))
            assert after == trace.state(node)
    assert result["moves"][0] == "start"
    assert result["cutoffs"] == sum(bool(trace.pruned(node)) for node in range(len(trace)))


def test_the_next_cut_is_the_first_one_later_or_the_end(script):
    result = script(
        "treesearch",
        """(record) => {
            const search = new it.Search(record);
            return {
                next: Array.from({ length: search.steps + 1 }, (_, step) => search.nextCut(step)),
                cuts: [...search.cuts], steps: search.steps,
            };
        }""",
        tree_record(zermelo.trace(zermelo.game("isolation(blocked=[(2, 1)])"))),
    )
    cuts, steps = result["cuts"], result["steps"]
    assert cuts == sorted(cuts) and len(cuts) > 1
    for step, following in enumerate(result["next"]):
        assert following == next((cut for cut in cuts if cut > step), steps)


def test_a_window_narrows_as_children_are_left(script):
    """At the end of a node's search its window holds the best of its children."""
    result = script(
        "treesearch",
        """(record) => {
            const search = new it.Search(record), nodes = Array.from(search.level.keys());
            return nodes.map((node) => [
                search.window(node, search.entered(node)), search.window(node, search.left(node)),
            ]);
        }""",
        tree_record(ALPHABETA),
    )
    for node, (before, after) in enumerate(result):
        assert before == [float(ALPHABETA.alpha[node]), float(ALPHABETA.beta[node])]
        low, high = ALPHABETA.window(node)
        values = [float(ALPHABETA.value[child]) for child in ALPHABETA.children(node)]
        if values and ALPHABETA.maximizing[node]:
            low = max(low, *values)
        elif values:
            high = min(high, *values)
        assert after == [low, high]


def test_counterparts_are_reached_by_the_same_moves(script):
    result = script(
        "treesearch",
        """(one, other) => {
            const searches = [new it.Search(one), new it.Search(other)];
            const twins = [...it.counterparts(...searches)];
            const line = (search, node) =>
                search.path(node).map((each) => search.move(each)).join();
            return twins.map((twin, node) => twin < 0 ? null
                : [line(searches[0], node), line(searches[1], twin)]);
        }""",
        tree_record(ALPHABETA),
        tree_record(MINIMAX),
    )
    assert None not in result  # whatever alpha-beta enters, minimax enters too
    assert all(one == other for one, other in result)
