# exercise: player
from dataclasses import dataclass, field


@dataclass(repr=False)
class Searcher:
    limit: int = 2
    cache: dict = field(default_factory=dict)
    hits: int = 0
    misses: int = 0

    def __repr__(self):
        return f"{type(self).__name__}(limit={self.limit})"

    def value(self, game, state, player, limit):
        known = self.cache.get((state, player, limit))
        if known is not None:
            self.hits += 1
            return known
        self.misses += 1
        outcome = game.outcome(state)
        if outcome != 2:
            known = outcome
        elif limit == 0:
            known = game.evaluate(state)
        else:
            known = -min(
                self.value(game, game.play(state, move), 1 - player, limit - 1)
                for move in game.moves(state)
            )
        self.cache[state, player, limit] = known
        return known


class Minimax(Searcher):
    """The value of the position itself, one ply deeper, is kept as well."""

    def best_moves(self, game, state):
        me = game.player(state)
        best = self.value(game, state, me, self.limit + 1)
        moves = [
            move
            for move in game.moves(state)
            if -self.value(game, game.play(state, move), 1 - me, self.limit) == best
        ]
        return moves, best
