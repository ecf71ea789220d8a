"""The public address of the documentation, wherever the project names it.

    python docs/extensions/address.py

reads `html_baseurl` of docs/conf.py, and writes it into pyproject.toml, CITATION.cff and the
README; while it is "", none of them names an address.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
SETTING: Final = re.compile(r'^html_baseurl = "(.*)"$', re.MULTILINE)
NAMED: Final = {  # where: what names the address, {} itself, and the line that it stands before
    "pyproject.toml": ('[project.urls]\nDocumentation = "{}"\n\n', "[project.scripts]\n"),
    "CITATION.cff": ("url: {}\n", "license: "),
    "README.md": ("[Documentation]({}), with boards to play on\n\n", "- **Teachers and students**"),
}


def address() -> str:
    """The address; "" while there is none."""
    (setting,) = SETTING.findall((ROOT / "docs" / "conf.py").read_text(encoding="utf-8"))
    return str(setting)


def filled(name: str, text: str, address: str) -> str:
    """The text of a file with this address in place of the one that it names."""
    naming, behind = NAMED[name]
    named = re.escape(naming).replace(re.escape("{}"), r"\S+?")
    text = re.sub(f"(?m)^{named}(?=^{re.escape(behind)})", "", text)
    before, line, after = text.partition(behind)
    if not line:
        raise ValueError(f"{name} should have a line that begins with {behind.strip()}")
    return before + (naming.format(address) if address else "") + line + after


def main() -> None:
    """Write the address into every file that names it."""
    for name in NAMED:
        path = ROOT / name
        path.write_text(filled(name, path.read_text(encoding="utf-8"), address()), "utf-8")


if __name__ == "__main__":
    main()
