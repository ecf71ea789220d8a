"""What else a stranger's database can be: a draft to go on with, other arrays, other keys."""

import json
import random
from pathlib import Path

import numpy as np
from numcodecs.zstd import compress

from forged import read, reseal, write
from fuzz.damage import some_bytes, some_value

ITEMS = {"keys": np.int64, "scores": np.int16, "chunk_starts": np.int64}
CHUNK = 1 << 14


def draft(place: Path, chance: random.Random) -> None:
    """A database that seems to be under way, with odd values or bytes somewhere."""
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
    """Odd metadata, or items that are as long as they should be; sealed again."""
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
    """Another way from states to keys."""
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
