"""Dots and Boxes: draw lines between dots; a player who closes a box owns it and moves again."""

from collections.abc import Iterator
from functools import cached_property
from string import ascii_lowercase
from typing import ClassVar, NamedTuple

from zermelo.contract.game import Game, Picture, cells
from zermelo.errors import TextError
from zermelo.kit.boards import read_rows, spaced, split_mover, write_board


class Lines(NamedTuple):
    """Bitboards of the drawn lines and of player 0's boxes, and the player to move."""

    lines: int
    first: int
    player: int


class DotsAndBoxes(Game[Lines]):
    """Players draw lines between neighbouring dots; closing a box wins it and another turn.

    A line may close two boxes. When all lines are drawn the player with more boxes wins. Player A
    begins. (Édouard Lucas 1889)

    The board has width × height boxes. Line y · width + x is above box (x, y), and the bottom lines
    come last. Then come the vertical lines, width + 1 in each row. A move is a line; its text names
    its dots, "a1-b1", where a1 is at the lower left. A position's text has the rows of dots and
    boxes, a small letter for the owner of a box, and the player to move: "+-+/|a|/+-+ A".
    """

    width: int = 3
    height: int = 3
    limits = {"width": range(1, 8), "height": range(1, 8)}

    # The rules -----------------------------------------------------------------------------------

    def start(self) -> Lines:
        return Lines(0, 0, 0)

    def moves(self, state: Lines) -> Iterator[int]:
        for line in cells(self.all_lines & ~state.lines):
            yield line

    def play(self, state: Lines, move: int) -> Lines:
        lines = state.lines | 1 << move
        closed = self.closed(lines) & ~self.closed(state.lines)
        if closed == 0:
            return Lines(lines, state.first, state.player ^ 1)
        first = state.first if state.player else state.first | closed
        return Lines(lines, first, state.player)

    unit: ClassVar[str] = "box"

    def score(self, state: Lines) -> int:
        ahead = 2 * state.first.bit_count() - self.closed(state.lines).bit_count()
        return -ahead if state.player else ahead

    def effect(self, state: Lines, move: int) -> str:
        """The words for a move that leaves an even number of lines that give no box away.

        If both players draw only these lines, the opponent runs out of them first.
        """
        if self.order(state, move):
            return ""
        after = self.play(state, move)
        left = sum(self.order(after, line) == 0 for line in self.moves(after))
        if left in (2, 4):
            return f"leaves {'two' if left == 2 else 'four'} lines that give no box away"
        return "" if left else "draws the last line that gives no box away"

    @property
    def score_bound(self) -> int:
        return self.width * self.height

    @cached_property
    def flat(self) -> int:
        """The number of horizontal lines, which come before the vertical ones."""
        return self.width * (self.height + 1)

    @cached_property
    def all_lines(self) -> int:
        """Bitboard of all lines."""
        return (1 << self.flat + (self.width + 1) * self.height) - 1

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """Bitboard of the four lines around each box."""
        w = self.width
        return tuple(
            1 << y * w + x
            | 1 << (y + 1) * w + x
            | 1 << self.flat + y * (w + 1) + x
            | 1 << self.flat + y * (w + 1) + x + 1
            for y in range(self.height)
            for x in range(w)
        )

    def closed(self, lines: int) -> int:
        """Bitboard of the boxes with all four lines."""
        boxes = 0
        for box in range(self.width * self.height):
            if lines & self.sides[box] == self.sides[box]:
                boxes |= 1 << box
        return boxes

    # Hints for the search ------------------------------------------------------------------------

    def evaluate(self, state: Lines) -> float:
        """The mover's lead in boxes."""
        return self.score(state) / (self.score_bound + 1)

    def order(self, state: Lines, move: int) -> int:
        """Lines that close boxes come first; lines that give a box its third side, last."""
        worth = 0
        for box in range(self.width * self.height):
            if self.sides[box] >> move & 1:
                drawn = (state.lines & self.sides[box]).bit_count()
                worth += 2 if drawn == 3 else -1 if drawn == 2 else 0
        return worth

    def remaining(self, state: Lines) -> int:
        return (self.all_lines & ~state.lines).bit_count()

    # For people and learners ---------------------------------------------------------------------

    def actions(self) -> Iterator[int]:
        yield from range(self.all_lines.bit_length())

    @cached_property
    def _texts(self) -> tuple[int | None, ...]:
        """The characters of a position's text: line n as n, box n as −1 − n, a dot as None."""
        collected: list[int | None] = []
        for y in range(2 * self.height + 1):
            for x in range(2 * self.width + 1):
                line = self.flat + y // 2 * (self.width + 1) + x // 2
                if y % 2 == 0:
                    line = y // 2 * self.width + x // 2
                box = -1 - (y // 2 * self.width + x // 2)
                collected.append(None if not (x % 2 or y % 2) else box if x % 2 and y % 2 else line)
        return tuple(collected)

    def format_move(self, state: Lines, move: int) -> str:
        flat, x, y = self._place(move)
        row = self.height + 1 - y
        names = [f"{ascii_lowercase[at]}{row}" for at in (x, x + 1)]
        return "-".join(names if flat else [f"{ascii_lowercase[x]}{row - 1}", names[0]])

    def _spellings(self, state: Lines, move: int) -> tuple[str, ...]:
        flat, x, y = self._place(move)
        return *super()._spellings(state, move), f"{'-' if flat else '|'}{x},{y}"

    def _place(self, line: int) -> tuple[bool, int, int]:
        """Whether a line is horizontal, and its upper left dot."""
        across = self.width if line < self.flat else self.width + 1
        y, x = divmod(line if line < self.flat else line - self.flat, across)
        return line < self.flat, x, y

    def format_state(self, state: Lines) -> str:
        closed = self.closed(state.lines)
        text = ""
        for place in self._texts:
            if place is None:
                text += "+"
            elif place < 0:
                owner = "a" if state.first >> -1 - place & 1 else "b"
                text += owner if closed >> -1 - place & 1 else "."
            else:
                text += ("-" if place < self.flat else "|") if state.lines >> place & 1 else "."
        return f"{write_board(text, 2 * self.width + 1)} {'AB'[state.player]}"

    def parse_state(self, text: str) -> Lines:
        example = self.format_state(self.start())
        board, player = split_mover(text, "AB", example)
        widths = (2 * self.width + 1,) * (2 * self.height + 1)
        cells = read_rows(board, widths, "+-|.ab", example)
        pairs = [(c, p) for c, p in zip(cells, self._texts, strict=True) if p is not None]
        lines = sum(1 << p for c, p in pairs if p >= 0 and c in "-|")
        first = sum(1 << -1 - p for c, p in pairs if p < 0 and c == "a")
        state = Lines(lines, first, player)
        if self.format_state(state).split()[0] != "".join(board.split()):
            raise TextError(
                f"lines, and the owners of closed boxes only, should be placed as in {example}"
            )
        return state

    def picture(self, state: Lines) -> Picture:
        points, pieces, clicks = [], {}, {}
        closed = self.closed(state.lines)
        for at, place in enumerate(self._texts):
            points.append((at % (2 * self.width + 1), at // (2 * self.width + 1)))
            if place is None:
                pieces[at] = "•"
            elif place < 0 and closed >> -1 - place & 1:
                pieces[at] = "A" if state.first >> -1 - place & 1 else "B"
            elif place >= 0 and state.lines >> place & 1:
                pieces[at] = "─" if place < self.flat else "│"
            elif place >= 0:
                clicks[place] = (at,)
        return Picture(
            points,
            pieces,
            dict(sorted(clicks.items())),
            cells=False,
            columns=spaced(ascii_lowercase[: self.width + 1]),
            rows=spaced([str(row) for row in range(self.height + 1, 0, -1)]),
            surface="paper",
            caption=f"boxes: A {state.first.bit_count()}  B {(closed & ~state.first).bit_count()}",
            shapes={"•": "dark dot", "A": "box", "B": "box"},
            sizes={
                at: 2 for at, place in enumerate(self._texts) if place is not None and place < 0
            },
        )
