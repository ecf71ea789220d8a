"""The explorer: what was played from a position, how it ended, and what is proven."""

import json

import pytest

import zermelo
from pages import NAMES, accessible, text, until
from serving import served
from zermelo.books.making import book
from zermelo.errors import UsageError
from zermelo.play.session import Session
from zermelo.web.app import Web

GAME = "nim(rows=[1, 2])"


def line(moves: str, result: object, game: str = GAME) -> str:
    made = [{"move": move} for move in moves.split()]
    return json.dumps({"game": game, "opening": [], "moves": made, "result": result})


LINES = [
    line("0,1 1,1 1,1", 1),
    line("1,1 0,1 1,1", 1),
    line("1,1 1,1 0,1", 1),
    line("0,1 1,2", -1),
]


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    path = tmp_path_factory.mktemp("explored") / "games.jsonl"
    path.write_text("\n".join([*LINES, ""]))
    return path


def explored(web: Web, *moves: str, values: bool = False) -> dict[str, tuple]:
    session = Session(zermelo.game(GAME))
    rows = web.explorer.explore(session, session.branch(0, moves), values=values)
    return {row["move"]: (row["games"], row["worth"] and row["worth"]["kind"]) for row in rows}


def test_games_are_counted_at_every_position_that_they_came_to(games):
    web = Web(native=False, results=[games])
    assert explored(web) == {"1,1": ((2, 0, 0), None), "0,1": ((1, 0, 1), None)}
    # 0,1 1,1 and 1,1 0,1 lead to the same position
    assert explored(web, "0,1", "1,1") == {"1,1": ((2, 0, 0), None)}
    assert explored(web, "0,1", "1,2") == {}


def test_what_a_book_has_proven_stands_beside(games, tmp_path):
    book(zermelo.game(GAME), tmp_path / "nim.book", plies=1, native=False, exact=True)
    web = Web(native=False, results=[games], books=[str(tmp_path / "nim.book")])
    assert explored(web, values=True) == {
        "1,1": ((2, 0, 0), "win"), "0,1": ((1, 0, 1), "loss"), "1,2": ((0, 0, 0), "loss"),
    }  # fmt: skip
    assert {*explored(web)} == {"1,1", "0,1"}


@pytest.mark.parametrize(
    "wrong",
    [
        "x",
        "[]",
        "{}",
        line("0,1", 2),
        line("0,1", None),
        line("0,1 0,1", 1),
        line("0,1", 1, "ludo"),
    ],
)
def test_a_game_that_is_none_is_skipped_and_a_file_without_others_refused(wrong, games, tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(f"{wrong}\n")
    with pytest.raises(UsageError, match=r"some\.jsonl") as refusal:
        Web(native=False, results=[path])
    assert "\n" not in str(refusal.value)


def test_games_beside_a_bad_one_are_read(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(f"{LINES[0]}\n{line('0,1 0,1', 1)}\n")
    with pytest.warns(match=r"skipped: .*some\.jsonl, game 2: ply 2, 0,1: "):
        web = Web(native=False, results=[path])
    assert explored(web) == {"0,1": ((1, 0, 0), None)}


@pytest.mark.browser
def test_a_row_shows_its_move_and_plays_it(games, browser):
    with served(Web(native=False, results=[games])) as server:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{server.address}/play#g={GAME}&p=human~human")
        page.click("#tabs [value=explore]")
        page.wait_for_selector("#explored li")
        until(lambda: text(page, "#explorer-name") == "Played: 4 games")
        split = page.locator("#explored .split").first.get_attribute("aria-label")
        assert split == "1 won by player 1, 0 drawn, 1 won by player 2"
        row = page.locator("#explored .step").nth(1)
        label = page.locator("#board .zermelo-svg").get_attribute("aria-label") or ""
        assert label.endswith("player 1 to move")
        row.hover()
        page.wait_for_selector("#board .zermelo-svg[aria-label$='player 2 to move']")
        row.click()
        until(lambda: text(page, "#explorer-name") == "Played: 2 games")
        assert text(page, "#moves") == "1,1" and accessible(page, NAMES) == []
        page.close()
