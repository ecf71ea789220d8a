"""The combinatorial value of the position shown: on the page, and for games that have none."""

import pytest

import zermelo
from pages import NAMES, accessible, click, go, legal, text, until
from zermelo.play.session import Session
from zermelo.web.explorer import summand

SQUARE = "domineering(width=2, height=2)"


def test_a_switch_has_two_walls_and_a_mast():
    found = summand(Session(zermelo.game(SQUARE)), 0)
    assert found is not None
    assert found.pop("drawn").count('class="line') == 6  # of three lines, and of their names
    assert found == {
        "value": "±1",
        "outcome": "the first to move wins",
        "parts": [],
        "mean": "0",
        "temperature": "1",
    }


def test_any_node_of_the_session_and_its_parts():
    session = Session(zermelo.game("nim(rows=[3, 4])"))
    node = session.branch(0, ["0,2"])
    start, after = summand(session, 0), summand(session, node)
    assert start is not None and after is not None
    assert (start["value"], start["parts"], start["outcome"]) == (
        "*7",
        ["*3", "*4"],
        "the first to move wins",
    )
    assert (after["value"], after["parts"]) == ("*5", ["*", "*4"])


@pytest.mark.parametrize("spec", ["tictactoe", "domineering", "dotsandboxes(width=1, height=2)"])
def test_nothing_where_there_is_no_value_or_too_much_work(spec):
    assert summand(Session(zermelo.game(spec)), 0) is None


@pytest.mark.browser
def test_the_page_says_the_value_with_the_others(page, server):
    go(page, server, "human~human", g=SQUARE)
    until(lambda: page.locator("#combinatorial").is_hidden())
    page.check("#values")
    until(lambda: text(page, "#combinatorial-value") == "±1")
    facts = text(page, "#combinatorial-facts")
    assert facts == "alonethe first to move winsmean0temperature1"
    until(lambda: page.locator("#thermograph").evaluate("one => one.naturalWidth") > 0)
    assert accessible(page, NAMES) == []
    for _ in range(2):
        click(page, legal(page)[0])
    until(lambda: text(page, "#combinatorial-value") == "1")
    page.uncheck("#values")
    until(lambda: page.locator("#combinatorial").is_hidden())
