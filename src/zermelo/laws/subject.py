"""A game under examination: walks over its states, random games, and violations of its laws.

The rules may be faulty: where they raise an error, or `play` returns no state, a walk just ends.
"""

import contextlib
import dataclasses
import random
import sys
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import islice, starmap
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.errors import Stopped, clip
from zermelo.laws import differential
from zermelo.native import runs_native
from zermelo.search.counters import NODE_LIMIT, NODES, new_counts

MANY: Final = 10_000  # a state with this many moves counts as having endlessly many
DEEPEST: Final = 20  # the most plies of a search for an end
NATIVE_NODES, PLAIN_NODES = 4000, 200  # the most nodes of one search, compiled or plain


class Subject:
    """A game under examination, with facts that the laws remember about it."""

    def __init__(self, game: Game) -> None:
        self.game, self.native = game, False  # native: whether to use and test compiled rules
        self.start = game.start()
        self.by_key: dict[int, Any] = {}  # key → the first state with this key
        self._horizons: dict[Any, tuple[int, int]] = {}

    def compile(self) -> None:
        """Use compiled rules from now on, if the game compiles."""
        differential.entries.prepare(self.game, self.start)
        self.native = runs_native(self.game)

    def goes_on(self, state: Any) -> bool:
        """Whether the game goes on in `state`."""
        return bool(self.game.outcome(state) == ONGOING)

    def moves(self, state: Any) -> list[int]:
        """The moves of `state`, at most `MANY`."""
        return list(islice(self.game.moves(state), MANY))

    def images(self, state: Any) -> list[Any]:
        """The states symmetric to `state`."""
        images = differential.images.native if self.native else differential.images
        return list(images(self.game, state))

    def text(self, state: Any) -> str:
        """The text for `state` in messages."""
        if self.game.has("format_state"):
            return str(self.game.format_state(state))
        return clip(repr(state), 200)

    def move_text(self, state: Any, move: int) -> str:
        """The text for `move` in messages."""
        return str(self.game.format_move(state, move))

    def end(self, state: Any, depth: int) -> int | None:
        """The score of `state` by `end_within`, or None if the search visits too many nodes."""
        return self._search(state, depth)[0]

    def horizon(self, state: Any) -> tuple[int, int]:
        """The plies that a search can look ahead from `state`, and the score that it finds."""
        if state not in self._horizons:
            depth = score = before = 0
            while depth < DEEPEST:
                reached, nodes = self._search(state, depth + 1)
                if reached is None or nodes == before:  # too many nodes, or no game lasts longer
                    break
                depth, score, before = depth + 1, reached, nodes
            self._horizons[state] = depth, score
        return self._horizons[state]

    def _search(self, state: Any, depth: int) -> tuple[int | None, int]:
        """Search to `depth`; return the score (None after too many nodes) and the visited nodes."""
        counts = new_counts(native=self.native)
        counts[NODE_LIMIT] = NATIVE_NODES if self.native else PLAIN_NODES
        search = differential.end_within.native if self.native else differential.end_within
        try:
            return int(search(self.game, state, depth, counts)), int(counts[NODES])
        except Stopped:
            return None, int(counts[NODES])


NO_ERROR: Final = "no error"
RULES: Final = ("zermelo.games", "zermelo.kit")
MACHINERY: Final = {"zermelo", "numpy", *sys.stdlib_module_names}
Moves = tuple[int, ...]


class Violation(NamedTuple):
    """The expectation of a law, and the observation that contradicts it."""

    expected: str
    seen: str


Violations = Iterator[tuple[str, str]]  # pairs for `Violation`
Law = Callable[[Subject, Any, Any], Violations]  # called with the subject, its game and a state


def violation_of(law: Law, subject: Subject, state: Any) -> Violation | None:
    """How `state` breaks `law`, or None; an error that the game raises is also a violation."""
    try:
        return next(starmap(Violation, law(subject, subject.game, state)), None)
    except Exception as error:
        return Violation(NO_ERROR, message_of(error))


def message_of(error: Exception) -> str:
    """An error in one line of text, with the line of the rules that raised it, if one did."""
    what = f"{type(error).__name__}{{}}: {clip(str(error))}"
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        name = frame.f_globals.get("__name__", "")
        if name.startswith(RULES) or name.partition(".")[0] not in MACHINERY:
            return what.format(f" in {Path(frame.f_code.co_filename).name}:{line}")
    return what.format(" from the result of a rule")


class Observation(NamedTuple):
    """Whether a statement holds in the position that the moves in `history` lead to."""

    law: str
    statement: str
    holds: bool
    history: Moves
    seen: str  # the observation if the statement fails


class Played(NamedTuple):
    """A random game: its moves, the states before, between and after them, and their pictures."""

    moves: Moves
    states: tuple[Any, ...]
    pictures: tuple[Picture, ...]  # empty if the game draws no pictures


