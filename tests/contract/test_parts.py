"""The optional parts of a game: found by name in its class, with defaults where it lacks them."""

from __future__ import annotations

from abc import ABC
from typing import Generic, NamedTuple, TypeVar

import pytest

import zermelo
from zermelo import Game
from zermelo.contract.analysis import in_points, without_evaluation
from zermelo.contract.bits import hashed
from zermelo.contract.game import PARTS, default
from zermelo.contract.parts import Search, Solving

Kind = TypeVar("Kind")


class Pile(NamedTuple):
    left: int
    player: int


class Take(Game[Pile]):
    """Take one or two matches of a pile; who takes the last one wins."""

    def start(self):
        return Pile(4, 0)

    def moves(self, state):
        yield from range(1, min(2, state.left) + 1)

    def play(self, state, move):
        return Pile(state.left - move, 1 - state.player)


class WithHints(Take, ABC):
    """The same with hints that ask for the defaults."""

    def key(self, state):
        return super().key(state) ^ 1

    def remaining(self, state):
        return state.left

    def order(self, state, move):
        return super().order(state, move) + move


class WithKind(Game[Pile], Generic[Kind]):
    """A class with a parameter of its own."""

    start, moves, play = Take.start, Take.moves, Take.play


def test_game_itself_has_at_most_25_public_names():
    names = [name for name in dir(Game) if not name.startswith("_")]
    assert len(names) <= 25
    optional = [owner for part, owners in PARTS.items() if part != "texts" for owner in owners]
    assert not {name for owner in optional for name in vars(owner)} & set(names)


def test_an_instance_shows_the_parts_that_its_class_defines_and_no_others():
    assert {"key", "order"} <= set(dir(WithHints())) and "loud" not in dir(WithHints())
    assert not {"key", "order"} & set(dir(Take()))


@pytest.mark.parametrize("owner", [Take, WithHints, WithKind])
def test_what_a_class_lacks_has_a_default(owner):
    game = owner()
    state = game.start()
    assert (game.loud(state, 1), game.score_bound, game.repetition, game.meant) == (False, 1, 0, ())
    assert list(game.symmetries(state)) == [state] and not game.has("symmetries")
    assert zermelo.analyze(game, native=False).value == 1


def test_a_method_can_ask_for_the_default_it_overrides():
    game = WithHints()
    assert game.has("key") and game.key(game.start()) == hashed(game.start()) ^ 1
    assert game.order(game.start(), 2) == 2


def test_a_class_that_takes_back_a_default_does_not_define_the_part():
    class Plain(WithHints):
        key = Solving.key

    assert not Plain().has("key") and Plain().has("order")
    assert default("key") is Search.key and default("nothing of the kind") is None


def test_variants_of_a_game_leave_out_what_does_not_hold_for_them():
    assert not in_points(zermelo.game("dotsandboxes")).has("candidates")
    bare = without_evaluation(zermelo.game("connectfour"))
    assert not bare.has("features") and not bare.has("evaluate") and bare.has("order")
