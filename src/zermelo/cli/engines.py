"""The command `engine`: Zermelo's engine for other programs."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from zermelo.cli.options import GameText, Plain
from zermelo.spec import parse_game


def engine(
    game: GameText,
    protocol: Annotated[
        Literal["ugi", "uci"], typer.Option(help="what the program speaks")
    ] = "ugi",
    plain: Plain = False,
) -> None:
    """Play for a program that speaks a protocol of lines, until it says quit or ends.

    UGI is for any game, in our notation; UCI for Connect Four and tic-tac-toe, as cutechess has
    them, for Breakthrough and Clobber, and for chess and its small boards.

    Example: zermelo engine hex --protocol ugi
    """
    from zermelo.bridges.engine import Engine
    from zermelo.players.program import orders, voice
    from zermelo.process.end import leave

    rules = parse_game(game)
    speaker = Engine(rules, protocol, print, native=False if plain else None)
    speaker.say = voice()
    for line in orders():
        if not speaker.hear(line):
            leave(0)  # a compiler would not hear of it
