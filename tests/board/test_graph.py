"""graph.js: the value of a game ply by ply, as a drawing."""

import re
from itertools import pairwise

import pytest

pytestmark = pytest.mark.browser
NAMES = ["player 1 (X)", "player 2 (O)"]
DRAW = """(graph, names, current, points) => {
    const element = document.createElement("div"), chosen = [];
    document.body.replaceChildren(element);
    const valued = points ? { by: "score", bound: points } : { by: "outcome", bound: 1 };
    it.drawGraph(element, { graph, names, ...valued }, current, (ply) => chosen.push(ply));
    const all = (selector) => Array.from(element.querySelectorAll(selector));
    for (const point of all("circle")) point.dispatchEvent(new Event("click"));
    return {
        chosen, html: element.innerHTML,
        points: all("circle").map((one) => [one.cx.baseVal.value, one.cy.baseVal.value]),
        classes: all("circle").map((one) => one.getAttribute("class")),
        path: all(".graph-line").map((one) => one.getAttribute("d")),
        now: all(".graph-now").map((one) => one.x1.baseVal.value)[0],
        faults: all(".graph-fault").map((one) => one.getAttribute("class")),
        labels: all(".graph-label").map((one) => [one.textContent, one.y.baseVal[0].value]),
        told: all("svg").map((one) => one.getAttribute("aria-label"))[0],
    };
}"""


def rows(*values, exact=True, faults=None) -> list[dict]:
    faults = faults or {}
    return [
        {
            "ply": ply,
            "value": value,
            "chance": None if value is None else (1 + value) / 2,
            "exact": exact,
            "fault": faults.get(ply),
        }
        for ply, value in enumerate(values)
    ]


def test_without_a_value_nothing_is_drawn(script):
    assert script("graph", DRAW, rows(None, None), NAMES, 0)["html"] == ""
    assert script("graph", DRAW, [], NAMES, 0)["html"] == ""


def test_up_is_good_for_the_first_player_and_each_ply_is_further_on(script):
    result = script("graph", DRAW, rows(0, 1, -1, 0.5, -0.25), NAMES, 2)
    across, down = zip(*result["points"], strict=True)
    assert list(across) == sorted(set(across))
    steps = {round(after - before, 6) for before, after in pairwise(across)}
    assert len(steps) == 1  # plies are evenly apart
    assert sorted(range(5), key=down.__getitem__) == [1, 3, 0, 4, 2]
    assert down[0] - down[1] == pytest.approx(down[2] - down[0])
    assert result["now"] == pytest.approx(across[2])


def test_the_rules_are_named_and_at_their_values(script):
    result = script("graph", DRAW, rows(1, 0, -1), NAMES, 0)
    assert [label for label, _ in result["labels"]] == ["X wins", "even", "O wins"]
    heights = [y for _, y in result["points"]]
    assert [y for _, y in result["labels"]] == pytest.approx(heights)
    plain = script("graph", DRAW, rows(1, 0), ["player 1", "player 2"], 0)
    assert [label for label, _ in plain["labels"]] == ["1 wins", "even", "2 wins"]


@pytest.mark.parametrize(
    ("values", "pens"),
    [
        ((0, 0, 0), ["MLL", ""]),
        ((0, None, 0, 0), ["MML", "ML"]),
        ((None, 0, None), ["M", ""]),
        ((None, 0, 0, None, None, 0), ["MLM", "ML"]),
    ],
)
def test_the_line_is_dashed_where_no_value_is_known(script, values, pens):
    result = script("graph", DRAW, rows(*values), NAMES, 0)
    assert ["".join(re.findall("[ML]", path)) for path in result["path"]] == pens


def test_estimates_and_mistakes_look_different_and_points_are_chosen(script):
    given = rows(0, -1, 0.5, faults={1: "mistake", 2: "slower"})
    given[2]["exact"] = False
    result = script("graph", DRAW, given, NAMES, 0)
    assert result["path"][1].count("L") == 1  # what is proven and what is not stay apart
    assert result["classes"] == ["graph-exact", "graph-exact", "graph-estimate"]
    assert result["faults"] == ["graph-fault graph-mistake", "graph-fault graph-slower"]
    assert result["chosen"] == [0, 1, 2]
    assert result["told"] == "Chance for player 1 (X) over 2 moves; lately 75%; mistakes: 1"
