"""A player that follows a certificate, and elsewhere leaves the move to another player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.play.player import Player
from zermelo.proofs.certificate import read_certificate
from zermelo.proofs.verify import check


class Follower:
    """Plays the claimant's moves of a certificate, which is checked first.

    otherwise  chooses all other moves: for the other side, or outside the certificate

    Raises `UsageError` for a file without a proof about this game.
    """

    name = "proof"

    def __init__(self, path: Path, game: Game, otherwise: Player) -> None:
        self._otherwise = otherwise
        self._next: dict[Any, Any] = {}  # from position to the claimant's next one, up to symmetry
        proof = read_certificate(path, game)
        _, fault = check(proof, self._learn)
        if fault is not None:
            raise UsageError(f"{path} proves nothing: {fault}")

    def _learn(self, game: Game, state: Any, move: int) -> None:
        self._next[min(game.symmetries(state))] = min(game.symmetries(game.play(state, move)))

    def choose(self, game: Game, state: Any) -> int:
        """The certificate's move, or the other player's."""
        wanted = self._next.get(min(game.symmetries(state)))
        for move in game.moves(state) if wanted is not None else ():
            if min(game.symmetries(game.play(state, move))) == wanted:
                return move
        return self._otherwise.choose(game, state)
