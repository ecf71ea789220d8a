"""Proves a claim about a position: searches supply the claimant's moves of a walk.

An unfinished proof is saved next to the certificate, so that the same command can resume. Its file,
`FILE.part`, has lines with digests, see `zermelo.process.ledger`:

line 2   the game, the digest of its rules, the state, the claim, the nodes visited, and the number
         of positions for each proven goal of the claim
others   the moves of these goals, and the costliest entries of the searches' tables, as
         compressed 64-bit numbers in base64
"""

from __future__ import annotations

import contextlib
import time
import zlib
from array import array
from base64 import b64decode, b64encode
from functools import partial
from pathlib import Path
from typing import Any, Final

from zermelo.contract import arguments
from zermelo.contract.analysis import Result, value_by
from zermelo.contract.arguments import GameGiven, game_given, reject_unknown_keywords, state_given
from zermelo.contract.game import Game
from zermelo.errors import Stopped, UsageError
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.process import disk
from zermelo.process.files import file_errors, whole_file
from zermelo.process.ledger import Kind, damage_error
from zermelo.process.resources import usable_cores
from zermelo.proofs.certificate import Certificate, Claim, write_certificate, written_state
from zermelo.proofs.portfolio import Portfolio
from zermelo.search.clock import Limits, Progress

PART: Final = Kind(holds="part of a proof", busy="another command", version=1, compressed=False)
SUFFIX: Final = ".part"
EVERY: Final = 30.0  # seconds from one writing to the next
SHARE: Final = 20  # after a writing, the pause is at least this many times as long as the writing
CHUNK: Final = 1 << 16  # numbers in a line


TABLE: Final = 256.0  # MiB


class Proof(Result):
    """The result of an attempt to prove a claim.

    game, state, claim  the game, the state and the claim as texts; None for a state without a text
    proven     False if the claim is refuted, None if undecided
    by         the search that decided it: "alpha-beta", "parts", "df-pn" or "solved"
    positions  the number of positions in the certificate, counting symmetric ones as one
    moves      the number of the claimant's moves in the certificate
    bytes      the certificate's size; None, like `positions` and `moves`, if none was written
    nodes      the nodes that all searches visited
    earlier    the part of these nodes that earlier, interrupted runs visited
    seconds, native, interrupted  the duration, whether it ran compiled, whether Ctrl-C ended it
    kept       the file of an unfinished proof, which the same command resumes; else None

    >>> import zermelo
    >>> zermelo.prove("nim(rows=[1, 2])", claim="loss", native=False).proven
    False
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


@reject_unknown_keywords
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
    claim     for the player to move: "win", "draw", "loss", "value >= 0", "score <= -3" …
    out       the certificate's file, which `verify_proof` checks by the rules alone; without
              it, no moves are collected, and nobody can check the result
    seconds   give up after this time
    table     the size of the transposition table, in MiB
    threads   the number of threads, by default one for each core; plain Python has one
    native    False searches in plain Python
    progress  called with the progress of the proof

    Unfinished proofs are saved next to `out` every half minute, at the time limit and on
    Ctrl-C: the same call resumes.

    If the game's length is bounded, alpha-beta searches on one thread, and proof-number search on
    all others; with a single thread, they take turns with ever more nodes. Raises `ParameterError`
    for a text that is not a claim, and `UsageError` for a claim that holds for every position.

    >>> import zermelo
    >>> zermelo.prove("nim(rows=[1, 2])", claim="win", native=False).proven
    True
    """
    if seconds is not None:
        arguments.SECONDS.check("seconds", seconds)
    arguments.MEBIBYTES.check("table", table)
    if threads is None:
        threads = usable_cores()
    arguments.THREADS.check("threads", threads)
    read = Claim.read(claim)
    rules = value_by(game_given(game), read.by)
    at = state_given(rules, state)
    attempt = _Attempt(rules, at, read, None if out is None else arguments.path_given(out, "out"))
    part = attempt.part
    glance = None if part is None else partial(attempt.write_when_due, part)
    given: Any = {"native": native, "threads": threads, "glance": glance}
    solvers = Portfolio(rules, at, table, Limits(seconds=seconds), progress, **given)
    proven: bool | None = None
    stopped: BaseException | None = None
    try:
        proven = attempt.run(solvers)
    except (Stopped, KeyboardInterrupt) as end:
        stopped = end
        if part is not None:
            attempt.write(part)
    if part is not None and stopped is None and part.exists():
        with file_errors("remove", part):
            disk.remove(part)
    written = attempt.done if attempt.size is not None else None
    return Proof(
        game=str(rules),
        state=rules.format_state(at) if rules.has("format_state") else attempt.named_as,
        claim=read.text,
        proven=proven,
        by=solvers.winner,
        positions=None if written is None else sum(positions for positions, _ in written),
        moves=None if written is None else sum(len(moves) for _, moves in written),
        bytes=attempt.size,
        nodes=attempt.earlier + solvers.nodes,
        seconds=solvers.seconds,
        native=solvers.native,
        interrupted=isinstance(stopped, KeyboardInterrupt),
        earlier=attempt.earlier,
        kept=None if part is None or stopped is None else str(part),
    )


