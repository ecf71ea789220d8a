"""Commands on games and players: match, import, tournament, experiment, tune, learn."""

import functools
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

import zermelo
from zermelo.board.study import MOST_CHAPTERS, new_study
from zermelo.cli import options, output
from zermelo.cli.options import argument, choice, evaluated_game, flag, number, numbers, setting
from zermelo.contract import arguments
from zermelo.contract.arguments import options_of
from zermelo.errors import UsageError, clip
from zermelo.matches.gamefiles import Played, Unread, read_games
from zermelo.matches.schedule import Conditions, read_openings
from zermelo.players.kinds import HELP
from zermelo.process.files import whole_file
from zermelo.spec import format_game, parse_game

HUNDRED: Final = Conditions()
TWENTY: Final = Conditions(games=20)
SPRT: Final = numbers(
    float,
    "0,20",
    "stop once it is clear whether A is ELO0 or ELO1 stronger; you may add ,α,β",
    counts=(2, 4),
    metavar="ELO0,ELO1",
)
FIELD: Final = ("random", "greedy", "minimax:depth=3", "alphabeta:seconds=0.15")  # in a gauntlet


def match(
    game: str = options.GAME,
    first: str = argument("A", HELP),
    second: str = argument("B", "its opponent"),
    sprt: Any = SPRT,
    conditions: Conditions = HUNDRED,
    as_json: bool = options.JSON,
) -> None:
    """Play a match between two players: score, Elo with its 95% interval, a sequential test.

    Set weights of the evaluation like limits: minimax:depth=3,mills=8. file.py:name is your
    function choose(game, state), or a class with that method; exec:COMMAND is a program that speaks
    the protocol in zermelo/players/external.py.

    Example: zermelo match morris engine:seconds=0.1 level:5 --games 20
    """
    given = {"sprt": sprt, **_keywords(conditions), "as_json": as_json}
    output.print_work("playing", zermelo.match, parse_game(game), first, second, **given)


def import_(
    files: list[Path] = argument("FILE...", "files of games"),
    game: str | None = setting("GAME", "the game, if the files do not name it"),
    out: Path | None = setting(
        "FILE", "study.json for the board, games.jsonl, or positions.txt for audit"
    ),
    as_json: bool = options.JSON,
) -> None:
    """Import games: PGN, PDN, SGF, GGF, WTHOR, Zermelo's files, or one list of moves per line.

    Games that break the rules are skipped and reported with file, number and move. Use serve
    --study to review a study on the board, or drop a file on the page. serve --results, book
    --games and tune --results read the original files.

    Example: zermelo import club.pgn --out club.json
    """
    rules = None if game is None else parse_game(game)
    found = [each for path in files for each in read_games(path, rules)]
    played = [each for each in found if not isinstance(each, Unread)]
    skipped = [str(each) for each in found if isinstance(each, Unread)]
    for each in skipped:
        output.complain(f"skipped: {clip(each, 400)}")
    if not played:
        raise UsageError("no game could be read")
    if out is not None:
        _write_games(out, played)
    counts = Counter(str(each.game) for each in played)
    lines = []
    for spec, count in counts.items():
        results = Counter(each.result for each in played if str(each.game) == spec)
        won = f"{results[1]} won by player 1, {results[0]} drawn, {results[-1]} won by player 2"
        lines.append(f"{spec}: {count} game{'s' * (count > 1)}, {won}")
    lines += [f"written to {out}"] if out else []
    read = {"games": counts, "skipped": skipped, "out": out and str(out)}
    output.print_lines(as_json, read, *lines)


def _write_games(out: Path, games: Sequence[Played]) -> None:
    """Write games as a study, as JSON lines, or as the texts of their distinct positions."""
    if out.suffix == ".json":
        chapters: list[Any] = [each.chapter(format_game(each.game)) for each in games]
        lines = [json.dumps(new_study(out.stem, chapters), ensure_ascii=False, indent=1)]
        if len(chapters) > MOST_CHAPTERS:
            most = f"a study has at most {MOST_CHAPTERS} chapters"
            output.complain(f"{most}; the other games are left out")
    elif out.suffix == ".jsonl":
        lines = [json.dumps(each.as_dict(), ensure_ascii=False) for each in games]
    elif out.suffix == ".txt":
        texts = (each.game.format_state(state) for each in games for state in each.states())
        lines = list(dict.fromkeys(texts))
    else:
        raise UsageError(f"--out should end in .json, .jsonl or .txt, unlike {clip(str(out))}")
    with whole_file(out) as draft:
        draft.write("".join(f"{line}\n" for line in lines).encode())


def tournament(
    game: str = options.GAME,
    players: list[str] = options.PLAYERS,
    gauntlet: bool = flag(f"let each play {', '.join(FIELD)} instead of each other"),
    conditions: Conditions = TWENTY,
    as_json: bool = options.JSON,
) -> None:
    """Play a tournament: win rates, and ratings by Zermelo's method of 1929.

    Example: zermelo tournament connectfour engine:nodes=1000 mcts:nodes=1000 random
    """
    from zermelo.matches import match as tournaments

    given = parse_game(game), players, *([FIELD] if gauntlet else [])
    hold: Any = tournaments.gauntlet if gauntlet else tournaments.tournament
    output.print_work("playing", hold, *given, as_json=as_json, **_keywords(conditions))


