"""The comparison of compiled rules with plain ones: what differs is found, and shown in short."""

from typing import NamedTuple

import pytest

from compared import Comparison, compared, summary
from planted import Moody
from variants import ALL, GAMES
from widegames import WideLine
from zermelo import Game

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning"),  # of rules with planted bugs
]


def test_a_rule_that_differs_is_shown_in_the_nearest_position():
    comparison = Comparison("moody", Moody(size=7))
    output = comparison.run(100)
    assert comparison.ended and not output.equal
    assert output.difference.rule == "evaluate"
    assert "moody: evaluate differs after" in str(output)


class Short(WideLine):
    """A row of five cells."""

    length: int = 5


def lying(game: Short, state) -> int:
    """An outcome that is wrong where player 0 has cells 0, 2 and 4."""
    return 0 if state.boards[0] == 0b10101 else WideLine.outcome(game, state)


def test_the_nearest_position_is_not_the_one_where_the_difference_was_met(monkeypatch):
    comparison = Comparison("short", Short())
    assert comparison.run(1).equal
    monkeypatch.setattr(Short, "outcome", lying)
    result = comparison.run(500).difference
    assert (result.rule, result.plain, result.compiled) == ("outcome", "0", "2")
    assert len(result.moves) == 5


def test_positions_that_a_small_game_has_not_are_shared_out_again():
    result = {row.game: row for row in compared(["nim(rows=[9])", "nim"], 200)}
    whole = summary(result)
    assert whole["equal"] and whole["positions"] == 200
    assert result["nim(rows=[9])"].positions == 18


def test_every_game_of_the_suite_is_compared_at_length():
    assert GAMES.keys() < ALL.keys()


def taking_game() -> Game:
    """A game whose state's class is made anew, as when a notebook's cell runs again."""

    class Pile(NamedTuple):
        left: int
        player: int

    class Take(Game[Pile]):
        def start(self):
            return Pile(3, 0)

        def moves(self, state):
            for taken in range(1, state.left + 1):
                yield taken

        def play(self, state, move):
            return Pile(state.left - move, state.player ^ 1)

    return Take()


def test_states_whose_classes_have_the_same_name_are_told_apart(monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", "off")
    for game in (taking_game(), taking_game()):
        assert Comparison("take", game).run(9).equal
