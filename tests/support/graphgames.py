"""Graphs as games: random and numbered graphs for property tests, and a check of searches."""

from collections.abc import Iterator

from hypothesis import strategies as st

import oracles
from toys import Graph, Node, TieredGraph
from zermelo.contract.numbered import Numbered


@st.composite
def graphs(draw, kind=Graph, ends=(-8, 0, 8)) -> Graph:
    """Games of at most 10 nodes that may share successors; any player may move in any node."""
    size = draw(st.integers(1, 10))
    nodes, children = range(size), []
    for number in nodes:
        later = st.integers(number + 1, size - 1)
        children.append(tuple(draw(st.lists(later, max_size=3))) if number < size - 1 else ())
    players = tuple(draw(st.integers(0, 1)) for _ in nodes)
    estimates = range(-7, 8)
    values = [st.sampled_from(estimates if children[number] else ends) for number in nodes]
    eighths = tuple(map(draw, values))
    return kind(children=tuple(children), players=players, eighths=eighths)


class NumberedGraph(Numbered[Node], TieredGraph):
    """A graph whose nodes are sorted by tier; a node's number is its place within its tier."""

    def tier_size(self, tier: int) -> int:
        return sum(1 for other in self.tiers if other == tier)

    def index(self, state: Node) -> int:
        return sum(1 for other in self.tiers[: state.number] if other == self.tier(state))

    def unindex(self, tier: int, index: int) -> Node:
        number = sum(1 for other in self.tiers if other < tier) + index
        return Node(number, self.players[number])

    def retreats(self, state: Node) -> Iterator[Node]:
        for number, below in enumerate(self.children):
            for child in below:
                if child == state.number and self.tiers[number] == self.tiers[child]:
                    yield Node(number, self.players[number])


def check_claims(result, game) -> int:
    """Fail if an exact value is wrong or a win or loss is not found; return the true value."""
    ends = [end // 8 for end in game.eighths]
    truth = oracles.retrograde(game.children, game.players, ends)
    value, plies = truth[0]
    assert not result.exact or result.value == value
    assert value == 0 or (result.value, result.exact, result.remoteness) == (value, True, plies)
    for move, child in zip(result.moves, game.children[0], strict=True):
        same = game.players[child] == game.players[0]
        assert not move.exact or move.value == oracles.mirrored(truth[child][0], same)
        assert move.remoteness is None or move.remoteness == 1 + truth[child][1]
    return value
