"""Play without an end, by what the game says that is worth: against attractors on random graphs."""

import random

import pytest

import oracles
from pointgames import Endless, Round
from toys import Tug, loopy_graph
from zermelo import LOSS, WIN, analyze

SIZES = [4, 7, 11]


class Held(Tug):
    """A tug in which player 0 has won who holds out for ever."""

    @property
    def repetition(self) -> int:
        return WIN


def forced(game, ends: set[int], player: int) -> set[int]:
    """The nodes from which `player` can force play into `ends`: their attractor."""
    reached = set(ends)
    while True:
        more = set()
        for node, below in enumerate(game.children):
            there = [child in reached for child in below]
            if below and (any(there) if game.players[node] == player else all(there)):
                more.add(node)
        if more <= reached:
            return reached
        reached |= more


def truth(game, worth: list[int], endless: list[int], levels: list[int]) -> list[int]:
    """What each node is worth to player 0, where `worth` is so of ends, `endless` of loops there.

    Player 0 has at least a level unless player 1 can force an end, or a loop, below it.
    """
    size, values = len(game.children), [levels[0]] * len(game.children)
    for level in levels[1:]:
        low = {n for n in range(size) if not game.children[n] and worth[n] < level}
        high = {n for n in range(size) if not game.children[n] and worth[n] >= level}
        # of the loops here all are worth the same: one of the players is content to go round
        lost = forced(game, low, 1)
        if endless[0] < level:
            lost = set(range(size)) - forced(game, high, 0)
        values = [value if node in lost else level for node, value in enumerate(values)]
    return values


def for_player_0(game, node: int, value: int) -> int:
    return value if game.players[node] == 0 else -value


def holds(game, result, values: list[int]) -> bool:
    """Whether the value found is exact; all that is called exact is what it should be."""
    assert not result.exact or result.value == for_player_0(game, 0, values[0])
    for move, child in zip(result.moves, game.children[0], strict=True):
        same = game.players[child] == game.players[0]
        value = for_player_0(game, child, values[child])
        assert not move.exact or move.value == oracles.mirrored(value, same)
    return result.exact


@pytest.mark.long
@pytest.mark.parametrize("endless", [LOSS, 0, WIN])
@pytest.mark.parametrize("size", SIZES)
def test_no_claim_about_endless_play_is_wrong_and_most_are_made(size, endless):
    generator, exact = random.Random(10 * size + endless), 0
    for _ in range(40):
        game = loopy_graph(generator, size, Endless, endless=endless)
        worth = [for_player_0(game, n, end // 8) for n, end in enumerate(game.eighths)]
        values = truth(game, worth, [endless], [-1, 0, 1])
        analysis = analyze(game, nodes=600, native=False)
        exact += holds(game, analysis, values)
    assert exact > 20


def test_endless_play_is_won_without_a_distance_and_a_real_win_is_preferred():
    children, players = ((1, 2), (0,), ()), (0, 1, 1)
    going = Endless(children=children, players=players, eighths=(0, 0, 0), endless=WIN)
    analysis = analyze(going, native=False)
    assert (analysis.value, analysis.exact, analysis.remoteness) == (1, True, None)
    assert analysis.best_moves == ("0",) and analysis.as_dict()["remoteness"] is None
    won = Endless(children=children, players=players, eighths=(0, 0, -8), endless=WIN)
    analysis = analyze(won, native=False)
    assert (analysis.value, analysis.remoteness, analysis.line) == (1, 1, ("1",))


@pytest.mark.compiled
def test_compiled_it_is_the_same():
    game = Held(size=6, jumps=0)
    plain, native = analyze(game, depth=8, native=False), analyze(game, depth=8)
    assert (plain.value, plain.moves, plain.nodes) == (native.value, native.moves, native.nodes)
    assert native.native and plain.value == 1
    tug = analyze(Tug(size=6, jumps=0), depth=8, native=False)
    assert tug.value == 0


@pytest.mark.parametrize("size", SIZES)
def test_by_score_a_position_met_again_is_worth_its_score(size):
    """All loops here have the same points, as where going round captures nothing."""
    generator, exact = random.Random(size), 0
    for _ in range(40):
        game = loopy_graph(generator, size, Round)
        points = generator.randrange(-3, 4)
        eighths = tuple(
            generator.randrange(-8, 9) if not below else for_player_0(game, node, points)
            for node, below in enumerate(game.children)
        )
        game = Round(children=game.children, players=game.players, eighths=eighths)
        worth = [for_player_0(game, node, end) for node, end in enumerate(eighths)]
        values = truth(game, worth, [points], list(range(-8, 9)))
        analysis = analyze(game, by="score", nodes=600, native=False)
        exact += holds(game, analysis, values)
    assert exact > 20
