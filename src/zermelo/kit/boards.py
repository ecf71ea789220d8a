"""Rectangular boards of bits: symmetries, texts, looks, and the games played on them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, product
from string import ascii_lowercase
from typing import Any, ClassVar, Final

from zermelo.contract.bits import cells
from zermelo.contract.game import Game, State
from zermelo.contract.picture import Picture
from zermelo.errors import ParameterError, TextError, clip

Images = tuple[int, ...]
COORDINATES: Final = ("letters", "numbers")  # values of the parameter `coordinates`


def board_symmetries(width: int, height: int, *, turns: bool = True) -> tuple[Images, ...]:
    """The image of each cell, row by row, under each symmetry, the identity first.

    Without `turns`, no symmetry maps rows to columns.

    >>> board_symmetries(2, 1)
    ((0, 1), (1, 0))
    """
    cells = [(x, y) for y in range(height) for x in range(width)]
    collected = []
    for turn, upside_down, mirror in product((False, True), repeat=3):
        if turn and (width != height or not turns):
            break
        places = [(y, x) if turn else (x, y) for x, y in cells]
        places = [(width - 1 - x if mirror else x, y) for x, y in places]
        places = [(x, height - 1 - y if upside_down else y) for x, y in places]
        collected.append(tuple(y * width + x for x, y in places))
    return tuple(dict.fromkeys(collected))


def moved(stones: int, images: Images, first: int) -> int:
    """The bitboard with the stone of each cell c moved to cell `images[first + c]`."""
    image = 0
    while stones:
        stone = stones & -stones
        image |= 1 << images[first + stone.bit_length() - 1]
        stones ^= stone
    return image


def write_board(cells: str, width: int | Sequence[int]) -> str:
    """The text of a board from its cells row by row; `width` is a number, or one for each row.

    >>> write_board("X.O.X...O", 3), write_board("X.O", (2, 1))
    ('X.O/.X./..O', 'X./O')
    """
    if isinstance(width, int):
        width = (width,) * -(-len(cells) // width)
    ends = list(accumulate(width))
    return "/".join(cells[end - wide : end] for wide, end in zip(width, ends, strict=True))


def read_rows(text: str, widths: Sequence[int], symbols: str, example: str) -> str:
    """The cells of `text` row by row; raises `TextError` unless rows and symbols are right."""
    rows = "".join(text.split()).split("/")
    count = "1 row" if len(widths) == 1 else f"{len(widths)} rows"
    width = ", ".join(map(str, widths if len(set(widths)) > 1 else widths[:1]))
    right = f"{count} of {width} cells out of {' '.join(symbols)}, like {example}"
    if [len(row) for row in rows] != [*widths]:
        raise TextError(f"{clip(text)} doesn't have the board's shape; write {right}")
    cells = "".join(rows)
    for symbol in cells:
        if symbol not in symbols:
            raise TextError(f"{clip(text)} has a cell {symbol!r}; write {right}")
    return cells


def spaced(names: Sequence[str]) -> list[str]:
    """Labels for a board with cells only in every other column or row.

    >>> spaced("ab")
    ['a', '', 'b']
    """
    return [label for name in names for label in (name, "")][:-1]


def bitboard(cells: str, symbol: str, places: Sequence[int] = range(1024)) -> int:
    """The bitboard of the cells that hold `symbol`: cell i is bit i, or bit places[i].

    >>> bitboard("X.O.X", "X")
    17
    """
    pairs = zip(places, cells, strict=False)
    return sum(1 << place for place, result in pairs if result == symbol)


def split_mover(
    text: str, symbols: str, example: str, what: str = "the player to move"
) -> tuple[str, int]:
    """The text without its last letter, and the index in `symbols` of this letter.

    Raises `TextError` for other letters.
    """
    text = text.strip()
    if text[-1:] not in tuple(symbols):
        right = " or ".join(symbols)
        raise TextError(f"{clip(text)} should end with {what}, {right}, like {example}")
    return text[:-1], symbols.index(text[-1])


def mover_after(first: int, second: int, example: str) -> int:
    """The player to move, from the bitboards of X and O, if X began and each move adds a stone.

    Raises `TextError` if the numbers of stones don't fit.

    >>> mover_after(0b1001, 0b10, "X.O")
    1
    """
    player = first.bit_count() - second.bit_count()
    if player not in (0, 1):
        raise TextError(f"X should have as many stones as O or one more, like {example}")
    return player


class PositionGame(Game[State]):
    """A game that reads and writes positions, and explains why some cannot occur."""

    def checked(self, state: State) -> State:
        """The state itself; raises `TextError` with the first of its `faults`, if any."""
        for fault in self.faults(state):
            raise TextError(fault)
        return state

    def faults(self, state: State) -> Iterator[str]:
        """The reasons why a position cannot occur, a sentence each; by default none."""
        yield from ()

    @property
    def example(self) -> str:
        """The text of the start, an example for messages."""
        return self.format_state(self.start())


class BoardLook(PositionGame[State]):
    """A game on a rectangle of cells, each of them a bit of the state's bitboards.

    The parameters `width` and `height`, or `size` for both, give the board's size. The following
    define its look; `bitboards`, or `occupied`, and `path` define the meaning of states and moves.

    letters    the names of the pieces in texts, in the order of `bitboards`
    symbols    the symbols of the pieces in pictures, by default these letters
    shapes     how pictures draw a symbol, see `Picture.shapes`
    surface    the material of the board, see `Picture.surface`
    movers     the letters that end texts; if none, X began, and stones alternate
    ending     the meaning of the letters of `movers`, by default the player to move
    numbering  how rows are numbered: "upward" as in chess, or "downward"; "columns" if moves are
               columns, numbered from 1, and any cell of a column stands for it
    alphabet   the letters of the columns
    pair       another name for a cell, with `row` and `column` from 0 at the upper left, accepted
               in moves, and written if the parameter `coordinates` is "numbers"
    between    the text between the cells of a move's path
    prompts    the purpose of each click of a move, see `Picture.prompts`
    """

    letters: ClassVar[str] = "XO"
    symbols: ClassVar[str] = ""
    shapes: ClassVar[Mapping[str, str]] = {}
    surface: ClassVar[str] = "tiles"
    movers: ClassVar[str] = "XO"
    ending: ClassVar[str] = "the player to move"
    numbering: ClassVar[str] = "upward"
    alphabet: ClassVar[str] = ascii_lowercase
    pair: ClassVar[str] = ""
    between: ClassVar[str] = "-"
    prompts: ClassVar[Sequence[str]] = ()

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The numbers of columns and of rows."""
        size = getattr(self, "size", 0)
        return getattr(self, "width", size), getattr(self, "height", size)

    @cached_property
    def area(self) -> int:
        """The number of cells."""
        return self.shape[0] * self.shape[1]

    @cached_property
    def layout(self) -> tuple[int, ...]:
        """The bit of each cell, row by row from the upper left; by default 0, 1, 2 …."""
        return tuple(range(self.area))

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """The number of cells of `layout` in each row."""
        return (self.shape[0],) * self.shape[1]

    @cached_property
    def spots(self) -> Sequence[tuple[int, int]]:
        """The column and row in pictures of each cell of `layout`, then any further points."""
        return [(cell % self.shape[0], cell // self.shape[0]) for cell in range(self.area)]

    @cached_property
    def point_of(self) -> dict[int, int]:
        """The index in `spots` of each bit of `layout`; further spots keep their own index."""
        more = range(len(self.layout), len(self.spots))
        return {bit: point for point, bit in enumerate((*self.layout, *more))}

    # Texts ---------------------------------------------------------------------------------------

    def bitboards(self, state: State) -> tuple[int, ...]:
        """The bitboard of each of `letters`; by default the first fields of the state.

        If a state begins with `own` and `other`, for the mover and the opponent, player 0's board
        comes first in the result.
        """
        return self._by_player(tuple(state)[: len(self.letters)], self.player(state))

    def from_bitboards(self, boards: Sequence[int], last: int) -> State:
        """The state with these `bitboards`; `last` is the index in `movers` of the last letter.

        By default a state consists of bitboards and the player to move. Overriding methods raise
        `TextError` for impossible boards.
        """
        state: Callable[..., State] = type(self.start())
        return state(*self._by_player(boards, last), last)

    def _by_player(self, boards: Sequence[int], player: int) -> tuple[int, ...]:
        if player and type(self.start())._fields[0] == "own":  # type: ignore[attr-defined]
            return (boards[1], boards[0], *boards[2:])
        return tuple(boards)

    def occupied(self, state: State) -> dict[int, str]:
        """The letter on each occupied cell."""
        pairs = zip(self.letters, self.bitboards(state), strict=True)
        return {cell: letter for letter, board in pairs for cell in cells(board)}

    def path(self, state: State, move: int) -> tuple[int, ...]:
        """The cells of a move, in order.

        By default a move is a cell, or (origin + 1) · cells + target, a pass if these are equal.
        """
        if move in self.point_of:
            return (move,)
        origin, target = divmod(move - self.area, self.area)
        return (origin, target) if origin != target else ()

    def row_name(self, row: int) -> str:
        """The name of a row, counted from the top."""
        if self.by_numbers:
            return str(row)
        return str(row + 1 if self.numbering == "downward" else self.shape[1] - row)

    def cell_name(self, cell: int) -> str:
        """The name of a cell: by default its column's letter and its row's number, like "a1"."""
        row, column = divmod(self.point_of[cell], self.shape[0])
        if self.by_numbers:
            return self.pair.format(row=row, column=column)
        if self.numbering == "columns":
            return self.column_label(column)
        return self.column_label(column) + self.row_name(row)

    @cached_property
    def by_numbers(self) -> bool:
        """Whether the parameter `coordinates` is "numbers", so that `pair` names the cells."""
        return getattr(self, "coordinates", "") == "numbers"

    def require_words(self, **allowed: tuple[str, str]) -> None:
        """Raise `ParameterError` unless each of these parameters is one of two words."""
        for name, words in allowed.items():
            if (word := getattr(self, name)) not in words:
                right = f"{name} should be {words[0]!r} or {words[1]!r}"
                raise ParameterError(
                    f"{type(self).__name__.lower()}: {right}, not {clip(repr(word))}"
                )

    def require_line(self, k: int) -> None:
        """Raise `ParameterError` unless a line of k cells fits on the board."""
        longest = max(self.shape)
        if k > longest:
            right = f"k should be at most {longest}, the board's longer side"
            raise ParameterError(f"{type(self).__name__.lower()}: {right}")

    def format_move(self, state: State, move: int) -> str:
        return self.between.join(map(self.cell_name, self.path(state, move))) or "pass"

    def _spellings(self, state: State, move: int) -> tuple[str, ...]:
        known, place = super()._spellings(state, move), self.point_of.get(move)
        if not self.pair or place is None:
            return known
        row, column = divmod(place, self.shape[0])
        letters = f"{self.alphabet[column]}{self.shape[1] - row}"
        return *known, letters, self.pair.format(row=row, column=column)

    def format_state(self, state: State) -> str:
        letters = self.occupied(state)
        rows = write_board("".join(letters.get(b, ".") for b in self.layout), self.widths)
        return f"{rows} {self.movers[self.last(state)]}" if self.movers else rows

    def last(self, state: State) -> int:
        """The index in `movers` of a text's last letter; by default the player to move."""
        return self.player(state)

    def parse_state(self, text: str) -> State:
        board, last = text, 0
        if self.movers:
            board, last = split_mover(text, self.movers, self.example, self.ending)
        symbols = read_rows(board, self.widths, f"{self.letters}.", self.example)
        boards = [bitboard(symbols, letter, self.layout) for letter in self.letters]
        if not self.movers:
            last = mover_after(boards[0], boards[1], self.example)
        return self.checked(self.from_bitboards(boards, last))

    @property
    def example(self) -> str:
        start = self.start()
        return self.format_state(start if self.movers else self.play(start, self.layout[-1]))

    # Pictures ------------------------------------------------------------------------------------

    def picture(self, state: State) -> Picture:
        return self.pictured(state)

    def pictured(self, state: State, **more: Any) -> Picture:
        """The picture of a position; `more` adds or replaces fields."""
        point, symbols = self.point_of, dict(zip(self.letters, self.symbols, strict=False))
        paths = {move: self.path(state, move) for move in self.moves(state)}
        by_column, across = self.numbering == "columns", self.shape[0]
        landings = [point[move] for move in paths if by_column and move in point]
        columns = {end: range(end % across, self.area, across) for end in landings}
        result: dict[str, Any] = {
            "points": self.spots,
            "pieces": {point[cell]: symbols.get(s, s) for cell, s in self.occupied(state).items()},
            "clicks": {m: tuple(point[cell] for cell in path) for m, path in paths.items() if path},
            "buttons": {m: self.format_move(state, m) for m, path in paths.items() if not path},
            "columns": self.labels(0, self.column_label),
            "rows": () if by_column else self.labels(1, self.row_name),
            "aliases": {at: end for end, cells in columns.items() for at in cells if at != end},
            "prompts": self.prompts,
            "caption": self.caption(state),
            "surface": self.surface,
            "shapes": self.shapes,
            "complete": [[point[cell] for cell in line] for line in self.complete(state)],
            "threatened": [point[cell] for cell in cells(self.pieces_in_check(state))],
        }
        return Picture(**result | more)

    def labels(self, axis: int, name: Callable[[int], str]) -> list[str]:
        """The names of the columns (0) or the rows (1) of `spots`, "" for gaps."""
        spots = enumerate(self.spots[: len(self.layout)])
        at = {spot[axis]: name(divmod(point, self.shape[0])[1 - axis]) for point, spot in spots}
        return [at.get(place, "") for place in range(max(at) + 1)]

    def column_label(self, column: int) -> str:
        """The label above a column."""
        if self.by_numbers or self.numbering == "columns":
            return str(column if self.by_numbers else column + 1)
        return self.alphabet[column : column + 1]

    def caption(self, state: State) -> str:
        """The line below the board; by default nothing."""
        return ""

    def complete(self, state: State) -> Sequence[Sequence[int]]:
        """The cells of complete lines, to be marked; by default none."""
        return ()

    def pieces_in_check(self, state: State) -> int:
        """The mover's pieces whose loss ends the game, if the opponent attacks them; usually 0."""
        return 0


# Directions of steps, as columns to the right and rows down.
STRAIGHT: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))


