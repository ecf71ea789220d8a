"""Commands on solved games and other stored knowledge: estimate, solve, probe, verify …"""

import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

import typer

import zermelo
from zermelo.cli import options, output
from zermelo.cli.options import START, Where, argument, choice, flag, number, setting
from zermelo.contract import arguments
from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.errors import UsageError, clip
from zermelo.process.files import whole_file
from zermelo.search.clock import NO_LIMITS, Limits
from zermelo.spec import parse_game

STUDY = ".json"  # the suffix of a study's file


def estimate(
    game: str = options.GAME, on: str | None = options.ON, as_json: bool = options.JSON
) -> None:
    """Estimate how many positions a game has, and the time and memory that solving it takes.

    With --on it also plans solving on that cluster. If solve would refuse, it says why.

    Example: zermelo estimate "connectfour(width=5, height=5)"
    """
    output.print_result(zermelo.estimate(parse_game(game), on=on), as_json)


def solve(
    game: str = options.GAME,
    out: Path | None = setting("DIR", "the directory of the database"),
    where: Where = START,
    endgame: str | None = setting("NAME", "solve only an endgame: 3-3 in morris, KQK in chess"),
    memory: str | None = setting("SIZE", "use at most this much memory: 500MiB, 4GiB"),
    threads: int | None = options.THREADS,
    by: By = options.BY,
    anyway: bool = flag("start even if memory or disk space seems too small"),
    on: str | None = options.ON,
    plain: bool = options.PLAIN,
    as_json: bool = options.JSON,
) -> None:
    """Find the value of every reachable position, and store all values. After an interruption, the
    same command resumes.

    Example: zermelo solve morris --endgame 3-3 --out three
    """
    from zermelo.reports.solved import estimate_line, solution_report
    from zermelo.solver.probing.hardest import longest_win, phase_tallies

    rules = parse_game(game)
    if endgame is not None and where != START:
        raise UsageError("--endgame defines the positions; leave out --state and --moves")
    start = where.of(rules)
    screen = output.console(stderr=True)
    given: Any = {"endgame": endgame, "threads": threads, "by": by, "anyway": anyway, "on": on}
    given |= {"states": [start] if endgame is None else None, "native": not plain}
    given["announce"] = lambda known: None if as_json else screen.print(estimate_line(known))
    try:
        with output.Progress("solving") as progress:
            solution = zermelo.solve(rules, out, memory=_bytes(memory), progress=progress, **given)
    except KeyboardInterrupt:
        kept = f"run it again to resume from {out}" if out else "nothing was saved"
        output.complain(f"interrupted; {kept}")
        raise typer.Exit(output.INTERRUPTED) from None
    database = None if endgame is None or out is None else zermelo.Database(out, rules)
    phases = phase_tallies(database) if database else []
    if as_json:
        further = {"phases": [each.as_dict() for each in phases]} if phases else {}
        output.print_json(solution.as_dict() | further)
    else:
        won = longest_win(database) if database and by == "outcome" else None
        output.console().print(solution_report(solution, rules, start, out, endgame, phases, won))


def _bytes(text: str | None) -> int | None:
    """The number of bytes in "4GiB"; None for None."""
    if text is None:
        return None
    size = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if not size or not float(size[1]):
        raise UsageError(f"--memory takes a size like 500MiB or 4GiB, not {clip(text)}")
    return int(float(size[1]) * 1024 ** " KMGT".index(size[2].upper() or " "))


def _rules(game: str | None) -> Game | None:
    return None if game is None else parse_game(game)


