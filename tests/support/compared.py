"""Compare compiled rules with plain ones in random positions of every game.

    make compare [POSITIONS=10000] [COMPARE="othello my-game.py --seed 7 --seconds 60"]

Random walks with plain rules visit the given number of states of each game, or all states. In each
state, every rule that searches and solvers use is called plain and compiled: the player, outcome
and score, each move with the state after it and its order, evaluation, candidates, `foresee`, key,
tier and symmetric states. The answers have to be equal to the last bit and in the same order. A
difference is shown in the position nearest to the start that the search for it finds.
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
LONGEST = 200  # plies of a walk, because some games have no end
PATIENCE = 3000  # positions searched for a nearer one with the same difference
RULES = (*ENTRIES, "moves", "play", "order", "candidates", "symmetries", "unkey")


@kernel
def answers(game, state):
    """The answers of all rules about a state, in the order of `RULES`, without `unkey`."""
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
    """A position in which a compiled rule gives another answer than plain Python."""

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
    """How far the rules of one game were compared, and the difference, if there is one.

    whole   whether the positions are all states that play can reach
    native  whether the rules ran compiled
    early   whether the time ended the comparison before all positions were compared
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
        self.origins: dict[Any, tuple[Any, int]] = {}  # of each state: one before it, the move
        self.seconds = 0.0
        self.difference: Difference | None = None
        self._untried: list[tuple[Any, list[int]]] = [
            (None, [0])
        ]  # states, with moves not followed yet
        self._positions = self._compared()
        self._asked: list[Callable[..., Any]] = []

    def run(self, positions: int, seconds: float = math.inf) -> Compared:
        """Compare in `positions` more, until all are visited, one differs or the time is over."""
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
        """Yield each new state after comparing its answers.

        A walk begins in a random state that has a move not followed yet. It continues by such moves
        to the end of the game or to a known state. In the end, the walks reach all states.
        """
        while self._untried and not self.difference:
            yield from self._walk(self.chance.randrange(len(self._untried)))

    def _walk(self, at: int) -> Iterator[Any]:
        """Yield the new states of a walk from the untried state with this index."""
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
        """Return an untried state and its next move, and the state after it; first the start."""
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
        """Load the compiled rules, which a wider state may have replaced since the last walk."""
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
        """Return the difference in the nearest position found, or as first met if there is none."""
        nearest, _ = shortest(self.game, history, self.differing, PATIENCE)
        state = self.game.start()
        for move in nearest:
            state = self.game.play(state, move)
        rule, plain, compiled = self.differing(state) or met
        text = self.game.format_state(state) if self.game.has("format_state") else repr(state)
        texts = line_texts(self.game, self.game.start(), nearest, exact=False)
        return Difference(self.name, texts, text, rule, plain, compiled)


def _list_answers(answered: Any) -> list[Any]:
    """The result of `answers` as a list, an item for each of `RULES`."""
    numbers, *lists = answered
    return [*numbers, *lists]


def _unlike(plain: Any, compiled: Any) -> tuple[str, str]:
    """Both answers, shortened; of two lists only the first items that differ."""
    if isinstance(plain, list) and isinstance(compiled, list):
        pairs = zip(plain, compiled, strict=False)
        lengths = f"{len(plain)} of them", f"{len(compiled)} of them"
        plain, compiled = next((pair for pair in pairs if pair[0] != pair[1]), lengths)
    return clip(repr(plain), 200), clip(repr(compiled), 200)


def games_of(asked: list[str]) -> Iterator[tuple[str, Game]]:
    """Yield the tests' games whose names begin as asked, by default all, and games in files."""
    begins = tuple(text for text in asked if not text.endswith(".py"))
    for name in variants.ALL:
        if (not asked or name.startswith(begins)) and (game := variants.find_game(name)).compiles:
            yield name, game
    yield from ((Path(text).stem, parse_game(text)) for text in asked if text.endswith(".py"))


def main() -> int:
    """Compare the games asked for; return 1 if anything differs."""
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
