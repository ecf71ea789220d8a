"""Proof-number search, and the textbook's, against plain minimax and retrograde analysis."""

import random
import time
from functools import partial

import pytest

import oracles
import zermelo
from toys import Graph, loopy_graph
from walking import unfinished_state
from zermelo.contract.analysis import value_by
from zermelo.errors import Stopped
from zermelo.proofs.certificate import Goal
from zermelo.proofs.walk import Unproven, walk
from zermelo.search.counters import NO_LIMIT, NODE_LIMIT, new_counts
from zermelo.search.pn import grow_tree, new_node
from zermelo.search.proofnumbers import ProofNumbers
from zermelo.search.threads import Racer, race
from zermelo.search.traces.trace import LEAF
from zermelo.search.traces.tracing import trace
from zermelo.search.traces.views import ProofTrace

SMALL = [
    ("nim(rows=[1, 2, 2])", "outcome"),
    ("tictactoe", "outcome"),
    ("domineering(width=3, height=3)", "outcome"),
    ("breakthrough(width=3, height=4)", "outcome"),
    ("dotsandboxes(width=2, height=1)", "score"),
    ("kalah(pits=2, seeds=2)", "score"),
]
COMPILED = {"tictactoe", "kalah(pits=2, seeds=2)"}  # a kernel of each would cost seconds


def asked_of(game, count, seed, plies=7):
    """Random positions in which the game goes on, each with a value to ask for."""
    chance, bound = random.Random(seed), game.value_bound
    for _ in range(count):
        yield unfinished_state(game, chance, plies), chance.randint(1 - bound, bound)


@pytest.mark.parametrize("mebibytes", [8, 0.05])
@pytest.mark.parametrize(("spec", "by"), SMALL)
def test_answers_are_those_of_minimax_with_any_table(spec, by, mebibytes):
    game = value_by(zermelo.game(spec), by)
    worth = oracles.worth_of(game)
    for state, least in asked_of(game, 15, 7):
        for claimant in (0, 1):
            asked = ProofNumbers(game, mebibytes, native=spec in COMPILED)
            truth = oracles.mirrored(worth(state), game.player(state) == claimant) >= least
            assert asked.holds(state, claimant, least) is truth
            if truth and game.player(state) == claimant:
                child = game.play(state, asked.move(state, claimant, least))
                after = oracles.mirrored(worth(child), game.player(child) == claimant)
                assert after >= least


def loopy_games(size, count):
    """Random games that go on at their start, and what that is worth to its mover."""
    generator = random.Random(size)
    for game in (loopy_graph(generator, size) for _ in range(count)):
        if game.children[0]:
            ends = [end // 8 for end in game.eighths]
            yield game, oracles.retrograde(game.children, game.players, ends)[0][0]


@pytest.mark.parametrize("size", [4, 7, 11])
def test_where_play_can_loop_no_claim_is_wrong_and_proofs_have_no_loops(size):
    chance, wins, unknown = random.Random(size), 0, 0
    for game, value in loopy_games(size, 300):
        claimant = chance.randrange(2)
        worth = oracles.mirrored(value, game.players[0] == claimant)
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
    game, chance = value_by(zermelo.game(spec), by), random.Random(1)
    worth = oracles.worth_of(game)
    for state, least in asked_of(game, 20, 11, plies=5):
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


TEXTBOOK = [each for each in SMALL if "breakthrough" not in each[0]]  # whose trees are large


@pytest.mark.parametrize(("spec", "by"), TEXTBOOK)
def test_claims_are_proven_just_where_minimax_says_so(spec, by):
    game = value_by(zermelo.game(spec), by)
    worth = oracles.worth_of(game)
    for state, least in asked_of(game, 12, 3):
        tree = trace(game, state, algorithm="pn", least=least, by=by)
        assert tree.value[0] == (1 if worth(state) >= least else -1)


def expected(tree: ProofTrace, node: int, step: int) -> tuple[float, float]:
    """The numbers of a node after a step by the definition: by its ends and its children."""
    infinite = float("inf")
    below = [child for child in tree.children(node) if tree.born[child] <= step]
    if not below:
        if tree.end[node] != LEAF:
            return 1, 1
        game, state = tree.game, tree.state(node)
        worth = oracles.mirrored(game.outcome(state), bool(tree.maximizing[node]))
        return (0, infinite) if worth >= tree.least else (infinite, 0)
    pairs = [expected(tree, child, step) for child in below]
    proofs, disproofs = [proof for proof, _ in pairs], [disproof for _, disproof in pairs]
    if tree.maximizing[node]:
        return min(proofs), sum(disproofs)
    return sum(proofs), min(disproofs)


@pytest.mark.parametrize(
    ("spec", "least"), [("nim(rows=[1, 2, 2])", 1), ("domineering(width=3, height=3)", 1)]
)
def test_at_every_step_the_numbers_are_those_of_the_definition(spec, least):
    tree = trace(zermelo.game(spec), algorithm="pn", least=least)
    for step in range(1, tree.steps + 1):
        for node in range(len(tree)):
            if tree.born[node] <= step:
                shown = [float("inf") if n < 0 else n for n in tree.numbers(node, step)]
                assert tuple(shown) == expected(tree, node, step)


def test_each_step_expands_the_node_to_which_the_smaller_numbers_lead():
    tree = trace(zermelo.game("domineering(width=3, height=3)"), algorithm="pn")
    for step in range(2, tree.steps + 1):
        node = 0
        while -1 < tree.expanded[node] < step:
            sums = [(expected(tree, c, step - 1), c) for c in tree.children(node)]
            node = min(sums, key=lambda s: s[0][0 if tree.maximizing[node] else 1])[1]
        assert tree.expanded[node] == step
    assert sorted(step for step in tree.expanded if step > 0) == list(range(2, tree.steps + 1))


@pytest.mark.parametrize("size", [4, 7])
def test_where_play_can_loop_no_claim_is_wrong_and_every_win_is_proven(size):
    wins = 0
    for game, value in loopy_games(size, 200):
        won, counts = value == 1, new_counts()
        root = new_node(game, game.start(), game.players[0], 1)
        for _ in grow_tree(game, root, game.players[0], 1, counts):
            pass
        assert (root.proof == 0) == won
        assert won or root.disproof == 0
        wins += won
    assert wins > 10


def test_a_limit_ends_the_search_with_nothing_known_or_the_tree_so_far():
    analysis = zermelo.analyze("tictactoe", algorithm="pn", nodes=500)
    assert (analysis.value, analysis.exact, analysis.moves) == (None, False, ())
    assert 500 <= analysis.nodes <= 509
    tree = trace(zermelo.game("tictactoe"), algorithm="pn", limit=500)
    assert tree.value[0] == 0 and 500 <= len(tree) <= 510
