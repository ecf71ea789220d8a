"""How each kind of file is damaged, and which commands then read it."""

import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numcodecs.zstd import compress

from forged import read, reseal, write
from fuzz.lines import ODD
from fuzz.texts import wild
from ledgers import forge, values

ODD_VALUES = (
    None, True, -1, 0, 2**70, 1e308, "", [], {}, [[]], "trap.py", "trap.py:Own", "\x1b[2J",
)  # fmt: skip
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
    """Put an odd value somewhere into parsed JSON, or remove a value."""
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
    """Put odd values into a manifest and seal it again, or code in place of the game's name."""
    body = read(place / "nim")
    if chance.random() < 0.2:
        body["spec"] = chance.choice(TRAPS)
    else:
        some_value(body, chance)
    write(place / "nim", body)


def database(place: Path, chance: random.Random) -> None:
    """Change bytes in any file of a database."""
    files = sorted(path for path in (place / "nim").rglob("*") if path.is_file())
    some_bytes(chance.choice(files), chance)


def bytes_of(name: str) -> Damage:
    """Make a damage that changes bytes in a file."""
    return lambda place, chance: some_bytes(place / name, chance)


def lines_of(name: str) -> Damage:
    """Make a damage that changes or removes values in the lines of a file and seals it again."""

    def damage(place: Path, chance: random.Random) -> None:
        lines = values(place / name)
        for _ in range(chance.choice((1, 1, 5))):
            some_value(lines, chance)
        forge(place / name, lines)

    return damage


def text_of(name: str) -> Damage:
    """Make a damage that changes values in a line of JSON, or bytes anywhere."""

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
    """Change or remove values in the lines of a proof, and seal it again."""
    path = place / "nim.proof"
    path.write_bytes(gzip.decompress(path.read_bytes()))
    lines = values(path)
    some_value(lines, chance)
    forge(path, lines)
    path.write_bytes(gzip.compress(path.read_bytes()))


def plug_in(place: Path, chance: random.Random) -> None:
    """Change bytes in the metadata of a package with a game, or in the package."""
    files = [place / "plugged.py", *sorted((place / "plugged-1.dist-info").iterdir())]
    some_bytes(chance.choice(files), chance)


def handed_in(place: Path, chance: random.Random) -> None:
    """Make a class's folder of scripts, notebooks and saved pages with odd names and answers."""
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


ITEMS = {"keys": np.int64, "scores": np.int16, "chunk_starts": np.int64}
CHUNK = 1 << 14


def draft(place: Path, chance: random.Random) -> None:
    """Make a database look unfinished, with odd values or bytes somewhere."""
    path = place / "nim"
    body = read(path)
    (path / "zermelo.json").unlink()
    for name in ("encodings", "solution", "checksums"):
        del body[name]
    tally = {"wins": 3, "draws": 0, "losses": 2, "longest": 3}
    body |= {"complete": True, "scored": chance.randrange(len(body["tiers"])), "tally": tally}
    if chance.random() < 0.5:
        body["tiers"] = body["tiers"][: chance.randrange(len(body["tiers"]) + 1)]
        body |= {"complete": False, "scored": 0}
    body["seconds"] = 0.5
    if chance.random() < 0.5:
        some_value(body, chance)
    else:
        _some_file(path, chance)
    write(path, body, "progress.json")


def arrays(place: Path, chance: random.Random) -> None:
    """Change metadata, or all items of an array, and seal the database again."""
    path = place / "nim"
    if chance.random() < 0.4:
        _some_metadata(path, chance)
    else:
        name, kind = chance.choice(list(ITEMS.items()))
        items = np.full(CHUNK, -1, kind)
        length = json.loads((path / name / "zarr.json").read_text())["shape"][0]
        most = np.iinfo(kind).max
        low, high = chance.choice((-most, 0, -5)), chance.choice((most, 50))
        items[:length] = sorted(chance.randint(low, high) for _ in range(length))
        (path / name / "c" / "0").write_bytes(compress(items.tobytes(), 1) + b"sums")
    reseal(path)


