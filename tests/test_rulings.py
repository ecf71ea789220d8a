"""The engine told of a match's draws: the cap, and moves without progress."""

from __future__ import annotations

import random
from functools import cache

import pytest

import zermelo
from toys import Node, TieredGraph
from zermelo import DRAW, ONGOING, analyze
from zermelo.play.draws import Course, Draws
from zermelo.search.endgames import Endgames, enter
from zermelo.search.rulings import Rulings
from zermelo.search.score import lost_in
from zermelo.search.table import Table

FOREVER = 10**6


class Stairs(TieredGraph):
    """A graph in which going up a tier is progress."""

    def progress(self, state: Node, move: int) -> bool:
        child = self.children[state.number][move]
        return self.tiers[child] > self.tiers[state.number]


def stairs(seed: int) -> Stairs:
    chance = random.Random(seed)
    size = chance.randint(4, 16)
    tiers = tuple(sorted(chance.randint(0, 2) for _ in range(size)))
    children = []
    for node in range(size):
        above = [other for other in range(size) if tiers[other] >= tiers[node]]
        degree = 0 if node and chance.random() < 0.25 else chance.randint(1, 3)
        children.append(tuple(chance.choice(above) for _ in range(degree)))
    return Stairs(
        children=tuple(children),
        players=tuple(chance.randint(0, 1) for _ in range(size)),
        eighths=tuple(chance.choice([-8, 0, 8]) for _ in range(size)),
        tiers=tiers,
    )


def values_by_counting(game: Stairs, plies: int, quiet: int, left: int) -> dict[str, float]:
    """What each first move is worth, by plain minimax over positions and what is left."""

    @cache
    def value(state: Node, plies: int, left: int) -> int:
        if game.outcome(state) != ONGOING:
            return game.outcome(state)
        if plies <= 0 or left <= 0:
            return DRAW
        return max(worth(state, move, plies, left) for move in game.moves(state))

    def worth(state: Node, move: int, plies: int, left: int) -> int:
        child = game.play(state, move)
        after = quiet if game.progress(state, move) else left - 1
        same = child.player == state.player
        return (1 if same else -1) * value(child, min(plies - 1, FOREVER), after)

    start = game.start()
    return {str(move): worth(start, move, plies, left) for move in game.moves(start)}


@pytest.mark.parametrize("rules", [(6, None), (None, 3), (7, 3), (4, 5)], ids=str)
def test_a_game_is_judged_as_the_match_will_end_it(rules):
    cap, quiet = rules
    seen = set()
    for seed in range(60):
        game, table = stairs(seed), Table(0.01)
        for left in range(quiet or 1, 0, -1):  # with one table, as in a game
            gone = 0 if quiet is None else quiet - left
            rulings = Rulings((), None if cap is None else cap - gone, quiet, quiet and left)
            asked = {"algorithm": "engine", "native": False, "table": table, "nodes": 100_000}
            found = analyze(game, rulings=rulings, every_move=True, **asked)
            expected = values_by_counting(
                game,
                FOREVER if cap is None else cap - gone,
                FOREVER if quiet is None else quiet,
                FOREVER if quiet is None else left,
            )
            assert found.exact and found.value == max(expected.values())
            assert {entry.move: entry.value for entry in found.moves} == expected
            seen.add(found.value)
    assert seen == {1, 0, -1}


# One way of nine moves, at the end of which the player who begins has won.
CORRIDOR = Stairs(
    children=(*((number + 1,) for number in range(9)), ()),
    players=(0, 1) * 5,
    eighths=(0,) * 9 + (-8,),
    tiers=(0,) * 10,
)


@pytest.mark.parametrize("rulings", [Rulings(plies=6), Rulings(quiet=20, quiet_left=6)], ids=str)
def test_a_win_that_the_table_has_from_before_comes_too_late(rulings):
    asked = {"algorithm": "engine", "native": False, "table": Table(0.01)}
    assert analyze(CORRIDOR, **asked).remoteness == 9
    assert analyze(CORRIDOR, depth=4, **asked).value == 1
    found = analyze(CORRIDOR, depth=4, rulings=rulings, **asked)
    assert (found.value, found.exact) == (0, False)
    found = analyze(CORRIDOR, depth=7, rulings=rulings, **asked)
    assert (found.value, found.exact) == (0, True)


@pytest.mark.parametrize(("plies", "value"), [(8, 0), (9, 1)])
def test_an_endgame_that_is_won_too_late_is_drawn(plies, value):
    endgames = Endgames(CORRIDOR, 1, from_tier=0)
    state = CORRIDOR.play(CORRIDOR.start(), 0)
    enter(endgames.words, endgames.slots, CORRIDOR.key(state), lost_in(8))
    asked = {"algorithm": "engine", "native": False, "endgames": endgames}
    assert analyze(CORRIDOR, depth=1, **asked).value == 1
    found = analyze(CORRIDOR, rulings=Rulings(plies=plies), **asked)
    assert (found.value, found.exact) == (value, True)


def test_a_cap_after_the_longest_game_changes_nothing():
    game = zermelo.game("tictactoe")
    asked = {"algorithm": "engine", "native": False}
    found = [
        analyze(game, game.parse_state("X.O/.X./..O"), rulings=Rulings(plies=plies), **asked)
        for plies in (None, 5, 100)
    ]
    assert found[0].nodes == found[1].nodes == found[2].nodes


def test_a_course_tells_what_will_draw_it():
    game, rules = zermelo.game("morris"), Draws(repetitions=None, quiet=30, cap=100)
    course = Course(game, rules)
    for text in ("d6", "a1", "f4"):
        course.play(game.parse_move(course.state, text))
    assert course.rulings() == Rulings((), plies=97, quiet=30, quiet_left=27)


@pytest.mark.compiled
def test_compiled_it_is_the_same():
    game = zermelo.game("morris(men=6)")  # two men each; here mills are closed soon
    state = game.parse_state("WW.....B....B...,4,4,W")
    asked = {"algorithm": "engine", "depth": 5, "every_move": True, "state": state}
    found = [
        analyze(game, rulings=rulings, native=native, **asked)
        for rulings in (Rulings(), Rulings((), 4, 3, 2), Rulings((), None, 2, 1))
        for native in (False, True)
    ]
    known = [(analysis.moves, analysis.nodes) for analysis in found]
    assert known[::2] == known[1::2]
    assert len({nodes for _, nodes in known}) == 3
