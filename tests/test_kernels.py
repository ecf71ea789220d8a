"""Every kernel has a twin, a slow and obvious oracle that shares no code with it."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import oracles

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "zermelo"

TWINS = tomllib.loads((TESTS / "oracles" / "twins.toml").read_text(encoding="utf-8"))


def kernels() -> Iterator[str]:
    """The module and name of every function that is decorated as a kernel."""
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and "kernel" in map(
                ast.unparse, node.decorator_list
            ):
                yield f"{module}.{node.name}"


def listed() -> Iterator[str]:
    for modules in TWINS.values():
        for module, names in modules.items():
            yield from (f"{module}.{name}" for name in names.split())


def test_every_kernel_has_a_twin_in_the_oracles_that_shares_no_code():
    """If this fails, write the oracle, compare both in a test, and list it in twins.toml."""
    assert sorted(set(kernels()) - set(listed())) == [], "kernels without a twin"
    assert sorted(set(listed()) - set(kernels())) == [], "no kernels, or not any more"
    assert len(list(listed())) == len(set(listed()))
    for path in (TESTS / "oracles").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                assert "zermelo" not in ast.unparse(node), path.name


def test_every_oracle_is_compared_with_something():
    places = [TESTS / "oracles", TESTS / "test_kernels.py"]
    texts = [
        path.read_text(encoding="utf-8")
        for path in TESTS.rglob("*.py")
        if not any(path.is_relative_to(place) for place in places)
    ]
    for oracle in TWINS.keys() - {"dict", "set", "Rules"}:
        assert hasattr(oracles, oracle) and any(f"{oracle}(" in text for text in texts), oracle
