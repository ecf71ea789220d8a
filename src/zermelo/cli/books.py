"""The command `book`: an opening book for a game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.options import AsJson, GameText, Plain, number
from zermelo.cli.output import leave_if, print_result
from zermelo.contract import ranges
from zermelo.search.limits import NO_LIMITS, Limits
from zermelo.spec import parse_game


def book(
    game: GameText,
    out: Annotated[Path, typer.Option(help="the file to make, or to go on with")],
    plies: Annotated[int, number(ranges.BOOK_PLIES, help="the moves that it knows")] = 8,
    limits: Limits = NO_LIMITS,
    exact: Annotated[
        bool, typer.Option("--exact", help="search each position until it is proven")
    ] = False,
    database: Annotated[
        Path | None, typer.Option(help="take the values from this database")
    ] = None,
    playouts: Annotated[
        int | None, number(ranges.SAMPLE, help="play so many random games instead of searching")
    ] = None,
    cap: Annotated[
        int, number(ranges.PLAYOUT_CAP, help="random games are drawn after so many plies")
    ] = 1000,
    seed: Annotated[int, number(ranges.SEED, help="play other random games")] = 0,
    most: Annotated[
        int, number(ranges.POSITIONS, help="refuse to search more positions than this")
    ] = 1_000_000,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Make an opening book: what every position of the first moves is worth.

    The positions after so many plies are searched within the limits, by default 100,000 nodes each;
    those before follow from them; of symmetric ones there is one. Stopped, it goes on when the same
    command is given again.
    Players and analyze look into it: engine:book='FILE', analyze --book FILE.

    Example: zermelo book "connectfour(width=5, height=4)" --plies 6 --exact --out four.book
    """
    from zermelo.books.making import book as make
    from zermelo.cli.progress import Progress
    from zermelo.solver.probing.database import Database

    rules = parse_game(game)
    known = None if database is None else Database(database, rules)
    with Progress("making a book") as progress:
        made = make(
            rules,
            out,
            plies=plies,
            **asdict(limits),
            exact=exact,
            database=known,
            playouts=playouts,
            cap=cap,
            seed=seed,
            most=most,
            native=False if plain else None,
            progress=progress,
        )
    print_result(made, as_json)
    leave_if(not made.complete)
