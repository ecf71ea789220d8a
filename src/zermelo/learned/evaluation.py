"""Games with a learned evaluation: twins with the same rules, states and texts.

A twin's class replaces only `evaluate`, so that every search and player works with a twin, plain
and compiled. One `table` has the entries of all patterns. The file of a learned evaluation is pure
data, and is rejected if any part is invalid:

line 1   the kind of file
line 2   JSON: the game's spec, the digest of its rules, the layout, the scale, the weight of the
         replaced evaluation, the number of weights, and a digest of these and the weights
others   the weights, 16 bits each, the lower byte first
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import sys
from array import array
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.bits import table
from zermelo.contract.game import Game, default
from zermelo.contract.rules import remake
from zermelo.contract.states import random_games
from zermelo.errors import UsageError
from zermelo.learned.layout import Image, Layout, Slot, weight_numbers
from zermelo.process.files import file_errors, regular_bytes, whole_file

ZERO: Final = 1 << 20  # added to all entries, as a table cannot store negative ints
NO_BOARD: Final = -1  # the index of a missing board
SCALE: Final = 1 << 10  # a sum of this many units is the value 1/2


def with_tables(
    game: Game, layout: Layout, entries: memoryview | bytes, hand: int, name: str
) -> Game:
    """`game` with an evaluation that adds up one entry from each pattern's table.

    entries  32-bit ints, each `ZERO` plus an entry, in the order of players, patterns and fillings
    hand     the weight of the replaced evaluation, in units of the entries; 0 drops it
    name     a name that no other entries have, because it identifies machine code
    """
    owner: Any = type(game)
    made = table(lambda _: memoryview(entries).cast("B").cast("i"))
    made.__set_name__(owner, "entries")
    places = (*layout.boards, NO_BOARD, NO_BOARD)[:3]
    members: dict[str, Any] = {
        "entries": made,
        "hand": hand,
        "by_hand": owner.evaluate if hand else no_evaluation,
        "evaluate": evaluate,
        **({} if hand else {"features": default("features")}),  # drop the old evaluation's terms
        "boards_of": boards_of,
        "has_bit": has_bit,
        "sum_of": windows_sum if layout.slots else scattered_sum,
        "base": layout.base,
        "second_digit": layout.digits[1],
        "third_digit": layout.digits[2],
        "total_of_zeros": ZERO * len(layout.patterns),
        "player_entries": layout.entries if layout.players == 2 else 0,
        **dict(zip(("first_place", "second_place", "third_place"), places, strict=True)),
        **_constants(layout),
    }
    members |= {"__module__": owner.__module__, "__doc__": owner.__doc__}
    members["__qualname__"] = f"{owner.__qualname__}.learned.{name}"
    members["__reduce__"] = lambda twin: (
        with_tables,
        (remake(owner, twin), layout, bytes(entries), hand, name),
    )
    return remake(type(owner.__name__, (owner,), members), game)


def _constants(layout: Layout) -> dict[str, Any]:
    """The constants of `windows_sum` or, without windows, of `scattered_sum`."""
    if not layout.slots:
        return {
            "pattern_bits": tuple(bit for bits in layout.scattered for bit in reversed(bits)),
            "pattern_size": len(layout.scattered[0]),
            "pattern_entries": layout.base ** len(layout.scattered[0]),
        }
    cells = layout.slots[0].rows * layout.slots[0].columns
    return {
        "index_of": index_of,
        "slot_sum": slot_sum,
        "low_entries": len(layout.slots[0].bands) * len(layout.slots[0].steps) * layout.base**cells,
        "windows": tuple((slot.bands, slot.steps, *slot[:2]) for slot in layout.slots),
        "stride": layout.slots[0].stride,
        "cover": (1 << max(slot.width for slot in layout.slots)) - 1,
        "window_entries": layout.base**cells,
        "fillings": tuple(
            sum(layout.base**bit for bit in range(cells) if filling >> bit & 1)
            for filling in range(1 << cells)
        ),
    }


# A twin's rules, as the compiler reads them -------------------------------------------------------


def evaluate(self: Any, state: Any) -> Any:
    """Return s / (1 + |s|) for the sum s of the tables' entries and the weighted evaluation."""
    worth = (self.sum_of(state) - self.total_of_zeros) / SCALE
    if self.hand:
        value = self.by_hand(state)
        worth += self.hand * value / (SCALE * (1 - abs(value)))
    return worth / (1 + abs(worth))


def no_evaluation(self: Any, state: Any) -> float:
    """Return 0; replaces the original evaluation if its weight is 0."""
    return 0.0


def boards_of(self: Any, state: Any) -> tuple[int, int, int]:
    """The three bitboards of a state, zero if absent."""
    second = state[self.second_place] if self.second_place != NO_BOARD else 0
    third = state[self.third_place] if self.third_place != NO_BOARD else 0
    return state[self.first_place], second, third


def has_bit(self: Any, state: Any, board: int, bit: int) -> Any:
    """Whether a bit of a bitboard is set. It is a rule, as only rules can shift large ints."""
    one, two, three = self.boards_of(state)
    if board == 0:
        return one >> bit & 1 == 1
    return two >> bit & 1 == 1 if board == 1 else three >> bit & 1 == 1


def windows_sum(self: Any, state: Any) -> Any:
    """The sum of the table entries of all windows."""
    at, (low, high) = self.player_entries if state.player else 0, self.windows
    return self.slot_sum(state, at, *low) + self.slot_sum(state, at + self.low_entries, *high)