class _Attempt:
    """An attempt to prove a claim, with the goals proven so far, and the files that it writes."""

    solvers: Portfolio

    def __init__(self, game: Game, state: Any, claim: Claim, out: Path | None) -> None:
        self.game, self.state, self.claim, self.out = game, state, claim, out
        self.goals, self.named_as = claim.goals(game, state), written_state(game, state)
        self.done = list[tuple[int, list[int]]]()  # the positions and moves of each proven goal
        self.earlier = 0  # the number of nodes visited in earlier runs
        self.tables: dict[str, array[int]] = {}  # keys and data in turn, of each search's table
        self.size: int | None = None  # bytes of the certificate
        self.part: Path | None = None  # none for a special file like /dev/stdout
        self._next = time.monotonic() + EVERY
        if out is not None and (out.is_file() or not out.exists()):
            rules = truth_fingerprint(game)
            self._about = {"game": str(game), "rules": rules, "state": self.named_as}
            self._about["claim"] = claim.text
            self.part = out.with_name(out.name + SUFFIX)
            if self.part.exists():
                self._read(self.part)

    def _read(self, part: Path) -> None:
        """Take over an unfinished proof; `UsageError` for damage or another claim."""
        about, *lines = PART.read(part) or [None]
        whole = isinstance(about, dict) and type(about.get("nodes")) is int
        if not whole or not isinstance(about.get("goals"), list):
            raise damage_error(part, "it does not name its proof")
        if any(about.get(name) != value for name, value in self._about.items()):
            raise UsageError(f"{part} is part of another proof; remove it, or choose another --out")
        try:
            for name, text in lines:
                self.tables.setdefault(name, array("q")).frombytes(zlib.decompress(b64decode(text)))
        except (ValueError, TypeError, zlib.error):
            raise damage_error(part, "its lines have changed") from None
        self.earlier = about["nodes"]
        self.done = [
            (positions, self.tables.pop(f"moves {number}", array("q")).tolist())
            for number, positions in enumerate(about["goals"])
        ]

    def run(self, solvers: Portfolio) -> bool | None:
        """Prove all goals and write the certificate; False if one is refuted, None if undecided."""
        self.solvers = solvers
        solvers.restore(self.tables)
        file = contextlib.nullcontext() if self.out is None else whole_file(self.out)
        proven: bool | None = True
        with contextlib.suppress(_NoProofError), file as draft:
            for goal in self.goals[len(self.done) :]:
                proven = solvers.decide(goal)
                if not proven:
                    raise _NoProofError
                if draft is not None:
                    moves: list[int] = []
                    self.done.append((solvers.walk_proof(goal, moves), moves))
            if draft is not None:
                proofs = tuple(moves for _, moves in self.done)
                proof = Certificate(self.game, self.state, self.claim, proofs)
                self.size = write_certificate(draft, proof)
        return proven

    def write_when_due(self, part: Path) -> None:
        """Write the unfinished proof if it is time for the next writing."""
        began = time.monotonic()
        if began >= self._next:
            self.write(part)
            ended = time.monotonic()
            self._next = ended + max(EVERY, SHARE * (ended - began))

    def write(self, part: Path) -> None:
        """Write the whole unfinished proof or nothing."""
        goals = [positions for positions, _ in self.done]
        about = {**self._about, "nodes": self.earlier + self.solvers.nodes, "goals": goals}
        columns = {f"moves {n}": array("q", moves) for n, (_, moves) in enumerate(self.done)}
        parts = (
            (name, zlib.compress(numbers[first : first + CHUNK].tobytes(), 1))
            for name, numbers in (columns | self.solvers.hardest()).items()
            for first in range(0, len(numbers), CHUNK)
        )
        with whole_file(part) as draft:
            draft.write(PART.lines([about, *((name, b64encode(p).decode()) for name, p in parts)]))


class _NoProofError(Exception):
    """The claim is not proven, so no certificate is written."""
