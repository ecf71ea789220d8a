"""The comparison of compiled rules with plain ones: what differs is found, and shown in short."""

from typing import NamedTuple

import pytest

from compared import Comparison, games_of
from planted import Moody
from variants import ALL, GAMES
from walking import all_states
from widegames import WideLine
from zermelo import Game

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning"),  # of rules with planted bugs
]


def test_a_rule_that_differs_is_shown_in_the_nearest_position():
    comparison = Comparison("moody", Moody(size=7))
    output = comparison.run(100)
    assert not output.equal and not output.whole
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


def test_all_states_of_a_small_game_are_compared_and_some_of_a_large_one():
    games = dict(games_of(["nim(", "othello(size=4)"]))
    rows = {name: Comparison(name, game).run(500) for name, game in games.items()}
    assert all(row.equal for row in rows.values())
    for name, row in rows.items():
        if row.whole:
            assert row.positions == len(all_states(games[name])) <= 500
    assert not rows["othello(size=4)"].whole and rows["nim(rows=[9])"].whole
    assert "all 18 states" in str(rows["nim(rows=[9])"])
    assert "500 of more" in str(rows["othello(size=4)"])


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
