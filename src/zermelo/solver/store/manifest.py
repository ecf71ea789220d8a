"""Manifests: a database's facts in zermelo.json, and a draft's in progress.json."""

import contextlib
import json
import warnings
from collections.abc import Callable
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import RulesWarning, UsageError, clip
from zermelo.native.arrays import MOST_WORDS, WORD_BITS
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.native.items import Cut, Layout, Sparse, Whole, count_items, packs_itself
from zermelo.process.files import file_errors, regular_bytes
from zermelo.solver.keys import layouts
from zermelo.solver.store.arrays import LARGEST, digest

FORMAT: Final = "zermelo database"
VERSION, CUT_VERSION = 2, 3  # the versions for keys with whole ints, and with parts of ints
TIER_VERSION: Final = 4  # the version if states are numbers, without keys
SPARSE_VERSION: Final = 5  # the version if keys hold positions of set bits
OUTCOMES_VERSION: Final = 6  # the version without keys, with outcomes but no distances
VERSIONS: Final = (VERSION, CUT_VERSION, TIER_VERSION, SPARSE_VERSION, OUTCOMES_VERSION)
SHARDED: Final = 10  # added to the version if some chunks are in shards
MANIFEST: Final = "zermelo.json"
PROGRESS: Final = "progress.json"
BEGIN, HEAD, NEXT = "{\n", '{\n "sha256": "', '",\n'  # the start of a manifest's text
SCORE: Final = (
    "for the player to move: 32767 - r a win in r plies, r - 32767 a loss in r plies, "
    "0 a draw; r is the remoteness under best play; 1 and -1 a win and a loss by endless play. "
    "By score the points"
)
KEYS: Final = {  # the meaning of keys, by version
    VERSION: "sum over the state's ints i of (int - lowest[i]) << shift[i], unless own_key says "
    "that the game's own method key makes it; symmetric states share the least of their keys if "
    "folded",
    CUT_VERSION: "sum over the parts p of (((the state's int number item[p]) - lowest[item[p]]) >> "
    "first[p] & largest[p]) << shift[p]; the int less its lowest has no other bits. Before that, "
    "the bits tied[i] of every int i are changed if the int number lead is 1, unless lead is -1. A "
    "key of two words has 63 bits in each, the upper first; symmetric states share the least of "
    "their keys if folded",
    SPARSE_VERSION: "for each of the state's ints i, from the lowest bit of the key on: the places "
    "of the bits that are set in it, the lowest first, each plus 1 in size[i] bits, and zeros up "
    "to most[i] of them; the int itself in size[i] bits if most[i] is 0. A key of two words has 63 "
    "bits in each, the upper first; symmetric states share the least of their keys if folded",
}
WHOLE_PACKING: Final = {
    "own_key": bool, "fold": bool, "lowest": [int], "largest": [int], "shift": [int]
}  # fmt: skip
CUT_PACKING: Final = {
    "own_key": bool, "fold": bool, "words": int, "lowest": list, "lead": int, "tied": list,
    "item": [int], "first": [int], "largest": [int], "shift": [int],
}  # fmt: skip
SPARSE_PACKING: Final = {
    "own_key": bool, "fold": bool, "words": int, "most": [int], "size": [int]
}  # fmt: skip
# A manifest's fields: each has a type, a list [type], a dict of fields, or a tuple of alternatives.
FACTS: Final[dict[str, Any]] = {
    **dict.fromkeys(("format", "game", "spec", "fingerprint", "made_by", "made_at"), str),
    "version": int,
    "by": (str, None),
    "starts": list,
}
COUNTS: Final = dict.fromkeys(("wins", "draws", "losses", "longest"), int)
KEYED: Final = {
    **FACTS,
    "packing": (WHOLE_PACKING, CUT_PACKING, SPARSE_PACKING),
    "tiers": [{"tier": int, "first": int, "count": int, "reach": int, "inner": bool}],
}
NUMBERED: Final = {
    **FACTS,
    "cell_bytes": int,
    "tiers": [{"tier": int, "size": int, "states": int, **COUNTS}],
}
SOLUTION: Final = {
    "game": str,
    "states": int,
    "canonical_states": int,
    **COUNTS,
    "value": int,
    "remoteness": (int, None),
    "seconds": float,
}
FINISHED: Final = {"solution": SOLUTION, "checksums": dict}
TALLIES: Final[Any] = {}, {"wins": int, "draws": int, "losses": int}, COUNTS
# The contents of each kind, by whether states are numbers, and whether the database is finished.
CONTENTS: Final = {
    (False, False): {**KEYED, "complete": bool, "scored": int, "tally": TALLIES, "seconds": float},
    (False, True): {**KEYED, "encodings": {"key": str, "score": str}, **FINISHED},
    (True, False): {**NUMBERED, "seconds": float},
    (True, True): {**NUMBERED, "encodings": {"number": str, "cell": str}, **FINISHED},
}
TIER_ENCODINGS: Final = {
    "number": "a state's cell is at index(state) of the array of its tier: the game's own methods",
    "cell": "for the player to move. Of one byte: 0 a draw, else 1 + the plies to the end under "
    "best play, an odd number of plies a win, an even one a loss; 255 no state. Of two: 32767 - r "
    "a win in r plies, r + 32769 a loss in r plies, 0 a draw, 32768 no state",
}
OUTCOME_ENCODINGS: Final = {
    "number": "a state's cell is at index(state) in its tier, the game's own methods: the 209716 "
    "bytes of a chunk of the tier's array have 1048576 cells, of which cell i is "
    "byte[i // 5] // 3**(i % 5) % 3",
    "cell": "for the player to move: 0 a draw, 1 a win, 2 a loss; any of them if there is no state",
}


