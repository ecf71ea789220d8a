"""A small Teeko: three men each, kept as sorted tuples; make a line or a corner."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, Game

W, H = 4, 3
GOALS = [
    tuple(sorted(y * W + x for x, y in shape))
    for r in range(H)
    for c in range(W)
    for shape in (
        [(c, r), (c + 1, r), (c + 2, r)],
        [(c, r), (c, r + 1), (c, r + 2)],
        [(c, r), (c + 1, r), (c, r + 1)],
    )
    if all(x < W and y < H for x, y in shape)
]
START = ((0, 5, 10), (1, 6, 11))


class State(NamedTuple):
    men: tuple[tuple[int, int, int], tuple[int, int, int]]
    player: int
    plies: int


def distance(a, b):
    (ay, ax), (by, bx) = divmod(a, W), divmod(b, W)
    return max(abs(ay - by), abs(ax - bx))


class Teeko(Game[State]):
    """Move a man to a neighbouring square."""

    def start(self):
        return State(START, 0, 0)

    def moves(self, state):
        taken = state.men[0] + state.men[1]
        for i, man in enumerate(state.men[state.player]):
            for to in range(W * H):
                if distance(man, to) == 1 and to not in taken:
                    yield i * W * H + to

    def play(self, state, move):
        i, to = divmod(move, W * H)
        mine = list(state.men[state.player])
        mine[i] = to
        mine = tuple(sorted(mine))
        other = state.men[1 - state.player]
        men = (mine, other) if state.player == 0 else (other, mine)
        return State(men, 1 - state.player, state.plies + 1)

    def outcome(self, state):
        if state.men[1 - state.player] in GOALS:
            return LOSS
        return DRAW if state.plies >= 20 else ONGOING

    def evaluate(self, state):
        def spread(men):
            return min(sum(distance(a, b) for b in men) for a in men)

        mine, other = (spread(state.men[p]) for p in (state.player, 1 - state.player))
        return (other - mine) / 10
