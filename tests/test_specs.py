"""Tests compile few games: two sets of parameters of each, and those listed here with a reason.

Each further one costs seconds of a processor: a kernel of the engine takes three to six to compile.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from zermelo.games import BUILT_IN

FOLDER = Path(__file__).parent
MOST = 2  # specs of a game that tests compile
PLAIN = "named in a table of which the test compiles another entry"
FURTHER = {  # spec → why it is compiled as well
    "connectfour(width=4, height=4)": "published numbers of states",
    "connectfour(width=4, height=5)": "published numbers of states",
    "dotsandboxes(width=2, height=1)": PLAIN,
    "hex(size=4)": PLAIN,
    "hex(size=3)": "small enough for the oracle of proofs",
    "isolation": "the default of the documentation's commands",
    "isolation(width=3, height=2, stuck='either')": PLAIN,
    "isolation(width=3, height=3)": "small enough for the oracle to solve outright",
    "isolation(width=4, height=3)": "a lesson's board, compiled in the browser",
    "isolation(width=4, height=4)": "games that the documentation's commands end soon",
    "nim(rows=[1, 2])": "small enough for the oracle of proofs",
    "nim(rows=[2, 2])": PLAIN,
    "nim(rows=[1, 2, 2])": PLAIN,
    "nim(rows=[1, 2, 4])": "a database of which every probe reads every file; solved plain",
    "nim(rows=[2, 3, 2], misere=True)": PLAIN,
    "nim(rows=[4, 1, 4])": "not yet compiled by another test, and interrupted while it is",
    "nim(rows=[9])": "fewer positions than a comparison asks for",
    "breakthrough(width=3, height=4)": PLAIN,
    "breakthrough(width=3, height=5)": "a large proof by proof numbers",
    "domineering(width=3, height=3)": "small enough for the oracle of proofs",
    "domineering(width=4, height=2)": PLAIN,
    "domineering(width=6, height=6)": "falls apart into regions that pay off",
}


def compiled_specs(source: str) -> Iterator[str]:
    """The specs that tests of a file name which are marked `compiled` or pass `native=True`."""
    tree = ast.parse(source)
    tables = {
        target.id: statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    lines, marked = source.splitlines(), "pytestmark" in source and "compiled" in source
    everywhere = marked and "compiled" in ast.unparse(tables["pytestmark"])
    for test in tree.body:
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and test.name[:5] == "test_":
            first = min(part.lineno for part in (test, *test.decorator_list))
            marks = "\n".join(lines[first - 1 : test.lineno - 1])
            body = "\n".join(lines[test.lineno - 1 : test.end_lineno])
            asked = "native=True" in body or ("native" in marks and "True" in marks)
            plain = "native=False" in body or '"ZERMELO_NATIVE", "off"' in body
            if asked or ((everywhere or "mark.compiled" in marks) and not plain):
                yield from _named(test)
                for name in ast.walk(test):
                    yield from _named(tables.get(getattr(name, "id", ""), ast.Constant(None)))


def _named(part: ast.AST) -> Iterator[str]:
    """The specs of built-in games that are written out in a piece of code."""
    for node in ast.walk(part):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name, bracket, _ = node.value.partition("(")
            if name in BUILT_IN and node.value.endswith(")" if bracket else name):
                yield node.value


def test_tests_compile_two_specs_a_game():
    specs = defaultdict(set)
    for file in {*FOLDER.rglob("test_*.py")} - {Path(__file__)}:
        for spec in compiled_specs(file.read_text(encoding="utf-8")):
            specs[spec.partition("(")[0]].add(spec)
    further = {game: sorted(some - FURTHER.keys()) for game, some in specs.items()}
    assert {game: some for game, some in further.items() if len(some) > MOST} == {}
    assert FURTHER.keys() <= set().union(*specs.values()), "some reasons are needed no more"


def test_a_spec_is_seen_where_a_test_names_it():
    source = """
TABLE = ["nim(rows=[7])"]
@pytest.mark.compiled
def test_one():
    game("hex(size=3)")
@pytest.mark.parametrize("spec", TABLE)
def test_another(spec):
    solve(spec, native=True)
def test_plain():
    game("hex(size=4)")
@pytest.mark.compiled
def test_slow():
    analyze("hex(size=5)", native=False)
"""
    assert sorted(compiled_specs(source)) == ["hex(size=3)", "nim(rows=[7])"]