def render(body: dict[str, Any]) -> str:
    """A manifest's text, whose first field is the checksum of the rest."""
    text = json.dumps(body, indent=1)
    return HEAD + digest(text.encode()) + NEXT + text.removeprefix(BEGIN) + "\n"


def read_manifest(path: Path) -> dict[str, Any]:
    """Read a database's or a draft's manifest; `UsageError` for damage or impossible values."""
    with file_errors("read", path):
        content = regular_bytes(path, LARGEST)
    seal, _, rest = content.removeprefix(HEAD.encode()).partition(NEXT.encode())
    text, body = BEGIN.encode() + rest.removesuffix(b"\n"), None
    if content == HEAD.encode() + seal + NEXT.encode() + rest and digest(text).encode() == seal:
        with contextlib.suppress(ValueError, RecursionError):
            body = json.loads(text)
    if not isinstance(body, dict):
        raise UsageError(f"{path} is damaged: its checksum is not that of its text")
    known = [*VERSIONS, *(SHARDED + version for version in VERSIONS)]
    if body.get("format") != FORMAT or body.get("version") not in known:
        stated = clip(f"{body.get('format')} {body.get('version')}")
        raise UsageError(
            f"{path} has the format {stated}; this version reads {FORMAT} {VERSION} to "
            f"{OUTCOMES_VERSION}, so solve the game again"
        )
    shape = CONTENTS[is_by_tier(body), path.name != PROGRESS]
    wrong = [name for name in {**shape, **body} if not _fits(body.get(name), shape.get(name))]
    if not wrong:
        wrong = [name for name, right in CHECKS.items() if name in body and not right(body[name])]
    if not wrong and not 0 <= body.get("scored", 0) <= len(body["tiers"]):
        wrong = ["scored"]
    if wrong:
        raise UsageError(f"{path} is damaged: its {clip(wrong[0])} is not in Zermelo's format")
    return body


def is_by_tier(body: dict[str, Any]) -> bool:
    """Whether a manifest describes a database with numbered states."""
    return body["version"] % SHARDED in (TIER_VERSION, OUTCOMES_VERSION)


def _fits(value: Any, shape: Any) -> bool:
    """Whether a JSON value has the shape that `FACTS` describes."""
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


WIDEST: Final = 14  # the position of a bit takes fewer bits than this, to fit into a row
MOST_BITS: Final = 1 << 12  # the most bits of an int in a state; plain code handles wide ints


def _packs(packing: dict[str, Any]) -> bool:
    """Whether a packing's numbers fit into a key, and are small enough for `packing_from_json`."""
    words, lead = packing.get("words", 1), packing.get("lead", -1)
    lowest, tied = packing.get("lowest", []), packing.get("tied", [])
    small = [n for row in ("most", "item", "first", "shift") for n in packing.get(row, [])]
    pairs = zip(packing.get("most", []), packing.get("size", []), strict=False)
    parts = zip(packing.get("largest", []), packing.get("shift", []), strict=False)
    return (
        words in range(1, MOST_WORDS + 1)
        and not ("words" in packing and packing["own_key"])
        and all(0 <= number <= MOST_BITS for number in small)
        and all(0 <= size <= (WIDEST - 1 if most else WORD_BITS) for most, size in pairs)
        and all(type(n) is int and n.bit_length() <= MOST_BITS for n in lowest + tied)
        and (lead == -1 or 0 <= lead < len(lowest))
        and all(n >= 0 and at + n.bit_length() <= words * WORD_BITS for n, at in parts)
    )


