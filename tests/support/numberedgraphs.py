"""Graphs as games whose states are numbers: any shape, players moving in turn."""

from collections.abc import Iterator

from toys import Node, TieredGraph
from zermelo.contract.numbered import Numbered


class NumberedGraph(Numbered[Node], TieredGraph):
    """A node's number is its place among those of its tier, which stand side by side."""

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
