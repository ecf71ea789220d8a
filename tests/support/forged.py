"""Databases that somebody has tampered with, and sealed again so that every checksum is right."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


def read(path: Path, name: str = "zermelo.json") -> dict[str, Any]:
    return json.loads((path / name).read_text())


def write(path: Path, body: dict[str, Any], name: str = "zermelo.json") -> None:
    """Write a manifest whose own checksum is right."""
    rest = {field: value for field, value in body.items() if field != "sha256"}
    seal = hashlib.sha256(json.dumps(rest, indent=1).encode()).hexdigest()
    (path / name).write_text(json.dumps({"sha256": seal, **rest}, indent=1) + "\n")


def forge(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what the manifest says."""
    body = read(path)
    change(body)
    write(path, body)


def reseal(path: Path) -> None:
    """Give the manifest the digests of the files as they are now."""

    def digests(body: dict[str, Any]) -> None:
        for name in body["checksums"]:
            body["checksums"][name] = hashlib.sha256((path / name).read_bytes()).hexdigest()

    forge(path, digests)
