# exercise: match
from collections import Counter

import numpy as np

ONGOING = 2


def play_game(game, players, cap=1000):
    def go(state, left):
        if left == 0:
            return 0
        who = game.player(state)
        try:
            move = players[who](game, state)
            if move not in list(game.moves(state)):
                raise ValueError("illegal")
        except Exception:
            return 2 * who - 1
        after = game.play(state, move)
        if game.outcome(after) != ONGOING:
            return (1 - 2 * game.player(after)) * game.outcome(after)
        return go(after, left - 1)

    return go(game.start(), cap)


def play_match(game, a, b, games):
    tally = Counter()
    for _ in range(games // 2):
        tally[play_game(game, (a, b))] += 1
        tally[-play_game(game, (b, a))] += 1
    return np.array([tally[1], tally[0], tally[-1]])
