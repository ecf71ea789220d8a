"""Coverage of random games: captures, passes and so on, and lines of the rules that never ran.

A rule that no game ever reaches is not checked by any law. Whether that is meant, only the author
knows; so the check says what it saw.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.laws.subject import Played
from zermelo.naming import winner

COUNTED: Final = (
    *("captures", "passes", "turns in a row"),
    *("games that ended", "won by player 1", "won by player 2"),
)
REPLAYED: Final = 10  # games that are played once more, ten times slower


@dataclass(frozen=True)
class Coverage:
    """The events of random games.

    positions  how many positions there were
    counts     what happened in them → how often: captures, promotions, passes, …
    unseen     the pieces that the pictures name as shapes, and that never stood on a point
    lines      "file.py:12" for each line of the rules that never ran though its function did
    """

    positions: int
    counts: dict[str, int] = field(default_factory=dict)
    unseen: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def coverage(game: Game, played: Sequence[Played]) -> Coverage:
    """The events of these games; some are played once more to see which lines of the rules run."""
    counts = Counter(dict.fromkeys(COUNTED, 0))
    symbols: set[str] = set()
    shapes: dict[str, str] = {}
    for moves, states, pictures in played:
        players = [game.player(state) for state in states]
        counts["turns in a row"] += sum(a == b for a, b in pairwise(players[: len(moves)]))
        if game.outcome(states[-1]) != ONGOING:
            won = winner(game, states[-1])
            counts["games that ended"] += 1
            counts["drawn" if won is None else f"won by player {won + 1}"] += 1
        for before, after in pairwise(pictures):
            counts["captures"] += len(after.pieces) < len(before.pieces)
        for move, before, after in zip(moves, pictures, pictures[1:], strict=False):
            counts["passes"] += "pass" in before.buttons.get(move, "")
            points = before.clicks.get(move, ())
            if len(points) > 1 and points[0] in before.pieces and points[-1] in after.pieces:
                changed = before.pieces[points[0]] != after.pieces[points[-1]]
                counts["promotions"] += changed
        for picture in pictures:
            symbols |= {*picture.pieces.values(), *(symbol for _, symbol, _ in picture.hands)}
            shapes |= picture.shapes
    unseen = tuple(shapes[symbol] for symbol in shapes if symbol not in symbols)
    positions = sum(len(states) for _, states, _ in played)
    return Coverage(positions, dict(counts), unseen, tuple(_lines_never_run(game, played)))


def _lines_never_run(game: Game, played: Sequence[Played]) -> Iterator[str]:
    """The lines of functions in the game's own file that `played` called, but that did not run."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    if file is None:
        return
    run: dict[CodeType, set[int]] = {}

    def note(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != file or frame.f_code.co_name.startswith("<"):
            return None
        run.setdefault(frame.f_code, set()).add(frame.f_lineno)
        return note

    tracing = sys.gettrace()
    sys.settrace(note)
    try:
        _replay(game, played)
    finally:
        sys.settrace(tracing)
    for code in sorted(run, key=lambda code: code.co_firstlineno):
        lines = {line for _, _, line in code.co_lines() if line} - {code.co_firstlineno}
        yield from (f"{Path(file).name}:{line}" for line in sorted(lines - run[code]))


def _replay(game: Game, played: Sequence[Played]) -> None:
    """Ask the rules about every position again."""
    game.start()
    for moves, states, _ in played[:REPLAYED]:
        for state in states:
            game.player(state)
            list(game.moves(state))
            game.outcome(state)
        for state, move in zip(states, moves, strict=False):
            game.play(state, move)
