"""Commands that search, count or sample a game, or check it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.options import (
    SEARCHES,
    START,
    Algorithm,
    AsJson,
    ByWhat,
    Evaluation,
    GameText,
    LearnedWeights,
    Plain,
    Seed,
    Where,
    count,
    evaluated_game,
    number,
)
from zermelo.cli.output import FAULTY, console, leave_if, print_json, print_result
from zermelo.contract import ranges
from zermelo.contract.game import Game
from zermelo.errors import ParameterError, clip
from zermelo.search.analyze import explained, require_features
from zermelo.search.limits import NO_LIMITS, Limits
from zermelo.spec import parse_game

if TYPE_CHECKING:
    from zermelo.contract.analysis import Analysis, By
    from zermelo.search.engine.endgames import Endgames

OpeningBook = Annotated[Path | None, typer.Option(help="a book that is looked into first")]
Margin = Annotated[
    int | None, number(ranges.MARGIN, help="ask only: does the player to move get so many points?")
]
Explain = Annotated[bool, typer.Option("--explain", help="say what the evaluation is made of")]


def games(as_json: AsJson = False) -> None:
    """List the games, with their parameters."""
    from zermelo.reports.catalogue import catalogue, catalogue_report

    if as_json:
        print_json({"games": [entry.as_dict() for entry in catalogue()]})
    else:
        console().print(catalogue_report(catalogue()))


def analyze(
    game: GameText,
    where: Where = START,
    algorithm: Annotated[Algorithm, typer.Option(help=f"how to search: {SEARCHES}")] = "engine",
    limits: Limits = NO_LIMITS,
    database: Annotated[
        Path | None, typer.Option(help="look it up in this database instead of searching")
    ] = None,
    endgames: Annotated[
        Path | None, typer.Option(help="a database that the engine asks when it reaches it")
    ] = None,
    book: OpeningBook = None,
    proof: Annotated[
        Path | None, typer.Option(help="a certificate by `prove`, asked before it searches")
    ] = None,
    table: Annotated[
        float | None,
        number(ranges.MEBIBYTES, help="MiB of the engine's table, 64 at most by default"),
    ] = None,
    threads: Annotated[int, number(ranges.THREADS, help="search with this many, engine only")] = 1,
    by: ByWhat = "outcome",
    evaluation: Evaluation = "hand",
    weights: LearnedWeights = None,
    margin: Margin = None,
    explain: Explain = False,
    plain: Plain = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Say what a position is worth, which moves are best, and what every other move leads to.

    Without a limit it thinks 5 seconds at most.
    """
    from zermelo.cli.progress import Progress
    from zermelo.search.analyze import analyze_within
    from zermelo.search.engine.options import EngineOptions
    from zermelo.search.engine.table import Table

    rules = evaluated_game(game, evaluation, weights)
    at, by = where.of(rules), by if margin is None else "score"
    if explain:
        require_features(rules)
    analysis = _looked_up(database, book, proof, rules, at, by)
    if analysis is None:
        with Progress("searching") as progress:
            options = EngineOptions(
                threads=threads,
                table=None if table is None else Table(table),
                endgames=_endgames(endgames, rules, native=not plain),
                margin=margin,
            )
            analysis = analyze_within(
                limits,
                rules,
                at,
                algorithm=algorithm,
                native=False if plain else None,
                seed=seed,
                progress=progress,
                by=by,
                options=options,
            )
    _print_analysis(analysis, rules, at, explain=explain, as_json=as_json)
    leave_if(analysis.interrupted)


def _looked_up(
    database: Path | None,
    book: Path | None,
    proof: Path | None,
    game: Game,
    state: Any,
    by: By,
) -> Analysis | None:
    """The entry of the database, or of the book, or what a proof says, if they are given."""
    if book is not None and by == "score":
        raise ParameterError("a book knows outcomes: leave --book, --by score or --margin out")
    if database is not None:
        from zermelo.solver.probing.database import Database
        from zermelo.solver.probing.probe import probe

        return probe(Database(database, game), state, line=True)
    if book is not None:
        from zermelo.books.book import Book

        return Book(book, game).analysis(state)
    if proof is not None:
        from zermelo.proofs.known import Known

        known = Known(proof, game)
        if known.game.by_score != (by == "score"):
            raise ParameterError(f"{proof} is no proof by {by}")
        return known.analysis(state)
    return None


