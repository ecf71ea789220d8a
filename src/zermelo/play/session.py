"""One game in progress: the state machine behind every surface, itself without a surface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.errors import IllegalMoveError
from zermelo.game import ONGOING, Game
from zermelo.play.players import Person, Player
from zermelo.show.words import outcome_words, winner


class Session:
    """A game being played: where it stands, how it came there, and what may be done next.

    players  who plays as player 0 and as player 1; people by default
    start    the state to begin in; by default the game's own

    >>> import zermelo
    >>> session = Session(zermelo.game("tictactoe"))
    >>> session.move("1,1")
    >>> session.history, session.player
    (['1,1'], 1)
    >>> session.undo(), session.ply
    (True, 0)
    """

    def __init__(
        self, game: Game[Any], players: Sequence[Player] | None = None, start: Any = None
    ) -> None:
        self.game = game
        self.players = tuple(players) if players else (Person(), Person())
        self._states = [game.start() if start is None else start]
        self._moves: list[int] = []
        self._ply = 0

    # Where the game stands -----------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The current state."""
        return self._states[self._ply]

    @property
    def ply(self) -> int:
        """How many moves have been made since the session's start."""
        return self._ply

    @property
    def player(self) -> int:
        """Whose turn it is, 0 or 1."""
        return self.game.player(self.state)

    @property
    def persons_turn(self) -> bool:
        """Whether the session waits for a person's move."""
        return not self.over and self._awaits_person(self._ply)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.state) != ONGOING

    @property
    def outcome(self) -> str | None:
        """How the game ended, in words, or None while it goes on."""
        return outcome_words(self.game, self.state)

    @property
    def legal_moves(self) -> list[str]:
        """The texts of the moves that may be made now."""
        if self.over:
            return []
        return [self.game.format_move(self.state, move) for move in self.game.moves(self.state)]

    @property
    def last_move(self) -> int | None:
        """The move that led here, or None at the session's start."""
        return self._moves[self._ply - 1] if self._ply else None

    @property
    def before(self) -> Any:
        """The state in which the last move was made, or None at the session's start."""
        return self._states[self._ply - 1] if self._ply else None

    @property
    def history(self) -> list[str]:
        """The texts of the moves made since the session's start."""
        played = zip(self._states, self._moves[: self._ply], strict=False)
        return [self.game.format_move(state, move) for state, move in played]

    # What may be done next -----------------------------------------------------------------------

    def move(self, move: str | int) -> None:
        """Make a move, given as text or number; `IllegalMoveError` when it may not be made."""
        if self.over:
            raise IllegalMoveError(f"the game is over: {self.outcome}")
        if isinstance(move, str):
            move = self.game.parse_move(self.state, move)
        after = self.game.play_checked(self.state, move)
        del self._moves[self._ply :], self._states[self._ply + 1 :]
        self._moves.append(move)
        self._states.append(after)
        self._ply += 1

    def advance(self) -> None:
        """Let the player to move choose and make their move."""
        self.move(self.players[self.player].choose(self.game, self.state))

    def undo(self) -> bool:
        """Go back to a person's previous turn, or one ply if no person plays; False if nowhere."""
        return self._go_to(range(self._ply - 1, -1, -1))

    def redo(self) -> bool:
        """Go forward to a person's next turn or the last move made; False if nowhere."""
        return self._go_to(range(self._ply + 1, len(self._states)))

    def restart(self) -> None:
        """Begin again from the session's start."""
        del self._moves[:], self._states[1:]
        self._ply = 0

    def record(self) -> dict[str, Any]:
        """This game as JSON: its spec, players, start (null for the game's own), moves and end.

        `result` is the final value for player 1 (1 won, 0 drawn, -1 lost), null while it goes on.
        """
        at_start = self._states[0] == self.game.start()
        return {
            "game": str(self.game),
            "players": [player.name for player in self.players],
            "start": None if at_start else self.game.format_state(self._states[0]),
            "moves": self.history,
            "outcome": self.outcome,
            "result": self._result(),
        }

    def _result(self) -> int | None:
        if not self.over:
            return None
        return {None: 0, 0: 1, 1: -1}[winner(self.game, self.state)]

    def _awaits_person(self, ply: int) -> bool:
        return isinstance(self.players[self.game.player(self._states[ply])], Person)

    def _go_to(self, plies: range) -> bool:
        """Go to the first of `plies` where a person moves, or to the end of what was played."""
        nobody = not any(isinstance(player, Person) for player in self.players)
        for ply in plies:
            if nobody or self._awaits_person(ply) or ply == len(self._moves):
                self._ply = ply
                return True
        return False
