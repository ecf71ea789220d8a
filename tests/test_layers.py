"""The plan of the rooms: which may import from which, also in functions and for type hints."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from zermelo import upward

SOURCE = Path(__file__).parent.parent / "src" / "zermelo"

# Each room with the rooms directly below it. A room may import from these and from all below them.
SURFACES = {"terminal", "web", "notebook"}
BELOW = {
    "errors": set(),
    "upward": set(),
    "confidence": set(),
    "process": {"errors"},
    "contract": {"process", "upward"},
    "naming": {"contract"},
    "kit": {"contract"},
    "native": {"contract"},
    "games": {"kit"},
    "learned": {"kit", "native"},
    "spec": {"games"},
    "blame": {"spec"},
    "search": {"confidence", "native"},
    "solver": {"search", "spec"},
    "values": {"contract"},
    "books": {"solver"},
    "proofs": {"solver"},
    "draw": {"naming"},
    "play": {"search", "solver", "draw", "blame", "learned"},
    "players": {"play", "books", "proofs"},
    "matches": {"players"},
    "board": {"play", "draw"},
    "trees": {"search", "draw"},
    "laws": {"matches"},
    "tuning": {"matches"},
    "experiments": {"tuning", "laws"},
    "bridges": {"laws", "experiments"},
    "course": {"players", "trees"},
    "reports": {"bridges", "board", "course", "trees", "values"},
    "terminal": {"reports"},
    "web": {"reports"},
    "notebook": {"reports"},
    "publish": {"web"},
    "zermelo": {"laws", "experiments", "values"},  # the public names
    "scaffold": {"spec", "zermelo"},
    "cli": {*SURFACES, "bridges", "publish", "scaffold", "zermelo"},
    "__main__": {"cli"},
}

# The floors inside large rooms, one a line, the lowest first. A module imports from its own inner
# room and from the floors below. Modules beside the inner rooms have a floor, too.
INSIDE = {
    "native": (
        *("arrays kernel", "items native", "compiler", "machine", "values"),
        *("cache calling fingerprint", "running", "wasm"),
    ),
    "solver": (
        *("solver score", "solution crews sampling", "keys", "store", "keyed numbered"),
        *("probing estimate", "solve checking"),
    ),
}

# Modules of upper rooms that are looked up by name, each with the files that do so.
UPWARD = {
    "fitting": {"play/advice.py"},
    "reports": {"contract/analysis.py"},
    "openspiel": {"spec.py"},
    "spec": {"contract/arguments.py", "games/mathematics/sum.py"},
    "whole": {"search/engine/thinking.py"},
}

OUTSIDE = {
    "llvmlite": {"native"},
    "numpy": {"bridges", "kit", "learned", "native", "search", "solver", "trees", "tuning"},
    "zarr": {"solver"},
    "numcodecs": {"solver"},
    "ray": {"process"},
    "google_crc32c": {"solver"},
    "typer": {"cli"},
    "rich": {"cli", "draw", "notebook", "reports", "terminal", "trees"},
    "textual": {"terminal"},
    "jinja2": {"reports"},
    "cairosvg": {"draw"},
    "cma": {"tuning"},
    "pyspiel": {"bridges"},
    "open_spiel": {"bridges"},
    "pettingzoo": {"bridges"},
    "gymnasium": {"bridges"},
    "pandas": {"contract"},
    "pyarrow": {"bridges"},
    "anywidget": {"notebook"},
    "traitlets": {"notebook"},
    "typing_extensions": {"contract"},  # for type checkers, which install it
    "IPython": {"notebook"},
    "segno": {"web"},
    "starlette": {"web"},
    "uvicorn": {"web"},
}


def room_of(module: str) -> str:
    """The room that a dotted name belongs to: zermelo.search.playouts → search."""
    return module.split(".")[1] if "." in module else "zermelo"


def module_of(path: Path) -> str:
    """The dotted name of a file, or of its folder if the file is an __init__.py."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.AST) -> Iterator[str]:
    """All modules that the code imports, also in functions and for type hints."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in FILES else str(node.module) for name in names)


def find_named_modules(tree: ast.AST) -> Iterator[str]:
    """The modules whose names are string constants in the code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.partition(":")[0]
            if name in FILES and name != "zermelo":
                yield name


