"""Draw bridges between islands; a path from left to right wins for player 0."""

from collections import deque
from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game

GRAPH = {"A": "BC", "B": "ADE", "C": "AEF", "D": "BG", "E": "BCG", "F": "CG", "G": "DEF"}
NAMES = sorted(GRAPH)
EDGES = sorted({(NAMES.index(a), NAMES.index(b)) for a in GRAPH for b in GRAPH[a] if a < b})


class Net(NamedTuple):
    owner: tuple[int, ...]
    player: int


class Bridges(Game[Net]):
    def start(self):
        return Net((-1,) * len(EDGES), 0)

    def reachable(self, state, open_to):
        """The islands that can be reached from A."""
        seen = {0}
        queue = deque([0])
        while queue:
            here = queue.popleft()
            for (a, b), owner in zip(EDGES, state.owner):
                if owner not in open_to:
                    continue
                for one, other in ((a, b), (b, a)):
                    if one == here and other not in seen:
                        seen.add(other)
                        queue.append(other)
        return seen

    def winner(self, state):
        last = len(NAMES) - 1
        if last in self.reachable(state, (0,)):
            return 0
        if last not in self.reachable(state, (0, -1)):
            return 1
        return None

    def moves(self, state):
        if self.winner(state) is None:
            yield from (i for i, owner in enumerate(state.owner) if owner < 0)

    def play(self, state, move):
        owner = list(state.owner)
        owner[move] = state.player
        return Net(tuple(owner), 1 - state.player)

    def outcome(self, state):
        winner = self.winner(state)
        if winner is None:
            return ONGOING
        return WIN if winner == state.player else LOSS
