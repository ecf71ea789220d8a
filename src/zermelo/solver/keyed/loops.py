"""A share of a tier with moves inside it: retrograde analysis by rounds (Ströhlein 1970, Thompson
1986).

Results of finished games spread backwards along reversed moves, the nearest first. A state is won
as soon as one move reaches a lost one, and lost once all its moves reach won ones. Both sides can
keep undecided states open forever, so these have the value of endless play. By score, a player who
can gain more than by endless play, or make the opponent lose more, does so; the biggest gains are
settled first.

Each share keeps the reversed moves to its states. It settles its due states and sends messages to
the preceding states, in any share, as many at a time as memory allows; arrays that do not fit go to
disk. A message has the preceding state's number and the value of the move for its mover. The result
of a round does not depend on the order in which messages arrive.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from zermelo.contract.game import Game, without_moves
from zermelo.native import kernel
from zermelo.native.arrays import Array, key_at
from zermelo.native.items import row_for, state_of
from zermelo.solver.crews.crew import Packet, Space
from zermelo.solver.keyed.enumeration import group_rows
from zermelo.solver.keyed.lookups import SOUND, Asked, Rules, find_places, join_answers, link
from zermelo.solver.keys.keyarrays import Ordered, make_ready, order_of
from zermelo.solver.keys.layouts import Packing, no_keys, state_for
from zermelo.solver.score import UNKNOWN, endless_score, farther
from zermelo.solver.solution import Tally, tally

MESSAGES: Final = 1 << 21  # the most messages to send at a time
SENT_BYTES: Final = 64  # bytes of memory for each message to send
RECEIVED_BYTES: Final = 32  # bytes for each received message; all shares may send to one share
LEAST: Final = 1 << 6  # the fewest messages worth an exchange
PIECE: Final = 1 << 16  # states to handle together
NEAR: Final = 1 << 12  # steps of the agenda to search at a time


EMPTY: Final = -1  # the end of a list of places
DRAWN: Final = -1  # replaces the count of moves of a state that can force a draw


@kernel
def group_moves(
    places: Array, before: Array, first: int, filled: int, starts: Array, parents: Array
) -> None:
    """Group the moves to some states by the states they lead to.

    places   (moves): the place of the state after each move, at least `first`
    before   (moves): the state before each move, see `link`
    filled   how many moves lead to earlier states
    starts   int64 (states + 1), written: where moves to each state begin in `parents`, and the end
    parents  (moves to all states), written from `filled` on: the states before the moves
    """
    starts[:] = 0
    for k in range(len(places)):
        starts[places[k] - first] += 1
    end = filled
    for i in range(len(starts)):
        end += starts[i]
        starts[i] = end
    for k in range(len(places) - 1, -1, -1):  # from the last move of each state to its first
        i = places[k] - first
        starts[i] -= 1
        parents[starts[i]] = before[k]


@kernel
def schedule(place: int, step: int, heads: Array, following: Array) -> None:
    """Add a place to the list of places to settle at `step`."""
    following[place] = heads[step]
    heads[step] = place


@kernel
def weigh_endless(game: Game, packing: Packing, keys: Array, worth: Array) -> None:
    """Write the value of endless play through each key's state, for its mover, to `worth`."""
    row = row_for(packing.layout)
    for i in range(len(keys)):
        state = state_of(game, key_at(keys, i), packing.example, packing.layout, row)
        worth[i] = endless_score(game, state)


@kernel
def plan_first(
    best: Array, open_moves: Array, worth: Array, heads: Array, following: Array, scores: Array
) -> None:
    """Put decided states on the agenda, ordered by how much their value differs from `worth`.

    heads      (steps), all EMPTY, written: the first place of each step's list; the largest
               differences come first: by outcome, the values nearest the end
    following  (2 · states), written: the next place in a list; place i is state i decided by a move
               out of the tier, place states + i the same state decided by a move inside
    """
    for i in range(len(scores)):
        if scores[i] != UNKNOWN or best[i] == UNKNOWN:
            continue
        gain = int(best[i]) - int(worth[i])
        if gain > 0 or (gain < 0 and open_moves[i] == 0):
            schedule(i, len(heads) - abs(gain), heads, following)


@kernel
def settle_due(
    step: int, best: Array, heads: Array, following: Array, scores: Array, chosen: Array
) -> int:
    """Score the states due at a step; write them to `chosen` and return their number."""
    count = 0
    while heads[step] != EMPTY:
        place = heads[step]
        heads[step], i = following[place], place % len(scores)
        if scores[i] == UNKNOWN:
            scores[i], chosen[count] = best[i], i
            count += 1
    return count


