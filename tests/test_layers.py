"""The house keeps its storeys: lower modules never import upper ones, and few touch the outside."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "zermelo"

# Bottom to top. A module may import from lower storeys and from its own part, not from its
# neighbours on the same storey. Imports for type hints alone are free.
STOREYS = [
    {"errors"},
    {"picture", "files", "result"},
    {"game"},
    {"native"},
    {"games", "search"},
    {"spec"},
    {"solver"},
    {"show"},
    {"play"},
    {"lab", "terminal"},  # experiments are played
    {"zermelo"},  # the public names
    {"web", "notebook"},
    {"cli"},
    {"__main__"},
]
HEIGHT = {part: height for height, parts in enumerate(STOREYS) for part in parts}

OUTSIDE = {
    "numba": {"native"},
    "llvmlite": {"native"},
    "numpy": {"native", "search", "show", "solver"},
    "zarr": {"solver"},
    "typer": {"cli"},
    "rich": {"cli", "notebook", "play", "show", "terminal"},
    "textual": {"terminal"},
    "matplotlib": {"show"},
    "cma": {"lab"},
    "anywidget": {"notebook"},
    "traitlets": {"notebook"},
    "IPython": {"notebook"},
    "starlette": {"web"},
    "uvicorn": {"web"},
}
GAMES_MAY_KNOW = {"errors", "game", "picture", "games"}


def part_of(module: str) -> str:
    """The part of the package a dotted name belongs to: zermelo.search.perft → search."""
    return module.split(".")[1] if "." in module else "zermelo"


def part_of_file(path: Path) -> str:
    first = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    return "zermelo" if first == "__init__" else first


def imports(tree: ast.AST) -> Iterator[str]:
    """The names of all modules imported when the code runs, inside functions too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from imported_from(node)
        else:
            yield from imports(node)


def imported_from(node: ast.ImportFrom) -> Iterator[str]:
    """`from zermelo import spec` imports zermelo.spec, `from zermelo import Game` zermelo."""
    for alias in node.names:
        inside = node.module == "zermelo" and alias.name in HEIGHT
        yield f"zermelo.{alias.name}" if inside else str(node.module)


def storey_faults(part: str, modules: set[str]) -> list[str]:
    """What is wrong with a module of `part` that imports `modules`."""
    faults = []
    for module in modules:
        top = module.partition(".")[0]
        known = part_of(module)
        if top == "zermelo" and known != part and HEIGHT[known] >= HEIGHT[part]:
            faults.append(f"{part} imports {module}")
        if top == "zermelo" and part == "games" and known not in GAMES_MAY_KNOW:
            faults.append(f"{part} imports {module}")
        foreign = top != "zermelo" and top not in sys.stdlib_module_names
        if foreign and part not in OUTSIDE.get(top, ()):
            faults.append(f"{part} imports {module}")
    return faults


FILES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_from_below(path):
    part = part_of_file(path)
    assert part in HEIGHT, f"give {part} its storey in this test"
    modules = set(imports(ast.parse(path.read_text(encoding="utf-8"))))
    assert storey_faults(part, modules) == []


def test_every_part_in_the_table_is_there():
    assert {part_of_file(path) for path in FILES} == set(HEIGHT)


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("games", "from zermelo.search.perft import perft"),
        ("search", "from zermelo.games import BUILT_IN"),
        ("search", "def late():\n    import zermelo.play.session"),
        ("play", "from zermelo.lab.experiment import depth_experiment"),
        ("games", "from zermelo.native import kernel"),
        ("show", "import zermelo"),
        ("show", "from zermelo import cli"),
        ("game", "import numba"),
        ("search", "from numba import njit"),
        ("play", "import typer"),
        ("spec", "import requests"),
    ],
)
def test_the_check_sees_what_it_should(part, code):
    assert len(set(storey_faults(part, set(imports(ast.parse(code)))))) == 1


def test_imports_for_type_hints_are_free():
    code = "if TYPE_CHECKING:\n    from zermelo.cli import main"
    assert storey_faults("game", set(imports(ast.parse(code)))) == []
