"""An unfinished database, written step by step, so that a killed run can resume.

Arrays are written first; then `progress.json`, replaced as a whole, says how much is valid. Data
beyond that, from a killed run, are overwritten.
"""

import fnmatch
import json
import os
import platform
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from zermelo.contract.analysis import by_of
from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.process import disk
from zermelo.process.files import whole_file
from zermelo.solver.keys.layouts import Packing, words_of
from zermelo.solver.store import arrays, chunks
from zermelo.solver.store import manifest as manifests
from zermelo.solver.store.arrays import Kind
from zermelo.solver.store.chunks import DraftArray, Each
from zermelo.spec import format_game

MANY: Final = 1000  # the most starts that a manifest lists
CHECKED: Final = 15  # hexadecimal digits of the starts' checksum, so that it is an int of 63 bits


class Draft:
    """An unfinished database; `UsageError` for foreign files, or if another process uses it."""

    may_grow = False  # whether a draft may add to results from other starts
    grows = False  # whether this draft adds to results from other starts

    def __init__(self, path: Path, game: Game, starts: Sequence[Any]) -> None:
        self.path, self.game = path, game
        arrays.require_zarr()
        self.progress: dict[str, Any] | None = None
        self.finished: dict[str, Any] | None = None
        self.packing: Packing
        self._lock = _locked_directory(path)
        self._unsynced: set[str] = set()  # arrays whose file names a power cut could lose
        plain = [list(map(_plain, start)) for start in starts]
        if len(plain) > MANY:  # list the first, and a checksum of all
            seal = arrays.digest(json.dumps(plain).encode())[:CHECKED]
            plain = [plain[0], [int(seal, 16)]]
        self._identity = {
            "game": str(game),
            "spec": format_game(game),
            "by": by_of(game),
            "fingerprint": truth_fingerprint(game),
            "starts": plain,
        }
        try:
            self._look()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the directory for other processes."""
        os.close(self._lock)

    def _look(self) -> None:
        """Find the results of an earlier run; `UsageError` for other files."""
        present = {entry.name for entry in self.path.iterdir()}
        for name in (manifests.MANIFEST, manifests.PROGRESS):
            if name in present:
                manifest = manifests.read_manifest(self.path / name)
                self._require_same(manifest)
                self.grows = manifest["starts"] != self._identity["starts"]
                if name == manifests.PROGRESS:
                    self.progress = manifest
                else:  # a run killed at its very end leaves its progress file
                    self.finished = manifest
                    disk.remove(self.path / manifests.PROGRESS)
                return
        ours = {arrays.METADATA, *filter(self._is_ours, present)}
        cut_off = fnmatch.filter(present, f"zarr.*{chunks.PARTIAL}")
        killed = {*fnmatch.filter(present, ".*"), *cut_off}
        strange = present - killed - ours
        if strange:
            raise UsageError(
                f"{self.path} contains other files, like {min(strange)}; choose a new directory"
            )

    def _is_ours(self, name: str) -> bool:
        """Whether an array may have this name."""
        return name in (arrays.KEYS, arrays.SCORES, arrays.CHUNK_STARTS)

    def _require_same(self, manifest: dict[str, Any]) -> None:
        game, starts = (self._identity[name] for name in ("game", "starts"))
        if manifest["game"] != game:
            raise self._taken_error(manifest["game"])
        manifests.require_same_rules(self.path, manifest, self.game)
        if manifest["starts"] != starts and not self.may_grow:
            raise self._taken_error(f"{game} from other states")

    def _taken_error(self, other: str) -> UsageError:
        return UsageError(f"{self.path} contains a database of {other}; choose another directory")

    def begin(self) -> None:
        """Empty the directory and create the arrays."""
        self._empty()
        described = arrays.kinds(words_of(self.packing.layout))
        self.arrays = {name: self._create_array(name, kind) for name, kind in described.items()}

    def _empty(self) -> None:
        """Discard all data; leave a zarr group without arrays."""
        self.discard()
        chunks.write_metadata(self.path, arrays.GROUP)

    def discard(self) -> None:
        """Remove `progress.json`, then all arrays."""
        disk.remove(self.path / manifests.PROGRESS)
        disk.sync_folder(self.path)
        for path in sorted(self.path.iterdir()):
            if path.name == arrays.METADATA or self._is_ours(path.name):
                disk.remove_tree(path)

    def resume(self) -> None:
        """Open the arrays of an earlier run."""
        self._open_arrays(arrays.kinds(words_of(self.packing.layout)))
        assert self.progress is not None
        counts = [tier["count"] for tier in self.progress["tiers"]]
        scored = self.progress["scored"] if self.progress["complete"] else len(counts)
        self.arrays[arrays.KEYS].keep(0, sum(counts))
        self.arrays[arrays.CHUNK_STARTS].keep(0, -(-sum(counts) // arrays.CHUNK))
        self.arrays[arrays.SCORES].keep(sum(counts[:scored]), sum(counts))

    def _open_arrays(self, described: dict[str, Kind]) -> None:
        """Open the arrays of an earlier run; `UsageError` for damage."""
        arrays.require_group(arrays.read_metadata(self.path), self.path)
        opened = (DraftArray.open(self.path, *one) for one in described.items())
        self.arrays = {array.name: array for array in opened}

    def _create_array(self, name: str, kind: Kind, length: int = 0) -> DraftArray:
        array = DraftArray(self.path, name, kind, 0)
        array.resize(length)
        self._unsynced.add(name)
        return array

    def write(self, name: str, first: int, items: Array, each: Each = map) -> None:
        """Write items from index `first` on to an array, which may grow; `each` packs chunks."""
        if len(items):
            self.grow(name, first + len(items))
            self.arrays[name].write(first, items, each)

    def grow(self, name: str, length: int) -> None:
        """Extend an array to at least `length` items, which are about to be written."""
        array = self.arrays[name]
        self._unsynced.add(name)
        if array.length < length:
            array.resize(length)

    def save(self, progress: dict[str, Any]) -> None:
        """Save progress, which makes the written data count."""
        self._sync()
        self._write_text(manifests.PROGRESS, {**self._facts(), **progress})

    def finish(self, results: dict[str, Any], count: int, do: Each) -> None:
        """Write everything else that readers need, and turn the draft into a database."""
        lengths = dict.fromkeys((arrays.KEYS, arrays.SCORES), count)
        lengths[arrays.CHUNK_STARTS] = -(-count // arrays.CHUNK)
        for name, length in lengths.items():
            if self.arrays[name].length != length:  # a killed run may have written more
                self.arrays[name].resize(length)
            self.arrays[name].make_shards(0, length, do, ended=True)
        self._seal({"encodings": manifests.format_of(self.packing)[1], **results})

    def _seal(self, results: dict[str, Any]) -> None:
        """Write the manifest, with the digests of all files."""
        drafts = (f".{name}.*" for name in (manifests.PROGRESS, manifests.MANIFEST))
        for pattern in (f"*{chunks.PARTIAL}", *drafts):
            for leftover in self.path.rglob(pattern):  # the incomplete files of killed runs
                disk.remove(leftover)
        self._sync()
        names = [arrays.METADATA]
        names += [name for array in self.arrays.values() for name in array.files()]
        checksums, facts = chunks.digests(self.path, names), self._facts()
        facts["version"] += manifests.SHARDED * any(map(arrays.is_shard, names))
        self._write_text(manifests.MANIFEST, {**facts, **results, "checksums": checksums})
        disk.remove(self.path / manifests.PROGRESS)

    def _sync(self) -> None:
        """Make all written data survive a power cut, before a manifest mentions the data."""
        folders = [self.path / name for name in sorted(self._unsynced)]
        for folder in [*(each / "c" for each in folders), *folders, self.path]:
            if folder.exists():
                disk.sync_folder(folder)
        self._unsynced.clear()

    def _facts(self) -> dict[str, Any]:
        from importlib.metadata import version

        made_by = f"zermelo {version('zermelo')}, Python {platform.python_version()}"
        made = {"made_by": made_by, "made_at": datetime.now(UTC).isoformat(timespec="seconds")}
        return {"format": manifests.FORMAT, **self._encoding(), **self._identity, **made}

    def _encoding(self) -> dict[str, Any]:
        """The manifest's fields that say how this kind of database stores states."""
        packing = manifests.packing_as_json(self.game, self.packing)
        return {"version": manifests.format_of(self.packing)[0], "packing": packing}

    def _write_text(self, name: str, body: dict[str, Any]) -> None:
        with whole_file(self.path / name) as draft:
            draft.write(manifests.render(body).encode())


def _plain(item: Any) -> Any:
    return list(map(_plain, item)) if isinstance(item, tuple) else int(item)


def _locked_directory(path: Path) -> int:
    """Make the directory if necessary; lock it until this process ends or closes it."""
    if re.match(r"[a-z][a-z0-9+.-]+:/", str(path)):
        raise UsageError(f"--out must be a local directory, not {path}")
    try:
        disk.make_folder(path)
        handle = disk.open_file(path, disk.FOLDER)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    try:
        disk.lock(handle)
    except OSError:
        os.close(handle)
        raise UsageError(f"another process is writing to {path}") from None
    return handle
