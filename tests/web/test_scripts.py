"""The page's scripts in Chromium: link.js, moves.js and learn.js."""

import pytest

import zermelo
from pages import click, go, legal, text, until
from zermelo.board.session import session_view
from zermelo.play.fields import Fields
from zermelo.play.movetext import movetext, read_movetext
from zermelo.play.session import Session
from zermelo.web.catalogue import Catalogue
from zermelo.web.opponents import Opponents
from zermelo.web.requests import begin_session


def test_a_link_that_leads_nowhere_says_so_and_begins_its_game_if_the_moves_are_wrong(page, server):
    go(page, server, g="ludo")
    until(lambda: "ludo" in text(page, "#error"))
    until(lambda: len(legal(page)) == 9)
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


@pytest.mark.parametrize(
    ("given", "link"),
    [
        ({"game": "kalah", "by": "outcome"}, "#g=kalah&p=human~level:5"),
        ({"game": "kalah", "by": "score"}, "#g=kalah&p=human~level:5&b=score"),
        (
            {"game": "nim(rows=[1,2])", "movetext": "0,1 1,2"},
            "#g=nim(rows%3D%5B1,2%5D)&p=human~level:5&m=0,1+1,2",
        ),
        (
            {"game": "nim", "movetext": "0,1 ( 1,1 ) 1,2", "at": 2},
            "#g=nim&p=human~level:5&m=0,1+(+1,1+)+1,2&n=2",
        ),
    ],
)
def test_a_link_can_be_read_by_people(script, given, link):
    usual = {"players": ["human", "level:5"], "movetext": "", "start": None}
    assert script("link", "it.writeLink", usual | given) == link


TEXT = "b2 b3 ( a3 c1 ( a1 ) c3 ) ( a2 ) a3"
LISTED = """(view, shown) => {
    const element = document.createElement("ol"), chosen = [];
    document.body.replaceChildren(element);
    it.drawMoves(element, view, shown, (node) => chosen.push(node));
    const said = (one) => one.textContent;
    const entry = (item) => (item.className === "variation" ? text(item.firstChild) : said(item));
    const text = (list) => Array.from(list.children, entry);
    for (const button of element.querySelectorAll("button")) button.click();
    const current = Array.from(element.querySelectorAll("[aria-current]"), said);
    const undone = Array.from(element.querySelectorAll(".undone button"), said);
    return { moves: text(element), chosen, current, undone };
}"""


@pytest.fixture
def session() -> Session:
    session = Session(zermelo.game("tictactoe"))
    read_movetext(session, TEXT)
    return session


def node(session: Session, text: str) -> int:
    return max(each for each in session.tree if session.tree[each].text == text)


def test_variations_are_listed_after_their_move_and_a_line_goes_on_in_its_variation(
    script, session
):
    session.undo()
    result = script("moves", LISTED, session_view(session), node(session, "a1"))
    assert result["moves"] == ["b2", "b3", ["a3", "c1", ["a1"], "c3"], ["a2"], "a3"]
    assert result["current"] == ["a1"] and result["undone"] == ["a3"]
    assert len(set(result["chosen"])) == 8
    line = "(rows, node, end) => it.lineThrough(rows, node, end).map(({ move }) => move)"
    view = session_view(session)
    assert script("moves", line, view["tree"], 1, view["end"]) == [None, "b2", "b3", "a3"]
    result = script("moves", line, view["tree"], node(session, "c1"), view["end"])
    assert result == [None, "b2", "a3", "c1", "c3"]


def test_what_the_page_saves_is_what_the_server_would(script, session):
    session.tree[1].comment, session.tree[1].arrows = "good", [(4, 0)]
    session.go(node(session, "a1"))
    session.resign(0)
    fields = Fields(script("link", "it.fieldsFrom", session_view(session)))
    again = begin_session(fields, Catalogue(), Opponents())
    assert movetext(again.tree) == movetext(session.tree)
    assert (again.history, again.resigned) == (session.history, 0)
    assert again.tree[1].comment == "good"


@pytest.mark.parametrize(
    ("fault", "sign"), [("doubtful", "?!"), ("mistake", "?"), ("blunder", "??"), (None, "")]
)
def test_a_mistake_has_the_sign_of_its_grade(script, fault, sign):
    assert script("moves", "it.mark", {"fault": fault}) == sign


