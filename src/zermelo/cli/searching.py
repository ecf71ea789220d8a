"""Commands that search, count or sample a game, or check it."""

from pathlib import Path
from typing import Any, Final

import zermelo
from zermelo.cli import options, output
from zermelo.cli.options import START, Where, argument, choice, flag, number, numbers, setting
from zermelo.contract import arguments
from zermelo.contract.analysis import Analysis, By
from zermelo.contract.game import Game
from zermelo.errors import ParameterError
from zermelo.search.analyze import analyze_within, explain_terms, require_features
from zermelo.search.clock import NO_LIMITS, Limits
from zermelo.search.engine.knownends import Endgames, EngineOptions
from zermelo.spec import parse_game

MOST_MOVES: Final = 15  # moves to list without --all
CLAIM: Final = 'win, draw, loss, or a bound: "value >= 0", "score >= 3"'


def games(as_json: bool = options.JSON) -> None:
    """List the games, with their parameters."""
    from zermelo.reports.catalogue import catalogue, catalogue_report

    if as_json:
        output.print_json({"games": [entry.as_dict() for entry in catalogue()]})
    else:
        output.console().print(catalogue_report(catalogue()))


def analyze(
    game: str = options.GAME,
    where: Where = START,
    algorithm: options.Algorithm = choice(f"how to search: {options.SEARCHES}", "engine"),
    limits: Limits = NO_LIMITS,
    database: Path | None = setting("DIR", "look in this database, don't search"),
    endgames: Path | None = setting("DIR", "a database of endgames for the engine"),
    book: Path | None = setting("FILE", "look in this opening book first"),
    proof: Path | None = setting("FILE", "look in this proof first"),
    threads: int = number(arguments.THREADS, "cores for the engine", 1),
    by: By = options.BY,
    evaluation: options.Evaluation = options.EVALUATION,
    weights: Path | None = options.WEIGHTS,
    margin: int | None = number(
        arguments.MARGIN, "only find whether the mover can get this many points"
    ),
    explain: bool = flag("list the terms of the evaluation"),
    every: bool = flag("list every move, not only the best fifteen", "--all"),
    plain: bool = options.PLAIN,
    seed: int | None = options.SEED,
    as_json: bool = options.JSON,
) -> None:
    """Find the value of a position, the best moves, and the values of the others.

    Without a limit it thinks for at most 5 seconds.

    Example: zermelo analyze tictactoe --moves "b2 a3"
    """
    rules = options.evaluated_game(game, evaluation, weights)
    at, by = where.of(rules), by if margin is None else "score"
    if explain:
        require_features(rules)
    analysis = _looked_up(database, book, proof, rules, at, by)
    if analysis is None:
        known: Endgames | None = None
        if endgames is not None:
            from zermelo.solver.probing.endgames import endgames as load

            known = load(zermelo.Database(endgames, rules), native=not plain)
        with output.Progress("searching") as progress:
            analysis = analyze_within(
                limits,
                rules,
                at,
                algorithm=algorithm,
                native=False if plain else None,
                seed=seed,
                progress=progress,
                by=by,
                options=EngineOptions(threads=threads, endgames=known, margin=margin),
            )
    terms = explain_terms(rules, at, analysis.line_moves) if explain else None
    if as_json:
        more = {} if terms is None else {"terms": [term._asdict() for term in terms]}
        output.print_json(analysis.as_dict() | more)
    else:
        from zermelo.reports.results import analysis_report, explanation_report

        most, screen = None if every else MOST_MOVES, output.console()
        screen.print(analysis_report(analysis, rules, at, most))
        if terms is not None:
            screen.print(explanation_report(terms))
    output.exit_if(analysis.interrupted)


def _looked_up(
    database: Path | None, book: Path | None, proof: Path | None, game: Game, state: Any, by: By
) -> Analysis | None:
    if book is not None and by == "score":
        raise ParameterError("a book has only outcomes; leave out --book")
    if database is not None:
        return zermelo.probe(zermelo.Database(database, game), state, line=True)
    if book is not None:
        return zermelo.Book(book, game).analysis(state)
    if proof is None:
        return None
    from zermelo.proofs.verify import Known

    known = Known(proof, game)
    if known.game.by_score != (by == "score"):
        raise ParameterError(f"{proof} is not a proof by {by}")
    return known.analysis(state)


