"""Yes-or-no questions to the engine: does the mover get at least a certain value?"""

from __future__ import annotations

from array import array
from typing import Any

from zermelo.contract.arguments import GameGiven, game_given, state_given
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import CapabilityError
from zermelo.native import Place, array_at, kernel
from zermelo.native.arrays import place_of, words_of
from zermelo.search.engine.compiling import Kernels, Workspace, kernels_for
from zermelo.search.engine.root import Proof
from zermelo.search.engine.score import plies_to_end, unit, value_of
from zermelo.search.engine.search import search
from zermelo.search.engine.table import (
    BUCKET_BYTES,
    DEEPEST,
    MEBIBYTES,
    NO_MOVE,
    NOTHING,
    Memory,
    Table,
    choice_of,
    depth_of,
    probe_table,
    save_entry,
)
from zermelo.search.threads import most_worked


@kernel
def sufficient_move(game: Game, state: Any, claimant: int, least: int, memory: Memory) -> int:
    """A move with which the claimant, whose turn it is, gets at least `least`; else NO_MOVE."""
    entry = probe_table(memory, game.key(state))
    likely = choice_of(entry) if entry != NOTHING else 0
    best = NO_MOVE
    for others in range(2):  # the likely move first
        for number, move in enumerate(game.candidates(state)):
            if best == NO_MOVE and (number == likely) == (others == 0):
                child = game.play(state, move)
                best = move if gets(game, child, claimant, least, memory) else NO_MOVE
    return best


@kernel
def gets(game: Game, state: Any, claimant: int, least: int, memory: Memory) -> bool:
    """Whether the claimant gets at least `least`, a value or points."""
    memory["top"] = memory["selective"] = 0
    first = memory["top"]  # a constant would make the compiler specialise the search again
    mine = game.player(state) == claimant
    asked = (least if mine else 1 - least) * (unit(game) if game.by_score else 1) - 1
    score = search(game, state, DEEPEST | first, asked, asked + 1, first, memory)
    return (score > asked) == mine


@kernel
def refill(entries: Place, count: int, memory: Memory) -> None:
    """Put entries into the table; `entries` alternates keys and data."""
    words = array_at(entries)
    for at in range(0, 2 * count, 2):
        save_entry(memory, words[at], words[at + 1])


class Questions:
    """Proves or refutes that a player gets at least a value; for games that `answers` accepts."""

    name = "alpha-beta"

    def __init__(self, game: Game, mebibytes: float, kernels: Kernels) -> None:
        self.game, self._search = game, kernels.search
        self._unit = unit(game) if game.by_score else 1
        table = Table(mebibytes, grows=True, native=kernels.native)
        self._workspace = Workspace(table, native=kernels.native)
        self.memory: Any = self._workspace.memory  # the engine's memory, with the counters

    @staticmethod
    def answers(game: Game, state: Any) -> bool:
        """Whether every line from `state` ends soon enough for questions to have answers."""
        return 0 <= game.remaining(state) < DEEPEST

    def holds(self, state: Any, claimant: int, least: int) -> bool:
        """Whether the claimant gets at least `least`, a value or points."""
        mine = self.game.player(state) == claimant
        asked = (least if mine else 1 - least) * self._unit - 1
        self.memory["top"] = self.memory["selective"] = 0
        score = int(self._search(self.game, state, DEEPEST, asked, asked + 1, 0, self.memory))
        return (score > asked) == mine

    def hardest(self) -> array[int]:
        """The costliest entries of the table, keys and data alternating."""
        used = self.memory["buckets"] * BUCKET_BYTES // 8
        return most_worked(self._workspace.table.words[:used], depth_of)

    def restore(self, entries: array[int]) -> None:
        """Put entries into the table."""
        native = self._workspace.native
        words = words_of(entries)
        place = place_of(words, native=native)
        run = refill.prepare(place, 1, self.memory) if native else refill
        run(place, len(entries) // 2, self.memory)

    def move(self, state: Any, claimant: int, least: int) -> int:
        """A move with which the claimant, the mover, gets at least `least`; there must be one."""
        moves = list(self.game.candidates(state))
        entry = probe_table(self.memory, self.game.key(state))
        if entry != NOTHING and choice_of(entry) < len(moves):  # the likely move first
            moves.insert(0, moves.pop(choice_of(entry)))
        tried = (m for m in moves[:-1] if self.holds(self.game.play(state, m), claimant, least))
        return next(tried, moves[-1])


class Prover:
    """Proves values of states of one game of bounded length, with one table for all proofs.

    game       a game, or its spec like "nim(rows=[1, 2])"
    mebibytes  the largest size of the table

    Raises `CapabilityError` for games without `remaining`.

    >>> import zermelo
    >>> game = zermelo.game("nim(rows=[1, 2])")
    >>> Prover(game, mebibytes=1).solve(game.start())
    (1.0, 3)
    """

    def __init__(self, game: GameGiven, mebibytes: float = MEBIBYTES) -> None:
        game = game_given(game)
        if not game.has("remaining"):
            raise CapabilityError(f"{game} has no known bound on its length: define remaining")
        self.game = game
        self._search, native = kernels_for(game)
        self._workspace = Workspace(Table(mebibytes, grows=True), native=native)

    def forget(self) -> None:
        """Empty the table."""
        self._workspace.forget()

    def solve(self, state: Any) -> tuple[float, int | None]:
        """The value of `state` for its mover, and the plies to the end, None if the value is 0."""
        state = state_given(self.game, state)
        outcome = self.game.outcome(state)
        if outcome != ONGOING:
            return float(outcome), 0
        proof, memory = Proof(self.game.remaining(state), distance=True), self._workspace.memory
        memory["top"] = 0
        proof.run(lambda low: self._search(self.game, state, DEEPEST, low, low + 1, 0, memory))
        return value_of(proof.low), plies_to_end(proof.low) if proof.low else None
