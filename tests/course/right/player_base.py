# exercise: player
from abc import ABC, abstractmethod


class Player(ABC):
    def __init__(self, limit=2):
        self.limit = limit
        self.reset()

    def reset(self):
        self.cache, self.hits, self.misses = {}, 0, 0

    def __repr__(self):
        return f"{self.__class__.__name__}(limit={self.limit!r})"

    @abstractmethod
    def best_moves(self, game, state): ...


class Minimax(Player):
    def value(self, game, state, player, limit):
        try:
            result = self.cache[state, player, limit]
        except KeyError:
            self.misses += 1
            self.cache[state, player, limit] = result = self._value(game, state, player, limit)
        else:
            self.hits += 1
        return result

    def _value(self, game, state, player, limit):
        outcome = game.outcome(state)
        if outcome != 2:
            return outcome
        if limit == 0:
            return game.evaluate(state)
        return max(self._after(game, state, player, limit - 1).values())

    def _after(self, game, state, player, limit):
        return {
            m: -self.value(game, game.play(state, m), 1 - player, limit) for m in game.moves(state)
        }

    def best_moves(self, game, state):
        values = self._after(game, state, game.player(state), self.limit)
        best = max(values.values())
        return tuple(m for m in values if values[m] == best), best
