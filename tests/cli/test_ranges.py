"""Every number that a command or a player's name takes has a range, and says so in one line."""

import inspect
import typing
from types import UnionType

import pytest
import typer

from zermelo.cli.commands import COMMANDS
from zermelo.matches import schedule

WRONG = ("inf", "-inf", "nan", "1e20", "-1e20", f"{10**20}", f"-{10**20}", "9" * 5000, "x", "")
EVERY = {name: command.load(name) for name, command in COMMANDS.items()}


def kinds(annotation: object) -> set[type]:
    """The types that a parameter takes: int | None with an option is {int, NoneType}."""
    if typing.get_origin(annotation) is typing.Annotated:
        annotation = typing.get_args(annotation)[0]
    if isinstance(annotation, UnionType):
        return set(typing.get_args(annotation))
    return {annotation}


def numeric(command) -> list[str]:
    """The names of the parameters that are numbers."""
    parameters = inspect.signature(command, eval_str=True).parameters.values()
    return [one.name for one in parameters if kinds(one.annotation) & {int, float}]


def parsed(command):
    """The command as its options are parsed."""
    app = typer.Typer()
    app.command("only")(command)
    return typer.main.get_command(app)


CASES = [(name, parameter) for name, command in EVERY.items() for parameter in numeric(command)]


def test_commands_have_numbers():
    assert len(CASES) > 50
    assert {"depth", "seconds", "nodes", "table", "threads", "processes"} <= {c[-1] for c in CASES}


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_a_number_of_a_command_that_makes_no_sense_is_one_line(run, case):
    name, asked = case
    parameters = {one.name: one for one in parsed(EVERY[name]).params}
    option = parameters[asked].opts[0]
    others = [one for one in parameters.values() if one.param_type_name == "argument"]
    for wrong in WRONG:
        given = [wrong if one.name == asked else "tictactoe" for one in others]
        first = f"{option}={wrong}" if option.startswith("--") else "--"
        status, out, err = run(name, first, *given)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "Invalid value for" in err and (option in err or asked.upper() in err)
        assert len(err) < 200


@pytest.mark.parametrize(
    "limit", ["engine:depth", "engine:nodes", "engine:seconds", "minimax:limit"]
)
@pytest.mark.parametrize(
    "wrong", ["1e999", "-1", f"{10**20}", "1e20", "None", "True", "'1'", "nan"]
)
def test_a_number_of_a_player_that_makes_no_sense_is_one_line(run, limit, wrong):
    for name in (f"{limit}={wrong}", f"level:3,{limit.partition(':')[2]}={wrong}"):
        status, out, err = run("match", "tictactoe", name, "random", "--games", "2")
        assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("experiment", "depth", "tictactoe", "--depths", "100000"),
        ("tree", "tictactoe", "--depth", "100000"),
        ("match", "tictactoe", "first", "first", "--sprt", "nan,nan"),
        ("match", "tictactoe", "first", "first", "--sprt", "0,inf"),
        ("solve", "tictactoe", "--memory", f"{10**20}TiB", "--threads", "100000"),
    ],
    ids=" ".join,
)
def test_numbers_in_texts_have_ranges_too(run, arguments):
    status, out, err = run(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_an_endless_file_of_openings_ends_at_a_size(run, tmp_path, monkeypatch):
    asked = ("match", "tictactoe", "first", "first", "--games", "2", "--openings")
    status, out, err = run(*asked, "/dev/zero")
    assert (status, out, err.count("\n")) == (2, "", 1) and "no regular file" in err
    monkeypatch.setattr(schedule, "LARGEST", 10)
    path = tmp_path / "openings.txt"
    path.write_text("1,1 0,0 2,2\n")
    assert "more than 10 bytes" in run(*asked, str(path))[2]
