"""The shape of the facts of a game, and the counts in the files of reference."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from oracles.rules import Rules

REFERENCE = Path(__file__).parent.parent / "reference"


class Counts(NamedTuple):
    """Sequences of exactly 1, 2, … moves, and distinct positions after them as far as known."""

    sequences: Sequence[int]
    distinct: Sequence[int] = ()


def recorded(entry: str) -> Counts:
    """Counts of an entry of reference/perft.json."""
    result = _games("perft.json")["games"][entry]
    return Counts(result["sequences"], result["distinct"])


def published(spec: str) -> Counts:
    """Counts of an entry of reference/games.json, collected from the literature."""
    return Counts(known(spec)["perft"])


def known(entry: str) -> dict:
    """What an entry of reference/games.json says."""
    return _games("games.json")[entry]


def _games(file: str) -> dict:
    return json.loads((REFERENCE / file).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Facts:
    """All that the tests of the games need to know of one.

    Keys are specs, such as "nim(rows=[2, 3])". A symmetry turns the text of every move into that
    of its image, from the game's start on; a mirror turns the text of a whole position.
    What is solved and proved is named by a position, "" for the start, with its value to the mover,
    in points where it is solved and the game counts them; `long` is solved too, but takes seconds.
    `record` is a spec and the moves of one whole game: `tests/support/recorded.py NAME` writes it
    out to golden/NAME.txt.
    """

    perft: Mapping[str, Counts]
    oracles: Mapping[str, Rules]  # compared move by move in random games
    record: tuple[str, str]
    impossible: Mapping[str, Mapping[str, str | None]]  # position → why refused; None: it is not
    symmetries: Mapping[str, tuple[Callable[[str], str], ...]] = field(default_factory=dict)
    mirrors: Mapping[str, tuple[Callable[[str], str], ...]] = field(default_factory=dict)
    asymmetric: str = ""  # why it has neither a symmetry nor a mirror
    positions: Mapping[str, Mapping[str, Counts]] = field(default_factory=dict)  # counts from there
    solved: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    long: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    proved: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # by a search alone
    searched: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # likewise, for seconds
    small: Mapping[str, Rules] = field(default_factory=dict)  # solved outright by minimax
    refused: Mapping[str, str] = field(default_factory=dict)  # spec → why it makes no game
