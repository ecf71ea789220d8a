"""The games that come with Zermelo, and the known result of each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Known(NamedTuple):
    """The known facts about a game.

    title   the usual name
    winner  with best play: "first", "second", "draw", "" if unknown, or "partly" if it is known for
            some sizes
    words   details, and who found the result
    usual   the parameters of the usual game, if the defaults are smaller for lessons
    """

    title: str
    winner: str = ""
    words: str = ""
    usual: Mapping[str, int] = MappingProxyType({})


FIVE: Final = MappingProxyType({"width": 5, "height": 5})
KNOWN: Final = {
    "tictactoe": Known("Tic-tac-toe", "draw", "all 5,478 positions: zermelo solve"),
    "connectfour": Known("Connect Four", "first", "James Allen and Victor Allis, 1988"),
    "isolation": Known(
        "Isolation", "second", "on 3 × 2 cells; other sizes differ: zermelo solve", FIVE
    ),
    "nim": Known("Nim", "second", "a nim-sum of 0 is lost: Charles Bouton, 1901"),
    "morris": Known("Nine Men’s Morris", "draw", "Ralph Gasser, 1993; zermelo solve"),
    "mnk": Known("m, n, k", "draw", "on 3 × 3 cells; other sizes differ: zermelo solve"),
    "amazons": Known("Amazons", "partly", "on 4 × 4 cells the second player wins: zermelo analyze"),
    "ataxx": Known(
        "Ataxx", "partly", "on 3 × 3 and 4 × 4 cells the first player wins: zermelo analyze"
    ),
    "awari": Known("Awari", "draw", "John Romein and Henri Bal, 2002"),
    "breakthrough": Known(
        "Breakthrough", "partly", "on 4 × 4 and 4 × 5 cells the second player wins: zermelo analyze"
    ),
    "checkers": Known("Checkers", "draw", "Jonathan Schaeffer and others, 2007"),
    "chess": Known("Chess"),
    "chomp": Known("Chomp", "first", "on any bar of more than one square: David Gale, 1974"),
    "clobber": Known(
        "Clobber", "partly", "on 4 × 4 and 4 × 5 cells the first player wins: zermelo analyze"
    ),
    "domineering": Known(
        "Domineering", "first", "on 8 × 8 cells: Breuker, Uiterwijk and van den Herik, 2000"
    ),
    "dobutsu": Known("Dōbutsu shōgi", "second", "in 78 plies: Tetsurō Tanaka, 2009"),
    "dotsandboxes": Known(
        "Dots and Boxes", "partly", "4 × 5 boxes are drawn: Barker and Korf, 2012"
    ),
    "dodgem": Known(
        "Dodgem", "first", "on 3 × 3 cells; 4 × 4 and 5 × 5 are drawn: Steven desJardins, 1996"
    ),
    "chopsticks": Known(
        "Chopsticks", "draw", "all 171 positions, 204 with roll-over: zermelo solve"
    ),
    "hackenbush": Known(
        "Hackenbush", "second", "this drawing is worth 0; others differ: John Conway, 1976"
    ),
    "havannah": Known(
        "Havannah", "partly", "with sides of 2 and 3 the first player wins: zermelo analyze"
    ),
    "lgame": Known("The L game", "draw", "Edward de Bono, 1968"),
    "popout": Known("PopOut", "partly", "on 4 × 4 cells the second player wins: zermelo analyze"),
    "qubic": Known("Qubic", "first", "Oren Patashnik, 1980"),
    "sim": Known("Sim", "second", "Mead, Rosa and Huang, 1974"),
    "wythoff": Known(
        "Wythoff’s game", "first", "except with golden pairs like 8 and 13: Wythoff, 1907"
    ),
    "sprouts": Known(
        "Sprouts", "first", "with 3 to 5 spots, the second with 1 and 2: Applegate and others, 1991"
    ),
    "surakarta": Known(
        "Surakarta",
        "partly",
        "on 4 × 4 points with one row of men the first player wins: zermelo solve",
    ),
    "teeko": Known("Teeko", "draw", "Guy Steele, 1998"),
    "y": Known("Y", "first", "on every size, by Nash’s argument; how is unknown on large boards"),
    "foxandgeese": Known("Fox and Geese", "second", "the geese: Berlekamp, Conway and Guy, 1982"),
    "gardner": Known("Gardner’s minichess", "draw", "Mehdi Mhalla and Frédéric Prost, 2013"),
    "go": Known(
        "Go",
        "first",
        "on 3 × 3 points, by all nine; on 2 × 2 by one: zermelo analyze",
        MappingProxyType({"size": 9}),
    ),
    "gomoku": Known("Gomoku", "first", "Victor Allis, 1994"),
    "hex": Known("Hex", "first", "on every size: John Nash, 1948; how is unknown on large boards"),
    "kayles": Known("Kayles", "first", "with any number of pins, by symmetry: Henry Dudeney, 1907"),
    "kalah": Known("Kalah", "first", "by 10 seeds: Irving, Donkers and Uiterwijk, 2000"),
    "konane": Known(
        "Kōnane", "second", "on 4 × 4 and 6 × 6 cells: zermelo prove konane --claim loss"
    ),
    "linesofaction": Known(
        "Lines of Action", "partly", "on 4 × 4 cells the first player wins: zermelo solve"
    ),
    "losalamos": Known("Los Alamos chess"),
    "mutorere": Known("Mū tōrere", "draw", "Marcia Ascher, 1987"),
    "othello": Known(
        "Othello", "partly", "the second player wins on 4 × 4 and 6 × 6: Joel Feinstein, 1993"
    ),
    "pentago": Known("Pentago", "first", "Geoffrey Irving, 2014"),
    "ponghauki": Known("Pong Hau K’i", "draw", "Philip Straffin, 1995"),
    "quoridor": Known(
        "Quoridor", "partly", "on 3 × 3 cells the second player wins: zermelo analyze"
    ),
    "quarto": Known("Quarto", "draw", "Luc Goossens, 1998"),
    "toadsandfrogs": Known(
        "Toads and Frogs", "first", "with three of each and two empty places: zermelo solve"
    ),
    "ultimate": Known("Ultimate tic-tac-toe"),
}

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


BUILT_IN = {
    "tictactoe": "zermelo.games.mnk:TicTacToe",
    "mnk": "zermelo.games.mnk:MNK",
    "isolation": "zermelo.games.isolation:Isolation",
    "nim": "zermelo.games.nim:Nim",
    "connectfour": "zermelo.games.connectfour:ConnectFour",
    "morris": "zermelo.games.morris.rules:Morris",
    "gomoku": "zermelo.games.gomoku:Gomoku",
    "othello": "zermelo.games.othello:Othello",
    "chess": "zermelo.games.chess.texts:Chess",
    "gardner": "zermelo.games.chess.texts:Gardner",
    "losalamos": "zermelo.games.chess.texts:LosAlamos",
    "dobutsu": "zermelo.games.dobutsu:Dobutsu",
    "checkers": "zermelo.games.checkers:Checkers",
    "breakthrough": "zermelo.games.breakthrough:Breakthrough",
    "hex": "zermelo.games.hex:Hex",
    "kalah": "zermelo.games.kalah:Kalah",
    "awari": "zermelo.games.awari:Awari",
    "dotsandboxes": "zermelo.games.dotsandboxes:DotsAndBoxes",
    "amazons": "zermelo.games.amazons:Amazons",
    "quarto": "zermelo.games.quarto:Quarto",
    "pentago": "zermelo.games.pentago:Pentago",
    "ultimate": "zermelo.games.ultimate:Ultimate",
    "domineering": "zermelo.games.domineering:Domineering",
    "clobber": "zermelo.games.clobber:Clobber",
    "go": "zermelo.games.go:Go",
    "chomp": "zermelo.games.chomp:Chomp",
    "kayles": "zermelo.games.mathematics.kayles:Kayles",
    "toadsandfrogs": "zermelo.games.mathematics.toadsandfrogs:ToadsAndFrogs",
    "mutorere": "zermelo.games.blocking.sliding:MuTorere",
    "ponghauki": "zermelo.games.blocking.sliding:PongHauKi",
    "dodgem": "zermelo.games.blocking.dodgem:Dodgem",
    "quoridor": "zermelo.games.blocking.quoridor:Quoridor",
    "lgame": "zermelo.games.blocking.lgame:LGame",
    "teeko": "zermelo.games.rows.teeko:Teeko",
    "qubic": "zermelo.games.rows.qubic:Qubic",
    "popout": "zermelo.games.rows.popout:PopOut",
    "y": "zermelo.games.connection:Y",
    "havannah": "zermelo.games.connection:Havannah",
    "sim": "zermelo.games.mathematics.sim:Sim",
    "wythoff": "zermelo.games.mathematics.wythoff:Wythoff",
    "hackenbush": "zermelo.games.mathematics.hackenbush:Hackenbush",
    "sprouts": "zermelo.games.mathematics.sprouts:Sprouts",
    "chopsticks": "zermelo.games.mathematics.chopsticks:Chopsticks",
    "konane": "zermelo.games.draughts.konane:Konane",
    "linesofaction": "zermelo.games.draughts.linesofaction:LinesOfAction",
    "ataxx": "zermelo.games.draughts.ataxx:Ataxx",
    "surakarta": "zermelo.games.draughts.surakarta:Surakarta",
    "foxandgeese": "zermelo.games.foxandgeese:FoxAndGeese",
}
