"""The types that scripts have of the JSON they read: those of Python."""

import shutil
import subprocess
from pathlib import Path

import pytest

from declared import write_types

ROOT = Path(__file__).parent.parent


@pytest.mark.long
def test_scripts_read_what_python_sends():
    compiler = ROOT / "build" / "typescript" / "lib" / "tsc.js"
    if not compiler.exists() or shutil.which("node") is None:
        pytest.skip("there is no TypeScript: make build/typescript")
    write_types()
    command = ["node", str(compiler), "--project", str(ROOT / "jsconfig.json")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.stdout == "" and done.returncode == 0
