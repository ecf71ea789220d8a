"""A database by tiers while it is being made: an array of cells for each tier that is done.

A tier counts once `progress.json` names it; others that a killed run has left are written again.
The values of a tier do not depend on where it is reached from: a database that was finished from
other states is a draft again as soon as a tier is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from zermelo.native.arrays import Array
from zermelo.process import disk
from zermelo.process.files import regular_bytes
from zermelo.solver.store.arrays import (
    METADATA,
    MOST_METADATA,
    Kind,
    chunk_file,
    require_group,
)
from zermelo.solver.store.cells import Cells
from zermelo.solver.store.chunks import DraftArray
from zermelo.solver.store.draft import Draft, Each
from zermelo.solver.store.manifest import MANIFEST, TIER_ENCODINGS, TIER_VERSION

CELLS_OF_CHUNK: Final = 1 << 20  # read as a whole when one of them is probed


def tier_array(tier: int) -> str:
    """The name of a tier's array."""
    return f"tier{tier}"


def cell_kind(size: int) -> Kind:
    """The arrays of cells of so many bytes."""
    return (
        Kind("uint8", 255, CELLS_OF_CHUNK) if size == 1 else Kind("uint16", 1 << 15, CELLS_OF_CHUNK)
    )


class TierDraft(Draft):
    """The files of a database by tiers that is not finished."""

    version, encodings = TIER_VERSION, TIER_ENCODINGS
    cells: Cells
    tiers: list[dict[str, int]]
    sealed = False  # whether what grows is a finished database

    def _may_grow(self) -> bool:
        return True

    def _require_same(self, manifest: dict[str, Any]) -> None:
        super()._require_same(manifest)
        if manifest["version"] != self.version:
            raise self._taken(f"{self.game} in another format")

    def _look(self) -> None:
        super()._look()
        if self.grows and self.finished is not None:
            manifest, self.finished, self.sealed = self.finished, None, True
            seconds = manifest["solution"]["seconds"]
            kept = {name: manifest[name] for name in ("tiers", "cell_bytes")}
            self.progress = {**kept, "seconds": seconds}

    def require_more(self, left: int) -> None:
        """Raise `UsageError` when nothing is left that a finished database has not."""
        if self.sealed and not left:
            raise self._taken(f"{self.game} from other states, with all of this")

    def begin_tiers(self, cells: Cells) -> None:
        """Begin with nothing, or where an earlier run has ended."""
        self.cells = cells
        self.tiers = self.progress["tiers"] if self.progress else []
        if not self.progress:
            disk.remove(self.path / MANIFEST)
            self._empty()
            self.arrays = {}
            return
        require_group(regular_bytes(self.path / METADATA, MOST_METADATA), self.path)
        done = {tier_array(tier["tier"]) for tier in self.tiers}
        for path in list(self.path.iterdir()):
            if self._is_ours(path.name) and path.name not in done:
                disk.remove_tree(path)
        self.arrays = {name: DraftArray.opened(self.path, name, self._kind()) for name in done}

    def keep_tier(
        self, facts: dict[str, int], shares: Iterable[Array], seconds: float, each: Each = map
    ) -> None:
        """Write the cells of a tier, share by share, and make them count.

        facts    what the manifest says of it
        seconds  spent so far
        each     as for `write`
        """
        name, first = tier_array(facts["tier"]), 0
        self.arrays[name] = self._created(name, self._kind(), self._length(facts["size"]))
        for cells in shares:
            self.write(name, first, cells, each)
            first += len(cells)
        self.tiers.append(facts)
        self.save({"tiers": self.tiers, "seconds": seconds})

    def save(self, progress: dict[str, Any]) -> None:
        """Make what was written count, in a draft from now on."""
        super().save(progress)
        disk.remove(self.path / MANIFEST)

    def read_tier(self, tier: int, into: Array) -> None:
        """Read the cells of a tier that is done."""
        name = tier_array(tier)
        for first in range(0, len(into), CELLS_OF_CHUNK):
            part = into[first : first + CELLS_OF_CHUNK]
            part[:] = self.arrays[name].items(first, first + len(part))

    def finish_tiers(self, solution: dict[str, Any]) -> None:
        """Turn the draft into a database."""
        self._seal({
            "encodings": self.encodings, "tiers": self.tiers, "solution": solution,
        })  # fmt: skip

    def _kinds(self) -> dict[str, Kind]:
        return dict.fromkeys(self.arrays, self._kind())

    def _kind(self) -> Kind:
        return cell_kind(self.cells.dtype.itemsize)

    def _length(self, size: int) -> int:
        """The items of the array of a tier of so many numbers."""
        return size

    def _is_ours(self, name: str) -> bool:
        return re.fullmatch(r"tier-?[0-9]+", name) is not None

    def _files(self) -> Iterator[str]:
        yield METADATA
        for name, array in self.arrays.items():
            yield f"{name}/{METADATA}"
            for number in range(array.chunks):
                yield chunk_file(name, self._kind(), number)

    def _encoding(self) -> dict[str, Any]:
        return {"version": self.version, "cell_bytes": self.cells.dtype.itemsize}
