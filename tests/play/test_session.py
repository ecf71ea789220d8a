"""A session's state machine: moves, undo and redo, ends, records."""

import json

import pytest

import zermelo
from pointgames import Matches
from zermelo.contract.picture import Picture
from zermelo.draw.choices import begun_move
from zermelo.errors import IllegalMoveError, UsageError
from zermelo.games.morris.rules import Morris
from zermelo.play.history import DrawRules
from zermelo.play.player import Person
from zermelo.play.position import position
from zermelo.play.session import Session
from zermelo.players.search import FirstMove

TICTACTOE = zermelo.game("tictactoe")
X_WINS = ["a3", "a2", "b3", "b2", "c3"]


def played(*moves: str, players=None) -> Session:
    session = Session(TICTACTOE, players)
    for move in moves:
        session.move(move)
    return session


def test_a_game_for_points_ends_with_points():
    session = Session(Matches(size=7))
    for move in ("1", "1", "3", "1", "1"):
        assert session.outcome is None
        session.move(move)
    assert session.outcome == session.record()["outcome"] == "player 2 wins by 3 points"
    session.undo()
    session.resign()
    assert session.outcome.endswith("resigned") and "points" not in session.outcome


def test_moves_are_given_as_text_or_number():
    session = played("a3")
    centre = TICTACTOE.parse_move(session.state, "b2")
    session.move(centre)
    assert session.history == ["a3", "b2"]
    assert session.last_move == centre
    assert TICTACTOE.play(session.before, centre) == session.state


@pytest.mark.parametrize("move", ["a3", "9,9", "", 0, 99, -1])
def test_illegal_moves_are_refused_and_change_nothing(move):
    session = played("a3")
    with pytest.raises(IllegalMoveError):
        session.move(move)
    assert session.history == ["a3"]


def test_the_end_says_who_won_and_takes_no_more_moves():
    session = played(*X_WINS)
    assert session.over and session.outcome == "player 1 (X) wins"
    assert session.legal_moves == [] and not session.persons_turn
    with pytest.raises(IllegalMoveError, match="over"):
        session.move("2,2")


def test_undo_and_redo_between_people_go_one_ply():
    session = played("a3", "b2")
    after = session.state
    assert session.undo() and session.history == ["a3"]
    assert session.undo() and session.state == TICTACTOE.start()
    assert not session.undo()
    assert session.redo() and session.redo() and session.state == after
    assert not session.redo()


def test_undo_goes_back_to_the_persons_previous_turn():
    session = Session(TICTACTOE, (Person(), FirstMove()))
    session.move("b2")
    session.advance()
    session.move("c1")
    assert session.undo() and session.history == ["b2", "a3"]
    assert session.undo() and session.history == []


def test_a_person_who_plays_second_cannot_undo_the_computers_first_move():
    session = Session(TICTACTOE, (FirstMove(), Person()))
    session.advance()
    assert not session.undo()
    assert session.history == ["a3"]


def test_a_move_after_undo_forgets_what_was_undone():
    session = played("a3", "b2")
    session.undo()
    session.move("c1")
    assert not session.redo()
    assert session.history == ["a3", "c1"]


def test_the_record_is_json_and_replays_to_the_same_end():
    session = played(*X_WINS)
    record = json.loads(json.dumps(session.record()))
    assert record == {
        "game": "tictactoe",
        "by": "outcome",
        "players": ["human", "human"],
        "start": None,
        "moves": X_WINS,
        "outcome": "player 1 (X) wins",
        "result": 1,
    }
    assert played(*record["moves"]).state == session.state


def test_a_session_may_start_anywhere():
    start = position(TICTACTOE, moves="0,0 1,1")
    session = Session(TICTACTOE, start=start)
    assert session.state == start and session.ply == 0
    assert session.record()["start"] == TICTACTOE.format_state(start)
    assert session.record()["result"] is None


def test_a_position_is_read_from_a_state_and_moves():
    after = position(TICTACTOE, moves="0,0 1,1")
    assert position(TICTACTOE, state=TICTACTOE.format_state(after)) == after
    assert position(TICTACTOE) == TICTACTOE.start()
    assert position(TICTACTOE, state=".../.../...", moves="0,0 1,1") == after
    with pytest.raises(IllegalMoveError):
        position(TICTACTOE, moves="0,0 0,0")


# Resigning, setting up, the rules for draws ------------------------------------------------------