def worth(kind: str, rank: float, by: str = "outcome") -> dict:
    return {"kind": kind, "by": by, "rank": rank}


@pytest.mark.parametrize(
    ("worths", "words"),
    [
        ((worth("win", 9990), worth("win", 9995), worth("draw", 0)), ["good", "good", ""]),
        ((worth("draw", 0), worth("loss", -9990), None), ["better", "", ""]),
        (
            (worth("estimate", 0.3), worth("estimate", 0.25), worth("estimate", 0)),
            ["good", "good", ""],
        ),
        ((worth("win", 8, "score"), worth("win", 4, "score")), ["good", ""]),
        ((worth("loss", -9990), worth("estimate", -0.9)), ["", "better"]),
    ],
)
def test_a_move_is_good_when_it_gives_nothing_away(script, worths, words):
    moves = [{"move": str(i), "worth": worth} for i, worth in enumerate(worths)]
    result = [script("learn", "it.praise", moves, str(index)) for index in range(len(moves))]
    assert result == words


def test_a_better_move_is_found(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2 b3 c1 c3")
    page.check("#values")
    until(lambda: text(page, "#doing") == "Nothing is left to find out.")
    page.click("#tabs [value=review]")
    page.click("#learn")
    until(lambda: "played b3 here, which was a blunder. Find" in text(page, "#lesson-text"))
    until(lambda: page.locator(".zermelo-piece").count() == 1)
    until(lambda: page.locator(".zermelo-worth").count() == 0)
    until(lambda: page.locator("#verdict").is_hidden())
    click(page, 3)
    until(lambda: text(page, "#lesson-text").startswith("a2 is no better"))
    click(page, 0)
    until(lambda: "After b3, player 1 (X) wins by force" in text(page, "#lesson-text"))
    until(lambda: page.locator(".zermelo-piece").count() == 2)
    page.click("#next-lesson")
    until(lambda: text(page, "#notice") == "No mistake is left.")
    until(lambda: page.locator("#lesson").is_hidden())
    until(lambda: page.locator(".zermelo-piece").count() == 4)
    page.click("#faults >> text=Show me")
    until(lambda: text(page, "#past-text").startswith("Played: b3"))
    until(lambda: text(page, "#verdict") == "player 1 (X) wins in 5 plies")
    page.click("#faults >> text=Try again")  # a lesson ends what is being shown
    until(lambda: "played b3 here, which was a blunder. Find" in text(page, "#lesson-text"))
    until(lambda: page.locator(".zermelo-worth").count() == 0)
    page.wait_for_timeout(1000)  # longer than a move is shown
    assert page.locator(".zermelo-piece, .zermelo-worth").count() == 1


def test_a_move_is_tried_again_and_the_game_and_its_board_stay_as_they_were(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2 a3 c2 b1")
    page.check("#values")
    until(lambda: text(page, "#doing") == "Nothing is left to find out.")
    page.click("#tabs [value=review]")
    page.keyboard.press("f")
    before = page.url, text(page, "#moves")
    page.locator("#faults >> text=Try again").first.click()
    until(lambda: "Find a better move" in text(page, "#lesson-text"))
    until(lambda: text(page, "#past-text") == "After 2. c2")
    page.locator("[data-point='0'] rect").click(force=True)  # a3, which is taken
    until(lambda: text(page, "#lesson-text").startswith("a3 is not legal: try again"))
    page.keyboard.press("ArrowRight")  # a lesson lets one look around
    until(lambda: text(page, "#past-text") == "After 2… b1")
    page.click("#solution")
    until(lambda: text(page, "#past-text") == "After 2. c2")
    assert page.locator("#lesson button:visible").count() == 1  # to end the lesson
    page.click("#end-lesson")
    until(lambda: page.locator("#lesson").is_hidden())
    until(lambda: page.locator("#faults .current").count() == 1)
    assert (page.url, text(page, "#moves")) == before
    assert text(page, "#notice") == ""
    assert page.locator(".stage.flipped").count() == 1
    panels = "#accuracy", "#tally", "#faults"
    review = [text(page, panel) for panel in panels]
    page.locator("#faults .step").first.click()  # a variation leaves the review as it was
    until(lambda: text(page, "#past-text").startswith("Variation, after 2… "))
    assert [text(page, panel) for panel in panels] == review
