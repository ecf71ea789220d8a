"""Games with one planted bug each, and the laws by which the check has to find it.

The docstring of each class describes its bug. `PLANTED` lists the games, the laws that have to find
the bug, and the number of moves in the shortest game that shows it.
"""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import misleading
import numberedgames
from pointgames import CallsEndlessPlayADraw, Matches, Strip
from pointgames import Stones as Row
from toys import Again, Heap
from zermelo import DRAW, LOSS, ONGOING, WIN, Game, Picture
from zermelo.games.connectfour import ConnectFour, Discs, Terms
from zermelo.games.isolation import Cells, Isolation, slide
from zermelo.games.mnk import MNK, Stones, TicTacToe
from zermelo.games.nim import Nim, Rows
from zermelo.kit.lines import has_line

MOODS = itertools.count()

# Rules that are consistent, but break the symmetries of the board ---------------------------------


class NeverSlidesToZero(Isolation):
    """No slide ever enters cell 0."""

    def reach(self, piece: int, open_cells: int) -> int:
        if piece == 0:
            return open_cells
        cells, first = 0, 4 * (piece.bit_length() - 1)
        for i in range(first, first + 4):
            cells |= slide(piece, self.lines[i], open_cells)
        return cells & ~1


class WrapsAround(MNK):
    """Bits of neighbouring rows have no gap between them, so that lines wrap around the edge."""

    @property
    def stride(self) -> int:
        return self.width

    @property
    def _cells(self) -> tuple[int, ...]:
        return tuple(range(self.width * self.height))


class MissesADiagonal(TicTacToe):
    """The rising diagonal does not count as a line."""

    def over(self, state: Stones) -> bool:
        rising = 1 << 2 | 1 << 5 | 1 << 8
        return has_line(state.other, self.stride, self.k) and state.other & rising != rising

    def moves(self, state: Stones) -> Iterator[int]:
        for cell in range(11):
            if not self.over(state) and self.board & ~(state.own | state.other) & 1 << cell:
                yield cell

    def outcome(self, state: Stones) -> int:
        if self.over(state):
            return LOSS
        return DRAW if state.own | state.other == self.board else ONGOING


# Outcomes, players and moves ---------------------------------------------------------------------


class WrongWinner(ConnectFour):
    """The player with a line loses."""

    def outcome(self, state: Discs) -> int:
        if has_line(state.other, self.stride, self.k):
            return WIN
        return DRAW if state.own | state.other == self.board else ONGOING


class WinnerByPlayer(Nim):
    """The outcome is always that of player 0, not of the player to move."""

    def outcome(self, state: Rows) -> int:
        for matches in state.rows:
            if matches:
                return ONGOING
        return LOSS if state.player == 0 else WIN


class GoesOnAfterTheEnd(TicTacToe):
    """The game has moves after a line."""

    def moves(self, state: Stones) -> Iterator[int]:
        for cell in range(11):
            if self.board & ~(state.own | state.other) & 1 << cell:
                yield cell


class NeverEnds(TicTacToe):
    """A full board has no outcome."""

    def outcome(self, state: Stones) -> int:
        return LOSS if has_line(state.other, self.stride, self.k) else ONGOING


class ThreePlayers(Nim):
    """The player's number grows with each move."""

    def play(self, state: Rows, move: int) -> Rows:
        following = super().play(state, move)
        return Rows(following.rows, state.player + 1)


class CentreKeepsTheMove(TicTacToe):
    """After a stone in the centre the player stays the same, though the stones change sides."""

    def play(self, state: Stones, move: int) -> Stones:
        player = state.player if move == 5 else state.player ^ 1
        return Stones(state.other, state.own | 1 << move, player)


class Repeats(Nim):
    """The move that takes one match is listed twice."""

    def moves(self, state: Rows) -> Iterator[int]:
        for row in range(len(state.rows)):
            for count in range(state.rows[row] + 1):
                yield row * self.base + max(count, 1)


