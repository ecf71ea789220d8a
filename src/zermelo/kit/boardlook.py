"""How boards look: names of cells, texts and pictures, from the geometry and a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final

from zermelo.contract.bits import cells
from zermelo.contract.game import State
from zermelo.contract.picture import Picture
from zermelo.kit.boardtext import (
    PositionGame,
    bitboard,
    mover_after,
    read_rows,
    split_mover,
    write_board,
)

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class BoardLook(PositionGame[State]):
    """A game on a rectangle of cells, each of them a bit of the state's bitboards.

    The parameters `width` and `height`, or `size` for both, say how big the board is. These words
    say how it looks; `bitboards` or `occupied` and `path` what a state and a move are there.

    letters    what the pieces are called in texts, in the order of `bitboards`,
    symbols    and in pictures; by default the same
    shapes     how pictures draw a symbol, see `Picture.shapes`
    surface    what the board is made of, see `Picture.surface`
    movers     the letters with which texts end; none: X began, and the numbers of stones tell
    ending     what these letters say, by default who is to move
    numbering  of rows: "upward" as in chess, "downward", or "pairs" for "row,column", both from 0;
               "columns" where a move is a column, from 1: all its cells stand for the landing one
    between    what stands in a move's text between the cells of its path
    prompts    what each click of a move asks for, see `Picture.prompts`
    """

    letters: ClassVar[str] = "XO"
    symbols: ClassVar[str] = ""
    shapes: ClassVar[Mapping[str, str]] = {}
    surface: ClassVar[str] = "tiles"
    movers: ClassVar[str] = "XO"
    ending: ClassVar[str] = "who is to move"
    numbering: ClassVar[str] = "upward"
    between: ClassVar[str] = "-"
    prompts: ClassVar[Sequence[str]] = ()

    @cached_property
    def shape(self) -> tuple[int, int]:
        """How many columns and rows there are."""
        size = getattr(self, "size", 0)
        return getattr(self, "width", size), getattr(self, "height", size)

    @cached_property
    def area(self) -> int:
        """How many cells there are."""
        return self.shape[0] * self.shape[1]

    @cached_property
    def layout(self) -> tuple[int, ...]:
        """The bit of each cell, row by row from the upper left; by default they are counted so."""
        return tuple(range(self.area))

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """How many cells of `layout` each row has."""
        return (self.shape[0],) * self.shape[1]

    @cached_property
    def spots(self) -> Sequence[tuple[int, int]]:
        """The points of `layout` in pictures, then any further points."""
        return [(cell % self.shape[0], cell // self.shape[0]) for cell in range(self.area)]

    @cached_property
    def point_of(self) -> dict[int, int]:
        """The index of each bit in `layout`, which pictures use, and of further `spots`."""
        more = range(len(self.layout), len(self.spots))
        return {bit: point for point, bit in enumerate((*self.layout, *more))}

    # Texts ---------------------------------------------------------------------------------------

    def bitboards(self, state: State) -> tuple[int, ...]:
        """The bitboard of each of `letters`; by default the first fields of the state.

        If these are the men of the mover and of the other, `own` and `other`, those of player 0
        come first here.
        """
        return self._by_player(tuple(state)[: len(self.letters)], self.player(state))

    def from_bitboards(self, boards: Sequence[int], last: int) -> State:
        """The state with these `bitboards` whose text ends with the letter `last` of `movers`.

        By default it has nothing else but who is to move. Raises `TextError` for boards that no
        play leads to, as `checked` does.
        """
        state: Callable[..., State] = type(self.start())
        return state(*self._by_player(boards, last), last)

    def _by_player(self, boards: Sequence[int], player: int) -> tuple[int, ...]:
        if player and type(self.start())._fields[0] == "own":  # type: ignore[attr-defined]
            return (boards[1], boards[0], *boards[2:])
        return tuple(boards)

    def occupied(self, state: State) -> dict[int, str]:
        """The letter on each cell that is not empty."""
        pairs = zip(self.letters, self.bitboards(state), strict=True)
        return {cell: letter for letter, board in pairs for cell in cells(board)}

    def path(self, state: State, move: int) -> tuple[int, ...]:
        """The cells of a move, in order.

        By default a move is a cell, or (origin + 1) · cells + target, a pass if both are the same.
        """
        if move in self.point_of:
            return (move,)
        origin, target = divmod(move - self.area, self.area)
        return (origin, target) if origin != target else ()

    def row_name(self, row: int) -> str:
        """The name of a row, counted from the top."""
        return str({"upward": self.shape[1] - row, "downward": row + 1}.get(self.numbering, row))

    def cell_name(self, cell: int) -> str:
        """The letter of a cell's column and the name of its row, "a1"; or as `numbering` says."""
        row, column = divmod(self.point_of[cell], self.shape[0])
        if self.numbering == "pairs":
            return f"{row},{column}"
        if self.numbering == "columns":
            return self.column_label(column)
        return f"{LETTERS[column]}{self.row_name(row)}"

    def format_move(self, state: State, move: int) -> str:
        return self.between.join(map(self.cell_name, self.path(state, move))) or "pass"

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
        }
        return Picture(**result | more)

    def labels(self, axis: int, name: Callable[[int], str]) -> list[str]:
        """The names of the columns (0) or the rows (1) where `spots` has them, "" in a gap."""
        spots = enumerate(self.spots[: len(self.layout)])
        at = {spot[axis]: name(divmod(point, self.shape[0])[1 - axis]) for point, spot in spots}
        return [at.get(place, "") for place in range(max(at) + 1)]

    def column_label(self, column: int) -> str:
        """The label above a column."""
        numbers = {"pairs": str(column), "columns": str(column + 1)}
        return numbers.get(self.numbering) or LETTERS[column : column + 1]

    def caption(self, state: State) -> str:
        """The line below the board; by default nothing."""
        return ""

    def complete(self, state: State) -> Sequence[Sequence[int]]:
        """The cells of lines that are complete, to be marked; by default none."""
        return ()
