"""The games that the page offers: the built-in ones, and those that the server was started with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from zermelo.errors import UsageError, clip
from zermelo.game import Game
from zermelo.show.catalogue import Entry, catalogue
from zermelo.spec import format_game, parse_game

NAME: Final = re.compile(r"\s*([A-Za-z]\w*)\s*(\(.*\))?\s*", re.DOTALL)
LONGEST: Final = 500  # characters of a spec
MOST_POINTS: Final = 400  # of a board
FIRST: Final = ("tictactoe", "connectfour", "isolation", "nim", "morris")


class Catalogue:
    """Which games may be played here.

    own  specs of further games, files of one's own for example; the page offers them by these

    Raises as `parse_game` does, and `CapabilityError` for a game that has no picture.
    """

    def __init__(self, own: Sequence[str] = ()) -> None:
        self._own = {spec: parse_game(spec) for spec in own}
        for game in self._own.values():
            game.picture(game.start())  # what can't be drawn can't be clicked
        self._listed = catalogue()
        self._names = {entry.name for entry in self._listed}

    def as_json(self) -> list[dict[str, Any]]:
        """The games with their parameters and a sentence about each, the best known first.

        `weights` are the names of the parameters that are the evaluation's: the floats.
        """
        own = [
            {"name": spec, "parameters": {}, "weights": [], "about": _about(game), "own": True}
            for spec, game in self._own.items()
        ]
        listed = [
            {**entry.as_dict(), "weights": _weights(entry), "own": False} for entry in self._listed
        ]
        known = {name: place for place, name in enumerate(FIRST)}
        listed.sort(key=lambda entry: known.get(entry["name"], len(FIRST)))
        return own + listed

    def game(self, spec: str) -> Game[Any]:
        """The game that `spec` names; `UsageError` for one that is not played here.

        A client's spec never makes the server read a file: only names in the catalogue are taken.
        """
        if spec in self._own:
            return self._own[spec]
        found = NAME.fullmatch(spec[: LONGEST + 1])
        if len(spec) > LONGEST or not found or found[1].lower() not in self._names:
            known = ", ".join((*self._own, *sorted(self._names)))
            raise UsageError(f"{clip(spec)} is no game here; there are {known}")
        game = parse_game(spec)
        points = len(game.picture(game.start()).points)
        if points > MOST_POINTS:
            raise UsageError(f"{clip(spec)} has {points} points, the page shows {MOST_POINTS}")
        return game

    def spec(self, game: Game[Any]) -> str:
        """The spec by which a client may name `game` again."""
        return next((spec for spec, own in self._own.items() if own == game), format_game(game))


def _weights(entry: Entry) -> list[str]:
    return [name for name, value in entry.parameters.items() if isinstance(value, float)]


def _about(game: Game[Any]) -> str:
    return (type(game).__doc__ or "").strip().partition("\n")[0]