def test_who_resigns_has_lost_and_may_take_it_back():
    session = played("a3")
    session.resign()
    assert session.over and session.winner == 0 and session.legal_moves == []
    assert session.outcome == "player 1 (X) wins: player 2 (O) resigned"
    assert session.record()["result"] == 1
    with pytest.raises(IllegalMoveError, match="resigned"):
        session.move("b2")
    with pytest.raises(IllegalMoveError, match="over"):
        session.resign()
    assert session.undo() and not session.over and session.history == ["a3"]


def test_either_player_may_resign_at_any_time():
    session = played("0,0")
    session.resign(0)
    assert session.winner == 1 and session.record()["result"] == -1


def test_a_position_is_set_up_by_text_or_state():
    session = played("0,0", "1,1")
    session.set_up("XO./.../...")
    assert session.history == [] and session.player == 0 and len(session.legal_moves) == 7
    session.move("2,2")
    session.restart()
    assert session.record()["start"] == "XO./.../..."
    with pytest.raises(UsageError):
        session.set_up("XXXXX")
    session.set_up(TICTACTOE.start())
    assert session.record()["start"] is None


class Tame(Morris):
    """Morris in which placing a man is progress."""

    def progress(self, state, move):
        return state.own_hand > 0


LAST_MEN = Tame(men=3)


def shuffled(times: int, **draws) -> Session:
    """Two men walk to and fro on nine points."""
    session = Session(LAST_MEN, draws=DrawRules(**draws))
    session.set_up("WW.B.W.BB,0,0,W")
    for _ in range(times):
        for move in ("c2-b2", "b1-a1", "b2-c2", "a1-b1"):
            session.move(move)
    return session


def test_the_third_repetition_draws_and_the_second_warns():
    session = shuffled(1, cap=None)
    assert not session.over and session.warning is not None and "third time" in session.warning
    session = shuffled(2, cap=None)
    assert session.over and session.outcome == "draw: repetition" and session.warning is None
    assert session.record()["result"] == 0 and not session.persons_turn
    assert session.undo() and not session.over


def test_a_limit_on_moves_warns_before_it_draws():
    session = shuffled(1, cap=12, repetitions=None)
    assert session.warning == "8 more moves draw the game"
    session = shuffled(3, cap=12, repetitions=None)
    assert session.outcome == "draw: cap"


def test_moves_without_progress_are_counted_where_the_game_knows_progress():
    assert shuffled(1, quiet=9, repetitions=None).warning == (
        "5 more moves without progress draw the game"
    )
    with pytest.raises(UsageError, match="progress"):
        Session(TICTACTOE, draws=DrawRules(quiet=5))


# Moves in several clicks -------------------------------------------------------------------------


def test_a_move_is_clicked_from_point_to_point():
    session = Session(LAST_MEN, start=LAST_MEN.parse_state("WW.B.W.BB,0,0,W"))
    sources = session.begun.points
    assert sources and session.begun.whole == ()
    source = sources[0]
    assert not session.click(source)
    assert session.begun.clicked == (source,) and session.begun.points
    assert session.undo() and session.begun.clicked == () and session.ply == 0
    session.click(source)
    target = session.begun.points[0]
    assert session.click(target) and session.ply == 1 and session.begun.clicked == ()


def test_a_point_without_a_move_is_refused():
    session = Session(TICTACTOE)
    assert session.click(4) and session.history == ["b2"]
    with pytest.raises(IllegalMoveError, match="point 4"):
        session.click(4)


def test_clicks_that_are_one_move_and_begin_another_decide_nothing():
    board = Picture([(0, 0), (1, 0)], clicks={1: (0,), 2: (0, 1)})
    begun = begun_move(board, [0])
    assert begun.whole == (1,) and begun.points == (1,) and begun.decided is None
    assert begun_move(board, [0, 1]).decided == 2 and begun_move(board, [1]).moves == ()


def test_a_click_on_an_alias_counts_for_its_point():
    board = Picture([(0, 0), (1, 0)], clicks={1: (0,), 2: (0, 1)}, aliases={1: 0})
    assert begun_move(board).aims == {0: 0, 1: 0}
    assert begun_move(board, [0]).aims == {1: 1}  # which is clicked itself now
    session = Session(zermelo.game("connectfour"))
    assert session.click(3) and session.click(3) and session.click(38)
    assert session.history == ["4", "4", "4"]
