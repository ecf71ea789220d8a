# exercise: isolation
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple


class Cell(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class GameState:
    open: frozenset = frozenset(
        Cell(x, y) for x, y in product(range(3), range(2)) if (x, y) != (2, 1)
    )
    mover: Cell | None = None
    other: Cell | None = None

    def slide(self, dx, dy):
        x, y = self.mover
        while (x := x + dx, y := y + dy) in self.open:
            yield Cell(x, y)

    def moves(self):
        if self.mover is None:
            return set(self.open)
        return {
            cell
            for step in product((-1, 0, 1), repeat=2)
            if any(step)
            for cell in self.slide(*step)
        }

    def play(self, move):
        if move not in self.moves():
            raise ValueError(f"{move} is not legal")
        return replace(self, open=self.open - {move}, mover=self.other, other=Cell(*move))
