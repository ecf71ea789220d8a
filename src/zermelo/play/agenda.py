"""The next thing to think about in a game: one agenda for every surface.

In order: the computer's move; a requested hint; the values of positions, once each, then deeper and
deeper until they are proven. Searches of the displayed position take turns with its game's review.

An agenda has neither thread nor event loop. A surface takes the `next` task, calls its `find` on
any thread, then its `finish` on the thread that shows the session. After a change of the session,
the surface stops the current task and asks for the next task.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Literal

from zermelo.contract.analysis import Analysis
from zermelo.contract.game import ONGOING
from zermelo.play.lines import leading_moves
from zermelo.play.review import look_to_take, proven_at
from zermelo.play.session import Session

if TYPE_CHECKING:
    from zermelo.play.advice import Advisor

SECONDS: Final = 1.0  # time of a position's first search; each further search takes twice as long
MOST_SECONDS: Final = 30.0  # longest time of one search
QUICKER: Final = 2  # if looks can run, the first search takes only 1/2² of the usual time
LEAD: Final = 3  # the displayed position gets this many more searches than others
TOGETHER: Final = 0.5  # seconds after which a task takes no further look
_SHOWN: Final = attrgetter("value", "exact", "depth", "moves")

# The positions to value without a request: none; the displayed one, while the game goes on; or all,
# even of a finished game, for its review.
Scope = Literal["nothing", "position", "game"]
Kind = Literal["move", "hint", "value"]  # the purpose of a task


@dataclass(frozen=True)
class Task:
    """A computation about a position."""

    kind: Kind
    state: Any
    node: int  # of the session's tree
    player: int  # the player to move
    find: Callable[[], Any]  # computes the result, on any thread; its progress may raise `Stopped`
    finish: Callable[[Any], None]  # stores the result in the session
    whole: bool = False  # whether no search may be cut short, because reviews use the result


class Agenda:
    """The tasks of a session, the most urgent first. The first search of a position takes
    `seconds`; `looks` limits the number of searches of a position.
    """

    def __init__(
        self,
        session: Session,
        advisor: Advisor | None,
        *,
        scope: Scope = "nothing",
        seconds: float = SECONDS,
        looks: int | None = None,
    ) -> None:
        self.session, self._advisor = session, advisor
        self._look: Any = getattr(advisor, "look", None)  # the advisor's method `look`, or None
        self._sees = getattr(advisor, "sees", lambda _game: True)  # whether looks can run
        self.scope, self._seconds, self._most_looks = scope, seconds, looks
        self.most_seconds = MOST_SECONDS  # longest time of one search
        self.paused = False  # whether computers must not move
        self.resting = False  # whether no position is valued; hints still work
        self.reviews = False  # whether to review finished games, whatever the scope
        self._looked_at: tuple[int, int] | None = None  # displayed node, session's node then
        self._hinted = self._stepping = False  # requests, valid in state `_asked_in`
        self._asked_in: Any = None
        self._dwelt_on: Any = None  # the state to search first
        self._looks: Counter[Any] = Counter()  # state → number of its searches
        self._exhausted: set[Any] = set()  # states that further searches don't improve
        self._next_looks: dict[int, tuple[Any, int] | None] = {}  # node → look, kept for one `next`
        self._waited = defaultdict[Any, float](float)  # displayed state → seconds of other looks

    # Requests -------------------------------------------------------------------------------------

    def ask_hint(self) -> None:
        """Ask for a best move of the current position, once."""
        self._asked_in, self._hinted = self.session.state, True

    def step(self) -> None:
        """Let the computer make one move while the game is paused."""
        self._asked_in, self._stepping = self.session.state, True

    def forget(self) -> None:
        """Withdraw requests for a hint or a move."""
        self._hinted = self._stepping = False

    def halt(self) -> None:
        """Stop all tasks, after a failure."""
        self.paused, self.scope = True, "nothing"
        self.forget()

    def think_longer(self) -> None:
        """Search the displayed position before all others, until it is proven."""
        self._dwelt_on = self.session.tree[self.shown].state
        self._exhausted.discard(self._dwelt_on)

    @property
    def deeper(self) -> bool:
        """Whether the displayed position is searched before all others."""
        return self._dwelt_on is not None and self._dwelt_on == self.session.tree[self.shown].state

    def look_at(self, node: int) -> None:
        """Display the position at this node, and value it first, until the game goes on."""
        self._looked_at = node, self.session.node

    # Hints and display ----------------------------------------------------------------------------

    @property
    def hinted(self) -> bool:
        """Whether a hint was requested in the current position."""
        return self._hinted and not self.session.over and self._asked_in == self.session.state

    @property
    def hint(self) -> tuple[str, ...]:
        """A tuple with the text of a best move if a hint was requested and is known; else ()."""
        analysis = self.session.advice()
        if analysis is None or not self.hinted:
            return ()
        return analysis.line[:1] or analysis.recommended[:1]

    @property
    def shown(self) -> int:
        """The displayed node: the current one, unless a person looks back."""
        here = self.session.node
        looked_at, current = self._looked_at or (here, here)
        return looked_at if current == here and looked_at in self.session.tree else here

    # The next task --------------------------------------------------------------------------------

    def next(self) -> Task | None:
        """The most urgent task; None if there is none."""
        session = self.session
        self._next_looks.clear()
        if self._asked_in != session.state:
            self.forget()
        if not session.over and not session.persons_turn and (self._stepping or not self.paused):
            return self._move()
        if self.hinted and session.advice() is None:
            return self._value("hint", session.node)
        if self._is_due(self.shown):
            return self._search("value", self.shown)
        nodes = [] if self.resting else self._nodes()
        waiting = (n for n in nodes if self._next_look(n) is not None or self._is_unfinished(n))
        node = min(waiting, key=self._turn, default=None)
        return None if node is None else self._value("value", node)

    def _move(self) -> Task:
        session, mover = self.session, self.session.mover()
        state, player = session.state, session.player

        def play(move: int | None) -> None:
            if move is not None:
                self.forget()
                session.move(move)

        def choose() -> int | None:
            patience = getattr(mover, "ponder", None)
            if patience is not None and patience(session.game, state, self.most_seconds):
                return None
            return mover.choose(session.game, state)

        return Task("move", state, session.node, player, choose, play)

    def _nodes(self) -> list[int]:
        """The nodes to value; for a whole game, first the displayed one, then the latest."""
        if self.scope == "game":
            tree, shown = self.session.tree, self.shown
            nodes = dict.fromkeys([*tree.line(self.session.node)[::-1], *tree.path(shown)[::-1]])
            return sorted(nodes, key=lambda node: node != shown)
        over = self.session.over and self.shown == self.session.node
        if over and self.reviews:
            tree = self.session.tree
            return [n for n in tree.line(self.session.node)[::-1] if self._needs_review(n)]
        if self.scope == "position" and not over:
            return [self.shown]
        return []

    def _is_unfinished(self, node: int) -> bool:
        """Whether to search a position: it is unproven, or displayed with unproven moves."""
        session, state = self.session, self.session.tree[node].state
        if session.game.outcome(state) != ONGOING:
            return False
        known = session.advice(state)
        if known is None or (node == self.shown and self._look_ahead(node)):
            return True
        spent = self._most_looks is not None and self._looks[state] >= self._most_looks
        if spent or state in self._exhausted:
            return False
        return not (known.finished if node == self.shown else known.exact)

    def _is_due(self, node: int) -> bool:
        """Whether to search the displayed position although the review of its game needs looks:
        first for three seconds, then for half as long as the review has taken since. A game that is
        over is reviewed first while its end is displayed.
        """
        session, state = self.session, self.session.tree[node].state
        waits = session.over and node == session.node
        if self.resting or waits or self.scope != "game" or session.look(state) is None:
            return False
        due = self.deeper or 4 * (2.0 ** self._step(state) - 2) <= self._waited.get(state, 0.0)
        ready = not self._looks[state] or not self._look_ahead(node)
        return due and ready and self._is_unfinished(node)

    def _turn(self, node: int) -> int:
        """The rank of a position in the order of searches: the lowest is next."""
        state = self.session.tree[node].state
        if look := self._next_look(node):
            return look[1] - 4
        if node == self.shown and self._look_ahead(node):
            return -5
        if node == self.shown and state == self._dwelt_on:
            return -1
        looks, seen = self._looks[state], self._look is not None
        return max(1 - seen, self._step(state) - LEAD) if looks and node == self.shown else looks

    def _step(self, state: Any) -> int:
        """The exponent of two for the time of the next search; smaller if looks can run."""
        quick = self._look is not None and self._sees(self.session.game)
        return min(self._looks[state], 30) - QUICKER * quick

    def _next_look(self, node: int) -> tuple[Any, int] | None:
        """The state and level of the next look that the review of a position needs, or None."""
        session, state = self.session, self.session.tree[node].state
        if self._look is None or not self._sees(session.game):
            return None
        if session.look(state) is None and session.game.outcome(state) == ONGOING:
            return state, 0
        if node not in self._next_looks:
            self._next_looks[node] = look_to_take(session, node)
        return self._next_looks[node]

    def _needs_review(self, node: int) -> bool:
        """Whether the review lacks a value or look of this position that can be computed now."""
        if self._look is not None or self._advisor is None:
            return self._next_look(node) is not None
        return self.session.advice(self.session.tree[node].state) is None

    def _value(self, kind: Kind, node: int) -> Task:
        """A task that values a position, for display or a hint, or takes a look for its review."""
        look = self._next_look(node)
        ahead = self._look_ahead(node) if node == self.shown and look is None else []
        if self._look and (look or ahead) and kind == "value":
            return self._take_looks(node, *(look or (ahead[0], 0)), ahead)
        return self._search(kind, node)

    def _search(self, kind: Kind, node: int) -> Task:
        """A task that searches a position, each time for longer."""
        game, state, advisor = self.session.game, self.session.tree[node].state, self._advisor
        known = self.session.advice(state) and proven_at(self.session, node)
        step = max(self._step(state), -QUICKER if kind == "value" else 0)
        seconds = min(self._seconds * 2.0**step, self.most_seconds)

        def advise() -> tuple[Analysis, bool]:
            assert advisor is not None, "values need an advisor"
            began = time.monotonic()
            advice = advisor.advise(game, state, seconds, known)
            return advice, time.monotonic() - began < seconds / 4

        def note(thought: tuple[Analysis, bool]) -> None:
            advice, early = thought
            before = self.session.advice(state)
            self.session.note(state, advice)
            self._looks[state] += 1
            known = self.session.advice(state)
            if early and known and before and _SHOWN(known) == _SHOWN(before):
                self._exhausted.add(state)

        return Task(kind, state, node, game.player(state), advise, note)

    def _take_looks(self, node: int, state: Any, level: int, ahead: list[Any]) -> Task:
        """A task that looks at a state, then for `TOGETHER` seconds at `ahead` and other states."""
        session, game, look = self.session, self.session.game, self._look
        needed = filter(None, map(self._next_look, self._nodes()))
        others = [other for other, its in needed if its == level and node != self.shown]
        alike = dict.fromkeys([state, *ahead, *others])

        def see() -> tuple[dict[Any, Analysis], float]:
            began, found, seconds = time.monotonic(), dict[Any, Analysis](), 0.0
            for each in alike:
                found[each] = look(game, each, level)
                if (seconds := time.monotonic() - began) > TOGETHER:
                    break
            return found, seconds

        def keep(seen: tuple[dict[Any, Analysis], float]) -> None:
            found, seconds = seen
            for each, analysis in found.items():
                session.note_look(each, level, analysis)
            self._waited[session.tree[self.shown].state] += seconds * (node != self.shown)

        return Task("value", state, node, game.player(state), see, keep, whole=True)

    def _look_ahead(self, node: int) -> list[Any]:
        """The states without a first look after leading moves that are proven or lack a line."""
        game, session, state = self.session.game, self.session, self.session.tree[node].state
        known = session.advice(state) if self._look and self._sees(game) else None
        if known is None:
            return []
        lines = {line[0] for line in known.lines if len(line) > 2}
        leading = (e.move for e in leading_moves(known) if e.exact or e.move not in lines)
        ahead = [game.play(state, game.parse_move(state, move)) for move in leading]
        return [s for s in ahead if game.outcome(s) == ONGOING and session.look(s) is None]