class RepeatsFarAway(ConnectFour):
    """Once column 1 is full, a move in column 2 is listed twice."""

    def moves(self, state: Discs) -> Iterator[int]:
        for move in super().moves(state):
            yield move
            if (state.own | state.other) >> 5 & 1 and move // self.stride == 1:
                yield move


# Play --------------------------------------------------------------------------------------------


class Weight(NamedTuple):
    left: float
    player: int


class Weighs(Game[Weight]):
    """Each player takes one of two pounds; the rest becomes a float."""

    def start(self) -> Weight:
        return Weight(2, 0)

    def moves(self, state: Weight) -> Iterator[int]:
        if state.left >= 1:
            yield 1

    def play(self, state: Weight, move: int) -> Weight:
        return Weight(state.left - move / 1, state.player ^ 1)


VISITS: list[int] = []


class Remembers(Nim):
    """The effect of a move depends on the number of moves made in all games so far."""

    def play(self, state: Rows, move: int) -> Rows:
        VISITS.append(move)
        following = super().play(state, move)
        return Rows(following.rows, len(VISITS) % 2)


class LosesItsType(Nim):
    """A move returns a plain tuple instead of `Rows`."""

    def play(self, state: Rows, move: int) -> Rows:
        return tuple(super().play(state, move))  # type: ignore[return-value]


class Raises(ConnectFour):
    """Filling a column raises an error."""

    def play(self, state: Discs, move: int) -> Discs:
        if move % self.stride == self.height - 1:
            raise IndexError("no room")
        return super().play(state, move)


# Compiled rules ----------------------------------------------------------------------------------


class Moody(Again):
    """A property has another value each time, though the compiler takes it for a constant."""

    @property
    def mood(self) -> float:
        return 1 / (2 + next(MOODS))

    def evaluate(self, state: Heap) -> float:
        return (self.lead(state) / (2 * self.size) + self.mood) / 4


class BigInts(MNK):
    """Computing the key needs more than 63 bits, which is no bug."""

    def key(self, state: Stones) -> int:
        return (state.own << 45 | state.other << 20) % 1_000_000_007


class ShiftsTooFar(Again):
    """A shift goes beyond 63 bits, which is no bug either."""

    def evaluate(self, state: Heap) -> float:
        return ((1 << state.left) > 1000) / 2


# Texts and pictures ------------------------------------------------------------------------------


class SwapsItsTexts(Isolation):
    """Moves are written "column,row" and read as "row,column"."""

    def parse_move(self, state: Cells, text: str) -> int:
        row, column = map(int, text.split(","))
        return row * self.width + column


class SameText(Isolation):
    """A move's text is only its column."""

    def format_move(self, state: Cells, move: int) -> str:
        return str(move % self.width)


class ForgetsTheMoverInTexts(Nim):
    """Every text of a position says that A is to move."""

    def format_state(self, state: Rows) -> str:
        return f"{','.join(map(str, state.rows))} A"


