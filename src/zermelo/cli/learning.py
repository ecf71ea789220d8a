"""Commands that improve a game's evaluation: tune, learn."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli.matches import report_event
from zermelo.cli.options import AsJson, GameText, OnCluster, Plot, Threads, number
from zermelo.cli.output import drawn_file
from zermelo.contract import ranges
from zermelo.errors import UsageError
from zermelo.spec import parse_game


def tune(
    game: GameText,
    weights: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="which weights to fit, like mills,possible; all by default"
        ),
    ] = "",
    database: Annotated[
        Path | None, typer.Option(metavar="DIR", help="fit to the values in this database")
    ] = None,
    positions: Annotated[int, number(ranges.FITTED, help="how many of its positions")] = 2000,
    results: Annotated[
        Path | None, typer.Option(metavar="FILE", help="fit to these games, by match --export")
    ] = None,
    self_play: Annotated[
        bool, typer.Option("--self-play", help="learn from --rounds games against itself")
    ] = False,
    plot: Plot = None,
    player: Annotated[
        str, typer.Option(metavar="PLAYER", help="who plays, see match --help")
    ] = "alphabeta:depth=2",
    games: Annotated[int, number(ranges.GAMES, help="games for each candidate, even")] = 20,
    rounds: Annotated[int, number(ranges.ROUNDS, help="rounds of candidates, at most")] = 30,
    most_games: Annotated[
        int, number(ranges.GAMES, help="games of new against old weights, at most")
    ] = 400,
    on: OnCluster = None,
    as_json: AsJson = False,
) -> None:
    """Fit the weights of a game's evaluation: to a database, to played games, or by playing.

    Without --database and --results, candidates play matches. The new weights then play the old
    ones until a sequential test decides. --self-play learns by TD-leaf instead.

    Example: zermelo tune morris --weights mills,possible --rounds 20
    """
    from zermelo.process.cluster import executor
    from zermelo.reports.charts import tuning_figure
    from zermelo.solver.probing.database import Database
    from zermelo.tuning.tune import tune as fit

    if (database is not None) + (results is not None) + self_play > 1:
        raise UsageError("give one of --database, --results and --self-play")
    rules, names = parse_game(game), [name.strip() for name in weights.split(",") if name.strip()]
    truth = None if database is None else Database(database, rules)
    given: dict[str, Any] = {"database": truth, "results": results, "self_play": self_play}
    given |= {"positions": positions, "player": player, "most_games": most_games}
    run = functools.partial(fit, rules, names, games=games, rounds=rounds, **given)

    def learn(progress: Any) -> Any:
        with drawn_file(plot, tuning_figure) as draw_into, executor(on) as cluster:
            tuning = run(progress=progress, executor=cluster)
            draw_into(tuning)
        return tuning

    report_event(learn, as_json)


def learn(
    game: GameText,
    out: Annotated[Path, typer.Option(metavar="FILE", help="the file to make, or to continue")],
    minutes: Annotated[float, number(ranges.MINUTES, help="how long to learn")] = 5.0,
    positions: Annotated[
        int | None, number(ranges.POSITIONS, help="how many positions to learn from instead")
    ] = None,
    depth: Annotated[int, number(ranges.DEPTH, help="plies that its games look ahead")] = 3,
    correct: Annotated[
        bool, typer.Option("--correct", help="add to the game's evaluation, don't replace it")
    ] = False,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Learn an evaluation from games against itself: small groups of cells, each with a table.

    The game needs states of bitboards, and a picture. Players and analyze use the file:
    engine:weights='FILE', analyze --weights FILE. A match shows whether it helps.

    Example: zermelo learn connectfour --minutes 2 --out four.weights
    """
    from zermelo.tuning.tables import learn as run

    given: dict[str, Any] = {"out": out, "minutes": minutes, "positions": positions}
    given |= {"depth": depth, "correct": correct, "threads": threads}
    rules = parse_game(game)
    report_event(lambda progress: run(rules, progress=progress, **given), as_json)
