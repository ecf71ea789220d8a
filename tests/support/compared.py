"""Compiled rules beside plain ones on random positions of every game: the same answers, in order.

    make compare [POSITIONS=1000000] [COMPARE="othello hex --seed 7 --json"]

Random games are played plainly. In each position that is new, every rule that searches and solvers
use is asked plain and compiled: who moves, the outcome, the score, each move with the state after
it and its order, evaluation, candidates, what is foreseen, key, tier, symmetric states. The answers
have to be equal, to the last bit. What differs is shown in the nearest position found.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import variants
from zermelo.contract.analysis import line_texts
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import clip
from zermelo.laws.differential import ENTRIES, entries, images, states_of_key
from zermelo.laws.subject import shortest
from zermelo.native import kernel, runs_native

POSITIONS = 1_000_000
LONGEST = 200  # plies of a game, for some could go on for ever
STALE = 50  # games in a row with nothing new, after which all is taken to be seen
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

    native  whether compiled rules were what was compared
    """

    game: str
    positions: int
    native: bool
    seconds: float
    difference: Difference | None

    @property
    def equal(self) -> bool:
        return self.native and self.difference is None

    def __str__(self) -> str:
        message = self.difference or ("equal" if self.native else "runs plain")
        return f"{self.game:46} {self.positions:8,} positions {self.seconds:6.1f} s  {message}"


class Comparison:
    """The rules of one game, plain and compiled, position by position."""

    def __init__(self, name: str, game: Game, seed: int = 0) -> None:
        self.name, self.game = name, game
        self.chance = random.Random(f"{seed} {name}")
        self.seen: set[int] = set()  # hashes of states, which take less room
        self.seconds, self.ended = 0.0, False
        self.difference: Difference | None = None
        self._positions = self._compared()
        self._asked: list[Callable[..., Any]] = []

    def run(self, positions: int) -> Compared:
        """Compare in so many more positions, or until all are seen or one differs."""
        began = time.perf_counter()
        for _ in range(positions):
            if next(self._positions, None) is None:
                self.ended = True
                break
        self.seconds += time.perf_counter() - began
        native = runs_native(self.game)
        return Compared(self.name, len(self.seen), native, self.seconds, self.difference)

    def _compared(self) -> Iterator[Any]:
        """Each new state of random games, once its answers were compared."""
        stale = 0
        while stale < STALE:
            stale += 1
            self._prepare()
            state, history = self.game.start(), ()
            while len(history) <= LONGEST:
                plain = answers(self.game, state)
                if hash(state) not in self.seen:
                    self.seen.add(hash(state))
                    stale = 0
                    if differing := self.differing(state, plain):
                        self.difference = self._nearest(history, differing)
                        return
                    yield state
                if not plain[1]:
                    break
                chosen = self.chance.randrange(len(plain[1]))
                state, history = plain[2][chosen], (*history, plain[1][chosen])

    def _prepare(self) -> None:
        """Compiled rules for each game, for they may have been widened meanwhile."""
        start = self.game.start()
        kernels = [answers, *([states_of_key] if self.game.has("unkey") else [])]
        self._asked = [asked.prepare(self.game, start) for asked in kernels]

    def differing(self, state: Any, plain: Any = None) -> tuple[str, str, str] | None:
        """The first rule whose answers differ, and both answers."""
        plain = _listed(plain or answers(self.game, state))
        if len(self._asked) > 1:
            plain.append(states_of_key(self.game, state))
        try:
            compiled = _listed(self._asked[0](self.game, state))
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


def _listed(answered: Any) -> list[Any]:
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


def compared(names: list[str], positions: int, seed: int = 0) -> Iterator[Compared]:
    """The comparison of each game, each time it has come further; the last one of a game counts.

    The positions are shared out evenly, and what small games do not need once more.
    """
    running = [Comparison(name, variants.named(name), seed) for name in names]
    left = positions
    while running and left > 0:
        share = -(-left // len(running))
        for comparison in list(running):
            before, result = len(comparison.seen), comparison.run(min(share, left))
            left -= result.positions - before
            yield result
            if comparison.ended:
                running.remove(comparison)


def summary(result: dict[str, Compared]) -> dict[str, Any]:
    """What came of it, as JSON."""
    rows = [row._asdict() | {"equal": row.equal} for row in result.values()]
    for row in rows:
        row["difference"] = row["difference"] and row["difference"]._asdict()
    return {
        "positions": sum(row.positions for row in result.values()),
        "seconds": round(sum(row.seconds for row in result.values()), 1),
        "equal": all(row.equal for row in result.values()),
        "games": rows,
    }


def main() -> int:
    """Compare the games asked for, all by default; 1 when anything differs."""
    parser = argparse.ArgumentParser(prog="make compare", description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", help="games whose names begin so; by default all")
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    asked, result = parser.parse_args(), dict[str, Compared]()
    begins = tuple(asked.game) or ""
    named = [name for name in variants.ALL if name.startswith(begins)]
    names = [name for name in named if variants.named(name).compiles]
    for row in compared(names, asked.positions, asked.seed):
        result[row.game] = row
        print(row, file=sys.stderr if asked.json else sys.stdout, flush=True)
    whole = summary(result)
    message = "all equal" if whole["equal"] else "NOT EQUAL"
    line = (
        f"{whole['positions']:,} positions, {len(result)} games, {whole['seconds']:,} s: {message}"
    )
    print(json.dumps(whole) if asked.json else line)
    return 0 if whole["equal"] else 1


if __name__ == "__main__":
    sys.exit(main())
