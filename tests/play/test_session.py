"""The states of a session: moves, undo and redo, ends and records."""

import json

import pytest

import zermelo
from pointgames import Matches
from walking import session_at
from zermelo.errors import IllegalMoveError, UsageError
from zermelo.games.morris.rules import Morris
from zermelo.play.history import DrawRules
from zermelo.play.movetext import movetext
from zermelo.play.player import Person
from zermelo.play.session import Session
from zermelo.players.search import FirstMove

TICTACTOE = zermelo.game("tictactoe")
X_WINS = ["a3", "a2", "b3", "b2", "c3"]


def session_after(*moves: str) -> Session:
    return session_at(TICTACTOE, " ".join(moves))


def test_a_game_for_points_ends_with_points():
    session = Session(Matches(size=7))
    for move in ("1", "1", "3", "1", "1"):
        assert session.outcome is None
        session.move(move)
    assert session.outcome == session.record()["outcome"] == "player 2 wins by 3 points"
    session.undo()
    session.resign()
    assert session.outcome.endswith("resigned") and "points" not in session.outcome


@pytest.mark.parametrize("move", ["a3", "9,9", "", 0, 99, -1])
def test_illegal_moves_are_refused_and_change_nothing(move):
    session = session_after("a3")
    with pytest.raises(IllegalMoveError):
        session.move(move)
    assert session.history == ["a3"]


def test_undo_and_redo_between_people_go_one_ply():
    session = session_after("a3", "b2")
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
    session.move("c3")
    assert not session.redo() and session.history == ["b2", "a3", "c3"]
    assert movetext(session.tree) == "b2 a3 c3"  # the move taken back is no variation
    session.undo()
    session.branch(session.node, ["a1"])
    session.redo()
    session.undo(keep=True)
    session.move("a2")
    assert movetext(session.tree) == "b2 a3 c3 ( a1 ) ( a2 )"
    session.undo()
    session.move("b1")  # in a variation, others stay
    session.go(session.tree.main()[-1])
    session.undo()
    session.move("a1")
    assert movetext(session.tree) == "b2 a3 a1 ( a2 ) ( b1 )"
    assert session.undo() and session.undo() and session.history == []
    second = Session(TICTACTOE, (FirstMove(), Person()))
    second.advance()
    assert not second.undo() and second.history == ["a3"]  # the computer's first move stays


def test_the_record_is_json_and_replays_to_the_same_end():
    session = session_after(*X_WINS)
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
    assert session_after(*record["moves"]).state == session.state


def test_a_player_who_resigns_loses_and_may_take_it_back():
    session = session_after("a3")
    session.resign()
    assert session.over and session.winner == 0 and session.legal_moves == []
    assert session.outcome == "player 1 (X) wins: player 2 (O) resigned"
    assert session.record()["result"] == 1
    with pytest.raises(IllegalMoveError, match="resigned"):
        session.move("b2")
    with pytest.raises(IllegalMoveError, match="over"):
        session.resign()
    assert session.undo() and not session.over and session.history == ["a3"]
    session.resign(0)  # also while the other player is to move
    assert session.winner == 1 and session.record()["result"] == -1


class Tame(Morris):
    """A Nine Men's Morris in which placing a man counts as progress."""

    def progress(self, state, move):
        return state.own_hand > 0


LAST_MEN = Tame(men=3)


def shuffled(times: int, **draws) -> Session:
    """A session in which two men walk to and fro on nine points."""
    start, moves = LAST_MEN.parse_state("WW.B.W.BB,0,0,W"), "c2-b2 b1-a1 b2-c2 a1-b1 "
    return session_at(LAST_MEN, moves * times, start=start, draws=DrawRules(**draws))


def test_draws_by_repetition_and_by_limits_on_moves_are_announced():
    session = shuffled(1, cap=None)
    assert not session.over and session.warning is not None and "third time" in session.warning
    session = shuffled(2, cap=None)
    assert session.over and session.outcome == "draw: repetition" and session.warning is None
    assert session.record()["result"] == 0 and not session.persons_turn
    assert session.undo() and not session.over
    session = shuffled(1, cap=12, repetitions=None)
    assert session.warning == "8 more moves draw the game"
    session = shuffled(3, cap=12, repetitions=None)
    assert session.outcome == "draw: cap"
    warning = "5 more moves without progress draw the game"
    assert shuffled(1, quiet=9, repetitions=None).warning == warning
    with pytest.raises(UsageError, match="progress"):
        Session(TICTACTOE, draws=DrawRules(quiet=5))


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
    session = Session(TICTACTOE)
    assert session.click(4) and session.history == ["b2"]
    with pytest.raises(IllegalMoveError, match="point 4"):
        session.click(4)
