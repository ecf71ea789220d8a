"""Join JavaScript modules into one script, for pages that load few files or none."""

import re
from collections.abc import Callable, Collection
from typing import Final

IMPORT: Final = re.compile(
    r'^import\s*(?:\{([^}]*)\}\s*from\s*)?"\./([\w-]+)\.js";[^\n]*', re.MULTILINE
)
EXPORT: Final = re.compile(r"^export (?=async|function|class|const)", re.MULTILINE)
RENAMED: Final = re.compile(r"(\w+) as (\w+)")


def join_modules(entry: str, read: Callable[[str], str], outside: Collection[str] = ()) -> str:
    """Join the module `entry` and all that it imports, each in its own scope; modules in `outside`
    stay imports. `read` returns a module's text. Raises `ValueError` for cyclic imports.
    """
    texts: dict[str, str] = {}
    wanted: dict[str, set[str]] = {}

    def collect(name: str, above: tuple[str, ...]) -> None:
        """Add a module to `texts` after all that it imports, and the imported names to `wanted`."""
        if name in above:
            raise ValueError(f"the module {name} imports itself by way of {above[-1]}")
        text = read(name)
        for names, other in IMPORT.findall(text):
            pairs = (RENAMED.sub(r"\1", each).strip() for each in names.split(","))
            wanted.setdefault(other, set()).update(filter(None, pairs))
            if other not in texts and other not in outside:
                collect(other, (*above, name))
        texts[name] = text

    collect(entry, ())
    lines = [f'import * as ${name} from "./{name}.js";' for name in wanted if name in outside]
    for name, text in texts.items():
        own = IMPORT.sub(_destructure_import, text).rstrip("\n")
        if name != entry:
            given = ", ".join(sorted(wanted[name]))
            own = f"const ${name} = (() => {{\n{EXPORT.sub('', own)}\nreturn {{ {given} }};\n}})();"
        lines.append(own)
    return "\n".join(lines) + "\n"


def _destructure_import(found: re.Match[str]) -> str:
    """Rewrite an import as a constant."""
    names = RENAMED.sub(r"\1: \2", " ".join((found[1] or "").split()))
    return f"const {{ {names} }} = ${found[2]};" if names else ""
