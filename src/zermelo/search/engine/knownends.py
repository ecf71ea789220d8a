"""The engine's options, endgame tables, and the draws of a match.

Keys identify repeated states. The search counts plies and moves without progress along its
path: at each ply it knows the ply at which the match draws the game unless a move makes progress
first. A result that depends on this draw is valid only on this path, so table entries count only if
no draw is near.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from zermelo.contract.analysis import Analysis, By
from zermelo.contract.arguments import MARGIN, RAVE
from zermelo.contract.bits import mixed
from zermelo.contract.game import Game
from zermelo.errors import ParameterError
from zermelo.native import Asked, Callback, array_at, ask, kernel
from zermelo.native.arrays import new_words
from zermelo.search.engine.score import ENDLESS, INFINITE, PROVEN, WON
from zermelo.search.engine.table import NEVER, NO_KEY, Memory, Table

UNKNOWN: Final = INFINITE + 1  # greater than any score
LATEST: Final = 1 << 16  # slots in the cache of looked-up scores


class Endgames:
    """Exact values of at most `count` states of `game`, all in `from_tier` or above.

    words  a hash table with linear probing, at least half empty. Each slot is two words: a state's
           `key`, and its score counted from that state. Symmetric states have separate slots,
           because a search has no time to find the least of their keys
    """

    def __init__(self, game: Game, count: int, from_tier: int) -> None:
        self.game, self.from_tier = game, from_tier
        self.slots = 1 << (2 * count).bit_length()
        self.words = new_words(2 * self.slots, NO_KEY)

    def callback(self, *, native: bool) -> Asked:
        """Return 0, which stands for no callback: `words` has every score."""
        return 0

    def check(self) -> None:
        """Raise any error of a look-up during the search."""


class AskedEndgames(Endgames):
    """Exact values from a callback, which may be slow; a cache keeps the latest results.

    score  maps a state's key to its score counted from that state, or to UNKNOWN. Its errors do
           not stop the search; `check` raises them afterwards

    words  a cache with one state per slot, in two words: key ^ ~score, and score. If two threads
           write to one slot at once, the words do not match, and the slot is ignored
    """

    def __init__(self, game: Game, score: Callable[[int], int], from_tier: int) -> None:
        self.game, self.from_tier, self.slots = game, from_tier, LATEST
        self.words = new_words(2 * self.slots)
        self._score = score
        self._fault: Exception | None = None
        self._callback = Callback(self._look_up)

    def callback(self, *, native: bool) -> Asked:
        """The callback for kernels."""
        return self._callback.place(native=native)

    def check(self) -> None:
        """Raise any error of a look-up during the search."""
        if self._fault is not None:
            raise self._fault

    def _look_up(self, key: int) -> int:
        try:
            return self._score(key)
        except Exception as error:  # compiled code cannot raise it, so `check` does
            self._fault = error
            return UNKNOWN


@kernel
def enter(slots: Any, count: int, key: int, score: int) -> None:
    """Write the score of the state with this key; `count` is the number of slots."""
    at = slot_of(slots, count, key)
    slots[2 * at], slots[2 * at + 1] = key, score


@kernel
def slot_of(slots: Any, count: int, key: int) -> int:
    """The slot that holds `key`, or the empty slot where `key` belongs."""
    at = mixed(key) & count - 1
    while slots[2 * at] != key and slots[2 * at] != NO_KEY:
        at = at + 1 & count - 1
    return at


@kernel
def known_end(game: Game, state: Any, ply: int, memory: Memory) -> int:
    """The score of `state`, `ply` plies below the root, or UNKNOWN."""
    if memory["slots"] == 0 or game.tier(state) < memory["from_tier"]:
        return UNKNOWN
    slots, key = array_at(memory["endgames"]), game.key(state)
    if memory["asked"] != 0:
        score = latest(slots, key, memory)
    else:
        at = slot_of(slots, memory["slots"], key)
        score = slots[2 * at + 1] if slots[2 * at] == key else UNKNOWN
    if score == UNKNOWN:
        return UNKNOWN
    return score - ply if score > ENDLESS else score + ply if score < -ENDLESS else score


@kernel
def latest(slots: Any, key: int, memory: Memory) -> int:
    """The score of the state with this key, from the cache or else from the callback."""
    at = mixed(key) & memory["slots"] - 1
    score: int = slots[2 * at + 1]
    if slots[2 * at] ^ ~score != key:
        score = ask(memory["asked"], key)
        slots[2 * at], slots[2 * at + 1] = key ^ ~score, score
    return score


# The draws of a match -----------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchDraws:
    """The draw rules of a match, as they apply to the root position."""

    repeated: tuple[Any, ...] = ()  # states that draw the game when reached
    plies: int | None = None  # plies until the game is drawn
    quiet: int | None = None  # the number of consecutive moves without progress that draws
    quiet_left: int | None = None  # the number of these moves left at the root, by default `quiet`

    @property
    def capped(self) -> int:
        """The ply at which the cap draws the game."""
        return NEVER if self.plies is None else self.plies

    @property
    def due(self) -> int:
        """The ply at which the game is drawn if no move makes progress."""
        left = self.quiet if self.quiet_left is None else self.quiet_left
        return self.capped if left is None else min(self.capped, left)

    def with_keys(self, game: Game, state: Any) -> MatchDraws:
        """These rules with the states' keys, and without a cap that `state` cannot reach."""
        repeated = tuple(int(game.key(met)) for met in self.repeated)
        outlasts = 0 <= game.remaining(state) <= self.capped
        return replace(self, repeated=repeated, plies=None if outlasts else self.plies)


