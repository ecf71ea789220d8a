"""Abalone on a tiny hexagon: push lines of marbles, the larger line pushes the smaller."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game

RADIUS = 2
CELLS = [
    (q, r)
    for r in range(-RADIUS, RADIUS + 1)
    for q in range(-RADIUS, RADIUS + 1)
    if abs(q + r) <= RADIUS
]
INDEX = {cell: i for i, cell in enumerate(CELLS)}
WAYS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


class State(NamedTuple):
    marbles: tuple[int, ...]  # by cell: 0 none, 1, 2
    lost: tuple[int, int]
    player: int


class Abalone(Game[State]):
    """Push two marbles off the board to win. A move is (cell of the last marble, way)."""

    goal: int = 2
    most: int = 3

    def start(self):
        first = tuple(1 if r < -1 or (r == -1 and abs(2 * q + r) < 3) else 0 for q, r in CELLS)
        both = tuple(2 if first[len(CELLS) - 1 - i] else first[i] for i in range(len(CELLS)))
        return State(both, (0, 0), 0)

    def line(self, state, cell, way):
        """The cells from a cell on in a direction, to the edge."""
        q, r = CELLS[cell]
        dq, dr = WAYS[way]
        cells = []
        while (q, r) in INDEX:
            cells.append(INDEX[q, r])
            q, r = q + dq, r + dr
        return cells

    def push(self, state, cell, way):
        """How many marbles move, or 0 if the push is impossible."""
        me, other = state.player + 1, 2 - state.player
        cells = self.line(state, cell, way)
        mine = 0
        while mine < len(cells) and state.marbles[cells[mine]] == me:
            mine += 1
        if mine == 0 or mine > self.most or mine == len(cells):
            return 0
        theirs = 0
        while mine + theirs < len(cells) and state.marbles[cells[mine + theirs]] == other:
            theirs += 1
        if theirs >= mine:
            return 0
        if mine + theirs < len(cells) and state.marbles[cells[mine + theirs]] == me:
            return 0
        return mine + theirs

    def moves(self, state):
        if max(state.lost) >= self.goal:
            return []
        return [
            (cell, way)
            for cell in range(len(CELLS))
            for way in range(len(WAYS))
            if self.push(state, cell, way)
        ]

    def play(self, state, move):
        cell, way = move
        cells = self.line(state, cell, way)
        count = self.push(state, cell, way)
        marbles = list(state.marbles)
        lost = list(state.lost)
        if count == len(cells):
            lost[1 - state.player] += 1
            count -= 1
        for i in range(count, 0, -1):
            marbles[cells[i]] = marbles[cells[i - 1]]
        marbles[cell] = 0
        return State(tuple(marbles), (lost[0], lost[1]), 1 - state.player)

    def outcome(self, state):
        if state.lost[state.player] >= self.goal:
            return LOSS
        if state.lost[1 - state.player] >= self.goal:
            return WIN
        return ONGOING if self.moves(state) else LOSS
