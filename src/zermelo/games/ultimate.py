"""Ultimate tic-tac-toe: nine boards in one; each move determines the board for the next."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from zermelo.contract.game import DRAW, LOSS, ONGOING, Picture, cells
from zermelo.errors import TextError
from zermelo.kit.boards import BoardLook, board_symmetries, moved, mover_after

LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
ANY = 9  # the mover may choose a board
ROWS, COLUMNS = ("upper", "middle", "lower"), ("left", "middle", "right")
PLACES = [f"the {y} {x} board".replace("middle middle", "middle") for y in ROWS for x in COLUMNS]
PLACES.append("any board")


class Boards(NamedTuple):
    """Bitboards of the mover's and the opponent's stones on 81 cells, of the boards that each has
    won and of the drawn ones; the board to play in, or ANY; and the player to move.
    """

    own: int
    other: int
    own_won: int
    other_won: int
    drawn: int
    board: int
    player: int


class Ultimate(BoardLook[Boards]):
    """Tic-tac-toe in nine small boards; three won boards in a line win the game.

    The cell of a small board where a player moves determines the board where the opponent must play
    next; if that board is decided, the opponent may play in any undecided one. Three in a line win
    a small board; a full one is drawn. If all are decided without three won boards in a line, the
    game is a draw. X begins, anywhere.

    Boards and cells are numbered row by row. A move is 9 · board + cell, which is also its bit; its
    text is "a1" for the lower left of the whole board. A position's text has the nine rows
    and the board to play in, from 0, or "*" for any: "X......../…/......... 0".
    """

    size = 9
    movers, ending = "012345678*", "a board"
    pair, surface = "{row},{column}", "paper"

    # The rules -----------------------------------------------------------------------------------

    def start(self) -> Boards:
        return Boards(0, 0, 0, 0, 0, ANY, 0)

    def moves(self, state: Boards) -> Iterator[int]:
        if not self.has_line(state.other_won):
            decided = state.own_won | state.other_won | state.drawn
            stones = state.own | state.other
            for board in range(9):
                if state.board == board or (state.board == ANY and not decided >> board & 1):
                    taken = stones >> 9 * board & 0x1FF
                    for cell in range(9):
                        if not taken >> cell & 1:
                            yield 9 * board + cell

    def play(self, state: Boards, move: int) -> Boards:
        board, cell = move // 9, move % 9
        own = state.own | 1 << move
        mine = own >> 9 * board & 0x1FF
        won, drawn = state.own_won, state.drawn
        if self.has_line(mine):
            won |= 1 << board
        elif mine | state.other >> 9 * board & 0x1FF == 0x1FF:
            drawn |= 1 << board
        decided = won | state.other_won | drawn
        following = ANY if decided >> cell & 1 else cell
        return Boards(state.other, own, state.other_won, won, drawn, following, state.player ^ 1)

    def has_line(self, cells: int) -> bool:
        """Whether three of nine cells make a line."""
        for line in LINES:
            if cells & line == line:
                return True
        return False

    def outcome(self, state: Boards) -> int:
        if self.has_line(state.other_won):
            return LOSS
        return DRAW if state.own_won | state.other_won | state.drawn == 0x1FF else ONGOING

    # Hints for the search ------------------------------------------------------------------------

    def evaluate(self, state: Boards) -> float:
        """The mover's lead in won boards and in lines, large and small; free choice adds to it."""
        worth = self.prospects(state.own_won, state.other_won | state.drawn)
        worth -= self.prospects(state.other_won, state.own_won | state.drawn)
        worth *= 24
        for board in cells(0x1FF & ~(state.own_won | state.other_won | state.drawn)):
            worth += self.lines_open(state, board) * (4 if board == 4 else 3 - board % 2)
        return (worth + (24 if state.board == ANY else 0)) / 6144

    def lines_open(self, state: Boards, board: int) -> int:
        """The sum over open lines of the mover's stones squared − the opponent's stones squared."""
        worth = 0
        for line in LINES:
            own = (state.own >> 9 * board & line).bit_count()
            other = (state.other >> 9 * board & line).bit_count()
            if not own or not other:
                worth += own * own - other * other
        return worth

    def prospects(self, won: int, closed: int) -> int:
        """3 for each won board + the squared number of won boards in each open line."""
        worth = 3 * won.bit_count()
        for line in LINES:
            if closed & line == 0:
                worth += (won & line).bit_count() ** 2
        return worth

    def remaining(self, state: Boards) -> int:
        free, decided = 0, state.own_won | state.other_won | state.drawn
        if self.has_line(state.other_won):
            return 0
        for board in range(9):
            if not decided >> board & 1:
                free += 9 - ((state.own | state.other) >> 9 * board & 0x1FF).bit_count()
        return free

    # For the solver ------------------------------------------------------------------------------

    @cached_property
    def small(self) -> tuple[int, ...]:
        """The image of each of the nine boards, or cells, under each of the eight symmetries."""
        return sum(board_symmetries(3, 3), ())

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The image of each of 81 cells: the image of its cell in the image of its board."""
        collected: list[int] = []
        for images in board_symmetries(3, 3):
            collected += [9 * board + cell for board in images for cell in images]
        return tuple(collected)

    def symmetries(self, state: Boards) -> Iterator[Boards]:
        for turn in range(8):
            yield Boards(
                moved(state.own, self.images, 81 * turn),
                moved(state.other, self.images, 81 * turn),
                moved(state.own_won, self.small, 9 * turn),
                moved(state.other_won, self.small, 9 * turn),
                moved(state.drawn, self.small, 9 * turn),
                ANY if state.board == ANY else self.small[9 * turn + state.board],
                state.player,
            )

    # For people and learners ---------------------------------------------------------------------

    def actions(self) -> Iterator[int]:
        yield from range(81)

    @property
    def layout(self) -> tuple[int, ...]:
        """The bit of each cell of the whole board, row by row."""
        board = range(9)
        return tuple(9 * (y // 3 * 3 + x // 3) + y % 3 * 3 + x % 3 for y in board for x in board)

    @property
    def spots(self) -> list[tuple[int, int]]:
        return [(x + x // 3, y + y // 3) for y in range(9) for x in range(9)]

    def last(self, state: Boards) -> int:
        return state.board

    def from_bitboards(self, boards: Sequence[int], last: int) -> Boards:
        """The state with the results of its small boards."""
        player = mover_after(boards[0], boards[1], self.example)
        own, other = boards[player], boards[player ^ 1]
        won = [0, 0, 0]
        for board in range(9):
            mine, theirs = own >> 9 * board & 0x1FF, other >> 9 * board & 0x1FF
            ends = (self.has_line(mine), self.has_line(theirs), mine | theirs == 0x1FF)
            if ends[0] and ends[1]:
                raise TextError(f"both players have a line in board {board}")
            if any(ends):
                won[ends.index(True)] |= 1 << board
        if last != ANY and sum(won) >> last & 1:
            raise TextError(f"board {last} is decided, so nobody has to play there")
        return Boards(own, other, won[0], won[1], won[2], last, player)

    def complete(self, state: Boards) -> list[list[int]]:
        """The cells of lines in small boards, and the middles of three won boards in a line."""
        small = [
            [9 * board + cell for cell in cells(line)]
            for side in (state.own, state.other)
            for board in range(9)
            for line in LINES
            if side >> 9 * board & line == line
        ]
        won = [line for line in LINES if state.other_won & line == line]
        return small + [[9 * board + 4 for board in cells(line)] for line in won]

    def picture(self, state: Boards) -> Picture:
        return self.pictured(state, caption=f"next in {PLACES[state.board]}")
