"""Commands on solved games: estimate, solve, probe, verify, hardest, audit."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from zermelo.cli.options import (
    START,
    AsJson,
    ByWhat,
    DatabaseGame,
    GameText,
    OnCluster,
    Plain,
    Where,
    number,
)
from zermelo.cli.output import (
    FAULTY,
    INTERRUPTED,
    console,
    leave_if,
    plot_file,
    print_json,
    print_result,
    states_of,
)
from zermelo.contract import ranges
from zermelo.contract.game import Game
from zermelo.errors import UsageError, clip
from zermelo.spec import parse_game


def estimate(
    game: GameText,
    where: Where = START,
    threads: Annotated[int | None, number(ranges.THREADS, help="by default all cores")] = None,
    plain: Plain = False,
    seed: Annotated[int, number(ranges.SEED, help="sample other states")] = 0,
    as_json: AsJson = False,
) -> None:
    """Say how many positions a game has, and what solving it takes, before anyone solves it."""
    from zermelo.reports.solved import estimate_report
    from zermelo.solver.estimate import estimate as guess

    rules = parse_game(game)
    start = where.of(rules)
    estimated = guess(rules, start, threads=threads, native=not plain, seed=seed)
    if as_json:
        print_json(estimated.as_dict())
    else:
        console().print(estimate_report(estimated))


def solve(
    game: GameText,
    out: Annotated[Path | None, typer.Option(help="the database's directory")] = None,
    where: Where = START,
    endgame: Annotated[
        str | None,
        typer.Option(help="solve all positions of this endgame: 3-3 in morris, KQK in chess"),
    ] = None,
    memory: Annotated[
        str | None, typer.Option(help="what may be kept in memory, like 500MiB or 4GiB")
    ] = None,
    threads: Annotated[int | None, number(ranges.THREADS, help="by default all cores")] = None,
    by: ByWhat = "outcome",
    anyway: Annotated[
        bool, typer.Option("--anyway", help="begin even if memory or disk are too little")
    ] = False,
    on: OnCluster = None,
    shares: Annotated[
        int | None,
        number(ranges.SHARES, help="into how many a tier is cut; by default what suits who works"),
    ] = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Find the value of every position that can be reached, and store all of them.

    Run again after it was stopped, it goes on where it was.

    Example: zermelo solve morris --endgame 3-3 --out three
    """
    from zermelo.cli.progress import Progress
    from zermelo.reports.solved import estimate_line, solution_report
    from zermelo.solver.probing.database import Database
    from zermelo.solver.probing.hardest import longest_win
    from zermelo.solver.probing.phases import phase_tallies
    from zermelo.solver.solve import solve as run

    rules = parse_game(game)
    if endgame is not None and where != START:
        raise UsageError("--endgame has its own positions: leave out --state and --moves")
    start = where.of(rules)
    output = console(stderr=True)
    with Progress("solving") as progress, _resumable(out):
        solution = run(
            rules,
            out,
            states=[start] if endgame is None else None,
            endgame=endgame,
            memory=_bytes(memory),
            threads=threads,
            native=not plain,
            progress=progress,
            by=by,
            anyway=anyway,
            on=on,
            shares=shares,
            announce=lambda estimated: None if as_json else output.print(estimate_line(estimated)),
        )
    database = None if endgame is None or out is None else Database(out, rules)
    phases = phase_tallies(database) if database else []
    if as_json:
        further = {"phases": [each.as_dict() for each in phases]} if phases else {}
        print_json(solution.as_dict() | further)
    else:
        won = longest_win(database) if database and by == "outcome" else None
        console().print(solution_report(solution, rules, start, out, endgame, phases, won))


