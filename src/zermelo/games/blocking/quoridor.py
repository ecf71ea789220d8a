"""Quoridor: two pawns race to the far row, and walls lengthen the opponent's way."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from string import ascii_lowercase
from typing import NamedTuple

from zermelo.contract.game import LOSS, ONGOING, Picture, cells
from zermelo.errors import TextError, clip
from zermelo.kit.boards import STRAIGHT, BoardGame, board_symmetries, moved, spaced


class Maze(NamedTuple):
    """Bitboards of the mover's pawn, the opponent's and all walls; how many walls each has in hand.

    The boards also have bits for the gaps between cells, where walls stand.
    """

    own: int
    other: int
    walls: int
    hand: int
    other_hand: int
    player: int


class Quoridor(BoardGame[Maze]):
    """Players move their pawn one step or place a wall; the first pawn on the far row wins.

    A pawn moves straight, and jumps over an adjacent pawn, or goes to a cell beside that pawn if
    the edge or a wall is behind it. A wall is two cells long, crosses no other, and must leave both
    pawns a path. A player without a move passes. X, at the bottom, begins. (Mirko Marchesi, 1997)

    walls  the number of walls each player has

    A move is the bit of a cell, or of the gap at the upper or left half of a wall; its text is
    "c4", "c4h" for a horizontal wall below that cell, or "c4v" for a vertical one to its right. A
    position's text has the rows, including the gaps, both hands and the player to move:
    "..O../...../.###./...../..X.. 1,0 O".
    """

    size: int = 5
    walls: int = 3
    limits = {"size": range(3, 10, 2), "walls": range(11)}
    letters, symbols, surface = "XO#", "●○■", ""
    shapes = {"●": "dark man", "○": "light man", "■": "dot"}
    meant = ("moves",)  # a move names a wall's left half, which a mirror makes its right half

    @cached_property
    def shape(self) -> tuple[int, int]:
        return 2 * self.size - 1, 2 * self.size - 1

    def start(self) -> Maze:
        middle = 1 << self.shape[0] // 2
        return Maze(middle << self.area - self.shape[0], middle, 0, self.walls, self.walls, 0)

    def moves(self, state: Maze) -> Iterator[int]:
        if not self.home(state.other, 1 - state.player):
            targets = self.targets(state)
            for cell in cells(targets):
                yield cell
            stuck = targets == 0
            for gap in cells(self.gaps & ~state.walls if state.hand else 0):
                if not self.wall(gap) & state.walls and self.passable(self.play(state, gap)):
                    stuck = False
                    yield gap
            if stuck:
                yield state.own.bit_length() - 1

    def home(self, pawn: int, player: int) -> bool:
        """Whether a pawn is on its far row."""
        return pawn & (self.bottom if player else self.top) != 0

    @cached_property
    def gaps(self) -> int:
        """The gaps where the upper or left half of a wall can be."""
        return sum(2 << cell for cell in range(0, self.area - 1, 2)) & ~(self.right | self.bottom)

    def wall(self, gap: int) -> int:
        """The wall with its upper or left half in a gap."""
        along = 1 if gap // self.shape[0] % 2 else self.shape[0]
        return 1 << gap | 1 << gap + along | 1 << gap + 2 * along

    def stepped(self, cells: int, way: int, walls: int) -> int:
        """The cells one step from `cells`, in direction `way` of `STRAIGHT`, not across walls."""
        right, down = STRAIGHT[way]
        gaps = self.shifted(cells, right, down) & self.board & ~walls
        return self.shifted(gaps, right, down)

    def targets(self, state: Maze) -> int:
        """The cells that the mover's pawn can go to."""
        found = 0
        for way in range(4):
            step = self.stepped(state.own, way, state.walls)
            if step == state.other:
                step = self.stepped(state.other, way, state.walls)
                if step == 0:
                    step = self.stepped(state.other, (way + 1) % 4, state.walls)
                    step |= self.stepped(state.other, (way + 3) % 4, state.walls)
            found |= step
        return found

    def passable(self, state: Maze) -> bool:
        """Whether the walls leave both pawns a path."""
        own = self.distance(state.own, state.player, state.walls)
        return own >= 0 and self.distance(state.other, 1 - state.player, state.walls) >= 0

    def distance(self, pawn: int, player: int, walls: int) -> int:
        """The number of steps a pawn needs, ignoring the other pawn; −1 if there is no path."""
        reached, steps = pawn, 0
        while not self.home(reached, player):
            wider = reached
            for way in range(4):
                wider |= self.stepped(reached, way, walls)
            if wider == reached:
                return -1
            reached, steps = wider, steps + 1
        return steps

    def play(self, state: Maze, move: int) -> Maze:
        own, walls, hand = 1 << move, state.walls, state.hand
        if self.gaps & own:
            own, walls, hand = state.own, walls | self.wall(move), hand - 1
        return Maze(state.other, own, walls, state.other_hand, hand, 1 - state.player)

    def outcome(self, state: Maze) -> int:
        return LOSS if self.home(state.other, 1 - state.player) else ONGOING

    def evaluate(self, state: Maze) -> float:
        """The mover's lead in steps to the far row, plus a little for walls in hand."""
        ahead = self.distance(state.other, 1 - state.player, state.walls)
        ahead -= self.distance(state.own, state.player, state.walls)
        return (4 * ahead + state.hand - state.other_hand) / (4 * self.area + 11)

    def tier(self, state: Maze) -> int:
        return -state.hand - state.other_hand

    def progress(self, state: Maze, move: int) -> bool:
        return self.gaps >> move & 1 != 0

    def symmetries(self, state: Maze) -> Iterator[Maze]:
        yield state
        own, other = moved(state.own, self.mirror, 0), moved(state.other, self.mirror, 0)
        yield state._replace(own=own, other=other, walls=moved(state.walls, self.mirror, 0))

    @cached_property
    def mirror(self) -> tuple[int, ...]:
        """The image of each cell with left and right swapped."""
        return board_symmetries(*self.shape)[1]

    def actions(self) -> Iterator[int]:
        for gap in range(self.area):
            x, y = gap % self.shape[0], gap // self.shape[0]
            if self.gaps >> gap & 1 or x % 2 == y % 2 == 0:
                yield gap

    def cell_name(self, cell: int) -> str:
        y, x = divmod(cell, self.shape[0])
        wall = "h" if y % 2 else "v" if x % 2 else ""
        return f"{self.column_label(x // 2)}{self.size - y // 2}{wall}"

    def hands(self, state: Maze) -> tuple[int, int]:
        """The walls that X and O have in hand."""
        first, second = (state.hand, state.other_hand)[:: -1 if state.player else 1]
        return first, second

    def format_state(self, state: Maze) -> str:
        rows, mover = super().format_state(state).split()
        return "{} {},{} {}".format(rows, *self.hands(state), mover)

    def parse_state(self, text: str) -> Maze:
        found = re.fullmatch(r"(.*\S)\s+(\d+)\s*,\s*(\d+)\s+([XO])\s*", text)
        if not found:
            raise TextError(f"{clip(text)} should end with hands and player, like {self.example}")
        first, second = int(found[2]), int(found[3])
        state = super().parse_state(f"{found[1]} {found[4]}")
        if max(first, second) > self.walls or first + second + state.hand != 2 * self.walls:
            raise TextError(f"there should be {2 * self.walls} walls in total, like {self.example}")
        own, other = (second, first) if state.player else (first, second)
        return state._replace(hand=own, other_hand=other)

    def from_bitboards(self, boards: Sequence[int], player: int) -> Maze:
        """The state; `hand` has the number of walls on the board until `parse_state` sets it."""
        own, other, walls = self._by_player(boards, player)
        squares = sum(1 << cell for cell in self.actions()) & ~self.gaps
        if walls & squares or walls.bit_count() % 3 or not own & squares or not other & squares:
            raise TextError(f"pawns belong on cells, and walls between them, as in {self.example}")
        state = Maze(own, other, walls, walls.bit_count() // 3, 0, player)
        if own & own - 1 or other & other - 1 or self.home(own, player) or not self.passable(state):
            raise TextError("there should be two pawns, each with a path to its far row")
        return state

    def picture(self, state: Maze) -> Picture:
        walls, strings = state.walls, list[tuple[int, int, int]]()
        for gap in cells(self.gaps & walls):
            wall = self.wall(gap)
            if wall & ~walls == 0:
                walls ^= wall
                strings.append((2, gap, wall.bit_length() - 1))
        even = [cell for cell in self.actions() if not self.gaps >> cell & 1]
        return self.pictured(
            state,
            strings=strings,
            sizes=dict.fromkeys(range(self.area), 0.4) | dict.fromkeys(even, 1.6),
            columns=spaced(ascii_lowercase[: self.size]),
            rows=spaced([str(row) for row in range(self.size, 0, -1)]),
            caption="walls in hand: black {}  white {}".format(*self.hands(state)),
        )
