"""Lesson D: Nine Men's Morris, a heuristic with weights, and a tournament of weights.

Run it as it is, or open it as a notebook: each `# %%` begins a cell.
"""

# %% The board, and how many sequences of moves there are.

import zermelo
from zermelo.players.minimax import Minimax

game = zermelo.game("morris")
print(zermelo.Position(game).play("d6 f4 a1"))
counted = zermelo.perft(game, 3, native=False)
print(counted)
assert counted.sequences == (24, 552, 12_144)

# %% Minimax looks `limit` plies below the children of the root; every state's value is kept.
for limit, states in ((0, 24), (1, 576)):
    best = Minimax(limit=limit).best_moves(game, game.start())
    print(best)
    assert best.cache_misses == states

# %% What a position is worth to the player to move, strictly between −1 and 1.
state = zermelo.Position(game).play("a7 d6 d7 f4").state
print(f"{game.evaluate(state):+.3f} with the default weights")
bold = zermelo.game("morris(mills=8, possible=1)")
print(f"{bold.evaluate(state):+.3f} with mills counted twice as much")

# %% A player with its weights, and one of all its best moves.
player = Minimax(limit=1, weights={"mills": 8}, seed=1)
print(player, "plays", game.format_move(state, player.choose(game, state)))

# %% Which weights play better? Both play both colours; two games say little: raise the number.
players = ["alphabeta:depth=1", "alphabeta:depth=1,mills=0,possible=0"]
table = zermelo.tournament(game, players, games=2, native=False)
print(table)
assert sum(standing.score.games for standing in table.standings) == 4
