"""The rules of chess, for boards of several sizes."""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, NamedTuple

from zermelo.contract.game import DRAW, LOSS, ONGOING, cells
from zermelo.kit.lines import SlideGame
from zermelo.kit.pieces import PieceGame, carried


class Position(NamedTuple):
    """Bitboards of the mover's pieces, the opponent's, and each kind; castling and en passant.

    castling  the rooks with which a king that has not moved may castle
    passant   the square a pawn has just passed, if an enemy pawn attacks it
    """

    own: int
    other: int
    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    castling: int
    passant: int
    player: int


class ChessRules(SlideGame[Position], PieceGame[Position]):
    """The moves of chess pieces, on a board that starts as `setup`.

    A move is (promotion · squares + origin) · squares + target; promotion is 0, or 1 to 4 for a
    knight, bishop, rook or queen. Castling is a move of the king by two squares.
    """

    setup: ClassVar[str]
    promotions: ClassVar[tuple[int, ...]] = (4, 3, 2, 1)
    double: ClassVar[bool] = False  # whether a pawn's first step may cover two squares

    @cached_property
    def takes(self) -> tuple[int, ...]:
        """The squares that a pawn attacks, at the index player · squares + square."""
        return self.around(((-1, -1), (1, -1))) + self.around(((-1, 1), (1, 1)))

    @cached_property
    def second_rows(self) -> int:
        """The rows where pawns may take a double step."""
        rows = self.top << self.shape[0] | self.bottom >> self.shape[0]
        return rows if self.double else 0

    @property
    def example(self) -> str:
        return self.setup

    def start(self) -> Position:
        return self.parse_state(self.setup)

    # Attacks -------------------------------------------------------------------------------------

    def attackers(self, state: Position, square: int, occupied: int, enemies: int) -> int:
        """The `enemies` that attack the mover on `square`, if pieces stand on `occupied`."""
        result = self.knight_steps[square] & state.knights | self.king_steps[square] & state.kings
        result |= self.takes[state.player * self.area + square] & state.pawns
        result &= enemies
        rooks = (state.rooks | state.queens) & enemies
        if self.rows_through[square] & rooks:
            result |= self.straight(square, occupied) & rooks
        bishops = (state.bishops | state.queens) & enemies
        if self.diagonals_through[square] & bishops:
            result |= self.diagonal(square, occupied) & bishops
        return result

    def pinned(self, state: Position, king: int, occupied: int) -> int:
        """The mover's pinned pieces: each stands alone between its king and an enemy slider."""
        result, own = 0, state.own
        rooks = (state.rooks | state.queens) & state.other
        if self.rows_through[king] & rooks:
            near = self.straight(king, occupied)
            for sniper in cells(self.straight(king, occupied & ~(near & own)) & rooks & ~near):
                result |= self.toward(king, sniper, occupied) & own
        bishops = (state.bishops | state.queens) & state.other
        if self.diagonals_through[king] & bishops:
            near = self.diagonal(king, occupied)
            for sniper in cells(self.diagonal(king, occupied & ~(near & own)) & bishops & ~near):
                result |= self.toward(king, sniper, occupied) & own
        return result

    def king_of(self, state: Position) -> int:
        """The square of the mover's king."""
        return (state.own & state.kings).bit_length() - 1

    def in_check(self, state: Position) -> bool:
        """Whether the mover's king is attacked."""
        occupied = state.own | state.other
        return self.attackers(state, self.king_of(state), occupied, state.other) != 0

    # Moves ---------------------------------------------------------------------------------------

    def moves(self, state: Position) -> Iterator[int]:
        king, occupied = self.king_of(state), state.own | state.other
        checkers = self.attackers(state, king, occupied, state.other)
        for target in cells(self.steps_of_king(state, king, occupied)):
            yield king * self.area + target
        if checkers & checkers - 1 == 0:
            allowed = self.answers(state, king, checkers, occupied)
            pinned, far = self.pinned(state, king, occupied), self.top | self.bottom
            for origin in cells(state.own & ~(1 << king)):
                targets = self.reach(state, origin, occupied) & allowed
                if pinned >> origin & 1:
                    targets &= self.toward(king, origin, 0)
                for target in cells(targets):
                    move = origin * self.area + target
                    if state.pawns >> origin & 1 and far >> target & 1:
                        for promotion in self.promotions:
                            yield promotion * self.area * self.area + move
                    else:
                        yield move
        if state.passant:
            for origin in cells(self.passing(state, king, occupied)):
                yield origin * self.area + state.passant.bit_length() - 1
        if state.castling and not checkers:
            for rook in cells(self.castled(state, king, occupied)):
                yield king * self.area + king + (2 if rook > king else -2)

    def move_count(self, state: Position) -> int:
        king, occupied = self.king_of(state), state.own | state.other
        checkers = self.attackers(state, king, occupied, state.other)
        count = self.steps_of_king(state, king, occupied).bit_count()
        if checkers & checkers - 1 == 0:
            allowed = self.answers(state, king, checkers, occupied)
            pinned, far = self.pinned(state, king, occupied), self.top | self.bottom
            for origin in cells(state.own & ~(1 << king)):
                targets = self.reach(state, origin, occupied) & allowed
                if pinned >> origin & 1:
                    targets &= self.toward(king, origin, 0)
                count += targets.bit_count()
                if state.pawns >> origin & 1 and targets & far:
                    count += (len(self.promotions) - 1) * (targets & far).bit_count()
        if state.passant:
            count += self.passing(state, king, occupied).bit_count()
        if state.castling and not checkers:
            count += self.castled(state, king, occupied).bit_count()
        return count

    def steps_of_king(self, state: Position, king: int, occupied: int) -> int:
        """The squares to which the king can step."""
        result = 0
        for target in cells(self.king_steps[king] & ~state.own):
            if not self.attackers(state, target, occupied & ~(1 << king), state.other):
                result |= 1 << target
        return result

    def answers(self, state: Position, king: int, checkers: int, occupied: int) -> int:
        """The squares where pieces other than the king may go; in check, those that end it."""
        if checkers:
            return checkers | self.toward(king, checkers.bit_length() - 1, occupied)
        return self.board & ~state.own

    def castled(self, state: Position, king: int, occupied: int) -> int:
        """The rooks with which the king can castle."""
        result = 0
        for rook in cells(state.castling & state.own):
            side = 1 if rook > king else -1
            clear = self.toward(king, rook, occupied) >> rook & 1
            if clear and self.safe_way(state, king, side):
                result |= 1 << rook
        return result

    def reach(self, state: Position, origin: int, occupied: int) -> int:
        """The squares that a piece other than the king reaches; pieces of its side may be there."""
        piece = 1 << origin
        if state.pawns & piece:
            width = self.shape[0]
            free, result = ~occupied, self.takes[state.player * self.area + origin] & state.other
            step = (piece << width if state.player else piece >> width) & free
            if step and self.second_rows & piece:
                step |= (step << width if state.player else step >> width) & free
            return result | step
        if state.knights & piece:
            return self.knight_steps[origin]
        result = 0
        if (state.rooks | state.queens) & piece:
            result = self.straight(origin, occupied)
        if (state.bishops | state.queens) & piece:
            result |= self.diagonal(origin, occupied)
        return result

    def passing(self, state: Position, king: int, occupied: int) -> int:
        """The pawns that can capture en passant."""
        result, square = 0, state.passant.bit_length() - 1
        width = self.shape[0]
        victim = state.passant >> width if state.player else state.passant << width
        pawns = self.takes[(1 - state.player) * self.area + square] & state.pawns & state.own
        for origin in cells(pawns):
            after = occupied & ~(victim | 1 << origin) | state.passant
            if not self.attackers(state, king, after, state.other & ~victim):
                result |= 1 << origin
        return result

    def safe_way(self, state: Position, king: int, side: int) -> bool:
        """Whether neither square on a castling king's way is attacked."""
        occupied = state.own | state.other
        return not (
            self.attackers(state, king + side, occupied, state.other)
            or self.attackers(state, king + 2 * side, occupied, state.other)
        )

    def play(self, state: Position, move: int) -> Position:
        width, area = self.shape[0], self.area
        target, origin, promotion = move % area, move // area % area, move // (area * area)
        away, to = 1 << origin, 1 << target
        taken, passant, castling = to, 0, state.castling
        own, rooks = state.own & ~away | to, carried(state.rooks, away, to)
        if state.pawns & away:
            middle = (origin + target) // 2
            if to == state.passant:
                taken |= to >> width if state.player else to << width
            elif abs(target - origin) == 2 * width:
                beside = self.takes[state.player * area + middle] & state.pawns & state.other
                passant = 1 << middle if beside else 0
        elif castling:
            castling &= ~(away | to)
            if state.kings & away:
                castling &= state.other
                if abs(target - origin) == 2:
                    corner = target + 1 if target > origin else target - 2
                    put = 1 << corner | 1 << (origin + target) // 2
                    own, rooks = own ^ put, rooks ^ put
        pawns = carried(state.pawns, away, to) & ~(taken & ~to)
        if promotion:
            pawns &= ~to
        return Position(
            state.other & ~taken,
            own,
            pawns,
            carried(state.knights, away, to) | (to if promotion == 1 else 0),
            carried(state.bishops, away, to) | (to if promotion == 2 else 0),
            rooks | (to if promotion == 3 else 0),
            carried(state.queens, away, to) | (to if promotion == 4 else 0),
            carried(state.kings, away, to),
            castling & ~to,
            passant,
            state.player ^ 1,
        )

    def outcome(self, state: Position) -> int:
        if self.surely_moves(state):
            return ONGOING
        for _ in self.moves(state):
            return ONGOING
        return LOSS if self.in_check(state) else DRAW

    def surely_moves(self, state: Position) -> bool:
        """Whether the mover is not in check, and some pawn that cannot be pinned can step."""
        king, width = self.king_of(state), self.shape[0]
        lines = self.rows_through[king] | self.diagonals_through[king]
        pawns, free = state.own & state.pawns & ~lines, ~(state.own | state.other)
        if not (pawns & (free >> width if state.player else free << width)):
            return False
        return not self.attackers(state, king, ~free, state.other)
