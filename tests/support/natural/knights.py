"""Two knights that burn the squares they leave; the burnt ones are a bitboard."""

from typing import NamedTuple

from zermelo import Game

JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


class Knight(NamedTuple):
    x: int
    y: int


class State(NamedTuple):
    knights: tuple[Knight, Knight]
    burnt: int
    player: int


class Knights(Game[State]):
    """Whoever cannot jump has lost."""

    size: int = 5

    def start(self):
        return State((Knight(0, 0), Knight(self.size - 1, self.size - 1)), 0, 0)

    def inside(self, x, y):
        return 0 <= x < self.size and 0 <= y < self.size

    def moves(self, state):
        me, other = state.knights[state.player], state.knights[1 - state.player]
        for i, (dx, dy) in enumerate(JUMPS):
            x, y = me.x + dx, me.y + dy
            if self.inside(x, y) and (x, y) != (other.x, other.y):
                if not state.burnt >> (y * self.size + x) & 1:
                    yield i

    def play(self, state, move):
        me = state.knights[state.player]
        dx, dy = JUMPS[move]
        knights = list(state.knights)
        knights[state.player] = Knight(me.x + dx, me.y + dy)
        burnt = state.burnt | 1 << (me.y * self.size + me.x)
        return State(tuple(knights), burnt, 1 - state.player)

    def evaluate(self, state):
        mine = len([move for move in self.moves(state)])
        theirs = len(list(self.moves(state._replace(player=1 - state.player))))
        return (mine - theirs) / 20
