"""Lesson B: what a search limit does, tic-tac-toe played against itself.

Run it as it is, or open it as a notebook: each `# %%` begins a cell.
"""

# %% The limit counted from the start of the game, as in the lesson: it is not reset between moves.
import zermelo
from zermelo.experiments.experiment import depth_experiment

game = zermelo.game("tictactoe")
lesson = depth_experiment(game, [2, 4, 9], origin="game")
print(lesson)
assert [(row.result, row.states) for row in lesson.rows] == [
    ("player 1 wins", 89),
    ("player 1 wins", 4_064),
    ("draw", 618_175),
]

# %% The limit counted from each move, which is what people mean: every search looks as far ahead.
print(depth_experiment(game, [1, 2, 4], origin="move"))


# %% One game move by move: the board, the move selected, the states generated for it.
def watch(step):
    """Print a move as it is made."""
    print(zermelo.Position(game, step.state))
    print("selects", game.format_move(step.state, step.move), "after", step.states, "states\n")


depth_experiment(game, [2], origin="move", watch=watch)

# %% Your turn: another game, other limits. Does the result change? From which depth on?
print(depth_experiment(zermelo.game("nim(rows=[1, 2, 3])"), [1, 2, 3, 4, 5, 6]))
# With a plot: zermelo experiment depth tictactoe --depths 1,2,4,9 --plot limits.svg
