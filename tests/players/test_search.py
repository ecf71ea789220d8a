"""Players: legal choices, repeatable by seed, their depth and their time."""

import pytest

import zermelo
from toys import Tug
from zermelo.contract.ranges import DEEPEST
from zermelo.errors import ContractError, ParameterError
from zermelo.play.player import Person
from zermelo.play.session import Session
from zermelo.players.search import RandomMoves, Search, Textbook, depth_to_end
from zermelo.search.clock import Limits
from zermelo.search.textbook import UNLIMITED
from zermelo.spec import parse_game

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


TICTACTOE = zermelo.game("tictactoe")


def finished(first, second) -> Session:
    session = Session(TICTACTOE, (first, second))
    while not session.over:
        session.advance()
    return session


def test_a_person_is_never_asked_to_choose():
    with pytest.raises(ContractError):
        Person().choose(TICTACTOE, TICTACTOE.start())


def test_random_moves_repeat_with_their_seed():
    games = [finished(RandomMoves(seed), RandomMoves(seed + 1)).history for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_perfect_players_draw():
    for seed in range(3):
        search = Search(native=False, seed=seed)
        assert finished(search, search).outcome == "draw"


def test_the_seed_chooses_among_all_the_best_moves():
    game = zermelo.game("nim(rows=[1, 1, 1])")  # every move wins
    start = game.start()
    chosen = {Search(native=False, seed=seed).choose(game, start) for seed in range(12)}
    assert {game.format_move(start, move) for move in chosen} == {"0,1", "1,1", "2,1"}


def test_an_analysis_asked_for_again_is_not_searched_again():
    search = Search(native=False)
    first = search.analysis(TICTACTOE, TICTACTOE.start())
    assert search.analysis(TICTACTOE, TICTACTOE.start()) is first


def test_without_a_depth_they_look_to_the_end_of_games_that_have_one():
    nim, tug = parse_game("nim"), Tug(tiered=False)
    assert depth_to_end(nim, nim.start()) == UNLIMITED
    assert depth_to_end(tug, tug.start()) == DEEPEST  # it can go on for ever


def test_a_depth_for_which_there_is_no_stack_is_refused():
    with pytest.raises(ParameterError, match="depth should be 512 or less"):
        Textbook("minimax", 100_000)
