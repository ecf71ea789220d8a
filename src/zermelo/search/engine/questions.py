"""Questions to the engine that are answered yes or no: does the mover get at least so much?"""

from __future__ import annotations

from typing import Any

from zermelo.contract.game import Game
from zermelo.search.engine.compiling import Kernels
from zermelo.search.engine.memory import DEEPEST
from zermelo.search.engine.score import unit
from zermelo.search.engine.table import NOTHING, Table, choice_of
from zermelo.search.engine.workspace import Workspace


class Questions:
    """Proves or refutes that a player gets at least so much, with one table for all questions.

    game  valued by outcome or by score; its length must be bounded, see `answers`
    """

    name = "alpha-beta"

    def __init__(self, game: Game, mebibytes: float, kernels: Kernels) -> None:
        self.game, self._search = game, kernels.search
        self._unit = unit(game) if game.by_score else 1
        table = Table(mebibytes, grows=True, native=kernels.native)
        self._workspace = Workspace(table, native=kernels.native)

    @staticmethod
    def answers(game: Game, state: Any) -> bool:
        """Whether every line from `state` ends in time: then it can answer questions."""
        return 0 <= game.remaining(state) < DEEPEST

    @property
    def memory(self) -> Any:
        """The engine's memory, with the counters."""
        return self._workspace.memory

    def holds(self, state: Any, claimant: int, least: int) -> bool:
        """Whether the claimant gets at least `least`, a value or points."""
        mine = self.game.player(state) == claimant
        asked = (least if mine else 1 - least) * self._unit - 1
        self.memory["top"] = self.memory["selective"] = 0
        window = asked, asked + 1
        score = int(self._search(self.game, state, DEEPEST, *window, 0, self.memory))
        return (score > asked) == mine

    def move(self, state: Any, claimant: int, least: int) -> int:
        """A move by which the claimant, whose move it is, gets at least `least`, as it can."""
        *others, last = self._likely_first(state)
        for move in others:
            if self.holds(self.game.play(state, move), claimant, least):
                return move
        return last

    def _likely_first(self, state: Any) -> list[int]:
        """The moves, the one first that the table has."""
        moves = list(self.game.candidates(state))
        entry = self._workspace.look_up(self.game.key(state))
        if entry != NOTHING and choice_of(entry) < len(moves):
            moves.insert(0, moves.pop(choice_of(entry)))
        return moves
