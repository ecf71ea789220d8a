"""The database of a solved game: how its files are checked, and how they are read.

A database is a directory, a zarr group (version 3) with a manifest beside it:

    zermelo.json   format, game, ruleset fingerprint, packing, tiers, counts, encodings, checksums
    keys           int64: the keys of all canonical states, tier after tier, each tier in order;
                   of two words the upper one first
    scores         int16: the score of each key's state, see `zermelo.solver.score`
    chunk_starts   int64: the first key of each chunk, so that a probe reads one chunk of each array

Every chunk is compressed with zstd and carries a crc32c. The manifest holds a digest of every other
file, chunk by chunk, and its own; each file is compared with its digest when it is read. While a
database is being made it has a `progress.json` instead.

A database may come from anyone: opening one runs nothing that it names, see `zermelo.spec`.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Any, Final

from zermelo.errors import UsageError, clip
from zermelo.files import faults_named
from zermelo.game import Game
from zermelo.native.keys import key_at
from zermelo.points import in_points
from zermelo.result import Result
from zermelo.solver.arrays import (
    CHUNK,
    CHUNK_STARTS,
    KEYS,
    METADATA,
    SCORES,
    StoredArray,
    kinds,
    require_group,
)
from zermelo.solver.keyarrays import place_of
from zermelo.solver.layouts import words_of
from zermelo.solver.manifest import (
    MANIFEST,
    PROGRESS,
    packing_from_json,
    read_manifest,
    require_same_rules,
)
from zermelo.solver.packing import key_for
from zermelo.solver.score import UNKNOWN
from zermelo.solver.sealed import Sealed
from zermelo.spec import parse_game, runs_a_file

Array = Any
CACHED: Final = 512  # chunks that a reader keeps


class Database(Result):
    """A solved game, opened to be asked.

    path   the directory
    game   the game; by default the one that the database names. One of a person's own has to be
           given: a database does not say which Python files are run
    start  the (first) state from which it was solved

    Raises `UsageError` for a directory that holds no complete database, for damage, and when the
    rules have changed since.
    """

    def __init__(self, path: str | Path, game: Game[Any] | None = None) -> None:
        self.path = Path(path)
        self.manifest = manifest_of(self.path)
        self.game = self._named() if game is None else game
        if self.manifest.get("by") == "score":
            self.game = in_points(self.game)
        solved = self.manifest["game"]
        if str(self.game) != solved:
            raise UsageError(f"{self.path} is a database of {clip(solved)}, not of {self.game}")
        require_same_rules(self.path, self.manifest, self.game)
        self.packing = packing_from_json(self.path, self.game, self.manifest["packing"])
        self.start = self._start()
        self._tiers = {tier["tier"]: tier for tier in self.manifest["tiers"]}
        self.files = Sealed(self.path, self.manifest["checksums"])
        require_group(self.files.read(METADATA), self.path)
        arrays = kinds(words_of(self.packing.layout)).items()
        stored = {name: StoredArray(self.files, name, kind) for name, kind in arrays}
        self._keys, self._scores, starts = (stored[n] for n in (KEYS, SCORES, CHUNK_STARTS))
        self._require_lengths(starts)
        self._chunk_starts = starts.whole()
        self._chunks: OrderedDict[int, tuple[Array, Array]] = OrderedDict()

    def _named(self) -> Game[Any]:
        """The game that the database names, unless its rules are a file's."""
        spec = self.manifest["spec"]
        if runs_a_file(spec):
            raise UsageError(
                f"{self.path} was solved by the rules in {clip(spec, 200)}; a database runs no "
                "Python, so name the file yourself: --game FILE.py:CLASS"
            )
        return parse_game(spec)

    def _start(self) -> Any:
        """The first state it was solved from, which has to be one of the game."""
        game, stored = self.game, self.manifest["starts"][0]
        try:
            start = shaped(game.start(), stored)
            if start != game.start() and game.has("format_state") and game.has("parse_state"):
                sound = game.parse_state(game.format_state(start)) == start
            else:
                sound = True
        except Exception:  # whatever rules raise for what is no state of theirs
            sound = False
        if not sound:
            raise UsageError(f"{self.path} is damaged: its start is no position of {game}")
        return start

    def _require_lengths(self, starts: StoredArray) -> None:
        count = self.manifest["solution"]["canonical_states"]
        tiers = sum(tier["count"] for tier in self.manifest["tiers"])
        if {len(self._keys), len(self._scores), tiers} != {count} or len(
            starts
        ) != self._keys.chunks:
            raise UsageError(
                f"{self.path} is damaged: it has {len(self._keys)} keys and {len(self._scores)} "
                f"scores in {len(starts)} chunks, {count} states, and {tiers} in its tiers"
            )

    def score(self, state: Any) -> int | None:
        """The score of `state` for its mover, or None when no play from the starts reaches it."""
        key = key_for(self.game, self.packing, state)
        tier = self._tiers.get(int(self.game.tier(state)))
        if tier is None or key < 0:
            return None
        chunk = self._chunk_of(tier, key)
        keys, scores = self._chunk(chunk)
        low = max(tier["first"] - chunk * CHUNK, 0)
        high = min(tier["first"] + tier["count"] - chunk * CHUNK, len(keys))
        index = low + place_of(keys[low:high], key)
        if index == high or key_at(keys, index) != key:
            return None
        return int(scores[index])

    def everything(self) -> tuple[Array, Array]:
        """The keys of all states and their scores, tier by tier."""
        return self._keys.whole(), self._scores.whole()

    @property
    def first_tier(self) -> int:
        """The lowest tier that has states."""
        return int(min(self._tiers))

    def forget(self) -> None:
        """Let go of the chunks kept in memory."""
        self._chunks.clear()

    def _chunk_of(self, tier: dict[str, int], key: int) -> int:
        """The chunk that holds `key` if any does."""
        first = tier["first"] // CHUNK
        last = (tier["first"] + tier["count"] - 1) // CHUNK
        inner = self._chunk_starts[first + 1 : last + 1]
        return first + place_of(inner, key, after=True)

    def _chunk(self, number: int) -> tuple[Array, Array]:
        if number in self._chunks:
            self._chunks.move_to_end(number)
            return self._chunks[number]
        keys, scores = self._keys.chunk(number), self._scores.chunk(number)
        if (keys < 0).any() or (scores == UNKNOWN).any():  # what a chunk too short is filled with
            raise UsageError(f"{self.path} is damaged: its chunk {number} is not full")
        self._chunks[number] = keys, scores
        if len(self._chunks) > CACHED:
            self._chunks.popitem(last=False)
        return self._chunks[number]


def shaped(example: Any, stored: Any) -> Any:
    """A state, or a tuple in it, as JSON has it, in the shape of `example`.

    Raises `ValueError` for another shape.
    """
    if isinstance(example, tuple) != isinstance(stored, list):
        raise ValueError(f"{stored} has not the shape of {example}")
    if not isinstance(example, tuple):
        return stored
    parts = [shaped(inner, item) for inner, item in zip(example, stored, strict=True)]
    return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)


def solved_game(path: Path) -> str:
    """The game of the database at `path`, as its manifest names it."""
    return str(manifest_of(path)["game"])


def manifest_of(path: Path) -> dict[str, Any]:
    """The manifest of the finished database at `path`."""
    with faults_named("read", path):
        present = {entry.name for entry in path.iterdir()} if path.exists() else set()
    if MANIFEST in present:
        return read_manifest(path / MANIFEST)
    if PROGRESS in present:
        raise UsageError(f"{path} is not finished: run the same solve again to resume")
    raise UsageError(f"{path} holds no database; zermelo solve GAME --out DIR makes one")
