"""Lesson A: minimax on Isolation, levels, the depth limit, and counting what it costs.

Run it as it is, or open it as a notebook: each `# %%` begins a cell.
"""

# %% The board of the lesson: 3 × 2 cells, the lower right one closed. Moves are (column, row).
import zermelo
from zermelo.search.counters import NODES, new_counts
from zermelo.search.textbook import UNLIMITED, max_value, min_value, minimax_decision

game = zermelo.game("isolation(width=3, height=2, blocked=[(2, 1)])")
start = game.start()
print(zermelo.Position(game, start))

# %% A state is terminal when the player to move is stuck: that is good for the other one.
over = zermelo.Position(game).play("a2 c2 b2 b1 a1")
print(over, "\nmoves left:", over.moves, "so", over.outcome)

# %% One ply deep, the decision looks at each of the five moves once.
counts = new_counts()
move = minimax_decision(game, start, 1, counts)
print(
    "decision at depth 1:", game.format_move(start, move), "after", counts[NODES], "terminal tests"
)
assert counts[NODES] == 5

# %% Values are those of the player who searches. At a min level the empty board is lost for them.
print("min_value:", min_value(game, start, UNLIMITED, new_counts()))
print("max_value:", max_value(game, start, UNLIMITED, new_counts()))
assert min_value(game, start, UNLIMITED, new_counts()) == -1
assert max_value(game, start, UNLIMITED, new_counts()) == 1  # who begins wins

# %% The deeper, the more states; the limit cuts after the terminal test, and says 0 or an estimate.
for depth in range(1, 7):
    counts = new_counts()
    value = max_value(game, start, depth, counts)
    print(f"depth {depth}: value {value:+.2f}, {counts[NODES]:5,} states")

# %% The same in one call: every move with its value, and how far off the end is.
analysis = zermelo.analyze(game, algorithm="minimax", native=False)
print(analysis)
assert analysis.exact and analysis.value == 1 and analysis.remoteness == 5

# %% The whole search, to be stepped through: as the last line of a notebook's cell, `trace` itself.
trace = zermelo.trace(game, algorithm="minimax", depth=2)
print(trace)
