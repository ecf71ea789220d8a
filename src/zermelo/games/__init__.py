"""The games that come with Zermelo, and the known result of each, as `games.txt` lists them."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.process.texts import packaged_text


class Known(NamedTuple):
    """The known facts about a game.

    title   the usual name
    winner  the winner with best play: "first", "second", "draw", "" if unknown, or "partly" if
            it is known for some sizes
    words   details, and who found the result
    usual   the parameters of the usual game, if the defaults are smaller for lessons
    """

    title: str
    winner: str = ""
    words: str = ""
    usual: Mapping[str, int] = MappingProxyType({})


def _read_games() -> Iterator[tuple[str, str, Known]]:
    """The name of each game, its module and class, and the known facts."""
    text = packaged_text("games/games.txt")
    for line in text.splitlines():
        if not line.startswith("#"):
            name, place, title, winner, words, usual = (*line.split(" | "), "", "", "")[:6]
            pairs = (pair.split("=") for pair in usual.split())
            sizes = MappingProxyType({key: int(size) for key, size in pairs})
            yield name, f"zermelo.games.{place}", Known(title, winner, words, sizes)


_LISTED: Final = tuple(_read_games())
BUILT_IN: Final = {name: place for name, place, _ in _LISTED}
KNOWN: Final = {name: known for name, _, known in _LISTED}

# The families in the gallery; all other games come last.
FAMILIES: Final = {
    "Three in a row and kin": (
        "tictactoe", "mnk", "gomoku", "connectfour", "popout", "qubic", "teeko", "morris", "quarto",
        "pentago", "ultimate",
    ),
    "Chess-like": ("chess", "gardner", "losalamos", "dobutsu", "breakthrough"),
    "Draughts-like": (
        "checkers", "othello", "clobber", "konane", "linesofaction", "ataxx", "surakarta",
    ),
    "Connection and territory": ("hex", "y", "havannah", "go", "amazons", "dotsandboxes"),
    "Blocking and races": (
        "isolation", "foxandgeese", "dodgem", "lgame", "mutorere", "ponghauki", "quoridor",
        "domineering",
    ),
    "Sowing": ("kalah", "awari"),
    "Mathematics": (
        "nim", "wythoff", "kayles", "chomp", "sim", "toadsandfrogs", "hackenbush", "chopsticks",
        "sprouts",
    ),
}  # fmt: skip
