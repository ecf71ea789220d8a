"""What docstrings and comments name between backticks exists: a module, or a name in some code."""

import io
import re
import tokenize
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "zermelo"
FILES = sorted(SOURCE.rglob("*.py"))
NAMED = re.compile(r"`([A-Za-z_][\w.]*)`")
PROSE = ('"""', 'r"""', "#")


@cache
def tokens(text: str) -> tuple[tokenize.TokenInfo, ...]:
    return tuple(tokenize.generate_tokens(io.StringIO(text).readline))


def names(text: str) -> set[str]:
    """All words in the code of a file, in its short texts too."""
    code = (token.string for token in tokens(text) if not token.string.startswith(PROSE))
    return {word for part in code for word in re.findall(r"\w+", part)}


def named(text: str) -> set[str]:
    """What the prose of a file names."""
    prose = (token.string for token in tokens(text) if token.string.startswith(PROSE))
    return {name for part in prose for name in NAMED.findall(part)}


def test_names_in_prose_exist():
    texts = {path: path.read_text(encoding="utf-8") for path in FILES}
    known = {
        part for path in FILES for part in path.relative_to(SOURCE.parent).with_suffix("").parts
    }
    known.update(*map(names, texts.values()))
    missing = {
        f"{path.name}: {name}"
        for path, text in texts.items()
        for name in named(text)
        if not known.issuperset(name.split("."))
    }
    assert missing == set()


def test_names_are_read_from_prose_alone():
    text = '"""Calls `a.b`."""\nx = f("y")  # as `c`\n'
    assert (named(text), names(text)) == ({"a.b", "c"}, {"x", "f", "y"})
