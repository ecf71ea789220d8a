"""The command `zermelo`: arguments only, what they ask for is done by the rest of the package.

Whatever is slow to import is imported by the command that needs it, so that `--help` and mistakes
are answered at once.
"""

from __future__ import annotations

import contextlib
import gc
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

import zermelo
from zermelo.errors import UsageError, ZermeloError, clip

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(
    help="Two-player games: play them, analyse them, count them.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
)
experiment = typer.Typer(help="Experiments on any game.", rich_markup_mode=None)
app.add_typer(experiment, name="experiment")

GameText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="a name, a spec like 'nim(rows=[3, 4, 5])', or a file of yours: file.py:Class",
    ),
]
StateText = Annotated[str | None, typer.Option("--state", help="the position, as text")]
MovesText = Annotated[
    str | None, typer.Option("--moves", help="the moves that lead to the position, with spaces")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object on standard output")]
Plain = Annotated[bool, typer.Option("--plain", help="run as plain Python, nothing compiled")]
Depth = Annotated[int | None, typer.Option(min=1, help="look at most this many plies ahead")]
Seconds = Annotated[float | None, typer.Option(min=0, help="think at most this long")]
Seed = Annotated[int | None, typer.Option(help="make chance repeatable")]
Algorithm = Literal["engine", "minimax", "alphabeta", "memo", "mcts"]
Seat = Literal["human", "computer", "minimax", "random", "first"]


FAULTY = 1  # the exit status when a check finds a fault
INTERRUPTED = 130  # the exit status after Ctrl-C, as shells have it
PLOT_KINDS = ("svg", "png", "pdf")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, 2 for a mistake, 130 when interrupted."""
    asked = list(sys.argv[1:] if arguments is None else arguments)
    gc.set_threshold(100_000)  # a sixth of the start would go to seeking garbage among imports
    try:
        with _warnings_on_one_line():
            return app(args=asked or ["--help"], prog_name="zermelo", standalone_mode=False) or 0
    except (ZermeloError, typer.TyperException) as error:
        formatted = getattr(error, "format_message", error.__str__)()
        print(f"zermelo: {' '.join(formatted.split())}", file=sys.stderr)
        return 2


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games, with their parameters."""
    from zermelo.show.catalogue import catalogue, catalogue_report

    if as_json:
        _print_json({"games": [entry.as_dict() for entry in catalogue()]})
    else:
        _console().print(catalogue_report(catalogue()))


@app.command()
def analyze(
    game: GameText,
    state: StateText = None,
    moves: MovesText = None,
    algorithm: Annotated[Algorithm, typer.Option(help="how to search")] = "alphabeta",
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="visit at most this many nodes")] = None,
    database: Annotated[
        Path | None, typer.Option(help="look it up in this database instead of searching")
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
            )
    if as_json:
        _print_json(found.as_dict())
    else:
        from zermelo.show.results import analysis_report

        _console().print(analysis_report(rules, at, found))
    _leave_if(found.interrupted)


@app.command()
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
        _print_json(counted.as_dict())
    else:
        from zermelo.show.results import perft_report

        _console().print(perft_report(counted))
    _leave_if(counted.interrupted)


@app.command()
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
        _print_json(done.as_dict())
    else:
        _console().print(conformance_report(done), crop=False)
    _leave_if(done.interrupted)
    if not done.sound:
        raise typer.Exit(FAULTY)


@app.command()
def bench(plain: Plain = False, as_json: AsJson = False) -> None:
    """Measure the engine on fixed positions: nodes, nodes a second, and a signature of the nodes.

    Compiling is not counted.
    """
    from zermelo.lab.bench import bench as measure
    from zermelo.show.progress import Progress

    with Progress("searching") as progress:
        measured = measure(native=not plain, progress=progress)
    if as_json:
        _print_json(measured.as_dict())
    else:
        from zermelo.show.results import bench_report

        _console().print(bench_report(measured))


