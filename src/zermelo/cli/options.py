"""Arguments and options shared by commands; the command line for typer."""

import contextlib
import functools
import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, is_dataclass, replace
from inspect import Parameter, Signature, signature
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, cast

import typer
from typer.core import TyperCommand, TyperGroup

from zermelo.cli.commands import ABOUT, COMMANDS, Command, overview
from zermelo.contract import arguments
from zermelo.contract.analysis import without_evaluation
from zermelo.contract.arguments import Option, Range, option, options_of
from zermelo.contract.game import Game
from zermelo.errors import ParameterError, UsageError, clip
from zermelo.play.position import position
from zermelo.search.analyze import ALGORITHMS
from zermelo.spec import game_names, parse_game

HEADINGS: Final = {  # the headings in a command's help, each with its options
    "Position": "state moves",
    "Players": "first second player gauntlet",
    "Task": (
        "claim endgame plies exact playouts hardest sample wins outcomes perft against "
        "compiled exercise all variants tree hints solution language"
    ),
    "Search": (
        "algorithm depth depths from seconds nodes table seed simulations least evaluation weights "
        "margin by explain values"
    ),
    "Known values": "database endgames book proof game",
    "Games": (
        "games opening-plies openings repetitions quiet cap clock sprt records most-games results "
        "study"
    ),
    "Learning": "minutes positions rounds correct self-play",
    "Machine": "threads processes on memory anyway plain",
    "Network": "host port allow-host token proxy offline pyodide protocol",
    "Output": "out plot export json show theme bare keep",
}
LONG: Final = 1_000_000_000  # help does not show greater limits


def heading_of(name: str) -> str:
    """The heading of the option `--name` in the help of its command."""
    return next((title for title, names in HEADINGS.items() if name in names.split()), "Help")


# The default of a parameter declares an option, which is named like the parameter, unless the
# declaration ends with another name. The default "..." stands for a value that must be given.


def flag(about: str, *names: str) -> Any:
    """Declare an option without a value."""
    return choice(about, False, *names)


def choice(about: str, default: Any = None, *names: str) -> Any:
    """Declare an option whose value is one of the words of the parameter's type."""
    return typer.Option(default, *names, help=about)


def setting(metavar: str | None, about: str, default: Any = None, *names: str) -> Any:
    """Declare an option with a value."""
    return typer.Option(default, *names, metavar=metavar, help=about)


def argument(
    metavar: str, about: str, default: Any = ..., allowed: Range | None = None, **more: Any
) -> Any:
    """Declare an argument; a number in the range `allowed`, if given."""
    shown = _numeric(allowed, about) if allowed else {"help": about}
    return typer.Argument(default, metavar=metavar, **shown, **more)


def number(allowed: Range, about: str, default: Any = None, *names: str) -> Any:
    """Declare an option for a number in this range, which its help shows."""
    shown = _numeric(allowed, about)
    return typer.Option(default, *names, **shown, metavar="N" if allowed.whole else "X")


def _numeric(allowed: Range, about: str) -> dict[str, Any]:
    numbers = f"{allowed.least:,} or more" if allowed.most > LONG else str(allowed)

    def parse(text: str) -> Any:
        try:
            return allowed.parse(text)
        except ParameterError as error:
            raise typer.BadParameter(str(error)) from None

    return {"parser": parse, "help": f"{about} [{numbers}]"}


def numbers(
    kind: type, example: str, about: str, *, counts: Sequence[int] = (), metavar: str = "N,N"
) -> Any:
    """Declare an option for a list of numbers like `example`; `counts` has the allowed lengths."""

    def parse(text: str) -> Any:
        with contextlib.suppress(ValueError):
            found = [kind(part) for part in text.split(",")]
            if len(found) in (counts or (len(found),)) and (kind is float or min(found) >= 0):
                return found
        words = "numbers" if kind is float else "whole numbers"
        raise typer.BadParameter(f"it should be {words} like {example}, not {clip(text)}")

    return typer.Option(None, parser=parse, metavar=metavar, help=about)


def matching_games(incomplete: str) -> list[str]:
    """The names of games that begin with the typed text, for shell completion."""
    return [name for name in game_names() if name.startswith(incomplete)]


GAME: Final = argument(
    "GAME",
    "a name, with parameters like 'nim(rows=[3, 4, 5])', or your own file: file.py:Class",
    autocompletion=matching_games,
)
DATABASE: Final = argument("DIR", "a database from solve --out")
DATABASE_GAME: Final = setting("GAME", "the game, if it is in your own file")
DATABASES: Final = setting("DIR", "a solved game, from solve --out; repeatable")
RESULTS: Final = setting("FILE", "games to explore, see import; repeatable")
STUDIES: Final = setting("FILE", "a study saved on the page; repeatable")
JSON: Final = flag("print one JSON object", "--json")
PLAIN: Final = flag("run as plain Python, without compiling")
DEPTH: Final = number(arguments.DEPTH, "look at most this many plies ahead")
SECONDS: Final = number(arguments.SECONDS, "think at most this long")
THREADS: Final = number(arguments.THREADS, "how many cores to use; all by default")
SEED: Final = number(arguments.SEED, "repeat the same random choices")
BY: Final = choice("value positions by outcome or by points", "outcome")
Evaluation = Literal["hand", "off", "learned"]
EVALUATION: Final = choice(
    "estimate positions by the game's own evaluation, as draws, or by learned weights", "hand"
)
WEIGHTS: Final = setting("FILE", "estimate positions by this file from learn --out")
ON: Final = setting("ADDRESS", "compute on the Ray cluster at HOST:PORT")
PLOT: Final = setting("FILE", "draw the result: a .svg, .png, .pdf or .tex file")
PLAYERS: Final = argument("PLAYER...", "like engine:seconds=0.1, see match --help")
SEARCHES: Final = ", ".join(f"{name} ({one.about})" for name, one in ALGORITHMS.items())
if TYPE_CHECKING:
    Algorithm = str
