# exercise: player
from collections import namedtuple

Key = namedtuple("Key", "state player limit")


class Cache(dict):
    """Computes what it lacks."""

    def __init__(self, owner):
        self.owner = owner

    def __missing__(self, key):
        self.owner.misses += 1
        self[key] = value = self.owner.compute(*key)
        return value


class Minimax:
    def __init__(self, limit=2):
        self.limit, self.game = limit, None
        self.cache = Cache(self)
        self.hits = self.misses = 0

    def __repr__(self):
        return f"Minimax(limit={self.limit})"

    def compute(self, state, player, limit):
        outcome = self.game.outcome(state)
        if outcome != 2:
            return float(outcome)
        if not limit:
            return self.game.evaluate(state)
        return max(
            -self.value(self.game, self.game.play(state, move), 1 - player, limit - 1)
            for move in self.game.moves(state)
        )

    def value(self, game, state, player, limit):
        self.game = game
        key = Key(state, player, limit)
        self.hits += key in self.cache
        return self.cache[key]

    def best_moves(self, game, state):
        player = game.player(state)
        rated = [
            (-self.value(game, game.play(state, m), 1 - player, self.limit), m)
            for m in game.moves(state)
        ]
        best = max(rated)[0]
        return {m for v, m in rated if v == best}, best