@experiment.command("depth")
def experiment_depth(
    game: GameText,
    depths: Annotated[str, typer.Option(help="the depth limits, like 2,4,9")],
    origin: Annotated[
        Literal["move", "game"],
        typer.Option("--from", help="count the limit from each move or from the game's start"),
    ] = "move",
    plot: Annotated[
        Path | None, typer.Option(help="draw the rows into this .svg, .png or .pdf file")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="show every game move by move")] = False,
    plain: Plain = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play a game against itself at one depth limit after another: result, time, states."""
    from zermelo.lab.experiment import depth_experiment
    from zermelo.show.plot import plot_depth_experiment
    from zermelo.show.progress import Progress
    from zermelo.show.results import experiment_report, step_report

    rules, limits, console = zermelo.game(game), _numbers(depths), _console(stderr=as_json)
    with _plot_file(plot, plot_depth_experiment) as draw_into, Progress("playing") as progress:
        done = depth_experiment(
            rules,
            limits,
            origin=origin,
            native=not plain,
            seed=seed,
            watch=(lambda step: console.print(step_report(rules, step))) if show else None,
            progress=progress,
        )
        draw_into(done)
    if as_json:
        _print_json(done.as_dict())
    else:
        console.print(experiment_report(done))
    _leave_if(done.interrupted)


@app.command()
def play(
    game: GameText,
    first: Annotated[Seat, typer.Option(help="who plays first")] = "human",
    second: Annotated[Seat, typer.Option(help="who plays second")] = "computer",
    algorithm: Annotated[Algorithm, typer.Option(help="how the computer searches")] = "engine",
    state: StateText = None,
    moves: MovesText = None,
    depth: Depth = None,
    seconds: Seconds = None,
    level: Annotated[
        int | None, typer.Option(min=1, max=10, help="how strong the computer is, 1 to 10")
    ] = None,
    limit: Annotated[
        int, typer.Option(min=0, help="plies that minimax looks ahead of its own move")
    ] = 2,
    plain: Plain = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play in the terminal; with --json the game's record is printed at its end.

    The computer thinks one second a move unless --depth or --seconds says otherwise.
    """
    from zermelo.play.levels import Opponent
    from zermelo.play.players import Search, seated
    from zermelo.play.position import position
    from zermelo.play.session import Session
    from zermelo.play.terminal import TerminalGame
    from zermelo.show.progress import Progress

    if level is not None and algorithm != "engine":
        raise UsageError("--level is for the engine: leave out --algorithm")
    rules = zermelo.game(game)
    if depth is None and seconds is None:
        seconds = 1.0
    progress = Progress("thinking")
    search = Search(
        algorithm=algorithm,
        depth=depth,
        seconds=seconds,
        native=not plain,
        seed=seed,
        progress=progress,
    )
    computer = search
    if level is not None:
        computer = Opponent(level, seconds=seconds, native=not plain, seed=seed, progress=progress)
    players = tuple(seated(kind, computer, seed, limit) for kind in (first, second))
    session = Session(rules, players, position(rules, state=state, moves=moves))
    quiet = as_json and "human" not in (first, second)
    try:
        TerminalGame(session, _console(stderr=as_json, quiet=quiet), search, progress).run()
    finally:
        if as_json:
            _print_json(session.record())


Games = Annotated[int, typer.Option(help="for each two players, an even number")]
Plies = Annotated[int, typer.Option("--opening-plies", min=0, help="random moves to begin with")]
Openings = Annotated[Path | None, typer.Option(help="a file with an opening a line")]
MatchSeed = Annotated[int, typer.Option(help="play other games")]
Processes = Annotated[int, typer.Option(min=1, help="how many play at the same time")]
RecordsFile = Annotated[
    Path | None, typer.Option("--records", help="keep the games in this file; resumes from it")
]
ExportFile = Annotated[
    Path | None, typer.Option("--export", help="write the games to this file as JSON Lines")
]
Repetitions = Annotated[
    int, typer.Option(min=0, help="drawn when a state occurs so often, 0: never")
]
Quiet = Annotated[int, typer.Option(min=0, help="drawn after so many moves without progress")]
Cap = Annotated[int, typer.Option(min=0, help="drawn after so many plies, 0: never")]
ClockLimit = Annotated[
    float | None, typer.Option("--clock", help="seconds a move; who takes longer has lost")
]
Players = Annotated[
    list[str], typer.Argument(metavar="PLAYER...", help="like engine:seconds=0.1, see match --help")
]


