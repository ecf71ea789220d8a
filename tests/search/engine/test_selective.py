"""What is searched less: less deep, for one best move only, and among thousands of moves."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import oracles
import zermelo
from graphgames import check_claims
from toys import Graph, LoudGraph, Node, loopy_graph
from walking import after, unfinished_state
from zermelo import Game, analyze
from zermelo.contract.game import ONGOING
from zermelo.play.effects import play_texts
from zermelo.players.search import Search
from zermelo.search.analyze import analyze_within
from zermelo.search.clock import Clock, Limits
from zermelo.search.engine import ordering
from zermelo.search.engine.compiling import Kernels, Workspace
from zermelo.search.engine.knownends import PLAYING, EngineOptions
from zermelo.search.engine.root import Root
from zermelo.search.engine.table import Table
from zermelo.search.engine.thinking import Thinking
from zermelo.spec import parse_game


@pytest.fixture
def everywhere(monkeypatch):
    """Small graphs are reduced too: from the second move and two plies on, by a ply or more."""
    monkeypatch.setattr(ordering, "FIRST", 1)
    monkeypatch.setattr(ordering, "SHALLOWEST", 2)
    table = memoryview(ordering.reductions())
    before = table.tolist()
    for at in range(len(table)):
        table[at] += 1
    yield
    for at, fewer in enumerate(before):
        table[at] = fewer


@pytest.mark.compiled
@pytest.mark.parametrize("size", [4, 7, 11])
def test_no_claim_is_wrong_and_every_win_is_found(size, everywhere):
    generator, reduced = random.Random(size), 0
    for _ in range(60):
        game = loopy_graph(generator, size, LoudGraph)
        given = {"nodes": 3000, "native": False, "ties": False, "table": Table(0.1)}
        analysis = analyze(game, selective=True, **given)
        full = given | {"table": Table(0.1), "nodes": 200}
        reduced += analysis.nodes != analyze(game, **full).nodes
        check_claims(analysis, game)
    assert reduced > 10


@pytest.mark.parametrize("depth", [3, 5])
def test_leading_moves_have_the_values_of_a_full_search_and_others_no_better_ones(depth):
    limits, state = Limits(depth=depth), "WW.....B....B...........,7,7,W"
    game = zermelo.game("morris")
    given = {"state": game.parse_state(state), "native": False}
    whole, part = (
        analyze_within(limits, game, **given, options=EngineOptions(every_move=True, leading=n))
        for n in (0, 3)
    )
    assert (part.value, part.best_moves[:1]) == (whole.value, whole.best_moves[:1])
    ranked = sorted(whole.moves, key=lambda entry: -entry.value)
    seen = sorted((part.of(entry.move).value for entry in ranked), reverse=True)
    assert seen[:3] == [entry.value for entry in ranked[:3]]
    assert {depth} == {len(line) for line in part.lines}
    for line in part.lines:
        play_texts(game, given["state"], line)


class Quiet(Graph):
    """A graph in which no move is loud."""

    def loud(self, state: Node, move: int) -> bool:
        return False


def late_trap() -> Quiet:
    """After the only move, player 1 has five quiet ones; the last is good, three plies later."""
    children: dict[int, tuple[int, ...]] = {0: (1,), 1: (2, 3, 4, 5, 6)}
    for number in range(2, 27):
        children[number] = (number + 5,) if number < 22 else ()
    eighths = [0] * 27
    eighths[6 + 15] = -7
    players = (0, 1, *(0,) * 25)
    return Quiet(children=tuple(children.values()), players=players, eighths=tuple(eighths))


def selected_value(game: Quiet, depth: int, table: Table) -> float | None:
    """The value of the start by a selective search that deepens to `depth`."""
    workspace = Workspace(table, native=False)
    clock = Clock(Limits(depth=depth), native=False, counts=workspace.memory)
    thinking = Thinking(game, game.start(), Kernels(), workspace, clock, PLAYING)
    thinking.deepen_to(depth, 1)
    return thinking.value


def test_to_a_given_depth_every_line_counts_whoever_used_the_table_before():
    game, table = late_trap(), Table(0.1)
    assert selected_value(game, 5, table) == 0
    analysis = analyze(game, depth=5, native=False, table=table)
    assert analysis.value == -7 / 8 == oracles.limited(game, 0, 5)
    analysis = analyze(game, depth=5, native=False, ties=False, selective=True)
    assert analysis.value == -7 / 8


def quiet_value(game: Game, state: object, depth: int, loud: int = 3) -> float:
    """The value `depth` plies deep, and at most `loud` captures deeper, without a table or cut."""
    if game.outcome(state) != ONGOING:
        return float(game.outcome(state))
    moves, best = [*game.moves(state)], -2.0
    if depth <= 0:
        moves = [move for move in moves if loud and game.loud(state, move)]
        best = game.evaluate(state)
    values = (
        -quiet_value(game, game.play(state, move), depth - 1, loud - (depth <= 0)) for move in moves
    )
    return max([best, *values])


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.compiled)])
@pytest.mark.parametrize("seed", range(4))
def test_estimates_of_a_quiescence_search_follow_captures(seed, native, monkeypatch):
    monkeypatch.setattr("zermelo.search.engine.thinking.MOST_LOUD", 3)
    game, chance = parse_game("gardner"), random.Random(seed)
    state = unfinished_state(game, chance, 5 + seed)
    limits, options = Limits(depth=1), EngineOptions(every_move=True, quiescent=True)
    analysis = analyze_within(limits, game, state, native=native, progress=None, options=options)
    assert analysis.value == pytest.approx(quiet_value(game, state, 1), abs=1e-5)


def test_a_game_without_loud_moves_is_searched_to_full_width():
    chosen, full = (
        analyze("isolation", nodes=3000, native=False, ties=False, selective=one, table=Table(1))
        for one in (True, False)
    )
    assert chosen.nodes == full.nodes and chosen.moves == full.moves


def test_loud_moves_of_breakthrough_take_or_come_near_the_far_row():
    game = parse_game("breakthrough(width=4, height=6)")
    state = game.parse_state("..O./X.../.O../X..X/..../.... X")
    loud = [game.format_move(state, move) for move in game.moves(state) if game.loud(state, move)]
    assert sorted(loud) == ["a3xb4", "a5-a6", "a5-b6"]


SPECS = ["tictactoe", "nim(rows=[2, 3])", "connectfour(width=4, height=4, k=3)"]


def positions(spec, count, plies=6):
    """Random positions of a game, not yet over."""
    game, generator = zermelo.game(spec), random.Random(spec)
    for _ in range(count):
        yield game, unfinished_state(game, generator, plies)


@pytest.mark.long
@pytest.mark.parametrize("spec", SPECS)
def test_the_move_found_is_one_of_all_the_best(spec):
    for game, state in positions(spec, 16):
        asked = {"native": False, "seconds": 60}
        one, all_best = (
            analyze(game, state, ties=False, seed=3, **asked),
            analyze(game, state, **asked),
        )
        assert (one.value, one.exact, one.remoteness) == (all_best.value, True, all_best.remoteness)
        assert one.best_moves and set(one.best_moves) <= set(all_best.best_moves)
        assert one.line[0] in one.best_moves
        if one.value:
            after = game.play(state, game.parse_move(state, one.line[0]))
            ends = analyze(game, after, **asked).remoteness
            assert ends == one.remoteness - 1


@pytest.mark.parametrize("spec", ["isolation(width=5, height=5)", "connectfour", "morris(men=6)"])
def test_an_estimate_is_the_same_without_ties(spec):
    game = zermelo.game(spec)
    one, all_best = (analyze(game, depth=3, native=False, ties=ties) for ties in (False, True))
    assert (one.value, one.exact) == (all_best.value, False)
    assert set(one.best_moves) <= set(all_best.best_moves)
    assert one.nodes < all_best.nodes


@pytest.mark.compiled
def test_what_a_depth_cut_short_has_found_counts():
    """The favourite is better than the move of the depth before, says minimax one ply deeper."""
    changed = 0
    for game, state in positions("isolation(width=5, height=4)", 9):
        for nodes in range(50, 400, 50):
            asked = {"nodes": nodes, "native": False, "table": Table(0)}
            result, before = (analyze(game, state, ties=ties, **asked) for ties in (False, True))
            assert result.depth >= before.depth
            if result.depth > before.depth or set(result.best_moves) <= set(before.best_moves):
                continue
            deeper = analyze(game, state, algorithm="minimax", depth=result.depth + 1, native=False)
            value = {move.move: move.value for move in deeper.moves}
            assert all(
                value[move] > min(map(value.get, before.best_moves)) for move in result.best_moves
            )
            changed += 1
    assert changed > 5


def test_equal_moves_vary_with_the_seed_in_the_games_own_order_and_repeat_with_it():
    """Of the first moves, all of which are worth nothing, a crossing of Nine Men's Morris."""
    game = zermelo.game("morris")
    moves = [
        Search(Limits(depth=2), native=False, seed=seed).choose(game, game.start())
        for seed in (*range(8), *range(8))
    ]
    assert moves[:8] == moves[8:] and len(set(moves)) > 2
    assert {game.format_move(game.start(), move) for move in moves} <= {"d6", "b4", "f4", "d2"}