else:
    Algorithm = Literal[tuple(ALGORITHMS)]


@dataclass(frozen=True)
class Where:
    """The position for a command, by default the start of the game."""

    state: str | None = option(None, "the position as text; by default the start")
    moves: str | None = option(None, "moves from that position on: 'M1 M2 …'")

    def of(self, game: Game) -> Any:
        """The state; see `zermelo.play.position.position`."""
        return position(game, state=self.state, moves=self.moves)


START: Final = Where()


def evaluated_game(text: str, evaluation: str, weights: Path | None = None) -> Game:
    """The game with its own evaluation, none, or a learned one; `UsageError` if there is none."""
    from zermelo.learned.evaluation import shipped_weights, with_weights

    game = parse_game(text)
    if weights is not None or evaluation == "learned":
        file = weights or shipped_weights(game)
        if file is None:
            raise UsageError(f"Zermelo has no learned weights for {game}: give --weights FILE")
        return with_weights(game, file)
    return without_evaluation(game) if evaluation == "off" else game


def flatten_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with its dataclass parameters replaced by an option for each field."""
    given = signature(command, eval_str=True).parameters.values()
    groups = {one.name: one.default for one in given if is_dataclass(one.default)}
    for one in given:
        if one.annotation is bool and not one.default.param_decls:  # typer would add --no-NAME
            one.default.param_decls = (f"--{one.name.replace('_', '-')}",)
    own = {
        name: {
            field: _parameter(declared, declared.flag or f"--{field}", getattr(usual, field))
            for field, declared in options_of(usual).items()
        }
        for name, usual in groups.items()
    }

    @functools.wraps(command)
    def flat(**asked: Any) -> None:
        with contextlib.ExitStack() as stack:
            for name, options in own.items():
                values = {field: asked.pop(one.name) for field, one in options.items()}
                asked[name] = _read(groups[name], values, stack)
            command(**asked)

    parameters = [one for each in given for one in own.get(each.name, {each.name: each}).values()]
    shown = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in parameters]
    flat.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    flat.__annotations__ = {one.name: one.annotation for one in shown}
    return flat


def _parameter(declared: Option, dashed: str, default: Any) -> Parameter:
    name, kind = dashed.removeprefix("--").replace("-", "_"), declared.kind
    if declared.allowed is not None:
        kind = int if declared.allowed.whole else float
        default = 0 if declared.never and default is None else default
        details = number(declared.allowed, declared.help, default, dashed)
    else:
        metavar = declared.metavar or (None if kind is bool else "FILE" if kind is Path else "TEXT")
        default = False if kind is bool else None
        details = setting(metavar, declared.help, default, dashed)
    accepted: Any = kind if default is not None else kind | None
    return Parameter(name, Parameter.KEYWORD_ONLY, default=details, annotation=accepted)


def _read(usual: Any, values: dict[str, Any], stack: contextlib.ExitStack) -> Any:
    """A copy of `usual` with values from a command line; `stack` closes the cluster, if any."""
    for name, declared in options_of(usual).items():
        if declared.kind is bool and getattr(usual, name):  # the flag switches the setting off
            values[name] = not values[name]
        elif name == "executor":
            from zermelo.process.cluster import executor  # this import loads sockets and futures

            values[name] = stack.enter_context(executor(values[name]))
        elif declared.never:
            values[name] = values[name] or None
        elif values[name] is None:
            values[name] = getattr(usual, name)
    return replace(usual, **values)


def run(arguments: Sequence[str]) -> int:
    """Run the command in `arguments`; return its status. Raises `UsageError` for mistakes."""
    command = group(*(name for name in arguments[:1] if name in COMMANDS))
    try:
        status: Any = command(args=[*arguments], prog_name="zermelo", standalone_mode=False)
    except typer.TyperException as error:
        raise UsageError(getattr(error, "format_message", error.__str__)()) from None
    return status or 0


def group(*names: str) -> TyperGroup:
    """The commands with these names, by default all; fewer commands make parsing faster."""
    app = typer.Typer(
        cls=_Overview, help=ABOUT, rich_markup_mode=None, pretty_exceptions_enable=False
    )
    for name in names or COMMANDS:
        command = COMMANDS[name]
        app.command(name, short_help=command.about, cls=_Headed)(function_of(name, command))
    if names:
        return typer.main.get_group(app)
    return cast(TyperGroup, typer.main.get_command(app))  # with the options for shell completion


def function_of(name: str, command: Command) -> Callable[..., None]:
    """The function of a command, with its arguments and options as parameters."""
    module = importlib.import_module(f"zermelo.cli.{command.module}")
    return flatten_options(getattr(module, f"{name}_" if iskeyword(name) else name))


class _Overview(TyperGroup):
    """All commands, with the same help text however users request it."""

    def get_help(self, ctx: Any) -> str:
        return overview()


class _Headed(TyperCommand):
    """A command with headings for options in its help."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        records: dict[str, list[tuple[str, str]]] = {}
        for one in self.get_params(ctx):
            is_argument = one.param_type_name == "argument"
            heading = "Arguments" if is_argument else heading_of(one.opts[0].lstrip("-"))
            if (record := one.get_help_record(ctx)) is not None:
                records.setdefault(heading, []).append(record)
        for heading in ("Arguments", *HEADINGS, "Help"):
            if heading in records:
                with formatter.section(heading):
                    formatter.write_dl(records[heading])
