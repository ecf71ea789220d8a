"""Rewrite databases in chunks that the pages of a published site read, or as outcomes alone, which
take about a fifth of the space.
"""

import gzip
import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.analysis import By, Result, by_of
from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, UsageError, clip
from zermelo.native.arrays import Array
from zermelo.solver.crews.crew import Machine
from zermelo.solver.numbered.solver import numbers_text
from zermelo.solver.probing.database import Database, solved_game
from zermelo.solver.probing.published import WORD_BITS, Index
from zermelo.solver.store import numbers
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.manifest import MANIFEST

CHUNK: Final = 1 << 14  # positions of a chunk
LEVEL: Final = 6  # gzip's level: higher levels take much longer and save little
LARGEST: Final = 1 << 25  # the most bytes of a database on a site
PART: Final = 1 << 18  # positions with keys to read at once


class Published(NamedTuple):
    """A database of a site."""

    spec: str  # the game's spec, as in the page
    by: By  # "outcome" or "score": the kind of its values
    file: str  # the name of the index, which a page reads first
    digest: str  # the digest of the index
    files: dict[str, bytes]  # the contents of all files, by name


def publish_databases(
    directories: Sequence[str | Path], games: Mapping[str, tuple[str, Game]]
) -> list[Published]:
    """Convert databases for a site. `games` maps the prefix of each game's files to its spec and
    rules. Raises `UsageError` for a directory without a database, another game's database, two
    databases of one game, and a database that is too large.
    """
    rules = {str(game): name for name, (_, game) in games.items()}
    databases: dict[str, Published] = {}
    for path in map(Path, directories):
        solved = solved_game(path)
        if solved not in rules:
            raise UsageError(f"{path} is a database of {clip(solved)}, which is not on this site")
        spec, game = games[rules[solved]]
        database = Database(path, game)
        by = by_of(database.game)
        name = f"databases/{rules[solved]}" + ("-score" if by == "score" else "")
        if name in databases:
            raise UsageError(f"{path} is a second database of {clip(solved)}")
        databases[name] = Published(spec, by, *_index_and_files(database, name))
    return list(databases.values())


def _index_and_files(database: Database, name: str) -> tuple[str, str, dict[str, bytes]]:
    """The name of a database's index file, the index's digest, and all files."""
    states = database.states
    chunks, firsts, size = list[bytes](), list[int](), 0
    sizes = [*map(states.size, states.tiers)]
    for columns in _cut_chunks(_parts(states)):
        steps = np.diff(columns[:-1], prepend=0).astype("<i8")  # see `unpack_chunk`
        packed = steps.tobytes() + columns[-1].astype("<i2").tobytes()
        chunks.append(gzip.compress(packed, LEVEL, mtime=0))
        if words := columns[:-1, 0].tolist():
            firsts.append(reduce(lambda upper, word: upper << WORD_BITS | word, words))
        size += len(chunks[-1])
        if size > LARGEST:
            raise UsageError(
                f"{database.path} is too large for a site: more than "
                f"{LARGEST >> 20} MiB packed; use zermelo serve --database"
            )
    content = b"".join(chunks)
    file = f"{name}-{hashlib.sha256(content).hexdigest()[:8]}.bin"
    index = Index(
        file=file,
        start=database.manifest["starts"][0],
        chunk=CHUNK,
        solution=database.manifest["solution"],
        packing=database.manifest.get("packing"),
        tiers=list(zip(states.tiers, accumulate(sizes, initial=0), sizes, strict=False)),
        ends=list(accumulate(map(len, chunks))),
        digests=[hashlib.sha256(chunk).hexdigest() for chunk in chunks],
        firsts=firsts,
    )
    text = json.dumps(index, separators=(",", ":")).encode()
    digest = hashlib.sha256(text).hexdigest()
    address = f"{name}-{digest[:8]}.json"
    return address, digest, {file: content, address: text}


