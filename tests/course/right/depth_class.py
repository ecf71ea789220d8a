# exercise: depth
class Search:
    def __init__(self, mine):
        self.mine = mine

    def __call__(self, game, state, depth):
        if terminal_test(game, state):
            return -1 if self.mine else 1
        if depth <= 0:
            return 0
        values = (
            SEARCH[not self.mine](game, game.play(state, m), depth - 1) for m in game.moves(state)
        )
        return max(values) if self.mine else min(values)


SEARCH = {True: Search(True), False: Search(False)}
max_value, min_value = SEARCH[True], SEARCH[False]


def terminal_test(game, state):
    return not any(True for _ in game.moves(state))


def minimax_decision(game, state, depth):
    moves = list(game.moves(state))
    values = [min_value(game, game.play(state, m), depth - 1) for m in moves]
    return moves[values.index(max(values))]
