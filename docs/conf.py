"""How Sphinx makes the documentation: `make docs` writes it to build/docs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))

project = "Zermelo"
author = "The Zermelo developers"
copyright = author
extensions = ["myst_nb", "sphinx.ext.autodoc"]
extensions += [
    "docstrings",
    "live",
    "gallery",
    "commandline",
    "formulas",
    "proven",
    "wheel",
]  # in docs/extensions
exclude_patterns = ["lessons", "extensions", "templates", "theme"]
if only := os.environ.get("DOCS_ONLY", "").split():  # build only these files, quickly
    include_patterns = only
    root_doc = only[0].removesuffix(".md")
    extensions.remove("gallery")
    suppress_warnings = ["myst.xref_missing", "toc"]

# Every build runs all notebooks, each in a folder of its own; an error makes the build fail.
nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 300  # seconds for each cell, enough on a busy machine
nb_merge_streams = True

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
html_math_renderer = "mathml"
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
default_role = "py:obj"

# The public address of these pages, once there is one: https://…/. Then docs/extensions/address.py
# writes it into pyproject.toml, CITATION.cff and the README.
html_baseurl = ""

html_theme = "furo"
html_title = "Zermelo"
html_static_path = ["theme", "../src/zermelo/web/static/frames.js"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"type": "module"})]
html_favicon = "theme/icon.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