NO_MATCH_DRAWS: Final = MatchDraws()


@kernel
def is_drawn(memory: Memory, ply: int) -> bool:
    """Whether the match draws the game at `ply` of the search path."""
    return array_at(memory["due"])[ply] <= ply


@kernel
def draw_is_near(memory: Memory, ply: int, depth: int) -> bool:
    """Whether a search of `depth` plies may reach a draw of the match."""
    return array_at(memory["due"])[ply] <= ply + depth


@kernel
def is_in_time(memory: Memory, score: int, ply: int) -> bool:
    """Whether a proven win or loss with this score comes before the match draws the game."""
    return -PROVEN <= score <= PROVEN or WON - abs(score) <= array_at(memory["due"])[ply]


@kernel
def set_draw_ply(game: Game, state: Any, move: int, ply: int, memory: Memory) -> None:
    """Set the ply of the draw after `move`, if the match draws after moves without progress."""
    if memory["quiet"]:
        due, progress = array_at(memory["due"]), game.progress(state, move)
        due[ply + 1] = min(memory["capped"], ply + 1 + memory["quiet"]) if progress else due[ply]


@dataclass(frozen=True)
class EngineOptions:
    """Options of the engine; the defaults are one thread and an empty table.

    Options of `analyze` have the same meaning here. The others are:

    every_move   whether to also prove the distances of all wins and losses
    leading      with `every_move`: how many best moves get an estimate at each depth, and a line;
                 other moves' estimates are only lowered to bounds that are found. 0: all moves
    ties         if False, `best_moves` has one move and those symmetric to it; the game's order and
                 `seed` choose among equal moves; and an unfinished depth counts, so that the move
                 may be worth more than `value`
    selective    whether to play stronger in the same time, in games that define `loud`, though a
                 depth no longer covers every line. Ignored with a given depth; no proof depends
                 on it
    endgames     exact values, see `zermelo.solver.probing.endgames`; not for searches by score
    rave, priors  None for the defaults of `zermelo.search.montecarlo`
    kept         the `Kept` tree of an earlier search, to be replaced by this search's tree
    only         the moves to search, None for all; others are treated as nonexistent
    averaged     whether estimates are the mean of the last two depths, since odd and even depths
                 differ; proofs and the choice of moves stay the same
    quiescent    whether to search loud moves beyond the depth, in games with `loud` and
                 `progress`, so that quiet positions are estimated; no proof depends on it
    """

    threads: int = 1
    table: Table | None = None
    every_move: bool = False
    ties: bool = True
    match_draws: MatchDraws = NO_MATCH_DRAWS
    endgames: Endgames | None = None
    margin: int | None = None
    selective: bool = False
    known: Analysis | None = None
    rave: int | None = None
    priors: bool | None = None
    kept: Any = None
    only: frozenset[int] | None = None
    averaged: bool = False
    quiescent: bool = False
    leading: int = 0

    def check(self, game: Game, algorithm: str, by: By = "outcome") -> None:
        """Raise `ParameterError` for invalid options, or options that do not suit the algorithm."""
        if self.table is not None and algorithm != "engine":
            raise ParameterError(f"only the engine takes a table, not {algorithm}")
        if self.endgames is not None and (algorithm != "engine" or self.endgames.game != game):
            raise ParameterError(f"only the engine takes endgames, and only those of {game}")
        if self.threads < 1 or (self.threads > 1 and algorithm != "engine"):
            raise ParameterError(f"threads should be 1, or more for the engine, not {self.threads}")
        if self.selective and (self.ties or self.every_move) and not self.leading:
            raise ParameterError("a selective search finds only one best move: set ties=False")
        if self.endgames is not None and by == "score":
            raise ParameterError("endgames are known by outcome, not by score")
        if self.rave is not None:
            RAVE.check("rave", self.rave)
            if algorithm != "mcts":
                raise ParameterError(f"only mcts takes rave, not {algorithm}")
        if self.priors is not None and algorithm != "hybrid":
            raise ParameterError(f"only hybrid takes priors, not {algorithm}")
        if self.margin is not None and by != "score":
            raise ParameterError("a margin is in points: set by='score'")
        if self.margin is not None:
            MARGIN.check("margin", self.margin)
        if self.margin is not None and algorithm != "engine":
            raise ParameterError(f"only the engine takes a margin, not {algorithm}")


USUAL: Final = EngineOptions()
ONE_MOVE: Final = EngineOptions(ties=False)
PLAYING: Final = EngineOptions(ties=False, selective=True)
