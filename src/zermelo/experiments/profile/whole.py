"""A small game taken whole: every position that can be reached, and what each is worth.

Plain Python that shares nothing with the solver: positions are found breadth-first, and ends are
carried backwards to the positions before them (retrograde analysis, Thompson 1986).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game

MOST: Final = 150_000  # positions that are kept


@dataclass
class Graph:
    """Positions and the moves between them, as far as they were found.

    states    by number, the start first, in order of distance from it
    moves     of each state: its moves with the numbers of the states they lead to
    outcomes  of each state
    complete  whether these are all
    """

    game: Game
    states: list[Any] = field(default_factory=list)
    moves: list[list[tuple[int, int]]] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)
    complete: bool = True


def explore(game: Game, deadline: float, most: int = MOST) -> Graph:
    """The positions that can be reached, until `deadline` (of `time.perf_counter`) or `most`."""
    graph, numbers = Graph(game, [game.start()]), {game.start(): 0}
    place = 0
    while place < len(graph.states):
        if len(graph.states) > most or time.perf_counter() > deadline:
            graph.complete = False
            break
        state = graph.states[place]
        outcome, entries = game.outcome(state), []
        for move in game.moves(state) if outcome == ONGOING else ():
            child = game.play(state, move)
            number = numbers.setdefault(child, len(graph.states))
            if number == len(graph.states):
                graph.states.append(child)
            entries.append((move, number))
        graph.outcomes.append(outcome)
        graph.moves.append(entries)
        place += 1
    return graph


class Whole:
    """The value of every position of a complete graph for its mover, and the distance to the end.

    values       WIN, DRAW or LOSS
    remoteness   plies to the end under best play, None for a draw
    """

    def __init__(self, graph: Graph) -> None:
        self.graph, self.game = graph, graph.game
        self.movers = [self.game.player(state) for state in graph.states]
        self.values: list[int | None] = [None] * len(graph.states)
        self.remoteness: list[int | None] = [None] * len(graph.states)
        self._before = self._parents()
        self._carry_back()
        self.values = [self._settled(number) for number in range(len(graph.states))]

    def _parents(self) -> list[list[int]]:
        before: list[list[int]] = [[] for _ in self.graph.states]
        for number, entries in enumerate(self.graph.moves):
            for _, child in entries:
                before[child].append(number)
        return before

    def _carry_back(self) -> None:
        """Wins and losses, the soonest first, to the positions before them."""
        open_moves = [len(entries) for entries in self.graph.moves]
        waiting = deque[int]()
        for number, outcome in enumerate(self.graph.outcomes):
            if outcome != ONGOING:
                self.values[number] = outcome
                self.remoteness[number] = None if outcome == DRAW else 0
                waiting += [number] * (outcome != DRAW)
        while waiting:
            child = waiting.popleft()
            plies = (self.remoteness[child] or 0) + 1
            for number in self._before[child]:
                if self.values[number] is not None:
                    continue
                if self.seen_by(number, child) == WIN:
                    self.values[number], self.remoteness[number] = WIN, plies
                    waiting.append(number)
                    continue
                open_moves[number] -= 1
                if open_moves[number] == 0:
                    self.values[number], self.remoteness[number] = LOSS, plies
                    waiting.append(number)

    def _settled(self, number: int) -> int:
        """Undecided positions are draws; a game without end is one, too."""
        value = self.values[number]
        return DRAW if value is None else value

    def seen_by(self, number: int, child: int) -> int:
        """The value of `child` for the player who moves in the state before it."""
        value = self.values[child] or DRAW
        return value if self.movers[number] == self.movers[child] else -value

    def best(self, number: int) -> Iterator[int]:
        """The moves that keep the value."""
        for move, child in self.graph.moves[number]:
            if self.seen_by(number, child) == self.values[number]:
                yield move

    def games(self) -> int | None:
        """How many sequences of moves lead from the start to an end; None where play can return."""
        order = _by_length(self.graph)
        if order is None:
            return None
        counts = [0] * len(self.graph.states)
        for number in reversed(order):
            entries = self.graph.moves[number]
            counts[number] = sum(counts[child] for _, child in entries) if entries else 1
        return counts[0]


def _by_length(graph: Graph) -> list[int] | None:
    """The positions, each before those it leads to; None where play can return."""
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
    """The values of a graph, if it is complete; None also where endless play is no draw."""
    if not graph.complete:
        return None
    if not graph.game.draws_endless and _by_length(graph) is None:
        return None
    return Whole(graph)
