"""The command `serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.options import Plain


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...", help="games to offer besides those built in: file.py:Class"
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="where to listen; this machine only by default")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free port")] = 8000,
    database: Annotated[
        list[Path] | None, typer.Option(help="a solved game, to play perfectly; may be repeated")
    ] = None,
    plain: Plain = False,
) -> None:
    """Play in the browser: the board to click, values, mistakes, the engine's thinking, live.

    It prints the address and runs until Ctrl-C. Whoever can reach the address can play.
    """
    from zermelo.web.serve import serve as run

    run(
        host,
        port,
        own=games or (),
        databases=[str(path) for path in database or ()],
        native=not plain,
        ready=lambda address: print(f"Zermelo is at {address} (Ctrl-C ends it)", flush=True),
    )