@app.command("match")
def play_match(
    game: GameText,
    first: Annotated[str, typer.Argument(metavar="A", help="a player")],
    second: Annotated[str, typer.Argument(metavar="B", help="its opponent")],
    sprt: Annotated[
        str | None, typer.Option(help="stop when A is ELO0 or ELO1 stronger: ELO0,ELO1[,α,β]")
    ] = None,
    games: Games = 100,
    opening_plies: Plies = 2,
    openings: Openings = None,
    seed: MatchSeed = 0,
    processes: Processes = 1,
    records: RecordsFile = None,
    export: ExportFile = None,
    repetitions: Repetitions = 3,
    quiet: Quiet = 0,
    cap: Cap = 1000,
    clock: ClockLimit = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Let two players play each other: score, Elo with its 95% interval, a sequential test.

    Players: engine, minimax, alphabeta, memo, mcts, greedy, random, first, with limits and an
    evaluation's weights like engine:nodes=10000, minimax:depth=3,mills=8; level:1 to level:10;
    database:DIR; file.py:name, a function choose(game, state) of yours or a class with such a
    method; exec:COMMAND, a program that speaks the protocol in zermelo/play/external.py.
    """
    from zermelo.play.match import match as run
    from zermelo.show.matches import match_report

    given = _conditions(locals())
    _report_event(
        lambda progress: run(
            zermelo.game(game), first, second, sprt=_sprt(sprt), progress=progress, **given
        ),
        match_report,
        as_json,
    )


@app.command("tournament")
def play_tournament(
    game: GameText,
    players: Players,
    games: Games = 20,
    opening_plies: Plies = 2,
    openings: Openings = None,
    seed: MatchSeed = 0,
    processes: Processes = 1,
    records: RecordsFile = None,
    export: ExportFile = None,
    repetitions: Repetitions = 3,
    quiet: Quiet = 0,
    cap: Cap = 1000,
    clock: ClockLimit = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Let each player play each other: win rates, and ratings by Zermelo's method of 1929."""
    from zermelo.play.tournament import tournament as run
    from zermelo.show.matches import tournament_report

    given = _conditions(locals())
    _report_event(
        lambda progress: run(zermelo.game(game), players, progress=progress, **given),
        tournament_report,
        as_json,
    )


@experiment.command("isolation")
def experiment_isolation(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="AGENT...", help="players, by default the engine")
    ] = None,
    game: Annotated[str, typer.Option(help="the board, or any game that evaluates")] = (
        "isolation(width=7, height=7, pieces='knight')"
    ),
    seconds: Annotated[float, typer.Option(min=0.001, help="a turn")] = 0.15,
    games: Games = 10,
    opening_plies: Plies = 2,
    openings: Openings = None,
    seed: MatchSeed = 0,
    processes: Processes = 1,
    records: RecordsFile = None,
    export: ExportFile = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Agents against Random, Greedy, Minimax and Alpha-Beta with deepening: a table of win rates.

    Both colours, from the same random openings.
    """
    from zermelo.lab.agents import agents_experiment
    from zermelo.show.matches import tournament_report

    given = _conditions(locals())
    _report_event(
        lambda progress: agents_experiment(
            zermelo.game(game), agents or (), seconds=seconds, progress=progress, **given
        ),
        tournament_report,
        as_json,
    )


@experiment.command("weights")
def experiment_weights(
    game: GameText,
    weights: Annotated[
        list[str],
        typer.Argument(metavar="WEIGHTS...", help="like 'mills=8,possible=0', '' for the game's"),
    ],
    player: Annotated[str, typer.Option(help="who plays with them")] = "alphabeta:depth=2",
    games: Games = 20,
    opening_plies: Plies = 2,
    openings: Openings = None,
    seed: MatchSeed = 0,
    processes: Processes = 1,
    records: RecordsFile = None,
    export: ExportFile = None,
    repetitions: Repetitions = 3,
    quiet: Quiet = 0,
    cap: Cap = 1000,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """A tournament of one player with several weights of the game's evaluation."""
    from zermelo.lab.agents import weights_experiment
    from zermelo.show.matches import tournament_report

    given = _conditions(locals())
    _report_event(
        lambda progress: weights_experiment(
            zermelo.game(game), weights, player=player, progress=progress, **given
        ),
        tournament_report,
        as_json,
    )


