"""The README and the pages of the documentation, as text and in blocks."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def text_of(page: str) -> str:
    """The text of README.md or of a page in docs/."""
    return ((ROOT if page == "README.md" else DOCS) / page).read_text(encoding="utf-8")


def blocks(page: str, language: str = "python") -> list[str]:
    """The page's blocks of code in a language."""
    fenced = re.compile(rf"^```{language}\n(.*?)^```", re.DOTALL | re.MULTILINE)
    return fenced.findall(text_of(page))


def commands(page: str) -> list[str]:
    """The page's indented lines that call zermelo."""
    return re.findall(r"^    (zermelo .*)$", text_of(page), re.MULTILINE)
