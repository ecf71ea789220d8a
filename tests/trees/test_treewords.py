"""treewords.js: what a search did, in sentences."""

from __future__ import annotations

import pytest

import zermelo
from pointgames import Sowing
from zermelo.search.traces.trace import number_text
from zermelo.trees.record import tree_record

pytestmark = pytest.mark.browser
ISOLATION = zermelo.game("isolation(blocked=[(2, 1)])")
TOLD = """(record) => {
    const make = async () => {
        const { Search } = await import("/treesearch.js");
        const search = new Search(record), steps = Array.from({ length: search.steps + 1 }).keys();
        const nodes = Array.from(search.level.keys());
        return {
            told: Array.from(steps, (step) => it.described(search, step)),
            lines: nodes.map((node) => it.line(search, node)),
            endings: nodes.map((node) => it.ending(search, node, search.steps)),
            early: nodes.map((node) => it.ending(search, node, search.left(node) - 1)),
            entered: nodes.map((node) => search.entered(node)),
            left: nodes.map((node) => search.left(node)),
        };
    };
    return make();
}"""


POINTS = zermelo.trace(Sowing(pits=2), depth=4, by="score")


def test_by_score_the_sentences_have_points(script):
    result = script("treewords", TOLD, tree_record(POINTS))
    assert "The window is α = −8, β = +8." in result["told"][1]
    for node in range(1, len(POINTS)):
        sentence = result["told"][result["left"][node]]
        if POINTS.size[node] == 1:
            assert f" {POINTS.text(POINTS.value[node])}" in sentence
        if POINTS.inequality(node):
            assert f"ut, for {POINTS.inequality(node)}: " in sentence


@pytest.fixture(scope="module", params=["minimax", "alphabeta", "failsoft", "memo", "cache"])
def trace(request):
    return zermelo.trace(ISOLATION, algorithm=request.param)


@pytest.fixture(scope="module")
def words(script, trace):
    return script("treewords", TOLD, tree_record(trace))


def test_the_first_and_the_last_sentence(words):
    assert words["told"][0] == (
        "player 1 (A) is to move and searches: that is MAX. Press Forward to begin."
    )
    assert words["told"][-1].endswith("The search is done.")


def test_a_node_is_entered_with_its_side_move_and_window(trace, words):
    for node in range(len(trace)):
        message = words["told"][words["entered"][node]]
        side = "MAX" if trace.maximizing[node] else "MIN"
        move = words["lines"][node].split(" ")[-1] if node else ""
        assert message.startswith(f"{side} is to move" + (f" after {move}." if node else "."))
        low, high = (number_text(end).replace("inf", "Infinity") for end in trace.window(node))
        assert (f"The window is α = {low}, β = {high}." in message) == trace.windowed


def test_a_node_is_left_with_its_value_and_where_it_is_from(trace, words):
    for node in range(len(trace)):
        message = words["told"][words["left"][node]]
        values = [number_text(trace.value[child]) for child in trace.children(node)]
        pruned, value = trace.pruned(node), number_text(trace.value[node])
        if pruned:
            assert f"ut, for {trace.inequality(node)}: " in message  # Cut, or after a move, cut
            need = "1 move of" if len(pruned) == 1 else f"{len(pruned)} moves of"
            assert need in message and ("needs" in message) == (len(pruned) == 1)
        elif values:
            extreme = "greatest" if trace.maximizing[node] else "least"
            counted = "1 value" if len(values) == 1 else f"{len(values)} values"
            assert f"takes the {extreme} of {counted}: " in message
        else:
            assert f"worth {value} to MAX" in message or f"the table answers {value}" in message


def test_lines_are_the_moves_from_the_root(trace, words):
    for node in range(len(trace)):
        state = ISOLATION.start()
        for text in words["lines"][node].split():
            state = ISOLATION.play(state, ISOLATION.parse_move(state, text))
        assert state == trace.state(node)


def test_endings_are_said_when_the_node_is_left(trace, words):
    assert set(words["early"]) == {""}
    for node in range(len(trace)):
        message = words["endings"][node]
        if trace.pruned(node):
            assert message.endswith(trace.inequality(node)) and message != trace.inequality(node)
        else:
            leaf = not list(trace.children(node))
            assert message in (("game over", "from table") if leaf else ("",))


@pytest.mark.parametrize(
    ("window", "said"),
    [((-1, 1), "α = −1, β = 1"), ((0.25, float("inf")), "α = 0.25, β = ∞")],
)
def test_windows_in_words(script, window, said):
    assert script("treewords", "it.windowText", list(window)) == said
