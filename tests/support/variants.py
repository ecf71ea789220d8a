"""Every built-in game with parameters that change its rules, and games of the tests."""

from facts import FACTS
from pointgames import Matches, Sowing, Strip
from toys import Again
from widegames import WideLine
from zermelo import Game
from zermelo.spec import parse_game

SMALL_BOARDS = {  # for games with many moves
    "amazons": "amazons(size=4)",
    "gomoku": "mnk(width=5, height=5, k=4)",
    "hex": "hex(size=5)",
}
GAMES: dict[str, str | Game] = {spec: spec for facts in FACTS.values() for spec in facts.variants}
GAMES |= {"again": Again(size=12)}
GAMES |= {"matches": Matches(), "sowing": Sowing(), "strip": Strip()}
LARGER = {spec: spec for facts in FACTS.values() for spec in facts.larger}
ALL: dict[str, str | Game] = GAMES | LARGER | {"wideline": WideLine()}


def find_game(name: str) -> Game:
    """The game of that name in one of the tables."""
    game = ALL[name]
    return parse_game(game) if isinstance(game, str) else game
