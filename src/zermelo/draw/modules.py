"""Join JavaScript modules into one script, for pages that load few files or none."""

import json
import re
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

IMPORT: Final = re.compile(
    r'^import\s*(?:\{([^}]*)\}\s*from\s*)?"\./([\w-]+)\.js";[^\n]*', re.MULTILINE
)
EXPORT: Final = re.compile(r"^export (?=async|function|class|const)", re.MULTILINE)
RENAMED: Final = re.compile(r"(\w+) as (\w+)")
DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

Read = Callable[[str], str]  # returns the text of the named module
Origin = tuple[str, int] | None  # a line's module and number; None for an added line


class Joined(NamedTuple):
    """A script made of modules."""

    text: str
    origins: list[Origin]

    def source_map(self, read: Read) -> str:
        """The script's source map, which tells debuggers the origin of each line."""
        names = list(dict.fromkeys(origin[0] for origin in self.origins if origin))
        lines, last = [], (0, 0)
        for origin in self.origins:
            if origin is None:
                lines.append("")
                continue
            place = names.index(origin[0]), origin[1]
            lines.append(f"A{_vlq(place[0] - last[0])}{_vlq(place[1] - last[1])}A")  # "A" is 0
            last = place
        texts = [read(name) for name in names]
        files = [f"modules/{name}.js" for name in names]
        content = {"version": 3, "sources": files, "sourcesContent": texts, "names": []}
        return json.dumps(content | {"mappings": ";".join(lines)}, ensure_ascii=False)


def join_modules(entry: str, read: Read, outside: Collection[str] = ()) -> Joined:
    """Join the module `entry` and all that it imports, each in its own scope; modules in `outside`
    stay imports. Raises `ValueError` for cyclic imports.
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
    imports = (f'import * as ${name} from "./{name}.js";' for name in wanted if name in outside)
    rows: list[tuple[str, Origin]] = [(line, None) for line in imports]
    for name, text in texts.items():
        own = enumerate(IMPORT.sub(_destructure_import, text).rstrip("\n").split("\n"))
        if name == entry:
            rows += [(line, (name, number)) for number, line in own]
        else:
            rows.append((f"const ${name} = (() => {{", None))
            rows += [(EXPORT.sub("", line), (name, number)) for number, line in own]
            given = ", ".join(sorted(wanted[name]))
            rows += [(f"return {{ {given} }};", None), ("})();", None)]
    return Joined("".join(f"{line}\n" for line, _ in rows), [origin for _, origin in rows])


def _destructure_import(found: re.Match[str]) -> str:
    """Rewrite an import as a constant with the same number of lines."""
    names, lines = found[1] or "", found[0].count("\n") * "\n"
    names = RENAMED.sub(r"\1: \2", " ".join(names.split()))
    return (f"const {{ {names} }} = ${found[2]};" if names else "") + lines


def _vlq(number: int) -> str:
    """A number in the notation of source maps: five bits per digit, the sign bit first."""
    rest = -number << 1 | 1 if number < 0 else number << 1
    digits = ""
    while rest > 31:
        rest, digits = rest >> 5, digits + DIGITS[rest & 31 | 32]
    return digits + DIGITS[rest]
