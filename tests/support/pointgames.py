"""Games for points, small enough to search to the end; a player may move several times in a row."""

from collections.abc import Iterator
from typing import NamedTuple

from toys import Graph, Heap, Node, Taking, TieredGraph
from zermelo import DRAW, Game, Picture, replaced


class Matches(Taking):
    """A player who leaves a multiple of five matches moves again; each match is a point."""

    def play(self, state: Heap, move: int) -> Heap:
        again = (state.left - move) % 5 == 0
        return self.after(state, move, state.player if again else state.player ^ 1)

    def score(self, state: Heap) -> int:
        return self.lead(state)

    @property
    def score_bound(self) -> int:
        return self.size

    def remaining(self, state: Heap) -> int:
        return state.left


class CallsEndlessPlayADraw(Matches):
    """Endless play counts as a draw, although one player is ahead."""

    def endless_value(self, state: Heap) -> int:
        return DRAW


class Pits(NamedTuple):
    pits: tuple[int, ...]  # those of player 0 from left to right, then those of player 1
    stores: tuple[int, int]
    player: int


class Sowing(Game[Pits]):
    """A small Kalah: a player who ends a sowing in their own store moves again.

    The game ends when the mover has nothing to sow; the remaining seeds go to the opponent.
    """

    pits: int = 3
    seeds: int = 2

    def start(self) -> Pits:
        return Pits((self.seeds,) * (2 * self.pits), (0, 0), 0)

    def moves(self, state: Pits) -> Iterator[int]:
        for place in range(self.pits * state.player, self.pits * (state.player + 1)):
            if state.pits[place] > 0:
                yield place

    def play(self, state: Pits, move: int) -> Pits:
        pits, stores, mover = replaced(state.pits, move, 0), state.stores, state.player
        house = self.pits * (mover + 1) - 1  # the mover's last pit, before the store
        place, in_store = move, False
        for _ in range(state.pits[move]):
            if place == house and not in_store:
                stores, in_store = replaced(stores, mover, stores[mover] + 1), True
            else:
                place, in_store = (place + 1) % (2 * self.pits), False
                pits = replaced(pits, place, pits[place] + 1)
        return Pits(pits, stores, mover if in_store else mover ^ 1)

    def score(self, state: Pits) -> int:
        lead = state.stores[0] - state.stores[1]
        for place in range(2 * self.pits):
            lead += state.pits[place] if place < self.pits else -state.pits[place]
        return lead if state.player == 0 else -lead

    @property
    def score_bound(self) -> int:
        return 2 * self.pits * self.seeds

    def evaluate(self, state: Pits) -> float:
        lead = state.stores[state.player] - state.stores[state.player ^ 1]
        return lead / (self.score_bound + 1)


class Stones(NamedTuple):
    owners: tuple[int, ...]  # of each point: 0 is nobody, else 1 + the player
    passes: int  # consecutive passes
    player: int


class Strip(Game[Stones]):
    """Put a stone on an empty point, or pass; two passes end the game. Point n counts n.

    A stone takes the opponent's stones next to it off the board.
    """

    size: int = 4

    def start(self) -> Stones:
        return Stones((0,) * self.size, 0, 0)

    def moves(self, state: Stones) -> Iterator[int]:
        if state.passes < 2:
            for point in range(self.size):
                if state.owners[point] == 0:
                    yield point
            yield self.size

    def play(self, state: Stones, move: int) -> Stones:
        owners = state.owners
        if move == self.size:
            return Stones(owners, state.passes + 1, state.player ^ 1)
        for point in range(max(0, move - 1), min(self.size, move + 2)):
            if owners[point] == 2 - state.player:
                owners = replaced(owners, point, 0)
        return Stones(replaced(owners, move, 1 + state.player), 0, state.player ^ 1)

    def score(self, state: Stones) -> int:
        points = 0
        for point in range(self.size):
            if state.owners[point]:
                points += point + 1 if state.owners[point] == 1 + state.player else -point - 1
        return points

    @property
    def score_bound(self) -> int:
        return self.size * (self.size + 1) // 2

    def picture(self, state: Stones) -> Picture:
        pieces = {i: " XO"[owner] for i, owner in enumerate(state.owners) if owner}
        going = state.passes < 2
        clicks = {i: (i,) for i, owner in enumerate(state.owners) if going and not owner}
        buttons = {self.size: "pass"} if going else {}
        return Picture.grid(self.size, 1, pieces, clicks, buttons=buttons)


class Tree(Graph):
    """A graph for points; values are points from −8 to 8 for the player to move in the node."""

    def score(self, state: Node) -> int:
        return self.eighths[state.number]

    @property
    def score_bound(self) -> int:
        return 8

    def outcome(self, state: Node) -> int:
        return Game.outcome(self, state)

    def evaluate(self, state: Node) -> float:
        return self.eighths[state.number] / 9


class Endless(Graph):
    """A graph in which endless play is worth `endless` to player 0."""

    endless: int = 0

    @property
    def repetition(self) -> int:
        return self.endless

    def worth_to_player_0(self) -> list[int]:
        """The value of each end, and of endless play in each other node, for player 0."""
        eighths = zip(self.children, self.players, self.eighths, strict=True)
        return [
            self.endless if below else -end // 8 if player else end // 8
            for below, player, end in eighths
        ]


class Rounds(Tree, TieredGraph):
    """Tiers in which play may never end, with the same points in all nodes of a tier."""


class Round(Tree):
    """A graph with loops in which every node has a score, also before the end."""
