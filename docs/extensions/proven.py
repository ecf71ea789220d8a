"""Test the code blocks of each page that Sphinx reads.

    sessions (`>>>`)       run by doctest, which compares the output
    python                 run as one module; after `<!-- file: NAME -->`, also written to a file
                           for later blocks, and compared with that file beside the page, if any;
                           after `<!-- read only -->`, only compiled
    console (`$ zermelo`)  run; the output must be the same except for times, or, if the block ends
                           in "…", begin in the same way
    lines `zermelo …`      parsed by the command line's own parser, not run

All blocks of a page run in one process, in an empty folder, without machine code. MyST-NB runs
the cells of notebooks instead.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

LOG = logging.getLogger(__name__)
MARK = re.compile(r"\s*(?:<!--)?\s*(?:file: (?P<file>\S+)|(?P<read>read only))\s*(?:-->)?\s*")
RUNNER = Path(__file__).parent / "running.py"


def run_blocks(app: Sphinx, document: nodes.document) -> None:
    """Test the blocks of a page; each fault is a warning, which makes the build fail."""
    page = app.env.docname
    blocks = list(_blocks(document))
    for node, block in blocks:
        beside = Path(app.srcdir) / Path(page).parent / str(block["file"])
        if beside.is_file() and beside.read_text("utf-8").strip() != block["text"].strip():
            LOG.warning("%s beside the page differs from this block", beside.name, location=node)
    if page.startswith(("gallery/", "reference/api")) or not blocks:
        return
    done = subprocess.run(
        [sys.executable, str(RUNNER)],
        input=json.dumps([block for _, block in blocks]),
        env=os.environ | {"ZERMELO_NATIVE": "off"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        LOG.warning("the blocks of %s could not be run: %s", page, done.stderr[-2000:])
        return
    for number, fault in json.loads(done.stdout.strip().rpartition("\n")[2]):
        LOG.warning("this block fails:\n%s", fault, location=blocks[number][0])


def _blocks(document: nodes.document) -> Iterator[tuple[nodes.Node, dict[str, Any]]]:
    """Yield the code blocks, except a notebook's, each with its language, text and mark."""
    for node in document.findall(nodes.literal_block):
        if "cell" in " ".join(getattr(node.parent, "attributes", {}).get("classes", [])):
            continue
        mark = _mark_before(node)
        yield (
            node,
            {
                "kind": node.get("language", "default"),
                "text": node.astext(),
                "file": mark["file"] if mark else None,
                "read": bool(mark and mark["read"]),
            },
        )


def _mark_before(node: nodes.Node) -> re.Match[str] | None:
    before = node.parent.index(node) - 1
    return MARK.fullmatch(node.parent[before].astext()) if before >= 0 else None


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the tests with Sphinx."""
    app.connect("doctree-read", run_blocks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
