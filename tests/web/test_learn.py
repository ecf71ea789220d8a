"""learn.js: better moves are asked for where mistakes were made."""

import pytest

from pages import click, go, text, until

pytestmark = pytest.mark.browser


def worth(kind: str, rank: float, by: str = "outcome") -> dict:
    return {"kind": kind, "by": by, "rank": rank}


@pytest.mark.parametrize(
    ("worths", "good"),
    [
        ((worth("win", 9990), worth("win", 9995), worth("draw", 0)), [True, True, False]),
        ((worth("draw", 0), worth("loss", -9990), None), [True, False, False]),
        ((worth("estimate", 0.3), worth("estimate", 0.25), worth("estimate", 0)), [1, 1, 0]),
        ((worth("win", 8, "score"), worth("win", 4, "score")), [True, False]),
    ],
)
def test_a_move_is_good_when_it_gives_nothing_away(script, worths, good):
    moves = [{"move": str(i), "worth": worth} for i, worth in enumerate(worths)]
    result = [script("learn", "it.good", moves, str(index)) for index in range(len(moves))]
    assert result == [bool(each) for each in good]


def test_a_better_move_is_found(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2 b3 c1 c3")
    page.check("#values")
    until(lambda: text(page, "#doing") == "Nothing is left to find out.")
    page.click("#tabs [value=review]")
    page.click("#learn")
    until(lambda: "played b3 here, which was a mistake. Find" in text(page, "#lesson-text"))
    until(lambda: page.locator(".zermelo-piece").count() == 1)
    until(lambda: page.locator(".zermelo-worth").count() == 0)
    until(lambda: page.locator("#verdict").is_hidden())
    click(page, 3)
    until(lambda: text(page, "#lesson-text").startswith("a2 is no better"))
    click(page, 0)
    until(lambda: "b3 loses in 6 plies; " in text(page, "#lesson-text"))
    page.click("#next-lesson")
    until(lambda: text(page, "#notice") == "No mistake is left.")
    until(lambda: page.locator("#lesson").is_hidden())
    until(lambda: page.locator(".zermelo-piece").count() == 4)
    page.click("#faults >> text=Try again")
    until(lambda: "played b3 here, which was a mistake. Find" in text(page, "#lesson-text"))
