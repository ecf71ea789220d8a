# exercise: minimax
from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class Searcher:
    game: Any

    def over(self, s) -> bool:
        return not list(self.game.moves(s))

    def best(self, s) -> int:
        if self.over(s):
            return -1
        return max(self.worst(self.game.play(s, m)) for m in self.game.moves(s))

    def worst(self, s) -> int:
        if self.over(s):
            return 1
        return min(self.best(self.game.play(s, m)) for m in self.game.moves(s))


def terminal_test(game: Any, state: Any) -> bool:
    return Searcher(game).over(state)


def max_value(game: Any, state: Any) -> int:
    return Searcher(game).best(state)


def min_value(game: Any, state: Any) -> int:
    return Searcher(game).worst(state)


def minimax_decision(game: Any, state: Any):
    return max(game.moves(state), key=lambda m: min_value(game, game.play(state, m)))
