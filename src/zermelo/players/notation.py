"""How programs that speak chess's protocols write our games: moves, positions, and the variant.

UGI knows any game, and here takes our own texts. UCI comes from chess: Fairy-Stockfish plays
Breakthrough and Clobber by it, and cutechess is a referee of Connect Four and tic-tac-toe.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, IllegalMoveError, clip
from zermelo.games import BUILT_IN

VARIANTS: Final = {
    "breakthrough": "breakthrough",
    "clobber": "clobber",
    "clobber(width=10, height=10)": "clobber10",
    "connectfour": "cfour",
    "tictactoe": "tictactoe",
}
DROPPED: Final = ("cfour", "tictactoe")  # games in which men come from a reserve
CHESSES: Final = [name for name, home in BUILT_IN.items() if home.startswith("zermelo.games.chess")]
RANK: Final = re.compile(r"\d+|[Pp]")


class Notation:
    """Our own texts, as UGI takes them; `variant` is None.

    quiet  the number of moves in a row without progress that draw, if the protocol knows one
    """

    variant: str | None = None
    quiet: int | None = None

    def __init__(self, game: Game) -> None:
        self.game = game

    def format_move(self, state: Any, move: int) -> str:
        """The text of a move."""
        return self.game.format_move(state, move)

    def parse_move(self, state: Any, text: str) -> int:
        """The legal move of this text; `IllegalMoveError` where there is none."""
        for move in self.game.moves(state):
            if self.format_move(state, move) == text:
                return move
        raise IllegalMoveError(f"{clip(text)} is no legal move here")

    def format_state(self, state: Any) -> str:
        """The text of a position."""
        return self.game.format_state(state)

    def parse_state(self, text: str) -> Any:
        """The position of a text; `TextError` for one that is none."""
        return self.game.parse_state(text)

    def quiet_moves(self, text: str) -> int:
        """The moves in a row without progress that led to the position of a text."""
        return 0


class Squares(Notation):
    """Chess's: moves as "a2b3" or "P@a1", positions as FEN, whose men are P's and p's."""

    def __init__(self, game: Game, variant: str) -> None:
        super().__init__(game)
        self.variant = variant

    def format_move(self, state: Any, move: int) -> str:
        """From a square to a square, or to one from the reserve."""
        if self.variant not in DROPPED:
            return re.sub(r"[-x]", "", self.game.format_move(state, move))
        picture = self.game.picture(self.game.play(state, move)).pieces
        (point,) = picture.keys() - self.game.picture(state).pieces.keys()
        width, height = self._size()
        return f"P@{'abcdefghij'[point % width]}{height - point // width}"

    def format_state(self, state: Any) -> str:
        """Rows from above, numbers for empty squares; then the reserve, and who moves."""
        width, height = self._size()
        rows, men = [], self._men(state)
        for y in range(height):
            row = "".join(men.get(y * width + x, ".") for x in range(width))
            rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
        board = "/".join(rows)
        if self.variant in DROPPED:
            area = width * height
            left = ((area + 1) // 2 - board.count("P"), area // 2 - board.count("p"))
            board += f"[{'P' * left[0]}{'p' * left[1]}]"
        return f"{board} {'wb'[self.game.player(state)]} - - 0 1"

    def parse_state(self, text: str) -> Any:
        """The position of a FEN; the reserve, castling and counters say nothing here."""
        board, _, rest = text.partition(" ")
        rows = [RANK.findall(row) for row in re.sub(r"\[.*\]", "", board).split("/")]
        cells = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in rows]
        first, second = (self._letter(player) for player in (0, 1))
        own = "/".join(cells).replace("P", first).replace("p", second)
        mover = first if rest[:1] != "b" else second
        example = self.game.format_state(self.game.start())
        return self.game.parse_state(f"{own} {mover}" if " " in example else own)

    def _size(self) -> tuple[int, int]:
        return getattr(self.game, "width", 0), getattr(self.game, "height", 0)

    def _men(self, state: Any) -> Mapping[int, str]:
        """Point → P for a man of player 0, p for one of player 1."""
        own = "/".join(self.game.format_state(state).split(" ")[0].split("/")).replace("/", "")
        signs = {self._letter(0): "P", self._letter(1): "p"}
        return {cell: signs[letter] for cell, letter in enumerate(own) if letter in signs}

    def _letter(self, player: int) -> str:
        """The letters in Zermelo's texts for a man of this player."""
        return "XO"[player]


class Chessmen(Notation):
    """Games that write moves as protocols do by their own `uci`, and positions as FEN."""

    quiet = 100  # the fifty-move rule, in plies

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.variant, self._uci = str(game), game.uci

    def format_move(self, state: Any, move: int) -> str:
        """From a square to a square, and the piece that a pawn becomes: "e7e8q"."""
        text: str = self._uci(state, move)
        return text

    def format_state(self, state: Any) -> str:
        """The FEN; its counters begin anew."""
        return f"{self.game.format_state(state)} 0 1"

    def quiet_moves(self, text: str) -> int:
        """The FEN's fifth word, if it has one."""
        return int("".join(text.split()[4:5]) or 0)


def chess_notation(game: Game) -> Notation:
    """Chess's notation of a game; `CapabilityError` for a game that has none."""
    if hasattr(game, "uci"):
        return Chessmen(game)
    variant = VARIANTS.get(str(game))
    if variant is None:
        known = ", ".join([*VARIANTS, *CHESSES])
        raise CapabilityError(f"UCI has no notation for {game}; it has for {known}: take ugi")
    return Squares(game, variant)


def notation(game: Game, protocol: str) -> Notation:
    """How a protocol, "ugi" or "uci", writes a game."""
    return chess_notation(game) if protocol == "uci" else Notation(game)
