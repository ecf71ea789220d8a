"""External engines as players: "ugi:COMMAND" for any game, "uci:COMMAND" for some.

After the command, options follow semicolons: "uci:fairy-stockfish; depth=4; Hash=16". Of these
`depth`, `nodes` and `movetime`, in milliseconds, limit each move; the rest are the engine's own.
Without a limit the engine thinks for nine tenths of the match's clock, or for a second.

UGI uses Zermelo's own texts. UCI comes from chess: with it, Fairy-Stockfish plays Breakthrough and
Clobber, and cutechess referees Connect Four and tic-tac-toe.
"""

import re
from typing import Any, Final, Self

from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, Forfeit, IllegalMoveError, UsageError, clip
from zermelo.games import BUILT_IN
from zermelo.play.player import Terms, Thought
from zermelo.players.program import Program, RunsProgram, end_of, read_command, seconds_left

VARIANTS: Final = {
    "breakthrough": "breakthrough",
    "clobber": "clobber",
    "clobber(width=10, height=10)": "clobber10",
    "connectfour": "cfour",
    "tictactoe": "tictactoe",
}
DROPPED: Final = ("cfour", "tictactoe")  # the games in which men come from a reserve
CHESSES: Final = [name for name, home in BUILT_IN.items() if home.startswith("zermelo.games.chess")]
RANK: Final = re.compile(r"\d+|[Pp]")


class Notation:
    """Zermelo's own texts, for UGI."""

    variant: str | None = None  # the game's name in UCI
    quiet: int | None = None  # after this many moves without progress, the protocol draws the game

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
        raise IllegalMoveError(f"{clip(text)} is not a legal move here")

    def format_state(self, state: Any) -> str:
        """The text of a position."""
        return self.game.format_state(state)

    def parse_state(self, text: str) -> Any:
        """The position with this text; `TextError` if it is invalid."""
        return self.game.parse_state(text)

    def quiet_moves(self, text: str) -> int:
        """The number of moves without progress before this position; 0 if its text gives none."""
        return 0


class Squares(Notation):
    """Chess notation: moves like "a2b3" or "P@a1", positions as FEN with men P and p."""

    def __init__(self, game: Game, variant: str) -> None:
        super().__init__(game)
        self.variant, self._size = variant, (getattr(game, "width", 0), getattr(game, "height", 0))

    def format_move(self, state: Any, move: int) -> str:
        """The text of a move: from square to square, or from the reserve to a square."""
        if self.variant not in DROPPED:
            return re.sub(r"[-x]", "", self.game.format_move(state, move))
        picture = self.game.picture(self.game.play(state, move)).pieces
        (point,) = picture.keys() - self.game.picture(state).pieces.keys()
        width, height = self._size
        return f"P@{'abcdefghij'[point % width]}{height - point // width}"

    def format_state(self, state: Any) -> str:
        """The FEN: rows from the top, with numbers for empty squares; the reserve; the player."""
        width, height = self._size
        signs = {"X": "P", "O": "p"}
        men = [signs.get(letter, ".") for letter in self.game.format_state(state) if letter != "/"]
        rows = ("".join(men[width * y : width * (y + 1)]) for y in range(height))
        board = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))
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
        own = "/".join(cells).replace("P", "X").replace("p", "O")
        mover = "O" if rest[:1] == "b" else "X"
        example = self.game.format_state(self.game.start())
        return self.game.parse_state(f"{own} {mover}" if " " in example else own)


class Chessmen(Notation):
    """Notation of games whose method `uci` formats moves, with FEN for positions."""

    quiet = 100  # the fifty-move rule, in plies

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.variant, self._uci = str(game), game.uci

    def format_move(self, state: Any, move: int) -> str:
        """The text of a move: from square to square, with a promotion's piece, as "e7e8q"."""
        text: str = self._uci(state, move)
        return text

    def format_state(self, state: Any) -> str:
        """The FEN, with its counters at their start."""
        return f"{self.game.format_state(state)} 0 1"

    def quiet_moves(self, text: str) -> int:
        """The FEN's count of plies without progress, its fifth word; 0 without one."""
        return int("".join(text.split()[4:5]) or 0)


def notation(game: Game, protocol: str) -> Notation:
    """The notation of a game in a protocol, "ugi" or "uci"; `CapabilityError` if it has none."""
    if protocol == "ugi":
        return Notation(game)
    if hasattr(game, "uci"):
        return Chessmen(game)
    variant = VARIANTS.get(str(game))
    if variant is None:
        known = ", ".join([*VARIANTS, *CHESSES])
        raise CapabilityError(f"UCI has no notation for {game}; it has one for {known}; use ugi")
    return Squares(game, variant)


