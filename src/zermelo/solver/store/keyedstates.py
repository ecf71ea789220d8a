"""The states of a database with sorted keys and their scores."""

from bisect import bisect
from functools import lru_cache
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.native.arrays import Array, key_at
from zermelo.solver.keys.keyarrays import place_of
from zermelo.solver.keys.layouts import key_for, state_for, words_of
from zermelo.solver.score import UNKNOWN
from zermelo.solver.store.arrays import CHUNK, CHUNK_STARTS, KEYS, SCORES, kinds
from zermelo.solver.store.chunks import Sealed, StoredArray
from zermelo.solver.store.manifest import packing_from_json

CACHED: Final = 512  # chunks in a reader's memory
CACHED_STARTS: Final = 64  # chunks of `chunk_starts`, each for 268 million states


class KeyedStates:
    """Keys and scores, read chunk by chunk. `tiers` has the manifest's entries, by number."""

    outcomes = False  # distances are stored, too

    def __init__(self, game: Game, manifest: dict[str, Any], files: Sealed) -> None:
        self.game, self.path = game, files.path
        self.packing = packing_from_json(self.path, game, manifest["packing"])
        self.folds = self.packing.fold  # whether one state represents all its symmetric images
        self.tiers = {tier["tier"]: tier for tier in manifest["tiers"]}
        arrays = kinds(words_of(self.packing.layout)).items()
        stored = {name: StoredArray(files, name, kind) for name, kind in arrays}
        self._keys, self._scores, starts = (stored[n] for n in (KEYS, SCORES, CHUNK_STARTS))
        self.places = len(self._keys)  # the number of stored states
        count = manifest["solution"]["canonical_states"]
        tiers = sum(tier["count"] for tier in manifest["tiers"])
        lengths = {self.places, len(self._scores), tiers}
        if lengths != {count} or len(starts) != self._keys.chunks:
            raise UsageError(
                f"{self.path} is damaged: it has {self.places} keys and {len(self._scores)} "
                f"scores in {len(starts)} chunks, {count} states, and {tiers} in its tiers"
            )
        self._starts = lru_cache(CACHED_STARTS)(starts.chunk)
        self._chunk = lru_cache(CACHED)(self._read_chunk)

    def score(self, state: Any) -> int | None:
        """The score of `state` for its mover, or None if no play from the starts reaches it."""
        key = key_for(self.game, self.packing, state)
        tier = self.tiers.get(int(self.game.tier(state)))
        if tier is None or key < 0:
            return None
        first, last = tier["first"] // CHUNK, (tier["first"] + tier["count"] - 1) // CHUNK
        chunk = max(bisect(range(last + 1), key, first, key=self._start_of) - 1, first)
        keys, scores = self._chunk(chunk)
        low = max(tier["first"] - chunk * CHUNK, 0)
        high = min(tier["first"] + tier["count"] - chunk * CHUNK, len(keys))
        index = low + place_of(keys[low:high], key)
        if index == high or key_at(keys, index) != key:
            return None
        return int(scores[index])

    def state(self, place: int) -> Any:
        """The state stored at this place."""
        chunk, inner = divmod(place, CHUNK)
        return state_for(self.game, self.packing, key_at(self._chunk(chunk)[0], inner))

    def size(self, tier: int) -> int:
        """The number of places of a tier: one for each stored state."""
        return int(self.tiers[tier]["count"])

    def scores_about(self, tier: int, place: int) -> tuple[int, Array]:
        """Read a tier's part of the chunk around a place; return its first place and its scores."""
        first = self.tiers[tier]["first"]
        begin = (first + place) // CHUNK * CHUNK
        low = max(first - begin, 0)
        scores = self._chunk(begin // CHUNK)[1][low : first + self.size(tier) - begin]
        return begin + low - first, scores

    def state_in(self, tier: int, place: int) -> Any:
        """The state at a place of a tier."""
        return self.state(int(self.tiers[tier]["first"]) + place)

    def part(self, first: int, count: int) -> tuple[Array, Array]:
        """`count` keys and their scores, from the place `first` on."""
        end = first + count
        return self._keys.items(first, end), self._scores.items(first, end)

    def forget(self) -> None:
        """Drop the chunks kept in memory."""
        self._chunk.cache_clear()

    def _start_of(self, chunk: int) -> int:
        """The first key of a chunk."""
        return key_at(self._starts(chunk // CHUNK), chunk % CHUNK)

    def _read_chunk(self, number: int) -> tuple[Array, Array]:
        keys, scores = self._keys.chunk(number), self._scores.chunk(number)
        if (keys < 0).any() or (scores == UNKNOWN).any():  # the chunk is too short
            raise UsageError(f"{self.path} is damaged: its chunk {number} is not full")
        return keys, scores
