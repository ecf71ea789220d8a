"""The frame of an oracle: who moves, which moves are legal, and the outcome.

Most oracles replay a game from its start, move by move, on a board that is a dictionary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

History = tuple[str, ...]
Cell = tuple[int, int]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Rules:
    """A game's rules as a function of its moves so far; parameters are fields of a dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)

    def player(self, history: History) -> int:
        return len(history) % 2

    def moves(self, history: History) -> list[str]:
        raise NotImplementedError

    def outcome(self, history: History) -> int:
        raise NotImplementedError

    def text(self, history: History) -> str:
        raise NotImplementedError


def pair(text: str) -> tuple[int, int]:
    first, second = text.split(",")
    return int(first), int(second)


def cell_of(name: str, height: int) -> Cell:
    """The column and the row, from the upper left, of a cell like a1 at the lower left."""
    return LETTERS.index(name[0]), height - int(name[1:])


def cell_name(cell: Cell, height: int) -> str:
    return f"{LETTERS[cell[0]]}{height - cell[1]}"


def rows_text(cells: dict[tuple[int, int], str], width: int, height: int) -> str:
    lines = ["".join(cells.get((x, y), ".") for x in range(width)) for y in range(height)]
    return "/".join(lines)


class Replayed(Rules):
    """Rules as steps: `begin`, `step`, and `options`, `result` and `written` of a position.

    A position may be any value, by default a board of X and O and the player to move.
    """

    def __init_subclass__(cls) -> None:
        dataclass(unsafe_hash=True)(cls)  # for the cache of positions

    def begin(self) -> Any:
        """By default an empty board."""
        return empty(getattr(self, "width", 0) or self.size, self.tall()), 0

    def tall(self) -> int:
        """The number of rows, of boards with a size or a height."""
        return getattr(self, "height", 0) or self.size

    def step(self, position: Any, move: str) -> Any:
        """By default a man goes from the first cell to the second, or is put on the only one."""
        board, player = position
        *start, target = self.cells(move)
        man = board[start[0]] if start else self.movers[player]
        return board.changed(*((cell, ".") for cell in start), (target, man)), 1 - player

    def name(self, cell: Cell) -> str:
        return cell_name(cell, self.tall())

    def cells(self, move: str) -> list[Cell]:
        """The cells in a move's text."""
        return [cell_of(name, self.tall()) for name in re.findall(r"[a-z]\d+", move)]

    def options(self, position: Any) -> list[str]:
        raise NotImplementedError

    def result(self, position: Any) -> int:
        """By default, a player who cannot move has lost."""
        return 2 if self.options(position) else -1

    movers = "XO"  # how texts name the players

    def written(self, position: Any) -> str:
        """By default the rows of the board, or the text that stands for one, and the mover."""
        shown = position[0].rows() if isinstance(position[0], Board) else position[0]
        return f"{shown} {self.movers[self.turn(position)]}"

    def turn(self, position: Any) -> int:
        return int(position[-1])

    def position(self, history: History) -> Any:
        return _position(self, history)

    def player(self, history: History) -> int:
        return self.turn(self.position(history))

    def moves(self, history: History) -> list[str]:
        position = self.position(history)
        return self.options(position) if self.result(position) == 2 else []

    def outcome(self, history: History) -> int:
        return self.result(self.position(history))

    def text(self, history: History) -> str:
        return self.written(self.position(history))


@cache
def _position(rules: Replayed, history: History) -> Any:
    if not history:
        return rules.begin()
    return rules.step(_position(rules, history[:-1]), history[-1])


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


class Board(dict):
    """Cells (x, y) of the board with their letters; "." is empty."""

    def line(self, cell: tuple[int, int], step: tuple[int, int]) -> list[tuple[int, int]]:
        """The cells from one to the edge in one direction, without itself."""
        x, y = cell[0] + step[0], cell[1] + step[1]
        collected = []
        while (x, y) in self:
            collected.append((x, y))
            x, y = x + step[0], y + step[1]
        return collected

    def rows(self) -> str:
        width, height = max(x for x, _ in self) + 1, max(y for _, y in self) + 1
        return "/".join("".join(self[x, y] for x in range(width)) for y in range(height))

    def changed(self, *changes: tuple[tuple[int, int], str]) -> Board:
        return Board({**self, **dict(changes)})


def empty(width: int, height: int) -> Board:
    return Board({(x, y): "." for y in range(height) for x in range(width)})


AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