class Stage(NamedTuple):
    """So many plies, and the moves as digits."""

    ply: int
    number: int


class Wide(Game[Stage]):
    """A first move of many, then two of two."""

    size: int = 10
    bounded: bool = True

    def start(self) -> Stage:
        return Stage(0, 0)

    def player(self, state: Stage) -> int:
        return state.ply % 2

    def moves(self, state: Stage) -> Iterator[int]:
        yield from range(0 if state.ply == 3 else 2 if state.ply else self.size)

    def play(self, state: Stage, move: int) -> Stage:
        return Stage(state.ply + 1, 2 * state.number + move)

    def outcome(self, state: Stage) -> int:
        return ONGOING if state.ply < 3 else state.number % 3 - 1

    def remaining(self, state: Stage) -> int:
        return 3 - state.ply if self.bounded else -1


@pytest.mark.parametrize("bounded", [True, False])
@pytest.mark.parametrize("ties", [True, False])
def test_the_bounds_of_all_moves_are_looked_through_as_often_however_many_there_are(
    monkeypatch, bounded, ties
):
    def count_reads(self, whole=Root.low.fget):
        looks.append(1)
        return whole(self)

    monkeypatch.setattr(Root, "low", property(count_reads))
    counts = []
    for size in (60, 120):
        looks: list[int] = []
        found = analyze(Wide(size=size, bounded=bounded), native=False, ties=ties)
        assert found.exact
        counts.append(len(looks))
    assert counts[1] <= counts[0] + 5