def experiment(
    kind: Literal["depth", "searches"] = argument("depth|searches", "what to compare"),
    game: str = options.GAME,
    depths: Any = numbers(int, "2,4,9", "the depth limits, like 2,4,9"),
    origin: Literal["move", "game"] = choice(
        "count the limit from each move, or the game's start", "move", "--from"
    ),
    evaluation: options.Evaluation = options.EVALUATION,
    plot: Path | None = options.PLOT,
    show: bool = flag("show every game, move by move"),
    as_json: bool = options.JSON,
) -> None:
    """Compare depth limits in games of minimax against itself, or textbook searches.

    "depth" plays a game at each limit: result, time, states. "searches" searches the start with
    minimax, alpha-beta, and alpha-beta with tables, 10 seconds each: value, counts, time.

    Example: zermelo experiment depth tictactoe --depths 2,4,9 --plot depths.svg

    Example: zermelo experiment searches tictactoe
    """
    if kind == "searches":
        if plot is not None or show:
            raise UsageError("--plot and --show need experiment depth")
        from zermelo.experiments.experiment import compare_searches

        given: Any = {"depths": depths} if depths else {}
        rules = evaluated_game(game, evaluation)
        output.print_work("searching", compare_searches, rules, as_json=as_json, **given)
        return
    if depths is None:
        raise UsageError("experiment depth needs limits: give --depths, like --depths 2,4")
    from zermelo.experiments.experiment import depth_experiment
    from zermelo.reports.charts import depth_figure
    from zermelo.reports.results import step_report

    rules = evaluated_game(game, evaluation)
    screen = output.console(stderr=as_json)
    watch = (lambda step: screen.print(step_report(rules, step))) if show else None
    with output.drawn_file(plot, depth_figure) as draw_into, output.Progress("playing") as progress:
        done = depth_experiment(rules, depths, origin=origin, watch=watch, progress=progress)
        draw_into(done)
    output.print_result(done, as_json)


def _keywords(conditions: Conditions) -> dict[str, Any]:
    """A command's conditions as keywords, with the openings from their file."""
    given = {name: getattr(conditions, name) for name in options_of(conditions)}
    return given | {"openings": read_openings(given["openings"]) if given["openings"] else ()}


def tune(
    game: str = options.GAME,
    weights: str = setting(
        "NAMES", "which weights to fit, like mills,possible; all by default", ""
    ),
    database: Path | None = setting("DIR", "fit to the values in this database"),
    positions: int = number(arguments.FITTED, "how many positions to use", 2000),
    results: Path | None = setting("FILE", "fit to these games, from match --export"),
    self_play: bool = flag("learn from --rounds games against itself"),
    plot: Path | None = options.PLOT,
    player: str = setting("PLAYER", "the player, see match --help", "alphabeta:depth=2"),
    games: int = number(arguments.GAMES, "games for each candidate (even)", 20),
    rounds: int = number(arguments.ROUNDS, "the most rounds of candidates", 30),
    most_games: int = number(arguments.GAMES, "the most games that test the new weights", 400),
    on: str | None = options.ON,
    as_json: bool = options.JSON,
) -> None:
    """Fit the weights of a game's evaluation to a database, to played games, or by playing.

    Without --database and --results, candidates play matches. The new weights then play the old
    ones until a sequential test decides. --self-play learns by TD-leaf instead.

    Example: zermelo tune morris --weights mills,possible --rounds 20
    """
    from zermelo.process.cluster import executor
    from zermelo.reports.charts import tuning_figure

    if (database is not None) + (results is not None) + self_play > 1:
        raise UsageError("use only one of --database, --results and --self-play")
    rules, names = parse_game(game), [name.strip() for name in weights.split(",") if name.strip()]
    truth = None if database is None else zermelo.Database(database, rules)
    given: dict[str, Any] = {"database": truth, "results": results, "self_play": self_play}
    given |= {"positions": positions, "player": player, "most_games": most_games}
    run = functools.partial(zermelo.tune, rules, names, games=games, rounds=rounds, **given)

    def learn(progress: Any) -> Any:
        with output.drawn_file(plot, tuning_figure) as draw_into, executor(on) as cluster:
            tuning = run(progress=progress, executor=cluster)
            draw_into(tuning)
        return tuning

    output.print_work("playing", learn, as_json=as_json)


def learn(
    game: str = options.GAME,
    out: Path = setting("FILE", "the file to create or continue", ...),
    minutes: float = number(arguments.MINUTES, "how long to learn", 5.0),
    positions: int | None = number(
        arguments.POSITIONS, "learn from this many positions, not for --minutes"
    ),
    depth: int = number(arguments.DEPTH, "plies to look ahead in self-play", 3),
    correct: bool = flag("add to the game's evaluation instead of replacing it"),
    threads: int | None = options.THREADS,
    as_json: bool = options.JSON,
) -> None:
    """Learn an evaluation from self-play: small groups of cells, each with a table.

    The game needs bitboards in its states, and a picture. Use the file with engine:weights='FILE'
    or analyze --weights FILE. A match shows whether it helps.

    Example: zermelo learn connectfour --minutes 2 --out four.weights
    """
    given: dict[str, Any] = {"out": out, "minutes": minutes, "positions": positions}
    given |= {"depth": depth, "correct": correct, "threads": threads}
    output.print_work("playing", zermelo.learn, parse_game(game), as_json=as_json, **given)