def probe(
    database: Path = options.DATABASE,
    game: str | None = options.DATABASE_GAME,
    where: Where = START,
    hardest: int | None = number(
        arguments.SAMPLE, "list this many of the longest wins with one winning move"
    ),
    as_json: bool = options.JSON,
) -> None:
    """Look up a position in a database, by default the one it was solved from.

    With --hardest, list this many of the longest wins with only one winning move among several.
    Symmetric positions are listed once.

    Example: zermelo probe four --moves "4 4"
    """
    from zermelo.reports.results import analysis_report
    from zermelo.reports.solved import hardest_report, phase_table
    from zermelo.solver.probing.hardest import hardest as hardest_positions
    from zermelo.solver.probing.hardest import phase_tallies
    from zermelo.solver.probing.probe import probe_fields

    opened = zermelo.Database(database, _rules(game))
    if hardest is not None:
        if where != START:
            raise UsageError("--hardest lists positions; leave out --state and --moves")
        with output.states_of(database), output.Progress("searching") as progress:
            positions = hardest_positions(opened, hardest, progress=progress)
        if as_json:
            listed = [hard.as_dict() for hard in positions]
            output.print_json({"game": str(opened.game), "positions": listed})
        else:
            output.console().print(hardest_report(opened.game, positions))
        return
    at = opened.start if where == START else where.of(opened.game)
    analysis = zermelo.probe(opened, at)
    if as_json:
        output.print_json(probe_fields(analysis))
    else:
        output.console().print(analysis_report(analysis, opened.game, at))
        if where == START and (phases := phase_tallies(opened)):
            output.console().print("", phase_table(phases))


def verify(
    file: Path = argument("DIR|FILE", "a database, an opening book, a proof or a study"),
    game: str | None = options.DATABASE_GAME,
    sample: int | None = number(arguments.SAMPLE, "check only this many positions"),
    wins: int | None = number(arguments.SAMPLE, "also play this many wins to the end"),
    as_json: bool = options.JSON,
) -> None:
    """Verify a database, a book or a proof: checksums, and every position against its successors.
    Compiled code checks all positions of a large database, and plain Python rechecks 20,000. In a
    study, all moves are checked. The exit status is 1 if there is a fault.

    Example: zermelo verify four
    """
    if file.suffix == STUDY and file.is_file():
        from zermelo.board.study import named_game, read_study

        study = read_study(file, named_game)
        chapters = enumerate(study["chapters"], 1)
        lines = (f"  {at}. {chapter['title']}: {chapter['game']}" for at, chapter in chapters)
        output.print_lines(as_json, {"study": {**study}}, study["title"], *lines)
        return
    from zermelo.books.book import verify_book
    from zermelo.proofs.certificate import is_certificate

    rules = _rules(game)
    proof = file.is_file() and is_certificate(file)
    if file.is_file() and (sample or wins):
        kind = "proof" if proof else "book"
        raise UsageError(f"{file} is a {kind}, checked completely; leave out other options")
    with output.Progress("verifying") as progress:
        done: Any
        if proof:
            done = zermelo.verify_proof(file, game=rules)
        elif file.is_file():
            done = verify_book(file, game=rules, progress=progress)
        else:
            given: Any = {"sample": sample, "wins": wins or 0}
            done = zermelo.verify(file, game=rules, progress=progress, **given)
    output.print_result(done, as_json)
    output.exit_if(not done.sound, output.FAULTY)


def export(
    database: Path = argument("DIR|FILE", "a database, or a study saved on the page"),
    out: Path = setting(
        "FILE", "a .parquet file, with --outcomes a directory, or a study's .ipynb", ...
    ),
    game: str | None = options.DATABASE_GAME,
    outcomes: bool = flag("a smaller database, without distances"),
    as_json: bool = options.JSON,
) -> None:
    """Convert a database to a Parquet file of all positions, or a study to a notebook.

    Columns are the ints of the state, value, remoteness, the number of moves, and a mask of the
    moves that keep the value. pandas, polars, DuckDB and others can read the file. With --outcomes,
    copy a database of numbered states, like those of Morris, to a directory of about a fifth of the
    size, with all exact values but without distances.

    Example: zermelo export four --out four.parquet

    Example: zermelo export morris --outcomes --out morris-outcomes
    """
    if database.suffix == STUDY and database.is_file():
        from zermelo.board.study import named_game, read_study
        from zermelo.notebook.canvas import notebook_of

        if out.suffix.lower() != ".ipynb":
            raise UsageError(f"--out writes a study to a .ipynb file, not {out.name!r}")
        study = read_study(database, named_game)
        with whole_file(out) as draft:
            draft.write(notebook_of(study, named_game).encode())
        written = {"study": {**study}, "notebook": str(out)}
        output.print_lines(as_json, written, f"written: {out}")
        return
    from zermelo.bridges.parquet import export as write
    from zermelo.bridges.parquet import require_pyarrow
    from zermelo.solver.probing.publishing import export_outcomes

    rules = _rules(game)
    if outcomes:
        opened = zermelo.Database(database, rules)
        output.print_work("exporting", export_outcomes, opened, out, as_json=as_json)
        return
    if out.suffix.lower() != ".parquet":
        raise UsageError(f"--out must name a .parquet file, not {out.name!r}")
    require_pyarrow()
    opened, progressing = zermelo.Database(database, rules), output.Progress("exporting")
    with output.states_of(database), whole_file(out) as draft, progressing as progress:
        done = write(opened, draft, progress=progress)
    output.print_result(done, as_json)


