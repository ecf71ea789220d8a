"""The tests' own house: folders as in src, and no test module that needs another."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "zermelo"
MODULES = sorted(TESTS.rglob("test_*.py"))
BESIDES = {"benchmarks", "docs", "fuzz"}  # what is tested beside the package
LONGEST = 450  # lines


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


def test_no_module_is_longer_than_its_concept():
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in TESTS.rglob("*.py")}
    assert [path.name for path in lines if lines[path] > LONGEST] == []
