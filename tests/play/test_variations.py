"""Games with variations: the tree, its text, and what of it is saved and restored."""

import json
from dataclasses import replace

import pytest

import zermelo
from zermelo.board.session import past_view
from zermelo.errors import IllegalMoveError, UsageError
from zermelo.play.advice import EngineAdvisor
from zermelo.play.movetext import export_text, movetext, places, read_movetext
from zermelo.play.movetext import parse_export as request
from zermelo.play.review import known_at, review_plies
from zermelo.play.session import Session
from zermelo.play.variations import ROOT
from zermelo.players.saved import restore_session, save_session

TICTACTOE = zermelo.game("tictactoe")
TEXT = "b2 b3 ( a3 c1 ( a1 ) c3 ) ( a2 ) a3"


def told(text: str = TEXT) -> Session:
    session = Session(TICTACTOE)
    read_movetext(session, text)
    return session


def test_a_move_from_an_earlier_position_begins_a_variation():
    session = Session(TICTACTOE)
    for move in ("b2", "b3", "a3"):
        session.move(move)
    session.go(session.tree.line(session.node)[1])
    session.move("c1")
    assert session.history == ["b2", "c1"] and session.future == []
    assert movetext(session.tree) == "b2 b3 ( c1 ) a3"
    session.undo()
    assert session.future == ["c1"]  # the line that was followed last
    session.move("b3")
    assert session.future == ["a3"] and len(session.tree) == 5  # made before: no new position


def test_moves_are_added_beside_the_game():
    session = told("b2 b3")
    node = session.branch(1, ["a3", "c1"])
    assert session.history == ["b2", "b3"] and session.tree[node].text == "c1"
    assert session.branch(1, ["a3", "c1"]) == node
    with pytest.raises(IllegalMoveError):
        session.branch(node, ["b2"])
    over = session.branch(ROOT, ["a3", "a2", "b3", "b2", "c3"])
    with pytest.raises(IllegalMoveError, match="over"):
        session.branch(over, ["c1"])


def test_a_variation_is_removed_and_made_the_main_line():
    session = told()
    tree = session.tree
    (bad,) = [node for node in tree if tree[node].text == "a2"]
    session.remove(bad)
    assert "a2" not in movetext(tree)
    (deep,) = [node for node in tree if tree[node].text == "a1"]
    tree.promote(deep)
    assert movetext(tree) == "b2 a3 ( b3 a3 ) a1 ( c1 c3 )"
    session.go(deep)
    session.remove(tree[deep].parent)  # which the game stands after
    assert session.history == ["b2"] and movetext(tree) == "b2 b3 a3"
    with pytest.raises(UsageError):
        session.remove(ROOT)


def test_what_is_written_is_read_again_and_numbered():
    session = told()
    assert movetext(session.tree) == TEXT and session.history == ["b2", "b3", "a3"]
    numbers = places(session.tree)
    texts = {place: session.tree[node].text for node, place in numbers.items()}
    written = [word for word in TEXT.split() if word not in "()"]
    assert [texts[place] for place in range(1, 9)] == written and texts[0] == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [("(", '"("'), ("1,1 (", '"("'), ("1,1 )", '")"'), ("9,9", "9,9"), ("1,1 ( 0,0", '"("')],
)
def test_a_text_with_a_fault_is_refused(text, said):
    with pytest.raises(UsageError) as refused:
        told(text)
    assert said in str(refused.value)


def test_a_text_of_too_many_moves_is_refused():
    with pytest.raises(UsageError, match="at most 3"):
        read_movetext(Session(TICTACTOE), "1,1 0,0 0,1 0,2", most=3)


def test_an_export_has_variations_comments_and_values_and_is_read_again():
    session = told("b2 b3 ( a3 ) a3")
    advisor = EngineAdvisor(60, native=False)
    for node in session.tree:
        session.note(session.tree[node].state, advisor.advise(TICTACTOE, session.tree[node].state))
    session.tree[1].comment = "the {middle}"
    text = export_text(session)
    assert text.startswith('[Game "tictactoe"]\n[Player 1 "human"]\n')
    assert "1. b2 {the (middle)} {= draw} 2. b3 {= Now player 1 (X) wins by force in 3" in text
    assert "( 2. a3 {= draw} ) 3. a3 {= player 1 (X) wins in 4 plies}" in text
    fields = request(text)
    assert fields["game"] == "tictactoe" and fields["players"] == ["human", "human"]
    again = told(*fields["moves"])
    assert movetext(again.tree) == movetext(session.tree)
    assert [again.tree[node].comment for node in again.tree] == ["", "the (middle)", "", "", ""]


def test_a_text_that_names_no_game_is_no_export():
    with pytest.raises(UsageError, match="begins with its name"):
        request("1. 1,1")
    assert request(export_text(Session(TICTACTOE)))["moves"] == []


def test_what_a_position_proves_of_a_move_is_known_of_where_the_move_leads():
    session = told("1,1 0,1 0,0")
    before, after = session.tree.path(session.node)[-2:]
    assert known_at(session, after) is None
    result = EngineAdvisor(60, native=False).advise(TICTACTOE, session.tree[before].state)
    session.note(session.tree[before].state, result)
    known = known_at(session, after)
    assert (known.player, known.value, known.exact, known.remoteness) == (1, -1, True, 4)
    (row,) = review_plies(session, [after])
    assert (row.value, row.exact) == (1, True)
    assert (
        past_view(session, after, values=True)["advice"]["words"] == "player 1 (X) wins in 4 plies"
    )
    session.note(session.tree[after].state, replace(result, player=1, value=0.1, exact=False))
    assert known_at(session, after).value == -1  # what is proven outweighs an estimate


def test_variations_comments_and_what_was_undone_are_saved():
    session = told()
    session.tree[2].comment = "why?"
    (deep,) = [node for node in session.tree if session.tree[node].text == "a1"]
    session.go(deep)
    session.undo()
    kept = json.loads(json.dumps(save_session(session)))
    again = restore_session(kept)
    assert save_session(again) == kept and movetext(again.tree) == movetext(session.tree)
    assert again.history == ["b2", "a3"] and again.future == ["a1"]
    assert [again.tree[node].comment for node in again.tree].count("why?") == 1


def test_a_session_of_the_first_version_is_read():
    kept = {"format": "zermelo session", "version": 1, "game": "tictactoe", "start": None}
    kept |= {"players": ["human", "human"], "moves": ["1,1", "0,1", "0,0"], "ply": 1}
    kept |= {"resigned": None, "draws": {"repetitions": 3, "quiet": None, "cap": None}}
    session = restore_session(kept)
    assert session.history == ["b2"] and session.future == ["b3", "a3"]
