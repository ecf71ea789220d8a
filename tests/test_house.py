"""Folders of the tests, lengths of files and functions, types of scripts, and the prose lint."""

import ast
import shutil
import subprocess
from pathlib import Path

import pytest

import prose
from declared import write_types

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SOURCE = ROOT / "src" / "zermelo"
MODULES = sorted(TESTS.rglob("test_*.py"))
BESIDES = {"benchmarks", "docs", "fuzz"}  # folders with tests of something else than the package
SOURCES = sorted(path for kind in ("py", "js", "css") for path in SOURCE.rglob(f"*.{kind}"))
LONGEST_FUNCTION = 60  # lines without the docstring
LONGEST_FILE = 450


def test_the_folders_mirror_those_of_the_package_and_no_test_imports_another():
    for module in MODULES:
        folder = module.parent.relative_to(TESTS)
        beside = folder.parts[:1] and folder.parts[0] in BESIDES
        assert beside or (SOURCE / folder).is_dir(), f"src/zermelo has no folder {folder}"
    tests = {module.stem for module in MODULES} | {"conftest"}
    for module in sorted(TESTS.rglob("*.py")):
        assert not imported(module) & tests, f"{module} imports a test module"


def imported(module: Path) -> set[str]:
    """The last part of each name that a module imports or imports from."""
    names = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names |= {node.module or "", *(name.name for name in node.names)}
        elif isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
    return {name.split(".")[-1] for name in names}


def lengths(code: str) -> dict[str, int]:
    """The number of lines of each function, without its docstring."""
    collected: dict[str, int] = {}  # by name; the longest of several functions
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = lines_of(node)
            if ast.get_docstring(node) is not None:
                lines -= lines_of(node.body[0])
            collected[node.name] = max(lines, collected.get(node.name, 0))
    return collected


def lines_of(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_files_and_functions_are_short():
    paths = [*SOURCES, *TESTS.rglob("*.py"), *(ROOT / "docs" / "decisions").iterdir()]
    counts = {str(path): path.read_text(encoding="utf-8").count("\n") for path in paths}
    assert {name: count for name, count in counts.items() if count > LONGEST_FILE} == {}
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


@pytest.mark.long
def test_scripts_read_what_python_sends():
    compiler = ROOT / "build" / "typescript" / "lib" / "tsc.js"
    if not compiler.exists() or shutil.which("node") is None:
        pytest.skip("there is no TypeScript: make build/typescript")
    write_types()
    command = ["node", str(compiler), "--project", str(ROOT / "jsconfig.json")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.stdout == "" and done.returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "Who outgrows a machine adds `--on`.",
        "It begins. Who cannot move has lost.",
        "The value for who moves there.",
        "Take one match or two; who takes the last one wins.",
        "It waits for ever.",
        "What plain Python ends at once is not compiled.",
        "The player to move, or whoever asked.",
        "What was found stays in the table.",
        "Whether it was found out in time.",
        "The page is told.",
        "It is said in one line.",
        "Such moves, and such like them.",
        "The same holds likewise.",
        "Seeds in one's store.",
        "A player of ours.",
        "Seven thousand million states.",
        "English draughts.",
        "It writes so much a minute.",
        "Signs, brackets and the like.",
        "It ends, for it has no time.",
        "The game begins anew.",
        "Rules are held against the contract.",
        "It lets go of the lock.",
    ],
)
def test_translated_wording_is_flagged(text):
    assert list(prose.faults(text))


@pytest.mark.parametrize(
    "text",
    [
        "Who wins then?",
        "What is the value of a tempo? See below.",
        "Players who cannot move lose.",
        "It prints what it counted.",
        "Games such as Nim, and there is no such file.",
        "The solver found a draw.",
        'A message "you were told" and `such` code.',
        "A loop for it, and one for each state.",
        "If one machine isn't enough, add `--on ADDRESS`.",
    ],
)
def test_plain_english_passes(text):
    assert list(prose.faults(text)) == []


def test_lines_are_those_of_the_file(tmp_path):
    page, program = tmp_path / "page.md", tmp_path / "program.py"
    page.write_text("# What a title\n\nPlain.\n\n```\nsuch code\n```\n\n- Games,\n  likewise.\n")
    program.write_text(
        '"""Plain.\n\nThe page\nis told.\n"""\ntold = 1  # such a move\nx = f"{told} anew"\n'
    )
    assert [fault.line for fault in prose.check(page)] == [10]
    assert [fault.line for fault in prose.check(program)] == [4, 6, 7]


def test_main_prints_each_fault_and_fails(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    (tmp_path / "bad.md").write_text("A player of ours.\n")
    assert prose.main([]) == 1
    assert capsys.readouterr().out == 'bad.md:1: "ours": write the name: "Zermelo\'s"\n'
    (tmp_path / "bad.md").write_text("A player of Zermelo's.\n")
    assert prose.main([]) == 0
