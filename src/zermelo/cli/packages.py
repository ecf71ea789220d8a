"""The command `new`: a package for a game of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.options import AsJson
from zermelo.cli.output import print_json


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="of the game, like four-field")],
    into: Annotated[Path, typer.Option(help="the folder in which the new one is made")] = Path(),
    as_json: AsJson = False,
) -> None:
    """Make a package for a game of your own: the folder zermelo-NAME, with a game that works.

    Rules, tests, README, and a pyproject.toml whose entry point lets specs find the game by its
    name wherever the package is installed.

    Example: zermelo new four-field
    """
    from zermelo.scaffold.package import new_package

    made = new_package(name, into)
    if as_json:
        print_json(made.as_dict())
        return
    print(f"{made.folder}: the class {made.of_class}, by the name of {made.game}")
    for file in made.files:
        print(f"  {file}")
    print(f"next: cd {made.folder}; pip install -e '.[test]'; pytest; zermelo play {made.game}")