LIMITS: Final = ("depth", "nodes", "movetime")
STARTING: Final = 10.0  # seconds for an engine to get ready
GRACE: Final = 1.0  # seconds by which an engine may exceed its time


class EnginePlayer(RunsProgram):
    """An engine that speaks UGI or UCI, run from its first game to `stop`."""

    def __init__(self, name: str, protocol: str, command: list[str], options: dict[str, str]):
        self.name, self._protocol, self._command = name, protocol, command
        self._limits = {key: options.pop(key) for key in LIMITS if key in options}
        self._options = options
        self.thought = Thought()

    def begin(self, terms: Terms, seed: int) -> Self:
        """Announce a new game to the engine; return this player."""
        self._notation: Notation = notation(terms.game, self._protocol)
        self._start = terms.game.start() if terms.start is None else terms.start
        self._clock = terms.clock
        if self._program is None:
            try:
                self._program = Program(self._command)
            except OSError as error:
                self._forfeit(f"crash: it cannot be started: {error.strerror}")
            self._ask(self._protocol, f"{self._protocol}ok")
            variant = self._notation.variant
            chosen = {"UCI_Variant": variant} if variant else {}
            for name, value in {**chosen, **self._options}.items():
                self._tell(f"setoption name {name} value {value}")
        self._tell(f"{self._protocol}newgame")
        self._ask("isready", "readyok")
        return self

    def choose(self, game: Game, state: Any) -> int:
        """The engine's best move; `Forfeit` if it is late, illegal or missing."""
        if self._program is None:
            raise Forfeit("crash: the engine has not started a game")
        self._tell(self._position(state))
        limits = self._limits or {"movetime": str(round(900 * (self._clock or 1.0 / 0.9)))}
        self._tell("go " + " ".join(f"{name} {value}" for name, value in limits.items()))
        patience = self._clock
        if "movetime" in limits:
            patience = max(self._clock or 0, float(limits["movetime"]) / 1000 + GRACE)
        answer = self._ask("", "bestmove", patience).split()
        try:
            return self._notation.parse_move(state, answer[1] if len(answer) > 1 else "")
        except IllegalMoveError as error:
            self._forfeit(f"illegal move: {error}")

    def _position(self, state: Any) -> str:
        """The command that sets the position: the start and the moves, or the position alone."""
        texts, at = [], self._start
        for text in self._history.moves if self._history else ():
            move = self._notation.game.parse_move(at, text)
            texts.append(self._notation.format_move(at, move))
            at = self._notation.game.play(at, move)
        if at != state:
            return f"position fen {self._notation.format_state(state)}"
        own = self._protocol == "ugi" and self._start == self._notation.game.start()
        start = "startpos" if own else f"fen {self._notation.format_state(self._start)}"
        return " ".join(["position", start, *(["moves", *texts] if texts else [])])

    def _tell(self, line: str) -> None:
        assert self._program is not None
        try:
            self._program.tell(line, STARTING)
        except (TimeoutError, EOFError) as error:
            self._forfeit(f"crash: {error or 'it does not read its input'}")

    def _ask(self, line: str, wanted: str, seconds: float | None = STARTING) -> str:
        """Send `line` and return the first answer that begins with `wanted`; ignore others."""
        if line:
            self._tell(line)
        ends = end_of(seconds)
        while True:
            assert self._program is not None
            try:
                heard = self._program.hear(seconds_left(ends))
            except TimeoutError:
                self._forfeit(f"time: no {wanted} in {seconds:g} s")
            except EOFError:
                self._forfeit("crash: the engine has ended")
            if heard.split(" ")[0] == wanted:
                return heard


def engine_player(text: str, terms: Terms) -> EnginePlayer:
    """The player "uci:COMMAND; depth=4"; `UsageError` if there is no such command,
    `CapabilityError` for a game without notation in the protocol.
    """
    protocol, _, rest = text.partition(":")
    program, *given = rest.split(";")
    right = f"write something like {protocol}:fairy-stockfish; depth=4"
    command, options = read_command(text, program, right), {}
    for option in given:
        name, equals, value = (part.strip() for part in option.partition("="))
        if not (name and equals and value):
            raise UsageError(f"{clip(text)}: {clip(option)} is not an option; {right}")
        if name == "seconds":
            raise UsageError(f"{clip(text)}: write its time as movetime, in milliseconds")
        if name in LIMITS and not (value.isdecimal() and int(value) > 0):
            raise UsageError(f"{clip(text)}: {name} should be a positive whole number; {right}")
        options[name] = value
    notation(terms.game, protocol)
    return EnginePlayer(text, protocol, command, options)
