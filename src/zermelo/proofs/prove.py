"""Proving a claim about a position: searches are asked for the claimant's moves of a walk."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zermelo.contract.given import GameGiven, game_given, path_given, state_given
from zermelo.contract.keywords import named
from zermelo.contract.points import valued
from zermelo.contract.ranges import MEBIBYTES, SECONDS
from zermelo.contract.result import Result
from zermelo.errors import Stopped
from zermelo.process.files import DraftFile, written_whole
from zermelo.proofs.certificate import Certificate, write_certificate, written_state
from zermelo.proofs.claim import Claim
from zermelo.proofs.portfolio import Portfolio
from zermelo.search.limits import Limits, Progress

TABLE: Final = 256.0  # MiB


@dataclass(frozen=True)
class Proof(Result):
    """The result of an attempt to prove a claim.

    proven     False where the claim is refuted, None where it is neither proven nor refuted
    by         the search that decided it: "alpha-beta" or "df-pn"
    positions  that the certificate goes through, one of each set of symmetric ones
    moves      of the claimant, which the certificate holds
    bytes      its size, None if it was not written
    nodes      that the search visited
    """

    game: str
    state: str | None
    claim: str
    proven: bool | None
    by: str
    positions: int
    moves: int
    bytes: int | None
    nodes: int
    seconds: float
    native: bool
    interrupted: bool = False


class _NoProof(Exception):  # noqa: N818 - an end, not an error
    """Nothing is to be written."""


@named
def prove(
    game: GameGiven,
    state: Any = None,
    *,
    claim: str = "win",
    out: str | Path | None = None,
    seconds: float | None = None,
    table: float = TABLE,
    native: bool = True,
    progress: Progress | None = None,
) -> Proof:
    """Prove a claim about `state`, by default the start, and write a certificate of the proof.

    claim    of the player to move: "win", "draw", "loss", "value >= 0", "score <= -3" …
    out      the certificate's file, which `verify` checks by nothing but the rules
    seconds  give up after so long
    table    the size of the transposition table, in MiB

    Alpha-beta, where the game's length is bounded, and proof-number search take turns, each time
    with more nodes. Raises `ParameterError` for a text that is no claim, and `UsageError` for a
    claim that holds of every position.

    >>> import zermelo
    >>> zermelo.prove("nim(rows=[1, 2])", claim="win", native=False).proven
    True
    """
    if seconds is not None:
        SECONDS.check("seconds", seconds)
    MEBIBYTES.check("table", table)
    read = Claim.read(claim)
    rules = valued(game_given(game), read.by)
    at = state_given(rules, state)
    goals, named_as = read.goals(rules, at), written_state(rules, at)
    solvers = Portfolio(rules, at, table, Limits(seconds=seconds), progress, native=native)
    proven: bool | None = None
    positions, interrupted, size = 0, False, None
    moves: list[list[int]] = []
    try:
        with _written(out) as draft:
            for goal in goals:
                proven = solvers.decide(goal)
                if not proven:
                    raise _NoProof
                moves.append([])
                positions += solvers.walked(goal, moves[-1])
            if draft is not None:
                size = write_certificate(draft, Certificate(rules, at, read, tuple(moves)))
    except _NoProof:
        pass
    except (Stopped, KeyboardInterrupt) as end:
        proven, interrupted = None, isinstance(end, KeyboardInterrupt)
    return Proof(
        game=str(rules),
        state=rules.format_state(at) if rules.has("format_state") else named_as,
        claim=read.text,
        proven=proven,
        by=solvers.winner,
        positions=positions if proven else 0,
        moves=sum(map(len, moves)) if proven else 0,
        bytes=size,
        nodes=solvers.nodes,
        seconds=solvers.seconds,
        native=solvers.native,
        interrupted=interrupted,
    )


@contextlib.contextmanager
def _written(out: str | Path | None) -> Iterator[DraftFile | None]:
    """The draft of the certificate's file, if one is asked for."""
    if out is None:
        yield None
    else:
        with written_whole(path_given(out, "out")) as draft:
            yield draft