@kernel
def write_messages(
    chosen: Array, values: Array, starts: Array, parents: Array, numbers: Array, seen: Array
) -> None:
    """Write a message for each move to a chosen state: the state before, and the move's value."""
    count = 0
    for k in range(len(chosen)):
        i = chosen[k]
        for edge in range(starts[i], starts[i + 1]):
            numbers[count], seen[count] = parents[edge], -values[i]
            if parents[edge] < 0:
                numbers[count], seen[count] = ~parents[edge], values[i]
            count += 1


@kernel
def receive_values(
    places: Array,
    seen: Array,
    worth: Array,
    by_score: bool,
    best: Array,
    open_moves: Array,
    heads: Array,
    following: Array,
    scores: Array,
) -> None:
    """Receive the values of moves to settled states; put states decided by them on the agenda."""
    for k in range(len(places)):
        i, value = places[k], int(seen[k])
        if scores[i] != UNKNOWN:
            continue
        if not by_score:
            value = farther(value)
        better = value > best[i]
        if better:
            best[i] = value
        if value > worth[i]:
            if better:
                gain = value - int(worth[i])
                schedule(len(scores) + i, len(heads) - gain, heads, following)
            continue
        open_moves[i] -= 1
        if open_moves[i] == 0 and best[i] < worth[i]:
            loss = int(worth[i]) - int(best[i])
            schedule(len(scores) + i, len(heads) - loss, heads, following)


