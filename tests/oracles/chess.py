"""Chess, played again from the start: letters on a board, and attacks found by walking."""

import re
from functools import cached_property

from oracles.rules import AROUND, Rules, board_of

STRAIGHT = [way for way in AROUND if 0 in way]
DIAGONAL = [way for way in AROUND if 0 not in way]
HOMES = {  # of the king and the rook of each castling right
    "K": {(4, 7), (7, 7)}, "Q": {(4, 7), (0, 7)}, "k": {(4, 0), (7, 0)}, "q": {(4, 0), (0, 0)},
}  # fmt: skip
JUMPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
WAYS = {"R": STRAIGHT, "B": DIAGONAL, "Q": AROUND, "K": AROUND, "N": JUMPS}


def owned(letter: str, player: int) -> bool:
    return letter != "." and letter.islower() == bool(player)


class Chess(Rules):
    """A position is the board, castling rights, the square passed over and the player to move.

    A move is (origin, target, letter of the piece that arrives).
    """

    rows: str = "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR"
    castling: str = "KQkq"
    become: str = "QRBN"

    @cached_property
    def height(self) -> int:
        return self.rows.count("/") + 1

    def begin(self):
        return board_of(self.rows), self.castling, None, 0

    def reached(self, board, at, attacks: bool = False):
        """Where the piece on a cell goes, check or not; pawns' steps only if not `attacks`."""
        player, kind = int(board[at].islower()), board[at].upper()
        if kind == "P":
            up = 1 if player else -1
            for side in (-1, 1):
                target = at[0] + side, at[1] + up
                if target in board and (attacks or owned(board[target], 1 - player)):
                    yield target
            steps = 2 if self.castling and at[1] == (1 if player else self.height - 2) else 1
            for far in range(1, steps + 1):
                target = at[0], at[1] + far * up
                if attacks or board.get(target) != ".":
                    break
                yield target
            return
        for dx, dy in WAYS[kind]:
            for far in range(1, 2 if kind in "KN" else 9):
                target = at[0] + far * dx, at[1] + far * dy
                if target not in board or owned(board[target], player):
                    break
                yield target
                if board[target] != ".":
                    break

    def attacked(self, board, cell, player) -> bool:
        """Whether a piece of this player could take on a cell."""
        probe = board.replace((cell, "P" if player else "p")) if board[cell] == "." else board
        pieces = [at for at in board if owned(board[at], player)]
        return any(cell in self.reached(probe, at, attacks=True) for at in pieces)

    def checked(self, board, player) -> bool:
        king = next(at for at in board if board[at] == "Kk"[player])
        return self.attacked(board, king, 1 - player)

    def legal(self, position):
        """The legal moves in the game's order: kings, other pieces, en passant, castling."""
        board, castling, passed, player = position
        groups: list[list] = [[], [], [], []]
        for at in sorted(board, key=lambda cell: cell[::-1]):
            if not owned(board[at], player):
                continue
            for target in sorted(self.reached(board, at), key=lambda cell: cell[::-1]):
                last = board[at] in "Pp" and target[1] in (0, self.height - 1)
                letters = self.become if last else board[at]
                for letter in letters.lower() if player else letters:
                    groups[0 if board[at] in "Kk" else 1].append((at, target, letter))
            up = 1 if player else -1
            if board[at] in "Pp" and passed in ((at[0] - 1, at[1] + up), (at[0] + 1, at[1] + up)):
                groups[2].append((at, passed, board[at]))
        row = 0 if player else self.height - 1
        for right, inner, path in (("q", (1, 2, 3), (4, 3, 2)), ("k", (5, 6), (4, 5, 6))):
            empty = all(board.get((x, row)) == "." for x in inner)
            allowed = (right if player else right.upper()) in castling and empty
            if allowed and not any(self.attacked(board, (x, row), 1 - player) for x in path):
                groups[3].append(((4, row), (path[-1], row), "Kk"[player]))
        moves = [move for group in groups for move in group]
        return [move for move in moves if not self.checked(self.after(position, move)[0], player)]

    def after(self, position, move):
        board, castling, passed, player = position
        start, target, letter = move
        changes = [(start, "."), (target, letter)]
        now = None
        if board[start] in "Pp":
            if target == passed:
                changes.append(((target[0], start[1]), "."))
            if abs(target[1] - start[1]) == 2:
                beside = [(target[0] + side, target[1]) for side in (-1, 1)]
                if any(board.get(at) == "pP"[player] for at in beside):
                    now = target[0], (start[1] + target[1]) // 2
        if board[start] in "Kk" and abs(target[0] - start[0]) == 2:
            rook = 7 if target[0] > start[0] else 0
            passed_over = (start[0] + target[0]) // 2, start[1]
            changes += [((rook, start[1]), "."), (passed_over, "Rr"[player])]
        left = "".join(right for right in castling if not HOMES[right] & {start, target})
        return board.replace(*changes), left, now, 1 - player

    def written_move(self, position, move, moves) -> str:
        board, *_, player = position
        start, target, letter = move
        after = self.after(position, move)
        kind, goal = board[start].upper(), self.name(target)
        takes = "x" if board[target] != "." or (kind == "P" and start[0] != target[0]) else ""
        if kind == "K" and abs(target[0] - start[0]) == 2:
            text = "O-O" if target[0] == 6 else "O-O-O"
        elif kind == "P":
            grown = f"={letter.upper()}" if letter != board[start] else ""
            text = f"{self.name(start)[0] + takes if takes else ''}{goal}{grown}"
        else:
            same = [
                s for s, t, _ in moves if t == target and s != start and board[s] == board[start]
            ]
            own, others = self.name(start), [self.name(s) for s in same]
            if not others or kind == "K":
                own = ""
            elif all(own[0] != other[0] for other in others):
                own = own[0]
            elif all(own[1] != other[1] for other in others):
                own = own[1]
            text = f"{kind}{own}{takes}{goal}"
        if not self.checked(after[0], 1 - player):
            return text
        return f"{text}{'+' if self.legal(after) else '#'}"

    def by_text(self, position) -> dict:
        """The legal moves by their texts, kept in the board because they are needed often."""
        board, *others = position
        known = vars(board).setdefault("moves", {})
        key = self, *others
        if key not in known:
            moves = self.legal(position)
            known[key] = {self.written_move(position, move, moves): move for move in moves}
        return known[key]

    def options(self, *position) -> list[str]:
        return list(self.by_text(position))

    def step(self, text: str, *position):
        return self.after(position, self.by_text(position)[text])

    def result(self, board, *rest) -> int:
        if self.by_text((board, *rest)):
            return 2
        return -1 if self.checked(board, rest[-1]) else 0

    def text_of(self, board, castling, passed, player) -> str:
        rows = re.sub(r"\.+", lambda gap: str(len(gap[0])), board.rows())
        return f"{rows} {'wb'[player]} {castling or '-'} {self.name(passed) if passed else '-'}"


RULES = {
    "chess": Chess(),
    "gardner": Chess("rnbqk/ppppp/...../PPPPP/RNBQK", ""),
    "losalamos": Chess("rnqknr/pppppp/....../....../PPPPPP/RNQKNR", "", "QRN"),
}
