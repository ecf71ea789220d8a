"""Go on small boards: stones without liberties are captured; the larger area wins."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zermelo.contract.game import cells
from zermelo.errors import TextError, clip
from zermelo.kit.graphs import GroupGame
from zermelo.kit.pieces import STONES


class Goban(NamedTuple):
    """Bitboards of both colours, the passes since the last stone, and past boards (`Go.after`)."""

    black: int
    white: int
    passes: int
    past: tuple[int, ...]
    player: int


class Go(GroupGame[Goban]):
    """Players put a stone on an empty point or pass; groups without a liberty are captured.

    Black begins. A stone may not leave its own group without a liberty, nor repeat the board after
    one of the last `memory` stones (positional superko). Two passes in a row end the game. Each
    side counts its stones and the empty points that only its stones reach; the score is the
    difference. (Area scoring without komi, as in John Tromp's rules, but without suicide.)

    size    the points along a side; from 4, the computer mostly estimates and rarely proves
    memory  the number of past boards not to repeat; on 2 × 2 there are only 57 boards

    Bit y · size + x is the point in column x and row y, from the upper left. A move is a point, or
    `size` · `size` for a pass; its text is "b2", or "pass". A position's text has the past boards,
    the board, passes, and the player to move: ".../.../... X../.../... O".
    """

    size: int = 3
    memory: int = 8
    limits = {"size": range(1, 10), "memory": range(1, 65)}
    symbols, surface, shapes = "●○", "stones", STONES
    alphabet = "abcdefghjklmnopqrst"  # columns skip the letter i

    def start(self) -> Goban:
        return Goban(0, 0, 0, (0,) * self.memory, 0)

    def moves(self, state: Goban) -> Iterator[int]:
        if state.passes < 2:
            for point in cells(self.board & ~(state.black | state.white)):
                board = self.after(state, point)
                if board and board not in state.past:
                    yield point
            yield self.area

    def play(self, state: Goban, move: int) -> Goban:
        if move == self.area:
            return state._replace(passes=state.passes + 1, player=state.player ^ 1)
        board = self.after(state, move)
        past = (*state.past[1:], board)
        return Goban(board >> self.area, board & self.board, 0, past, state.player ^ 1)

    def after(self, state: Goban, point: int) -> int:
        """The board after a stone, black's bits above white's; 0 if its group has no liberty."""
        own, other = (state.white, state.black) if state.player else (state.black, state.white)
        own |= 1 << point
        for near in cells(self.neighbours(1 << point) & other):
            group = self.grown(1 << near, other)
            if not self.neighbours(group) & ~(own | other):
                other &= ~group
        if not self.neighbours(self.grown(1 << point, own)) & ~(own | other):
            return 0  # no board is 0, as it has the new stone
        return other << self.area | own if state.player else own << self.area | other

    def score(self, state: Goban) -> int:
        ahead = self.held(state.black, state.white) - self.held(state.white, state.black)
        return -ahead if state.player else ahead

    @property
    def score_bound(self) -> int:
        return self.area

    def held(self, own: int, other: int) -> int:
        """The number of stones of one colour plus the empty points that only they reach."""
        free = self.board & ~(own | other)
        reached = self.grown(own, own | free) & ~self.grown(other, other | free)
        return reached.bit_count()

    def evaluate(self, state: Goban) -> float:
        """The mover's lead in points, as if the game ended now."""
        return self.score(state) / (self.area + 1)

    def gain(self, state: Goban, move: int) -> int:
        """The number of captured stones; areas change until the end."""
        after = self.play(state, move)
        own, now = (state.black, after.black) if state.player else (state.white, after.white)
        return own.bit_count() - now.bit_count()

    def order(self, state: Goban, move: int) -> int:
        """Prefer captures and the middle; rate a pass -9, or 9 if it wins; fill own eyes last."""
        if move == self.area:
            return 9 if state.passes and self.score(state) > 0 else -9
        own, other = (state.white, state.black) if state.player else (state.black, state.white)
        if self.neighbours(1 << move) & ~own == 0:
            return -99
        board = self.after(state, move)
        left = board & self.board if state.player == 0 else board >> self.area
        x, y = move % self.size, move // self.size
        middle = -abs(2 * x + 1 - self.size) - abs(2 * y + 1 - self.size)
        return 4 * (other.bit_count() - left.bit_count()) + middle

    def actions(self) -> Iterator[int]:
        yield from range(self.area + 1)

    def from_bitboards(self, boards: Sequence[int], last: int) -> Goban:
        past = (0,) * (self.memory - 1) + (boards[0] << self.area | boards[1],)
        return Goban(boards[0], boards[1], 0, past, last)

    def format_state(self, state: Goban) -> str:
        past = [self.from_bitboards(divmod(b, 1 << self.area), 0) for b in state.past[:-1] if b]
        boards = [super(Go, self).format_state(board)[:-2] for board in past]
        board, player = super().format_state(state).split()
        return " ".join([*boards, board, *["pass"] * state.passes, player])

    def parse_state(self, text: str) -> Goban:
        words = text.split() or [""]
        boards = [word for word in words[:-1] if word != "pass"] or [""]
        read = [super(Go, self).parse_state(f"{board} {words[-1]}") for board in boards]
        past, passes = tuple(state.past[-1] for state in read), words.count("pass")
        if len(past) > self.memory or len(set(past)) < len(past) or passes > 2:
            right = f"at most {self.memory} past boards, all different, and at most two passes"
            raise TextError(f"{clip(text)} should have {right}, like {self.example}")
        return read[-1]._replace(passes=passes, past=(0,) * (self.memory - len(past)) + past)

    def faults(self, state: Goban) -> Iterator[str]:
        free = self.board & ~(state.black | state.white)
        for stones in (state.black, state.white):
            if self.grown(self.neighbours(free) & stones, stones) != stones:
                yield f"every group should have a liberty, like {self.example}"
