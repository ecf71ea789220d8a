"""A game that is evaluated by learned tables: the same rules, states and texts, and its own code.

The class of this twin replaces `evaluate` alone, as `without_evaluation` does, so that every
search and every player runs with it, plain and compiled. All its tables are one `table`.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract.game import Game, default
from zermelo.contract.tables import table
from zermelo.learned.layout import Layout
from zermelo.process.sending import remake

ZERO: Final = 1 << 20  # stands for 0 in a table, which has no ints below 0
SCALE: Final = 1 << 10  # a sum of so many units is the value 1/2


def with_tables(game: Game, layout: Layout, entries: memoryview, hand: int, name: str) -> Game:
    """`game` with an evaluation that sums `entries`, one of each table.

    entries  ints of 32 bits, each `ZERO` more than what it adds: by player, pattern and filling
    hand     how much the evaluation it replaces counts, in units; 0: not at all
    name     equal for equal entries alone: machine code is kept by it
    """
    owner: Any = type(game)
    made = table(lambda _: entries)
    made.__set_name__(owner, "entries")
    members: dict[str, Any] = {
        "entries": made,
        "hand": hand,
        "by_hand": owner.evaluate if hand else no_evaluation,
        "evaluate": evaluate,
        **({} if hand else {"features": default("features")}),  # it is no sum of these
        "boards_of": (one_board, two_boards, three_boards)[len(layout.boards) - 1],
        "has_bit": has_bit,
        "sum_of": windows_sum if layout.slots else scattered_sum,
        "base": layout.base,
        "second_digit": layout.digits[1],
        "third_digit": layout.digits[2],
        "total_of_zeros": ZERO * len(layout.patterns),
        "player_entries": layout.entries if layout.players == 2 else 0,
        **dict(zip(("first_place", "second_place", "third_place"), layout.boards, strict=False)),
        **(_windows(layout) if layout.slots else _scattered(layout)),
    }
    members |= {"__module__": owner.__module__, "__doc__": owner.__doc__}
    members["__qualname__"] = f"{owner.__qualname__}.learned.{name}"
    members["__reduce__"] = lambda twin: (
        _rebuild,
        (remake(owner, twin), layout, bytes(entries), hand, name),
    )
    return remake(type(owner.__name__, (owner,), members), game)


def _rebuild(game: Game, layout: Layout, entries: bytes, hand: int, name: str) -> Game:
    """A twin that another process sent."""
    return with_tables(game, layout, memoryview(entries).cast("i"), hand, name)


def _scattered(layout: Layout) -> dict[str, Any]:
    """The constants of `scattered_sum`."""
    size = len(layout.scattered[0])
    return {
        "pattern_bits": tuple(bit for bits in layout.scattered for bit in reversed(bits)),
        "pattern_size": size,
        "pattern_entries": layout.base**size,
    }


def _windows(layout: Layout) -> dict[str, Any]:
    """The constants of `windows_sum`."""
    cells = layout.slots[0].rows * layout.slots[0].columns
    constants: dict[str, Any] = {
        "broad": broad,
        "high": high,
        "stride": layout.slots[0].stride,
        "cover": (1 << max(slot.width for slot in layout.slots)) - 1,
        "window_entries": layout.base**cells,
        "fillings": tuple(
            sum(layout.base**bit for bit in range(cells) if filling >> bit & 1)
            for filling in range(1 << cells)
        ),
    }
    for kind, slot in zip(("broad", "high"), layout.slots, strict=True):
        constants[f"{kind}_bands"], constants[f"{kind}_steps"] = slot.bands, slot.steps
        constants[f"{kind}_rows"], constants[f"{kind}_row"] = slot.rows, (1 << slot.columns) - 1
    return constants


# The rules of a twin, as the compiler reads them --------------------------------------------------


def evaluate(self: Any, state: Any) -> Any:
    """The sum of the tables' entries, s, as s / (1 + |s|)."""
    worth = (self.sum_of(state) - self.total_of_zeros) / SCALE
    if self.hand:
        value = self.by_hand(state)
        worth += self.hand * value / (SCALE * (1 - abs(value)))
    return worth / (1 + abs(worth))


def no_evaluation(self: Any, state: Any) -> float:
    """The evaluation that was replaced, where it does not count."""
    return 0.0


def one_board(self: Any, state: Any) -> tuple[int, int, int]:
    """The bitboards of a state, three of them, with zeros for those that there are not."""
    return state[self.first_place], 0, 0


def two_boards(self: Any, state: Any) -> tuple[int, int, int]:
    """The same for two."""
    return state[self.first_place], state[self.second_place], 0


def three_boards(self: Any, state: Any) -> tuple[int, int, int]:
    """The same for three."""
    return state[self.first_place], state[self.second_place], state[self.third_place]


def has_bit(self: Any, state: Any, board: int, bit: int) -> Any:
    """Whether this bit of the bitboard is set: a rule, since only rules shift ints of any size."""
    one, two, three = self.boards_of(state)
    if board == 0:
        return one >> bit & 1 == 1
    return two >> bit & 1 == 1 if board == 1 else three >> bit & 1 == 1


def windows_sum(self: Any, state: Any) -> int:
    """The sum of the entries of all windows, as they are in the table."""
    one, two, three = self.boards_of(state)
    total, at = 0, self.player_entries if state.player else 0
    for band in self.broad_bands:
        first, second, third = one >> band & self.cover, two >> band & self.cover, three >> band
        third &= self.cover
        for step in self.broad_steps:
            index = self.broad(first, step) + self.second_digit * self.broad(second, step)
            index += self.third_digit * self.broad(third, step)
            total += self.entries[at + index]
            at += self.window_entries
    for band in self.high_bands:
        first, second, third = one >> band & self.cover, two >> band & self.cover, three >> band
        third &= self.cover
        for step in self.high_steps:
            index = self.high(first, step) + self.second_digit * self.high(second, step)
            index += self.third_digit * self.high(third, step)
            total += self.entries[at + index]
            at += self.window_entries
    return total


def broad(self: Any, bits: int, shift: int) -> Any:
    """The number of a filling: of those cells of a broad window that are among `bits`."""
    filling = 0
    for row in range(self.broad_rows):
        filling |= (bits >> shift & self.broad_row) << row * self.high_rows
        shift += self.stride
    return self.fillings[filling]


def high(self: Any, bits: int, shift: int) -> Any:
    """The same for a high window, which has as many rows as the other columns."""
    filling = 0
    for row in range(self.high_rows):
        filling |= (bits >> shift & self.high_row) << row * self.broad_rows
        shift += self.stride
    return self.fillings[filling]


def scattered_sum(self: Any, state: Any) -> int:
    """The sum of the entries of all patterns, as they are in the table."""
    one, two, three = self.boards_of(state)
    total, at, place = 0, self.player_entries if state.player else 0, 0
    while place < len(self.pattern_bits):
        index = 0
        for _ in range(self.pattern_size):
            bit = self.pattern_bits[place]
            index *= self.base
            if one >> bit & 1:
                index += 1
            if two >> bit & 1:
                index += self.second_digit
            if three >> bit & 1:
                index += self.third_digit
            place += 1
        total += self.entries[at + index]
        at += self.pattern_entries
    return total
