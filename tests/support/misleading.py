"""Planted bugs in hints to searches: keys, symmetries, candidates and distances that mislead."""

from collections.abc import Iterator

from toys import Again, Heap
from zermelo.games.connectfour import ConnectFour, Discs
from zermelo.games.hex import Hex
from zermelo.games.isolation import Cells, Isolation
from zermelo.games.mnk import Stones, TicTacToe
from zermelo.games.nim import Nim, Rows
from zermelo.kit.hexes import Stones as Hexes


class Certain(Isolation):
    """An evaluation reaches 1."""

    def evaluate(self, state: Cells) -> float:
        own = self.reach(state.own, state.open).bit_count()
        return min(1, (own - self.reach(state.other, state.open).bit_count()) / 2)


class ForgetsACell(TicTacToe):
    """The key leaves the last cell out."""

    def key(self, state: Stones) -> int:
        return (state.own & 0x3FF) << 11 | state.other & 0x3FF


class ForgetsTheMover(Again):
    """The key leaves out the player to move, although a player who takes three moves again."""

    def play(self, state: Heap, move: int) -> Heap:
        taken = state.taken + move if state.player == 0 else state.taken
        return Heap(state.left - move, taken, state.player if move == 3 else state.player ^ 1)

    def key(self, state: Heap) -> int:
        return state.left << 10 | state.taken


class ForgetsWhoseDiscs(ConnectFour):
    """The key has the discs without their colours."""

    def key(self, state: Discs) -> int:
        return state.own | state.other

    def unkey(self, key: int) -> Discs:
        return Discs(key, 0, 0)


class UnpacksTheOther(ConnectFour):
    """The state made from a key has the discs of both players exchanged."""

    def unkey(self, key: int) -> Discs:
        state = super().unkey(key)
        return Discs(state.other, state.own, state.player)


class DropsTheSavingMove(ConnectFour):
    """The candidates are the two central columns, even if there is a threat."""

    def candidates(self, state: Discs) -> Iterator[int]:
        count = 0
        for move in self.moves(state):
            if move // self.stride in (1, 2):
                count += 1
                yield move
        if count == 0:
            for move in self.moves(state):
                yield move


class TooShort(Nim):
    """The length of the longest row is given as the most plies left."""

    def remaining(self, state: Rows) -> int:
        return max(state.rows)


class RepliesAnywhere(Hex):
    """The reply to an attacked bridge is the cell beside the right cell."""

    def reply(self, state: Hexes, move: int) -> int:
        answer = super().reply(state, move)
        return answer if answer < 0 else answer + 1


class TrustsOneLink(Hex):
    """One cell that links a player's sides counts as enough, though the opponent can take it."""

    def assured(self, state: Hexes, value: int) -> int:
        return -9 if self.links(state, 1 - state.player)[0] else super().assured(state, value)


class TooLate(ConnectFour):
    """Wins that are not foreseen are said to take at least five plies, although some take three."""

    @property
    def soonest_win(self) -> int:
        return 5


class Descends(Again):
    """The tier falls."""

    def tier(self, state: Heap) -> int:
        return state.left


class Rolls(TicTacToe):
    """Rotating the columns counts as a symmetry, although it breaks diagonals."""

    def symmetries(self, state: Stones) -> Iterator[Stones]:
        yield state
        yield Stones(self.rolled(state.own), self.rolled(state.other), state.player)

    def rolled(self, stones: int) -> int:
        column = 1 | 1 << 4 | 1 << 8
        return (stones & (column << 1 | column)) << 1 | (stones & column << 2) >> 2


class HalfAGroup(Nim):
    """Moving rows on by one counts as a symmetry, but moving them by two does not."""

    def symmetries(self, state: Rows) -> Iterator[Rows]:
        yield state
        yield Rows((state.rows[2], state.rows[0], state.rows[1]), state.player)


PLANTED = [
    (Certain(), {"estimates": 2}),
    (ForgetsACell(), {"keys": 1}),
    (ForgetsTheMover(), {"keys": 3}),
    (ForgetsWhoseDiscs(width=4, height=4), {"keys": 6, "unkeys": 3}),
    (UnpacksTheOther(width=4, height=4), {"unkeys": 1}),
    (DropsTheSavingMove(width=4, height=4), {"candidates": 5}),
    (TrustsOneLink(size=3), {"assured": 3}),
    (RepliesAnywhere(size=3), {"replies": 1}),
    (TooShort(), {"remaining": 0}),
    (Descends(), {"tiers": 0}),
    (Rolls(), {"symmetries": 1}),
    (HalfAGroup(rows=(2, 2, 2)), {"symmetries": 2}),
]
