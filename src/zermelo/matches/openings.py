"""Openings, so that players who always do the same play different games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ParameterError, UsageError, clip
from zermelo.play.position import read_moves
from zermelo.process.files import file_errors, regular_bytes

TRIES: Final = 100
LARGEST: Final = 10_000_000  # bytes of a file that is read


def random_opening(game: Game, plies: int, seed: str) -> tuple[str, ...]:
    """`plies` moves, each as likely as any other, after which the game goes on.

    Raises `ParameterError` when none was found in `TRIES` tries.
    """
    chance = random.Random(seed)
    for _ in range(TRIES):
        state, texts = game.start(), []
        for _ in range(plies):
            moves = list(game.moves(state))
            if not moves:
                break
            move = chance.choice(moves)
            texts.append(game.format_move(state, move))
            state = game.play(state, move)
        if len(texts) == plies and game.outcome(state) == ONGOING:
            return tuple(texts)
    raise ParameterError(f"{game} is over after an opening of {plies} plies: give fewer")


def listed_opening(game: Game, text: str) -> tuple[str, ...]:
    """The moves in `text`, see `zermelo.play.position`, as the game writes them.

    Raises `UsageError` for one that is none, and when the game is over after them.
    """
    state, texts = game.start(), []
    try:
        for move, after in read_moves(game, state, text):
            texts.append(game.format_move(state, move))
            state = after
    except UsageError as error:
        raise UsageError(f"in the opening {clip(text)}: {error}") from None
    if game.outcome(state) != ONGOING:
        raise UsageError(f"the game is over after the opening {text.strip() or 'of no moves'}")
    return tuple(texts)


def read_openings(path: Path) -> Sequence[str]:
    """The openings in a file, one a line; empty lines and what follows a # are left out."""
    with file_errors("read", path):
        lines = regular_bytes(path, LARGEST).decode().splitlines()
    openings = [line.partition("#")[0].strip() for line in lines]
    if not any(openings):
        raise UsageError(f"{path} has no openings: one a line, like 1,1 0,0")
    return [opening for opening in openings if opening]
