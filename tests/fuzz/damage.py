"""Files nearly right: how manifests, databases, records and openings are damaged."""

import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from forged import read, rollback, write, write_ahead
from fuzz.lines import ODD
from fuzz.texts import wild
from ledgers import forge, values

ODD_VALUES = (
    None,
    True,
    -1,
    0,
    2**70,
    1e308,
    "",
    [],
    {},
    [[]],
    "trap.py",
    "trap.py:Own",
    "\x1b[2J",
)
Damage = Callable[[Path, random.Random], None]  # of the files in a folder
MARKUP = ("[/b]", "[bold]", "</td>", "\u202e", "")
TRAPS = ("trap.py", "./trap.py:Own", "__import__('pathlib').Path('executed').touch()")


def some_bytes(path: Path, chance: random.Random) -> None:
    """Flip, cut, double or insert bytes."""
    content = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 1, 1, 5, 50))):
        at, kind = chance.randrange(len(content) + 1), chance.random()
        if kind < 0.6 and at < len(content):
            content[at] ^= 1 << chance.randrange(8)
        elif kind < 0.75:
            del content[at : at + chance.choice((1, 10, 10_000))]
        elif kind < 0.9:
            content[at:at] = chance.randbytes(chance.choice((1, 16, 3000)))
        else:
            content[at:at] = content[at : at + 100]
    path.write_bytes(bytes(content))


def some_value(body: Any, chance: random.Random) -> None:
    """Put an odd value somewhere into what JSON has made, or take one away."""
    while True:
        places = list(body) if isinstance(body, dict) else range(len(body))
        place = chance.choice(list(places))
        inner = body[place]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.7:
            body = inner
            continue
        if chance.random() < 0.2:
            del body[place]
        else:
            body[place] = chance.choice((*ODD_VALUES, *ODD[:20], wild(chance)))
        return


def manifest(place: Path, chance: random.Random) -> None:
    """Odd values in a manifest, sealed again; or code where the game's name is."""
    body = read(place / "nim")
    if chance.random() < 0.2:
        body["spec"] = chance.choice(TRAPS)
    else:
        some_value(body, chance)
    write(place / "nim", body)


def database(place: Path, chance: random.Random) -> None:
    """Odd bytes in any file of a database."""
    files = sorted(path for path in (place / "nim").rglob("*") if path.is_file())
    some_bytes(chance.choice(files), chance)


def bytes_of(name: str) -> Damage:
    """Odd bytes in a file."""
    return lambda place, chance: some_bytes(place / name, chance)


def lines_of(name: str) -> Damage:
    """Odd values in the lines of records or of a book, sealed again, or lines that are missing."""

    def damage(place: Path, chance: random.Random) -> None:
        lines = values(place / name)
        for _ in range(chance.choice((1, 1, 5))):
            some_value(lines, chance)
        forge(place / name, lines)

    return damage


def text_of(name: str) -> Damage:
    """Odd values in a line of JSON that is one by itself, or odd bytes anywhere."""

    def damage(place: Path, chance: random.Random) -> None:
        lines = (place / name).read_text().splitlines()
        at = chance.randrange(len(lines))
        try:
            body = json.loads(lines[at].rstrip(","))
            some_value(body, chance)
        except ValueError:
            some_bytes(place / name, chance)
            return
        lines[at] = json.dumps(body) + "," * lines[at].endswith(",")
        (place / name).write_text("\n".join(lines) + "\n")

    return damage


def certificate(place: Path, chance: random.Random) -> None:
    """Odd values in the lines of a proof, sealed again, or lines that are missing."""
    path = place / "nim.proof"
    path.write_bytes(gzip.decompress(path.read_bytes()))
    lines = values(path)
    some_value(lines, chance)
    forge(path, lines)
    path.write_bytes(gzip.compress(path.read_bytes()))


def journals(place: Path, chance: random.Random) -> None:
    """Files beside records and books that would make SQLite delete another one."""
    for name in ("games.db", "nim.book"):
        for suffix in ("-journal", "-wal", "-shm"):
            content = rollback(place / "own.py", chance)
            (place / (name + suffix)).write_bytes(chance.choice((content, write_ahead(chance))))


def plug_in(place: Path, chance: random.Random) -> None:
    """Odd bytes in what says that a package has a game, or in the package."""
    files = [place / "plugged.py", *sorted((place / "plugged-1.dist-info").iterdir())]
    some_bytes(chance.choice(files), chance)


def handed_in(place: Path, chance: random.Random) -> None:
    """A class's folder: scripts, notebooks and saved pages, whose names and answers are wild."""
    folder = place / "class"
    folder.mkdir()
    for number in range(3):
        said, answer = (chance.choice(MARKUP) + wild(chance) for _ in range(2))
        code = f"# exercise: nim\nprint({said!r})\ndef nim_sum(rows):\n    return {answer!r}\n"
        named = chance.choice(MARKUP) + wild(chance)[:20]
        name = "".join(sign for sign in named if sign not in "/\0") + str(number)
        bodies: dict[str, Any] = {
            ".ipynb": {"cells": [{"cell_type": "code", "source": [code, "%time 1"]}]},
            ".json": {"exercises": {"nim": {"code": code}}},
        }
        suffix = chance.choice((".py", *bodies))
        path = folder / f"{name}{suffix}"
        if suffix in bodies and chance.random() < 0.5:
            some_value(bodies[suffix], chance)
        text = json.dumps(bodies[suffix]) if suffix in bodies else code
        encoding = chance.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"))
        path.write_bytes(text.encode(encoding, "replace"))
        if chance.random() < 0.3:
            some_bytes(path, chance)
