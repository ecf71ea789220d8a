"""The engine told of a match's draws: repetition, the cap, and moves without progress."""

import random

import pytest

import zermelo
from oracles import drawn_by_match
from toys import Graph, Node, TieredGraph, random_tiers
from zermelo import analyze
from zermelo.play.history import DrawRules, History
from zermelo.search.engine.knownends import Endgames, MatchDraws, enter
from zermelo.search.engine.score import lost_in
from zermelo.search.engine.table import Table

FOREVER = 10**6


class Stairs(TieredGraph):
    """A graph in which going up a tier is progress."""

    def progress(self, state: Node, move: int) -> bool:
        child = self.children[state.number][move]
        return self.tiers[child] > self.tiers[state.number]


def stairs(seed: int) -> Stairs:
    chance = random.Random(seed)
    size = chance.randint(4, 16)
    tiers, children, players = random_tiers(chance, size)
    given = {"tiers": tiers, "children": (children[0] or (size - 1,), *children[1:])}
    eighths = tuple(chance.choice([-8, 0, 8]) for _ in range(size))
    return Stairs(players=players, eighths=eighths, **given)


@pytest.mark.parametrize("rules", [(6, None), (None, 3), (7, 3), (4, 5)], ids=str)
def test_a_game_is_judged_as_the_match_will_end_it(rules):
    cap, quiet = rules
    seen = set()
    for seed in range(60):
        game, table = stairs(seed), Table(0.01)
        for left in range(quiet or 1, 0, -1):  # with one table, as in a game
            gone = 0 if quiet is None else quiet - left
            match_draws = MatchDraws((), None if cap is None else cap - gone, quiet, quiet and left)
            asked = {"algorithm": "engine", "native": False, "table": table, "nodes": 100_000}
            analysis = analyze(game, match_draws=match_draws, every_move=True, **asked)
            expected = drawn_by_match(
                game,
                FOREVER if cap is None else cap - gone,
                FOREVER if quiet is None else quiet,
                FOREVER if quiet is None else left,
            )
            assert analysis.exact and analysis.value == max(expected.values())
            assert {entry.move: entry.value for entry in analysis.moves} == expected
            seen.add(analysis.value)
    assert seen == {1, 0, -1}


# One way of nine moves, at the end of which the player who begins has won.
CORRIDOR = Stairs(
    children=(*((number + 1,) for number in range(9)), ()),
    players=(0, 1) * 5,
    eighths=(0,) * 9 + (-8,),
    tiers=(0,) * 10,
)


@pytest.mark.parametrize(
    "match_draws", [MatchDraws(plies=6), MatchDraws(quiet=20, quiet_left=6)], ids=str
)
def test_a_win_that_the_table_has_from_before_comes_too_late(match_draws):
    asked = {"algorithm": "engine", "native": False, "table": Table(0.01)}
    assert analyze(CORRIDOR, **asked).remoteness == 9
    assert analyze(CORRIDOR, depth=4, **asked).value == 1
    analysis = analyze(CORRIDOR, depth=4, match_draws=match_draws, **asked)
    assert (analysis.value, analysis.exact) == (0, False)
    analysis = analyze(CORRIDOR, depth=7, match_draws=match_draws, **asked)
    assert (analysis.value, analysis.exact) == (0, True)


@pytest.mark.parametrize(("plies", "value"), [(8, 0), (9, 1)])
def test_an_endgame_that_is_won_too_late_is_drawn(plies, value):
    endgames = Endgames(CORRIDOR, 1, from_tier=0)
    state = CORRIDOR.play(CORRIDOR.start(), 0)
    enter(endgames.words, endgames.slots, CORRIDOR.key(state), lost_in(8))
    asked = {"algorithm": "engine", "native": False, "endgames": endgames}
    assert analyze(CORRIDOR, depth=1, **asked).value == 1
    analysis = analyze(CORRIDOR, match_draws=MatchDraws(plies=plies), **asked)
    assert (analysis.value, analysis.exact) == (value, True)


def test_a_cap_after_the_longest_game_changes_nothing():
    game = zermelo.game("tictactoe")
    asked = {"algorithm": "engine", "native": False}
    result = [
        analyze(game, game.parse_state("X.O/.X./..O"), match_draws=MatchDraws(plies=plies), **asked)
        for plies in (None, 5, 100)
    ]
    assert result[0].nodes == result[1].nodes == result[2].nodes


def test_a_course_tells_what_will_draw_it():
    game, rules = zermelo.game("morris"), DrawRules(repetitions=None, quiet=30, cap=100)
    history = History(game, rules)
    for text in ("d6", "a1", "f4"):
        history.play(game.parse_move(history.state, text))
    assert history.match_draws() == MatchDraws((), plies=97, quiet=30, quiet_left=27)


# 0 → 1 looks better than 0 → 2; from both the way leads back, so that nothing is ever proven.
CIRCLE = Graph(children=((1, 2), (0,), (0,)), players=(0, 1, 1), eighths=(0, -6, -2))


def test_the_engine_takes_closed_states_for_drawn():
    asked = {"algorithm": "engine", "depth": 1, "native": False, "every_move": True}
    assert analyze(CIRCLE, **asked).best_moves == ("0",)
    analysis = analyze(CIRCLE, match_draws=MatchDraws((Node(1, 1),)), **asked)
    assert analysis.best_moves == ("1",)
    assert {entry.move: entry.value for entry in analysis.moves} == {"0": 0.0, "1": 0.25}


def test_a_losing_engine_takes_a_repetition_that_draws():
    losing = Graph(children=((1, 2), (0,), ()), players=(0, 1, 1), eighths=(-4, 4, 8))
    history = History(losing, DrawRules(2))
    assert history.match_draws().repeated == (losing.start(),)
    asked = {"algorithm": "engine", "native": False, "match_draws": history.match_draws()}
    analysis = analyze(losing, Node(1, 1), **asked)
    assert (analysis.value, analysis.exact) == (0, True)


def test_closed_states_are_not_remembered_as_drawn():
    table = Table(0.01)
    asked = {"algorithm": "engine", "depth": 3, "native": False, "table": table}
    start = Node(0, 0)
    game = Graph(children=((1,), (2,), ()), players=(0, 1, 0), eighths=(0, 0, 8))
    assert analyze(game, start, match_draws=MatchDraws((Node(1, 1),)), **asked).value == 0
    assert analyze(game, start, **asked).value == 1
