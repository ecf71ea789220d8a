"""The games of a match: paired openings, colours and seeds."""

import pytest

from matching import TICTACTOE, play_match
from zermelo.errors import ParameterError, UsageError
from zermelo.matches.schedule import Conditions, Schedule, listed_opening, random_opening
from zermelo.play.player import Terms


def test_both_colours_play_each_opening_and_rounds_share_theirs():
    schedule = Schedule(
        Terms(TICTACTOE), ("a", "b", "c"), ((0, 1), (0, 2), (1, 2)), Conditions(seed=5)
    )
    fixtures = [schedule.fixture(number) for number in range(12)]
    for one, other in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert (one.first, one.second) == (other.second, other.first)
        assert one.opening == other.opening
    assert len({fixture.opening for fixture in fixtures[:6]}) == 1
    assert fixtures[6].opening != fixtures[0].opening
    assert len({(f.seed(5, 0), f.seed(5, 1)) for f in fixtures}) == 12


def test_openings_are_checked_and_used_in_turn():
    given = Conditions(openings=("a3 b2", "c1"))
    done = Schedule(Terms(TICTACTOE), ("a", "b"), ((0, 1),), given)
    assert [done.opening_moves(turn) for turn in range(3)] == [("a3", "b2"), ("c1",), ("a3", "b2")]
    with pytest.raises(UsageError, match="over after the opening"):
        listed_opening(TICTACTOE, "a3 a2 b3 b2 c3")
    with pytest.raises(UsageError, match="in the opening a3 a3: a3 is not a legal move here"):
        listed_opening(TICTACTOE, "a3 a3")
    with pytest.raises(ParameterError, match="use fewer"):
        random_opening(TICTACTOE, 9, "seed")


@pytest.mark.parametrize("games", [0, 1, 7])
def test_an_odd_number_of_games_is_refused(games):
    with pytest.raises(ParameterError, match="even"):
        play_match(TICTACTOE, "first", "first", games=games)
