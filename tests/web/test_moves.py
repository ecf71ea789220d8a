"""moves.js: the tree of moves as lines and as lists; link.js: what is saved of it."""

import pytest

import zermelo
from zermelo.board.session import session_view
from zermelo.play.movetext import movetext, read_movetext
from zermelo.play.session import Session
from zermelo.players.saved import restore_session

pytestmark = pytest.mark.browser
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


def test_variations_are_listed_after_the_move_that_they_replace(script, session):
    session.undo()
    result = script("moves", LISTED, session_view(session), node(session, "a1"))
    assert result["moves"] == ["b2", "b3", ["a3", "c1", ["a1"], "c3"], ["a2"], "a3"]
    assert result["current"] == ["a1"] and result["undone"] == ["a3"]
    assert len(set(result["chosen"])) == 8


def test_a_line_goes_on_as_the_game_does_or_as_the_variation_does(script, session):
    line = "(rows, node, end) => it.lineThrough(rows, node, end).map(({ move }) => move)"
    view = session_view(session)
    assert script("moves", line, view["tree"], 1, view["end"]) == [None, "b2", "b3", "a3"]
    result = script("moves", line, view["tree"], node(session, "c1"), view["end"])
    assert result == [None, "b2", "a3", "c1", "c3"]


def test_positions_are_called_by_where_they_are(script, session):
    rows = session_view(session)["tree"]
    message = [script("moves", "it.placeWords", rows, each) for each in (0, 2, node(session, "a1"))]
    assert message == ["At the start", "After 1… b3", "Variation, after 2. a1"]


def test_what_the_page_saves_is_what_the_server_would(script, session):
    session.tree[1].comment, session.tree[1].arrows = "good", [(4, 0)]
    session.go(node(session, "a1"))
    session.undo()
    again = restore_session(script("link", "it.savedFrom", session_view(session)))
    assert movetext(again.tree) == movetext(session.tree)
    assert (again.history, again.future) == (session.history, session.future)
    assert again.tree[1].comment == "good"


@pytest.mark.parametrize(
    ("fault", "before", "after", "sign"),
    [
        ("doubtful", 0.5, 0.0, "?!"),
        ("mistake", 1, 0, "?"),
        ("mistake", 0, -1, "??"),
        ("mistake", 1, -1, "??"),
        (None, 1, 1, ""),
    ],
)
def test_a_mistake_has_the_sign_of_what_it_costs(script, fault, before, after, sign):
    worth = {"by": "outcome", "kind": {1: "win", 0: "draw", -1: "loss"}.get(after, "estimate")}
    rows = {"fault": fault, "value": after, "worth": worth}, {"value": before}
    assert script("moves", "it.mark", *rows) == sign
