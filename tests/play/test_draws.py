"""Games that the rules of a match draw: repetition, no progress, too many plies."""

import pytest

from matching import TICTACTOE, matched, played
from toys import Tug
from zermelo.errors import CapabilityError, ParameterError
from zermelo.play.history import DrawRules, History
from zermelo.play.session import Session


class Pull(Tug):
    """A tug in which a jump is progress."""

    def progress(self, state, move: int) -> bool:
        return abs(move) == 3


class Puller:
    """Pulls back and forth for ever."""

    name = "puller"

    def choose(self, game, state) -> int:
        return 1 if state.player == 0 else -1


@pytest.mark.parametrize(("repetitions", "plies"), [(2, 2), (3, 4), (5, 8)])
def test_a_state_met_so_often_is_a_draw(repetitions, plies):
    record = played(Tug(), Puller(), Puller(), draws=DrawRules(repetitions))
    assert (record.result, record.reason, len(record.moves)) == (0, "repetition", plies)


def test_moves_without_progress_and_the_cap_draw():
    record = played(Pull(), Puller(), Puller(), draws=DrawRules(None, 7, None))
    assert (record.reason, len(record.moves)) == ("no progress", 7)
    record = played(Tug(), Puller(), Puller(), draws=DrawRules(None, None, 9))
    assert (record.reason, len(record.moves)) == ("cap", 9)


def test_progress_begins_the_count_again():
    history = History(Pull(), DrawRules(None, 2, None))
    for move, over in ((1, False), (3, False), (1, False), (-1, True)):
        history.play(move)
        assert (history.ended_by is not None) == over


def test_a_rule_that_needs_progress_names_it():
    with pytest.raises(CapabilityError, match="progress"):
        matched(TICTACTOE, "first", "first", games=2, quiet=10)


def test_the_games_own_end_goes_before_a_draw():
    record = played(TICTACTOE, "first", "first", draws=DrawRules(cap=7))
    assert (record.result, record.reason, len(record.moves)) == (1, "", 7)


@pytest.mark.parametrize("wrong", [{"repetitions": 1}, {"quiet": 0}, {"cap": -1}])
def test_rules_that_would_end_every_game_are_refused(wrong):
    with pytest.raises(ParameterError):
        DrawRules(**wrong)


class Held(Tug):
    """A tug in which player 0 has won who holds out for ever."""

    @property
    def repetition(self) -> int:
        return 1


def test_a_state_met_so_often_may_be_a_win():
    record = played(Held(), Puller(), Puller(), draws=DrawRules(3))
    assert (record.result, record.reason, record.forfeited) == (1, "repetition", False)
    session = Session(Held(), (Puller(), Puller()), draws=DrawRules(3))
    for move in ("1", "-1", "1", "-1"):
        assert not session.over
        session.move(move)
    assert (session.outcome, session.winner) == ("player 1 wins: repetition", 0)
    assert session.record()["result"] == 1
    session.undo()
    assert "the third time ends the game" in (session.warning or "")
