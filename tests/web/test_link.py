"""link.js: a game as the fragment of an address, by itself and on the page."""

import pytest

from pages import go, legal, text, until

pytestmark = pytest.mark.browser


def test_a_link_holds_the_game(page, server, browser):
    go(page, server, "human~first", g="connectfour", m="4")
    until(lambda: page.locator("#moves li").count() == 2)
    other = browser.new_page()
    other.goto(page.url)
    other.wait_for_selector(".zermelo-target")
    until(lambda: text(other, "#moves") == text(page, "#moves"))
    assert "connectfour" in other.url and other.title() == "Connect Four – Zermelo"
    other.close()


def test_a_link_that_leads_nowhere_says_so(page, server):
    go(page, server, g="ludo")
    until(lambda: "ludo" in text(page, "#error"))
    until(lambda: len(legal(page)) == 9)


def test_a_link_whose_moves_are_wrong_begins_its_game(page, server):
    go(page, server, "human~human", g="nim", m="9,9")
    until(lambda: "The link could not be followed: 9,9" in text(page, "#error"))
    until(lambda: text(page, "#error").endswith("here is Nim from its start"))
    assert page.title() == "Nim – Zermelo"


def test_back_leads_from_a_new_game_to_the_one_before(page, server):
    go(page, server, "human~human", g="nim", m="3,7")
    until(lambda: page.locator("#moves li").count() == 1)
    page.click("#new")
    page.select_option("#game", "isolation")
    page.click("#new-form [type=submit]")
    until(lambda: page.title() == "Isolation (width=5, height=5) – Zermelo")
    page.go_back()
    until(lambda: page.title() == "Nim – Zermelo" and "3,7" in text(page, "#moves"))
    page.go_forward()
    until(lambda: page.title() == "Isolation (width=5, height=5) – Zermelo")


USUAL = {"game": "tictactoe", "players": ["human", "level:5"], "moves": []}


@pytest.mark.parametrize(
    ("fragment", "more"),
    [
        ("", {}),
        ("#", {}),
        ("g=nim", {"game": "nim"}),
        ("#g=nim(rows=[1, 2])", {"game": "nim(rows=[1, 2])"}),
        ("#g=nim%28rows%3D%5B1%5D%29", {"game": "nim(rows=[1])"}),
        ("#p=human~human", {"players": ["human", "human"]}),
        ("#p=human", {}),
        ("#p=a~b~c", {}),
        ("#m=", {}),
        ("#m=+", {}),
        ("#m=1,1+0,0", {"moves": ["1,1 0,0"]}),
        ("#m=1,1+%7B%3E+3-4%7D+0,0", {"moves": ["1,1 {> 3-4} 0,0"]}),
        ("#b=score", {"by": "score"}),
        ("#s=", {"start": ""}),
        ("#s=XX./OO./...&m=0,2", {"start": "XX./OO./...", "moves": ["0,2"]}),
        ("#g=a&g=b&x=y", {"game": "a"}),
        ("#m=1,1+(+0,0+)&n=2", {"moves": ["1,1 ( 0,0 )"], "at": 2}),
        ("#n=x", {}),
    ],
)
def test_what_a_fragment_says(script, fragment, more):
    assert script("link", "it.readLink", fragment) == USUAL | more


def test_the_usual_game_can_be_another(script):
    assert script("link", "it.readLink", "#p=human", "morris")["game"] == "morris"
    assert script("link", "it.readLink", "#g=nim", "morris")["game"] == "nim"


@pytest.mark.parametrize("start", [None, "", "XX./OO./...", "a&b=c#d+e f%2C", "○●"])
@pytest.mark.parametrize("history", [[], ["1,1"], ["d6-d5xa1", "a+b", "50%"]])
@pytest.mark.parametrize("game", ["tictactoe", "nim(rows=[1, 2], misere=True)", "/a b/o.py:Own"])
def test_what_is_written_is_read_again(script, game, history, start):
    players = ["human", "engine:seconds=0.5"]
    given = {"game": game, "players": players, "movetext": " ".join(history), "start": start}
    read = script("link", "(given) => it.readLink(it.writeLink(given))", given)
    assert read == {"game": game, "players": players, "moves": history and [" ".join(history)]} | (
        {} if start is None else {"start": start}
    )


def test_a_link_holds_variations_and_where_the_game_stands(script):
    given = {"game": "nim", "players": ["human", "human"], "start": None}
    given |= {"movetext": "0,1 ( 1,1 ) 1,2", "at": 2}
    read = script("link", "(given) => it.readLink(it.writeLink(given))", given)
    assert read["moves"] == ["0,1 ( 1,1 ) 1,2"] and read["at"] == 2


def test_a_link_says_that_a_game_is_for_points(script):
    given = {"game": "kalah", "players": ["human", "human"], "movetext": "", "start": None}
    for by, link in (
        ("outcome", "#g=kalah&p=human~human"),
        ("score", "#g=kalah&p=human~human&b=score"),
    ):
        assert script("link", "it.writeLink", given | {"by": by}) == link


def test_a_link_can_be_read_by_people(script):
    given = {"game": "nim(rows=[1,2])", "players": ["human", "level:5"], "start": None}
    link = script("link", "it.writeLink", given | {"movetext": "0,1 1,2"})
    assert link == "#g=nim(rows%3D%5B1,2%5D)&p=human~level:5&m=0,1+1,2"
