"""Exact claims hold at every limit, lines of exact answers are sound, the clock of a search."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import zermelo
from processes import printed_by
from simulatedtime import SimulatedTime
from walking import SOLVABLE, random_game
from zermelo import ONGOING, Game, analyze
from zermelo.contract.analysis import GOES_ON, Analysis, value_by
from zermelo.games import BUILT_IN
from zermelo.search.analyze import ALGORITHMS
from zermelo.search.clock import Clock, Limits
from zermelo.search.counters import NODE_LIMIT, draw_number, next_chance
from zermelo.search.textbook import utility
from zermelo.search.threads import start_deep
from zermelo.spec import parse_game

Truth = Callable[[Any], tuple[float, int | None] | None]


def line_faults(game: Game, state: Any, answer: Analysis, truth: Truth) -> Iterator[str]:
    """Yield the faults of an exact answer's line; `truth` is a state's value and remoteness."""
    if not answer.exact:
        return
    game, player, left = value_by(game, answer.by), answer.player, answer.remoteness
    moves = answer.line_moves
    if left is not None and len(moves) != left:
        yield f"{len(moves)} moves, {left} plies"
    for ply, text in enumerate(moves, 1):
        state = game.play(state, game.parse_move(state, text))
        side = 1 if game.player(state) == player else -1
        outcome = game.outcome(state)
        over = outcome != ONGOING
        known = (float(utility(game, state, outcome)), 0) if over else truth(state)
        if known is not None and side * known[0] != answer.value:
            yield f"{text} at ply {ply} leads to {side * known[0]}"
        if known is not None and left is not None and known[1] not in (None, left - ply):
            yield f"after ply {ply} there are {known[1]} plies"
        if over != (ply == len(moves) and answer.line[-1] != GOES_ON):
            yield f"the game {'is over' if over else 'goes on'} after ply {ply}"


def searched(game: Game, by: str = "outcome", nodes: int = 20_000) -> Truth:
    """The truth by a fresh search of each position, plain."""

    def truth(state: Any) -> tuple[float, int | None] | None:
        found = zermelo.analyze(game, state, nodes=nodes, by=by, ties=False, native=False)
        return (found.value, found.remoteness) if found.exact else None

    return truth


def near_the_end(game: Game, chance: random.Random, back: int, longest: int = 200) -> Any:
    """A position a few plies before the end of a random game."""
    states = list(random_game(game, chance, longest))
    return states[max(0, len(states) - 1 - back)]


SOLVING = ("engine", "engine", "alphabeta", "memo", "pn", "mcts")
SLOW = {"lgame", "linesofaction", "losalamos", "surakarta", "teeko"}  # a game takes a second


@pytest.mark.parametrize("name", sorted(set(BUILT_IN) - SLOW))
def test_exact_answers_near_the_end_of_a_game_have_sound_lines(name):
    game, chance = zermelo.game(name), random.Random(name)
    for algorithm in chance.sample(SOLVING, 3):
        state = near_the_end(game, chance, chance.choice((1, 2, 3, 4, 6)))
        if game.outcome(state) != ONGOING:
            continue
        given = {"algorithm": algorithm, "seed": chance.choice((None, 3)), "native": False}
        answer = zermelo.analyze(game, state, nodes=chance.choice((100, 300, 1000)), **given)
        assert [*line_faults(game, state, answer, searched(game, nodes=1000))] == []


@pytest.mark.parametrize("algorithm", ["engine", "alphabeta", "memo"])
def test_no_limit_leaves_a_line_that_is_shorter_than_the_remoteness(algorithm):
    game = zermelo.game("dodgem")
    state = game.parse_state("O.X/.O./..X X")
    for nodes in range(1, 160, 3):
        answer = zermelo.analyze(game, state, algorithm=algorithm, nodes=nodes, native=False)
        assert [*line_faults(game, state, answer, searched(game, nodes=2000))] == []


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("spec", "text", "nodes"),
    [
        ("lgame", "..XX/...X/.#OX/OOO# O", 300_000),
        ("quoridor(size=3)", "..O../...../...../###../..X.. 2,3 O", 3_000),
    ],
)
def test_a_limit_met_while_other_moves_are_judged_leaves_the_winning_line(spec, text, nodes):
    game = zermelo.game(spec)
    state = game.parse_state(text)
    answer = zermelo.analyze(game, state, nodes=nodes)
    assert answer.value == 1 and answer.exact and answer.remoteness in (3, 7)
    assert [*line_faults(game, state, answer, searched(game))] == []


def test_a_drawn_line_ends_where_a_position_comes_back():
    game = zermelo.game("ponghauki")
    answer = zermelo.analyze(game, native=False)
    states = [game.start()]
    for text in answer.line_moves:
        states.append(game.play(states[-1], game.parse_move(states[-1], text)))
    assert answer.line[-1] == GOES_ON and states[-1] in states[:-1]
    assert len({*states}) == len(states) - 1


DEEPENING = [name for name, algorithm in ALGORITHMS.items() if algorithm.depth]


LIMITS: list[dict[str, Any]] = [
    *({"algorithm": name, "depth": depth} for name in DEEPENING for depth in (1, 2, 3, 4)),
    *({"ties": False, "depth": depth} for depth in (2, 3)),
    *({"nodes": nodes} for nodes in (3, 40, 300)),
    *({"nodes": nodes, "ties": False} for nodes in (40, 300)),
    *({"algorithm": "mcts", "nodes": nodes, "seed": 1} for nodes in (5, 60, 400)),
    *({"algorithm": "mcts", "nodes": nodes, "rave": 50} for nodes in (7, 200)),
    *({"algorithm": "hybrid", "nodes": 200, "priors": priors} for priors in (False, True)),
    *({"algorithm": "pn", "nodes": nodes} for nodes in (5, 100, 2000)),
]


@pytest.mark.long
@pytest.mark.parametrize("spec", SOLVABLE)
def test_claims_of_exactness_hold_at_every_limit(spec):
    """Claims of exactness are never wrong; some exact values may not be claimed."""
    rules, game, kinds = SOLVABLE[spec], parse_game(spec), Counter()
    histories, solved = oracles.every_position(rules), oracles.solved(rules)
    texts = [text for text, history in histories.items() if rules.moves(history)]
    limits = [one for one in LIMITS if game.has("evaluate") or one.get("algorithm") != "hybrid"]
    for text in random.Random(spec).sample(texts, 30):
        history = histories[text]
        moves = {move: -solved[rules.text((*history, move))][0] for move in rules.moves(history)}
        best = {move for move in moves if moves[move] == max(moves.values())}
        for limit in limits:
            result = analyze(game, game.parse_state(text), native=False, **limit)
            assert not result.exact or result.value == solved[text][0]
            for move in result.moves:
                assert not move.exact or move.value == moves[move.move]
            if result.exact and result.complete:
                assert set(result.best_moves) == best, result
            elif result.exact:
                every = all(move.exact for move in result.moves)
                assert set(result.best_moves) < best or not every, result
            kinds[result.exact, result.complete] += 1
    assert min(kinds[True, True], kinds[True, False], kinds.total() - kinds[True, True]) > 0


def test_the_command_says_when_other_moves_may_be_as_good(run, run_json):
    whole = ("analyze", "tictactoe", "--state", ".X./.../XOO", "--plain")
    command = (*whole, "--algorithm", "alphabeta", "--depth", "3")
    answer = run_json(*command)
    assert list(answer)[list(answer).index("best_moves") + 1] == "complete"
    assert answer["exact"] and not answer["complete"]
    assert "other moves may be as good" in run(*command)[1]
    assert "may be as good" not in run(*whole)[1]


class SlowToCompile:
    @staticmethod
    def prepare(*arguments):
        time.sleep(0.3)

    @staticmethod
    def native(counts):
        return int(counts[NODE_LIMIT])


def test_a_limit_that_ends_while_compiling_stops_nothing(monkeypatch):
    SimulatedTime(monkeypatch, "zermelo.search.clock")
    clock = Clock(Limits(seconds=0.1), native=True)
    assert clock.run(SlowToCompile) > 0
    assert clock.seconds() == 0


# Compiled searches recurse to the greatest depth allowed, whatever the stack size of threads -----


DEEPEST_SEARCHES = """
import sys, threading
sys.path.insert(0, {tests!r})
threading.stack_size(64 << 10)

