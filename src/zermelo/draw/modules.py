"""Join JavaScript modules into one script, for pages that load few files or none."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Final

IMPORT: Final = re.compile(
    r'^import\s*(?:\{([^}]*)\}\s*from\s*)?"\./([\w-]+)\.js";[^\n]*', re.MULTILINE
)
EXPORT: Final = re.compile(r"^export (?=async|function|class|const)", re.MULTILINE)
RENAMED: Final = re.compile(r"(\w+) as (\w+)")


def join_modules(entry: str, read: Callable[[str], str], outside: Collection[str] = ()) -> str:
    """The module `entry` with all of its imports as one script, each module in its own scope.

    read     a function from a module's name to its text
    outside  modules that stay separate files
    """
    texts: dict[str, str] = {}  # each module after the modules it imports
    wanted = defaultdict[str, set[str]](set)  # module → the names that others import

    def collect(name: str) -> None:
        text = read(name)
        for names, other in IMPORT.findall(text):
            pairs = (RENAMED.sub(r"\1", each).strip() for each in names.split(","))
            wanted[other].update(filter(None, pairs))
            if other not in texts and other not in outside:
                collect(other)
        texts[name] = text

    collect(entry)
    script = [f'import * as ${name} from "./{name}.js";' for name in wanted if name in outside]
    for name, text in texts.items():
        own = IMPORT.sub(_destructure_import, text).rstrip("\n")
        if name != entry:
            names = ", ".join(sorted(wanted[name]))
            own = f"const ${name} = (() => {{\n{EXPORT.sub('', own)}\nreturn {{ {names} }};\n}})();"
        script.append(own)
    return "\n".join(script) + "\n"


def _destructure_import(found: re.Match[str]) -> str:
    """Rewrite an import as a constant."""
    names = RENAMED.sub(r"\1: \2", " ".join((found[1] or "").split()))
    return f"const {{ {names} }} = ${found[2]};" if names else ""