def _follow(tiers: list[dict[str, int]]) -> bool:
    """Whether each keyed tier begins where the tier before it ends, or no numbered tier repeats."""
    if tiers and "size" in tiers[0]:
        return len({tier["tier"] for tier in tiers}) == len(tiers)
    ends = accumulate((tier["count"] for tier in tiers), initial=0)
    return all(
        tier["first"] == end and tier["count"] >= 0 for tier, end in zip(tiers, ends, strict=False)
    ) and all(low["tier"] < high["tier"] for low, high in pairwise(tiers))


def _ints(items: Any) -> bool:
    return all(_ints(item) if isinstance(item, list) else type(item) is int for item in items)


CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "cell_bytes": (1, 2).__contains__,
    "packing": _packs,
    "tiers": _follow,
    "starts": lambda starts: bool(starts) and all(isinstance(s, list) and _ints(s) for s in starts),
    "checksums": lambda digests: all(type(value) is str for value in digests.values()),
}


def format_of(packing: layouts.Packing) -> tuple[int, dict[str, str]]:
    """The format's version for states of this packing, and the meaning of keys and scores."""
    version = {Whole: VERSION, Cut: CUT_VERSION, Sparse: SPARSE_VERSION}[type(packing.layout)]
    return version, {"key": KEYS[version], "score": SCORE}


def packing_as_json(game: Game, packing: layouts.Packing) -> dict[str, Any]:
    """A packing in a manifest's form."""
    made: dict[str, Any] = {"own_key": packs_itself(game), "fold": packing.fold}
    layout = packing.layout
    if isinstance(layout, Whole):
        lowest, largest, shift = layout.parts.tolist()
        return made | {"lowest": lowest, "largest": largest, "shift": shift}
    if isinstance(layout, Sparse):
        most, size = layout.parts.tolist()
        return made | {"words": layouts.words_of(layout), "most": most, "size": size}
    bits_of, lead = layouts.taken_by(layout)
    parts = list(layouts.parts_of(bits_of))
    return made | {
        "words": layouts.words_of(layout),
        "lowest": [bits.lowest for bits in bits_of],
        "lead": lead,
        "tied": [bits.tied for bits in bits_of],
        "item": [part.item for part in parts],
        "first": [part.first for part in parts],
        "largest": [(1 << part.size) - 1 for part in parts],
        "shift": [part.shift for part in parts],
    }


def packing_from_json(path: Path, game: Game, stored: dict[str, Any]) -> layouts.Packing:
    """The packing that the manifest of the database at `path` describes."""
    ints = len(stored["most" if "most" in stored else "lowest"])
    if stored["own_key"] != packs_itself(game) or ints != count_items(game.start()):
        raise UsageError(f"{path} is damaged: its packing is not that of {game}")
    with contextlib.suppress(IndexError, OverflowError, ValueError):  # rows that do not match
        packing = layouts.Packing(game.start(), _layout_from(stored), stored["fold"])
        if packing_as_json(game, packing) == stored:
            return packing
    raise UsageError(f"{path} is damaged: its packing is not in Zermelo's format")


def _layout_from(stored: dict[str, Any]) -> Layout:
    if "words" not in stored:
        return Whole(np.array([stored["lowest"], stored["largest"], stored["shift"]], np.int64))
    if "most" in stored:
        return layouts.sparse(stored["most"], stored["size"], stored["words"])
    masks = [0] * len(stored["lowest"])
    columns = (stored[row] for row in ("item", "first", "largest"))
    for item, first, largest in zip(*columns, strict=True):
        masks[item] |= largest << first
    bits = zip(stored["lowest"], masks, stored["tied"], strict=True)
    return layouts.cut_words([layouts.Bits(*one) for one in bits], stored["words"], stored["lead"])


def require_same_rules(
    path: Path, stored: dict[str, Any], game: Game, agrees: Callable[[], bool] = lambda: False
) -> None:
    """Raise `UsageError` for rules that differ; only warn if the database `agrees` with them."""
    current = truth_fingerprint(game)
    if stored["fingerprint"] == current:
        return
    if agrees():
        warnings.warn(
            f"{path} was solved with other code for {game}, but its values agree with these rules "
            f"in random games; check all with zermelo verify",
            RulesWarning,
            stacklevel=3,
        )
    else:
        raise UsageError(
            f"{path} was solved under other rules of {game}: their fingerprint is "
            f"{clip(stored['fingerprint'])} there (made by {clip(stored['made_by'])}) and "
            f"{current} now; solve the game again into another directory"
        )
