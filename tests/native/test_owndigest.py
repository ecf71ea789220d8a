"""The digest of native code depends on what its files compile to, not on their words."""

from __future__ import annotations

import ast
import io
import os
import subprocess
import sys
import tokenize

import pytest

from zermelo.native.disk import remembered
from zermelo.native.disk.remembered import GENERATE_NO_CODE, PACKAGE, bare

FILES = sorted(PACKAGE.rglob("*.py"))
NAMES = [path.relative_to(PACKAGE).as_posix() for path in FILES]
SOURCE = b'''"""What a file is for."""

# Why it holds a number.
LIMIT = 3  # of something


class Pair:
    """Two lines
    of words."""

    text = """
    # kept
    """

    def total(self):
        """Add."""
        return 1 + 2
'''


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_files_without_words_mean_the_same(path):
    """Nothing but comments, docstrings and blank lines goes: the syntax trees are equal."""
    source = path.read_bytes()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
            node
        ):
            node.body[0].value.value = ""
    assert ast.dump(ast.parse(bare(source))) == ast.dump(tree)
    tokens = tokenize.tokenize(io.BytesIO(bare(source)).readline)
    assert not [token.string for token in tokens if token.type == tokenize.COMMENT]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"What a file is for.", b"Its purpose.\n\nAt length."),
        (b"Two lines\n    of words.", b"Words."),
        (b'        """Add."""', b'        """The sum.\n\n        Source: Euclid.\n        """'),
        (b"# Why it holds a number.", b"# Why.\n# At length."),
        (b"of something", b"of something else"),
        (b"\n\n\n", b"\n"),
    ],
)
def test_words_may_change(old, new):
    assert SOURCE.count(old) in (1, 2)
    assert bare(SOURCE.replace(old, new)) == bare(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"1 + 2", b"1 - 2"),
        (b"LIMIT = 3", b"LIMIT = 4"),
        (b"# kept", b"# lost"),
        (b"        return", b"    return"),
    ],
)
def test_code_may_not(old, new):
    assert SOURCE.count(old) == 1
    assert bare(SOURCE.replace(old, new)) != bare(SOURCE)


def test_the_digest_is_of_all_files_that_generate_code(tmp_path, monkeypatch):
    monkeypatch.setattr(remembered, "PACKAGE", tmp_path)
    (tmp_path / "disk").mkdir()
    places = [tmp_path / "bridge.py", tmp_path / "disk" / "owned.py"]
    for place in places:
        place.write_bytes(SOURCE)
    digests = [remembered.own_digest.__wrapped__()]
    for old, new in ((b"of something", b"of else"), (b"Add", b"Sum"), (b"1 + 2", b"2 + 1")):
        for place in reversed(places):
            place.write_bytes(place.read_bytes().replace(old, new))
            digests.append(remembered.own_digest.__wrapped__())
    assert len(set(digests)) == 2
    assert digests[-1] != digests[-2]  # only code, and only where it counts


def test_files_that_generate_no_code_exist():
    assert set(NAMES) >= GENERATE_NO_CODE


def test_the_fingerprint_is_the_same_in_every_process():
    """The rules of chess have sets of texts, whose order is another one in each."""
    line = (
        "import zermelo; from zermelo.native.disk.fingerprint import truth_fingerprint as digest;"
        "print(digest(zermelo.game('chess')))"
    )
    seeds = ({**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2"))
    printed = {subprocess.check_output([sys.executable, "-c", line], env=env) for env in seeds}
    assert len(printed) == 1
