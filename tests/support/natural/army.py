"""Army: each side is a sorted tuple of the cells its men stand on; the taken are gone from it."""

from dataclasses import dataclass

from zermelo import DRAW, ONGOING, WIN, Game, Picture

WIDTH, HEIGHT = 3, 4


@dataclass(frozen=True)
class Armies:
    mine: tuple[int, ...]
    yours: tuple[int, ...]
    player: int = 0
    quiet: int = 0


def neighbours(cell):
    x, y = cell % WIDTH, cell // WIDTH
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT:
            yield (y + dy) * WIDTH + x + dx


class Army(Game[Armies]):
    """Step a man to a cell beside it, or take who stands there; ten quiet moves draw."""

    def start(self):
        return Armies((0, 1, 2), (9, 10, 11))

    def moves(self, state):
        return [
            (man, cell) for man in state.mine for cell in neighbours(man) if cell not in state.mine
        ]

    def play(self, state, move):
        source, target = move
        mine = tuple(sorted([man for man in state.mine if man != source] + [target]))
        yours = tuple(man for man in state.yours if man != target)
        quiet = 0 if len(yours) < len(state.yours) else state.quiet + 1
        return Armies(mine=yours, yours=mine, player=1 - state.player, quiet=quiet)

    def outcome(self, state):
        if not state.mine:
            return WIN
        return DRAW if state.quiet >= 10 else ONGOING

    def picture(self, state):
        marks = "xo" if state.player == 0 else "ox"
        pieces = dict.fromkeys(state.mine, marks[0]) | dict.fromkeys(state.yours, marks[1])
        return Picture.grid(WIDTH, HEIGHT, pieces, {move: move for move in self.moves(state)})
