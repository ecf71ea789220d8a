"""A player who never errs: one who knows a database, and sets problems where it can."""

from __future__ import annotations

import random
from typing import Any

from zermelo.contract.game import Game
from zermelo.errors import IllegalMoveError
from zermelo.solver.probing.probe import Solved, move_scores


class Perfect:
    """Plays by a database: wins as soon, loses as late as possible, and never gives a draw away.

    Among equal moves it takes one that leaves the opponent the most replies that are mistakes;
    `seed` chooses among those that are left.
    """

    name = "perfect"

    def __init__(self, database: Solved, seed: int | None = None) -> None:
        self.database = database
        self._random = random.Random(seed)

    def choose(self, game: Game, state: Any) -> int:
        """One of the best moves, the hardest to answer."""
        scores = move_scores(self.database, state)
        if not scores:
            raise IllegalMoveError("the game is over: there is no move to choose")
        best = max(score for _, score in scores)
        equal = [move for move, score in scores if score == best]
        traps = {move: self._mistakes(game, state, move) for move in equal}
        most = max(traps.values())
        return self._random.choice([move for move in equal if traps[move] == most])

    def _mistakes(self, game: Game, state: Any, move: int) -> int:
        """How many replies to `move` the opponent would regret."""
        after = game.play(state, move)
        if game.player(after) == game.player(state):
            return 0
        replies = [score for _, score in move_scores(self.database, after)]
        worth = replies if game.by_score else [(score > 0) - (score < 0) for score in replies]
        return sum(each < max(worth) for each in worth)
