"""The order of search: the table's move, the game's order, killers, history."""

from __future__ import annotations

import random

import oracles
from toys import Node, TieredGraph
from zermelo.search.engine.ordering import arrange, number_of, pick, reward
from zermelo.search.engine.table import Table
from zermelo.search.engine.workspace import Workspace


class Ordered(TieredGraph):
    """A graph that says which of its moves look best."""

    def order(self, state: Node, move: int) -> int:
        return self.tiers[self.children[state.number][move]]


def test_moves_come_in_the_order_of_a_plain_sort():
    generator = random.Random(8)
    for _ in range(200):
        count, ply = generator.randint(2, 9), generator.randrange(4)
        ends = range(1, count + 1)
        game = Ordered(
            children=(tuple(ends), *(() for _ in ends)),
            players=(0,) * (count + 1),
            eighths=(0,) * (count + 1),
            tiers=tuple(generator.randrange(-2, 3) for _ in range(count + 1)),
        )
        workspace, histories, killers = Workspace(Table(0.01), native=False), [0] * count, []
        for _ in range(generator.randrange(6)):
            move, depth = generator.randrange(count), generator.randint(1, 6)
            reward(workspace.memory, 0, move, ply, depth)
            histories[move] += depth * depth
            killers = killers if killers[:1] == [move] else [move, *killers][:2]
        choice = generator.randrange(-1, count)
        assert arrange(game, game.start(), ply, choice, workspace.memory) == count
        expected = oracles.ordered(range(count), choice, game.tiers[1:], killers, histories)
        assert picked(workspace, count) == expected


def picked(workspace: Workspace, count: int) -> list[int]:
    """The moves as a search takes them, one after the other."""
    collected = []
    for at in range(count):
        pick(workspace.memory, at, count)
        collected.append(int(workspace.memory["moves"][at]))
        assert number_of(int(workspace.memory["ranks"][at])) == collected[-1]
    return collected


def test_an_only_move_needs_no_order():
    game = Ordered(children=((1,), ()), players=(0, 1), eighths=(0, 0), tiers=(0, 5))
    workspace = Workspace(Table(0.01), native=False)
    assert arrange(game, game.start(), 0, -1, workspace.memory) == 1
    assert picked(workspace, 1) == [0]
