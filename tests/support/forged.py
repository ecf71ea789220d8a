"""Tampered databases with the right checksums."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


def read(path: Path, name: str = "zermelo.json") -> dict[str, Any]:
    return json.loads((path / name).read_text())


def write(path: Path, body: dict[str, Any], name: str = "zermelo.json") -> None:
    """Write a manifest with the right checksum."""
    rest = {field: value for field, value in body.items() if field != "sha256"}
    seal = hashlib.sha256(json.dumps(rest, indent=1).encode()).hexdigest()
    (path / name).write_text(json.dumps({"sha256": seal, **rest}, indent=1) + "\n")


def forge(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Have `change` alter the manifest, and write it with the right checksum."""
    body = read(path)
    change(body)
    write(path, body)


def reseal(path: Path) -> None:
    """Put the current digests of the files into the manifest."""

    def digests(body: dict[str, Any]) -> None:
        for name in body["checksums"]:
            body["checksums"][name] = hashlib.sha256((path / name).read_bytes()).hexdigest()

    forge(path, digests)


def contents(place: Path) -> dict[str, Any]:
    """The contents of all files of a database, without the time and duration of its making."""
    result = {str(path.relative_to(place)): path for path in place.rglob("*") if path.is_file()}
    facts = json.loads(result.pop("zermelo.json").read_text())
    del facts["made_at"], facts["sha256"], facts["solution"]["seconds"]
    return {"facts": facts, **{name: path.read_bytes() for name, path in result.items()}}
