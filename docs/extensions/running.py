"""Run the code blocks of one page, see `proven`: read them as JSON, and print the faults as JSON.

python running.py < blocks.json
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import sys
import tempfile
import traceback
import types
from pathlib import Path
from typing import Any

READ = re.compile(r"^(zermelo .*?)(?:\s+#.*)?$", re.MULTILINE)


def faults(blocks: list[dict[str, Any]]) -> list[tuple[int, str]]:
    """The index of each block that fails, and a description of its failure."""
    faulty: list[tuple[int, str]] = []
    sys.modules["page"] = page = types.ModuleType("page")
    names = page.__dict__
    for number, block in enumerate(blocks):
        output = io.StringIO()
        try:
            with contextlib.redirect_stderr(output):
                fault = _fault(block, names)
        except (Exception, SystemExit):
            fault = traceback.format_exc(limit=-3)
        if fault:
            faulty.append((number, f"{block['text'][:300]}\n--\n{fault}{output.getvalue()}"))
    return faulty


def _fault(block: dict[str, Any], names: dict[str, Any]) -> str:
    kind, text = block["kind"], block["text"]
    if block["file"]:
        Path(block["file"]).write_text(text + "\n", encoding="utf-8")
    if ">>> " in text:
        return _session(text, names)
    if kind == "console":
        return _compare_output(text)
    if kind in ("python", "ipython3"):
        return _python(text, names, block["read"])
    for line in READ.findall(text.replace("\\\n", " ")):
        _parse_command(line)
    return ""


def _session(text: str, names: dict[str, Any]) -> str:
    parsed = doctest.DocTestParser().get_doctest(text + "\n", names, "block", None, 0)
    parsed.globs = names  # not a copy, so that later blocks see its variables
    output = io.StringIO()
    doctest.DocTestRunner(verbose=False).run(parsed, out=output.write, clear_globs=False)
    return output.getvalue()


def _python(text: str, names: dict[str, Any], read: bool) -> str:
    code = compile(text, "block", "exec")
    if not read:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, names)
    return ""


def _compare_output(text: str) -> str:
    """Run a command; return "" if its output is the block's, else a description of the fault."""
    from zermelo.cli import main

    command, _, shown = text.partition("\n")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = main(shlex.split(command.removeprefix("$ "))[1:])
    if status:
        return f"exit {status}"
    if not shows(shown, printed.getvalue()):
        return f"it prints\n{printed.getvalue()}"
    return ""


def shows(shown: str, printed: str) -> bool:
    """Whether a block shows the printed output or, if the block ends in "…", its beginning."""
    shown, printed = _without_times(shown), _without_times(printed)
    if shown.endswith("…"):
        return printed.startswith(shown[:-1].rstrip())
    return printed == shown


def _without_times(output: str) -> str:
    """An output without times, and without rules and spaces whose lengths depend on times."""
    output = re.sub(r" *\d+\.\d+ m?s ", " ", output)
    return re.sub(r"─+|(?<=result) +| +$", "", output, flags=re.MULTILINE).strip()


def _parse_command(line: str) -> None:
    """Parse a command as `zermelo` does, without running it; raises an error if it is invalid."""
    from zermelo.cli.options import group

    _, name, *words = shlex.split(line)
    group(name).commands[name].make_context(line, words)


if __name__ == "__main__":
    given = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.path.insert(0, folder)  # for modules that blocks write to files
        faulty = faults(given)
        os.chdir("/")
    print("\n" + json.dumps(faulty))
