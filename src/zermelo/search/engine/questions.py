"""Questions to the engine that are answered yes or no: does the mover get at least so much?"""

from __future__ import annotations

from typing import Any

from zermelo.contract.game import Game
from zermelo.errors import CapabilityError
from zermelo.search.engine.compiling import Kernels
from zermelo.search.engine.memory import DEEPEST
from zermelo.search.engine.score import unit
from zermelo.search.engine.table import NOTHING, Table, choice_of
from zermelo.search.engine.workspace import Workspace


class Questions:
    """Proves or refutes that movers get at least so much, with one table for all questions.

    game  valued by outcome or by score; its length must be bounded, or `CapabilityError` is raised
    """

    def __init__(self, game: Game[Any], state: Any, kernels: Kernels, mebibytes: float) -> None:
        if not 0 <= game.remaining(state) < DEEPEST:
            raise CapabilityError(
                f"claims about {game} cannot be proven: define remaining, the bound of its length, "
                f"which should be below {DEEPEST} plies"
            )
        self.game, self._search = game, kernels.search
        self._unit = unit(game) if game.by_score else 1
        table = Table(mebibytes, grows=True, native=kernels.native)
        self._workspace = Workspace(table, native=kernels.native)

    @property
    def memory(self) -> Any:
        """The engine's memory, with the counters."""
        return self._workspace.memory

    def reaches(self, state: Any, least: int) -> bool:
        """Whether the mover of `state` gets at least `least`, a value or points."""
        asked = least * self._unit - 1
        self.memory["top"] = self.memory["selective"] = 0
        window = asked, asked + 1
        return int(self._search(self.game, state, DEEPEST, *window, 0, self.memory)) > asked

    def move_to(self, state: Any, least: int) -> int | None:
        """A move by which the mover of `state` gets at least `least`; None if there is none."""
        player = self.game.player(state)
        for move in self._likely_first(state):
            child = self.game.play(state, move)
            same = self.game.player(child) == player
            if self.reaches(child, least) if same else not self.reaches(child, 1 - least):
                return move
        return None

    def _likely_first(self, state: Any) -> list[int]:
        """The moves, the one first that the table has."""
        moves = list(self.game.candidates(state))
        entry = self._workspace.look_up(self.game.key(state))
        if entry != NOTHING and choice_of(entry) < len(moves):
            moves.insert(0, moves.pop(choice_of(entry)))
        return moves
