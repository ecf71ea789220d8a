"""Nothing is too long to be read at once: functions and files of the source."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "zermelo"
LONGEST_FUNCTION = 60  # lines, its docstring not counted
LONGEST_FILE = 450
FILES = sorted(path for kind in ("py", "js", "css") for path in SOURCE.rglob(f"*.{kind}"))


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


def shown(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()  # names alone occur twice


def lines_of(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_files_are_short():
    counts = {shown(path): path.read_text(encoding="utf-8").count("\n") for path in FILES}
    assert {name: count for name, count in counts.items() if count > LONGEST_FILE} == {}


def test_functions_are_short():
    counts = {
        f"{shown(path)}: {name}": count
        for path in FILES
        if path.suffix == ".py"
        for name, count in lengths(path.read_text(encoding="utf-8")).items()
    }
    assert {name: count for name, count in counts.items() if count > LONGEST_FUNCTION} == {}


def test_lines_are_counted_without_the_docstring():
    code = 'def f(\n    a,\n):\n    """One.\n\n    Two."""\n    return a\n'
    assert lengths(code) == {"f": 4}
