"""Exact values of many states, one after another, without an analysis of each."""

from __future__ import annotations

from typing import Any

from zermelo.contract.game import ONGOING
from zermelo.contract.given import GameGiven, game_given, state_given
from zermelo.errors import CapabilityError
from zermelo.search.engine.compiling import compiled_proof
from zermelo.search.engine.memory import DEEPEST
from zermelo.search.engine.score import plies_to_end, value_of
from zermelo.search.engine.table import MEBIBYTES, Table
from zermelo.search.engine.workspace import Workspace


class Prover:
    """Proves values of states of one game with one shared table; its length must be bounded.

    Raises `CapabilityError` for games without `remaining`.

    >>> import zermelo
    >>> game = zermelo.game("nim(rows=[1, 2])")
    >>> Prover(game, mebibytes=1).solve(game.start())
    (1.0, 3)
    """

    def __init__(self, game: GameGiven, mebibytes: float = MEBIBYTES) -> None:
        game = game_given(game)
        if not game.has("remaining"):
            raise CapabilityError(f"{game} has no known bound of its length: define remaining")
        self.game = game
        self._prove, native = compiled_proof(game)
        self._workspace = Workspace(Table(mebibytes, grows=True), native=native)

    def forget(self) -> None:
        """Empty the table."""
        self._workspace.forget()

    def solve(self, state: Any) -> tuple[float, int | None]:
        """The value of `state` for its mover and, for a win or loss, the plies to the end."""
        state = state_given(self.game, state)
        outcome = self.game.outcome(state)
        if outcome != ONGOING:
            return float(outcome), 0
        longest = self.game.remaining(state)
        score = self._prove(self.game, state, DEEPEST, 0, longest, self._workspace.memory)
        return value_of(score), plies_to_end(score) if score else None
