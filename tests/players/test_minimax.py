"""The course's Minimax: its reference numbers, all the best moves, weights, and its memo."""

import random

import pytest

import oracles
import zermelo
from toys import Again
from walking import after
from zermelo import ONGOING
from zermelo.errors import IllegalMoveError, ParameterError
from zermelo.play.session import Session
from zermelo.players import minimax
from zermelo.players.minimax import Memo, Minimax
from zermelo.players.search import RandomMoves
from zermelo.search.counters import new_counts
from zermelo.search.textbook import max_value

MORRIS = zermelo.game("morris")


def texts(game, state, moves) -> list[str]:
    return [game.format_move(state, move) for move in moves]


@pytest.mark.parametrize(("limit", "cached"), [(0, 24), (1, 576)])
def test_cached_states_from_the_start_are_those_of_the_reference(limit, cached):
    best = Minimax(limit).best_moves(MORRIS, MORRIS.start())
    assert (best.cache_hits, best.cache_misses) == (0, cached)
    assert (best.limit, best.value, len(best.moves)) == (limit, 0, 24)
    assert best.seconds > 0


def naive_value(rules: oracles.Morris, history: oracles.History, limit: int, weights) -> float:
    outcome = rules.outcome(history)
    if outcome != 2:
        return outcome
    if limit == 0:
        return rules.estimate(history, **weights)
    return max(-naive_value(rules, (*history, m), limit - 1, weights) for m in rules.moves(history))


@pytest.mark.parametrize("weights", [{}, {"mills": 1, "possible": 5.5}])
def test_the_best_moves_are_those_of_a_naive_search(weights):
    rules, chance, history = oracles.Morris(), random.Random(3), ()
    for ply in range(40):
        moves = rules.moves(history)
        if ply > 20 and ply % 3 == 0:
            state = after(MORRIS, history)
            values = [-naive_value(rules, (*history, move), 1, weights) for move in moves]
            result = Minimax(1, weights).best_moves(MORRIS, state)
            assert result.value == pytest.approx(max(values))
            best = [m for m, v in zip(moves, values, strict=True) if v > max(values) - 1e-9]
            assert texts(MORRIS, state, result.moves) == best
        history = (*history, chance.choice(moves))


def test_the_memo_is_keyed_by_state_player_and_limit_as_moves_need_not_alternate():
    game = zermelo.game("nim(rows=[1, 2, 2])")
    memo = Memo(game)
    value = memo.value(game.start(), 0, 6)
    assert memo.value(game.start(), 1, 6) == -value
    assert memo.hits > 0
    state, player, limit = next(key for key in memo.values if key[2] == 4)
    assert game.player(state) == player
    assert memo.values[state, player, limit] == max_value(game, state, limit, new_counts())
    game = Again(size=7)
    state = game.start()
    while game.outcome(state) == ONGOING:
        expected = max_value(game, state, 4, new_counts())
        assert Memo(game).value(state, game.player(state), 4) == expected
        state = game.play(state, next(iter(game.moves(state))))


def test_it_shows_all_weights_of_the_game_it_knows():
    player = Minimax(0, {"mills": 5})
    player.best_moves(MORRIS, MORRIS.start())
    weights = {"stones": 1.0, "stash": 1.0, "mills": 5.0, "possible": 2.0}
    player.forget()
    for knowing in (player, Minimax(0, {"mills": 5}, game="morris")):
        assert repr(knowing) == f"Minimax(limit=0, weights={weights})"


def test_the_cache_lasts_until_it_is_forgotten_or_full(monkeypatch):
    player, start = Minimax(1), MORRIS.start()
    assert player.best_moves(MORRIS, start).cache_misses == 576
    again = player.best_moves(MORRIS, start)
    assert (again.cache_hits, again.cache_misses) == (24, 0)
    player.forget()
    assert player.best_moves(MORRIS, start).cache_misses == 576
    nim = zermelo.game("nim")
    assert player.best_moves(nim, nim.start()).cache_misses > 0
    monkeypatch.setattr(minimax, "FULL", 100)
    player = Minimax(1)
    player.best_moves(MORRIS, MORRIS.start())
    assert player.best_moves(MORRIS, MORRIS.start()).cache_misses == 576


def test_values_are_for_the_player_asked_for_and_nonsense_is_refused():
    player = Minimax(0, {"stones": 2})
    weighted = zermelo.game("morris(stones=2)")
    state = zermelo.Position(MORRIS).play("d6 d2 f4 b4").state
    assert player.value(MORRIS, state, 0, 0) == weighted.evaluate(state)
    assert player.value(MORRIS, state, 1, 0) == -weighted.evaluate(state)
    best = player.best_moves(MORRIS, state).value
    assert player.value(MORRIS, state, 0, 1) == best
    with pytest.raises(ParameterError, match="0 or more, not -1"):
        player.value(MORRIS, state, 0, -1)
    with pytest.raises(ParameterError, match="0 or more, not -1"):
        Minimax(-1)
    with pytest.raises(ParameterError, match=r"a whole number, 0 or more, not 1\.5"):
        Minimax(1.5)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        Minimax(0).best_moves(MORRIS, MORRIS.parse_state(f"WW.BBB{18 * '.'},0,0,W"))
    with pytest.raises(ParameterError, match="unknown weight mill; did you mean mills"):
        Minimax(0, {"mill": 1}).best_moves(MORRIS, MORRIS.start())
    nim = zermelo.game("nim")
    with pytest.raises(ParameterError, match="there is none"):
        Minimax(0, {"rows": 1}).best_moves(nim, nim.start())


def test_its_games_repeat_with_the_seed_and_beat_random_moves():
    def played(seed: int) -> Session:
        session = Session(MORRIS, (Minimax(1, seed=seed), RandomMoves(seed)))
        while not session.over and session.ply < 200:
            session.advance()
        return session

    games = [played(seed) for seed in (1, 1, 2)]
    assert games[0].history == games[1].history != games[2].history
    assert [game.outcome for game in games] == 3 * ["player 1 (white) wins"]
