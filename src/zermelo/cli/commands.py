"""The commands that there are: where each is found, and what it is for.

A command's module is imported when it is run: `--help` needs none of them, nor typer.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Final, NamedTuple

ABOUT: Final = "Two-player games: play them, analyse them, solve them, count them."
HEAD: Final = f"""Usage: zermelo [OPTIONS] COMMAND [ARGS]...

  {ABOUT}

Options:
  --help     Show this message and exit.
  --version  Show the version and exit.
"""


class Command(NamedTuple):
    """A command: the function that does it, in a module of this package, and a line about it."""

    module: str
    function: str
    about: str

    def load(self) -> Callable[..., None]:
        """The function, whose parameters are the command's arguments and options."""
        from zermelo.cli.options import flattened  # it needs typer

        module = importlib.import_module(f"zermelo.cli.{self.module}")
        return flattened(getattr(module, self.function))


COMMANDS: Final = {
    "games": Command("searching", "games", "List the games, with their parameters."),
    "analyze": Command("searching", "analyze", "Say what a position is worth, and every move."),
    "play": Command("playing", "play", "Play in the terminal."),
    "serve": Command("serving", "serve", "Play in the browser."),
    "publish": Command("publishing", "publish", "Write a web site with games, for any host."),
    "study": Command("publishing", "study", "Check a study, and write it as a notebook."),
    "show": Command("showing", "show", "Show a position: as text, or drawn in a file."),
    "tree": Command("trees", "tree", "Trace a search and show its tree."),
    "solve": Command("solving", "solve", "Find the value of every position, for a database."),
    "estimate": Command("solving", "estimate", "Say what solving a game takes."),
    "probe": Command("solving", "probe", "Say what a database knows of a position."),
    "prove": Command("proving", "prove", "Prove a claim about a position."),
    "verify": Command("solving", "verify", "Check a database, book or proof by the rules."),
    "value": Command("values", "value", "Say what a position adds to a sum of games."),
    "hardest": Command("solving", "hardest", "Show long wins that only one move keeps."),
    "export": Command("exporting", "export", "Write all positions of a database to a table."),
    "book": Command("books", "book", "Make an opening book."),
    "audit": Command("solving", "audit", "Compare a player's moves with a database."),
    "match": Command("matches", "match", "Let two players play each other."),
    "tournament": Command("matches", "tournament", "Let each player play each other."),
    "report": Command("reporting", "report", "Tell a designer all about a game, on one page."),
    "learn": Command("experiments", "learn", "Learn an evaluation from games against itself."),
    "tune": Command("experiments", "tune", "Fit the weights of a game's evaluation."),
    "engine": Command("engines", "engine", "Play for a program that speaks UGI or UCI."),
    "perft": Command("searching", "perft", "Count the sequences of legal moves, ply by ply."),
    "playouts": Command("searching", "playouts", "Play games of random moves."),
    "check": Command("searching", "check", "Hold a game, yours for example, against the contract."),
    "exercise": Command("courses", "exercise", "Make the folder of an exercise of a course."),
    "grade": Command("courses", "grade", "Check what a student wrote, and explain it."),
    "worksheet": Command("trees", "worksheet", "Write a search tree to fill in, and its key."),
    "new": Command("packages", "new", "Make a package for a game of your own."),
    "completion": Command("completion", "completion", "Write the completion for a shell."),
}
GROUPS: Final = {  # of the help
    "Play and show": "games play serve publish study show engine",
    "Search": "analyze value prove tree perft playouts book",
    "Solve": "estimate solve probe verify hardest export",
    "Compare players": "match tournament experiment audit tune learn",
    "Learn and make": "exercise grade worksheet new check report completion",
}
EXPERIMENT: Final = "experiment"
ABOUT_EXPERIMENTS: Final = "Experiments on any game."
EXPERIMENTS: Final = {
    "depth": Command("experiments", "depth", "A game against itself, depth by depth."),
    "isolation": Command("experiments", "isolation", "Agents against Random, Greedy and Minimax."),
}


def overview() -> str:
    """The text of `zermelo --help`."""
    summaries = {name: command.about for name, command in COMMANDS.items()}
    summaries[EXPERIMENT] = ABOUT_EXPERIMENTS
    column = max(map(len, summaries)) + 2
    groups = (
        [f"\n{title}:", *(f"  {name:<{column}}{summaries[name]}" for name in names.split())]
        for title, names in GROUPS.items()
    )
    return HEAD + "\n".join(line for lines in groups for line in lines)
