"""Optional parts of a game are found by name; wrong keywords and numbers get one line."""

from __future__ import annotations

import dataclasses
import inspect
import math
from abc import ABC
from itertools import product
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import pytest

import zermelo
from toys import OneOrTwo, Sticks
from zermelo import Game
from zermelo.contract.analysis import in_points, without_evaluation
from zermelo.contract.arguments import CLOCK, DEPTH, SECONDS
from zermelo.contract.bits import hashed
from zermelo.contract.game import PARTS, default
from zermelo.contract.parts import Search, Solving
from zermelo.errors import KeywordError, ParameterError, UsageError, ZermeloError
from zermelo.matches.schedule import Conditions, Keywords
from zermelo.native import kernel

Kind = TypeVar("Kind")


class WithHints(OneOrTwo, ABC):
    """The same with hints that ask for the defaults."""

    def key(self, state):
        return super().key(state) ^ 1

    def remaining(self, state):
        return state.left

    def order(self, state, move):
        return super().order(state, move) + move


class WithKind(Game[Sticks], Generic[Kind]):
    """A class with a parameter of its own."""

    sticks: int = 13
    start, moves, play = OneOrTwo.start, OneOrTwo.moves, OneOrTwo.play


def test_game_itself_has_at_most_25_public_names():
    names = [name for name in dir(Game) if not name.startswith("_")]
    assert len(names) <= 25
    optional = [owner for part, owners in PARTS.items() if part != "texts" for owner in owners]
    assert not {name for owner in optional for name in vars(owner)} & set(names)


def test_an_instance_shows_the_parts_that_its_class_defines_and_no_others():
    assert {"key", "order"} <= set(dir(WithHints())) and "loud" not in dir(WithHints())
    assert not {"key", "order"} & set(dir(OneOrTwo()))


@pytest.mark.parametrize("owner", [OneOrTwo, WithHints, WithKind])
def test_what_a_class_lacks_has_a_default(owner):
    game = owner()
    state = game.start()
    assert (game.loud(state, 1), game.score_bound, game.repetition, game.meant) == (False, 1, 0, ())
    assert list(game.symmetries(state)) == [state] and not game.has("symmetries")
    assert zermelo.analyze(game, native=False).value == 1


def test_a_class_can_ask_for_a_default_it_overrides_or_take_it_back():
    game = WithHints()
    assert game.has("key") and game.key(game.start()) == hashed(game.start()) ^ 1
    assert game.order(game.start(), 2) == 2

    class Plain(WithHints):
        key = Solving.key

    assert not Plain().has("key") and Plain().has("order")
    assert default("key") is Search.key and default("nothing of the kind") is None


def test_variants_of_a_game_leave_out_what_does_not_hold_for_them():
    assert not in_points(zermelo.game("dotsandboxes")).has("candidates")
    bare = without_evaluation(zermelo.game("connectfour"))
    assert not bare.has("features") and not bare.has("evaluate") and bare.has("order")


MISSPELLED = {
    "analyze": ("depht", "depth"),
    "book": ("second", "seconds"),
    "check": ("game_s", "games"),
    "estimate": ("thread", "threads"),
    "match": ("proceses", "processes"),
    "perft": ("natve", "native"),
    "playouts": ("caps", "cap"),
    "report": ("database", "databases"),
    "solve": ("memry", "memory"),
    "tournament": ("opening", "openings"),
    "trace": ("algoritm", "algorithm"),
    "tune": ("round", "rounds"),
    "verify": ("samples", "sample"),
}


@pytest.mark.parametrize("name", MISSPELLED)
def test_a_misspelled_keyword_names_the_one_that_is_meant(name):
    wrong, meant = MISSPELLED[name]
    function = getattr(zermelo, name)
    positions = [
        one
        for one in inspect.signature(function).parameters.values()
        if one.kind is one.POSITIONAL_OR_KEYWORD and one.default is one.empty
    ]
    with pytest.raises(
        KeywordError, match=f"{name}: unknown keyword {wrong}; did you mean {meant}"
    ):
        function(*[["first", "random"]] * len(positions), **{wrong: 1})


def test_the_error_is_a_mistake_of_ours_and_of_pythons():
    assert issubclass(KeywordError, UsageError) and issubclass(KeywordError, TypeError)


def test_type_checkers_know_the_fields_of_conditions():
    fields = {field.name: field.type for field in dataclasses.fields(Conditions)}
    declared = {name: kind.__forward_arg__ for name, kind in Keywords.__annotations__.items()}
    assert declared == fields


