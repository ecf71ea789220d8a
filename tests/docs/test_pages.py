"""Every page of the documentation is true: its blocks run and print what they show."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
OTHERS = {"gallery", "lessons", "tutorials", "reference"}  # made by Sphinx, or run as notebooks
BLOCK = re.compile(
    r"^(?:<!-- (?:file: (?P<file>\S+)|(?P<read>read only)) -->\n)?"
    r"(?P<fence>`{3,})(?P<kind>\w*|\{[^\n]*)\n(?P<text>.*?)^(?P=fence)$"
    r"|^(?P<lines>    zermelo [^\n]*\n(?:    [^\n]*\n)*)",
    re.MULTILINE | re.DOTALL,
)
PAGES = [DOCS.parent / "README.md", *DOCS.rglob("*.md")]


def blocks(text: str) -> Iterator[dict[str, object]]:
    """The code blocks of a page, as docs/extensions/running.py takes them."""
    for found in BLOCK.finditer(text):
        kind, code = found["kind"] or "default", (found["text"] or found["lines"] or "").rstrip()
        if not kind.startswith("{"):  # a directive
            yield {"kind": kind, "text": code, "file": found["file"], "read": bool(found["read"])}


@pytest.mark.parametrize(
    "page",
    [page for page in sorted(PAGES) if not OTHERS & {*page.parts} and "```" in page.read_text()],
    ids=lambda page: page.stem,
)
def test_the_blocks_of_a_page_run_as_printed(page):
    done = subprocess.run(
        [sys.executable, str(DOCS / "extensions" / "running.py")],
        input=json.dumps([*blocks(page.read_text(encoding="utf-8"))]),
        env=os.environ | {"ZERMELO_NATIVE": "off"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.strip().rpartition("\n")[2]) == []
