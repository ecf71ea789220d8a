"""All commands, each with its module and one line of help.

A module is imported when one of its commands runs: `--help` imports neither modules nor typer.
"""

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
    """A command: the module of its function in this package, and its line in the help."""

    module: str
    about: str


GROUPS: Final = {  # the groups of commands in the help
    "Play and show": {
        "games": Command("searching", "List the games, with their parameters."),
        "play": Command("playing", "Play in the terminal."),
        "serve": Command("playing", "Play in the browser."),
        "publish": Command("making", "Write a website with games, for any host."),
        "import": Command("matches", "Import games from other programs, to review on the board."),
        "show": Command("playing", "Show a position as text, or draw it to a file."),
        "engine": Command("playing", "Run as an engine for programs that speak UGI or UCI."),
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
        "solve": Command("solving", "Find the value of every position, and store it."),
        "probe": Command("solving", "Look up a position, or the hardest ones, in a database."),
        "verify": Command("solving", "Verify a database, book, proof or study."),
        "export": Command("solving", "Convert a database to a table, or a study to a notebook."),
    },
    "Compare players": {
        "match": Command("matches", "Play a match between two players."),
        "tournament": Command("matches", "Play a tournament between several players."),
        "experiment": Command("matches", "Compare depth limits, or searches."),
        "audit": Command("solving", "Count a player's mistakes, using a database."),
        "tune": Command("matches", "Fit the weights of a game's evaluation."),
        "learn": Command("matches", "Learn an evaluation from self-play."),
    },
    "Learn and make": {
        "exercise": Command("making", "Start an exercise of a course."),
        "grade": Command("making", "Grade a solution, and explain the first mistake."),
        "new": Command("making", "Start a package for a game of your own."),
        "check": Command("searching", "Check that a game obeys the contract."),
        "report": Command("making", "Measure games and compare them on a page."),
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