def _conditions(given: dict[str, Any]) -> dict[str, Any]:
    """A match's conditions from a command's options: 0 leaves a rule out."""
    same = ("games", "seed", "processes", "records", "export", "clock")
    rules = ("repetitions", "quiet", "cap")
    conditions = {name: given[name] for name in same if name in given}
    conditions |= {name: given[name] or None for name in rules if name in given}
    conditions |= {"plies": given["opening_plies"], "native": not given["plain"]}
    if given["openings"] is not None:
        from zermelo.play.openings import read_openings

        conditions["openings"] = read_openings(given["openings"])
    return conditions


def _sprt(text: str | None) -> list[float] | None:
    """The numbers in "0,20" or "0,20,0.05,0.05"."""
    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise UsageError(f"--sprt takes ELO0,ELO1 or ELO0,ELO1,α,β, like 0,20, not {clip(text)}")
    return numbers


def _report_event(
    run: Callable[[Callable[[Any], None]], Any], report: Callable[[Any], Any], as_json: bool
) -> None:
    """Run a match or tournament, showing how it stands, and print what came out."""
    from zermelo.show.progress import Progress

    with Progress("playing") as progress:
        done = run(progress)
    if as_json:
        _print_json(done.as_dict())
    else:
        _console().print(report(done))
    _leave_if(done.interrupted)


@app.command()
def estimate(
    game: GameText,
    state: StateText = None,
    moves: MovesText = None,
    threads: Annotated[int | None, typer.Option(min=1, help="by default all cores")] = None,
    plain: Plain = False,
    seed: Annotated[int, typer.Option(help="sample other states")] = 0,
    as_json: AsJson = False,
) -> None:
    """Say how many positions a game has, and what solving it takes, before anyone solves it."""
    from zermelo.play.position import position
    from zermelo.show.solved import estimate_line
    from zermelo.solver.estimate import estimate as guess

    rules = zermelo.game(game)
    start = position(rules, state=state, moves=moves)
    found = guess(rules, start, threads=threads, native=not plain, seed=seed)
    if as_json:
        _print_json(found.as_dict())
    else:
        _console().print(f"{found.game}: {estimate_line(found)}")


