"""A session's state machine: moves, undo and redo, ends, records."""

import json

import pytest

import zermelo
from zermelo.errors import IllegalMoveError, UsageError
from zermelo.play.players import FirstMove, Person
from zermelo.play.position import position
from zermelo.play.session import Session

TICTACTOE = zermelo.game("tictactoe")
X_WINS = ["0,0", "1,0", "0,1", "1,1", "0,2"]


def played(*moves: str, players=None) -> Session:
    session = Session(TICTACTOE, players)
    for move in moves:
        session.move(move)
    return session


def test_a_new_session_is_at_the_games_start():
    session = played()
    assert (session.state, session.ply, session.player) == (TICTACTOE.start(), 0, 0)
    assert session.history == [] and session.last_move is None and session.before is None
    assert len(session.legal_moves) == 9 and session.persons_turn
    assert not session.over and session.outcome is None


def test_moves_are_given_as_text_or_number():
    session = played("0,0")
    centre = TICTACTOE.parse_move(session.state, "1,1")
    session.move(centre)
    assert session.history == ["0,0", "1,1"]
    assert session.last_move == centre
    assert TICTACTOE.play(session.before, centre) == session.state


@pytest.mark.parametrize("move", ["0,0", "9,9", "", 0, 99, -1])
def test_illegal_moves_are_refused_and_change_nothing(move):
    session = played("0,0")
    with pytest.raises(IllegalMoveError):
        session.move(move)
    assert session.history == ["0,0"]


def test_the_end_says_who_won_and_takes_no_more_moves():
    session = played(*X_WINS)
    assert session.over and session.outcome == "player 1 (X) wins"
    assert session.legal_moves == [] and not session.persons_turn
    with pytest.raises(IllegalMoveError, match="over"):
        session.move("2,2")


def test_a_full_board_is_a_draw():
    session = played(*["0,0", "0,1", "0,2", "1,1", "1,0", "1,2", "2,1", "2,0", "2,2"])
    assert session.outcome == "draw"
    assert session.record()["result"] == 0


def test_undo_and_redo_between_people_go_one_ply():
    session = played("0,0", "1,1")
    after = session.state
    assert session.undo() and session.history == ["0,0"]
    assert session.undo() and session.state == TICTACTOE.start()
    assert not session.undo()
    assert session.redo() and session.redo() and session.state == after
    assert not session.redo()


def test_undo_goes_back_to_the_persons_previous_turn():
    session = Session(TICTACTOE, (Person(), FirstMove()))
    session.move("1,1")
    session.advance()
    session.move("2,2")
    assert session.undo() and session.history == ["1,1", "0,0"]
    assert session.undo() and session.history == []


def test_a_person_who_plays_second_cannot_undo_the_computers_first_move():
    session = Session(TICTACTOE, (FirstMove(), Person()))
    session.advance()
    assert not session.undo()
    assert session.history == ["0,0"]


def test_undo_without_people_goes_one_ply():
    session = Session(TICTACTOE, (FirstMove(), FirstMove()))
    session.advance()
    session.advance()
    assert session.undo() and session.ply == 1


def test_redo_reaches_the_end_of_the_game():
    session = Session(TICTACTOE, (Person(), FirstMove()))
    for move in ("1,1", "2,2", "0,2", "1,0"):
        session.move(move)
    session.undo()
    assert session.redo() and session.ply == 4


def test_a_move_after_undo_forgets_what_was_undone():
    session = played("0,0", "1,1")
    session.undo()
    session.move("2,2")
    assert not session.redo()
    assert session.history == ["0,0", "2,2"]


def test_restart_begins_again():
    session = played("0,0", "1,1")
    session.restart()
    assert session.state == TICTACTOE.start() and not session.redo()


def test_the_record_is_json_and_replays_to_the_same_end():
    session = played(*X_WINS)
    record = json.loads(json.dumps(session.record()))
    assert record == {
        "game": "tictactoe",
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


def test_a_position_is_read_from_a_state_or_from_moves_but_not_both():
    after = position(TICTACTOE, moves="0,0 1,1")
    assert position(TICTACTOE, state=TICTACTOE.format_state(after)) == after
    assert position(TICTACTOE) == TICTACTOE.start()
    with pytest.raises(UsageError, match="not both"):
        position(TICTACTOE, state="...", moves="0,0")
    with pytest.raises(IllegalMoveError):
        position(TICTACTOE, moves="0,0 0,0")