class ClicksTheColumn(ConnectFour):
    """A move is clicked in the column to the left."""

    def picture(self, state: Discs) -> Picture:
        picture = super().picture(state)
        clicks = {move: (max(0, move // self.stride - 1),) for move in picture.clicks}
        return Picture.grid(self.width, self.height, picture.pieces, clicks)


class ClicksTheTakenCell(TicTacToe):
    """Taken cells may be clicked, too."""

    def picture(self, state: Stones) -> Picture:
        clicks = {4 * (i // 3) + i % 3: (i,) for i in range(9)}
        return Picture.grid(3, 3, super().picture(state).pieces, clicks)


class TakesClicksInFullColumns(ConnectFour):
    """A click counts for the cell above the discs of its column, even if the column is full."""

    def picture(self, state: Discs) -> Picture:
        picture = super().picture(state)
        full = {x: x - self.width for x in range(self.width) if x in picture.pieces}
        return replace(picture, aliases={**picture.aliases, **full})


class PassesOnTwoButtons(Strip):
    """Stones may be put by buttons, too, and all buttons have the same label."""

    def picture(self, state: Row) -> Picture:
        picture = super().picture(state)
        return replace(picture, buttons=dict.fromkeys([*picture.clicks, *picture.buttons], "go"))


# Points ------------------------------------------------------------------------------------------


class CountsBeyondItsBound(Matches):
    """One player may take more matches than the bound of scores allows."""

    @property
    def score_bound(self) -> int:
        return self.size - 1


class WinsWithFewerPoints(Matches):
    """The outcome says that whoever has fewer points has won."""

    def outcome(self, state: Heap) -> int:
        outcome = super().outcome(state)
        return outcome if outcome == ONGOING else -outcome


# Invariants, features, actions, and exchanged players ---------------------------------------------


class CountsWrongly(Nim):
    """The invariant assumes that every move takes one match."""

    def invariant(self, state: Rows) -> bool:
        return (sum(self.rows) - sum(state.rows)) % 2 == state.player


class SwapsTheDiscsToo(ConnectFour):
    """Swapping exchanges the discs, too, so that the mover gets the opponent's discs."""

    def swapped(self, state: Discs) -> Discs:
        return Discs(state.other, state.own, state.player ^ 1)


class WeighsItsOwnAlone(ConnectFour):
    """Its features leave out the opponent's threats."""

    def features(self, state: Discs) -> Terms:
        own = (self.threats(state.own) & ~state.other).bit_count()
        return Terms(own / self.scale, self.amid(state) / self.scale)


class GoesOnByPlace(TicTacToe):
    """The number of moves, counted by place, is not 0 after a line."""

    def move_count(self, state: Stones) -> int:
        return self.remaining(state)


class ForgetsTheLastCell(TicTacToe):
    """The lower right cell is not among the actions."""

    def actions(self) -> Iterator[int]:
        yield from self._cells[:-1]


class ObservesTheMoves(TicTacToe):
    """The observation is the list of moves, whose length changes."""

    def observation(self, state: Stones) -> list[int]:
        return list(self.moves(state))


PLANTED = [
    (CallsEndlessPlayADraw(), {"scores": 1}),
    (Weighs(), {"play": 0}),
    (ForgetsTheLastCell(), {"actions": 0}),
    (ObservesTheMoves(), {"observations": 1}),
    (CountsWrongly(rows=(3, 1)), {"invariants": 1}),
    (SwapsTheDiscsToo(width=4, height=4), {"swaps": 5}),
    (NeverSlidesToZero(), {"symmetries": 2}),
    (WrapsAround(height=4), {"symmetries": 3}),
    (MissesADiagonal(), {"symmetries": 4, "state texts": 6}),
    (WrongWinner(width=4, height=4), {"foresee": 6}),
    (WinnerByPlayer(rows=(2, 2)), {"keys": 2}),
    (GoesOnAfterTheEnd(), {"outcomes": 5}),
    (NeverEnds(), {"outcomes": 9}),
    (ThreePlayers(), {"players": 2}),
    (CentreKeepsTheMove(), {"state texts": 1}),
    (Repeats(), {"moves": 0}),
    (GoesOnByPlace(), {"moves": 5}),
    (Remembers(), {"play": 0}),
    (LosesItsType(), {"play": 0}),
    (Raises(), {"play": 5}),
    (WeighsItsOwnAlone(width=3, height=3, k=3), {"features": 3}),
    (SwapsItsTexts(width=3, height=3), {"move texts": 0}),
    (SameText(), {"move texts": 0}),
    (ForgetsTheMoverInTexts(), {"state texts": 1}),
    (ClicksTheColumn(), {"pictures": 0}),
    (ClicksTheTakenCell(), {"pictures": 1}),
    (TakesClicksInFullColumns(width=2, height=2, k=2), {"pictures": 2}),
    (PassesOnTwoButtons(), {"pictures": 0}),
    (CountsBeyondItsBound(size=3), {"scores": 1}),
    (WinsWithFewerPoints(size=3), {"scores": 1}),
    *misleading.PLANTED,
    *numberedgames.PLANTED,
]
COMPILED = [  # found only in compiled rules, or by the plies that a search looks ahead
    (Moody(size=7), {"native": 0}),
    (misleading.TooLate(), {"foresee": 4}),
]
