"""Exercises in the player of trees: values filled in, cuts found."""

import re

import pytest

import zermelo
from pages import clock, press, said
from zermelo.search.traces.trace import number_text

pytestmark = pytest.mark.browser

NIM = zermelo.game("nim(rows=[1, 2])")


def fill_in(page, answer: str) -> str:
    """What is said to `answer`."""
    page.get_by_label("Its value").fill(answer)
    press(page, "Check")
    return page.locator(".zt-marks").inner_text()


def test_values_are_hidden_until_they_are_filled_in(opened):
    trace = zermelo.trace(NIM)
    page = opened(trace, exercise="values")
    inner = [node for node in range(len(trace)) if trace.size[node] > 1]
    order = sorted(inner, key=lambda node: (node + trace.size[node], -node))
    assert page.get_by_role("treeitem", name=re.compile("window")).count() == 0
    for node in order:
        assert page.locator(".zt-current .zt-value").inner_text() != "?"
        assert fill_in(page, number_text(trace.value[node])).startswith("Right.")
    assert f"{len(inner)} of {len(inner)} right at once" in page.locator(".zt-marks").inner_text()


def test_a_wrong_value_is_asked_again_and_a_hint_given(opened):
    page = opened(zermelo.trace(NIM), exercise="values")
    assert "its moves gave 1. What is it worth?" in said(page)
    assert fill_in(page, "soon").startswith("A number, please")
    assert fill_in(page, "-1").startswith("Not quite. All values are MAX’s, here too: MAX")
    assert fill_in(page, "1").startswith("Right. MAX takes 1, by 1,1.")
    assert "0 of 1 right at once" in page.locator(".zt-marks").inner_text()
    step = clock(page)
    press(page, "Forward")  # not past a question
    assert clock(page) == step
    press(page, "Show me")
    assert "MIN takes −1, by 1,2." in page.locator(".zt-marks").inner_text()


def test_how_many_moves_were_pruned_is_said(opened):
    trace = zermelo.trace(zermelo.game("nim(rows=[2, 2])"))
    page = opened(trace, exercise="values")
    asked = []
    inner = [node for node in range(len(trace)) if trace.size[node] > 1]
    for node in sorted(inner, key=lambda node: (node + trace.size[node], -node)):
        asked.append(said(page))
        fill_in(page, number_text(trace.value[node]))
    counts = {len(trace.pruned(node)) for node in inner} - {0}
    assert max(counts) > 1
    for count in counts:
        assert any(f", {count} more pruned. What" in question for question in asked)


def test_cuts_are_found_or_missed(opened):
    trace = zermelo.trace(NIM)
    page = opened(trace, exercise="cuts")
    assert "Go on with its next move, or cut?" in said(page)
    assert page.locator(".zt-item.zt-pruned").count() == 0
    asked = said(page)
    press(page, "Cut")
    assert (
        page.locator(".zt-marks")
        .inner_text()
        .startswith("Not quite. α = −1 is below β = 1, so the next move may still matter: go on.")
    )
    assert said(page) == asked  # the explanation stands with its question
    press(page, "Next")
    answers = []
    while page.get_by_role("button", name="Go on").is_visible():
        press(page, "Go on" if "α = −1, β = 1:" in said(page).replace(".", ":") else "Cut")
        answers.append(page.locator(".zt-marks").inner_text())
    assert answers[-1].startswith("Right. Cut: 1 ≥ β = 1, no value can be better for MAX.")


def test_an_exercise_can_be_begun_and_left_in_the_page(opened):
    page = opened(zermelo.trace(NIM))
    page.get_by_label("Exercise").select_option("values")
    assert "What is it worth?" in said(page)
    page.get_by_label("Exercise").select_option("")
    assert said(page).endswith("The search is done.")
