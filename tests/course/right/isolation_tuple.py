# exercise: isolation
from collections import namedtuple

Base = namedtuple("Base", "closed pieces turn")


class IllegalMoveError(ValueError):
    pass


class GameState(Base):
    def __new__(cls, closed=frozenset({(2, 1)}), pieces=((), ()), turn=0):
        return super().__new__(cls, closed, pieces, turn)

    def _free(self, x, y):
        return x in range(3) and y in range(2) and (x, y) not in self.closed

    def moves(self):
        if not self.pieces[self.turn]:
            return [[x, y] for x in range(3) for y in range(2) if self._free(x, y)]
        return list(self._slides())

    def _slides(self):
        x0, y0 = self.pieces[self.turn]
        for d in range(9):
            dx, dy = d % 3 - 1, d // 3 - 1
            n = 1
            while (dx or dy) and self._free(x0 + n * dx, y0 + n * dy):
                yield [x0 + n * dx, y0 + n * dy]
                n += 1

    def play(self, move):
        if list(move) not in self.moves():
            raise IllegalMoveError(move)
        pieces = [*self.pieces]
        pieces[self.turn] = tuple(move)
        return GameState(self.closed | {tuple(move)}, tuple(pieces), 1 - self.turn)