NIM = zermelo.game("nim(rows=[1, 2])")
MISTYPED = [
    (lambda: zermelo.game(None), "a spec should be a string like"),
    (lambda: zermelo.analyze(3), "game should be a game or its name, not 3"),
    (lambda: zermelo.analyze("tictactoo"), "did you mean tictactoe?"),
    (lambda: zermelo.analyze("tictactoe", depth="3"), "depth should be a whole number"),
    (lambda: zermelo.analyze("tictactoe", "x"), "write 3 rows of 3 cells"),
    (
        lambda: zermelo.analyze(NIM, 3),
        "a state of nim(rows=[1, 2]) should be a Rows or a position's",
    ),
    (lambda: zermelo.analyze("tictactoe", NIM.start()), "a state of tictactoe should be a "),
    (lambda: zermelo.probe(3), 'probe needs a database, like zermelo.Database("DIR")'),
    (lambda: zermelo.match(NIM, "first", 3), 'a player should be a name like "engine:seconds=1"'),
    (lambda: zermelo.tournament(NIM, 3), "players should be a list of players, not 3"),
    (lambda: zermelo.prove(NIM, claim=3), "a claim should be win, draw, loss, or one like"),
    (
        lambda: zermelo.trace("nim", algorithm="alpha"),
        "unknown algorithm alpha; did you mean alphabeta",
    ),
    (lambda: zermelo.Position(NIM).play(3), "moves should be a string, not 3"),
    (lambda: zermelo.Position(NIM).play("9,9"), "9,9 is not a legal move here; legal: 0,1"),
    (lambda: zermelo.solve("nim(rows=[1])", out=3), "out should be the path of a "),
    (lambda: zermelo.prove("tictactoe", claim="draw", out=3), "out should be the path of a "),
    (lambda: zermelo.book("tictactoe", 3), "path should be the path of a "),
    (lambda: zermelo.Book(3), "path should be the path of a "),
    (lambda: zermelo.Database(3), "path should be the path of a "),
    (lambda: zermelo.verify_proof(3), "path should be the path of a "),
]


@pytest.mark.parametrize(("call", "why"), MISTYPED)
def test_a_slip_is_explained(call, why):
    with pytest.raises(ZermeloError) as caught:
        call()
    assert why in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [1, 512, np.int64(7)])
def test_a_number_inside_is_no_mistake(value):
    DEPTH.check("depth", value)
    SECONDS.check("seconds", value / 10)


@pytest.mark.parametrize(
    ("given", "value", "said"),
    [
        (DEPTH, 0, "depth should be 1 or more, not 0"),
        (DEPTH, 513, "depth should be 512 or less, not 513"),
        (DEPTH, 10**4000, "depth should be 512 or less"),
        (DEPTH, -(10**4000), "depth should be 1 or more"),
        (DEPTH, 2.0, "depth should be a whole number, 1 or more, not 2.0"),
        (DEPTH, True, "depth should be a whole number, 1 or more, not True"),
        (DEPTH, "7", "depth should be a whole number, 1 or more, not '7'"),
        (SECONDS, math.nan, "depth should be 0 or more, not nan"),
        (SECONDS, math.inf, "depth should be 10,000,000 or less, not inf"),
        (SECONDS, -math.inf, "depth should be 0 or more, not -inf"),
        (SECONDS, 1e20, "depth should be 10,000,000 or less, not 1e+20"),
        (CLOCK, 0, "depth should be a number above 0, at most 10,000,000, not 0"),
        (CLOCK, 1e999, "depth should be a number above 0, at most 10,000,000, not inf"),
        (SECONDS, None, "depth should be a number, 0 or more, not None"),
    ],
)
def test_a_number_outside_is_one_clear_line(given, value, said):
    with pytest.raises(ParameterError) as caught:
        given.check("depth", value)
    assert str(caught.value) == said


def test_texts_are_read_as_numbers():
    assert (DEPTH.parse("7"), SECONDS.parse("0.5")) == (7, 0.5)
    for text in ("x", "1.5", "", "nan", "1e3", "٣x", "9" * 5000):
        with pytest.raises(ParameterError):
            DEPTH.parse(text)


class Inner(NamedTuple):
    """A state with a tuple between its ints, as in games with counters for each player."""

    left: int
    passes: tuple[int, int]
    lead: int
    player: int


STATES = [
    Inner(left, (first, second), lead, player)
    for left, first, second, lead, player in product(
        range(3), range(3), range(3), range(-2, 3), range(2)
    )
]


@kernel
def hash_of(state: Inner) -> int:
    return hashed(state)


def test_a_tuple_is_told_apart_from_what_follows_it():
    assert hashed(((1, 0), 0)) != hashed(((0, 0), 1))
    assert hashed(((0, 1), 1, 0)) != hashed(((1, 0), 0, 1))
    assert len({hashed(state) for state in STATES}) == len(STATES)


@pytest.mark.compiled
def test_compiled_results_are_the_same():
    assert all(hash_of.native(state) == hashed(state) for state in STATES[::7])
