"""Three kinds of pieces with a match on the kind; hop, slide or step to corner the enemy's king."""

from enum import IntEnum
from typing import NamedTuple

from zermelo import DRAW, ONGOING, WIN, Game, Picture


class Kind(IntEnum):
    EMPTY = 0
    KING = 1
    ROOK = 2
    KNIGHT = 3


class Position(NamedTuple):
    board: tuple[tuple[int, ...], ...]  # rows; positive: mine, negative: the other's
    player: int
    clock: int


class Small(Game[Position]):
    """Take the king on a board of four rows and three columns; twelve plies without are a draw."""

    def start(self):
        return Position(((3, 1, 2), (0, 0, 0), (0, 0, 0), (-2, -1, -3)), 0, 0)

    def reach(self, state, x, y):
        match state.board[y][x]:
            case Kind.KING:
                return [(dx, dy, 1) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
            case Kind.ROOK:
                return [(1, 0, 4), (-1, 0, 4), (0, 1, 4), (0, -1, 4)]
            case Kind.KNIGHT:
                return [
                    (a * dx, b * dy, 1)
                    for a, b in ((1, 2), (2, 1))
                    for dx in (1, -1)
                    for dy in (1, -1)
                ]
            case _:
                return []

    def moves(self, state):
        for y, row in enumerate(state.board):
            for x, piece in enumerate(row):
                if piece > 0:
                    for dx, dy, far in self.reach(state, x, y):
                        nx, ny = x + dx, y + dy
                        while far > 0 and 0 <= nx < 3 and 0 <= ny < 4:
                            if state.board[ny][nx] > 0:
                                break
                            yield (x, y), (nx, ny)
                            if state.board[ny][nx] < 0:
                                break
                            nx, ny, far = nx + dx, ny + dy, far - 1

    def play(self, state, move):
        (x, y), (nx, ny) = move
        rows = [list(row) for row in state.board]
        rows[ny][nx] = rows[y][x]
        rows[y][x] = Kind.EMPTY
        turned = tuple(tuple(-piece for piece in row) for row in reversed(rows))
        return Position(turned, 1 - state.player, state.clock + 1)

    def outcome(self, state):
        if not any(Kind.KING in row for row in state.board):
            return WIN
        if state.clock >= 12:
            return DRAW
        return ONGOING

    def picture(self, state):
        letters = " KRN"
        pieces = {
            4 * 0 + y * 3 + x: letters[abs(p)] if p > 0 else letters[abs(p)].lower()
            for y, row in enumerate(state.board)
            for x, p in enumerate(row)
            if p
        }
        return Picture.grid(3, 4, pieces, {})
