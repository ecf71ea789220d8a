# exercise: limits
from dataclasses import dataclass
from typing import Any

import numpy as np

ONGOING = 2


@dataclass
class Searcher:
    game: Any
    states: Any = 0

    def next(self, state, move):
        self.states = np.int64(self.states + 1)
        return self.game.play(state, move)

    def value(self, state, depth):
        if (outcome := self.game.outcome(state)) != ONGOING:
            return outcome
        if not depth:
            return 0
        return max(-self.value(self.next(state, m), depth - 1) for m in self.game.moves(state))

    def decide(self, state, depth):
        values = [(-self.value(self.next(state, m), depth - 1), m) for m in self.game.moves(state)]
        best = max(value for value, _ in values)
        return next(move for value, move in values if value == best)


def search(game, state, depth):
    searcher = Searcher(game)
    return [searcher.decide(state, depth), searcher.states]


def experiment(game, limit):
    state, sides, total = game.start(), ("player 1 wins", "player 2 wins"), 0
    while game.outcome(state) == ONGOING:
        if limit > 0:
            move, states = search(game, state, limit)
            total += states
        else:
            move, *_ = game.moves(state)
        state, limit, sides = game.play(state, move), limit - 1, sides[::-1]
    return ["draw", *sides][game.outcome(state)], total
