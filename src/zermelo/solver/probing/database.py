"""The database of a solved game: checking and reading its files.

A database is a directory, a zarr group (version 3) with a manifest:

    zermelo.json   format, game, ruleset fingerprint, packing, tiers, counts, encodings, checksums
    keys           int64: the keys of all canonical states, tier after tier, each tier in order;
                   if of two words, the upper word first
    scores         int16: the score of each key's state, see `zermelo.solver.score`
    chunk_starts   int64: the first key of each chunk, so that a probe reads one chunk of each array

If a game numbers its states, there are no keys; see `zermelo.solver.store.numbers`, which
also describes copies without distances.

Every chunk is compressed with zstd and carries a crc32c. Larger arrays store many chunks
per shard, see `zermelo.solver.store.arrays`. The manifest has its own digest, and one of
each other file (for a shard, only of its table of digests); all data are compared when read.
An unfinished database has a `progress.json` instead.

A database may come from anyone: opening it runs no code that it names, see `zermelo.spec`.
"""

import random
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.contract.analysis import Result, in_points
from zermelo.contract.arguments import GameGiven, game_given, path_given, state_given
from zermelo.contract.game import ONGOING
from zermelo.contract.numbered import solves_by_number
from zermelo.contract.states import random_game
from zermelo.contract.views import recall_state, solvable
from zermelo.errors import CapabilityError, UsageError, clip
from zermelo.process.files import file_errors
from zermelo.solver.probing.probe import known_score, move_scores
from zermelo.solver.probing.published import shape_state
from zermelo.solver.score import distance_of, end_score, worth_of
from zermelo.solver.store import manifest as manifests
from zermelo.solver.store.arrays import METADATA, require_group
from zermelo.solver.store.chunks import Sealed
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.numbers import TierStates
from zermelo.spec import recorded_game

POSITIONS: Final = 500
GAMES: Final = 200  # the number of random games from the start
LONGEST: Final = 200  # the most plies of a game


class Database(Result, data=False):
    """A solved game, opened for queries.

    path   the directory
    game   the game; by default the one that the database names. Your own game must be
           given, because a database does not choose which Python files to run
    start  the (first) state that was solved

    Raises `UsageError` for a directory without a complete database, for damage, and if the
    rules have changed.

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     solution = zermelo.solve("nim(rows=[1, 2])", f"{place}/nim", native=False)
    ...     zermelo.Database(f"{place}/nim").game
    Nim(rows=(1, 2), misere=False)
    """

    def __init__(self, path: str | Path, game: GameGiven | None = None) -> None:
        self.path = path_given(path)
        self.manifest = manifest_of(self.path)
        spec = self.manifest["spec"]
        self.game = solvable(recorded_game(spec, self.path) if game is None else game_given(game))
        if self.manifest.get("by") == "score":
            self.game = in_points(self.game)
        solved = self.manifest["game"]
        if str(self.game) != solved:
            raise UsageError(f"{self.path} is a database of {clip(solved)}, not of {self.game}")
        manifests.require_same_rules(self.path, self.manifest, self.game, self._agrees)
        self._open()

    def _open(self) -> None:
        """Read the start, and open the stored states."""
        game, stored = self.game, self.manifest["starts"][0]
        try:
            self.start = start = recall_state(game, shape_state(game.start(), stored))
            texts = game.has("format_state") and game.has("parse_state") and start != game.start()
            sound = not texts or game.parse_state(game.format_state(start)) == start
        except Exception:  # the rules may raise anything on an invalid state
            sound = False
        if not sound:
            raise UsageError(f"{self.path} is damaged: its start is not a position of {game}")
        self.files = Sealed(self.path, self.manifest["checksums"])
        require_group(self.files.read(METADATA), self.path)
        given = self.manifest, self.files
        self.states: TierStates | KeyedStates
        if not manifests.is_by_tier(self.manifest):
            self.states = KeyedStates(self.game, *given)
        elif not solves_by_number(self.game):
            raise UsageError(f"{self.path} is damaged: {self.game} does not number its states")
        else:
            self.states = TierStates(self.game, *given)
        self.first_tier = int(min(tier["tier"] for tier in self.manifest["tiers"]))
        self.folds = self.states.folds  # whether one state represents all its symmetric images
        self.distances = not (game.by_score or self.states.outcomes)  # whether distances are stored

    def _agrees(self) -> bool:
        """Whether the values agree with the current rules, as far as random games show."""
        game, chance, seen = self.game, random.Random(0), set[Any]()
        try:
            self._open()
            games = (random_game(game, chance, self.start) for _ in range(GAMES))
            for state, _ in chain.from_iterable(islice(one, LONGEST) for one in games):
                if state in seen:
                    continue
                known, outcome = known_score(self, state), game.outcome(state)
                if outcome == ONGOING:
                    made = max(score for _, score in move_scores(self, state))
                else:
                    made = end_score(game, state, outcome)
                plies = distance_of(game, known)  # None if no distance is stored
                if plies not in (None, distance_of(game, made)):
                    return False
                if worth_of(game, known) != worth_of(game, made):
                    return False
                seen.add(state)
                if len(seen) == POSITIONS:
                    break
        except Exception:  # the rules may raise anything on an invalid state
            return False
        return True

    def score(self, state: Any) -> int | None:
        """The score of `state` for its mover, or None if no play from the starts reaches it."""
        return self.states.score(state_given(self.game, state))

    def require_distances(self) -> None:
        """Raise `CapabilityError` for a database by score, or with outcomes only."""
        if not self.distances:
            has = "points" if self.game.by_score else "outcomes"
            raise CapabilityError(f"{self.path} contains {has}, but no distances to the end")

    def to_arrays(self, **given: Any) -> dict[str, Any]:
        """All positions as columns: numpy arrays by name, see `zermelo.solver.probing.columns`.

        given  options of `columns.rows`: symmetric=False for stored states alone, threads, native
        """
        from zermelo.solver.probing.columns import rows  # imports the whole solver

        parts = list(rows(self, **given))
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def forget(self) -> None:
        """Drop the chunks kept in memory."""
        self.states.forget()


def solved_game(path: Path) -> str:
    """The name of the game in the manifest of the database at `path`."""
    return str(manifest_of(path)["game"])


def manifest_of(path: Path) -> dict[str, Any]:
    """The manifest of the finished database at `path`; `UsageError` if there is none."""
    with file_errors("read", path):
        present = {entry.name for entry in path.iterdir()} if path.exists() else set()
    if manifests.MANIFEST in present:
        return manifests.read_manifest(path / manifests.MANIFEST)
    if manifests.PROGRESS in present:
        raise UsageError(f"{path} is not finished; run the same command again to resume")
    raise UsageError(f"{path} contains no database; make one with zermelo solve GAME --out DIR")
