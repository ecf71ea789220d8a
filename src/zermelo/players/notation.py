"""The notation of games in chess protocols: moves, positions, and the variant's name.

UGI is for any game, and uses Zermelo's own texts. UCI comes from chess: Fairy-Stockfish plays
Breakthrough and Clobber by it, and cutechess referees Connect Four and tic-tac-toe.
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
DROPPED: Final = ("cfour", "tictactoe")  # games whose men come from a reserve
CHESSES: Final = [name for name, home in BUILT_IN.items() if home.startswith("zermelo.games.chess")]
RANK: Final = re.compile(r"\d+|[Pp]")


class Notation:
    """Zermelo's own texts, for UGI.

    variant  its name in UCI, or None
    quiet    the number of moves without progress that draw the game, if the protocol has one
    """

    variant: str | None = None
    quiet: int | None = None

    def __init__(self, game: Game) -> None:
        self.game = game

    def format_move(self, state: Any, move: int) -> str:
        """The text of a move."""
        return self.game.format_move(state, move)

    def parse_move(self, state: Any, text: str) -> int:
        """The legal move with this text; `IllegalMoveError` if there is none."""
        for move in self.game.moves(state):
            if self.format_move(state, move) == text:
                return move
        raise IllegalMoveError(f"{clip(text)} is no legal move here")

    def format_state(self, state: Any) -> str:
        """The text of a position."""
        return self.game.format_state(state)

    def parse_state(self, text: str) -> Any:
        """The position with this text; `TextError` if it is invalid."""
        return self.game.parse_state(text)

    def quiet_moves(self, text: str) -> int:
        """The number of moves without progress before the position with this text."""
        return 0


class Squares(Notation):
    """Chess notation: moves like "a2b3" or "P@a1", positions as FEN with men P and p."""

    def __init__(self, game: Game, variant: str) -> None:
        super().__init__(game)
        self.variant = variant

    def format_move(self, state: Any, move: int) -> str:
        """From square to square, or from the reserve to a square."""
        if self.variant not in DROPPED:
            return re.sub(r"[-x]", "", self.game.format_move(state, move))
        picture = self.game.picture(self.game.play(state, move)).pieces
        (point,) = picture.keys() - self.game.picture(state).pieces.keys()
        width, height = self._size()
        return f"P@{'abcdefghij'[point % width]}{height - point // width}"

    def format_state(self, state: Any) -> str:
        """Rows from the top, with numbers for empty squares; then the reserve and the player."""
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
        """The position of a FEN, whose reserve, castling rights and counters are ignored."""
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
        """Point → P for player 0's man, p for player 1's."""
        own = "/".join(self.game.format_state(state).split(" ")[0].split("/")).replace("/", "")
        signs = {self._letter(0): "P", self._letter(1): "p"}
        return {cell: signs[letter] for cell, letter in enumerate(own) if letter in signs}

    def _letter(self, player: int) -> str:
        """The letter of a player's man in Zermelo's texts."""
        return "XO"[player]


class Chessmen(Notation):
    """Notation of games with their own `uci` for moves, and FEN for positions."""

    quiet = 100  # the fifty-move rule, in plies

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.variant, self._uci = str(game), game.uci

    def format_move(self, state: Any, move: int) -> str:
        """From square to square, with the piece of a promotion: "e7e8q"."""
        text: str = self._uci(state, move)
        return text

    def format_state(self, state: Any) -> str:
        """The FEN, with its counters at their start."""
        return f"{self.game.format_state(state)} 0 1"

    def quiet_moves(self, text: str) -> int:
        """The fifth word of the FEN, or 0."""
        return int("".join(text.split()[4:5]) or 0)


def chess_notation(game: Game) -> Notation:
    """The UCI notation of a game; `CapabilityError` if it has none."""
    if hasattr(game, "uci"):
        return Chessmen(game)
    variant = VARIANTS.get(str(game))
    if variant is None:
        known = ", ".join([*VARIANTS, *CHESSES])
        raise CapabilityError(f"UCI has no notation for {game}; it has for {known}: take ugi")
    return Squares(game, variant)


def notation(game: Game, protocol: str) -> Notation:
    """The notation of a game in a protocol, "ugi" or "uci"."""
    return chess_notation(game) if protocol == "uci" else Notation(game)
