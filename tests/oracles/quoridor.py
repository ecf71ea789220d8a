"""Quoridor, rows from below: walls as names, the cells that they part, ways found by walking."""

from functools import cache

from oracles.rules import BESIDE, LETTERS, Rules

Cell = tuple[int, int]
Position = tuple[tuple[Cell, Cell], tuple[int, int], frozenset[str], int]


def called(cell: Cell) -> str:
    return f"{LETTERS[cell[0]]}{cell[1] + 1}"


def cell_of(name: str) -> Cell:
    return LETTERS.index(name[0]), int(name[1]) - 1


@cache
def parted(wall: str) -> set[frozenset[Cell]]:
    """The pairs of neighbours between which a wall stands."""
    (x, y), level = cell_of(wall), wall[2] == "h"
    halves = [(x, y), (x + 1, y)] if level else [(x, y), (x, y - 1)]
    return {frozenset({(a, b), (a, b - 1) if level else (a + 1, b)}) for a, b in halves}


@cache
def next_to(size: int, cell: Cell, step: Cell, walls: frozenset[str]) -> Cell | None:
    near = cell[0] + step[0], cell[1] + step[1]
    if not all(0 <= each < size for each in near):
        return None
    return None if any(frozenset({cell, near}) in parted(wall) for wall in walls) else near


@cache
def finds_a_way(size: int, pawn: Cell, row: int, walls: frozenset[str]) -> bool:
    reached = [pawn]
    for cell in reached:
        near = [next_to(size, cell, step, walls) for step in BESIDE]
        reached += {cell for cell in near if cell} - {*reached}
    return any(y == row for _, y in reached)


class Quoridor(Rules):
    size: int = 5
    walls: int = 3

    def begin(self) -> Position:
        middle = self.size // 2
        pawns = (middle, 0), (middle, self.size - 1)
        return pawns, (self.walls, self.walls), frozenset(), 0

    def options(self, pawns, hands, walls, player) -> list[str]:
        own, other = pawns[player], pawns[1 - player]
        targets = set()
        for step in BESIDE:
            near = next_to(self.size, own, step, walls)
            if near != other:
                targets.add(near)
            elif behind := next_to(self.size, other, step, walls):
                targets.add(behind)
            else:
                sides = [(step[1], step[0]), (-step[1], -step[0])]
                targets |= {next_to(self.size, other, side, walls) for side in sides}
        found = [(-2 * y, 2 * x, called((x, y))) for x, y in targets - {None}]
        found.sort()
        put = []
        for x in range(self.size - 1):
            for y in range(1, self.size):
                for kind in "hv" if hands[player] else "":
                    wall = called((x, y)) + kind
                    if self.fits(wall, walls) and all(
                        finds_a_way(self.size, pawns[who], (self.size - 1, 0)[who], walls | {wall})
                        for who in (0, 1)
                    ):
                        put.append((-2 * y + (kind == "h"), 2 * x + (kind == "v"), wall))
        return [text for *_, text in found + sorted(put)] or [called(own)]

    def fits(self, wall: str, walls) -> bool:
        crossing = wall[:2] + ("v" if wall[2] == "h" else "h")
        return crossing not in walls and not any(parted(wall) & parted(one) for one in walls)

    def step(self, move: str, pawns, hands, walls, player) -> Position:
        if len(move) == 3:
            left = [hand - (who == player) for who, hand in enumerate(hands)]
            return pawns, (left[0], left[1]), walls | {move}, 1 - player
        gone = [cell_of(move) if who == player else pawn for who, pawn in enumerate(pawns)]
        return (gone[0], gone[1]), hands, walls, 1 - player

    def result(self, pawns, hands, walls, player) -> int:
        last = 1 - player
        return -1 if pawns[last][1] == (self.size - 1, 0)[last] else 2

    def text_of(self, pawns, hands, walls, player) -> str:
        wide = 2 * self.size - 1
        rows = [["."] * wide for _ in range(wide)]
        for (x, y), letter in zip(pawns, "XO", strict=True):
            rows[-1 - 2 * y][2 * x] = letter
        for wall in walls:
            x, y = cell_of(wall)
            for at in range(3):
                if wall[2] == "h":
                    rows[-2 * y][2 * x + at] = "#"
                else:
                    rows[-1 - 2 * y + at][2 * x + 1] = "#"
        return f"{'/'.join(map(''.join, rows))} {hands[0]},{hands[1]} {'XO'[player]}"
