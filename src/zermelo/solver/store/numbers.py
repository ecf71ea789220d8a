"""Write and read databases of numbered states, which have an array of cells for each tier.

tier9408       uint8, or uint16: the cell of each number, one byte if that is enough, else two

A byte is 1 + the plies to the end. If moves alternate and only losses end the game, an odd
number of plies is a win and an even one a loss. A wide cell is the score, see
`zermelo.solver.score`, plus 2¹⁶ if negative. In both, 0 is a draw, or undecided.

A tier counts once `progress.json` names it; other arrays, left by a killed run, are removed.
A tier's values do not depend on the start: a finished database becomes a draft again when
a tier is added from another start.

A database of outcomes says only who wins, not when: each byte has the outcomes of five numbers
as base-3 digits, the lowest first, and 2²⁰ numbers form a chunk. A number without a state repeats
the preceding outcome, which takes the least space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import starmap
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import ONGOING
from zermelo.contract.numbered import Numbered
from zermelo.errors import UsageError
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.process import disk
from zermelo.solver.score import ENDLESS, NOW, UNKNOWN
from zermelo.solver.store import manifest as manifests
from zermelo.solver.store.arrays import Kind
from zermelo.solver.store.chunks import Each, Sealed, StoredArray
from zermelo.solver.store.draft import Draft

NONE: Final = -1  # stands in `Cells.cells` for a score without a cell
FURTHEST: Final = 253  # the most plies that fit into a byte
SCORES: Final = 1 << 16  # the number of possible scores, including negative ones


class Cells(NamedTuple):
    """How scores become cells and back."""

    scores: Array  # int16: the score of each cell, UNKNOWN for the cell of numbers without a state
    cells: Array  # int32 (2¹⁶): the cell of each score modulo 2¹⁶, or NONE
    least: Array  # an empty array of the cells' type

    @property
    def dtype(self) -> Any:
        """The type of cells."""
        return self.least.dtype

    @property
    def nothing(self) -> int:
        """The cell of a number without a state."""
        return int(self.cells[UNKNOWN & SCORES - 1])


@cache
def narrow_cells() -> Cells:
    """Cells of a byte."""
    scores, cells = np.zeros(256, np.int16), np.full(SCORES, NONE, np.int32)
    cells[0] = 0
    for plies in range(FURTHEST + 1):
        score = NOW - plies if plies % 2 else plies - NOW
        scores[plies + 1], cells[score & SCORES - 1] = score, plies + 1
    scores[255], cells[UNKNOWN & SCORES - 1] = UNKNOWN, 255
    return Cells(scores, cells, np.empty(0, np.uint8))


@cache
def wide_cells() -> Cells:
    """Cells of 16 bits."""
    cells = np.arange(SCORES, dtype=np.int32)
    return Cells(cells.astype(np.uint16).view(np.int16), cells, np.empty(0, np.uint16))


class TiersHeld(NamedTuple):
    """Tiers in memory."""

    tiers: Array  # int64: the numbers of the tiers
    firsts: Array  # int64: where the cells of each tier begin, and the end
    cells: Array  # the cells of all numbers
    scores: Array  # int16: the meaning of each cell, see `Cells.scores`


@kernel
def place_of_tier(tiers: Array, tier: int) -> int:
    """The index of a tier's number in `tiers`; −1 if it is missing."""
    for place in range(len(tiers)):
        if tiers[place] == tier:
            return place
    return -1


CELLS_OF_CHUNK: Final = 1 << 20  # a probe reads a whole chunk


def tier_array(tier: int) -> str:
    """The name of a tier's array."""
    return f"tier{tier}"


def cell_kind(version: int, size: int) -> Kind:
    """The kind of a tier's array in a format with cells of `size` bytes."""
    if version % manifests.SHARDED == manifests.OUTCOMES_VERSION:
        return OUTCOMES
    return Kind(*(("uint8", 255) if size == 1 else ("uint16", 1 << 15)), CELLS_OF_CHUNK)


