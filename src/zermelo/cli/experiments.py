"""The commands `experiment depth`, `experiment isolation`, `tune` and `learn`."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer

from zermelo.cli.matches import keywords, report_event, sprt_numbers
from zermelo.cli.options import (
    AsJson,
    Evaluation,
    GameText,
    MatchSeed,
    OnCluster,
    Plain,
    Processes,
    Seed,
    evaluated_game,
    number,
)
from zermelo.cli.output import console, leave_if, plot_file, print_json
from zermelo.contract import ranges
from zermelo.errors import UsageError
from zermelo.matches.conditions import Conditions
from zermelo.process.cluster import executor
from zermelo.spec import parse_game

TEN: Final = Conditions(games=10)


def depth(
    game: GameText,
    depths: Annotated[str, typer.Option(help="the depth limits, like 2,4,9")],
    origin: Annotated[
        Literal["move", "game"],
        typer.Option("--from", help="count the limit from each move or from the game's start"),
    ] = "move",
    evaluation: Evaluation = "hand",
    plot: Annotated[Path | None, typer.Option(help="draw the rows into this .svg file")] = None,
    show: Annotated[bool, typer.Option("--show", help="show every game move by move")] = False,
    plain: Plain = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play a game against itself at one depth limit after another: result, time, states.

    Example: zermelo experiment depth tictactoe --depths 2,4,9 --plot depths.svg
    """
    from zermelo.cli.progress import Progress
    from zermelo.experiments.experiment import depth_experiment
    from zermelo.reports.plot import depth_figure
    from zermelo.reports.results import experiment_report, step_report

    rules = evaluated_game(game, evaluation)
    limits, output = _numbers(depths), console(stderr=as_json)
    with plot_file(plot, depth_figure) as draw_into, Progress("playing") as progress:
        done = depth_experiment(
            rules,
            limits,
            origin=origin,
            native=not plain,
            seed=seed,
            watch=(lambda step: output.print(step_report(rules, step))) if show else None,
            progress=progress,
        )
        draw_into(done)
    if as_json:
        print_json(done.as_dict())
    else:
        output.print(experiment_report(done))
    leave_if(done.interrupted)


def isolation(
    agents: Annotated[
        list[str] | None,
        typer.Argument(metavar="AGENT...", help="by default engine and mcts"),
    ] = None,
    game: Annotated[str, typer.Option(help="the board, or any game that evaluates")] = (
        "isolation(width=7, height=7, pieces='knight')"
    ),
    seconds: Annotated[float, number(ranges.CLOCK, help="a turn")] = 0.15,
    conditions: Conditions = TEN,
    as_json: AsJson = False,
) -> None:
    """Agents against Random, Greedy, Minimax and Alpha-Beta with deepening: a table of win rates.

    Both colours, from the same random openings.

    Example: zermelo experiment isolation mine.py:agent --games 20
    """
    from zermelo.experiments.experiment import agents_experiment

    report_event(
        lambda progress: agents_experiment(
            parse_game(game),
            agents or (),
            seconds=seconds,
            progress=progress,
            **keywords(conditions),
        ),
        as_json,
    )


def tune(
    game: GameText,
    weights: Annotated[
        str, typer.Option(help="which to fit, like mills,possible; by default all")
    ] = "",
    database: Annotated[
        Path | None, typer.Option(help="fit to the truth in this database, not by matches")
    ] = None,
    positions: Annotated[int, number(ranges.FITTED, help="of the database to fit to")] = 2000,
    results: Annotated[
        Path | None, typer.Option(help="fit to the results in this file of match --export")
    ] = None,
    self_play: Annotated[
        bool, typer.Option("--self-play", help="learn from --rounds games against itself")
    ] = False,
    plot: Annotated[Path | None, typer.Option(help="draw the learning into this .svg file")] = None,
    player: Annotated[
        str, typer.Option(help="who plays the matches, see match --help")
    ] = "alphabeta:depth=2",
    games: Annotated[int, number(ranges.GAMES, help="for each candidate, an even number")] = 20,
    rounds: Annotated[int, number(ranges.ROUNDS, help="of candidates, at most")] = 30,
    sprt: Annotated[
        str, typer.Option(help="what stops the last match, new weights against old: ELO0,ELO1")
    ] = "0,30",
    most_games: Annotated[int, number(ranges.GAMES, help="of that match")] = 400,
    seed: MatchSeed = 0,
    processes: Processes = 1,
    on: OnCluster = None,
    native: Annotated[
        bool, typer.Option("--native", help="compile each candidate: for deep searches")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fit the weights of a game's evaluation: to a database's truth, to results, by playing.

    By matches or self-play (TD-leaf), the new weights then play the old ones until a sequential
    test has decided.

    Example: zermelo tune morris --weights mills,possible --rounds 20
    """
    from zermelo.reports.plot import tuning_figure
    from zermelo.solver.probing.database import Database
    from zermelo.tuning.learning import learn
    from zermelo.tuning.tune import tune as fit

    if (database is not None) + (results is not None) + self_play > 1:
        raise UsageError("give one of --database, --results and --self-play")
    rules, names = parse_game(game), [name.strip() for name in weights.split(",") if name.strip()]
    given: dict[str, Any] = {"player": player, "sprt": sprt_numbers(sprt) or (), "seed": seed}
    given |= {"most_games": most_games, "processes": processes, "native": native}
    if results is not None or self_play:
        run = functools.partial(learn, rules, names, results=results, games=rounds, **given)
    else:
        truth = None if database is None else Database(database, rules)
        given |= {"database": truth, "positions": positions, "games": games, "rounds": rounds}
        run = functools.partial(fit, rules, names, **given)

    def drawn(progress: Any) -> Any:
        with plot_file(plot, tuning_figure) as draw_into, executor(on) as afar:
            tuning = run(progress=progress, executor=afar)
            draw_into(tuning)
        return tuning

    report_event(drawn, as_json)


def learn(
    game: GameText,
    out: Annotated[Path, typer.Option(help="the file to make, or to go on with")],
    minutes: Annotated[float, number(ranges.MINUTES, help="to learn for, by the clock")] = 5.0,
    positions: Annotated[
        int | None, number(ranges.POSITIONS, help="learn from so many instead: repeatable")
    ] = None,
    depth: Annotated[int, number(ranges.DEPTH, help="plies that its games look ahead")] = 3,
    correct: Annotated[
        bool, typer.Option("--correct", help="add to the game's evaluation instead of replacing it")
    ] = False,
    seed: MatchSeed = 0,
    threads: Annotated[int | None, number(ranges.THREADS, help="by default all cores")] = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Learn an evaluation from games against itself: small groups of cells, each with a table.

    Any game will do whose states are bitboards and which has a picture. Players and analyze use
    the file: engine:weights='FILE', analyze --weights FILE. A match says what it is worth.

    Example: zermelo learn connectfour --minutes 2 --out four.weights
    """
    from zermelo.tuning.tables import learn as run

    given: dict[str, Any] = {"out": out, "minutes": minutes, "positions": positions, "seed": seed}
    given |= {"depth": depth, "correct": correct, "threads": threads, "native": not plain}
    rules = parse_game(game)
    report_event(lambda progress: run(rules, progress=progress, **given), as_json)


def _numbers(text: str) -> list[int]:
    """The whole numbers in "2,4,9"."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(
            f"--depths takes whole numbers with commas, like 2,4,9, not {text!r}"
        ) from None
