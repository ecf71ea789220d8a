"""One game in progress: the state machine behind every surface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from zermelo.contract.analysis import by_of
from zermelo.contract.arguments import GameGiven, game_given, state_given
from zermelo.contract.game import LOSS, WIN
from zermelo.draw.choices import BegunMove, begun_move, picture_of
from zermelo.errors import CapabilityError, IllegalMoveError, UsageError
from zermelo.naming import outcome_words, player_name, result_words
from zermelo.play.history import DrawRules, History
from zermelo.play.player import Person, Player
from zermelo.play.position import read_move
from zermelo.play.variations import ROOT, Removed, Variations, propagate, surer

if TYPE_CHECKING:
    from zermelo.contract.analysis import Analysis, By

AMONG_PEOPLE: Final = DrawRules(cap=None)  # no limit on plies


class Ended(NamedTuple):
    """An end by agreement, time or resignation: winner, reason, and player who resigned."""

    winner: int | None
    why: str
    resigned: int | None = None


class Session:
    """A game in progress: its position, its moves with variations, and the possible actions. `tree`
    has all moves and variations; `node` is its current position.

    >>> import zermelo
    >>> session = Session(zermelo.game("tictactoe"))
    >>> session.move("b2")
    >>> session.history, session.player
    (['b2'], 1)
    >>> session.undo(), session.ply
    (True, 0)
    """

    def __init__(
        self,
        game: GameGiven,  # with `contract.analysis.in_points`, valued by score
        players: Sequence[Player] | None = None,  # player 0 and player 1; by default people
        start: Any = None,  # the first state; by default the game's own
        draws: DrawRules = AMONG_PEOPLE,  # the third repetition; in chess also fifty moves
    ) -> None:
        self.game = game_given(game)
        self.by: By = by_of(self.game)  # the unit of values
        self.draws = replace(draws, quiet=draws.quiet or getattr(self.game, "quiet_plies", None))
        self.draws.check(self.game)
        self.players = tuple(players) if players else (Person(), Person())
        self._advice: dict[Any, Analysis] = {}
        self._looks: list[dict[Any, Analysis]] = [{}, {}, {}]  # by level: first to closest looks
        self.judged: dict[int, tuple[Any, Any]] = {}  # judgements by node, see `judge`
        # the tree, node and end of the game before a restart
        self._set_aside: tuple[Variations, int, Ended | None] | None = None
        self._begin(state_given(self.game, start))

    def _begin(self, start: Any) -> None:
        self.tree, self.node = Variations(self.game, start), ROOT
        self.judged.clear()
        self._clicked: tuple[int, ...] = ()
        self._taken_back = ROOT  # the latest move if it was undone, the root for none
        self._ended: Ended | None = None
        # the moves just removed, with the node and the end of the game before; None after a change
        self._removed: tuple[Removed, int, Ended | None] | None = None
        self.so_far = History(self.game, self.draws, start)

    # The current position ------------------------------------------------------------------------

    @property
    def start(self) -> Any:
        """The first state."""
        return self.tree[ROOT].state

    @property
    def state(self) -> Any:
        """The current state."""
        return self.tree[self.node].state

    @property
    def size(self) -> int:
        """The number of positions, including a tree set aside; each analysis counts as ten."""
        before = len(self._set_aside[0]) if self._set_aside else 0
        return len(self.tree) + before + 10 * sum(map(len, (self._advice, *self._looks)))

    @property
    def states(self) -> list[Any]:
        """The states from the session's start to the current one."""
        return [self.tree[node].state for node in self.tree.path(self.node)]

    @property
    def ply(self) -> int:
        """The number of moves from the start to the current position."""
        return self.tree[self.node].ply

    @property
    def player(self) -> int:
        """The player to move, 0 or 1."""
        return self.game.player(self.state)

    @property
    def persons_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.over and self._awaits_person(self.node)

    @property
    def over(self) -> bool:
        """Whether the game has ended: by its rules, a draw rule, or its players."""
        return self._ended is not None or self.so_far.over

    @property
    def resigned(self) -> int | None:
        """The player who resigned, or None."""
        return None if self._ended is None else self._ended.resigned

    @property
    def winner(self) -> int | None:
        """The player who won; None if the game is drawn or goes on."""
        return self._ended.winner if self._ended else {WIN: 0, LOSS: 1}.get(self.so_far.result)

    @property
    def outcome(self) -> str | None:
        """The outcome in words, or None while the game goes on."""
        if why := self._ended.why if self._ended else self.so_far.ended_by:
            return f"{result_words(self.game, self.winner)}: {why}"
        return outcome_words(self.game, self.state)

    @property
    def warning(self) -> str | None:
        """The draw rule that will soon end the game, in words, or None."""
        return None if self.over else self.so_far.warning

    @property
    def legal_moves(self) -> list[str]:
        """The texts of the legal moves; [] after the end."""
        if self.over:
            return []
        return [self.game.format_move(self.state, move) for move in self.game.moves(self.state)]

    @property
    def before(self) -> Any:
        """The state before the latest move, or None at the start."""
        parent = self.tree[self.node].parent
        return None if parent is None else self.tree[parent].state

    def last_points(self, node: int | None = None) -> tuple[int, ...]:
        """The points of the move that led to a position, by default the current one; or ()."""
        here = self.tree[self.node if node is None else node]
        before = picture_of(self.game, self.tree[here.parent or ROOT].state)
        return () if here.move is None else before.clicks.get(here.move, ())

    @property
    def history(self) -> list[str]:
        """The texts of the moves from the start to the current position."""
        return list(self.so_far.moves)

    @property
    def future(self) -> list[str]:
        """The texts of this line's moves that were undone and can be redone."""
        return [self.tree[node].text for node in self.tree.line(self.node)[self.ply + 1 :]]

    # Possible actions ----------------------------------------------------------------------------

    def move(self, move: str | int) -> None:
        """Make a move, given as number, text or label of a button. It becomes a variation beside an
        earlier move here, but replaces a move just undone. Raises `IllegalMoveError`.
        """
        self._require_going()
        self.node = self.branch(self.node, [move])
        if self._taken_back != self.node and self._taken_back in self.tree.main()[1:]:
            self.tree.remove(self._taken_back)
            self.tree.promote(self.node)
        self.tree.follow(self.node)
        self._clicked, self._taken_back, self._removed = (), ROOT, None
        self.so_far.play(cast(int, self.tree[self.node].move))

    def advance(self) -> None:
        """Let the player to move choose and make a move."""
        self.move(self.mover().choose(self.game, self.state))

    def mover(self) -> Player:
        """Return the player to move, after giving it the game so far if it has `watch`."""
        mover = self.players[self.player]
        if hasattr(mover, "watch"):
            mover.watch(self.so_far)
        return mover

    def undo(self, *, keep: bool = False) -> bool:
        """Undo the first of these: the last click of a move, a removal just made, an end by the
        players, the moves back to a person's previous turn (one ply if no person plays), a restart.
        Returns False if there are none. With `keep`, a new move won't replace those undone.
        """
        if self.unclick():
            return True
        if self._removed is not None:
            (removed, node, ended), self._removed = self._removed, None
            self.tree.restore(*removed)
            self.go(node)
            self._ended = ended
            return True
        if self._ended is not None:
            self._ended = None
            return True
        if self._go_to(range(self.ply - 1, -1, -1)):
            self._taken_back = ROOT if keep else self.tree.line(self.node)[self.ply + 1]
            return True
        if self._set_aside is None:
            return False
        self.tree, node, ended = self._set_aside
        self.go(node)
        self._ended, self._set_aside = ended, None
        return True

    @property
    def undoable(self) -> bool:
        """Whether there is anything to undo."""
        return any((self._clicked, self.ply, self._removed, self._ended, self._set_aside))

    def redo(self) -> bool:
        """Go forward to a person's next turn or the line's end; return False if already there."""
        return self._go_to(range(self.ply + 1, len(self.tree.line(self.node))))

    def go(self, node: int) -> None:
        """Go to any position of the tree; drop the clicks of a move and an end by the players."""
        if node != self.node:
            self._removed = None
        self.node = node
        self.tree.follow(node)
        self._clicked, self._taken_back, self._ended = (), ROOT, None
        self.so_far = self._history_to(node)

    def _history_to(self, node: int) -> History:
        """The history of the game from its start to a position of the tree."""
        history = History(self.game, self.draws, self.start)
        for passed in self.tree.path(node)[1:]:
            history.play(cast(int, self.tree[passed].move))
        return history

    def move_from(self, node: int, move: str) -> None:
        """Make a person's move at any position; changes nothing if it raises `IllegalMoveError`."""
        if self._history_to(node).over:
            raise IllegalMoveError("the game is over there")
        if not self._awaits_person(node):
            raise IllegalMoveError("it is not your turn there")
        self.go(self.branch(node, [move]))

    def branch(self, node: int, moves: Sequence[str | int]) -> int:
        """Add moves after any position; return the last node. Raises `IllegalMoveError`."""
        for move in moves:
            state = self.tree[node].state
            if outcome := outcome_words(self.game, state):
                raise IllegalMoveError(f"the game is over: {outcome}")
            if isinstance(move, str):
                move = read_move(self.game, state, move)
            self.game.play_checked(state, move)
            node = self.tree.add(node, move)
        return node

    def remove(self, node: int) -> None:
        """Remove a move and all later ones, going back first if needed. `undo` restores them."""
        parent, before = self.tree[node].parent, (self.node, self._ended)
        if parent is None:
            raise UsageError("the start of a game cannot be removed")
        if node in self.tree.path(self.node):
            self.go(parent)
        self._removed = self.tree.remove(node), *before

    def restart(self) -> None:
        """Begin again from the start; `undo` restores the game."""
        self.set_up(self.start)

    def set_up(self, state: Any) -> None:
        """Begin again at any position, a state or its text (`TextError` if invalid)."""
        start = self.game.parse_state(state) if isinstance(state, str) else state
        if len(self.tree) > 1:
            self._set_aside = self.tree, self.node, self._ended
        self._begin(start)

    def sit_down(self, players: Sequence[Player]) -> None:
        """Replace the players."""
        self.players = tuple(players)

    def resign(self, player: int | None = None) -> None:
        """End the game because a player resigns, by default the player to move."""
        player = self.player if player is None else player
        self.end(player ^ 1, f"{player_name(self.game, player)} resigned", resigned=player)

    def end(self, winner: int | None, why: str, *, resigned: int | None = None) -> None:
        """End the game by agreement, on time or by resignation."""
        self._require_going()
        self._clicked = ()
        self._ended = Ended(winner, why, resigned)

    def _require_going(self) -> None:
        if self.over:
            raise IllegalMoveError(f"the game is over: {self.outcome}")

    # A move in several clicks --------------------------------------------------------------------

    @property
    def begun(self) -> BegunMove:
        """The clicks of the next move so far, and the points that may be clicked next."""
        return begun_move(self.game.picture(self.state), self._clicked)

    def click(self, point: int) -> bool:
        """Click a point of the picture; return whether this made a move. If the clicks so far are a
        move and also begin another one, `move` makes the shorter move. Raises `IllegalMoveError`
        for a point that continues no legal move.
        """
        self._require_going()
        aims = self.begun.aims
        if point not in aims:
            raise IllegalMoveError(f"point {point} may not be clicked now")
        self._clicked += (aims[point],)
        decided = self.begun.decided
        if decided is not None:
            self.move(decided)
        return decided is not None

    def unclick(self) -> bool:
        """Undo the last click of a move; return False if there was no click."""
        before, self._clicked = self._clicked, self._clicked[:-1]
        return bool(before)

    # Values of the positions ---------------------------------------------------------------------

    def note(self, state: Any, advice: Analysis) -> None:
        """Store the analysis of a position; proven values are never replaced by estimates."""
        self.judged.clear()
        known = self._advice.get(state)
        if known is None:
            self._advice[state] = advice
        elif advice.exact or not known.exact:
            moves = tuple(surer(entry, known.of(entry.move)) for entry in advice.moves)
            if known.exact and advice.remoteness is None and known.remoteness is not None:
                advice = replace(advice, remoteness=known.remoteness, line=known.line)
            lines = {line[0]: line for line in advice.lines}
            for line in known.lines:  # an old line stays unless the new line differs or is longer
                later = lines.get(line[0], ())
                if line[: len(later)] == later:
                    lines[line[0]] = line
            self._advice[state] = replace(advice, moves=moves, lines=tuple(lines.values()))
        propagate(self.tree, self._advice, state, self.game.value_bound)

    def note_look(self, state: Any, level: int, look: Analysis) -> None:
        """Store a look at a position, which reviews use: level 0 is the first, 2 the closest."""
        self._looks[level][state] = look
        self.judged.clear()
        if level:
            return
        propagate(self.tree, self._looks[0], state, self.game.value_bound)
        known = self._advice.get(state)
        if known is None or (look.exact and not known.exact):
            self.note(state, look)

    def look(self, state: Any, level: int = 0) -> Analysis | None:
        """The look of a level at a position, or None."""
        return self._looks[level].get(state)

    def advice(self, state: Any = None) -> Analysis | None:
        """The analysis of a position, by default the current one; None if unknown."""
        return self._advice.get(self.state if state is None else state)

    # As JSON -------------------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """The game as JSON: spec, players, start (null for the game's own), moves and outcome. `by`
        is the unit of values; `result` is the final value for player 1 (1 won, 0 drawn, -1 lost),
        null while the game goes on.
        """
        begun = self.start != self.game.start()
        if begun and not self.game.has("format_state"):
            raise CapabilityError(
                f"to record a game of {self.game} from another start, define format_state"
            )
        return {
            "game": str(self.game),
            "by": self.by,
            "players": [player.name for player in self.players],
            "start": self.game.format_state(self.start) if begun else None,
            "moves": self.history,
            "outcome": self.outcome,
            "result": {None: 0, 0: 1, 1: -1}[self.winner] if self.over else None,
        }

    def _awaits_person(self, node: int) -> bool:
        return isinstance(self.players[self.game.player(self.tree[node].state)], Person)

    def _go_to(self, plies: range) -> bool:
        """Go to the nearest ply where a person moves (anyone, without people) or the line ends."""
        nobody = not any(isinstance(player, Person) for player in self.players)
        line = self.tree.line(self.node)
        for ply in plies:
            if nobody or self._awaits_person(line[ply]) or ply == len(line) - 1:
                self.go(line[ply])
                return True
        return False
