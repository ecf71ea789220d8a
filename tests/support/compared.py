"""Compiled rules beside plain ones on random positions of every game: the same answers, in order.

    make compare [POSITIONS=10000] [COMPARE="othello my-game.py --seed 7 --seconds 60"]

Random walks are played plainly until so many states of each game are seen, or all. In each state,
every rule that searches and solvers use is asked plain and compiled: who moves, the outcome, the
score, each move with the state after it and its order, evaluation, candidates, what is foreseen,
key, tier, symmetric states. The answers have to be equal, to the last bit. What differs is shown in
the nearest position found.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import variants
from zermelo.contract.analysis import line_texts
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import clip
from zermelo.laws.differential import ENTRIES, entries, images, states_of_key
from zermelo.laws.subject import shortest
from zermelo.native import kernel, runs_native
from zermelo.spec import parse_game

POSITIONS = 10_000  # of each game
LONGEST = 200  # plies of a walk, for some games could go on for ever
PATIENCE = 3000  # positions that are looked at for a nearer one with the same difference
RULES = (*ENTRIES, "moves", "play", "order", "candidates", "symmetries", "unkey")


@kernel
def answers(game, state):
    """All that the rules say about a state, in the order of `RULES` but for `unkey`."""
    numbers = entries(game, state)
    moves, children, orders, chosen = [0], [state], [0.0], [0]
    for result in (moves, chosen):
        result.clear()
    children.clear()
    orders.clear()
    for move in game.moves(state):
        moves.append(move)
        children.append(game.play(state, move))
        orders.append(1.0 * game.order(state, move))
    if game.outcome(state) == ONGOING:
        for move in game.candidates(state):
            chosen.append(move)
    return numbers, moves, children, orders, chosen, images(game, state)


class Difference(NamedTuple):
    """A position in which a compiled rule says something else than plain Python."""

    game: str
    moves: tuple[str, ...]
    state: str
    rule: str
    plain: str
    compiled: str

    def __str__(self) -> str:
        moves = " ".join(self.moves) or "the start"
        text = f"plain {self.plain}, compiled {self.compiled}"
        return f"{self.game}: {self.rule} differs after {moves} ({self.state}): {text}"


class Compared(NamedTuple):
    """How far the rules of one game were compared, and the difference found, if any.

    whole   whether these are all states that can be reached
    native  whether compiled rules were what was compared
    early   whether the time was over before there were as many as asked for
    """

    game: str
    positions: int
    whole: bool
    native: bool
    early: bool
    seconds: float
    difference: Difference | None

    @property
    def equal(self) -> bool:
        return self.native and self.difference is None

    def __str__(self) -> str:
        count = f"all {self.positions:,} states" if self.whole else f"{self.positions:,} of more"
        message = self.difference or ("equal" if self.native else "runs plain")
        early = ", ended early" if self.early else ""
        return f"{self.game:46} {count:>20} {self.seconds:6.1f} s  {message}{early}"


class Comparison:
    """The rules of one game, plain and compiled, position by position."""

    def __init__(self, name: str, game: Game, seed: int = 0) -> None:
        self.name, self.game = name, game
        self.chance = random.Random(f"{seed} {name}")
        self.origins: dict[Any, tuple[Any, int]] = {}  # of each state seen: one before it, the move
        self.seconds = 0.0
        self.difference: Difference | None = None
        self._untried: list[tuple[Any, list[int]]] = [(None, [0])]  # states and moves to follow
        self._positions = self._compared()
        self._asked: list[Callable[..., Any]] = []

    def run(self, positions: int, seconds: float = math.inf) -> Compared:
        """Compare in so many more positions, or until all are seen, one differs or time is up."""
        began, early = time.process_time(), False
        for _ in range(positions):
            early = time.process_time() - began > seconds
            if early or next(self._positions, None) is None or not runs_native(self.game):
                break
        self.seconds += time.process_time() - began
        return Compared(
            self.name,
            len(self.origins),
            not (self._untried or self.difference),
            runs_native(self.game),
            early,
            self.seconds,
            self.difference,
        )

    def _compared(self) -> Iterator[Any]:
        """Each state, once its answers were compared.

        A walk begins in a random state with a move that was not followed yet, and goes on by such
        moves to the end of the game or to a state that is known. In time they reach all states.
        """
        while self._untried and not self.difference:
            yield from self._walk(self.chance.randrange(len(self._untried)))

    def _walk(self, at: int) -> Iterator[Any]:
        """The new states of a walk that begins in one of those with moves to follow."""
        self._prepare()
        for _ in range(LONGEST):
            origin, state = self._follow(at)
            if state in self.origins:
                return
            self.origins[state] = origin
            plain = answers(self.game, state)
            if differing := self.differing(state, plain):
                self.difference = self._nearest(self._history(state), differing)
                return
            if moves := plain[1]:
                self.chance.shuffle(moves)
                self._untried.append((state, moves))
            yield state
            if not moves:
                return
            at = -1

    def _follow(self, at: int) -> tuple[tuple[Any, int], Any]:
        """A state's next move and the state after it; first the start."""
        state, moves = self._untried[at]
        move = moves.pop()
        if not moves:
            self._untried[at] = self._untried[-1]
            self._untried.pop()
        return (state, move), self.game.play(state, move) if self.origins else self.game.start()

    def _history(self, state: Any) -> tuple[int, ...]:
        """The moves by which a state was reached."""
        history: list[int] = []
        before, move = self.origins[state]
        while before is not None:
            history.insert(0, move)
            before, move = self.origins[before]
        return tuple(history)

    def _prepare(self) -> None:
        """Compiled rules for each walk, for they may have been widened meanwhile."""
        start = self.game.start()
        kernels = [answers, *([states_of_key] if self.game.has("unkey") else [])]
        self._asked = [asked.prepare(self.game, start) for asked in kernels]

    def differing(self, state: Any, plain: Any = None) -> tuple[str, str, str] | None:
        """The first rule whose answers differ, and both answers."""
        plain = _list_answers(plain or answers(self.game, state))
        if len(self._asked) > 1:
            plain.append(states_of_key(self.game, state))
        try:
            compiled = _list_answers(self._asked[0](self.game, state))
            compiled += [asked(self.game, state) for asked in self._asked[1:]]
        except Exception as error:
            return "compiled code", "answers", f"raises {type(error).__name__}: {error}"
        for rule, one, other in zip(RULES, plain, compiled, strict=False):
            if one != other or isinstance(one, float) is not isinstance(other, float):
                return rule, *_unlike(one, other)
        return None

    def _nearest(self, history: tuple[int, ...], met: tuple[str, str, str]) -> Difference:
        """The difference in the nearest position found; as it was met if it does not come again."""
        nearest, _ = shortest(self.game, history, self.differing, PATIENCE)
        state = self.game.start()
        for move in nearest:
            state = self.game.play(state, move)
        rule, plain, compiled = self.differing(state) or met
        text = self.game.format_state(state) if self.game.has("format_state") else repr(state)
        texts = line_texts(self.game, self.game.start(), nearest, exact=False)
        return Difference(self.name, texts, text, rule, plain, compiled)


