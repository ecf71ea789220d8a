"""Lesson C: alpha-beta and what it promises, memoisation, and Nim.

Run it as it is, or open it as a notebook: each `# %%` begins a cell.
"""

# %% What alpha-beta promises of its result, for the true value v and any window α < β.
import random

import zermelo
from zermelo.search.counters import ENTRIES, NODES, new_counts
from zermelo.search.memo import memo_max
from zermelo.search.textbook import UNLIMITED, alpha_beta_max, best_move, max_value

game = zermelo.game("tictactoe")
late = game.parse_state("XOX/.O./.X.")
value = max_value(game, late, UNLIMITED, new_counts())
for alpha, beta in ((-1, 1), (-1, 0), (0, 1), (0.25, 1), (-1, -0.25), (-0.5, 0.5)):
    result = alpha_beta_max(game, late, UNLIMITED, alpha, beta, new_counts())
    print(f"v = {value}, window ({alpha}, {beta}): {result}")
    if value < alpha:
        assert result <= alpha
    elif value > beta:
        assert result >= beta
    else:
        assert result == value

# %% From the empty board: the calls of plain minimax and of alpha-beta.
plain, pruned = new_counts(), new_counts()
max_value(game, game.start(), UNLIMITED, plain)
alpha_beta_max(game, game.start(), UNLIMITED, -1, 1, pruned)
print(f"minimax {plain[NODES]:,} calls, alpha-beta {pruned[NODES]:,}")
assert (plain[NODES], pruned[NODES]) == (549_946, 16_811)

# %% Memoised on its arguments (state, α, β): so many entries are left in the table.
nim = zermelo.game("nim(rows=[1, 3, 5, 7])")
for rules, known, entries in ((game, 0, 2_747), (nim, -1, 710)):
    counts = new_counts()
    value = memo_max(rules, rules.start(), UNLIMITED, -1, 1, {}, counts)
    print(f"{rules}: value {value}, {counts[ENTRIES]:,} entries")
    assert (value, counts[ENTRIES]) == (known, entries)

# %% One of ALL the best moves, by a seed, so that games vary: the first player can only draw.
state, chance = game.start(), random.Random(1)
while game.outcome(state) == zermelo.ONGOING:
    worth, move = best_move(game, state, seed=chance.randrange(1000))
    state = game.play(state, move)
print(zermelo.Position(game, state), zermelo.Position(game, state).outcome)

# %% Why it may prune: step through a small search, or fill in its values. In a notebook:
# from zermelo.notebook import Replay
# Replay(zermelo.trace(game, late), exercise="cuts")
print(zermelo.trace(game, game.parse_state("XOX/OOX/...")))
