"""The tree of a certificate: one move for the claimant, all for the other player."""

from __future__ import annotations

from typing import Any

from zermelo.contract.game import ONGOING
from zermelo.errors import ParameterError, UsageError
from zermelo.proofs.certificate import Goal
from zermelo.proofs.verify import Known
from zermelo.search.textbook import utility
from zermelo.search.traces.trace import BACKED_UP, CERTIFICATE, LEAF, NOBODY, OPEN, TABLE
from zermelo.search.traces.tracing import LIMIT
from zermelo.search.traces.views import CertificateTrace


def certificate_trace(
    known: Known, state: Any = None, *, depth: int | None = None, limit: int = LIMIT
) -> CertificateTrace:
    """The tree of a certificate from `state` on, by default all; of an exact value, one half.

    That is the claim of the player to move. A position that was walked through before, or one that
    is symmetric to it, is not walked through again, and below `depth` plies nothing is.

    Raises `UsageError` where the certificate proves nothing of `state`, `ParameterError` for a tree
    of more than `limit` nodes.
    """
    start = known.state if state is None else state
    goal = next((goal for goal in known.goals if known.proves(start, goal)), None)
    if goal is None:
        raise UsageError("the certificate proves nothing about this position")
    walk = _Walk(known, goal)
    walk.through(start, depth, limit)
    return walk.trace(depth)


class _Walk:
    """Rows of a trace, made in preorder."""

    def __init__(self, known: Known, goal: Goal) -> None:
        self.game, self.goal, self.answers = known.game, goal, known.answers
        self.rows: list[tuple[int, int, Any, int]] = []  # parent, move, state, end

    def through(self, start: Any, depth: int | None, limit: int) -> None:
        """Walk through the proof of `start`."""
        met: set[Any] = set()
        waiting = [(NOBODY, NOBODY, start, 0)]
        while waiting:
            parent, move, state, level = waiting.pop()
            if len(self.rows) == limit:
                raise ParameterError(f"a tree holds at most {limit:,} nodes; give a --depth")
            node, end = len(self.rows), self._end(state, met, level == depth)
            self.rows.append((parent, move, state, end))
            if end == BACKED_UP:
                below = ((node, m, self.game.play(state, m), level + 1) for m in self._moves(state))
                waiting += reversed(list(below))

    def _end(self, state: Any, met: set[Any], deep: bool) -> int:
        name = min(self.game.symmetries(state)), self.game.player(state)
        if self.game.outcome(state) != ONGOING:
            return LEAF
        if name in met or deep:
            return TABLE if name in met else OPEN
        met.add(name)
        return BACKED_UP

    def _moves(self, state: Any) -> list[int]:
        """The claimant's move, or all of the other player."""
        game, moves = self.game, list(self.game.moves(state))
        if game.player(state) != self.goal.claimant:
            return moves
        wanted = self.answers[min(game.symmetries(state)), self.goal.claimant]
        fit = (move for move in moves if min(game.symmetries(game.play(state, move))) == wanted)
        return [next(fit)]

    def trace(self, depth: int | None) -> CertificateTrace:
        """All of it as columns."""
        game = self.game
        mine = [game.player(state) == self.goal.claimant for _, _, state, _ in self.rows]
        chosen = [NOBODY] * len(self.rows)
        for node in range(len(self.rows) - 1, 0, -1):
            if mine[self.rows[node][0]]:
                chosen[self.rows[node][0]] = node
        parents, moves, states, ends = zip(*self.rows, strict=True)
        return CertificateTrace.of_rows(
            game,
            CERTIFICATE,
            depth,
            states,
            parents,
            move=moves,
            maximizing=mine,
            value=map(self._value, self.rows, mine),
            end=ends,
            chosen=chosen,
            claimant=self.goal.claimant,
            least=self.goal.least,
        )

    def _value(self, row: tuple[int, int, Any, int], mine: bool) -> float:
        _, _, state, end = row
        if end != LEAF:
            return self.goal.least
        worth = utility(self.game, state, self.game.outcome(state))
        return worth if mine else -worth
