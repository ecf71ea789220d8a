"""Put the package's wheel among the pages, so that notebooks can install it from there.

No wheel is built as long as `html_baseurl` in docs/conf.py is "".
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx

import zermelo

ROOT: Final = Path(__file__).parents[2]
NAME: Final = f"zermelo-{zermelo.__version__}-py3-none-any.whl"
INSTALLING: Final = """\
# On Colab, on Binder, or wherever else Zermelo is not installed yet.
import importlib.util

if importlib.util.find_spec("zermelo") is None:
    %pip install --quiet "zermelo[notebook,solve] @ {address}"\
"""


def install_cell(site: str) -> str:
    """The cell of a notebook that installs Zermelo from the pages at the address `site`."""
    return INSTALLING.format(address=site + NAME)


def build(app: Sphinx, error: Exception | None) -> None:
    """Build the wheel into the folder of the pages."""
    if error is None and app.builder.name == "html" and app.config.html_baseurl:
        how = ("--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(app.outdir))
        subprocess.run([sys.executable, "-m", "pip", "wheel", *how, str(ROOT)], check=True)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the build of the wheel with Sphinx."""
    app.connect("build-finished", build)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