def audit(
    database: Path = options.DATABASE,
    game: str | None = options.DATABASE_GAME,
    player: str = setting("PLAYER", "the player to judge, see match --help", "alphabeta:depth=4"),
    by: Literal["outcome", "score"] | None = choice(
        "compare outcomes or points; by default, the values in the database"
    ),
    positions: int | None = number(
        arguments.SAMPLE, "judge at most this many moves; 200 by default, or all of FILE"
    ),
    source: str = setting(
        "play|uniform|FILE",
        "positions from random games, any stored ones, or those in a file, one per line",
        "play",
        "--from",
    ),
    on: str | None = options.ON,
    as_json: bool = options.JSON,
) -> None:
    """Compare a player's moves with a database: how many keep the value, and how much others lose.

    The player may be an engine with limits, a heuristic (greedy plays by the game's evaluation),
    a level, your own player in Python, or a program.

    Example: zermelo audit four --player mine.py:choose --from uniform --positions 1000
    """
    from zermelo.process.cluster import executor
    from zermelo.tuning.audit import audit as judge
    from zermelo.tuning.audit import read_positions

    opened = zermelo.Database(database, _rules(game))
    drawn = source in ("play", "uniform")
    given: Any = {"positions": positions, "by": by, "as_json": as_json}
    given["source"] = source if drawn else read_positions(opened.game, Path(source))
    with output.states_of(database), executor(on) as cluster:
        output.print_work("auditing", judge, opened, player, executor=cluster, **given)


def _played_games(rules: Game, files: Sequence[Path]) -> list[tuple[list[Any], int]]:
    """The states and result of finished games from the rules' start; `UsageError` if none is."""
    from zermelo.matches.gamefiles import Unread, read_games

    kept: list[tuple[list[Any], int]] = []
    for each in (each for path in files for each in read_games(path, rules)):
        if isinstance(each, Unread):
            output.complain(f"skipped: {each}")
        elif each.game == rules and each.start == rules.start() and each.result is not None:
            kept.append(([*each.states()], each.result))
    if not kept:
        raise UsageError(f"the files have no finished game of {rules} that begins at its start")
    return kept


def book(
    game: str = options.GAME,
    out: Path = setting("FILE", "the file to make, or to continue", ...),
    plies: int = number(arguments.BOOK_PLIES, "plies covered from the start", 8),
    limits: Limits = NO_LIMITS,
    exact: bool = flag("search each position until it is proven"),
    database: Path | None = setting("DIR", "take the values from this database"),
    playouts: int | None = number(arguments.SAMPLE, "count random games instead"),
    games: list[Path] | None = setting("FILE", "count these played games, see import; repeatable"),
    as_json: bool = options.JSON,
) -> None:
    """Make an opening book: the value of every position in the first moves.

    It searches the positions after --plies within the limits, by default 100,000 nodes each;
    earlier values follow from these. Symmetric positions share an entry. After an interruption, the
    same command resumes. Use the book with engine:book='FILE' or analyze --book FILE.

    Example: zermelo book "connectfour(width=5, height=4)" --plies 6 --exact --out four.book
    """
    rules = parse_game(game)
    known = None if database is None else zermelo.Database(database, rules)
    given: dict[str, Any] = {"exact": exact, "playouts": playouts, "database": known}
    if games:
        given["games"] = _played_games(rules, games)
    given |= {"plies": plies, "as_json": as_json, **asdict(limits)}
    made = output.print_work("making a book", zermelo.book, rules, out, **given)
    output.exit_if(not made.complete)
