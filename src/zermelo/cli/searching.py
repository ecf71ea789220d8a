"""Commands that search or hold a game against its contract: games, analyze, perft, check, bench."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import zermelo
from zermelo.cli.options import (
    Algorithm,
    AsJson,
    Depth,
    GameText,
    MovesText,
    Plain,
    Seconds,
    Seed,
    StateText,
)
from zermelo.cli.output import FAULTY, console, leave_if, print_json
from zermelo.game import Game

if TYPE_CHECKING:
    from zermelo.search.endgames import Endgames


def games(as_json: AsJson = False) -> None:
    """List the games, with their parameters."""
    from zermelo.show.catalogue import catalogue, catalogue_report

    if as_json:
        print_json({"games": [entry.as_dict() for entry in catalogue()]})
    else:
        console().print(catalogue_report(catalogue()))


def analyze(
    game: GameText,
    state: StateText = None,
    moves: MovesText = None,
    algorithm: Annotated[Algorithm, typer.Option(help="how to search")] = "engine",
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="visit at most this many nodes")] = None,
    database: Annotated[
        Path | None, typer.Option(help="look it up in this database instead of searching")
    ] = None,
    endgames: Annotated[
        Path | None, typer.Option(help="a database that the engine asks when it reaches it")
    ] = None,
    table: Annotated[
        float | None, typer.Option(min=1, help="MiB of the engine's table, 64 at most by default")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, help="search with this many, engine only")] = 1,
    plain: Plain = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Say what a position is worth, which moves are best, and what every other move leads to.

    Without a limit it thinks 5 seconds at most.
    """
    from zermelo.play.position import position
    from zermelo.search.analyze import analyze as search
    from zermelo.search.table import Table
    from zermelo.show.progress import Progress

    rules = zermelo.game(game)
    at = position(rules, state=state, moves=moves)
    if database is not None:
        from zermelo.solver.answer import answer
        from zermelo.solver.database import Database

        found = answer(Database(database, rules), at)
    else:
        with Progress("searching") as progress:
            found = search(
                rules,
                at,
                algorithm=algorithm,
                depth=depth,
                seconds=seconds,
                nodes=nodes,
                native=not plain,
                seed=seed,
                progress=progress,
                threads=threads,
                endgames=_endgames(endgames, rules, native=not plain),
                table=None if table is None else Table(table),
            )
    if as_json:
        print_json(found.as_dict())
    else:
        from zermelo.show.results import analysis_report

        console().print(analysis_report(found, rules, at))
    leave_if(found.interrupted)


def _endgames(path: Path | None, game: Game[Any], *, native: bool) -> Endgames | None:
    """The database at `path`, if any, made ready for the engine."""
    if path is None:
        return None
    from zermelo.solver.database import Database
    from zermelo.solver.endgames import endgames

    return endgames(Database(path, game), native=native)


def perft(
    game: GameText,
    depth: Annotated[int, typer.Argument(min=0, help="count up to this many plies")],
    state: StateText = None,
    moves: MovesText = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of legal moves, ply by ply."""
    from zermelo.play.position import position
    from zermelo.search.perft import perft as count
    from zermelo.show.progress import Progress

    rules = zermelo.game(game)
    at = position(rules, state=state, moves=moves)
    with Progress("counting") as progress:
        counted = count(rules, depth, state=at, native=not plain, progress=progress)
    if as_json:
        print_json(counted.as_dict())
    else:
        from zermelo.show.results import perft_report

        console().print(perft_report(counted))
    leave_if(counted.interrupted)


def check(
    game: GameText,
    games: Annotated[int, typer.Option(min=0, help="play this many random games")] = 20,
    plain: Plain = False,
    seed: Annotated[int, typer.Option(help="choose other random games")] = 0,
    as_json: AsJson = False,
) -> None:
    """Hold a game, one of yours for example, against the contract that all else relies on.

    Compiled rules against plain ones, symmetries, keys, bounds, candidates, texts, picture; a fault
    comes with the shortest game that shows it. It exits with 1 when the game has a fault.
    """
    from zermelo.lab.check import check as examine
    from zermelo.show.conformance import conformance_report
    from zermelo.show.progress import Progress

    with Progress("checking") as progress:
        done = examine(
            zermelo.game(game), games=games, seed=seed, native=not plain, progress=progress
        )
    if as_json:
        print_json(done.as_dict())
    else:
        console().print(conformance_report(done), crop=False)
    leave_if(done.interrupted)
    if not done.sound:
        raise typer.Exit(FAULTY)


def bench(plain: Plain = False, as_json: AsJson = False) -> None:
    """Measure the engine on fixed positions: nodes, nodes a second, and a signature of the nodes.

    Compiling is not counted.
    """
    from zermelo.lab.bench import bench as measure
    from zermelo.show.progress import Progress

    with Progress("searching") as progress:
        measured = measure(native=not plain, progress=progress)
    if as_json:
        print_json(measured.as_dict())
    else:
        from zermelo.show.results import bench_report

        console().print(bench_report(measured))
