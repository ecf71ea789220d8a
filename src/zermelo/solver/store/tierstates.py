"""The states of a database that knows them by their numbers: an array of cells for each tier.

tier9408       uint8, or uint16: the cell of each number, see `zermelo.solver.store.cells`
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from typing import Any, Final

from zermelo.contract.game import ONGOING
from zermelo.contract.numbered import Numbered
from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.solver.score import NOW, UNKNOWN
from zermelo.solver.store.arrays import Kind, StoredArray
from zermelo.solver.store.cells import Cells, narrow_cells, wide_cells
from zermelo.solver.store.sealed import Sealed
from zermelo.solver.store.tierdraft import CELLS_OF_CHUNK, cell_kind, tier_array

CACHED: Final = 64  # chunks of a MiB or two that are kept in memory


class TierStates:
    """Cells of tiers, read chunk by chunk; at most so many chunks are kept."""

    folds = True  # one number stands for all symmetric states

    def __init__(
        self, game: Numbered[Any], manifest: dict[str, Any], files: Sealed, most: int = CACHED
    ) -> None:
        self.game, self.manifest, self.files, self.most = game, manifest, files, most
        self.bytes = int(manifest["cell_bytes"])
        self.cells = self._cells()
        self.tiers = {tier["tier"]: tier for tier in manifest["tiers"]}
        self._arrays: dict[int, StoredArray] = {}
        self._chunks: OrderedDict[tuple[int, int], Array] = OrderedDict()
        for number, tier in self.tiers.items():
            if tier["size"] != game.tier_size(number):
                raise UsageError(f"{files.path} is damaged: tier {number} is not as large as said")

    def score(self, state: Any) -> int | None:
        """The score of `state` for its mover, or None for one of a tier that was not solved."""
        tier = int(self.game.tier(state))
        if tier not in self.tiers:
            outcome = self.game.outcome(state)
            ended = outcome != ONGOING and not self.game.tier_size(tier)
            return outcome * NOW if ended else None
        return self.at(tier, self.game.index(state))

    def at(self, tier: int, number: int) -> int | None:
        """The score of a number of a tier that was solved, or None if it stands for nothing."""
        if not 0 <= number < self.tiers[tier]["size"]:
            return None
        chunk, place = divmod(number, CELLS_OF_CHUNK)
        score = int(self.cells.scores[self._chunk(tier, chunk)[place]])
        return None if score == UNKNOWN else score

    @property
    def places(self) -> int:
        """How many numbers there are, tier after tier."""
        return sum(int(tier["size"]) for tier in self.tiers.values())

    def state(self, place: int) -> Any:
        """The state of the number at this place, None where it stands for nothing."""
        for number, tier in self.tiers.items():
            if place < tier["size"]:
                state = self.game.unindex(number, place)
                return state if self.game.index(state) == place else None
            place -= tier["size"]
        raise IndexError(place)

    def size(self, tier: int) -> int:
        """How many places a tier has: numbers."""
        return int(self.tiers[tier]["size"])

    def scores_about(self, tier: int, place: int) -> tuple[int, Array]:
        """The first place of the chunk about one of a tier, and the scores of all in it.

        UNKNOWN for a number that stands for nothing.
        """
        chunk = place // CELLS_OF_CHUNK
        return chunk * CELLS_OF_CHUNK, self.cells.scores[self._chunk(tier, chunk)]

    def state_in(self, tier: int, place: int) -> Any:
        """The state at a place of a tier."""
        return self.game.unindex(tier, place)

    def reader(self, most: int) -> TierStates:
        """The same read by itself, with so many chunks in memory."""
        return type(self)(self.game, self.manifest, self.files, most)

    def tier(self, number: int) -> Array:
        """All cells of a tier."""
        return self._array(number).whole()

    def forget(self) -> None:
        """Drop the chunks kept in memory."""
        self._chunks.clear()

    def _cells(self) -> Cells:
        """The scores that cells stand for."""
        return narrow_cells() if self.bytes == 1 else wide_cells()

    def _kind(self) -> Kind:
        """The arrays of tiers."""
        return cell_kind(self.bytes)

    def _length(self, size: int) -> int:
        """The items of the array of a tier of so many numbers."""
        return size

    def chunks(self, tier: int) -> range:
        """The chunks of a tier."""
        return range(-(-self.tiers[tier]["size"] // CELLS_OF_CHUNK))

    def chunk(self, tier: int, number: int) -> Array:
        """The cells of a chunk, from the disk."""
        return self._array(tier).chunk(number)

    def _array(self, tier: int) -> StoredArray:
        if tier not in self._arrays:
            array = StoredArray(self.files, tier_array(tier), self._kind())
            if len(array) != self._length(self.tiers[tier]["size"]):
                raise UsageError(f"{self.files.path} is damaged: tier {tier} has another length")
            self._arrays[tier] = array
        return self._arrays[tier]

    def _chunk(self, tier: int, number: int) -> Array:
        """The cells of a chunk; another thread may ask at the same time."""
        key = tier, number
        chunk = self._chunks.pop(key, None)
        self._chunks[key] = chunk = self.chunk(tier, number) if chunk is None else chunk
        while len(self._chunks) > self.most:
            with contextlib.suppress(KeyError):
                self._chunks.popitem(last=False)
        return chunk
