"""The tests' own house: folders as in src, no test module that needs another, nothing too long."""

import ast
from pathlib import Path

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "zermelo"
MODULES = sorted(TESTS.rglob("test_*.py"))
BESIDES = {"benchmarks", "docs", "fuzz"}  # what is tested beside the package
SOURCES = sorted(path for kind in ("py", "js", "css") for path in SOURCE.rglob(f"*.{kind}"))
LONGEST_FUNCTION = 60  # lines, its docstring not counted
LONGEST_FILE = 450


def test_the_folders_mirror_those_of_the_package():
    for module in MODULES:
        folder = module.parent.relative_to(TESTS)
        beside = folder.parts[:1] and folder.parts[0] in BESIDES
        assert beside or (SOURCE / folder).is_dir(), f"src/zermelo has no folder {folder}"


def imported(module: Path) -> set[str]:
    """The last parts of all names that a module imports, or imports from."""
    names = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names |= {node.module or "", *(name.name for name in node.names)}
        elif isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
    return {name.split(".")[-1] for name in names}


def test_no_test_module_imports_another():
    tests = {module.stem for module in MODULES} | {"conftest"}
    for module in sorted(TESTS.rglob("*.py")):
        assert not imported(module) & tests, f"{module} imports a test module"


def lengths(code: str) -> dict[str, int]:
    """The lines of each function, those of its docstring taken off."""
    collected: dict[str, int] = {}  # of functions of the same name the longest
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = lines_of(node)
            if ast.get_docstring(node) is not None:
                lines -= lines_of(node.body[0])
            collected[node.name] = max(lines, collected.get(node.name, 0))
    return collected


def lines_of(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_files_are_short():
    paths = [*SOURCES, *TESTS.rglob("*.py")]
    counts = {str(path): path.read_text(encoding="utf-8").count("\n") for path in paths}
    assert {name: count for name, count in counts.items() if count > LONGEST_FILE} == {}


def test_functions_are_short():
    counts = {
        f"{path}: {name}": count
        for path in SOURCES
        if path.suffix == ".py"
        for name, count in lengths(path.read_text(encoding="utf-8")).items()
    }
    assert {name: count for name, count in counts.items() if count > LONGEST_FUNCTION} == {}


def test_lines_are_counted_without_the_docstring():
    code = 'def f(\n    a,\n):\n    """One.\n\n    Two."""\n    return a\n'
    assert lengths(code) == {"f": 4}
