"""The arguments and options that several commands take."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass, replace
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from zermelo.contract import ranges
from zermelo.contract.game import Game
from zermelo.contract.options import Option, option, options_of
from zermelo.contract.ranges import Range
from zermelo.errors import ParameterError, UsageError
from zermelo.search.algorithms import ALGORITHMS
from zermelo.spec import parse_game


def number(allowed: Range, *flags: str, help: str) -> Any:  # noqa: A002 - as typer calls it
    """An option that takes a number of this range, and says which numbers those are."""
    return typer.Option(*flags, **_numeric(allowed, help), metavar="N" if allowed.whole else "X")


def count(allowed: Range, name: str, *, help: str) -> Any:  # noqa: A002
    """An argument that does."""
    return typer.Argument(**_numeric(allowed, help), metavar=name)


def _numeric(allowed: Range, about: str) -> dict[str, Any]:
    return {"parser": functools.partial(_parsed, allowed), "help": f"{about} [{allowed}]"}


def _parsed(allowed: Range, text: str) -> Any:
    try:
        return allowed.parse(text)
    except ParameterError as error:
        raise typer.BadParameter(str(error)) from None


GameText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="a name, a spec like 'nim(rows=[3, 4, 5])', or a file of yours: file.py:Class",
    ),
]
DatabaseGame = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="its game, if that is a file of yours"),
]
Results = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="games to explore, of match --export; repeatable"),
]
Studies = Annotated[
    list[Path] | None,
    typer.Option("--study", metavar="FILE", help="a study to offer, saved on the page; repeatable"),
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object on standard output")]
Plain = Annotated[bool, typer.Option("--plain", help="run as plain Python, nothing compiled")]
Depth = Annotated[int | None, number(ranges.DEPTH, help="look at most this many plies ahead")]
Seconds = Annotated[float | None, number(ranges.SECONDS, help="think at most this long")]
Seed = Annotated[int | None, number(ranges.SEED, help="make chance repeatable")]
ByWhat = Annotated[
    Literal["outcome", "score"], typer.Option("--by", help="values: who wins, or points")
]
Evaluation = Annotated[
    Literal["hand", "off", "learned"],
    typer.Option("--evaluation", help="where a limit cuts: the game's estimate, 0, or tables"),
]
LearnedWeights = Annotated[
    Path | None, typer.Option("--weights", help="evaluate by this file of zermelo learn")
]
OnCluster = Annotated[
    str | None,
    typer.Option("--on", metavar="ADDRESS", help="of a Ray cluster that does the work: HOST:PORT"),
]
if TYPE_CHECKING:
    Algorithm = str
else:
    Algorithm = Literal[tuple(ALGORITHMS)]
SEARCHES: Final = ", ".join(f"{name} ({one.about})" for name, one in ALGORITHMS.items())
DEPTH_SEARCHES: Final = ", ".join(name for name, one in ALGORITHMS.items() if one.depth)
Players = Annotated[
    list[str], typer.Argument(metavar="PLAYER...", help="like engine:seconds=0.1, see match --help")
]
MatchSeed = Annotated[int, number(ranges.SEED, help="play other games")]
Processes = Annotated[int, number(ranges.PROCESSES, help="how many play at the same time")]


@dataclass(frozen=True)
class Where:
    """The position that a command is about, by default the game's start."""

    state: str | None = option(None, "the position, as text")
    moves: str | None = option(None, "the moves that lead to it, from the start or from --state")

    def of(self, game: Game) -> Any:
        """The state; see `zermelo.play.position.position`."""
        from zermelo.play.position import position

        return position(game, state=self.state, moves=self.moves)


START: Final = Where()


def evaluated_game(text: str, evaluation: str, weights: Path | None = None) -> Game:
    """The game that `text` names, with its evaluation, with none, or with a learned one.

    Raises `UsageError` where no learned evaluation ships with Zermelo, and none is given.
    """
    from zermelo.contract.points import without_evaluation
    from zermelo.learned.file import evaluated, shipped

    game = parse_game(text)
    if weights is not None or evaluation == "learned":
        file = weights or shipped(game)
        if file is None:
            raise UsageError(f"no learned evaluation of {game} comes with Zermelo: give --weights")
        return evaluated(game, file)
    return without_evaluation(game) if evaluation == "off" else game


def parameters_of(usual: Any) -> dict[str, Parameter]:
    """The options of a dataclass as parameters of a command, by the names of their fields.

    usual  an object of it, with the defaults
    """
    return {
        name: _parameter(declared, declared.flag or f"--{name}", getattr(usual, name))
        for name, declared in options_of(usual).items()
    }


def _parameter(declared: Option, flag: str, default: Any) -> Parameter:
    name, kind = flag.removeprefix("--").replace("-", "_"), declared.kind
    if declared.allowed is not None:
        kind = int if declared.allowed.whole else float
        details = number(declared.allowed, flag, help=declared.help)
        default = 0 if declared.never and default is None else default
    else:
        details = typer.Option(flag, help=declared.help, metavar=declared.metavar)
        default = False if kind is bool else None
    accepted: Any = kind if default is not None else kind | None
    return Parameter(
        name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[accepted, details]
    )


def flattened(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose parameters that are dataclasses are given option by option."""
    given = signature(command, eval_str=True).parameters.values()
    groups = {one.name: one.default for one in given if is_dataclass(one.default)}
    own = {name: parameters_of(usual) for name, usual in groups.items()}

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


def _read(usual: Any, values: dict[str, Any], stack: contextlib.ExitStack) -> Any:
    """`usual` with the values of a command line; `stack` closes a cluster that does the work."""
    for name, declared in options_of(usual).items():
        if declared.kind is bool and getattr(usual, name):  # the flag switches it off
            values[name] = not values[name]
        elif name == "executor":
            from zermelo.process.cluster import executor  # sockets and futures start no sooner

            values[name] = stack.enter_context(executor(values[name]))
        elif declared.never:
            values[name] = values[name] or None
        elif values[name] is None:
            values[name] = getattr(usual, name)
    return replace(usual, **values)
