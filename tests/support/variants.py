"""Every built-in game with parameters that change its rules, and games of the tests."""

from pointgames import Matches, Sowing, Strip
from toys import Again
from widegames import WideLine
from zermelo import Game
from zermelo.games import BUILT_IN
from zermelo.spec import parse_game

VARIED = {
    "mnk": ["mnk(width=4, height=3, k=3)", "mnk(width=8, height=7, k=5)"],
    "isolation": [
        "isolation(width=4, height=3, blocked=[(2, 1)])",
        "isolation(width=7, height=7, pieces='knight')",
        "isolation(width=9, height=7, stuck='either')",
    ],
    "nim": ["nim", "nim(rows=[2, 3, 2], misere=True)", "nim(rows=[9])"],
    "connectfour": ["connectfour", "connectfour(width=4, height=3, k=3)"],
    "morris": ["morris", "morris(men=12, several=True, lasker=True)", "morris(men=3)"],
    "go": ["go", "go(size=5, memory=4)"],
    "othello": ["othello(size=4)", "othello"],
    "breakthrough": ["breakthrough(width=5, height=6)"],
    "hex": ["hex(size=5)"],
    "amazons": ["amazons(size=5)"],
    "domineering": ["domineering(width=5, height=5)"],
    "dodgem": ["dodgem(size=4)"],
    "qubic": ["qubic(size=3)", "qubic(rods=True)"],
    "y": ["y(size=6)"],
    "havannah": ["havannah(size=4)"],
    "ataxx": ["ataxx(size=5)"],
    "linesofaction": ["linesofaction(size=6)"],
    "surakarta": ["surakarta(size=4, rows=1)"],
    "sprouts": ["sprouts(spots=2)"],
    "chopsticks": ["chopsticks", "chopsticks(rollover=True)"],
    "foxandgeese": ["foxandgeese(size=6)"],
}
SPECS = {name: VARIED.get(name, [name]) for name in BUILT_IN}
SMALL_BOARDS = {  # for games with many moves
    "amazons": "amazons(size=4)",
    "gomoku": "mnk(width=5, height=5, k=4)",
    "hex": "hex(size=5)",
}
LARGER = [  # too slow plain, or too similar to others, for every run
    "mnk(width=19, height=19, k=6)",
    "connectfour(width=9, height=6)",
    "morris(flying=False)",
    "othello(size=6)",
    "breakthrough",
    "hex(size=11)",
    "hex(size=14)",
    "kalah(pits=4, seeds=3)",
    "dotsandboxes(width=6, height=5)",
    "amazons(size=6)",
    "amazons",
    "domineering",
    "clobber(width=8, height=8)",
    "chomp(width=8, height=7)",
    "foxandgeese",
]
GAMES: dict[str, str | Game] = {spec: spec for specs in SPECS.values() for spec in specs}
GAMES |= {"again": Again(size=12)}
GAMES |= {"matches": Matches(), "sowing": Sowing(), "strip": Strip()}
ALL: dict[str, str | Game] = GAMES | {spec: spec for spec in LARGER} | {"wideline": WideLine()}


def find_game(name: str) -> Game:
    """The game of that name in one of the tables."""
    game = ALL[name]
    return parse_game(game) if isinstance(game, str) else game
