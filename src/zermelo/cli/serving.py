"""The command `serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from zermelo.cli.options import Plain, Results, Studies, number
from zermelo.cli.output import complain
from zermelo.contract import ranges

Proxies = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ADDRESS", help="believe X-Forwarded-For of this proxy, of no other; repeatable"
    ),
]
Offered = Annotated[
    Literal["outcome", "score"],
    typer.Option("--by", help="offer games that count points by who wins, or for points"),
]


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...",
            help="games to offer besides those built in, or a --database's: file.py:Class",
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="where to listen; this machine only by default")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, number(ranges.PORT, help="0 takes any free port")] = 8000,
    database: Annotated[
        list[Path] | None, typer.Option(help="a solved game, to play perfectly; may be repeated")
    ] = None,
    book: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="an opening book, for values at once; repeatable"),
    ] = None,
    proof: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="a certificate of prove's, whose values are shown"),
    ] = None,
    results: Results = None,
    study: Studies = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="answer to this name of the machine too; repeatable"),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(help="let in only those who know this word; new: make one up"),
    ] = None,
    proxy: Proxies = None,
    by: Offered = "outcome",
    plain: Plain = False,
) -> None:
    """Play in the browser: the board to click, values, mistakes, the engine's thinking, live.

    It prints the address and runs until Ctrl-C. With --host 0.0.0.0 others can reach it, by the
    machine's address, or by a name that --allow-host gives; with --token only those who know it.

    Example: zermelo serve --host 0.0.0.0 --allow-host lab7.example.org --token new
    """
    from zermelo.web.serve import exposure
    from zermelo.web.serve import serve as run

    if (meaning := exposure(host, token)) is not None:
        complain(meaning)
    run(
        host,
        port,
        own=games or (),
        databases=[str(path) for path in database or ()],
        books=[str(path) for path in book or ()],
        proofs=[str(path) for path in proof or ()],
        results=[str(path) for path in results or ()],
        studies=[str(path) for path in study or ()],
        names=allow_host or (),
        token=token,
        proxies=proxy or (),
        native=not plain,
        by=by,
        ready=lambda address: print(f"Zermelo is at {address} (Ctrl-C ends it)", flush=True),
    )
