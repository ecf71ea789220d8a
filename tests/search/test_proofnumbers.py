"""Proof-number search against plain minimax and retrograde analysis; loops; the table."""

import random
import time
from functools import partial

import pytest

import oracles
import zermelo
from toys import Graph, loopy_graph
from walking import some_plies_on
from zermelo import ONGOING
from zermelo.contract.analysis import value_by
from zermelo.errors import Stopped
from zermelo.proofs.certificate import Goal
from zermelo.proofs.walk import Unproven, walk
from zermelo.search.counters import NO_LIMIT, NODE_LIMIT
from zermelo.search.proofnumbers import ProofNumbers
from zermelo.search.threads import Racer, race

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
    game, chance = value_by(zermelo.game(spec), by), random.Random(7)
    worth, bound = oracles.worth_of(game), game.value_bound
    for _ in range(15):
        least = chance.randint(1 - bound, bound)
        state = some_plies_on(game, chance, 7)
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


def test_a_proof_that_comes_back_is_no_proof():
    game = Graph(children=((1,), (0,)), players=(0, 1), eighths=(0, 0))
    assert ProofNumbers(game, 1, native=False).holds(game.start(), 0, 1) is None
    with pytest.raises(Unproven):
        walk(game, game.start(), Goal(0, 1), lambda state: 0)


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "by"), [(spec, by) for spec, by in SMALL if spec in COMPILED])
def test_threads_that_share_a_table_answer_as_minimax_does(spec, by):
    game, chance = value_by(zermelo.game(spec), by), random.Random(11)
    worth, bound = oracles.worth_of(game), game.value_bound
    for _ in range(20):
        least = chance.randint(1 - bound, bound)
        state = some_plies_on(game, chance, 5)
        if game.outcome(state) != ONGOING:
            continue
        claimant = chance.randrange(2)
        asked = ProofNumbers(game, 0.1, native=True, threads=4)
        number, proven = race(asked.racers(state, claimant, least, 4))
        truth = oracles.mirrored(worth(state), game.player(state) == claimant) >= least
        assert number in range(4) and asked.answer(proven) is truth
        if truth:
            goal, asked.memory[NODE_LIMIT] = Goal(claimant, least), NO_LIMIT
            walk(game, state, goal, lambda s, a=asked, g=goal: a.move(s, *g))


def test_a_thread_that_ends_first_stops_the_others():
    def ends() -> str:
        return "done"

    def stopped(memory: dict[str, int]) -> str:
        while memory[NODE_LIMIT]:
            time.sleep(0.001)
        raise Stopped

    memories = [{NODE_LIMIT: 1}, {NODE_LIMIT: 1}, {NODE_LIMIT: 1}]
    searches = [partial(stopped, memories[0]), ends, partial(stopped, memories[2])]
    assert race(list(map(Racer, searches, memories))) == (1, "done")
    memories[0][NODE_LIMIT] = 0
    with pytest.raises(Stopped):
        race([Racer(partial(stopped, memories[0]), memories[0])])
