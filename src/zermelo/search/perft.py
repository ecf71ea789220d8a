from zermelo.native import kernel
from zermelo.search.counters import visit
@kernel
def count_sequences(game, state, depth, counts):
    """How many sequences of exactly `depth` legal moves start in `state`."""
    if depth == 0:
        return 1
    visit(counts)
    total = 0
    for move in game.moves(state):
        total += count_sequences(game, game.play(state, move), depth - 1, counts)
    return total
