"""The engine against naive oracles: values, best moves, distances, limits, bounds and tables."""

from __future__ import annotations

import random

import pytest

import naive
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
