"""Where pages and drawings are, as the pages of a server say it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote


class Addresses:
    """Where pages are on a server; a published site has others.

    several  whether there is a page of all games
    together whether two people can play each other from their own machines
    boards   drawings to show until the board is there, by the specs of their games
    course   the exercises in code, which a server does not grade; "" where there are none
    policy   the Content-Security-Policy that pages declare; a server's is in its headers
    """

    home = "./"
    play, tree, limits, exercises = "play", "tree", "limits", "exercises"
    course = ""
    several = together = True
    boards: Mapping[str, str] = {}
    policy = ""

    def spec(self, spec: str) -> str:
        """The name of a game in addresses."""
        return spec

    def game(self, spec: str) -> str:
        """The page of a game."""
        return f"game?g={quote(spec)}"

    def drawing(self, spec: str) -> str:
        """A position of a game as it is drawn."""
        return f"drawing?g={quote(spec)}"
