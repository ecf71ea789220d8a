"""The curve from estimates to chances of a person's own game: fitted on first use, and kept."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from zermelo.contract.game import Game
from zermelo.contract.winchance import BEING_FITTED, OWN, Curve, is_fitted
from zermelo.native import IN_BROWSER
from zermelo.native.disk.cache import folder, own_bytes
from zermelo.native.disk.fingerprint import rules_fingerprint
from zermelo.process.start import module_command, same_python
from zermelo.spec import UserFile, format_game
from zermelo.upward import look_up

MOST: Final = 8  # games that wait for their curves at once

_begun: set[Game] = set()
_lock, _turn = threading.Lock(), threading.Lock()


def prepare_curve(game: Game) -> None:
    """Find the curve of a game from a person's file, or begin to fit it in the background.

    For a minute the engine plays against itself, in a process that gives way to others and ends
    with this one. One game is fitted at a time.
    """
    place = folder()
    own = isinstance(sys.modules.get(type(game).__module__), UserFile)
    if not own or IN_BROWSER or place is None or is_fitted(game):
        return
    with _lock:
        if game in _begun or len(BEING_FITTED) >= MOST:
            return
        _begun.add(game)
        BEING_FITTED.add(game)
    path = place.parent / "chances" / f"{rules_fingerprint(game)}.json"
    if _load_curve(game, path):
        BEING_FITTED.discard(game)
    else:
        threading.Thread(target=_fit, args=(game, path), daemon=True).start()


def _fit(game: Game, path: Path) -> None:
    command = module_command(look_up("fitting").__name__, format_game(game), str(path))
    quiet, given = subprocess.DEVNULL, subprocess.PIPE  # the end of its input ends the process
    begin = partial(subprocess.Popen[bytes], stdin=given, stdout=quiet, stderr=quiet)
    with _turn, suppress(OSError), begin(command, env=same_python()) as fitting:
        fitting.wait()
    _load_curve(game, path)
    BEING_FITTED.discard(game)


def _load_curve(game: Game, path: Path) -> bool:
    """Use the curve in a file; False if there is none."""
    try:
        OWN[game] = Curve(*map(float, json.loads(own_bytes(path))))
    except (OSError, ValueError, TypeError):
        return False
    return True
