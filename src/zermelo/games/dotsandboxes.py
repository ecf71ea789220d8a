"""Dots and Boxes: draw lines between dots; a player who closes a box owns it and moves again."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product
from string import ascii_lowercase
from typing import ClassVar, Final, NamedTuple

from zermelo.contract.game import Picture, cells
from zermelo.errors import TextError
from zermelo.kit.boards import BoardLook, spaced

COUNTED: Final = 18  # with more lines that give no box away, no search finds who draws the last


class Lines(NamedTuple):
    """Bitboards of the drawn lines and of player 0's boxes, and the player to move."""

    lines: int
    first: int
    player: int


class DotsAndBoxes(BoardLook[Lines]):
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
    letters, symbols, movers, surface = "+-|ab", "•─│AB", "AB", "paper"
    shapes = {"•": "dark dot", "A": "box", "B": "box"}

    # The rules -----------------------------------------------------------------------------------

    def start(self) -> Lines:
        return Lines(0, 0, 0)

    def moves(self, state: Lines) -> Iterator[int]:
        for line in cells(self.all_lines & ~state.lines):
            yield line

    def play(self, state: Lines, move: int) -> Lines:
        lines = state.lines | 1 << move
        closed = self.closed(lines) & self.beside[move]
        if closed == 0:
            return Lines(lines, state.first, state.player ^ 1)
        first = state.first if state.player else state.first | closed
        return Lines(lines, first, state.player)

    unit: ClassVar[str] = "box"

    def score(self, state: Lines) -> int:
        ahead = 2 * state.first.bit_count() - self.closed(state.lines).bit_count()
        return -ahead if state.player else ahead

    def effect(self, state: Lines, move: int) -> str:
        """The words for a move that leaves the opponent to give the next box away; or ""."""
        after = self.play(state, move)
        closing = any(self.order(after, line) > 0 for line in self.moves(after))
        if self.order(state, move) or closing or self.quiet(after.lines).bit_count() > COUNTED:
            return ""
        waits = _outlasts(self, after.lines)
        return "" if waits else "forces the opponent to give the next box away"

    def quiet(self, lines: int) -> int:
        """Bitboard of the lines that neither close a box nor give one away."""
        loud = lines
        for side in self.sides:
            loud |= side if (side & lines).bit_count() > 1 else 0
        return self.all_lines & ~loud

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

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """By line: bitboard of the boxes beside it."""
        return tuple(
            sum((side >> line & 1) << box for box, side in enumerate(self.sides))
            for line in range(self.all_lines.bit_length())
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
    def shape(self) -> tuple[int, int]:
        """The columns and rows of a position's text: dots, lines and boxes."""
        return 2 * self.width + 1, 2 * self.height + 1

    def place_of(self, line: int) -> int:
        """The place of a line in a position's text."""
        flat, x, y = self._place(line)
        return (2 * y + (not flat)) * self.shape[0] + 2 * x + flat

    @cached_property
    def boxes(self) -> tuple[int, ...]:
        """The place of each box in a position's text."""
        places = product(range(1, self.shape[1], 2), range(1, self.shape[0], 2))
        return tuple(y * self.shape[0] + x for y, x in places)

    @cached_property
    def dots(self) -> dict[int, str]:
        """The place of each dot, and its sign."""
        places = product(range(0, self.shape[1], 2), range(0, self.shape[0], 2))
        return {y * self.shape[0] + x: "+" for y, x in places}

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

    def path(self, state: Lines, move: int) -> tuple[int, ...]:
        return (self.place_of(move),)

    def occupied(self, state: Lines) -> dict[int, str]:
        lines = {self.place_of(n): "-" if n < self.flat else "|" for n in cells(state.lines)}
        owners = {n: "a" if state.first >> n & 1 else "b" for n in cells(self.closed(state.lines))}
        return self.dots | lines | {self.boxes[box]: owner for box, owner in owners.items()}

    def from_bitboards(self, boards: Sequence[int], player: int) -> Lines:
        _, flat, upright, first, _ = boards
        lines = [n for n in self.actions() if (flat | upright) >> self.place_of(n) & 1]
        owned = [n for n, place in enumerate(self.boxes) if first >> place & 1]
        state = Lines(sum(1 << n for n in lines), sum(1 << n for n in owned), player)
        if self.bitboards(state) != tuple(boards):
            raise TextError(f"place lines, and owners in closed boxes only, as in {self.example}")
        return state

    def bitboards(self, state: Lines) -> tuple[int, ...]:
        places = self.occupied(state).items()
        return tuple(sum(1 << at for at, s in places if s == letter) for letter in self.letters)

    def caption(self, state: Lines) -> str:
        first, closed = state.first.bit_count(), self.closed(state.lines).bit_count()
        return f"boxes: A {first}  B {closed - first}"

    def picture(self, state: Lines) -> Picture:
        return self.pictured(
            state,
            cells=False,
            columns=spaced(ascii_lowercase[: self.width + 1]),
            rows=spaced([str(row) for row in range(self.height + 1, 0, -1)]),
            sizes=dict.fromkeys(self.boxes, 2),
        )


@lru_cache(maxsize=1 << 16)
def _outlasts(game: DotsAndBoxes, lines: int) -> bool:
    """Whether the player to move can draw the last line that gives no box away."""
    return any(not _outlasts(game, lines | 1 << line) for line in cells(game.quiet(lines)))
