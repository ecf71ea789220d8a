"""The player who searches: its time, taken at once or a slice at a time."""

import pytest

import zermelo
from zermelo.players.search import Search
from zermelo.search.clock import Limits

GAME = zermelo.game("morris")


@pytest.fixture
def searched(monkeypatch) -> list[float | None]:
    """The seconds of every search that is begun, each of which is over at once."""
    asked: list[float | None] = []
    analysis = zermelo.analyze(GAME, nodes=200, native=False)

    def analyze_within(limits, *_, **__):
        asked.append(limits.seconds and round(limits.seconds, 3))
        return analysis

    monkeypatch.setattr("zermelo.search.analyze.analyze_within", analyze_within)
    return asked


def test_what_was_pondered_is_taken_from_the_time_to_choose(searched):
    player, state = Search(Limits(seconds=1.1), native=False), GAME.start()
    while player.ponder(GAME, state, 0.25):
        pass
    player.choose(GAME, state)
    assert searched == [0.25] * 4 + [pytest.approx(0.1)]


def test_in_another_position_all_of_the_time_is_there_again(searched):
    player, state = Search(Limits(seconds=0.3), native=False), GAME.start()
    assert player.ponder(GAME, state, 0.25)
    player.analysis(GAME, GAME.play(state, next(iter(GAME.moves(state)))))
    assert searched == [0.25, 0.3]


@pytest.mark.parametrize(
    "player", [Search(Limits(depth=3)), Search(Limits(seconds=9), algorithm="alphabeta")]
)
def test_what_is_not_limited_in_time_or_keeps_no_table_is_searched_at_once(player, searched):
    assert not player.ponder(GAME, GAME.start(), 0.25)
    assert searched == []
