"""Values all positions of a small game, and counts the openings of any game.

Plain Python that shares nothing with the solver: it finds positions breadth-first, and carries
results from the ends back to earlier positions (retrograde analysis, Thompson 1986).
"""

import contextlib
import random
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from zermelo.books.file import canonical
from zermelo.contract.analysis import Analysis, Fields, MoveValue, known_analysis
from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.errors import Stopped
from zermelo.laws.subject import Played
from zermelo.laws.suspicions import play_game
from zermelo.laws.twins import counterparts, mirrored_twins
from zermelo.search.analyze import analyze
from zermelo.search.clock import Progress
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import probe

MOST: Final = 150_000  # the most positions in memory


@dataclass
class Graph:
    """Positions and the moves between them, as far as known."""

    game: Game
    states: list[Any] = field(default_factory=list)  # the start first, by distance from it
    # for each state, its moves and the numbers of the states after them
    moves: list[list[tuple[int, int]]] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)
    complete: bool = True  # whether all positions that can be reached are known


def explore(game: Game, deadline: float, most: int = MOST) -> Graph:
    """Find all positions that can be reached; stop at `most`, or at `deadline` (processor time)."""
    graph, numbers = Graph(game, [game.start()]), {game.start(): 0}
    for state in graph.states:  # the loop appends to this list
        if len(graph.states) > most or time.process_time() > deadline:
            graph.complete = False
            break
        outcome, entries = game.outcome(state), []
        for move in game.moves(state) if outcome == ONGOING else ():
            child = game.play(state, move)
            number = numbers.setdefault(child, len(graph.states))
            if number == len(graph.states):
                graph.states.append(child)
            entries.append((move, number))
        graph.outcomes.append(outcome)
        graph.moves.append(entries)
    return graph


class Whole:
    """The value of every position of a complete graph for its mover, and its remoteness: plies to
    the end under best play, None for a draw. Results are carried back, the soonest first.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph, self.game = graph, graph.game
        self.movers = [self.game.player(state) for state in graph.states]
        self.values = [DRAW] * len(graph.states)  # positions that nobody can win stay draws
        self.remoteness: list[int | None] = [None] * len(graph.states)
        before: list[list[int]] = [[] for _ in self.values]
        for number, entries in enumerate(graph.moves):
            for _, child in entries:
                before[child].append(number)
        open_moves, waiting = list(map(len, graph.moves)), deque[int]()
        for number, outcome in enumerate(graph.outcomes):
            if outcome in (WIN, LOSS):
                self.values[number], self.remoteness[number] = outcome, 0
                waiting.append(number)
        while waiting:
            child = waiting.popleft()
            for number in before[child]:
                value = self.seen_by(number, child)
                open_moves[number] -= value == LOSS
                if self.remoteness[number] is None and (value == WIN or not open_moves[number]):
                    plies = (self.remoteness[child] or 0) + 1
                    self.values[number], self.remoteness[number] = value, plies
                    waiting.append(number)

    def seen_by(self, number: int, child: int) -> int:
        """The value of state `child` for the player to move in state `number`."""
        value = self.values[child]
        return value if self.movers[number] == self.movers[child] else -value

    def best(self, number: int) -> Iterator[int]:
        """The moves that keep the value of state `number`."""
        for move, child in self.graph.moves[number]:
            if self.seen_by(number, child) == self.values[number]:
                yield move

    def games(self) -> int | None:
        """The number of sequences of moves from start to end; None if positions can recur."""
        order = _forward_order(self.graph)
        if order is None:
            return None
        counts = [0] * len(self.graph.states)
        for number in reversed(order):
            entries = self.graph.moves[number]
            counts[number] = sum(counts[child] for _, child in entries) if entries else 1
        return counts[0]


def _forward_order(graph: Graph) -> list[int] | None:
    """The positions in an order in which moves lead forward; None if positions can recur."""
    arriving = [0] * len(graph.states)
    for entries in graph.moves:
        for _, child in entries:
            arriving[child] += 1
    order = [number for number, count in enumerate(arriving) if count == 0]
    for number in order:
        for _, child in graph.moves[number]:
            arriving[child] -= 1
            if arriving[child] == 0:
                order.append(child)
    return order if len(order) == len(graph.states) else None


def whole(graph: Graph) -> Whole | None:
    """The graph's values; None if it is incomplete, or if play may be endless without a draw."""
    ends = graph.complete and (graph.game.draws_endless or _forward_order(graph) is not None)
    return Whole(graph) if ends else None


PLIES: Final = 4  # the length of the openings to count
LAYER: Final = 5_000  # the most positions of a ply from which counting continues
TRIED: Final = 10  # random games to test symmetries in


