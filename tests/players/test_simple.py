"""Players: legal choices, repeatable by seed, never a loss where a draw can be had."""

import pytest

import zermelo
from zermelo.errors import ContractError
from zermelo.play.player import Person
from zermelo.play.session import Session
from zermelo.players.search import RandomMoves, Search

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