def test_a_wide_position_leaves_time_to_report_it(monkeypatch):
    ends = []
    monkeypatch.setattr(Thinking, "think", lambda self, *_, **__: ends.append(self.clock._most))
    for size in (10, 3000):
        analyze(Wide(size=size), seconds=1000, native=False)
    assert ends[1] < ends[0] == 1000 - 0.004


class Digits(NamedTuple):
    """A number to which the players add digits in turn."""

    number: int
    length: int


class Late(Game[Digits]):
    """One evaluation in 64 takes an int of more than a word."""

    def start(self) -> Digits:
        return Digits(0, 0)

    def player(self, state: Digits) -> int:
        return state.length % 2

    def moves(self, state: Digits) -> Iterator[int]:
        yield from range(9)

    def play(self, state: Digits, move: int) -> Digits:
        return Digits(9 * state.number + move, state.length + 1)

    def outcome(self, state: Digits) -> int:
        return ONGOING if state.length < 9 else state.number % 3 - 1

    def evaluate(self, state: Digits) -> float:
        return (1 << state.number % 64) % 7 / 10


@pytest.mark.compiled
def test_compiling_anew_for_wider_ints_leaves_a_search_as_it_is():
    first, second = (analyze(Late(), depth=5, native=True) for _ in range(2))
    assert (first.nodes, first.moves, first.line) == (second.nodes, second.moves, second.line)


@pytest.mark.compiled
def test_beside_a_mate_other_moves_are_estimated():
    game = parse_game("chess")
    state = after(game, "e4 e5 Bc4 Nc6 Qh5 Nf6")
    analysis = analyze(game, state, nodes=100_000, every_move=True)
    others = [entry for entry in analysis.moves if not entry.exact]
    assert analysis.best_moves == ("Qxf7#",) and len(others) > 20
    assert all(entry.bound == "exact" for entry in others)
    assert sum(entry.value < 0 for entry in others) > 20  # the queen is lost