def _list_answers(answered: Any) -> list[Any]:
    """The answers of `answers`, one for each of `RULES`."""
    numbers, *lists = answered
    return [*numbers, *lists]


def _unlike(plain: Any, compiled: Any) -> tuple[str, str]:
    """Two answers in short; of lists the first items that differ."""
    if isinstance(plain, list) and isinstance(compiled, list):
        pairs = zip(plain, compiled, strict=False)
        lengths = f"{len(plain)} of them", f"{len(compiled)} of them"
        plain, compiled = next((pair for pair in pairs if pair[0] != pair[1]), lengths)
    return clip(repr(plain), 200), clip(repr(compiled), 200)


def games_of(asked: list[str]) -> Iterator[tuple[str, Game]]:
    """The files asked for, and the tests' games whose names begin as asked; by default all."""
    begins = tuple(text for text in asked if not text.endswith(".py"))
    for name in variants.ALL:
        if (not asked or name.startswith(begins)) and (game := variants.find_game(name)).compiles:
            yield name, game
    yield from ((Path(text).stem, parse_game(text)) for text in asked if text.endswith(".py"))


def main() -> int:
    """Compare the games asked for; 1 when anything differs."""
    parser = argparse.ArgumentParser(prog="make compare", description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", help="files, or the tests' games whose names begin so")
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N", help="of each")
    parser.add_argument("--seconds", type=float, default=math.inf, metavar="S", help="for each")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    asked, results = parser.parse_args(), list[Compared]()
    for name, game in games_of(asked.game):
        results.append(Comparison(name, game, asked.seed).run(asked.positions, asked.seconds))
        print(results[-1], flush=True)
    equal = all(row.equal for row in results)
    positions, seconds = sum(row.positions for row in results), sum(row.seconds for row in results)
    message = "all equal" if equal else "NOT EQUAL"
    print(f"{positions:,} positions, {len(results)} games, {seconds:,.1f} s: {message}")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
