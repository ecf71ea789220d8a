"""The L game: an L is a set of four cells that is some rotation of a drawn one."""

from functools import cache
from itertools import product

from oracles.rules import Rules, empty

DRAWN = [(0, 0), (0, 1), (0, 2), (1, 2)]  # the end of the long arm first, the foot last


@cache
def placings() -> dict[frozenset, tuple]:
    """All sets of four cells that make an L, with the ends of its arm and its foot."""
    collected = {}
    for x in range(4):
        for y in range(4):
            for across, mirror, flip in product((0, 1), (-1, 1), (-1, 1)):
                turned = [(b, a) if across else (a, b) for a, b in DRAWN]
                cells = [(x + mirror * a, y + flip * b) for a, b in turned]
                if all(0 <= place < 4 for cell in cells for place in cell):
                    collected[frozenset(cells)] = cells[0], cells[3]
    return collected


def reading(text: str) -> list[tuple[int, str]]:
    """A sort key for moves: their cells from the upper left, row by row."""
    return [("4321".index(name[1]), name[0]) for name in text.replace("/", "-").split("-")]


class LGame(Rules):
    """A position is the cells of both Ls, those of the neutral pieces, and who is to move."""

    size = 4

    def begin(self):
        first = frozenset([(1, 0), (2, 0), (2, 1), (2, 2)])
        return (first, frozenset([(1, 1), (1, 2), (1, 3), (2, 3)])), frozenset([(0, 0), (3, 3)]), 0

    def options(self, *position) -> list[str]:
        return sorted(self.ways(*position), key=reading)

    def ways(self, pieces, neutral, player) -> dict[str, tuple]:
        collected = {}
        for cells, ends in placings().items():
            if cells & (pieces[1 - player] | neutral) or cells == pieces[player]:
                continue
            text = "-".join(map(self.name, ends))
            collected[text] = cells, neutral
            taken = cells | pieces[1 - player] | neutral
            free = {(x, y) for x in range(4) for y in range(4)} - taken
            for origin in neutral:
                for target in free:
                    way = f"{text}/{self.name(origin)}-{self.name(target)}"
                    collected[way] = cells, neutral - {origin} | {target}
        return collected

    def step(self, move: str, pieces, neutral, player):
        first, second = pieces
        cells, neutral = self.ways(pieces, neutral, player)[move]
        return ((first, cells) if player else (cells, second)), neutral, 1 - player

    def text_of(self, pieces, neutral, player) -> str:
        letters = dict.fromkeys(neutral, "#")
        letters |= {cell: "XO"[side] for side in (0, 1) for cell in pieces[side]}
        return super().text_of(empty(4, 4).replace(*letters.items()), player)
