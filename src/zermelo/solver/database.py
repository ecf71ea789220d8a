"""The database of a solved game: its files, how they are checked, and how they are read.

A database is a directory, a zarr group (version 3) with a manifest beside it:

    zermelo.json   format, game, ruleset fingerprint, packing, tiers, counts, encodings, checksums
    keys           int64: the keys of all canonical states, tier after tier, each tier in order
    scores         int16: the score of each key's state, see `zermelo.solver.score`
    chunk_starts   int64: the first key of each chunk, so that a probe reads one chunk of each array

Every chunk is compressed with zstd and carries a crc32c; the manifest holds its own sha256 and
that of every zarr.json. While a database is being made it has a `progress.json` instead.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.errors import CapabilityError, UsageError
from zermelo.game import Game
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.native.items import packs_itself
from zermelo.result import Result
from zermelo.solver.packing import Packing, key_for
from zermelo.solver.score import UNKNOWN
from zermelo.spec import parse_game

Array = Any
FORMAT: Final = "zermelo database"
VERSION: Final = 1
MANIFEST: Final = "zermelo.json"
PROGRESS: Final = "progress.json"
KEYS, SCORES, CHUNK_STARTS = "keys", "scores", "chunk_starts"
CHUNK: Final = 1 << 14  # states; read as a whole when one of them is probed
CACHED: Final = 512  # chunks that a reader keeps
ENCODINGS: Final = {
    "key": "sum over the state's ints i of (int - lowest[i]) << shift[i], unless own_key says that "
    "the game's own method key makes it; symmetric states share the least of their keys if folded",
    "score": "for the player to move: 32767 - r a win in r plies, r - 32767 a loss in r plies, "
    "0 a draw; r is the remoteness under best play",
}


def require_zarr() -> Any:
    """The module zarr, or `CapabilityError` with one clear line when it is not installed."""
    try:
        import zarr
    except ImportError:
        raise CapabilityError(
            "a database needs zarr: python -m pip install 'zermelo[solve]'"
        ) from None
    return zarr


def render(body: dict[str, Any]) -> str:
    """A manifest's text, with a checksum of the rest as its first field."""
    text = json.dumps(body, indent=1)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return json.dumps({"sha256": digest, **body}, indent=1) + "\n"


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest at `path`; raises `UsageError` when it is damaged or of another format."""
    content = path.read_bytes()
    try:
        text = content.decode()
        body: dict[str, Any] = json.loads(text)
        body.pop("sha256")
        sound = render(body) == text
    except (ValueError, KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise UsageError(f"{path} is damaged: its checksum is not that of its text")
    if (body.get("format"), body.get("version")) != (FORMAT, VERSION):
        raise UsageError(
            f"{path} has the format {body.get('format')} {body.get('version')}; "
            f"this version reads {FORMAT} {VERSION}"
        )
    return body


def packing_as_json(game: Game[Any], packing: Packing) -> dict[str, Any]:
    """A packing as manifests have it."""
    lowest, largest, shift = packing.layout.tolist()
    own = packs_itself(game)
    return {"own_key": own, "fold": packing.fold} | {
        "lowest": lowest, "largest": largest, "shift": shift
    }  # fmt: skip


def packing_from_json(game: Game[Any], stored: dict[str, Any]) -> Packing:
    """The packing that a manifest describes."""
    layout = np.array([stored["lowest"], stored["largest"], stored["shift"]], np.int64)
    return Packing(game.start(), layout, stored["fold"])


def require_same_rules(path: Path, stored: dict[str, Any], game: Game[Any]) -> None:
    """Raise `UsageError` with both fingerprints when the rules are not those of the database."""
    current = truth_fingerprint(game)
    if stored["fingerprint"] != current:
        raise UsageError(
            f"{path} was solved for other rules of {game}: their fingerprint is "
            f"{stored['fingerprint']} there (made by {stored['made_by']}) and {current} now; "
            "solve the game anew into another directory"
        )


class Database(Result):
    """A solved game, opened to be asked.

    path   the directory
    game   the game; by default the one that the database names, which for a file of one's own has
           to be where it was
    start  the (first) state from which it was solved

    Raises `UsageError` for a directory that holds no complete database, for damage, and when the
    rules have changed since.
    """

    def __init__(self, path: str | Path, game: Game[Any] | None = None) -> None:
        self.path = Path(path)
        self.manifest = self._read()
        self.game = parse_game(self.manifest["spec"]) if game is None else game
        solved = self.manifest["game"]
        if str(self.game) != solved:
            raise UsageError(f"{self.path} is a database of {solved}, not of {self.game}")
        require_same_rules(self.path, self.manifest, self.game)
        self.packing = packing_from_json(self.game, self.manifest["packing"])
        self.start = shaped(self.game.start(), self.manifest["starts"][0])
        self._tiers = {tier["tier"]: tier for tier in self.manifest["tiers"]}
        group = require_zarr().open_group(str(self.path), mode="r")
        self._keys, self._scores = group[KEYS], group[SCORES]
        with damage_named(self.path):
            self._chunk_starts = group[CHUNK_STARTS][:]
        if (self._chunk_starts < 0).any():
            raise UsageError(f"{self.path} is damaged: a chunk of {CHUNK_STARTS} is missing")
        self._chunks: OrderedDict[int, tuple[Array, Array]] = OrderedDict()

    def _read(self) -> dict[str, Any]:
        if (self.path / MANIFEST).is_file():
            manifest = read_manifest(self.path / MANIFEST)
            check_metadata(self.path, manifest)
            return manifest
        if (self.path / PROGRESS).is_file():
            raise UsageError(f"{self.path} is not finished: run the same solve again to resume")
        raise UsageError(f"{self.path} holds no database; zermelo solve GAME --out DIR makes one")

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
        index = low + int(np.searchsorted(keys[low:high], key))
        if index == high or keys[index] != key:
            return None
        return int(scores[index])

    def everything(self) -> tuple[Array, Array]:
        """The keys of all states and their scores, tier by tier."""
        with damage_named(self.path):
            return self._keys[:], self._scores[:]

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
        return first + int(np.searchsorted(inner, key, side="right"))

    def _chunk(self, number: int) -> tuple[Array, Array]:
        if number in self._chunks:
            self._chunks.move_to_end(number)
            return self._chunks[number]
        part = slice(number * CHUNK, (number + 1) * CHUNK)
        with damage_named(self.path):
            keys, scores = self._keys[part], self._scores[part]
        if (keys < 0).any() or (scores == UNKNOWN).any():  # what zarr fills missing chunks with
            raise UsageError(f"{self.path} is damaged: its chunk {number} is missing")
        self._chunks[number] = keys, scores
        if len(self._chunks) > CACHED:
            self._chunks.popitem(last=False)
        return self._chunks[number]


def shaped(example: Any, stored: Any) -> Any:
    """A state, or a tuple in it, as JSON has it, in the shape of `example`."""
    if not isinstance(example, tuple):
        return stored
    parts = [shaped(inner, item) for inner, item in zip(example, stored, strict=True)]
    return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)


class damage_named:  # noqa: N801 - read like a function: with damage_named(path)
    """Whatever zarr and its codecs raise on damaged chunks becomes one `UsageError`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, Exception) and not isinstance(error, UsageError):
            raise UsageError(f"{self.path} is damaged: {error}") from error


def check_metadata(path: Path, manifest: dict[str, Any]) -> None:
    """Raise `UsageError` unless every zarr.json is as it was written."""
    for name, digest in manifest["checksums"].items():
        file = path / name
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            raise UsageError(f"{file} is damaged or missing: its checksum is not {digest[:16]}…")
