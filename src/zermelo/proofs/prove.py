"""Proving a claim about a position: searches are asked for the claimant's moves of a walk."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.contract.given import GameGiven, game_given, named, path_given, state_given
from zermelo.contract.points import valued
from zermelo.contract.ranges import MEBIBYTES, SECONDS, THREADS
from zermelo.contract.result import Result
from zermelo.errors import Stopped
from zermelo.process.files import whole_file
from zermelo.process.resources import usable_cores
from zermelo.proofs.certificate import Certificate, write_certificate, written_state
from zermelo.proofs.claim import Claim
from zermelo.proofs.portfolio import Portfolio
from zermelo.proofs.unfinished import Kept, Unfinished
from zermelo.search.limits import Limits, Progress

TABLE: Final = 256.0  # MiB


@dataclass(frozen=True)
class Proof(Result):
    """The result of an attempt to prove a claim.

    proven     False where the claim is refuted, None where it is neither proven nor refuted
    by         the search that decided it: "alpha-beta", "parts" or "df-pn"
    positions  that the certificate goes through, one of each set of symmetric ones
    moves      of the claimant, which the certificate holds
    bytes      its size; all three are None if none was written
    nodes      that the search visited, and of these
    earlier    how many in runs that ended too soon
    kept       the file of an unfinished proof, with which the same command goes on
    """

    game: str
    state: str | None
    claim: str
    proven: bool | None
    by: str
    positions: int | None
    moves: int | None
    bytes: int | None
    nodes: int
    seconds: float
    native: bool
    interrupted: bool = False
    earlier: int = 0
    kept: str | None = None


@named
def prove(
    game: GameGiven,
    state: Any = None,
    *,
    claim: str = "win",
    out: str | Path | None = None,
    seconds: float | None = None,
    table: float = TABLE,
    threads: int | None = None,
    native: bool = True,
    progress: Progress | None = None,
) -> Proof:
    """Prove a claim about `state`, by default the start, and write a certificate of the proof.

    game      a game, or its spec like "nim(rows=[1, 2])"
    state     a state or its text
    claim     of the player to move: "win", "draw", "loss", "value >= 0", "score <= -3" …
    out       the certificate's file, which `verify_proof` checks by nothing but the rules; without
              it the result is the search's word alone, and no moves are collected
    seconds   give up after so long
    table     the size of the transposition table, in MiB
    threads   by default one for each core; plain Python has one
    native    False searches in plain Python
    progress  called with how far it has come

    What is known so far is kept beside `out` every half minute, and when the time is over or on
    Ctrl-C: the same call goes on from there.

    Alpha-beta, where the game's length is bounded, and proof-number search have a thread each, and
    proof-number search those that are left. On one thread they take turns, each time with more
    nodes. Raises `ParameterError` for a text that is no claim, and `UsageError` for a
    claim that holds of every position.

    >>> import zermelo
    >>> zermelo.prove("nim(rows=[1, 2])", claim="win", native=False).proven
    True
    """
    if seconds is not None:
        SECONDS.check("seconds", seconds)
    MEBIBYTES.check("table", table)
    if threads is None:
        threads = usable_cores()
    THREADS.check("threads", threads)
    read = Claim.read(claim)
    rules = valued(game_given(game), read.by)
    at = state_given(rules, state)
    attempt = _Attempt(rules, at, read, None if out is None else path_given(out, "out"))
    glance = None if attempt.part is None else attempt.write_when_due
    given: Any = {"native": native, "threads": threads, "glance": glance}
    solvers = Portfolio(rules, at, table, Limits(seconds=seconds), progress, **given)
    proven: bool | None = None
    stopped: BaseException | None = None
    try:
        proven = attempt.run(solvers)
    except (Stopped, KeyboardInterrupt) as end:
        stopped = end
    left = attempt.leave(ended=stopped is None)
    earlier, written = attempt.before.nodes, attempt.done if attempt.size is not None else None
    return Proof(
        game=str(rules),
        state=rules.format_state(at) if rules.has("format_state") else attempt.named_as,
        claim=read.text,
        proven=proven,
        by=solvers.winner,
        positions=None if written is None else sum(positions for positions, _ in written),
        moves=None if written is None else sum(len(moves) for _, moves in written),
        bytes=attempt.size,
        nodes=earlier + solvers.nodes,
        seconds=solvers.seconds,
        native=solvers.native,
        interrupted=isinstance(stopped, KeyboardInterrupt),
        earlier=earlier,
        kept=left,
    )


class _Attempt:
    """One attempt: the goals that are proven by now, the certificate, and the unfinished proof.

    Raises `CapabilityError` for a position without a text.
    """

    def __init__(self, game: Game, state: Any, claim: Claim, out: Path | None) -> None:
        self.game, self.state, self.claim, self.out = game, state, claim, out
        self.goals, self.named_as = claim.goals(game, state), written_state(game, state)
        self.part: Unfinished | None = None  # of a special file, like /dev/stdout, there is none
        if out is not None and (out.is_file() or not out.exists()):
            self.part = Unfinished(out, game, self.named_as, claim)
        self.before = (self.part and self.part.read()) or Kept(0, [], {})
        self.done = list(self.before.goals)
        self.size: int | None = None  # of the certificate
        self._solvers: Portfolio | None = None

    def run(self, solvers: Portfolio) -> bool | None:
        """Prove one goal after the other, and write the certificate; None if one stays open."""
        self._solvers = solvers
        solvers.restore(self.before.tables)
        if self.out is None:
            return self._prove(solvers)
        with contextlib.suppress(_NoProofError), whole_file(self.out) as draft:
            if not (proven := self._prove(solvers)):
                raise _NoProofError(proven)
            moves = tuple(moves for _, moves in self.done)
            self.size = write_certificate(
                draft, Certificate(self.game, self.state, self.claim, moves)
            )
        return proven

    def _prove(self, solvers: Portfolio) -> bool | None:
        for goal in self.goals[len(self.done) :]:
            proven = solvers.decide(goal)
            if not proven:
                return proven
            if self.out is not None:
                moves: list[int] = []
                self.done.append((solvers.walked(goal, moves), moves))
        return True

    def _kept(self) -> Kept:
        assert self._solvers is not None
        return Kept(self.before.nodes + self._solvers.nodes, self.done, self._solvers.kept())

    def write_when_due(self) -> None:
        """Write what is known by now, from time to time."""
        assert self.part is not None
        self.part.write_when_due(self._kept)

    def leave(self, *, ended: bool) -> str | None:
        """Leave the file of an unfinished proof, and name it; none of one that has ended."""
        if self.part is None:
            return None
        if ended:
            self.part.remove()
            return None
        self.part.write(self._kept())
        return str(self.part.path)


class _NoProofError(Exception):
    """No certificate is to be written."""
