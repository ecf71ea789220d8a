"""Proof-number search against plain minimax and retrograde analysis; loops; the table."""

from __future__ import annotations

import random
import time
from functools import partial

import pytest

import oracles
import zermelo
from toys import Graph, loopy_graph
from zermelo import ONGOING
from zermelo.contract.points import valued
from zermelo.errors import Stopped
from zermelo.proofs.claim import Goal
from zermelo.proofs.walk import Unproven, walk
from zermelo.search import proofnumbers
from zermelo.search.counters import NO_LIMIT, NODE_LIMIT
from zermelo.search.proofnumbers import INFINITE, ProofNumbers
from zermelo.search.racing import Racer, raced

SMALL = [
    ("nim(rows=[1, 2, 2])", "outcome"),
    ("tictactoe", "outcome"),
    ("domineering(width=3, height=3)", "outcome"),
    ("breakthrough(width=3, height=4)", "outcome"),
    ("dotsandboxes(width=2, height=1)", "score"),
    ("kalah(pits=2, seeds=2)", "score"),
]
COMPILED = {"tictactoe", "kalah(pits=2, seeds=2)"}  # a kernel of each would cost seconds


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
            asked = ProofNumbers(game, mebibytes, native=spec in COMPILED)
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


@pytest.fixture
def no_evaluation(monkeypatch):
    """Numbers begin with the candidates alone."""
    monkeypatch.setattr(proofnumbers, "WEIGHT", 0.0)


@pytest.mark.usefixtures("no_evaluation")
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


@pytest.mark.usefixtures("no_evaluation")
def test_the_larger_number_is_the_sum_of_the_children():
    """Node 0 and both of its children, with two and three moves, are the claimant's."""
    game = Graph(
        children=((1, 2), (3, 4), (5, 6, 7), (), (), (), (), ()),
        players=(0, 0, 0, 1, 1, 1, 1, 1),
        eighths=(0, 0, 0, 8, 8, 8, 8, 8),
    )
    asked = ProofNumbers(game, 1, native=False)
    result = proofnumbers.search(game, game.start(), 0, 1, 1, 1, 0, asked.memory)
    assert (proofnumbers.proof_number(result), proofnumbers.disproof_number(result)) == (1, 2 + 3)


def test_a_position_that_looks_good_begins_with_less_to_prove():
    """Node 0 is the claimant's; its children are the other's, with two candidates, 3/4 and -3/4."""
    game = Graph(
        children=((1, 2), (3, 4), (3, 4), (), ()),
        players=(0, 1, 1, 0, 0),
        eighths=(0, 6, -6, 8, -8),
    )
    asked, numbers = ProofNumbers(game, 1, native=False), []
    for move in game.moves(game.start()):
        child = game.play(game.start(), move)
        numbers.append(proofnumbers.numbers_of(game, child, 9, 0, 1, 1, asked.memory))
    assert list(map(proofnumbers.proof_number, numbers)) == [2 * 8, 2 * 2]
    assert list(map(proofnumbers.disproof_number, numbers)) == [2, 8]


def test_symmetric_positions_share_their_numbers():
    game = zermelo.game("tictactoe")
    after = [game.play(game.start(), move) for move in game.moves(game.start())]
    keys = [proofnumbers.shared_key(game, state) for state in after]
    assert sorted(map(keys.count, set(keys))) == [1, 4, 4]  # the middle, corners, sides


def test_a_proof_that_comes_back_is_no_proof():
    game = Graph(children=((1,), (0,)), players=(0, 1), eighths=(0, 0))
    assert ProofNumbers(game, 1, native=False).holds(game.start(), 0, 1) is None
    with pytest.raises(Unproven):
        walk(game, game.start(), Goal(0, 1), lambda state: 0)


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "by"), [(spec, by) for spec, by in SMALL if spec in COMPILED])
def test_threads_that_share_a_table_answer_as_minimax_does(spec, by):
    game, chance = valued(zermelo.game(spec), by), random.Random(11)
    worth, bound = oracles.worth_of(game), game.value_bound
    for _ in range(20):
        state, least = game.start(), chance.randint(1 - bound, bound)
        for _ in range(chance.randrange(5)):
            moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
            state = game.play(state, chance.choice(moves)) if moves else state
        if game.outcome(state) != ONGOING:
            continue
        claimant = chance.randrange(2)
        asked = ProofNumbers(game, 0.1, native=True, threads=4)
        number, proven = raced(asked.racers(state, claimant, least, 4))
        truth = oracles.mirrored(worth(state), game.player(state) == claimant) >= least
        assert number in range(4) and asked.answer(proven) is truth
        if truth:
            goal, asked.memory[NODE_LIMIT] = Goal(claimant, least), NO_LIMIT
            walk(game, state, goal, lambda s, a=asked, g=goal: a.move(s, *g))


@pytest.mark.usefixtures("no_evaluation")
def test_where_another_thread_is_at_work_a_number_counts_as_larger():
    """Node 0 is the claimant's, with two children as good; thread 0 is below the first."""
    game = Graph(
        children=((1, 2), (3, 4), (5, 6), (), (), (), ()),
        players=(0, 1, 1, 0, 0, 0, 0),
        eighths=(0, 0, 0, 8, 8, 8, 8),
    )
    for busy, best in ((False, 0), (True, 1)):
        asked = ProofNumbers(game, 1, native=False)
        memory = asked.memory | {"threads": 2, "path": proofnumbers.PLIES}
        memory["paths"] = [proofnumbers.NOWHERE] * 2 * proofnumbers.PLIES
        if busy:
            first = game.play(game.start(), next(game.moves(game.start())))
            memory["paths"][1] = game.key(first)
        end = proofnumbers.expand(game, game.start(), 0, 1, 0, memory)
        small, large, second, at, _ = proofnumbers.weigh(game, game.start(), 0, 0, end, 0, memory)
        assert (small, large, at) == (2, 2, best)  # the numbers themselves are not changed
        assert second == (5 if busy else 2)


def test_a_thread_that_ends_first_stops_the_others():
    def ends() -> str:
        return "done"

    def stopped(memory: dict[str, int]) -> str:
        while memory[NODE_LIMIT]:
            time.sleep(0.001)
        raise Stopped

    memories = [{NODE_LIMIT: 1}, {NODE_LIMIT: 1}, {NODE_LIMIT: 1}]
    searches = [partial(stopped, memories[0]), ends, partial(stopped, memories[2])]
    assert raced(list(map(Racer, searches, memories))) == (1, "done")
    memories[0][NODE_LIMIT] = 0
    with pytest.raises(Stopped):
        raced([Racer(partial(stopped, memories[0]), memories[0])])
