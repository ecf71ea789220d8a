"""The line of an exact answer keeps the value at every move, and is as long as the remoteness."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import zermelo
from walking import random_game
from zermelo import ONGOING, Game
from zermelo.contract.analysis import GOES_ON, Analysis, value_by
from zermelo.games import BUILT_IN
from zermelo.search.textbook import utility

Truth = Callable[[Any], tuple[float, int | None] | None]


def line_faults(game: Game, state: Any, answer: Analysis, truth: Truth) -> Iterator[str]:
    """What is wrong with the line of an exact answer; none where all is well.

    truth  the value of a state for its mover and its remoteness, None for what is not known
    """
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


ALGORITHMS = ("engine", "engine", "alphabeta", "memo", "pn", "mcts")
SLOW = {"lgame", "linesofaction", "losalamos", "surakarta"}  # random games of a second


@pytest.mark.parametrize("name", sorted(set(BUILT_IN) - SLOW))
def test_exact_answers_near_the_end_of_a_game_have_sound_lines(name):
    game, chance = zermelo.game(name), random.Random(name)
    for algorithm in chance.sample(ALGORITHMS, 3):
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
