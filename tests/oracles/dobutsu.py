"""Dōbutsu shōgi, played again from the start: letters on a board, hands as sorted text."""

import re

from oracles.chess import owned
from oracles.rules import AROUND, Rules, board_of

ORDER = "CEGceg"
WAYS = {
    "L": AROUND,
    "G": [way for way in AROUND if 0 in way],
    "E": [way for way in AROUND if 0 not in way],
    "C": [(0, -1)],
    "H": [way for way in AROUND if way not in ((-1, 1), (1, 1))],
}


class Dobutsu(Rules):
    """A position is the board, the letters in both hands, and who is to move."""

    downward = True

    def begin(self):
        return board_of("gle/.c./.C./ELG"), "", 0

    def goes(self, board, at, player):
        """The cells that the animal on a cell reaches."""
        for dx, dy in WAYS[board[at].upper()]:
            target = at[0] + dx, at[1] + (-dy if player else dy)
            if target in board and not owned(board[target], player):
                yield target

    def options(self, board, held, player) -> list[str]:
        result, caught, far = [], [], 3 if player else 0
        for at in board:
            if owned(board[at], player):
                for target in sorted(self.goes(board, at, player), key=lambda to: to[::-1]):
                    grows = board[at] in "Cc" and target[1] == far
                    result.append(f"{self.name(at)}{self.name(target)}{'+' if grows else ''}")
                    if board[target] in "Ll":
                        caught.append(result[-1])
        if caught:  # a lion that can be taken has to be
            return caught
        kinds = sorted({letter.upper() for letter in held if owned(letter, player)})
        empty = [at for at in board if board[at] == "."]
        return result + [f"{kind}*{self.name(at)}" for kind in kinds for at in empty]

    def step(self, move: str, board, held, player):
        mine = str.lower if player else str.upper
        *start, target = self.cells(move)
        if not start:
            letter = mine(move[0])
            return board.replace((target, letter)), held.replace(letter, "", 1), 1 - player
        if board[target] not in ".Ll":
            held += mine(board[target]).replace("H", "C").replace("h", "c")
        letter = mine("H") if move.endswith("+") else board[start[0]]
        return board.replace((start[0], "."), (target, letter)), held, 1 - player

    def result(self, board, held, player) -> int:
        lions = {letter: at for at, letter in board.items() if letter in "Ll"}
        own, other = ("l", "L") if player else ("L", "l")
        if own not in lions:
            return -1
        if lions[own][1] == (3 if player else 0):
            return 1
        if lions[other][1] == (0 if player else 3):
            reached = {
                target
                for at in board
                if owned(board[at], player)
                for target in self.goes(board, at, player)
            }
            if lions[other] not in reached:
                return -1
        return super().result(board, held, player)

    def text_of(self, board, held, player) -> str:
        rows = re.sub(r"\.+", lambda gap: str(len(gap[0])), board.rows())
        return f"{rows} {'bw'[player]} {''.join(sorted(held, key=ORDER.index)) or '-'}"