@app.command()
def solve(
    game: GameText,
    out: Annotated[Path | None, typer.Option(help="the database's directory")] = None,
    state: StateText = None,
    moves: MovesText = None,
    memory: Annotated[
        str | None, typer.Option(help="what may be kept in memory, like 500MiB or 4GiB")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="by default all cores")] = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Find the value of every position that can be reached, and store all of them.

    Run again after it was stopped, it goes on where it was.
    """
    from zermelo.play.position import position
    from zermelo.show.progress import Progress
    from zermelo.show.solved import estimate_line, solution_report
    from zermelo.solver.solve import solve as run

    rules = zermelo.game(game)
    start, said = position(rules, state=state, moves=moves), _console(stderr=True)
    with Progress("solving") as progress, _resumable(out):
        solution = run(
            rules,
            out,
            states=[start],
            memory=_bytes(memory),
            threads=threads,
            native=not plain,
            progress=progress,
            announce=None if as_json else lambda found: said.print(estimate_line(found)),
        )
    if as_json:
        _print_json(solution.as_dict())
    else:
        _console().print(solution_report(rules, start, solution, out))


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


@app.command()
def probe(
    database: DatabasePath,
    state: StateText = None,
    moves: MovesText = None,
    as_json: AsJson = False,
) -> None:
    """Say what a database knows of a position, by default of the one it was solved from."""
    from zermelo.play.position import position
    from zermelo.show.solved import probe_report
    from zermelo.solver.database import Database
    from zermelo.solver.probe import probe as ask

    opened = Database(database)
    given = state is not None or moves is not None
    at = position(opened.game, state=state, moves=moves) if given else opened.start
    found = ask(opened, at)
    if as_json:
        _print_json(found.as_dict())
    else:
        _console().print(probe_report(opened.game, at, found))


@app.command()
def verify(
    database: DatabasePath,
    sample: Annotated[int | None, typer.Option(min=1, help="check this many states only")] = None,
    seed: Annotated[int, typer.Option(help="choose other states")] = 0,
    as_json: AsJson = False,
) -> None:
    """Check a database: all checksums, and every state against those it leads to.

    It exits with 1 when the database has a fault.
    """
    from zermelo.show.progress import Progress
    from zermelo.show.solved import verification_report
    from zermelo.solver.verify import verify as check

    with Progress("verifying") as progress:
        done = check(database, sample=sample, seed=seed, progress=progress)
    if as_json:
        _print_json(done.as_dict())
    else:
        _console().print(verification_report(done))
    if not done.sound:
        raise typer.Exit(FAULTY)


@app.command()
def audit(
    database: DatabasePath,
    player: Annotated[
        Literal["computer", "random", "first"], typer.Option(help="whose moves to judge")
    ] = "computer",
    algorithm: Annotated[Algorithm, typer.Option(help="how the computer searches")] = "alphabeta",
    depth: Depth = None,
    seconds: Seconds = None,
    positions: Annotated[int, typer.Option(min=1, help="judge at most this many moves")] = 200,
    plot: Annotated[
        Path | None, typer.Option(help="draw the rows into this .svg, .png or .pdf file")
    ] = None,
    plain: Plain = False,
    seed: Annotated[int, typer.Option(help="choose other positions")] = 0,
    as_json: AsJson = False,
) -> None:
    """Compare a player's moves with a database: how many keep the value, and what the rest cost.

    The computer looks 4 plies ahead unless --depth or --seconds says otherwise.
    """
    from zermelo.lab.audit import audit as judge
    from zermelo.play.players import Search, seated
    from zermelo.show.plot import plot_audit
    from zermelo.show.progress import Progress
    from zermelo.show.solved import audit_report
    from zermelo.solver.database import Database

    if depth is None and seconds is None:
        depth = 4
    search = Search(algorithm=algorithm, depth=depth, seconds=seconds, native=not plain, seed=seed)
    opened = Database(database)
    with _plot_file(plot, plot_audit) as draw_into, Progress("auditing") as progress:
        judged = seated(player, search, seed)
        done = judge(opened, judged, positions=positions, seed=seed, progress=progress)
        draw_into(done)
    if as_json:
        _print_json(done.as_dict())
    else:
        _console().print(audit_report(done))
    _leave_if(done.interrupted)


def _bytes(text: str | None) -> int | None:
    """The number of bytes in "4GiB"."""
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if not found or not float(found[1]):
        raise UsageError(f"--memory takes a size like 500MiB or 4GiB, not {clip(text)}")
    return int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " "))


def _leave_if(interrupted: bool) -> None:
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _numbers(text: str) -> list[int]:
    """The whole numbers in "2,4,9"."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(
            f"--depths takes whole numbers with commas, like 2,4,9, not {text!r}"
        ) from None


@contextlib.contextmanager
def _plot_file(
    path: Path | None, draw: Callable[[Any, Path, str], None]
) -> Iterator[Callable[[Any], None]]:
    """What draws a result into `path`, if there is one; refused at once if it cannot."""
    if path is None:
        yield lambda done: None
        return
    from zermelo.files import written_whole
    from zermelo.show.plot import require_matplotlib

    kind = path.suffix.removeprefix(".").lower()
    if kind not in PLOT_KINDS:
        raise UsageError(f"--plot writes a .{', .'.join(PLOT_KINDS)} file, not {path.name!r}")
    require_matplotlib()
    with written_whole(path) as draft:
        yield lambda done: draw(done, draft, kind)


def _console(*, stderr: bool = False, quiet: bool = False) -> Console:
    from rich.console import Console

    return Console(highlight=False, stderr=stderr, quiet=quiet)


def _print_json(result: dict[str, Any]) -> None:
    print(json.dumps(result, ensure_ascii=False))


@contextlib.contextmanager
def _warnings_on_one_line() -> Iterator[None]:
    """Say warnings as the command says mistakes: one line, no source code."""

    def say(message: Warning | str, *_: Any, **__: Any) -> None:
        print(f"zermelo: {' '.join(str(message).split())}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.showwarning = say
        yield
