"""All commands: the function of each, and a line about it.

A command's module is imported when it runs: `--help` needs neither these nor typer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

ABOUT: Final = "Two-player games: play them, analyse them, solve them."
HEAD: Final = f"""Usage: zermelo [OPTIONS] COMMAND [ARGS]...

  {ABOUT}

Options:
  --help                Show this message and exit.
  --version             Show the version and exit.
  --install-completion  Let your shell complete commands, options and games.
"""


class Command(NamedTuple):
    """A command: the module of this package that has its function, and a line about it."""

    module: str
    about: str


GROUPS: Final = {  # of the help
    "Play and show": {
        "games": Command("searching", "List the games, with their parameters."),
        "play": Command("playing", "Play in the terminal."),
        "serve": Command("playing", "Play in the browser."),
        "publish": Command("making", "Write a web site with games, for any host."),
        "import": Command("matches", "Read games of other programs, to review them on the board."),
        "show": Command("playing", "Show a position as text, or draw it in a file."),
        "engine": Command("playing", "Play for a program that speaks UGI or UCI."),
    },
    "Search": {
        "analyze": Command("searching", "Find the value of a position and of its moves."),
        "value": Command("searching", "Find the combinatorial value of a position."),
        "prove": Command("searching", "Prove a claim about a position."),
        "tree": Command("trees", "Show a search as a tree, step by step."),
        "perft": Command("searching", "Count the sequences of legal moves."),
        "playouts": Command("searching", "Play games of random moves."),
        "book": Command("solving", "Make an opening book."),
    },
    "Solve": {
        "estimate": Command("solving", "Estimate how long it takes to solve a game."),
        "solve": Command("solving", "Find the value of every position, for a database."),
        "probe": Command("solving", "Look up a position, or the hardest ones, in a database."),
        "verify": Command("solving", "Check a database, book, proof or study."),
        "export": Command("solving", "Write a database as a table, or a study as a notebook."),
    },
    "Compare players": {
        "match": Command("matches", "Let two players play each other."),
        "tournament": Command("matches", "Let several players play each other."),
        "experiment": Command("matches", "Compare depth limits, or searches."),
        "audit": Command("solving", "Count a player's mistakes, with a database."),
        "tune": Command("matches", "Fit the weights of a game's evaluation."),
        "learn": Command("matches", "Learn an evaluation from self-play."),
    },
    "Learn and make": {
        "exercise": Command("making", "Start an exercise of a course."),
        "grade": Command("making", "Grade a solution, and explain the first mistake."),
        "worksheet": Command("trees", "Write a search tree to fill in on paper."),
        "new": Command("making", "Start a package with a game of your own."),
        "check": Command("searching", "Check that a game obeys the contract."),
        "report": Command("making", "Measure games, and compare them on a page."),
    },
}
COMMANDS: Final = {name: one for group in GROUPS.values() for name, one in group.items()}


def overview() -> str:
    """The text of `zermelo --help`."""
    column = max(map(len, COMMANDS)) + 2
    groups = (
        [f"\n{title}:", *(f"  {name:<{column}}{one.about}" for name, one in group.items())]
        for title, group in GROUPS.items()
    )
    return HEAD + "\n".join(line for lines in groups for line in lines)