class BoardGame(BoardLook[State]):
    """A game where the cell in column x and row y, from the upper left, is bit y · width + x.

    For `images`, states need to have bitboards in all fields but the last, the player to move.
    """

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.area) - 1

    @cached_property
    def left(self) -> int:
        """The first column."""
        return sum(1 << first for first in range(0, self.area, self.shape[0]))

    @cached_property
    def right(self) -> int:
        """The last column."""
        return self.left << self.shape[0] - 1

    @cached_property
    def top(self) -> int:
        """The first row."""
        return (1 << self.shape[0]) - 1

    @cached_property
    def bottom(self) -> int:
        """The last row."""
        return self.top << self.area - self.shape[0]

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The image of each cell under each symmetry of the start, one symmetry after another."""
        boards, kept = tuple(self.start())[:-1], []
        for images in board_symmetries(*self.shape):
            if all(moved(board, images, 0) == board for board in boards):
                kept.append(images)
        return sum(kept, ())

    def shifted(self, bits: int, right: int, down: int) -> int:
        """Move cells one step right (1), left (−1) or neither (0), and down (1) or up (−1).

        Steps off the board are dropped, except those below its bottom row.
        """
        if right:
            bits &= ~self.right if right > 0 else ~self.left
        step = down * self.shape[0] + right
        return bits << step if step > 0 else bits >> -step

    def wider(self, cells: int) -> int:
        """The given cells with all their neighbours, straight and diagonal."""
        across = cells | (cells & ~self.right) << 1 | (cells & ~self.left) >> 1
        return (across | across << self.shape[0] | across >> self.shape[0]) & self.board

    def stepping(self, pieces: int, onto: int, right: int, down: int) -> int:
        """The pieces that a step in this direction takes to a cell of `onto`."""
        return pieces & self.shifted(onto, -right, -down)

    def hopping(self, pieces: int, over: int, onto: int, right: int, down: int) -> int:
        """The pieces that can hop in this direction over a cell of `over` to a cell of `onto`."""
        return self.stepping(pieces, self.stepping(over, onto, right, down), right, down)
