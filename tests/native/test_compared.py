"""The comparison of compiled rules with plain ones: what differs is found, and shown in short."""

import re
from typing import NamedTuple

import pytest

from compared import compare, games_of
from planted import Moody
from walking import all_states
from widegames import WideLine
from zermelo import Game

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning"),  # of rules with planted bugs
]


def test_a_rule_that_differs_is_shown_in_the_nearest_position():
    output = compare("moody", Moody(size=7), 100)
    assert not output.equal and not output.whole
    assert output.difference.startswith("evaluate differs after the start (")


class Short(WideLine):
    """A row of five cells."""

    length: int = 5


def lying(game: Short, state) -> int:
    """An outcome that is wrong where player 0 has cells 0, 2 and 4."""
    return 0 if state.boards[0] == 0b10101 else WideLine.outcome(game, state)


def test_the_nearest_position_is_not_the_one_where_the_difference_was_met(monkeypatch):
    game = Short()
    assert compare("short", game, 1).equal
    monkeypatch.setattr(Short, "outcome", lying)
    result = compare("short", game, 500).difference
    assert re.match(r"outcome differs after (\d ){5}\(.*: plain 0, compiled 2$", result)


def test_all_states_of_a_small_game_are_compared_and_some_of_a_large_one():
    for name, game in games_of(["nim(", "othello(size=4)"]):
        row = compare(name, game, 500)
        assert row.equal and row.whole == name.startswith("nim(")
        count = len(all_states(game)) if row.whole else 500
        assert row.positions == count <= 500
        assert (f"all {count} states" if row.whole else "500 of more") in str(row)


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
        assert compare("take", game, 9).equal