class Openings(Fields):
    """The start, its moves, and the numbers of positions that follow."""

    analysis: Analysis  # the analysis of the start and each first move
    classes: tuple[tuple[str, ...], ...]  # the first moves, grouped by symmetry
    # the basis of `classes`: "exact", by the game's `symmetries`; "sampled", by a symmetry of the
    # picture that held in random games; or "" if neither is known
    alike: str
    positions: tuple[int, ...]  # the numbers of distinct positions after 1, 2 … plies
    canonical: tuple[int, ...]  # these numbers up to symmetry; empty without `symmetries`

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        fields, start = asdict(self), asdict(self.analysis)
        del fields["analysis"]
        fields["start"] = {name: start[name] for name in ("player", "value", "exact", "remoteness")}
        return {**fields, "first_moves": list(start["moves"])}


def openings(
    game: Game,
    known: Whole | Database | None,
    seconds: float,
    *,
    native: bool = True,
    progress: Progress | None = None,
) -> Openings:
    """The openings of `game`, valued by the `known` positions, or else by a search of `seconds`."""
    if isinstance(known, Database):
        analysis = probe(known, line=True)
    elif known is not None:
        state, plies, entries = game.start(), known.remoteness[0], list[MoveValue]()
        for move, child in known.graph.moves[0]:
            left, value = known.remoteness[child], float(known.seen_by(0, child))
            after = None if left is None else left + 1
            entries.append(MoveValue(game.format_move(state, move), value, remoteness=after))
        given: Any = {"depth": plies or 0, "remoteness": plies, "nodes": len(known.values)}
        given["source"] = "database"
        analysis = known_analysis(game, state, known.values[0], tuple(entries), **given)
    else:
        given = {"native": native, "progress": progress, "every_move": True}
        analyze(game, depth=1, **given)  # compile everything before time counts
        analysis = analyze(game, seconds=seconds, **given)
        if analysis.interrupted:
            raise KeyboardInterrupt
    room = min(seconds / 4, 1)
    classes, alike = _classes(game, time.process_time() + room)
    positions, canonical = _count_openings(game, time.process_time() + room)
    return Openings(analysis, classes, alike, positions, canonical)


def _classes(game: Game, deadline: float) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The first moves, grouped if symmetric, in the game's order; and `alike` of `Openings`."""
    start, classes = game.start(), dict[Any, list[str]]()
    alike, symmetries = "exact" if game.has("symmetries") else "", list[tuple[int, ...]]()
    if not alike and game.has("picture") and (symmetries := board_symmetries(game, deadline)):
        alike = "sampled"
    for move in game.moves(start):
        key: Any = move
        if alike == "exact":
            key = canonical(game, game.play(start, move))
        elif symmetries:
            pieces = game.picture(game.play(start, move)).pieces.items()
            key = min(tuple(sorted((image[p], s) for p, s in pieces)) for image in symmetries)
        classes.setdefault(key, []).append(game.format_move(start, move))
    return tuple(map(tuple, classes.values())), alike


def board_symmetries(game: Game, deadline: float) -> list[tuple[int, ...]]:
    """The board's symmetries that random games confirm, as images of points, the identity first;
    empty if there is no symmetry but the identity.
    """
    played, held = list[Played](), list[tuple[int, ...]]()
    while len(played) < TRIED and time.process_time() < deadline:
        played.append(play_game(game, random.Random(len(played))))
    with contextlib.suppress(Exception):  # in this picture, some moves have no clicks
        for twin in mirrored_twins(game) if played else ():
            seen = counterparts(game, played, twin)
            if all(each.holds for each in seen if each.law != "evaluations"):
                held.append(twin.images)
    points = len(game.picture(game.start()).points)
    return [tuple(range(points)), *held] if held else []


def _count_openings(game: Game, deadline: float) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of distinct positions after 1, 2 … plies, and these numbers up to symmetry."""
    layer, all_of, up_to = {game.start()}, list[int](), list[int]()
    with contextlib.suppress(Stopped):
        while len(all_of) < PLIES and len(layer) <= LAYER:
            ongoing = (s for s in _until(deadline, layer) if game.outcome(s) == ONGOING)
            layer = {game.play(state, move) for state in ongoing for move in game.moves(state)}
            if not layer:
                break
            if game.has("symmetries"):
                up_to.append(len({canonical(game, state) for state in _until(deadline, layer)}))
            all_of.append(len(layer))
    return tuple(all_of), tuple(up_to)


def _until(deadline: float, states: set[Any]) -> Iterator[Any]:
    """Yield the states; raises `Stopped` after the deadline."""
    for state in states:
        if time.process_time() > deadline:
            raise Stopped
        yield state