def known_to(tree: ast.AST) -> set[str]:
    """All modules that the code imports or names."""
    return {*imports(tree), *find_named_modules(tree)}


def reach(room: str) -> set[str]:
    """All rooms below a room."""
    return BELOW[room].union(*(reach(lower) for lower in BELOW[room]))


def faults(room: str, modules: set[str]) -> list[str]:
    """The forbidden ones among the `modules` that a module of `room` imports."""
    collected = []
    for module in sorted(modules):
        top = module.partition(".")[0]
        if top == "zermelo":
            wrong = room_of(module) not in {room, *reach(room)}
        else:
            foreign = top not in sys.stdlib_module_names
            wrong = foreign and room not in OUTSIDE.get(top, ())
        if wrong:
            collected.append(f"{room} imports {module}")
    return collected


def test_every_room_of_the_plan_is_there_and_modules_import_only_from_below():
    assert {room_of(module) for module in FILES} == set(BELOW)
    listed = {"zermelo.upward"}  # whose names are listed below
    known = {module: known_to(parsed(path)) for module, path in FILES.items()}
    result = {
        module: faults(room_of(module), known[module]) for module in FILES if module not in listed
    }
    assert {module: wrong for module, wrong in result.items() if wrong} == {}


def floors(room: str) -> dict[str, int]:
    """The floor of each inner room of a room."""
    plan = enumerate(INSIDE[room])
    return {name: floor for floor, names in plan for name in names.split()}


def inner_room_of(module: str) -> str:
    """zermelo.native.wasm.browser → wasm, zermelo.native.running → running."""
    return module.split(".")[2] if module.count(".") > 1 else room_of(module)


@pytest.mark.parametrize("room", INSIDE)
def test_inside_a_large_room_modules_import_only_from_below(room):
    # Look-ups by name may go up: `kernel` loads `running`, and with it LLVM, only if needed.
    floor, inside = floors(room), [module for module in FILES if room_of(module) == room]
    assert {inner_room_of(module) for module in inside} == set(floor)
    wrong = [
        f"{module} imports {other}"
        for module in inside
        for other in set(imports(parsed(FILES[module]))) & set(inside)
        if inner_room_of(other) != inner_room_of(module)
        and floor[inner_room_of(other)] >= floor[inner_room_of(module)]
    ]
    assert wrong == []


def test_no_folder_is_crowded_and_no_files_import_each_other_in_a_circle():
    """A folder has at most 25 files; the ground floor has only modules that belong to no room."""
    counts = {
        folder: sum(len(list(folder.glob(kind))) for kind in ("*.py", "*.js", "*.css"))
        for folder in SOURCE.rglob("*")
        if folder.is_dir()
    }
    assert {folder.name: count for folder, count in counts.items() if count > 25} == {}
    assert len(list(SOURCE.glob("*.py"))) <= 8
    imported = {module: set(FILES) & set(imports(parsed(path))) for module, path in FILES.items()}
    TopologicalSorter(imported).prepare()  # a CycleError names them


def test_look_ups_by_name_are_those_listed():
    assert set(upward.MODULES) == set(UPWARD)
    used: dict[str, set[str]] = {name: set() for name in UPWARD}
    for path in FILES.values():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "look_up":
                (name,) = (ast.literal_eval(argument) for argument in node.args)
                used[name].add(path.relative_to(SOURCE).as_posix())
    assert used == UPWARD
    assert all(module in FILES for module in upward.MODULES.values())


@pytest.mark.parametrize(
    ("room", "code"),
    [
        ("games", "from zermelo.search.playouts import perft"),
        ("search", "def late():\n    import zermelo.play.session"),
        ("search", "if TYPE_CHECKING:\n    from zermelo.play.session import Session"),
        ("search", "importlib.import_module('zermelo.play.session')"),
        ("web", "from zermelo.terminal.board import Board"),
        ("draw", "import zermelo"),
        ("contract", "import numba"),
        ("spec", "import requests"),
    ],
)
def test_the_check_sees_what_it_should(room, code):
    assert len(faults(room, known_to(ast.parse(code)))) == 1
