"""Proof-number search against plain minimax and retrograde analysis; loops; the table."""

from __future__ import annotations

import random

import pytest

import oracles
import zermelo
from toys import Graph, loopy_graph
from zermelo import ONGOING
from zermelo.contract.points import valued
from zermelo.proofs.claim import Goal
from zermelo.proofs.walk import Unproven, walk
from zermelo.search import proofnumbers
from zermelo.search.proofnumbers import INFINITE, ProofNumbers

SMALL = [
    ("nim(rows=[1, 2, 2])", "outcome"),
    ("tictactoe", "outcome"),
    ("domineering(width=3, height=3)", "outcome"),
    ("breakthrough(width=3, height=4)", "outcome"),
    ("dotsandboxes(width=2, height=1)", "score"),
    ("kalah(pits=2, seeds=2)", "score"),
]


@pytest.mark.parametrize("mebibytes", [8, 0.05])
@pytest.mark.parametrize(("spec", "by"), SMALL)
def test_answers_are_those_of_minimax_with_any_table(spec, by, mebibytes):
    game, chance = valued(zermelo.game(spec), by), random.Random(7)
    worth, bound = oracles.worth_of(game), game.value_bound
    for _ in range(15):
        state, least = game.start(), chance.randint(1 - bound, bound)
        for _ in range(chance.randrange(7)):
            moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
            state = game.play(state, chance.choice(moves)) if moves else state
        if game.outcome(state) != ONGOING:
            continue
        for claimant in (0, 1):
            asked = ProofNumbers(game, mebibytes, native=True)
            truth = oracles.mirrored(worth(state), game.player(state) == claimant) >= least
            assert asked.holds(state, claimant, least) is truth
            if truth and game.player(state) == claimant:
                child = game.play(state, asked.move(state, claimant, least))
                after = oracles.mirrored(worth(child), game.player(child) == claimant)
                assert after >= least


@pytest.mark.parametrize("size", [4, 7, 11])
def test_where_play_can_loop_no_claim_is_wrong_and_proofs_have_no_loops(size):
    generator, wins, unknown = random.Random(size), 0, 0
    for _ in range(300):
        game = loopy_graph(generator, size)
        truth = oracles.retrograde(game.children, game.players, [e // 8 for e in game.eighths])
        if not game.children[0]:
            continue
        claimant = generator.randrange(2)
        worth = oracles.mirrored(truth[0][0], game.players[0] == claimant)
        asked = ProofNumbers(game, 1, native=False)
        answer = asked.holds(game.start(), claimant, 1)
        assert answer in (None, worth == 1)
        wins, unknown = wins + (worth == 1), unknown + (worth == 1 and answer is None)
        if answer:
            goal = Goal(claimant, 1)
            walk(game, game.start(), goal, lambda s, a=asked, g=goal: a.move(s, *g))
    assert wins > 10 and unknown == 0


def test_what_took_the_least_work_leaves_the_table():
    memory = ProofNumbers(zermelo.game("tictactoe"), 0.00001, native=False).memory
    assert memory["buckets"] == 1
    for key in range(5):
        numbers = proofnumbers.packed(key + 1, 2, key % 2 == 0, [900, 20, 30_000, 1, 7][key])
        proofnumbers.save(memory, key, numbers)
    kept = {key: proofnumbers.probe(memory, key, key % 2 == 0) for key in range(5)}
    assert [key for key in kept if kept[key]] == [0, 1, 2, 4]
    assert [proofnumbers.proof_number(kept[key]) for key in (0, 1, 2, 4)] == [1, 2, 3, 5]
    assert not proofnumbers.probe(memory, 2, False)  # the same key, the other player's


def test_numbers_are_those_of_the_definition():
    """Node 0 is the claimant's: a child with two replies of which one is open, and a lost one."""
    game = Graph(
        children=((1, 2), (3, 4), (), (), (5, 6, 7), (), (), ()),
        players=(0, 1, 1, 0, 0, 1, 1, 1),
        eighths=(0, 0, 8, 8, 0, 8, 8, -8),
    )
    asked = ProofNumbers(game, 1, native=False)
    result = proofnumbers.search(game, game.start(), 0, 1, 3, INFINITE, 0, asked.memory)
    assert proofnumbers.proof_number(result) == 0 and proofnumbers.plies_of(result) == 3
    asked = ProofNumbers(game, 1, native=False)
    result = proofnumbers.search(game, game.start(), 0, 1, 1, 1, 0, asked.memory)
    assert (proofnumbers.proof_number(result), proofnumbers.disproof_number(result)) == (2, 1)


def test_a_proof_that_comes_back_is_no_proof():
    game = Graph(children=((1,), (0,)), players=(0, 1), eighths=(0, 0))
    assert ProofNumbers(game, 1, native=False).holds(game.start(), 0, 1) is None
    with pytest.raises(Unproven):
        walk(game, game.start(), Goal(0, 1), lambda state: 0)
