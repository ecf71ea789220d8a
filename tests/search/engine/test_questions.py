"""Questions about symmetric positions: one form is asked about, and moves fit every form."""

from __future__ import annotations

import random

import pytest

import oracles
import zermelo
from zermelo import ONGOING
from zermelo.search.engine.compiling import Kernels
from zermelo.search.engine.memory import NEVER
from zermelo.search.engine.questions import Questions, sufficient_move

GAMES = ["tictactoe", "connectfour(width=4, height=3)", "mnk(width=4, height=2, k=3)"]


def asked(game, *, shared):
    """Questions that look at the first plies' positions in one form, or in each."""
    questions = Questions(game, game.start(), 1, Kernels())
    if not shared:
        questions.memory["shallow"] = NEVER
    return questions


@pytest.mark.parametrize("spec", GAMES)
def test_positions_in_one_form_have_the_same_worth_and_take_fewer_nodes(spec):
    game, nodes = zermelo.game(spec), {}
    worth = oracles.worth_of(game)(game.start())
    for shared in (False, True):
        questions = asked(game, shared=shared)
        for least in (0, 1):
            assert questions.holds(game.start(), 0, least) is (worth >= least)
        nodes[shared] = questions.memory["nodes"]
    assert nodes[True] < nodes[False]


@pytest.mark.parametrize("spec", GAMES)
def test_a_move_reaches_the_goal_in_every_form_of_a_position(spec):
    game, chance = zermelo.game(spec), random.Random(7)
    worth, questions = oracles.worth_of(game), asked(game, shared=True)
    for _ in range(30):
        state = game.start()
        for _ in range(chance.randrange(4)):
            state = game.play(state, chance.choice(list(game.moves(state))))
        if game.outcome(state) != ONGOING or worth(state) < 0:  # every move loses
            continue
        goal = game.player(state), worth(state)
        assert questions.holds(state, *goal)
        for form in game.symmetries(state):
            read = {**questions.memory, "table": memoryview(questions._workspace.table.words)}
            for move in (questions.move(form, *goal), sufficient_move(game, form, *goal, read)):
                child = game.play(form, move)
                sign = 1 if game.player(child) == goal[0] else -1
                assert sign * worth(child) >= goal[1]