def packing(place: Path, chance: random.Random) -> None:
    """Change how states are packed into keys."""
    body = read(place / "nim")
    for row in ("lowest", "largest", "shift"):
        column = body["packing"][row]
        body["packing"][row] = [chance.choice((v, v, v + 1, -1, 62, 2**40)) for v in column]
    write(place / "nim", body)


def _some_file(path: Path, chance: random.Random) -> None:
    if chance.random() < 0.5:
        _some_metadata(path, chance)
    else:
        some_bytes(
            chance.choice(sorted(file for file in path.rglob("*") if file.is_file())), chance
        )


def _some_metadata(path: Path, chance: random.Random) -> None:
    file = chance.choice(sorted(path.rglob("zarr.json")))
    body = json.loads(file.read_text())
    some_value(body, chance)
    file.write_text(json.dumps(body))


class Kind(NamedTuple):
    """A kind of file.

    damage    damages such files in a directory
    commands  the command lines that read them
    """

    damage: Damage
    commands: list[list[str]]


RESUMING = ["solve", "nim(rows=[1, 2])", "--out", "nim", "--plain"]
READING_A_DATABASE = [
    ["verify", "nim"],
    ["probe", "nim", "--state", "1,2 A", "--json"],
    ["audit", "nim", "--player", "random", "--positions", "3"],
    ["analyze", "nim(rows=[1, 2])", "--database", "nim", "--plain"],
    ["match", "nim(rows=[1, 2])", "database:nim", "first", "--games", "2"],
    ["export", "nim", "--out", "nim.parquet"],
    ["probe", "nim", "--hardest", "9", "--json"],
    RESUMING,
]
SEARCHING = ["analyze", "nim(rows=[1, 2])", "--endgames", "nim", "--depth", "3", "--plain"]
MATCH = ["match", "nim(rows=[1, 2])", "first", "random", "--games", "4", "--records", "games.db"]
READING_RECORDS = [MATCH, [*MATCH, "--json"], [*MATCH, "--export", "games.jsonl"]]
BOOK = ["book", "nim(rows=[1, 2])", "--plies", "1", "--exact", "--out", "nim.book"]
READING_A_BOOK = [
    BOOK,
    ["verify", "nim.book"],
    ["analyze", "nim(rows=[1, 2])", "--book", "nim.book", "--plain", "--json"],
]
READING_A_PROOF = [
    ["verify", "nim.proof"],
    ["verify", "nim.proof", "--json"],
    ["perft", "nim(rows=[1, 2])", "1", "--plain"],
]
READING_RESULTS = [
    ["tune", "isolation", "--results", "games.jsonl"],
    ["tune", "tictactoe", "--results", "games.jsonl", "--json"],
]
USING_A_PLUG_IN = [["games"], ["perft", "plugged", "2", "--plain"], ["show", "plugd"]]
LISTED = ["match", "tictactoe", "first", "random", "--games", "2", "--openings", "openings.txt"]
KINDS = {
    "manifest": Kind(manifest, READING_A_DATABASE),
    "database": Kind(database, READING_A_DATABASE),
    "arrays": Kind(arrays, [*READING_A_DATABASE, SEARCHING]),
    "packing": Kind(packing, [*READING_A_DATABASE, SEARCHING]),
    "draft": Kind(draft, [RESUMING]),
    "records": Kind(lines_of("games.db"), READING_RECORDS),
    "records' bytes": Kind(bytes_of("games.db"), READING_RECORDS),
    "book": Kind(lines_of("nim.book"), READING_A_BOOK),
    "book's bytes": Kind(bytes_of("nim.book"), READING_A_BOOK),
    "certificate": Kind(certificate, READING_A_PROOF),
    "certificate's bytes": Kind(bytes_of("nim.proof"), READING_A_PROOF),
    "openings": Kind(bytes_of("openings.txt"), [LISTED]),
    "results": Kind(text_of("games.jsonl"), READING_RESULTS),
    "class": Kind(handed_in, [["grade", "class"], ["grade", "class", "--json"]]),
    "plug-in": Kind(plug_in, USING_A_PLUG_IN),
}