def malformations(value: Any, other: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield the expected and the actual shape where a state, or its part at a `place`, differs from
    another state, the start. Lengths of tuples may differ, and fields may be None.

    >>> list(malformations((1, (2.5, 3)), (0, (0, 0))))
    [('an int, as at the start', 'tuple.1.0 = 2.5')]
    """
    place = place or type(value).__name__
    kind: Any = int if isinstance(other, int) else type(other)
    if isinstance(value, frozenset) or ("." in place and (value is None or other is None)):
        return
    if not isinstance(value, kind) or (kind is not int and type(value) is not kind):
        article = "an" if kind.__name__[0] in "aeiou" else "a"
        yield f"{article} {kind.__name__}, as at the start", f"{place} = {clip(repr(value))}"
    elif hasattr(kind, "_fields") or dataclasses.is_dataclass(kind):
        names = getattr(kind, "_fields", None) or [f.name for f in dataclasses.fields(value)]
        for name in names:
            parts = getattr(value, name), getattr(other, name)
            yield from malformations(*parts, f"{place}.{name}")
    elif kind is tuple:
        same = len(value) == len(other)
        for i, item in enumerate(value):
            if same or other:
                yield from malformations(item, other[i if same else 0], f"{place}.{i}")


def is_state(state: Any, start: Any) -> bool:
    """Whether `state` has the types and the shape of `start`."""
    return next(malformations(state, start), None) is None


LONGEST: Final = 300  # the most plies of a random game
WIDEST: Final = 3000  # counting sequences stops at a ply with more states
PLIES: Final = 8


class Visit(NamedTuple):
    """A state, and the moves that led to it from the start."""

    history: Moves
    state: Any


def breadth_first(game: Game, states: int, plies: int | None = None) -> Iterator[Visit]:
    """The first `states` distinct states, at most `plies` from the start, the nearest first."""
    start = game.start()
    queue, seen = deque([Visit((), start)]), {start}
    for _ in range(states):
        if not queue:
            return
        visit = queue.popleft()
        yield visit
        if plies is not None and len(visit.history) == plies:
            continue
        for move in _moves(game, visit.state):
            child = _after(game, visit, move, start)
            if child is not None and child.state not in seen:
                seen.add(child.state)
                queue.append(child)


def _moves(game: Game, state: Any) -> list[int]:
    """The moves of a state; none if they never end."""
    with contextlib.suppress(Exception):
        moves = list(islice(game.moves(state), MANY))
        return moves if len(moves) < MANY else []
    return []


def _after(game: Game, visit: Visit, move: int, start: Any) -> Visit | None:
    """The visit after a move; None if the move's result is not a state."""
    with contextlib.suppress(Exception):
        child = game.play(visit.state, move)
        if is_state(child, start):
            return Visit((*visit.history, move), child)
    return None


def random_game(game: Game, chance: random.Random) -> Iterator[Visit]:
    """The states of one random game."""
    start = game.start()
    following: Visit | None = Visit((), start)
    while following is not None:
        visit, following = following, None
        yield visit
        moves = _moves(game, visit.state) if len(visit.history) < LONGEST else []
        while moves and following is None:
            following = _after(game, visit, moves.pop(chance.randrange(len(moves))), start)


def state_after(game: Game, history: Moves) -> Any:
    """The state after `history`, or None if one of its moves is not legal."""
    state = game.start()
    with contextlib.suppress(Exception):
        for move in history:
            if move not in islice(game.moves(state), MANY):
                return None
            state = game.play(state, move)
        return state
    return None


def sequences(game: Game) -> Moves:
    """The numbers of sequences of 1, 2, … moves (perft), as deep as can be counted quickly."""
    layer, counts = Counter({game.start(): 1}), list[int]()
    with contextlib.suppress(Exception):
        while len(layer) <= WIDEST and len(counts) < PLIES:
            following = Counter[Any]()
            for state, ways in layer.items():
                for move in game.moves(state):
                    following[game.play(state, move)] += ways
            if not following:
                break
            counts.append(following.total())
            layer = following
    return tuple(counts)


def shortest(
    game: Game, history: Moves, faulty: Callable[[Any], Any], states: int
) -> tuple[Moves, bool]:
    """The shortest known history of a faulty state, and whether no shorter one exists.

    At most `states` states nearer to the start than `history` are searched, breadth-first. If none
    is faulty, moves are removed from `history` while the rest leads to a faulty state (delta
    debugging, Zeller and Hildebrandt 2002).
    """
    looked_at = 0
    for visit in breadth_first(game, states, len(history) - 1):
        looked_at += 1
        if faulty(visit.state):
            return visit.history, True
    if looked_at < states:
        return history, True  # no other states are nearer to the start
    shorter: Moves | None = history
    while shorter is not None:  # leave out the longest run of needless moves
        history, plies = shorter, len(shorter)
        runs = ((at, at + many) for many in range(plies, 0, -1) for at in range(plies - many + 1))
        rests = (shorter[:first] + shorter[last:] for first, last in runs)
        reached = ((rest, state_after(game, rest)) for rest in rests)
        shorter = next((rest for rest, at in reached if at is not None and faulty(at)), None)
    return history, False