class LoopShare:
    """The states of a tier in a range of keys, the moves to them, and their scores. States are
    numbered within the tier, and have places within their share.

    firsts  int64 (shares + 1): the number of the first state of each share in the tier
    memory  bytes to use: half to keep states, half to work on them
    """

    def __init__(self, rules: Rules, firsts: Array, mine: int, memory: int) -> None:
        self.rules = rules
        self.kernels, self.game, self.packing = rules
        self.firsts, self.first, self.shares = firsts, int(firsts[mine]), len(firsts) - 1
        self.count = count = int(firsts[mine + 1]) - self.first
        self.kind = np.int32 if self.firsts[-1] < 1 << 30 else np.int64
        fitting = memory // 2 // (SENT_BYTES + RECEIVED_BYTES * self.shares)
        self.most = min(max(fitting, LEAST), MESSAGES)
        self.part = max(self.most // (MESSAGES // PIECE), 1)
        self.space = space = Space(memory // 2)
        self.keys = space.array((count, *no_keys(self.packing).shape[1:]))
        self.scores = space.array(count, np.int16, UNKNOWN)
        self.best, self.worth = space.array(count, np.int16), space.array(count, np.int16, 0)
        self.open_moves = space.array(count, np.int32)
        self.weights = space.array(count if self.packing.fold else 0, np.int32)
        self.queue = space.array(count, self.kind)
        self.runs: list[tuple[Array, Array]] = []
        self.held = self.opened = self.sent = self.queued = self.scored = 0

    def hold(self, keys: Array) -> None:
        """Add the keys of the next states. All keys come before the first `open` or `link`."""
        self.keys[self.held : self.held + len(keys)] = keys
        self.held += len(keys)
        if self.held == self.count:
            self.known: Ordered = make_ready(self.keys, self.kernels, self.space.array)

    def open(self, asked: Asked, *answers: Packet) -> Packet:
        """Keep the next states' moves; return for each share the states with moves into it."""
        owner = asked.owner[asked.owner < self.shares]
        begin, end = self.opened, self.opened + len(asked.counts.ends)
        parents, by_score = np.empty(len(owner), self.kind), bool(self.game.by_score)
        given = asked, self.shares, *join_answers(answers), self.first + begin, by_score
        written = self.best[begin:end], self.open_moves[begin:end], parents
        at = self.kernels.run_for(len(asked.owner), link, *given, *written)
        if at != SOUND:
            stuck = state_for(self.game, self.packing, key_at(self.keys, begin + at))
            raise without_moves(self.game, stuck)
        if len(self.weights):
            self.weights[begin:end] = asked.counts.weights
        self.opened = end
        return group_rows(owner, self.shares, parents)

    # The moves reversed --------------------------------------------------------------------------

    def link(self, *packets: Packet) -> None:
        """Add moves, given as runs of the keys they lead to, then runs of the states they come
        from. Keeps the moves grouped by the part of the share in which they end.
        """
        moves = [run for packet in packets for (run,) in packet.pieces()]
        half = len(moves) // 2
        for asked, parents in zip(moves[:half], moves[half:], strict=True):
            for begin in range(0, len(asked), self.most):
                keys, before = (every[begin : begin + self.most] for every in (asked, parents))
                if self.space.spilled:
                    order = order_of(keys)  # to read files in order
                    keys, before = keys[order], before[order]
                places = find_places(self.rules, self.known, keys)
                parts = -(-self.count // self.part)
                grouped = group_rows(places // self.part, parts, places, before)
                run = self.space.array((2, len(keys)), self.kind)
                run[:] = grouped.columns
                self.runs.append((run, grouped.ends))

    def reverse(self) -> None:
        """Merge the runs of moves, ordered by the states they lead to."""
        del self.known
        self.starts = self.space.array(self.count + 1)
        self.parents = self.space.array(sum(run.shape[1] for run, _ in self.runs), self.kind)
        filled, begun = 0, [0] * len(self.runs)
        for at, part in enumerate(self._parts(self.part)):
            ended = [int(ends[at]) for _, ends in self.runs]
            cut = [run[:, a:b] for (run, _), a, b in zip(self.runs, begun, ended, strict=True)]
            to, own = np.concatenate([np.empty((2, 0), self.kind), *cut], axis=1)
            given = to, own, part.start, filled, self.starts[part.start : part.stop + 1]
            self.kernels.run_for(len(to), group_moves, *given, self.parents)
            filled, begun = filled + len(own), ended
        self.runs.clear()

    def _parts(self, size: int = PIECE) -> Iterator[slice]:
        for begin in range(0, self.count, size):
            yield slice(begin, min(begin + size, self.count))

    # Planning rounds ---------------------------------------------------------------------------

    def plan(self, steps: int) -> tuple[int, int]:
        """Make an agenda of this many steps; return the same as `receive_values`."""
        self.heads = self.space.array(steps, self.kind, EMPTY)
        self.following = self.space.array(2 * self.count, self.kind)
        given = self.best, self.open_moves, self.worth, self.heads, self.following, self.scores
        self.kernels.run(plan_first, *given)
        return self._due(0)

    def _due(self, step: int) -> tuple[int, int]:
        """The next due step (else the number of steps), and the number of settled states."""
        if self.sent < self.queued:
            return step, self.scored
        for begin in range(step, len(self.heads), NEAR):
            filled = np.flatnonzero(self.heads[begin : begin + NEAR] != EMPTY)
            if len(filled):
                return begin + int(filled[0]), self.scored
        return len(self.heads), self.scored

    def send_due(self, step: int) -> Packet:
        """Return the next batch of messages from settled states to preceding ones; if all are sent,
        settle the states due at this step first.
        """
        if self.sent == self.queued:
            given = self.best, self.heads, self.following, self.scores, self.queue
            self.sent, self.queued = 0, self.kernels.run(settle_due, step, *given)
            self.scored += self.queued
        return self.send("scores")

    def receive_values(self, step: int, *messages: Packet) -> tuple[int, int]:
        """Receive moves' values; return the next due step, and the number of settled states."""
        places, seen = self._receive(messages)
        given = self.best, self.open_moves, self.heads, self.following, self.scores
        self.kernels.run(receive_values, places, seen, self.worth, bool(self.game.by_score), *given)
        return self._due(step)

    # Points of finished games ------------------------------------------------------------------

    def begin_ends(self) -> int:
        """Score and queue the unscored states without open moves; return their number."""
        return self._queue(self._end)

    def receive_ends(self, *messages: Packet) -> int:
        """Receive the points of moves; score and queue the states whose moves all have points (Kahn
        1962). Return how many states are queued.
        """
        places, seen = self._receive(messages)
        np.maximum.at(self.best, places, seen)
        np.subtract.at(self.open_moves, places, np.int32(1))
        return self._end(np.unique(places))

    def _end(self, places: Array) -> int:
        ended = places[(self.open_moves[places] == 0) & (self.scores[places] == UNKNOWN)]
        self.scores[ended] = self.best[ended]
        return self._queue_more(ended)

    def largest(self) -> tuple[int, int]:
        """The largest absolute values of a state's points, and of endless play."""
        best = worth = 0
        for part in self._parts():
            points = self.best[part][self.best[part] != UNKNOWN].astype(np.int32)
            best = max(best, int(np.abs(points).max(initial=0)))
            worth = max(worth, int(np.abs(self.worth[part]).max(initial=0)))
        return best, worth

    # Endless play ------------------------------------------------------------------------------

    def weigh(self) -> None:
        """Compute the value of endless play in each state."""
        for part in self._parts():
            given = self.game, self.packing, self.keys[part], self.worth[part]
            self.kernels.run(weigh_endless, *given)
        self.same = True

    def begin(self, only_open: bool) -> int:
        """Queue all states, or those without a score; return their number."""
        return self._queue(
            lambda all_: self._queue_more(all_[(self.scores[all_] == UNKNOWN) | (not only_open)])
        )

    def compare(self, *messages: Packet) -> int:
        """Compare the value of endless play across moves; return how many states remain to send."""
        places, seen = self._receive(messages)
        self.same = self.same and bool((self.worth[places] == seen).all())
        return self.queued - self.sent

    def has_agreed(self) -> bool:
        """Whether the value of endless play was the same after every move."""
        return self.same

    def count_none(self) -> None:
        """Start counting the moves to open states."""
        self.left = self.space.array(self.count, np.int32, 0)

    def count_open(self, *messages: Packet) -> int:
        """Count moves to open states; return how many queued states are still to be sent."""
        np.add.at(self.left, self._receive(messages)[0], np.int32(1))
        return self.queued - self.sent

    def begin_draws(self) -> int:
        """Queue the states that can already force a draw; return their number."""
        return self._queue(
            lambda all_: self._draw(all_[(self.scores[all_] == UNKNOWN) & (self.best[all_] == 0)])
        )

    def receive_draws(self, *messages: Packet) -> int:
        """Receive moves to drawn states, and queue the states from which a draw can now be forced;
        return how many are queued. Where nobody can force a win, endless play decides, unless its
        loser can force a draw by the rules: from the attractor of drawn states (Zermelo 1913).
        """
        places = self._receive(messages)[0]
        places = places[(self.scores[places] == UNKNOWN) & (self.left[places] != DRAWN)]
        np.subtract.at(self.left, places, np.int32(1))
        return self._draw(np.unique(places))

    def _draw(self, places: Array) -> int:
        forced = places[(self.worth[places] < 0) | (self.left[places] == 0)]
        self.left[forced] = DRAWN
        return self._queue_more(forced)

    def keep_draws(self) -> None:
        """Set the value of endless play to 0 where a player can force a draw."""
        for part in self._parts():
            self.worth[part][self.left[part] == DRAWN] = 0

    # Messages ----------------------------------------------------------------------------------

    def _queue(self, some: Callable[[Array], int]) -> int:
        """Let `some` queue states; it gets all places, part by part. Return how many are queued."""
        self.sent = self.queued = 0
        for part in self._parts():
            some(np.arange(part.start, part.stop))
        return self.queued

    def _queue_more(self, places: Array) -> int:
        self.queue[self.queued : self.queued + len(places)] = places
        self.queued += len(places)
        return self.queued - self.sent

    def send(self, values: str) -> Packet:
        """Messages from the next queued states to predecessors; `values` is "scores" or "worth"."""
        chosen = self.queue[self.sent : min(self.sent + self.most, self.queued)]
        upto = np.cumsum(self.starts[chosen + 1] - self.starts[chosen])
        chosen = chosen[: max(int(np.searchsorted(upto, self.most, "right")), 1)]
        self.sent += len(chosen)
        count = int(upto[len(chosen) - 1]) if len(chosen) else 0
        numbers, seen = np.empty(count, self.kind), np.empty(count, np.int16)
        given = chosen, getattr(self, values), self.starts, self.parents, numbers, seen
        self.kernels.run(write_messages, *given)
        if self.shares == 1:  # with a single share, numbers are places
            return Packet((numbers, seen), np.array([count]))
        owner = np.searchsorted(self.firsts, numbers, "right") - 1
        places = (numbers - self.firsts[owner]).astype(self.kind)
        return group_rows(owner, self.shares, places, seen)

    def _receive(self, messages: Sequence[Packet]) -> tuple[Array, Array]:
        places, seen = map(np.concatenate, zip(*(one.columns for one in messages), strict=True))
        if not self.space.spilled:
            return places, seen
        order = np.argsort(places)  # to read files in order
        return places[order], seen[order]

    def result(self, begin: int, end: int) -> tuple[Tally, Array]:
        """The tally and scores of some states; undecided states have the value of endless play."""
        scores, worth = self.scores[begin:end], self.worth[begin:end]
        scores = np.where(scores == UNKNOWN, worth, scores)
        return tally(scores, self.weights[begin:end], by_score=bool(self.game.by_score)), scores
