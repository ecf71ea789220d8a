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

Read = Callable[[str], str]  # from a module's name to its text


class Joined(NamedTuple):
    """A script made of modules."""

    text: str
    origins: list[tuple[str, int] | None]  # the module and line of each line; None for added lines

    def source_map(self, read: Read) -> str:
        """The script's source map, which tells debuggers the origin of each line."""
        names = list(dict.fromkeys(origin[0] for origin in self.origins if origin))
        lines, last = [], (0, 0)
        for origin in self.origins:
            if origin is None:
                lines.append("")
                continue
            place = names.index(origin[0]), origin[1]
            lines.append(_vlq(0) + _vlq(place[0] - last[0]) + _vlq(place[1] - last[1]) + _vlq(0))
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
    _collect(entry, read, outside, texts, wanted, ())
    kept = [f'import * as ${name} from "./{name}.js";' for name in wanted if name in outside]
    lines: list[str] = [*kept]
    origins: list[tuple[str, int] | None] = [None] * len(kept)
    for name, text in texts.items():
        own = IMPORT.sub(_destructure_import, text).rstrip("\n").split("\n")
        if name != entry:
            own = [EXPORT.sub("", line) for line in own]
            given = ", ".join(sorted(wanted[name]))
            own = [f"const ${name} = (() => {{", *own, f"return {{ {given} }};", "})();"]
        lines += own
        count = text.rstrip("\n").count("\n") + 1
        inside: list[tuple[str, int] | None] = [(name, line) for line in range(count)]
        origins += inside if name == entry else [None, *inside, None, None]
    return Joined("\n".join(lines) + "\n", origins)


def _collect(
    name: str,
    read: Read,
    outside: Collection[str],
    texts: dict[str, str],
    wanted: dict[str, set[str]],
    above: tuple[str, ...],
) -> None:
    """Add a module to `texts` after the modules it imports, and the imported names to `wanted`."""
    if name in above:
        raise ValueError(f"the module {name} imports itself by way of {above[-1]}")
    text = read(name)
    for names, other in IMPORT.findall(text):
        pairs = (RENAMED.sub(r"\1", each).strip() for each in names.split(","))
        wanted.setdefault(other, set()).update(filter(None, pairs))
        if other not in texts and other not in outside:
            _collect(other, read, outside, texts, wanted, (*above, name))
    texts[name] = text


def _destructure_import(found: re.Match[str]) -> str:
    """Rewrite an import as a constant with the same number of lines."""
    names, lines = found[1] or "", found[0].count("\n") * "\n"
    names = RENAMED.sub(r"\1: \2", " ".join(names.split()))
    return (f"const {{ {names} }} = ${found[2]};" if names else "") + lines


def _vlq(number: int) -> str:
    """A number in the notation of source maps: five bits per digit, the sign bit first."""
    rest = -number << 1 | 1 if number < 0 else number << 1
    digits = ""
    while True:
        rest, low = rest >> 5, rest & 31
        digits += DIGITS[low | (32 if rest else 0)]
        if not rest:
            return digits
