"""What docstrings and comments name between backticks exists: a module, or a name in some code."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "zermelo"
FILES = sorted(SOURCE.rglob("*.py"))
NAMED = re.compile(r"`([A-Za-z_][\w.]*)`")
PROSE = ('"""', 'r"""', "#")


def tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    return tokenize.generate_tokens(io.StringIO(text).readline)


def names(text: str) -> set[str]:
    """All words in the code of a file, in its short texts too."""
    code = (token.string for token in tokens(text) if not token.string.startswith(PROSE))
    return {word for part in code for word in re.findall(r"\w+", part)}


def named(text: str) -> set[str]:
    """What the prose of a file names."""
    prose = (token.string for token in tokens(text) if token.string.startswith(PROSE))
    return {name for part in prose for name in NAMED.findall(part)}


@pytest.fixture(scope="module")
def known() -> set[str]:
    rooms = {part for path in FILES for part in path.relative_to(SOURCE.parent).parts}
    code = set().union(*(names(path.read_text(encoding="utf-8")) for path in FILES))
    return code | rooms | {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_names_in_prose_exist(path, known):
    prose = named(path.read_text(encoding="utf-8"))
    assert {name for name in prose if not known.issuperset(name.split("."))} == set()


def test_names_are_read_from_prose_alone():
    text = '"""Calls `a.b`."""\nx = f("y")  # as `c`\n'
    assert (named(text), names(text)) == ({"a.b", "c"}, {"x", "f", "y"})
