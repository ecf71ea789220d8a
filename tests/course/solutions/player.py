class Minimax:
    def __init__(self, limit=2):
        self.limit = limit
        self.cache = {}
        self.hits = self.misses = 0

    def __repr__(self):
        return f"Minimax(limit={self.limit})"

    def value(self, game, state, player, limit):
        key = (state, player, limit)
        if key in self.cache:
            self.hits += 1
            return self.cache[key]
        self.misses += 1
        outcome = game.outcome(state)
        if outcome != 2:
            result = outcome
        elif limit == 0:
            result = game.evaluate(state)
        else:
            result = max(
                -self.value(game, game.play(state, move), 1 - player, limit - 1)
                for move in game.moves(state)
            )
        self.cache[key] = result
        return result

    def best_moves(self, game, state):
        other = 1 - game.player(state)
        values = {
            move: -self.value(game, game.play(state, move), other, self.limit)
            for move in game.moves(state)
        }
        best = max(values.values())
        return [move for move, value in values.items() if value == best], best