def _print_analysis(
    analysis: Analysis,
    game: Game,
    state: Any,
    *,
    explain: bool = False,
    as_json: bool,
) -> None:
    """The analysis, and if asked for what the evaluation is made of."""
    terms = explained(game, state, analysis.line_moves) if explain else None
    if as_json:
        more = {} if terms is None else {"terms": [term._asdict() for term in terms]}
        print_json(analysis.as_dict() | more)
        return
    from zermelo.reports.explanation import explanation_report
    from zermelo.reports.results import analysis_report

    console().print(analysis_report(analysis, game, state))
    if terms is not None:
        console().print(explanation_report(terms))


def _endgames(path: Path | None, game: Game, *, native: bool) -> Endgames | None:
    """The database at `path`, if any, made ready for the engine."""
    if path is None:
        return None
    from zermelo.solver.probing.database import Database
    from zermelo.solver.probing.endgames import endgames

    return endgames(Database(path, game), native=native)


def perft(
    game: GameText,
    depth: Annotated[int, count(ranges.DEPTH_OR_NONE, "DEPTH", help="count up to this many plies")],
    where: Where = START,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of legal moves, ply by ply."""
    from zermelo.cli.progress import Progress
    from zermelo.search.perft import perft as run

    rules = parse_game(game)
    at = where.of(rules)
    with Progress("counting") as progress:
        counted = run(rules, depth, state=at, native=not plain, progress=progress)
    print_result(counted, as_json)


def playouts(
    game: GameText,
    where: Where = START,
    games: Annotated[int | None, number(ranges.SAMPLE, help="play so many games")] = None,
    seconds: Annotated[float | None, number(ranges.SECONDS, help="play at most this long")] = None,
    threads: Annotated[int, number(ranges.THREADS, help="play on this many")] = 1,
    cap: Annotated[int, number(ranges.PLAYOUT_CAP, help="drawn after so many plies")] = 1000,
    plain: Plain = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play games of random moves: how they end, how long they last, how many a second.

    Without a limit it plays for a second. Compiling is not counted.
    """
    from zermelo.cli.progress import Progress
    from zermelo.search.playouts import playouts as sample

    rules = parse_game(game)
    at = where.of(rules)
    with Progress("playing") as progress:
        played = sample(
            rules,
            at,
            games=games,
            seconds=seconds,
            threads=threads,
            cap=cap,
            seed=seed,
            native=not plain,
            progress=progress,
        )
    print_result(played, as_json)


def check(
    game: GameText,
    games: Annotated[int, number(ranges.GAMES, help="play this many random games")] = 20,
    plain: Plain = False,
    seed: Annotated[int, number(ranges.SEED, help="choose other random games")] = 0,
    perft: Annotated[
        str,
        typer.Option(help="how many sequences of 1, 2, … moves there should be: 4,12,56"),
    ] = "",
    against: Annotated[
        str, typer.Option(help="other rules of the same game, to be compared move by move")
    ] = "",
    compiled: Annotated[
        bool, typer.Option("--compiled", help="show the types of the rules' variables instead")
    ] = False,
    evaluation: Evaluation = "hand",
    weights: LearnedWeights = None,
    as_json: AsJson = False,
) -> None:
    """Hold a game, one of yours for example, against the contract that all else relies on.

    Compiled rules against plain ones, symmetries, keys, bounds, candidates, texts, picture; a fault
    comes with the shortest game that shows it. It exits with 1 when the game has a fault.
    Suspicions are what holds in almost all positions, but not in all: worth a second look.
    With --compiled it shows what the compiler makes of the rules.
    """
    from zermelo.cli.progress import Progress
    from zermelo.laws.check import check as examine

    if compiled:
        from zermelo.laws.compiledrules import compiled_rules

        print_result(compiled_rules(parse_game(game)), as_json, crop=False)
        return

    with Progress("checking") as progress:
        done = examine(
            evaluated_game(game, evaluation, weights),
            games=games,
            seed=seed,
            native=not plain,
            perft=_counts(perft),
            against=parse_game(against) if against else None,
            progress=progress,
        )
    print_result(done, as_json, crop=False)
    leave_if(not done.sound, FAULTY)


def _counts(text: str) -> tuple[int, ...]:
    """The numbers in a list like "4,12,56"; raises `ParameterError` for anything else."""
    counts = text.split(",") if text else []
    if not all(count.strip().isascii() and count.strip().isdecimal() for count in counts):
        raise ParameterError(f"--perft should be whole numbers like 4,12,56, not {clip(text)}")
    return tuple(map(int, counts))
