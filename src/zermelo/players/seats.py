"""Seats by name: the choices on a surface, and the names in a saved game."""

from __future__ import annotations

from typing import Final

from zermelo.errors import UsageError, clip
from zermelo.play.player import Person, Player
from zermelo.players.kinds import OURS
from zermelo.players.named import player_spec
from zermelo.players.terms import Terms

STORED: Final = ("database", "proof")
PERSON: Final = "human"
OTHER_NAMES: Final = {"computer": "engine", "person": PERSON}


def seat(text: str, terms: Terms, seed: int = 0) -> Player:
    """The player that `text` names: "human", "engine:seconds=0.5", "level:3", "database:DIR" ….

    Only built-in players sit down: a saved game may come from a stranger, and names no program to
    be run. Raises `UsageError` for a text that names none of them.
    """
    text = OTHER_NAMES.get(text, text)
    kind = text.partition(":")[0]
    if text == PERSON:
        return Person()
    if kind not in (*OURS, *STORED):
        known = ", ".join((PERSON, *OURS, *STORED))
        raise UsageError(f"{clip(text)} names no player that may sit here; there are {known}")
    player = player_spec(text, terms).begin(terms, seed)
    player.name = text
    return player