def slot_sum(
    self: Any, state: Any, at: int, bands: Any, steps: Any, rows: int, columns: int
) -> Any:
    """Sum the table entries of all windows of one kind; those of the first window begin at `at`."""
    one, two, three = self.boards_of(state)
    total = 0
    for band in bands:
        first, second, third = one >> band & self.cover, two >> band & self.cover, three >> band
        third &= self.cover
        for step in steps:
            index = self.index_of(first, step, rows, columns)
            index += self.second_digit * self.index_of(second, step, rows, columns)
            index += self.third_digit * self.index_of(third, step, rows, columns)
            total += self.entries[at + index]
            at += self.window_entries
    return total


def index_of(self: Any, bits: int, shift: int, rows: int, columns: int) -> Any:
    """The contribution of the pieces `bits`, in the window at `shift`, to the index of an entry."""
    filling = 0
    for row in range(rows):
        filling |= (bits >> shift & (1 << columns) - 1) << row * columns
        shift += self.stride
    return self.fillings[filling]


def scattered_sum(self: Any, state: Any) -> int:
    """The sum of the table entries of all patterns."""
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


# Files --------------------------------------------------------------------------------------------

TITLE: Final = b"zermelo evaluation 1\n"
LARGEST: Final = 1 << 25  # the most bytes of a file
MOST: Final = (1 << 15) - 1  # the largest weight
SAMPLE: Final = 6, 4_000  # games for a digest of rules, and the most moves in all of them


class Weights(NamedTuple):
    """A learned evaluation."""

    game: str  # the spec
    layout: Layout
    numbers: array[int]  # the weights by number: see `zermelo.learned.layout`
    hand: int  # the weight of the replaced evaluation, in units of the weights

    def save(self, path: Path, game: Game) -> None:
        """Write the weights to a file."""
        numbers = array("h", self.numbers)
        if sys.byteorder == "big":
            numbers.byteswap()
        about = {
            "game": self.game,
            "rules": rules_digest(game),
            "layout": self.layout._asdict(),
            "scale": SCALE,
            "hand": self.hand,
            "weights": len(numbers),
        }
        content = numbers.tobytes()
        about["digest"] = _digest(about, content)
        with whole_file(path) as file:
            file.write(TITLE + json.dumps(about).encode() + b"\n" + content)

    def evaluates(self, game: Game) -> Game:
        """`game` with an evaluation by these weights."""
        return _twin(game, self.layout, self.numbers.tobytes(), self.hand)


@functools.lru_cache(maxsize=64)
def _twin(game: Game, layout: Layout, numbers: bytes, hand: int) -> Game:
    """The twin of `game` with these weights, cached, so that it is compiled once."""
    import numpy as np

    weights = np.frombuffer(numbers, np.int16).astype(np.int32) + ZERO
    entries = memoryview(array("i", weights[weight_numbers(layout)].tobytes()))
    name = hashlib.sha256(repr((layout, hand)).encode() + numbers).hexdigest()[:16]
    return with_tables(game, layout, entries, hand, name)


def load(path: Path, game: Game) -> Weights:
    """The weights in a file; raises `UsageError` for damage, another game or other rules."""
    with file_errors("read", path):
        content = regular_bytes(path, LARGEST)
    title, about, rest = TITLE, b"", b""
    if content.startswith(title):
        about, _, rest = content[len(title) :].partition(b"\n")
    try:
        header: Any = json.loads(about)
        digest = header.pop("digest")
        layout = _layout(header["layout"])
        sound = digest == _digest(header, rest) and header["scale"] == SCALE
        sound = sound and type(header["hand"]) is int and header["weights"] * 2 == len(rest)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        raise UsageError(f"{path} is damaged or not a learned evaluation; use zermelo learn")
    if header["game"] != str(game):
        raise UsageError(f"{path} evaluates {header['game']}, not {game}")
    if header["rules"] != rules_digest(game):
        raise UsageError(f"{path} was learned under other rules of {game}; learn it again")
    numbers = array("h", rest)
    if sys.byteorder == "big":
        numbers.byteswap()
    if len(numbers) != int(weight_numbers(layout).max()) + 1:
        raise UsageError(f"{path} has the wrong number of weights for its layout")
    return Weights(header["game"], layout, numbers, header["hand"])


def with_weights(game: Game, path: str | Path) -> Game:
    """`game` with the evaluation in a file; raises `UsageError` like `load`."""
    return load(Path(path), game).evaluates(game)


def shipped_weights(game: Game) -> Path | None:
    """The file of the learned evaluation that comes with Zermelo; None if there is none."""
    name = re.sub(r"[^a-z0-9]+", "-", str(game)).strip("-")
    path = Path(str(files("zermelo.learned") / "weights" / f"{name}.weights"))
    return path if path.is_file() else None


def rules_digest(game: Game) -> str:
    """A digest of states, moves and outcomes in random games, independent of the evaluation."""
    seen = hashlib.sha256()
    for state, moves, move, _ in random_games(game, *SAMPLE):
        seen.update(repr((tuple(state), moves, move, game.outcome(state))).encode())
    return seen.hexdigest()[:16]


def _digest(about: dict[str, Any], content: bytes) -> str:
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode() + content).hexdigest()


def _layout(header: dict[str, Any]) -> Layout:
    """The layout that JSON describes; raises `ValueError` if it is impossible."""
    layout = Layout(
        boards=_ints(header["boards"]),
        area=header["area"],
        base=header["base"],
        slots=tuple(
            Slot(rows, columns, stride, _ints(bands), _ints(steps))
            for rows, columns, stride, bands, steps in header["slots"]
        ),
        scattered=tuple(map(_ints, header["scattered"])),
        players=header["players"],
        images=tuple(Image(bool(a), bool(b), _ints(bits)) for a, b, bits in header["images"]),
    )
    layout.require_sound()
    return layout


def _ints(items: Any) -> tuple[int, ...]:
    if any(type(item) is not int for item in items):
        raise ValueError("no ints")
    return tuple(items)
