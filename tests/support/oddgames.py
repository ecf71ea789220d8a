"""Games as newcomers write them: Nim as the contract asks for, then with other states and moves.

If states and moves can be hashed, a game plays everywhere like the one in ints, else it is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, NamedTuple

import numpy as np

from zermelo import LOSS, ONGOING, Game, Picture


class Rows(NamedTuple):
    rows: Any
    player: int


class Heaps(Game[Any]):
    """Nim with rows of 1, 2 and 2: whoever cannot move has lost. A move is row · 4 + how many."""

    def start(self):
        return self.make_state(self.packed((1, 2, 2)), 0)

    def make_state(self, rows, player):
        """The state as this game keeps it."""
        return Rows(rows, player)

    def packed(self, rows):
        """The rows as this game keeps them; `unpacked` gives the tuple back."""
        return rows

    def unpacked(self, rows):
        return rows

    def named(self, row, count):
        """The move as this game writes it; `read` gives row and count back."""
        return row * 4 + count

    def read(self, move):
        return divmod(move, 4)

    def legal(self, rows) -> Iterator[Any]:
        """The moves with their rows and counts."""
        for row, left in enumerate(rows):
            for count in range(1, left + 1):
                yield self.named(row, count), row, count

    def moves(self, state) -> Iterator[Any]:
        for move, _, _ in self.legal(self.unpacked(state.rows)):
            yield move

    def play(self, state, move):
        row, count = self.read(move)
        rows = list(self.unpacked(state.rows))
        rows[row] -= count
        return self.make_state(self.packed(tuple(rows)), 1 - state.player)

    def outcome(self, state):
        return ONGOING if any(self.unpacked(state.rows)) else LOSS

    def remaining(self, state):
        return sum(self.unpacked(state.rows))

    def picture(self, state) -> Picture:
        return self.shown(self.unpacked(state.rows))

    def shown(self, rows) -> Picture:
        pieces = {row: str(left) for row, left in enumerate(rows) if left}
        buttons = {move: f"{row}-{count}" for move, row, count in self.legal(rows)}
        return Picture.grid(3, 1, pieces, {}, buttons=buttons)


# Hashable states ---------------------------------------------------------------------------------


class AsText(Heaps):
    def packed(self, rows):
        return "".join(map(str, rows))

    def unpacked(self, rows):
        return tuple(map(int, rows))


class AsFrozenset(Heaps):
    def packed(self, rows):
        return frozenset((row, left) for row, left in enumerate(rows) if left)

    def unpacked(self, rows):
        kept = dict(rows)
        return tuple(kept.get(row, 0) for row in range(3))


class WithNone(Heaps):
    def packed(self, rows):
        return tuple(left or None for left in rows)

    def unpacked(self, rows):
        return tuple(left or 0 for left in rows)


class Ragged(Heaps):
    """Each row is a tuple of zeros, one for each match."""

    def packed(self, rows):
        return tuple((0,) * left for left in rows)

    def unpacked(self, rows):
        return tuple(map(len, rows))


class Size(Enum):
    NONE = "no match"
    ONE = "one match"
    TWO = "two matches"


class WithEnum(Heaps):
    def packed(self, rows):
        return tuple(list(Size)[left] for left in rows)

    def unpacked(self, rows):
        return tuple(list(Size).index(left) for left in rows)


class Count(IntEnum):
    NONE = 0
    ONE = 1
    TWO = 2


class WithIntEnum(Heaps):
    def packed(self, rows):
        return tuple(map(Count, rows))


class HugeInts(Heaps):
    def packed(self, rows):
        return sum(left << 700 * row for row, left in enumerate(rows))

    def unpacked(self, rows):
        return tuple(rows >> 700 * row & 3 for row in range(3))


@dataclass(frozen=True)
class Frozen:
    rows: tuple[int, ...]
    player: int


class AsDataclass(Heaps):
    def make_state(self, rows, player):
        return Frozen(rows, player)


class AsTuple(Heaps):
    """A plain tuple, without names."""

    def start(self):
        return self.make_state((1, 2, 2), 0)

    def make_state(self, rows, player):
        return *rows, player

    def items(self, state):
        return state

    def player(self, state):
        return self.items(state)[3]

    def moves(self, state):
        return (move for move, _, _ in self.legal(self.items(state)[:3]))

    def play(self, state, move):
        items = self.items(state)
        return super().play(Rows(items[:3], items[3]), move)

    def outcome(self, state):
        return ONGOING if any(self.items(state)[:3]) else LOSS

    def remaining(self, state):
        return sum(self.items(state)[:3])

    def picture(self, state):
        return self.shown(self.items(state)[:3])


class AsString(AsTuple):
    """A state that is a text as a whole."""

    def make_state(self, rows, player):
        return "".join(map(str, (*rows, player)))

    def items(self, state):
        return tuple(map(int, state))


# Moves -------------------------------------------------------------------------------------------


class TupleMoves(Heaps):
    def named(self, row, count):
        return row, count

    def read(self, move):
        return move


class NamedMoves(AsDataclass):
    """Moves that contain another tuple and a negative number."""

    def named(self, row, count):
        return Rows(row, 0), -count

    def read(self, move):
        return move[0].rows, -move[1]


@dataclass(frozen=True)
class Take:
    row: int
    count: int = 1


class DataclassMoves(Heaps):
    def named(self, row, count):
        return Take(row, count) if count > 1 else Take(row)

    def read(self, move):
        return move.row, move.count

    def order(self, state, move):
        return move.count

    def format_move(self, state, move):
        return f"{'abc'[move.row]}{move.count}"

    def parse_move(self, state, text):
        return Take("abc".index(text[0]), int(text[1:]))


class TextMoves(Heaps):
    def named(self, row, count):
        return f"{'abc'[row]} {count}"

    def read(self, move):
        return "abc".index(move[0]), int(move[2:])


class TwoForms(Heaps):
    def named(self, row, count):
        return (row,) if count > 1 else (row, count)

    def read(self, move):
        return move[0], 3 - len(move)


# Refused -----------------------------------------------------------------------------------------


class AsList(Heaps):
    def packed(self, rows):
        return list(rows)


class AsSet(Heaps):
    def packed(self, rows):
        return set(AsFrozenset().packed(rows))

    unpacked = AsFrozenset.unpacked


class AsArray(Heaps):
    def packed(self, rows):
        return np.array(rows)


class AsNumpyInts(Heaps):
    def packed(self, rows):
        return tuple(np.int8(left) for left in rows)


class ListLater(Heaps):
    """A tuple at first, a list after the first move."""

    def make_state(self, rows, player):
        return Rows(list(rows) if player else rows, player)


@dataclass
class Unfrozen:
    rows: tuple[int, ...]
    player: int


class AsUnfrozen(Heaps):
    def make_state(self, rows, player):
        return Unfrozen(rows, player)


class Plain:
    def __init__(self, rows, player):
        self.rows, self.player = rows, player


class AsObject(Heaps):
    def make_state(self, rows, player):
        return Plain(rows, player)


class ListMoves(Heaps):
    def named(self, row, count):
        return [row, count]

    def read(self, move):
        return move


class NoPlayer(NamedTuple):
    rows: tuple[int, ...]


class WithoutPlayer(Heaps):
    def start(self):
        return NoPlayer((1, 2, 2))


PLAYED = (*(AsText, AsFrozenset, WithNone, WithEnum), *(AsTuple, AsString, TextMoves, TwoForms))
COMPILED = (Ragged, AsDataclass, TupleMoves, NamedMoves, DataclassMoves)
WIDE = (WithIntEnum, HugeInts)
REFUSED = {
    AsList: "a list (Rows.rows): write a tuple",
    AsSet: "a set (Rows.rows): write frozenset(…)",
    AsArray: "a numpy ndarray (Rows.rows): write a tuple of ints",
    AsNumpyInts: "a numpy int8 (Rows.rows.0): write ints",
    ListLater: "a list (Rows.rows): write a tuple",
    AsUnfrozen: "an Unfrozen (Unfrozen): write a NamedTuple, or @dataclass(frozen=True)",
    AsObject: "a Plain (Plain): write a NamedTuple, or @dataclass(frozen=True)",
    ListMoves: "a list (list): write a tuple",
    WithoutPlayer: "have no field player: add one, or define player(self, state)",
}