def _parts(states: KeyedStates | numbers.TierStates) -> Iterator[Array]:
    """All positions in parts, int64 (words + 1, positions): the words of keys, and the scores."""
    if isinstance(states, KeyedStates):
        for first in range(0, states.places, PART):
            keys, scores = states.part(first, min(PART, states.places - first))
            yield np.vstack([keys.reshape(len(keys), -1).T, scores])
        return
    for tier in states.tiers:
        for chunk in states.chunks(tier):
            yield states.cells.scores[states.chunk(tier, chunk)].astype(np.int64)[None]


def _cut_chunks(parts: Iterable[Array]) -> Iterator[Array]:
    """Cut columns into chunks of the size that pages read."""
    rest: Array | None = None
    for part in parts:
        rest = part if rest is None else np.hstack([rest, part])
        while rest.shape[1] >= CHUNK:
            yield rest[:, :CHUNK]
            rest = rest[:, CHUNK:]
    if rest is not None and rest.shape[1]:
        yield rest


# Outcomes alone -----------------------------------------------------------------------------------

AT_ONCE: Final = 16  # chunks to convert at a time for each thread


class Compacted(Result):
    """The result of an export of outcomes."""

    game: str
    numbers: int  # the number of stored outcomes
    before: int  # bytes of the database
    bytes: int  # bytes of the copy
    seconds: float


def export_outcomes(
    database: Database,
    out: str | Path,
    *,
    threads: int | None = None,
    progress: Callable[[Any], None] | None = None,
) -> Compacted:
    """Copy a database with numbered states to `out`, with outcomes but without distances.

    Each copied tier is saved, so that an interrupted run can resume. Raises `CapabilityError` for a
    database whose states have keys, and `UsageError` for a directory that contains something else.
    """
    states, began = database.states, time.perf_counter()
    if not isinstance(states, numbers.TierStates):
        raise CapabilityError(f"{database.path} stores keys, so outcomes would be no smaller")
    if states.outcomes:
        raise CapabilityError(f"{database.path} already has only outcomes")
    draft = numbers.OutcomeDraft(Path(out), database.game, [database.start])
    try:
        earlier = draft.finished or draft.progress or {"tiers": []}
        if any(tier not in database.manifest["tiers"] for tier in earlier["tiers"]):
            raise UsageError(
                f"{out} contains outcomes of another database; choose another directory"
            )
        if draft.finished is None:
            with Machine(threads) as machine:
                _copy(states, draft, machine, progress)
            draft.finish_tiers(database.manifest["solution"])
    finally:
        draft.close()
    copy = Database(out, database.game)
    seconds = time.perf_counter() - began
    return Compacted(str(copy.game), states.places, _bytes(database), _bytes(copy), seconds)


def _copy(
    states: numbers.TierStates,
    draft: numbers.OutcomeDraft,
    machine: Machine,
    progress: Callable[[Any], None] | None,
) -> None:
    """Write the outcomes of tiers missing from the draft."""
    began, done = time.perf_counter(), 0
    draft.begin_tiers(numbers.outcome_cells())
    kept = {tier["tier"] for tier in draft.tiers}
    todo = [tier for tier in states.tiers.values() if tier["tier"] not in kept]
    left = sum(tier["size"] for tier in todo)
    kinds = numbers.outcome_cells().cells.astype(np.uint8)[states.cells.scores.view(np.uint16)]

    def pack(tier: int, first: int) -> Array:
        return numbers.packed_outcomes(kinds[states.chunk(tier, first // numbers.CELLS_OF_CHUNK)])

    def shares(tier: dict[str, int]) -> Iterator[Array]:
        nonlocal done, left
        step = AT_ONCE * machine.threads * numbers.CELLS_OF_CHUNK
        for first in range(0, tier["size"], step):
            firsts = range(first, min(first + step, tier["size"]), numbers.CELLS_OF_CHUNK)
            yield np.concatenate(machine.map(partial(pack, tier["tier"]), firsts))
            count = min(step, tier["size"] - first)
            done, left = done + count, left - count
            if progress is not None:
                progress(numbers_text(done, left, time.perf_counter() - began))

    for tier in todo:
        draft.keep_tier(tier, shares(tier), time.perf_counter() - began, machine.map)


def _bytes(database: Database) -> int:
    names = [MANIFEST, *database.files.digests]
    return sum((database.path / name).stat().st_size for name in names)
