"""Profiles kept in a folder, a file for each game, so that a long comparison can go on later."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.contract.game import Game
from zermelo.native.disk.fingerprint import truth_fingerprint
from zermelo.process import disk
from zermelo.process.files import regular_bytes, whole_file

Profile = dict[str, Any]  # what `GameProfile.as_dict` returns


def kept_profile(
    folder: Path, game: Game, settings: dict[str, Any], measure: Callable[[], Profile]
) -> Profile:
    """The profile of `game` from `folder`; one that is not there is measured, and kept.

    settings  what the numbers depend on besides the rules: others are measured again
    """
    name = str(game)
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    path = folder / f"{words}-{zlib.crc32(name.encode()):08x}.json"
    made = {"game": name, "rules": truth_fingerprint(game), **settings}
    try:
        kept = json.loads(regular_bytes(path, 1 << 24))
        if kept["made"] == made:
            return dict(kept["profile"])
    except (OSError, ValueError, LookupError, TypeError):
        pass  # none, or a damaged one, is measured
    profile = measure()
    disk.make_folder(folder)
    with whole_file(path) as draft:
        draft.write(json.dumps({"made": made, "profile": profile}).encode())
    return profile
