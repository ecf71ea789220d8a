"""Players on surfaces and in saved games, by name."""

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
    """The player of a name: "human", "engine:seconds=0.5", "level:3", "database:DIR" ….

    Only built-in players are allowed, because a saved game from a stranger must not run programs.
    Raises `UsageError` for any other name.
    """
    text = OTHER_NAMES.get(text, text)
    kind = text.partition(":")[0]
    if text == PERSON:
        return Person()
    if kind not in (*OURS, *STORED):
        known = ", ".join((PERSON, *OURS, *STORED))
        raise UsageError(f"{clip(text)} is not an available opponent; choose from {known}")
    player = player_spec(text, terms).begin(terms, seed)
    player.name = text
    return player
