"""Checking a certificate: one walk through each goal's proof, by nothing but the rules."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.contract.given import GameGiven, game_given, path_given
from zermelo.contract.result import Verdict
from zermelo.proofs.certificate import Certificate, read_certificate
from zermelo.proofs.compiled import compiled_walk
from zermelo.proofs.walk import Unproven, walk

FEW: Final = 20_000  # moves of a certificate that plain code has checked before a kernel compiles
Learn = Callable[[Game, Any, int], None]


@dataclass(frozen=True)
class ProofCheck(Verdict):
    """The result of a check: `fault` says where the proof fails, and is None where it holds.

    positions  that were walked through, one of each set of symmetric ones
    moves      of the claimant
    """

    game: str
    state: str | None
    claim: str
    positions: int
    moves: int
    fault: str | None
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether the claim is proven."""
        return self.fault is None


def verify_proof(
    path: str | Path, *, game: GameGiven | None = None, native: bool = True
) -> ProofCheck:
    """Check the certificate in a file by nothing but the rules.

    path    the file that `prove` wrote
    game    the rules, where they are not built in: a certificate runs no Python
    native  False checks a large one in plain Python, too

    Raises `UsageError` for a file that holds none, and for damage.

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     path = f"{place}/nim.proof"
    ...     made = zermelo.prove("nim(rows=[1, 2])", claim="win", out=path, native=False)
    ...     zermelo.verify_proof(path, native=False).sound
    True
    """
    began = time.perf_counter()
    proof = read_certificate(path_given(path), None if game is None else game_given(game))
    moves = sum(map(len, proof.moves))
    positions, fault = check(proof, native=native and moves > FEW)
    rules, state = proof.game, proof.state
    return ProofCheck(
        game=str(rules),
        state=rules.format_state(state) if rules.has("format_state") else None,
        claim=proof.claim.text,
        positions=positions,
        moves=moves,
        fault=fault,
        seconds=time.perf_counter() - began,
    )


def check(
    proof: Certificate, learn: Learn | None = None, *, native: bool = False
) -> tuple[int, str | None]:
    """How many positions a proof has, for all goals, and where it fails, if it does.

    It holds if every goal's walk does, and takes just the moves that there are. `learn` is called
    with the game and each position of the claimant's with its move; not with `native`.
    """
    goals, positions = proof.claim.goals(proof.game, proof.state), 0
    if len(goals) != len(proof.moves):
        return 0, f"{proof.claim.text} takes {len(goals)} walks, not {len(proof.moves)}"
    for goal, moves in zip(goals, proof.moves, strict=True):
        known = compiled_walk(proof.game, proof.state, goal, moves) if native else None
        if known is not None:
            positions += known
            continue
        given = iter(moves)

        def choose(state: Any, given: Any = given) -> int:
            move = next(given, None)
            if move is None:
                raise Unproven("there are too few moves")
            if learn is not None:
                learn(proof.game, state, move)
            return int(move)

        try:
            positions += walk(proof.game, proof.state, goal, choose)
        except Unproven as fault:
            return positions, str(fault)
        if next(given, None) is not None:
            return positions, "there are more moves than the walk takes"
    return positions, None