def perft(
    game: str = options.GAME,
    depth: int = argument("DEPTH", "count up to this many plies", allowed=arguments.DEPTH_OR_NONE),
    where: Where = START,
    plain: bool = options.PLAIN,
    as_json: bool = options.JSON,
) -> None:
    """Count the sequences of legal moves, ply by ply.

    Example: zermelo perft tictactoe 5
    """
    rules = parse_game(game)
    given: Any = {"state": where.of(rules), "native": not plain}
    output.print_work("counting", zermelo.perft, rules, depth, as_json=as_json, **given)


def playouts(
    game: str = options.GAME,
    where: Where = START,
    games: int | None = number(arguments.SAMPLE, "how many games to play"),
    seconds: float | None = number(arguments.SECONDS, "play at most this long"),
    seed: int | None = options.SEED,
    as_json: bool = options.JSON,
) -> None:
    """Play random games: how they end, how long they last, and how many fit in a second.

    Without a limit it plays for a second, not counting compiling.

    Example: zermelo playouts othello --games 10000
    """
    rules = parse_game(game)
    given: Any = {"games": games, "seconds": seconds, "seed": seed, "as_json": as_json}
    output.print_work("playing", zermelo.playouts, rules, where.of(rules), **given)


def check(
    game: str = options.GAME,
    games: int = number(arguments.GAMES, "how many random games to play", 20),
    perft: Any = numbers(
        int, "4,12,56", "the correct numbers of sequences of 1, 2, … moves: 4,12,56"
    ),
    against: str = setting("GAME", "other rules for the same game, to compare with", ""),
    compiled: bool = flag("show the types of the rules' variables instead"),
    weights: Path | None = options.WEIGHTS,
    as_json: bool = options.JSON,
) -> None:
    """Check that a game, for example your own, obeys the contract.

    It compares compiled and plain rules, and checks symmetries, keys, bounds, candidates, texts and
    picture; a fault comes with the shortest game that shows it. The exit status is 1 if the game
    has a fault. Suspicions are statements that hold in almost all positions, but not in all: worth
    a second look. --compiled shows the types that the compiler infers for the rules' variables.

    Example: zermelo check chomp.py --perft 7,11
    """
    if compiled:
        from zermelo.laws.differential import compiled_rules

        output.print_result(compiled_rules(parse_game(game)), as_json, crop=False)
        return
    rules = options.evaluated_game(game, "hand", weights)
    given: Any = {"games": games, "perft": perft or (), "as_json": as_json, "crop": False}
    given["against"] = parse_game(against) if against else None
    done = output.print_work("checking", zermelo.check, rules, **given)
    output.exit_if(not done.sound, output.FAULTY)


def value(
    game: str = options.GAME,
    where: Where = START,
    positions: int = number(arguments.POSITIONS, "give up after this many positions", 50_000),
    plot: Path | None = options.PLOT,
    as_json: bool = options.JSON,
) -> None:
    """Find the combinatorial value of a position: its contribution to a sum of games.

    In a sum, a player who cannot move loses. If both sides have the same moves, the value is a
    nimber, shown with the nimbers of the heaps and their period; otherwise it is a canonical form
    with its mean and temperature. --plot draws the thermograph.

    Example: zermelo value "domineering(width=3, height=2)"
    """
    from zermelo.reports.charts import thermograph_figure

    rules = parse_game(game)
    with output.drawn_file(plot, thermograph_figure) as draw_into:
        valued = zermelo.value(rules, where.of(rules), positions=positions)
        draw_into(valued)
    output.print_result(valued, as_json)


def prove(
    game: str = options.GAME,
    claim: str = setting("CLAIM", CLAIM, ...),
    out: Path | None = setting("FILE", "the file for the proof"),
    where: Where = START,
    seconds: float | None = options.SECONDS,
    table: float = number(arguments.MEBIBYTES, "MiB of memory for the table", 256.0),
    plain: bool = options.PLAIN,
    as_json: bool = options.JSON,
) -> None:
    """Prove a claim about a position for its player to move, and write the proof to a file.

    It exits with 1 if the claim is refuted, or time runs out. `zermelo verify FILE` checks the
    proof using only the rules. Without --out it gives only the verdict.

    Example: zermelo prove "hex(size=4)" --claim win --out hex.proof
    """
    rules = parse_game(game)
    given: Any = {"claim": claim, "out": out, "seconds": seconds, "table": table}
    given |= {"native": not plain, "as_json": as_json}
    done = output.print_work("proving", zermelo.prove, rules, where.of(rules), **given)
    output.exit_if(not done.proven, output.FAULTY)
