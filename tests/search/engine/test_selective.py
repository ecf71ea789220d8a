"""Selective search: what is searched less deep, and that nothing proven rests on it."""

import random

import pytest

import oracles
from claimed import check_claims
from toys import Graph, LoudGraph, Node, loopy_graph
from zermelo import analyze
from zermelo.errors import ParameterError
from zermelo.search.clock import Clock, Limits
from zermelo.search.engine import ordering
from zermelo.search.engine.compiling import Kernels, Workspace
from zermelo.search.engine.options import PLAYING
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


def test_estimates_of_a_selective_search_are_none_of_a_full_one():
    """A depth is worth what all its lines are worth, whoever used the table before."""
    game, table = late_trap(), Table(0.1)
    assert selected_value(game, 5, table) == 0
    analysis = analyze(game, depth=5, native=False, table=table)
    assert analysis.value == -7 / 8 == oracles.limited(game, 0, 5)


def test_to_a_given_depth_every_line_counts():
    analysis = analyze(late_trap(), depth=5, native=False, ties=False, selective=True)
    assert analysis.value == -7 / 8


def test_a_game_without_loud_moves_is_searched_to_full_width():
    chosen, full = (
        analyze("isolation", nodes=3000, native=False, ties=False, selective=one, table=Table(1))
        for one in (True, False)
    )
    assert chosen.nodes == full.nodes and chosen.moves == full.moves


@pytest.mark.compiled
def test_compiled_it_is_the_same():
    game = parse_game("breakthrough(width=5, height=6)")
    given = {"nodes": 4000, "ties": False, "selective": True}
    plain, native = (
        analyze(game, native=compiled, table=Table(1), **given) for compiled in (False, True)
    )
    assert plain.nodes == native.nodes and plain.moves == native.moves


def test_it_finds_one_best_move_only():
    with pytest.raises(ParameterError, match="one best move"):
        analyze("tictactoe", selective=True)


def test_loud_moves_of_breakthrough_take_or_come_near_the_far_row():
    game = parse_game("breakthrough(width=4, height=6)")
    state = game.parse_state("..O./X.../.O../X..X/..../.... X")
    loud = [game.format_move(state, move) for move in game.moves(state) if game.loud(state, move)]
    assert sorted(loud) == ["a3xb4", "a5-a6", "a5-b6"]
