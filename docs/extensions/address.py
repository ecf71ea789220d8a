"""Write the public address of the documentation into all files that name it.

    python docs/extensions/address.py

reads `html_baseurl` in docs/conf.py, and writes it into pyproject.toml, CITATION.cff and the
README. If it is "", the script removes the address from these files.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
SETTING: Final = re.compile(r'^html_baseurl = "(.*)"$', re.MULTILINE)
NAMED: Final = {  # file → the text that names the address {}, and the start of the line after it
    "pyproject.toml": ('[project.urls]\nDocumentation = "{}"\n\n', "[project.scripts]\n"),
    "CITATION.cff": ("url: {}\n", "license: "),
    "README.md": ("[Documentation]({}), with boards to play on\n\n", "- **Teachers and students**"),
}


def address() -> str:
    """The public address in docs/conf.py; "" if there is none yet."""
    (setting,) = SETTING.findall((ROOT / "docs" / "conf.py").read_text(encoding="utf-8"))
    return str(setting)


def with_address(name: str, text: str, address: str) -> str:
    """Return the text of the file `name` with a new address; "" removes the old one."""
    naming, following = NAMED[name]
    named = re.escape(naming).replace(re.escape("{}"), r"\S+?")
    text = re.sub(f"(?m)^{named}(?=^{re.escape(following)})", "", text)
    before, line, after = text.partition(following)
    if not line:
        raise ValueError(f"{name} should have a line that begins with {following.strip()}")
    return before + (naming.format(address) if address else "") + line + after


def main() -> None:
    """Write the address into every file that names it."""
    for name in NAMED:
        path = ROOT / name
        path.write_text(with_address(name, path.read_text(encoding="utf-8"), address()), "utf-8")


if __name__ == "__main__":
    main()