def count_items(kind: Kind, size: int) -> int:
    """The number of items of an array with the cells of `size` numbers."""
    if kind != OUTCOMES:
        return size
    chunks, rest = divmod(size, CELLS_OF_CHUNK)
    return chunks * BYTES_OF_CHUNK + -(-rest // OF_BYTE)


class TierDraft(Draft):
    """The files of an unfinished database with numbered states."""

    version, encodings, may_grow = manifests.TIER_VERSION, manifests.TIER_ENCODINGS, True
    cells: Cells
    tiers: list[dict[str, int]]
    sealed = False  # whether this draft adds to a finished database

    def _require_same(self, manifest: dict[str, Any]) -> None:
        super()._require_same(manifest)
        if manifest["version"] % manifests.SHARDED != self.version:
            raise self._taken_error(f"{self.game} in another format")

    def _look(self) -> None:
        super()._look()
        if self.grows and self.finished is not None:
            manifest, self.finished, self.sealed = self.finished, None, True
            kept = {name: manifest[name] for name in ("tiers", "cell_bytes")}
            self.progress = {**kept, "seconds": manifest["solution"]["seconds"]}

    def require_more(self, left: int) -> None:
        """Raise `UsageError` if a finished database already has all tiers to solve."""
        if self.sealed and not left:
            raise self._taken_error(f"{self.game} from other states that already includes this")

    def begin_tiers(self, cells: Cells) -> None:
        """Begin an empty draft, or resume an earlier run."""
        self.cells = cells
        self.tiers = self.progress["tiers"] if self.progress else []
        if not self.progress:
            disk.remove(self.path / manifests.MANIFEST)
            self._empty()
            self.arrays = {}
            return
        done = {tier_array(tier["tier"]) for tier in self.tiers}
        for path in list(self.path.iterdir()):
            if self._is_ours(path.name) and path.name not in done:
                disk.remove_tree(path)
        self._open_arrays(dict.fromkeys(done, self._kind()))

    def keep_tier(
        self, facts: dict[str, int], shares: Iterable[Array], seconds: float, each: Each = map
    ) -> None:
        """Write a tier's cells, share by share, and save the progress. `facts` are the tier's entry
        in the manifest, `seconds` the time so far; `each` packs the chunks.
        """
        name, first = tier_array(facts["tier"]), 0
        kind = self._kind()
        self.arrays[name] = self._create_array(name, kind, count_items(kind, facts["size"]))
        for cells in shares:
            self.write(name, first, cells, each)
            first += len(cells)
        self.arrays[name].make_shards(0, first, starmap, ended=True)
        self.tiers.append(facts)
        self.save({"tiers": self.tiers, "seconds": seconds})

    def save(self, progress: dict[str, Any]) -> None:
        """Save progress, which makes the written data count; the database is then a draft."""
        super().save(progress)
        disk.remove(self.path / manifests.MANIFEST)

    def read_tier(self, tier: int, into: Array) -> None:
        """Read the cells of a finished tier."""
        for first in range(0, len(into), CELLS_OF_CHUNK):
            part = into[first : first + CELLS_OF_CHUNK]
            part[:] = self.arrays[tier_array(tier)].items(first, first + len(part))

    def finish_tiers(self, solution: dict[str, Any]) -> None:
        """Turn the draft into a database."""
        self._seal({
            "encodings": self.encodings, "tiers": self.tiers, "solution": solution,
        })  # fmt: skip

    def _kind(self) -> Kind:
        return cell_kind(self.version, self.cells.dtype.itemsize)

    def _is_ours(self, name: str) -> bool:
        return re.fullmatch(r"tier-?[0-9]+", name) is not None

    def _encoding(self) -> dict[str, Any]:
        return {"version": self.version, "cell_bytes": self.cells.dtype.itemsize}


CACHED: Final = 64  # chunks in memory, a MiB or two each


class TierStates:
    """Cells of tiers, read chunk by chunk; at most `most` chunks stay in memory."""

    folds = True  # one number represents all symmetric states

    def __init__(
        self, game: Numbered[Any], manifest: dict[str, Any], files: Sealed, most: int = CACHED
    ) -> None:
        self.game, self.manifest, self.files = game, manifest, files
        self._chunk = lru_cache(most)(self.chunk)
        self.bytes = int(manifest["cell_bytes"])
        # whether only outcomes are stored, as the cells of `outcome_cells`
        self.outcomes = manifest["version"] % manifests.SHARDED == manifests.OUTCOMES_VERSION
        narrow = narrow_cells if self.bytes == 1 else wide_cells
        self.cells = outcome_cells() if self.outcomes else narrow()
        self.tiers = {tier["tier"]: tier for tier in manifest["tiers"]}
        self.places = sum(int(tier["size"]) for tier in self.tiers.values())
        self._arrays: dict[int, StoredArray] = {}
        for number, tier in self.tiers.items():
            if tier["size"] != game.tier_size(number):
                raise UsageError(f"{files.path} is damaged: tier {number} has the wrong size")

    def score(self, state: Any) -> int | None:
        """The score of `state` for its mover; None if it has none, as in an unsolved tier."""
        tier = int(self.game.tier(state))
        if tier not in self.tiers:
            outcome = self.game.outcome(state)
            return outcome * NOW if outcome != ONGOING and not self.game.tier_size(tier) else None
        return self.at(tier, self.game.index(state))

    def at(self, tier: int, number: int) -> int | None:
        """The score of a number in a solved tier; None for a number without a state."""
        if not 0 <= number < self.tiers[tier]["size"]:
            return None
        chunk, place = divmod(number, CELLS_OF_CHUNK)
        score = int(self.cells.scores[self._chunk(tier, chunk)[place]])
        return None if score == UNKNOWN else score

    def state(self, place: int) -> Any:
        """The state of the number at this place; None for a number without a state."""
        for number, tier in self.tiers.items():
            if place < tier["size"]:
                state = self.game.unindex(number, place)
                return state if self.game.index(state) == place else None
            place -= tier["size"]
        raise IndexError(place)

    def size(self, tier: int) -> int:
        """The number of places of a tier: one for each number."""
        return int(self.tiers[tier]["size"])

    def scores_about(self, tier: int, place: int) -> tuple[int, Array]:
        """Read the chunk around a place; return its first place, and scores (some UNKNOWN)."""
        chunk = place // CELLS_OF_CHUNK
        return chunk * CELLS_OF_CHUNK, self.cells.scores[self._chunk(tier, chunk)]

    def state_in(self, tier: int, place: int) -> Any:
        """The state at a place of a tier."""
        return self.game.unindex(tier, place)

    def reader(self, most: int) -> TierStates:
        """A separate reader with `most` chunks in memory."""
        return type(self)(self.game, self.manifest, self.files, most)

    def tier(self, number: int) -> Array:
        """All cells of a tier."""
        return np.concatenate([self.chunk(number, at) for at in self.chunks(number)])

    def forget(self) -> None:
        """Drop the chunks kept in memory."""
        self._chunk.cache_clear()

    def chunks(self, tier: int) -> range:
        """The chunks of a tier."""
        return range(-(-self.tiers[tier]["size"] // CELLS_OF_CHUNK))

    def chunk(self, tier: int, number: int) -> Array:
        """The cells of a chunk, read from disk."""
        content = self.array(tier).chunk(number)
        if not self.outcomes:
            return content
        count = min(self.tiers[tier]["size"] - number * CELLS_OF_CHUNK, CELLS_OF_CHUNK)
        outcomes: Array = _digits()[content].reshape(-1)[:count]
        return outcomes

    def array(self, tier: int) -> StoredArray:
        """The array of a tier."""
        if tier not in self._arrays:
            kind = cell_kind(self.manifest["version"], self.bytes)
            array = StoredArray(self.files, tier_array(tier), kind)
            if len(array) != count_items(kind, self.tiers[tier]["size"]):
                raise UsageError(f"{self.files.path} is damaged: tier {tier} has the wrong length")
            self._arrays[tier] = array
        return self._arrays[tier]


# Outcomes alone -----------------------------------------------------------------------------------

OF_BYTE: Final = 5  # outcomes in a byte
KINDS: Final = 3  # the kinds of outcomes
NO_STATE: Final = KINDS  # the outcome of a number without a state
BYTES_OF_CHUNK: Final = -(-CELLS_OF_CHUNK // OF_BYTE)
OUTCOME_LEVEL: Final = 15  # zstd's level; 19 saves 1% more, in 2.5 times the time
OUTCOMES: Final = Kind("uint8", 255, BYTES_OF_CHUNK, level=OUTCOME_LEVEL)


@cache
def outcome_cells() -> Cells:
    """Cells with outcomes only: 0 draw, 1 win, 2 loss; wins and losses score as by endless play."""
    scores = np.full(256, UNKNOWN, np.int16)
    scores[:KINDS] = 0, ENDLESS, -ENDLESS
    cells = np.zeros(SCORES, np.int32)
    cells[1 : NOW + 1], cells[-NOW:], cells[UNKNOWN & SCORES - 1] = 1, 2, NO_STATE
    return Cells(scores, cells, np.empty(0, np.uint8))


def packed_outcomes(outcomes: Array) -> Array:
    """Pack outcomes, including NO_STATE, into bytes."""
    places = np.arange(len(outcomes), dtype=np.int32)
    places[outcomes == NO_STATE] = 0
    digits = np.zeros((-(-len(outcomes) // OF_BYTE), OF_BYTE), np.uint8)
    digits.reshape(-1)[: len(outcomes)] = outcomes[np.maximum.accumulate(places)] % KINDS
    content = digits[:, OF_BYTE - 1].copy()
    for place in range(OF_BYTE - 2, -1, -1):
        content *= KINDS
        content += digits[:, place]
    return content


@cache
def _digits() -> Array:
    """The five outcomes in each of the 256 bytes; those from 243 on do not occur in databases."""
    digits = np.arange(256)[:, None] // KINDS ** np.arange(OF_BYTE)
    digits[:, :-1] %= KINDS
    return digits.astype(np.uint8)


class OutcomeDraft(TierDraft):
    """The files of an unfinished database of outcomes."""

    version, encodings = manifests.OUTCOMES_VERSION, manifests.OUTCOME_ENCODINGS
    may_grow = False
