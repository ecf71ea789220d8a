"""Generators inlined into the loops over them do what Python's do, whatever the loop does."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from zermelo.contract.game import Game
from zermelo.errors import NativeWarning
from zermelo.native import bridge, kernel
from zermelo.native.rewriting import inlining

pytestmark = pytest.mark.compiled


class Place(NamedTuple):
    left: int
    player: int


class Loops(Game[Place]):
    """Rules of all shapes; the game itself is of no interest."""

    most: int = 3

    def start(self):
        return Place(7, 0)

    def moves(self, state):  # loops in a loop, and a variable that outlives the yield
        if state.left < 0:
            return
        seen = 0
        for row in range(self.most):
            count = row
            while count < state.left:
                seen += 1
                if (row + count) % 2:
                    yield 100 * row + 10 * count + seen % 10
                count += 2

    def play(self, state, move):
        return Place(state.left - move % 3 - 1, state.player ^ 1)

    def countdown(self, state):  # changes the variable it is given
        while state.left > 0:
            yield state
            state = Place(state.left - 1, state.player)

    def nested(self, state):  # a rule over a rule
        for move in self.moves(state):
            for other in self.countdown(self.play(state, move)):
                yield move + 1000 * other.left

    def twice(self, state):
        yield state.left
        yield state.left + 1

    def none(self, state):
        if state.left > 100:
            yield 1

    def between(self, state, low, high=5):
        for number in range(low, min(high, state.left)):
            yield number


@kernel
def adds(game, state):
    total = 0
    for move in game.moves(state):
        total = 7 * total % 10007 + move
    return total


@kernel
def breaks(game, state):
    total = 0
    for move in game.moves(state):
        if move > 120:
            break
        if move % 3 == 0:
            continue
        total += move
    else:
        total = -total
    return total


@kernel
def returns(game, state):
    for move in game.moves(state):
        if move > 20:
            return move
    return -1


@kernel
def returns_at_once(game, state):
    for _ in game.moves(state):
        return True
    return False


@kernel
def replaces_the_state(game, state):
    total = 0
    for move in game.moves(state):
        state = game.play(state, move)
        total = 10 * total + state.left
    return total + state.left


@kernel
def nests(game, state):
    total = 0
    for move in game.moves(state):
        for other in game.moves(game.play(state, move)):
            for third in game.countdown(game.play(state, other)):
                if third.left == 2:
                    break
                total += move * other + third.left
    return total


@kernel
def recurses(game, state):
    total = 1
    for move in game.moves(state):
        total += recurses(game, game.play(state, move))
    return total


@kernel
def goes_over_a_rule_over_a_rule(game, state):
    total = 0
    for item in game.nested(state):
        total = 3 * total % 10007 + item
    return total


@kernel
def loops_twice(game, state):
    total = 0
    for _ in range(3):
        for move in game.moves(state):
            total += move
    for move in game.moves(state):
        total ^= move
    return total


@kernel
def finds_nothing(game, state):
    total = 5
    for item in game.none(state):
        total += item
    return total


@kernel
def gives_arguments(game, state):
    total = 0
    for item in game.between(state, 2, 6):
        total = 10 * total + item
    return total


@kernel
def two_yields(game, state):
    total = 0
    for item in game.twice(state):
        total = 100 * total + item
    return total


@kernel
def names_the_generator(game, state):
    total = 0
    moves = game.moves(state)
    for move in moves:
        total += move
    return total


@kernel
def names_the_method(game, state):
    total = 0
    ways = game.moves
    for move in ways(state):
        total += move
    return total


@kernel
def leaves_out_an_argument(game, state):
    total = 0
    for item in game.between(state, 1):
        total = 10 * total + item
    return total


class Stuck(Loops):
    """A rule whose only `yield` is never reached."""

    def moves(self, state):
        return
        yield 0


INLINED = {
    adds: 1,
    breaks: 1,
    returns: 1,
    returns_at_once: 1,
    replaces_the_state: 1,
    nests: 3,
    recurses: 1,
    goes_over_a_rule_over_a_rule: 3,
    loops_twice: 2,
    finds_nothing: 1,
    gives_arguments: 1,
}
NOT_INLINED = [two_yields, names_the_generator, names_the_method, leaves_out_an_argument]


@pytest.fixture
def inlined(monkeypatch, trusted):
    """Counts the loops whose rules are inlined, as a list of their labels."""
    collected = []

    def counting(function, loop, inline: Callable[..., None] = inlining._inline):
        collected.append(loop.entry)
        inline(function, loop)

    monkeypatch.setattr(inlining, "_inline", counting)
    monkeypatch.setattr(inlining, "FEWEST_LOOPS", 0)  # flat rules too, to have all shapes
    monkeypatch.setenv("ZERMELO_CACHE_DIR", "off")
    return collected


@pytest.mark.parametrize("code", INLINED, ids=lambda code: code.__name__)
def test_inlined_loops_do_what_they_do_in_python(code, inlined):
    game = Loops()
    for left in (-1, 0, 1, 4, 7):
        state = Place(left, 0)
        assert code.native(game, state) == code(game, state)
    assert len(inlined) == INLINED[code]


@pytest.mark.parametrize("code", NOT_INLINED, ids=lambda code: code.__name__)
def test_other_loops_stay_as_they_are(code, inlined):
    game = Loops()
    assert code.native(game, game.start()) == code(game, game.start())
    assert inlined == []


def test_a_flat_rule_is_left_to_the_compiler(inlined, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(bridge, "_look_over", lambda game: None)
    monkeypatch.setattr(inlining, "_inline", None)  # would fail
    game = Loops(most=4)
    assert gives_arguments.native(game, game.start()) == gives_arguments(game, game.start())


def test_a_rule_that_cannot_yield_is_named_as_what_does_not_compile():
    game = Stuck(most=5)
    with pytest.warns(NativeWarning, match="in moves: .*does not yield"):
        assert adds.native(game, game.start()) == 0
