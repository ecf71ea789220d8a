"""The code beside a tree: the line that is lit is the one that has just run."""

import sys

import pytest

import zermelo
from treepages import press
from zermelo.search.traces.trace import CUTOFF, ENDS, EVALUATED, LEAF, TABLE
from zermelo.search.traces.tracing import SEARCHES
from zermelo.trees.record import sources

NIM = zermelo.game("nim(rows=[1, 2, 2])")


def shown(algorithm: str, number: int) -> list[str | None]:
    source = sources(algorithm)[number]
    lines = source["text"].splitlines()
    return [lines[line].strip() if line >= 0 else None for line in source["lit"]]


def ran(algorithm: str) -> dict[str, set[str]]:
    """The lines after which the functions of a search returned, as Python itself says."""
    collected: dict[str, set[str]] = {}
    names = {f.__code__.co_name for f in SEARCHES[algorithm]}

    def watch(frame, event, _):
        if event == "return" and frame.f_code.co_name in names:
            collected.setdefault(frame.f_code.co_name, set()).add(line_of(frame))
        return watch

    sys.settrace(watch)
    try:
        for depth in (1, 2, 9):
            zermelo.trace(NIM, algorithm=algorithm, depth=depth)
    finally:
        sys.settrace(None)
    return collected


def line_of(frame) -> str:
    first = frame.f_code.co_firstlineno
    function = next(f for fs in SEARCHES.values() for f in fs if f.__code__ is frame.f_code)
    text = "@kernel\n" + next(
        each["text"] for name in SEARCHES for each in sources(name)
        if each["text"].startswith(f"def {function.__name__}(")
    )  # fmt: skip
    return text.splitlines()[frame.f_lineno - first].strip()


@pytest.mark.parametrize("algorithm", SEARCHES)
@pytest.mark.parametrize("number", [0, 1])
def test_each_end_of_a_node_has_its_line(algorithm, number):
    entered, *ends = shown(algorithm, number)
    assert entered == "visit(counts)" and len(ends) == len(ENDS) - 1  # none stays open
    assert "utility(" in ends[LEAF] and "estimate(" in ends[EVALUATED]
    assert (ends[TABLE] is None) == (algorithm not in ("memo", "bounds"))
    assert (ends[CUTOFF] is None) == (algorithm == "minimax")
    assert ends[-1].startswith("return ")


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_the_lines_are_those_at_which_the_functions_end(algorithm):
    for name, lines in ran(algorithm).items():
        number = [f.__name__ for f in SEARCHES[algorithm]].index(name)
        lit = {line for line in shown(algorithm, number) if line and line.startswith("return")}
        assert lines == lit


@pytest.mark.browser
def test_the_line_is_lit_with_the_node(opened):
    page = opened(zermelo.trace(NIM))
    assert not page.locator(".zt-source").is_visible()
    page.get_by_label("Code", exact=True).check()
    press(page, "Start")
    assert page.locator(".zt-source [aria-current]").count() == 0
    press(page, "Forward")
    lit = page.locator(".zt-source [aria-current]")
    assert lit.inner_text().strip() == "visit(counts)"
    press(page, "Next cut")
    assert lit.inner_text().strip() in ("return alpha", "return beta")
    assert page.locator(".zt-source ol:visible").count() == 1
