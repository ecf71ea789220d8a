"""The games that come with Zermelo, and the known result of each, as `games.txt` lists them."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.process.texts import packaged_text


class Known(NamedTuple):
    """The known facts about a game.

    `usual` has the parameters of the usual game, if the defaults are smaller for lessons.
    """

    title: str  # the usual name
    winner: str = ""  # with best play: "first", "second", "draw", or "partly" for some sizes
    words: str = ""  # details, and who found the result
    usual: Mapping[str, int] = MappingProxyType({})
    family: str = "Further games"  # the game's group in the gallery, one of `FAMILIES`


def _read_games() -> Iterator[tuple[str, str, Known]]:
    """The name of each game, its module and class, and the known facts."""
    text = packaged_text("games/games.txt")
    for line in text.splitlines():
        if not line.startswith("#"):
            name, place, family, title, winner, words, usual = (*line.split(" | "), "", "", "")[:7]
            pairs = (pair.split("=") for pair in usual.split())
            sizes = MappingProxyType({key: int(size) for key, size in pairs})
            yield name, f"zermelo.games.{place}", Known(title, winner, words, sizes, family)


_LISTED: Final = tuple(_read_games())
BUILT_IN: Final = {name: place for name, place, _ in _LISTED}
KNOWN: Final = {name: known for name, _, known in _LISTED}
FAMILIES: Final = (  # in the order of the gallery
    *("Three in a row and kin", "Chess-like", "Draughts-like", "Connection and territory"),
    *("Blocking and races", "Sowing", "Mathematics"),
)