@contextlib.contextmanager
def _resumable(out: Path | None) -> Iterator[None]:
    """Ctrl-C says whether anything was kept."""
    try:
        yield
    except KeyboardInterrupt:
        kept = f"run it again to go on from what {out} holds" if out else "nothing was kept"
        print(f"zermelo: interrupted; {kept}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


DatabasePath = Annotated[Path, typer.Argument(metavar="DIR", help="a database that solve made")]


def _rules(game: str | None) -> Game | None:
    """The game that the person has named for a database, if any."""
    return None if game is None else parse_game(game)


def probe(
    database: DatabasePath,
    game: DatabaseGame = None,
    where: Where = START,
    as_json: AsJson = False,
) -> None:
    """Say what a database knows of a position, by default of the one it was solved from."""
    from zermelo.reports.results import analysis_report
    from zermelo.reports.solved import phase_table
    from zermelo.solver.probing.database import Database
    from zermelo.solver.probing.phases import phase_tallies
    from zermelo.solver.probing.probe import probe as ask
    from zermelo.solver.probing.probe import probe_fields

    opened = Database(database, _rules(game))
    at = opened.start if where == START else where.of(opened.game)
    analysis = ask(opened, at)
    if as_json:
        print_json(probe_fields(analysis))
    else:
        console().print(analysis_report(analysis, opened.game, at))
        if where == START and (phases := phase_tallies(opened)):
            console().print("", phase_table(phases))


def verify(
    database: Annotated[
        Path,
        typer.Argument(metavar="DIR|FILE", help="a database of solve's, a book, or a proof"),
    ],
    game: DatabaseGame = None,
    sample: Annotated[int | None, number(ranges.SAMPLE, help="check this many states only")] = None,
    wins: Annotated[
        int | None, number(ranges.SAMPLE, help="play out so many wins too, in the plies stored")
    ] = None,
    threads: Annotated[int | None, number(ranges.THREADS, help="by default all cores")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="do not compile: plain Python checks everything")
    ] = False,
    seed: Annotated[int, number(ranges.SEED, help="choose other states")] = 0,
    as_json: AsJson = False,
) -> None:
    """Check a database, a book or a proof: all checksums, and each state against those after it.

    Of a large database, compiled code checks all states, and plain Python 20,000 of them again. It
    exits with 1 when there is a fault.
    """
    from zermelo.books.verify import verify_book
    from zermelo.cli.progress import Progress
    from zermelo.proofs.certificate import is_certificate
    from zermelo.proofs.verify import verify_proof
    from zermelo.solver.checking.verify import verify as check

    rules = _rules(game)
    given: Any = {"sample": sample, "wins": wins or 0, "seed": seed, "threads": threads}
    proof = database.is_file() and is_certificate(database)
    if database.is_file() and (sample or wins or seed or threads or (plain and not proof)):
        what = "proof" if proof else "book"
        raise UsageError(f"{database} is a {what}, which is checked whole: give no other options")
    with Progress("verifying") as progress:
        done: Any
        if proof:
            done = verify_proof(database, game=rules, native=not plain)
        elif database.is_file():
            done = verify_book(database, game=rules, progress=progress)
        else:
            done = check(database, game=rules, progress=progress, native=not plain, **given)
    print_result(done, as_json)
    leave_if(not done.sound, FAULTY)


def hardest(
    database: DatabasePath,
    game: DatabaseGame = None,
    count: Annotated[int, number(ranges.SAMPLE, help="so many positions")] = 10,
    as_json: AsJson = False,
) -> None:
    """Show the longest wins that only one of several moves keeps, symmetric ones once.

    Example: zermelo hardest four --count 3
    """
    from zermelo.cli.progress import Progress
    from zermelo.reports.solved import hardest_report
    from zermelo.solver.probing.database import Database
    from zermelo.solver.probing.hardest import hardest as find

    opened = Database(database, _rules(game))
    with states_of(database), Progress("searching") as progress:
        positions = find(opened, count, progress=progress)
    if as_json:
        found = [hard.as_dict() for hard in positions]
        print_json({"game": str(opened.game), "positions": found})
    else:
        console().print(hardest_report(opened.game, positions))


def audit(
    database: DatabasePath,
    game: DatabaseGame = None,
    player: Annotated[
        str, typer.Option(metavar="PLAYER", help="whose moves to judge, see match --help")
    ] = "alphabeta:depth=4",
    by: Annotated[
        Literal["outcome", "score"] | None,
        typer.Option(help="what is compared: what the database was solved by"),
    ] = None,
    positions: Annotated[
        int | None,
        number(ranges.SAMPLE, help="judge at most this many moves; by default 200, or all of FILE"),
    ] = None,
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="play|uniform|FILE",
            help="positions of random games, any that are stored, or a file's, one a line",
        ),
    ] = "play",
    plot: Annotated[Path | None, typer.Option(help="draw the rows into this .svg file")] = None,
    on: OnCluster = None,
    plain: Plain = False,
    seed: Annotated[int, number(ranges.SEED, help="choose other positions")] = 0,
    as_json: AsJson = False,
) -> None:
    """Compare a player's moves with a database: how many keep the value, and what the rest cost.

    The player may be an engine with limits, a heuristic (greedy plays by the game's evaluation),
    a level, a player of yours in Python or a program.

    Example: zermelo audit four --player mine.py:choose --from uniform --positions 1000
    """
    from zermelo.cli.progress import Progress
    from zermelo.process.cluster import executor
    from zermelo.reports.plot import audit_figure
    from zermelo.solver.probing.database import Database
    from zermelo.tuning.audit import audit as judge
    from zermelo.tuning.telling import read_positions

    opened = Database(database, _rules(game))
    given: Any = {"positions": positions, "source": source, "seed": seed, "by": by}
    if source not in ("play", "uniform"):
        given["source"] = read_positions(opened.game, Path(source))
    with (
        states_of(database),
        plot_file(plot, audit_figure) as draw_into,
        executor(on) as afar,
        Progress("auditing") as progress,
    ):
        given |= {"progress": progress, "native": not plain, "executor": afar}
        done = judge(opened, player, **given)
        draw_into(done)
    print_result(done, as_json)


def _bytes(text: str | None) -> int | None:
    """The number of bytes in "4GiB"."""
    if text is None:
        return None
    size = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if not size or not float(size[1]):
        raise UsageError(f"--memory takes a size like 500MiB or 4GiB, not {clip(text)}")
    return int(float(size[1]) * 1024 ** " KMGT".index(size[2].upper() or " "))
