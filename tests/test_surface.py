"""The public names of the package, which all have docstrings, and the cost of importing it."""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import zermelo
from processes import printed_by, python

PUBLIC = [
    "DRAW", "LOSS", "ONGOING", "WIN", "Analysis", "Book", "CheckFault", "CheckReport",
    "Database", "DesignReport", "Estimate", "Game", "GameProfile", "GameValue", "Learning",
    "Match", "MoveValue", "Oracle", "Perft", "Picture", "Playouts", "Position", "Proof",
    "ProofCheck", "Prover", "Solution", "Tournament", "Trace", "Tuning", "Verification",
    "analyze", "book", "cell_at", "cells", "check", "estimate", "game", "kernel", "learn",
    "match", "perft", "player", "playouts", "probe", "prove", "replaced", "report", "solve",
    "tournament", "trace", "tune", "value", "verify", "verify_proof",
]  # fmt: skip
SLOW = {"llvmlite", "numpy", "rich", "typer", "zarr", "textual", "ray"}
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(zermelo.__path__, "zermelo.")
    if module.name != "zermelo.__main__"
)


def loaded(code: str) -> set[str]:
    """The slow libraries that a fresh Python has loaded after `code`."""
    command = f"{code}\nimport sys\nprint(*sys.modules)"
    return SLOW & set(printed_by("-c", command).split())


def test_the_public_names_are_exactly_these_and_python_suggests_them():
    assert sorted(zermelo.__all__) == sorted(PUBLIC)
    assert dir(zermelo) == sorted([*PUBLIC, "__version__"])
    with pytest.raises(AttributeError, match="no attribute 'solve_everything'"):
        _ = zermelo.solve_everything
    code = "import zermelo; zermelo.analyse"
    assert "Did you mean: 'analyze'?" in python("-c", code).stderr


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_there_and_documented(name):
    value = getattr(zermelo, name)
    if not isinstance(value, int):
        assert inspect.getdoc(value)
        assert len(inspect.getdoc(value).splitlines()[0]) > 20


def test_importing_and_naming_games_loads_nothing_slow():
    every = "import zermelo, zermelo.games as g; [zermelo.game(n).start() for n in g.BUILT_IN]"
    assert loaded(every) == set()


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_the_help_loads_nothing_slow(arguments):
    assert loaded(f"from zermelo.cli import main; main({arguments})") == set()


def test_a_command_loads_itself_alone_and_a_plain_search_no_compiler():
    run = "from zermelo.cli import main; main(['games'])"
    ours = f"{run}; import sys; print(*(name for name in sys.modules if 'zermelo.cli' in name))"
    modules = set(printed_by("-c", ours).splitlines()[-1].split())
    assert "zermelo.cli.searching" in modules
    assert not modules & {"zermelo.cli.matches", "zermelo.cli.solving", "zermelo.cli.playing"}
    plain = "import zermelo.search.textbook as t; from zermelo.search.counters import new_counts"
    run = "g = zermelo.game('nim(rows=[1, 2])'); t.max_value(g, g.start(), -1, new_counts())"
    assert "llvmlite" not in loaded(f"import zermelo; {plain}; {run}")


@pytest.mark.parametrize("words", ["solve nim --plain", "match nim first first --games 2 --plain"])
def test_a_command_on_this_machine_does_not_load_ray(words):
    assert "ray" not in loaded(f"from zermelo.cli import main; main({words.split()})")


SYNTAX = "zermelo.native.compiler"  # its methods are named after syntax


def documentable(module) -> list[tuple[str, object]]:
    """The public functions and classes that `module` defines, and their public methods."""
    collected = []
    for name, value in vars(module).items():
        own = getattr(value, "__module__", None) == module.__name__
        if name.startswith("_") or not own or not (inspect.isclass(value) or callable(value)):
            continue
        collected.append((name, value))
        if inspect.isclass(value):
            parts = [] if module.__name__.startswith(SYNTAX) else public_parts(value)
            collected += [(f"{name}.{part}", getattr(value, part)) for part in parts]
    return collected


def public_parts(owner: type) -> list[str]:
    """The methods and properties that the class itself defines."""
    return [
        name
        for name, value in vars(owner).items()
        if not name.startswith("_")
        and (inspect.isfunction(value) or isinstance(value, (property, classmethod, staticmethod)))
    ]


def test_everything_public_is_documented():
    modules = [importlib.import_module(name) for name in MODULES]
    bare = [module.__name__ for module in modules if not module.__doc__]
    for module in modules:
        bare += [
            f"{module.__name__}: {where}"
            for where, value in documentable(module)
            if not inspect.getdoc(value)
        ]
    assert bare == []


MEASURED = "measures games for seconds"
WITHOUT_EXAMPLE = {"DesignReport": MEASURED, "GameProfile": MEASURED}  # with the reason


API = Path(__file__).parents[1] / "docs" / "reference" / "api.md"
PARTS = re.findall(r"autoclass:: zermelo\.(contract\.\S+)", API.read_text("utf-8"))


@pytest.mark.parametrize("name", sorted({*PUBLIC, *PARTS} - {"DRAW", "LOSS", "ONGOING", "WIN"}))
def test_the_docstring_of_a_public_name_has_its_parameters_and_an_example(name):
    module, _, attribute = f"zermelo.{name}".rpartition(".")
    value = getattr(importlib.import_module(module), attribute)
    text = inspect.getdoc(value)
    taken = [*inspect.signature(value).parameters]
    described = set(re.findall(r"\w+", text.partition(">>>")[0]))
    assert [each for each in taken if each not in {*described, "args", "kwargs"}] == []
    assert (">>> " in text) != (name in WITHOUT_EXAMPLE)