from toys import Again
from zermelo.errors import Stopped
from zermelo.contract.arguments import DEEPEST
from zermelo.search.clock import Clock
from zermelo.search.counters import NODES
from zermelo.search.clock import Limits
from zermelo.search.playouts import count_sequences
from zermelo.search.textbook import minimax_values

game = Again(size=2 * DEEPEST)
for kernel in (minimax_values, count_sequences):
    clock = Clock(Limits(nodes=10 * DEEPEST), native=True)
    try:
        clock.run(kernel, game, game.start(), DEEPEST)
    except Stopped:
        print(clock.counts[NODES] >= DEEPEST)
"""


@pytest.mark.compiled
def test_kernels_have_the_stack_for_the_deepest_search():
    code = DEEPEST_SEARCHES.format(tests=str(Path(__file__).parents[1] / "support"))
    assert printed_by("-c", code).split() == ["True", "True"]


def test_the_stack_of_other_threads_stays_what_it_was():
    before, ran = threading.stack_size(), threading.Event()
    thread = threading.Thread(target=ran.set)
    start_deep(thread)
    thread.join()
    assert ran.is_set() and threading.stack_size() == before


@given(st.integers(0, (1 << 62) - 1), st.integers(1, (1 << 31) - 1))
def test_the_generator_is_the_published_one(chance, count):
    assert next_chance(chance) == oracles.multiplied_with_carry(chance)
    assert draw_number(chance, count) == oracles.scaled(chance, count)
