"""The file of a learned evaluation: data alone, refused when anything in it differs.

line 1   what it is
line 2   JSON: the game's spec, the digest of its rules, the layout, the scale, how much the
         evaluation it replaces counts, how many weights follow, and the digest of all that
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

from zermelo.contract.game import Game
from zermelo.contract.sampled import random_games
from zermelo.errors import UsageError
from zermelo.learned.evaluation import SCALE, ZERO, with_tables
from zermelo.learned.layout import Image, Layout, Slot
from zermelo.process.files import file_errors, regular_bytes, whole_file

TITLE: Final = b"zermelo evaluation 1\n"
LARGEST: Final = 1 << 25  # bytes of a file
MOST: Final = (1 << 15) - 1  # the largest weight
SAMPLE: Final = 6, 4_000  # random games, and their moves, by which rules are known


class Weights(NamedTuple):
    """An evaluation as it was learned.

    game     the spec of its game
    numbers  its weights, by number: see `zermelo.learned.layout`
    hand     how much the evaluation it replaces counts, in units of the weights
    """

    game: str
    layout: Layout
    numbers: array[int]
    hand: int

    def save(self, path: Path, game: Game) -> None:
        """Write the file."""
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
        """`game`, evaluated by these weights."""
        return _twin(game, self.layout, self.numbers.tobytes(), self.hand)


@functools.lru_cache(maxsize=64)
def _twin(game: Game, layout: Layout, numbers: bytes, hand: int) -> Game:
    """The same game for the same weights, so that it is compiled once."""
    import numpy as np

    from zermelo.learned.layout import weight_numbers

    weights = np.frombuffer(numbers, np.int16).astype(np.int32) + ZERO
    entries = memoryview(array("i", weights[weight_numbers(layout)].tobytes()))
    name = hashlib.sha256(repr((layout, hand)).encode() + numbers).hexdigest()[:16]
    return with_tables(game, layout, entries, hand, name)


def load(path: Path, game: Game) -> Weights:
    """The weights in a file; raises `UsageError` for one that is damaged or of another game."""
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
        raise UsageError(f"{path} is no learned evaluation, or damaged: make it with zermelo learn")
    if header["game"] != str(game):
        raise UsageError(f"{path} evaluates {header['game']}, not {game}")
    if header["rules"] != rules_digest(game):
        raise UsageError(f"{path} was learned by other rules of {game}: learn it again")
    numbers = array("h", rest)
    if sys.byteorder == "big":
        numbers.byteswap()
    if len(numbers) != _count(layout):
        raise UsageError(f"{path} does not have the weights that its layout needs")
    return Weights(header["game"], layout, numbers, header["hand"])


def with_weights(game: Game, path: str | Path) -> Game:
    """`game` with the evaluation in a file; raises `UsageError` as `load` does."""
    return load(Path(path), game).evaluates(game)


def shipped_weights(game: Game) -> Path | None:
    """The file of the evaluation that comes with Zermelo, which a match accepted; else None."""
    name = re.sub(r"[^a-z0-9]+", "-", str(game)).strip("-")
    path = Path(str(files("zermelo.learned") / "weights" / f"{name}.weights"))
    return path if path.is_file() else None


def rules_digest(game: Game) -> str:
    """A digest of what the rules say in some random games; of the replaced evaluation nothing."""
    seen = hashlib.sha256()
    for state, moves, move, _ in random_games(game, *SAMPLE):
        seen.update(repr((tuple(state), moves, move, game.outcome(state))).encode())
    return seen.hexdigest()[:16]


def _digest(about: dict[str, Any], content: bytes) -> str:
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode() + content).hexdigest()


@functools.cache
def _count(layout: Layout) -> int:
    """How many weights a layout needs."""
    from zermelo.learned.layout import weight_numbers

    return int(weight_numbers(layout).max()) + 1


def _layout(header: dict[str, Any]) -> Layout:
    """A layout from JSON; `ValueError` for one that no game can have."""
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
