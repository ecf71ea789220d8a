"""Chess and two games on fewer squares: algebraic notation, FEN, pictures, evaluation, order."""

import re
from collections.abc import Iterator
from itertools import permutations
from math import perm
from typing import ClassVar, Final

from zermelo.contract.game import ONGOING, cells
from zermelo.errors import IllegalMoveError, TextError, UsageError, clip
from zermelo.games.chess.rules import ChessRules, Position

NAMES: Final = ("", "N", "B", "R", "Q")
SHAPES: Final = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen",
                 "K": "standing king"}  # fmt: skip
UNSAID: Final = re.compile(r"e\.?p\.?(?=[+#!?]*$)|[\sx=()+#!?:-]")  # marks to ignore in moves
CASTLES: Final = "KQkq"
MOST: Final = 1 << 20  # the most positions of an endgame to list one by one


class ChessGame(ChessRules):
    """Chess with its texts: moves as "Nf3" or "exd8=Q+", positions as FEN without counters."""

    letters, movers, between = "PNBRQKpnbrqk", "wb", ""
    shapes: ClassVar[dict[str, str]] = {
        **{letter: f"light {shape}" for letter, shape in SHAPES.items()},
        **{letter.lower(): f"dark {shape}" for letter, shape in SHAPES.items()},
    }

    pawn: ClassVar[float] = 100 / 32_000  # the worth of a pawn in evaluations
    worths: ClassVar[dict[str, int]] = {"knight": 3, "bishop": 3, "rook": 5, "queen": 9}  # in pawns
    quiet_plies: ClassVar[int] = 100  # plies without progress after which people's games are drawn

    # For the search ------------------------------------------------------------------------------

    def evaluate(self, state: Position) -> float:
        """The mover's lead in material, and in pieces near the middle and pawns near their goal."""
        return (self.strength(state, state.own, state.player) - self.strength(
            state, state.other, state.player ^ 1)) / 32_000  # fmt: skip

    def strength(self, state: Position, side: int, player: int) -> int:
        """The worth of a side's pieces, in hundredths of a pawn."""
        worth = 100 * (side & state.pawns).bit_count() + 320 * (side & state.knights).bit_count()
        worth += 330 * (side & state.bishops).bit_count() + 500 * (side & state.rooks).bit_count()
        worth += 900 * (side & state.queens).bit_count()
        minor = side & (state.knights | state.bishops)
        for ring in self.rings:
            worth += 6 * (minor & ring).bit_count() + 3 * (side & ring).bit_count()
        width = self.shape[0]
        for pawn in cells(side & state.pawns):
            row = pawn // width
            worth += 3 * (row if player else self.shape[1] - 1 - row)
        return worth

    @property
    def rings(self) -> tuple[int, ...]:
        """The board without its outermost ring, and without its outermost two."""
        inner = self.board & ~(self.left | self.right | self.top | self.bottom)
        rest = self.shifted(inner, 1, 0) & self.shifted(inner, -1, 0)
        return inner, rest & self.shifted(inner, 0, 1) & self.shifted(inner, 0, -1)

    def worth_at(self, state: Position, square: int) -> int:
        """The worth of the piece on a square, in pawns; 0 if there is none, or a king."""
        piece = 1 << square
        if state.pawns & piece:
            return 1
        if (state.knights | state.bishops) & piece:
            return 3
        return 5 if state.rooks & piece else 9 if state.queens & piece else 0

    def order(self, state: Position, move: int) -> int:
        """Promotions and captures come first, strong pieces captured by weak ones above all."""
        area = self.area
        target, promotion = move % area, move // (area * area)
        gain = 16 * promotion
        if state.other >> target & 1:
            gain += 10 * self.worth_at(state, target) - self.worth_at(state, move // area % area)
        return gain

    def loud(self, state: Position, move: int) -> bool:
        """Whether the move captures or promotes."""
        return state.other >> move % self.area & 1 != 0 or move >= self.area * self.area

    def effect(self, state: Position, move: int) -> str:
        """The words for a promotion; "" for another move."""
        return "promotes a pawn" if move >= self.area * self.area else ""

    def progress(self, state: Position, move: int) -> bool:
        """Whether a pawn moves or a piece is captured, as in the fifty-move rule."""
        origin = move // self.area % self.area
        return (state.other >> move % self.area & 1 or state.pawns >> origin & 1) != 0

    # For the solver ------------------------------------------------------------------------------

    def endgame(self, name: str) -> Iterator[Position]:
        """All positions of the men in `name`, White's first, like "KQK"; nobody may castle."""
        match = re.fullmatch("(K[QRBNP]*)(K[QRBNP]*)", name)
        if not match:
            right = "White's men, then Black's, like KQK"
            raise UsageError(f"{clip(name)} is not an endgame of {self}; write {right}")
        men = [self.letters.index(letter) for letter in match[1] + match[2].lower()]
        many = 2 * perm(self.area, len(men))
        if many > MOST:
            raise UsageError(f"{name} has some {many:,} positions; the limit is {MOST:,}")
        for places in permutations([1 << cell for cell in range(self.area)], len(men)):
            boards = [0] * len(self.letters)
            for kind, place in zip(men, places, strict=True):
                boards[kind] |= place
            for player in (0, 1):
                state = Position._make((*self.gathered(boards, player), 0, 0, player))
                if not (state.pawns & (self.top | self.bottom) or self.takes_king(state)):
                    yield state

    # For people ----------------------------------------------------------------------------------

    def actions(self) -> Iterator[int]:
        for origin in range(self.area):
            goals = self.straight(origin, 0) | self.diagonal(origin, 0) | self.knight_steps[origin]
            for target in cells(goals):
                yield origin * self.area + target
            for player, goal in enumerate((self.top, self.bottom)):
                step = self.takes[player * self.area + origin] | self.king_steps[origin]
                for target in cells(step & goal & ~(goal if goal >> origin & 1 else 0)):
                    for promotion in self.promotions:
                        yield (promotion * self.area + origin) * self.area + target

    def kind_of_end(self, state: Position) -> str:
        """The word for an end of the game: checkmate or stalemate."""
        return "checkmate" if self.in_check(state) else "stalemate"

    def pieces_in_check(self, state: Position) -> int:
        return state.own & state.kings if self.in_check(state) else 0

    def path(self, state: Position, move: int) -> tuple[int, ...]:
        return move // self.area % self.area, move % self.area

    def uci(self, state: Position, move: int) -> str:
        """The move as engine protocols write it, like "e2e4" or "e7e8q"."""
        promotion = NAMES[move // self.area**2].lower()
        return "".join(map(self.cell_name, self.path(state, move))) + promotion

    def format_move(self, state: Position, move: int) -> str:
        origin, target = self.path(state, move)
        after = self.play(state, move)
        letter, name = self.occupied(state)[origin].upper(), self.cell_name(target)
        takes = "x" if after.own.bit_count() < state.other.bit_count() else ""
        if letter == "K" and abs(target - origin) == 2:
            text = "O-O" if target > origin else "O-O-O"
        elif letter == "P":
            promotion = NAMES[move // self.area**2]
            column = self.cell_name(origin)[0] if takes else ""
            text = f"{column}{takes}{name}{promotion and '='}{promotion}"
        else:
            text = f"{letter}{self.origin_name(state, move)}{takes}{name}"
        mark = "" if not self.in_check(after) else "+" if self.outcome(after) == ONGOING else "#"
        return f"{text}{mark}"

    def origin_name(self, state: Position, move: int) -> str:
        """The shortest part of the origin that rules out other pieces, "" if none is needed."""
        origin, target = self.path(state, move)
        kinds = (state.knights, state.bishops, state.rooks, state.queens)
        alike = next((kind & state.own for kind in kinds if kind >> origin & 1), 0) & ~(1 << origin)
        paths = (self.path(state, other) for other in self.moves(state) if alike)
        names = [self.cell_name(at) for at, end in paths if end == target and alike >> at & 1]
        if not names:
            return ""
        own = self.cell_name(origin)
        if all(name[0] != own[0] for name in names):
            return own[0]
        return own[1:] if all(name[1:] != own[1:] for name in names) else own

    def parse_move(self, state: Position, text: str) -> int:
        """The move in algebraic notation, with any marks and any unambiguous part of the origin, or
        as engine protocols write it."""
        wanted = UNSAID.sub("", text).replace("0", "O")
        meant = [move for move in self.moves(state) if wanted in self.spellings(state, move)]
        if len(meant) == 1:
            return meant[0]
        raise IllegalMoveError(self._no_such_move(state, text))

    def spellings(self, state: Position, move: int) -> set[str]:
        """All texts of a move without marks: castling, or piece, part of its origin, and target."""
        origin, target = self.path(state, move)
        if state.kings >> origin & 1 and abs(target - origin) == 2:
            return {self.uci(state, move), "OO" if target > origin else "OOO"}
        letter = self.occupied(state)[origin].upper().replace("P", "")
        start, promotion = self.cell_name(origin), NAMES[move // self.area**2]
        begins = [letter + part for part in ("", start[0], start[1:], start)]
        ends = {self.cell_name(target) + end for end in (promotion, promotion.lower())}
        return {begin + end for begin in {*begins, start} for end in ends}

    def format_state(self, state: Position) -> str:
        homes = self.castling_homes.items()
        castling = "".join(letter for letter, (_, at) in homes if state.castling >> at & 1) or "-"
        passant = self.cell_name(state.passant.bit_length() - 1) if state.passant else "-"
        return f"{self.format_board(state)} {'wb'[state.player]} {castling} {passant}"

    def parse_state(self, text: str) -> Position:
        words = text.split()
        counted = len(words) == 6 and all(word.isdigit() for word in words[4:])
        if not (len(words) == 4 or counted) or words[1] not in ("w", "b"):
            raise TextError(f"{clip(text)} should be a FEN, like {self.setup}")
        boards, player = self.parse_board(words[0]), "wb".index(words[1])
        castling = self._castling(boards, words[2])
        named = {self.cell_name(cell): 1 << cell for cell in range(self.area)}
        if words[3] != "-" and words[3] not in named:
            raise TextError(f"{clip(words[3])} is not a square; write one like e3, or - for none")
        passant = named.get(words[3], 0)
        fields = (*self.gathered(boards, player), castling, passant, player)
        state = self.checked(Position._make(fields))
        square = passant.bit_length() - 1
        near = self.takes[(1 - player) * self.area + square] if passant else 0
        return state if near & state.pawns & state.own else state._replace(passant=0)

    @property
    def castling_homes(self) -> dict[str, tuple[int, int]]:
        """The castling letters of a FEN, with the cells of king and rook; {} without castling."""
        width, area = self.shape[0], self.area
        if not self.double:
            return {}
        low = area - width
        return {"K": (low + 4, area - 1), "Q": (low + 4, low), "k": (4, width - 1), "q": (4, 0)}

    def _castling(self, boards: list[int], words: str) -> int:
        """The rooks that may castle; raises `TextError` unless they and their kings are at home."""
        castling = 0
        for letter in words if words != "-" else "":
            rooks, kings = (boards[3], boards[5]) if letter.isupper() else (boards[9], boards[11])
            if not self.castling_homes:
                raise TextError(f"{clip(words)} should be -: nobody castles here")
            if letter not in self.castling_homes:
                raise TextError(f"{clip(words)} should be letters of {CASTLES}, or - for none")
            king, rook = self.castling_homes[letter]
            if not (kings >> king & rooks >> rook & 1):
                squares = f"{self.cell_name(king)} and {self.cell_name(rook)}"
                right = f"requires a king and a rook on {squares}; leave it out"
                raise TextError(f"{letter} of {clip(words)} {right}")
            castling |= 1 << rook
        return castling

    def faults(self, state: Position) -> Iterator[str]:
        kings = [(state.kings & side).bit_count() for side in (state.own, state.other)]
        if kings != [1, 1] or state.pawns & (self.top | self.bottom):
            yield "each side should have one king, and no pawns on the first or last row"
        if self.takes_king(state):
            yield "the side that is not to move should not be in check"
        width, square = self.shape[0], state.passant
        beside = square >> width, square << width
        start, behind = beside[:: 1 if state.player == 0 else -1]
        ways = self.bottom >> 2 * width if state.player else self.top << 2 * width
        free = (square | start) & (state.own | state.other) == 0
        if square and not (behind & state.pawns & state.other and free and square & ways):
            yield "en passant should name a square that a pawn has just passed, or be -"

    def takes_king(self, state: Position) -> bool:
        """Whether the mover attacks the enemy king, which cannot happen in legal play."""
        return self.in_check(
            state._replace(own=state.other, other=state.own, player=state.player ^ 1)
        )

    def swapped(self, state: Position) -> Position:
        """The board upside down, with the sides swapped."""
        return self.parse_state(upside_down(self.format_state(state)))


def upside_down(text: str) -> str:
    """Swap the sides in a FEN without counters, and mirror its board from top to bottom."""
    board, player, castling, passant = text.split()
    rows = "/".join(reversed(board.split("/"))).swapcase()
    castling = "".join(sorted(castling.swapcase(), key=f"{CASTLES}-".index))
    count = board.count("/") + 1
    square = passant if passant == "-" else f"{passant[0]}{count + 1 - int(passant[1])}"
    return f"{rows} {'b' if player == 'w' else 'w'} {castling} {square}"


class Chess(ChessGame):
    """Checkmate the king: the rules of FIDE, with castling, en passant and promotion.

    White begins. A player who cannot move loses if in check; otherwise it is stalemate, a draw. A
    game is drawn when a position occurs for the third time, or after fifty moves of both players
    without a capture or a pawn's move; dead positions, like bare kings, go on until then. Matches
    have options for these draws.

    Bit 8 · y + x is the square in column x and row y, from the upper left. Moves are written in
    algebraic notation, "Nf3", "exd8=Q+", "O-O"; "g1f3" is also read. A position's text is a
    FEN without its counters: "8/8/8/8/8/2k5/1q6/K7 w - -".
    """

    shape, double = (8, 8), True
    meant = ("shared bits", "changes")  # the en passant square is empty; castling moves a far rook
    setup = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


class Gardner(ChessGame):
    """Chess on 5 × 5 squares with one piece of each kind and five pawns.

    Pawns step one square at a time, and nobody castles; otherwise the rules are those of chess.
    White begins. (Martin Gardner, 1969) Texts of moves and positions are those of chess.
    """

    shape = (5, 5)
    setup = "rnbqk/ppppp/5/PPPPP/RNBQK w - -"


class LosAlamos(ChessGame):
    """Chess without bishops on 6 × 6 squares, the first a computer played (MANIAC, 1956).

    Pawns step one square at a time and become queens, rooks or knights; nobody castles. Otherwise
    the rules are those of chess. White begins. (Paul Stein and Mark Wells) Texts of moves and
    positions are those of chess.
    """

    shape, promotions = (6, 6), (4, 3, 1)
    shapes = {letter: shape for letter, shape in ChessGame.shapes.items() if letter not in "Bb"}
    setup = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - -"
