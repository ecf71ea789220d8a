"""Brandubh: a king with four guards against eight attackers."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game

LAYOUT = [
    "...a...",
    "...a...",
    "...d...",
    "aadkdaa",
    "...d...",
    "...a...",
    "...a...",
]
SIZE = len(LAYOUT)
NOTHING, ATTACKER, DEFENDER, KING = 0, 1, 2, 3
CODES = {".": NOTHING, "a": ATTACKER, "d": DEFENDER, "k": KING}
CENTRE = (SIZE // 2, SIZE // 2)
CORNERS = {(0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1)}
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1)]

Board = tuple[tuple[int, ...], ...]


class Hall(NamedTuple):
    board: Board
    player: int  # 0 attacks


class Brandubh(Game[Hall]):
    """The king wants a corner; the attackers want the king. A move is (row, column) twice."""

    def start(self):
        return Hall(tuple(tuple(CODES[letter] for letter in row) for row in LAYOUT), 0)

    def belongs(self, piece: int, player: int) -> bool:
        if player == 0:
            return piece == ATTACKER
        return piece in (DEFENDER, KING)

    def king(self, board: Board):
        for r, row in enumerate(board):
            if KING in row:
                return r, row.index(KING)
        return None

    def moves(self, state: Hall):
        if self.finished(state):
            return
        for r in range(SIZE):
            for c in range(SIZE):
                piece = state.board[r][c]
                if not self.belongs(piece, state.player):
                    continue
                for dr, dc in STEPS:
                    tr, tc = r + dr, c + dc
                    while 0 <= tr < SIZE and 0 <= tc < SIZE and state.board[tr][tc] == NOTHING:
                        special = (tr, tc) == CENTRE or (tr, tc) in CORNERS
                        if piece == KING or not special:
                            yield r, c, tr, tc
                        tr += dr
                        tc += dc

    def hostile(self, board, r, c, player: int) -> bool:
        """Whether a cell helps a player to capture."""
        if self.belongs(board[r][c], player):
            return True
        return (r, c) in CORNERS or ((r, c) == CENTRE and board[r][c] == NOTHING)

    def play(self, state: Hall, move) -> Hall:
        r, c, tr, tc = move
        board = [list(row) for row in state.board]
        board[tr][tc], board[r][c] = board[r][c], NOTHING
        for dr, dc in STEPS:
            nr, nc = tr + dr, tc + dc
            fr, fc = tr + 2 * dr, tc + 2 * dc
            if not (0 <= fr < SIZE and 0 <= fc < SIZE):
                continue
            if self.belongs(board[nr][nc], 1 - state.player) and self.hostile(
                board, fr, fc, state.player
            ):
                board[nr][nc] = NOTHING
        return Hall(tuple(map(tuple, board)), 1 - state.player)

    def finished(self, state: Hall) -> bool:
        king = self.king(state.board)
        return king is None or king in CORNERS

    def outcome(self, state: Hall) -> int:
        king = self.king(state.board)
        if king is None:
            return WIN if state.player == 0 else LOSS
        if king in CORNERS:
            return WIN if state.player == 1 else LOSS
        return ONGOING if any(True for _ in self.moves(state)) else LOSS
