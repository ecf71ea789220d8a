"""Searches for one best move: no time for ties, chance among equals, what a limit cut short."""

import random

import pytest

import zermelo
from zermelo.contract.game import ONGOING
from zermelo.players.search import Search
from zermelo.search.analyze import analyze
from zermelo.search.clock import Limits
from zermelo.search.engine.table import Table

SPECS = ["tictactoe", "nim(rows=[2, 3])", "connectfour(width=4, height=4, k=3)"]


def positions(spec, count, plies=6):
    """Random positions of a game, not yet over."""
    game, generator = zermelo.game(spec), random.Random(spec)
    for _ in range(count):
        state = game.start()
        for _ in range(generator.randrange(plies)):
            after = game.play(state, generator.choice(list(game.moves(state))))
            if game.outcome(after) != ONGOING:
                break
            state = after
        yield game, state


@pytest.mark.long
@pytest.mark.parametrize("spec", SPECS)
def test_the_move_found_is_one_of_all_the_best(spec):
    for game, state in positions(spec, 16):
        asked = {"native": False, "seconds": 60}
        one, all_best = (
            analyze(game, state, ties=False, seed=3, **asked),
            analyze(game, state, **asked),
        )
        assert (one.value, one.exact, one.remoteness) == (all_best.value, True, all_best.remoteness)
        assert one.best_moves and set(one.best_moves) <= set(all_best.best_moves)
        assert one.line[0] in one.best_moves
        if one.value:
            after = game.play(state, game.parse_move(state, one.line[0]))
            ends = analyze(game, after, **asked).remoteness
            assert ends == one.remoteness - 1


@pytest.mark.parametrize("spec", ["isolation(width=5, height=5)", "connectfour", "morris(men=6)"])
def test_an_estimate_is_the_same_without_ties(spec):
    game = zermelo.game(spec)
    one, all_best = (analyze(game, depth=3, native=False, ties=ties) for ties in (False, True))
    assert (one.value, one.exact) == (all_best.value, False)
    assert set(one.best_moves) <= set(all_best.best_moves)
    assert one.nodes < all_best.nodes


@pytest.mark.compiled
def test_what_a_depth_cut_short_has_found_counts():
    """The favourite is better than the move of the depth before, says minimax one ply deeper."""
    changed = 0
    for game, state in positions("isolation(width=5, height=4)", 9):
        for nodes in range(50, 400, 50):
            asked = {"nodes": nodes, "native": False, "table": Table(0)}
            result, before = (analyze(game, state, ties=ties, **asked) for ties in (False, True))
            assert result.depth >= before.depth
            if result.depth > before.depth or set(result.best_moves) <= set(before.best_moves):
                continue
            deeper = analyze(game, state, algorithm="minimax", depth=result.depth + 1, native=False)
            value = {move.move: move.value for move in deeper.moves}
            assert all(
                value[move] > min(map(value.get, before.best_moves)) for move in result.best_moves
            )
            changed += 1
    assert changed > 5


def test_games_vary_with_the_seed_and_repeat_with_it():
    game = zermelo.game("morris(men=6)")
    first = [
        Search(Limits(depth=2), native=False, seed=seed).choose(game, game.start())
        for seed in (*range(12), *range(12))
    ]
    assert first[:12] == first[12:]
    assert len(set(first)) > 2


def test_equal_moves_are_taken_in_the_games_own_order():
    """Of the first moves, all of which are worth nothing, a crossing of Nine Men's Morris."""
    game = zermelo.game("morris")
    for seed in range(8):
        move = Search(Limits(depth=2), native=False, seed=seed).choose(game, game.start())
        assert game.format_move(game.start(), move) in ("d6", "b4", "f4", "d2")
