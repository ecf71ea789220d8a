"""The engine against naive oracles: values, best moves, distances, limits, bounds and tables."""

from __future__ import annotations

import random

import pytest

import naive
from toys import Graph
from zermelo import DRAW, analyze
from zermelo.search.table import Table
from zermelo.spec import parse_game

EVERY = {  # games small enough for the oracle to solve outright, and how many positions to compare
    "tictactoe": (naive.Mnk(), None),
    "isolation(width=3, height=3)": (naive.Isolation(3, 3), 1500),
    "isolation(width=3, height=2, stuck='either')": (
        naive.Isolation(3, 2, (), "queen", "either"),
        None,
    ),
    "connectfour(width=4, height=3, k=3)": (naive.ConnectFour(4, 3, 3), 1500),
    "nim(rows=[2, 3, 2], misere=True)": (naive.Nim((2, 3, 2), True), None),
}


@pytest.mark.parametrize("spec", EVERY)
def test_every_position_is_judged_as_the_oracle_judges_it(spec):
    rules, sample = EVERY[spec]
    game, table = parse_game(spec), Table(8)
    positions, solved = naive.every_position(rules), naive.solve_all(rules)
    texts = list(positions)
    if sample is not None and sample < len(texts):
        texts = random.Random(spec).sample(texts, sample)
    for text in texts:
        found = analyze(game, game.parse_state(text), algorithm="engine", table=table)
        compare(found, rules, positions[text], solved)


def compare(found, rules, history, solved):
    """Value, best moves, distance and the value of every move, all exact."""
    value, remoteness = solved[rules.text(history)]
    moves = {move: -solved[rules.text((*history, move))][0] for move in rules.moves(history)}
    assert (found.value, found.exact) == (value, True)
    assert found.remoteness == (None if moves and value == DRAW else remoteness)
    assert {move.move: move.value for move in found.moves} == moves
    assert all(move.exact and move.bound == "exact" for move in found.moves)
    assert found.best_moves == tuple(move for move in moves if moves[move] == value)


# Loops --------------------------------------------------------------------------------------------


def loopy_graph(generator, size):
    """A random graph in which most nodes have children anywhere, above themselves too."""
    children = [
        tuple(generator.randrange(size) for _ in range(generator.choice((0, 1, 2, 2, 3))))
        for _ in range(size)
    ]
    players = tuple(generator.randrange(2) for _ in range(size))
    ends = tuple(8 * generator.choice((-1, -1, 0, 1)) for _ in range(size))
    return Graph(children=tuple(children), players=players, eighths=ends)


@pytest.mark.parametrize("size", [4, 7, 11])
def test_in_games_that_loop_no_claim_is_wrong_and_every_win_is_found(size):
    generator, drawn_by_loops = random.Random(size), 0
    for _ in range(150):
        game = loopy_graph(generator, size)
        ends = [end // 8 for end in game.eighths]
        truth = naive.retrograde(game.children, game.players, ends)
        found = analyze(game, algorithm="engine", nodes=3000, native=False)
        value, plies = truth[0]
        assert not found.exact or found.value == value
        assert value == 0 or (found.value, found.exact, found.remoteness) == (value, True, plies)
        for move, child in zip(found.moves, game.children[0], strict=True):
            same = game.players[child] == game.players[0]
            assert not move.exact or move.value == naive.value(truth[child][0], same)
        drawn_by_loops += found.exact and value == 0 and len(found.moves) > 0
    assert drawn_by_loops > 5


def test_a_draw_by_repetition_is_not_handed_to_others_who_come_another_way():
    """The graph-history interaction: node 2 is won, but a draw for those who came through 1."""
    children = ((1, 2), (2,), (1, 3), (4,), ())
    game = Graph(children=children, players=(0, 1, 0, 1, 0), eighths=(0, 0, 0, 0, 8))
    truth = naive.retrograde(children, game.players, [0, 0, 0, 0, 1])
    found = analyze(game, algorithm="engine", native=False)
    assert [move.value for move in found.moves] == [-truth[1][0], truth[2][0]]
