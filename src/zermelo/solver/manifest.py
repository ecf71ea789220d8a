"""Manifests: what a database says of itself in zermelo.json, and a draft in progress.json."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.errors import UsageError, clip
from zermelo.files import faults_named, regular_bytes
from zermelo.game import Game
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.native.items import count_items, packs_itself
from zermelo.solver.packing import KEY_BITS, Packing
from zermelo.solver.sealed import LARGEST, digest

FORMAT: Final = "zermelo database"
VERSION: Final = 2
MANIFEST: Final = "zermelo.json"
PROGRESS: Final = "progress.json"
BEGIN, HEAD, NEXT = "{\n", '{\n "sha256": "', '",\n'  # how a manifest's text begins
ENCODINGS: Final = {
    "key": "sum over the state's ints i of (int - lowest[i]) << shift[i], unless own_key says that "
    "the game's own method key makes it; symmetric states share the least of their keys if folded",
    "score": "for the player to move: 32767 - r a win in r plies, r - 32767 a loss in r plies, "
    "0 a draw; r is the remoteness under best play; 1 and -1 a win and a loss by endless play. "
    "By score the points",
}
# What a manifest holds: by field a type, a list of one, a dict of several, or a tuple to choose.
FACTS: Final[dict[str, Any]] = {
    "format": str,
    "version": int,
    "game": str,
    "spec": str,
    "by": (str, None),
    "fingerprint": str,
    "starts": list,
    "made_by": str,
    "made_at": str,
    "packing": {"own_key": bool, "fold": bool, "lowest": [int], "largest": [int], "shift": [int]},
    "tiers": [{"tier": int, "first": int, "count": int, "reach": int, "inner": bool}],
}
COUNTS: Final = dict.fromkeys(("wins", "draws", "losses", "longest"), int)
FINISHED: Final = {
    **FACTS,
    "encodings": {"key": str, "score": str},
    "solution": {
        "game": str,
        "states": int,
        "canonical_states": int,
        **COUNTS,
        "value": int,
        "remoteness": (int, None),
        "seconds": float,
    },
    "checksums": dict,
}
UNFINISHED: Final = {
    **FACTS,
    "complete": bool,
    "scored": int,
    "tally": ({}, {"wins": int, "draws": int, "losses": int}, COUNTS),
    "seconds": float,
}


def render(body: dict[str, Any]) -> str:
    """A manifest's text: the checksum of the rest is its first field."""
    text = json.dumps(body, indent=1)
    return HEAD + digest(text.encode()) + NEXT + text.removeprefix(BEGIN) + "\n"


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest at `path`, a draft's if it is called so.

    Raises `UsageError` when it is damaged, of another format, or holds what no solver writes.
    """
    with faults_named("read", path):
        content = regular_bytes(path, LARGEST)
    body = _unsealed(content)
    if not isinstance(body, dict):
        raise UsageError(f"{path} is damaged: its checksum is not that of its text")
    if (body.get("format"), body.get("version")) != (FORMAT, VERSION):
        stated = clip(f"{body.get('format')} {body.get('version')}")
        raise UsageError(
            f"{path} has the format {stated}; this version reads {FORMAT} {VERSION}, "
            "so solve the game again"
        )
    _require_sense(path, body, UNFINISHED if path.name == PROGRESS else FINISHED)
    return body


def _unsealed(content: bytes) -> Any:
    """What a manifest says besides its checksum, or None when that is wrong."""
    seal, _, rest = content.removeprefix(HEAD.encode()).partition(NEXT.encode())
    text = BEGIN.encode() + rest.removesuffix(b"\n")
    if content != HEAD.encode() + seal + NEXT.encode() + rest or digest(text).encode() != seal:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _require_sense(path: Path, body: dict[str, Any], shape: dict[str, Any]) -> None:
    """Raise `UsageError` for a field that no solver writes so."""
    wrong = [name for name in {**shape, **body} if not _fits(body.get(name), shape.get(name))]
    if not wrong:
        wrong = [name for name, right in CHECKS.items() if name in body and not right(body[name])]
    if not wrong and not 0 <= body.get("scored", 0) <= len(body["tiers"]):
        wrong = ["scored"]
    if wrong:
        raise UsageError(f"{path} is damaged: its {clip(wrong[0])} is not as Zermelo writes it")


def _fits(value: Any, shape: Any) -> bool:
    """Whether a value of JSON has the shape that `FACTS` describes."""
    if isinstance(shape, tuple):
        return any(_fits(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and value.keys() == shape.keys() and all(
            _fits(value[name], inner) for name, inner in shape.items()
        )  # fmt: skip
    if shape is None:
        return value is None
    if shape is int:
        return type(value) is int and -(2**63) <= value < 2**63
    return type(value) is shape


def _packs(packing: dict[str, Any]) -> bool:
    """Whether every item has a place in a key."""
    columns = [packing[row] for row in ("lowest", "largest", "shift")]
    return len({len(column) for column in columns}) == 1 and all(
        largest >= 0 and shift >= 0 and shift + largest.bit_length() <= KEY_BITS
        for _, largest, shift in zip(*columns, strict=True)
    )


def _follow(tiers: list[dict[str, int]]) -> bool:
    """Whether each tier begins where the one before it ends."""
    ends = accumulate((tier["count"] for tier in tiers), initial=0)
    return all(
        tier["first"] == end and tier["count"] >= 0 for tier, end in zip(tiers, ends, strict=False)
    ) and all(low["tier"] < high["tier"] for low, high in pairwise(tiers))


def _starts(starts: list[Any]) -> bool:
    """Whether these are states, or one at least: lists of ints, or of such lists."""
    return bool(starts) and all(isinstance(start, list) and _ints(start) for start in starts)


def _ints(items: Any) -> bool:
    return all(_ints(item) if isinstance(item, list) else type(item) is int for item in items)


def _names(digests: dict[str, Any]) -> bool:
    return all(type(value) is str for value in digests.values())


CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "packing": _packs,
    "tiers": _follow,
    "starts": _starts,
    "checksums": _names,
}


def packing_as_json(game: Game[Any], packing: Packing) -> dict[str, Any]:
    """A packing as manifests have it."""
    lowest, largest, shift = packing.layout.tolist()
    own = packs_itself(game)
    return {"own_key": own, "fold": packing.fold} | {
        "lowest": lowest, "largest": largest, "shift": shift
    }  # fmt: skip


def packing_from_json(path: Path, game: Game[Any], stored: dict[str, Any]) -> Packing:
    """The packing that the manifest of the database at `path` describes."""
    layout = np.array([stored["lowest"], stored["largest"], stored["shift"]], np.int64)
    if stored["own_key"] != packs_itself(game) or layout.shape[1] != count_items(game.start()):
        raise UsageError(f"{path} is damaged: its packing is not that of {game}")
    return Packing(game.start(), layout, stored["fold"])


def require_same_rules(path: Path, stored: dict[str, Any], game: Game[Any]) -> None:
    """Raise `UsageError` with both fingerprints when the rules are not those of the database."""
    current = truth_fingerprint(game)
    if stored["fingerprint"] != current:
        raise UsageError(
            f"{path} was solved for other rules of {game}: their fingerprint is "
            f"{clip(stored['fingerprint'])} there (made by {clip(stored['made_by'])}) and "
            f"{current} now; solve the game again into another directory"
        )
