"""The frame of an oracle: who moves, which moves are legal, and the outcome.

An oracle replays a game from its start, move by move, mostly on a board that is a dictionary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

History = tuple[str, ...]
Cell = tuple[int, int]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
BESIDE = [(1, 0), (0, 1), (-1, 0), (0, -1)]


class Rules:
    """Rules as steps: `begin`, `step`, and `options`, `result` and `text_of` of a position.

    A position is a tuple that ends with the player to move, by default after a board of X and O.
    Parameters of the game are fields of a dataclass.
    """

    movers = "XO"  # how texts name the players
    downward = False  # whether names number the rows from above

    def __init_subclass__(cls) -> None:
        dataclass(unsafe_hash=True)(cls)  # for the cache of positions

    def begin(self) -> tuple:
        """By default an empty board."""
        return empty(getattr(self, "width", 0) or self.size, self.tall()), 0

    def tall(self) -> int:
        """The number of rows, of boards with a size or a height."""
        return getattr(self, "height", 0) or self.size

    def step(self, move: str, board: Any, player: int) -> tuple:
        """By default a man goes from the first cell to the second, or is put on the only one."""
        *start, target = self.cells(move)
        man = board[start[0]] if start else self.movers[player]
        return board.replace(*((cell, ".") for cell in start), (target, man)), 1 - player

    def name(self, cell: Cell) -> str:
        """A cell (column, row), counted from the upper left, by its letter and number."""
        return f"{LETTERS[cell[0]]}{cell[1] + 1 if self.downward else self.tall() - cell[1]}"

    def cells(self, move: str) -> list[Cell]:
        """The cells in a move's text."""
        names = [(LETTERS.index(n[0]), int(n[1:])) for n in re.findall(r"[a-z]\d+", move)]
        return [(x, number - 1 if self.downward else self.tall() - number) for x, number in names]

    def options(self, *position: Any) -> list[str]:
        raise NotImplementedError

    def result(self, *position: Any) -> int:
        """By default, a player who cannot move has lost."""
        return 2 if self.options(*position) else -1

    def text_of(self, board: Any, player: int) -> str:
        """By default the rows of the board, or the text that stands for one, and the mover."""
        shown = board.rows() if isinstance(board, Board) else board
        return f"{shown} {self.movers[player]}"

    def position(self, history: History) -> tuple:
        return _position(self, history)

    def player(self, history: History) -> int:
        return self.position(history)[-1]

    def moves(self, history: History) -> list[str]:
        return self.options(*self.position(history)) if self.outcome(history) == 2 else []

    def outcome(self, history: History) -> int:
        return self.result(*self.position(history))

    def text(self, history: History) -> str:
        return self.text_of(*self.position(history))


@cache
def _position(rules: Rules, history: History) -> tuple:
    if not history:
        return rules.begin()
    return rules.step(history[-1], *_position(rules, history[:-1]))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


class Board(dict):
    """Cells (x, y) of the board with their letters; "." is empty."""

    def line(self, cell: Cell, step: Cell) -> list[Cell]:
        """The cells from one to the edge in one direction, without itself."""
        x, y = cell[0] + step[0], cell[1] + step[1]
        collected = []
        while (x, y) in self:
            collected.append((x, y))
            x, y = x + step[0], y + step[1]
        return collected

    def group(self, cell: Cell, steps: list[Cell]) -> list[Cell]:
        """The cells of one letter that such steps join to a cell."""
        result = [cell]
        for x, y in result:
            near = [(x + dx, y + dy) for dx, dy in steps]
            result += [at for at in near if self.get(at) == self[cell] and at not in result]
        return result

    def rows(self) -> str:
        width, height = max(x for x, _ in self) + 1, max(y for _, y in self) + 1
        return "/".join("".join(self[x, y] for x in range(width)) for y in range(height))

    def replace(self, *changes: tuple[Cell, str]) -> Board:
        return Board({**self, **dict(changes)})


def board_of(rows: str) -> Board:
    """The board with these rows, from above."""
    lines = enumerate(rows.split("/"))
    return Board({(x, y): letter for y, line in lines for x, letter in enumerate(line)})


def empty(width: int, height: int) -> Board:
    return Board({(x, y): "." for y in range(height) for x in range(width)})
