"""The data of near-laws: random games, and the observations they yield."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.contract.picture import Picture


class Observation(NamedTuple):
    """Whether a statement holds in the position that the moves in `history` lead to.

    seen  what is so where it doesn't hold
    """

    law: str
    statement: str
    holds: bool
    history: tuple[int, ...]
    seen: str


class Played(NamedTuple):
    """A random game: its moves, the states before, between and after them, and their pictures.

    pictures  none if the game draws none
    """

    moves: tuple[int, ...]
    states: tuple[Any, ...]
    pictures: tuple[Picture, ...]
