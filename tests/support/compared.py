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
from collections.abc import Iterator
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


class Compared(NamedTuple):
    """How far the rules of one game were compared, and the difference, if there is one.

    whole   whether the positions are all states that play can reach
    native  whether the rules ran compiled
    """

    game: str
    positions: int
    whole: bool
    native: bool
    seconds: float
    difference: str

    @property
    def equal(self) -> bool:
        return self.native and not self.difference

    def __str__(self) -> str:
        count = f"all {self.positions:,} states" if self.whole else f"{self.positions:,} of more"
        message = self.difference or ("equal" if self.native else "runs plain")
        return f"{self.game:46} {count:>20} {self.seconds:6.1f} s  {message}"


def compare(
    name: str, game: Game, positions: int = POSITIONS, seconds: float = math.inf, seed: int = 0
) -> Compared:
    """Compare up to `positions` states, until all are visited, one differs or time runs out.

    A walk goes from state to new state; if there is none, another walk begins in a state left out.
    """
    chance, began, difference, visited = random.Random(f"{seed} {name}"), time.process_time(), "", 0
    origins: dict[Any, tuple[Any, int]] = {game.start(): (None, 0)}  # state before, and the move
    waiting = list(origins)
    while waiting and visited < positions and time.process_time() - began <= seconds:
        state, visited = waiting.pop(), visited + 1
        plain = answers(game, state)
        if different := differing(game, state, plain):
            difference = _nearest(game, _history(origins, state), different)
        if difference or not runs_native(game):
            break
        moves = zip(plain[2], plain[1], strict=True)
        new = {child: (state, move) for child, move in moves if child not in origins}
        origins |= new
        waiting += new
        if waiting:
            least = len(waiting) - len(new) if new and visited % LONGEST else 0
            at = chance.randrange(least, len(waiting))
            waiting[at], waiting[-1] = waiting[-1], waiting[at]
    whole, seconds = not (waiting or difference), time.process_time() - began
    return Compared(name, visited, whole, runs_native(game), seconds, difference)


def _history(origins: dict[Any, tuple[Any, int]], state: Any) -> tuple[int, ...]:
    """The moves by which a state was reached."""
    history: list[int] = []
    before, move = origins[state]
    while before is not None:
        history.insert(0, move)
        before, move = origins[before]
    return tuple(history)


def differing(game: Game, state: Any, plain: Any = None) -> tuple[str, str, str] | None:
    """The first rule whose answers differ, and both answers."""
    numbers, *lists = plain or answers(game, state)
    known, more = [*numbers, *lists], [states_of_key] if game.has("unkey") else []
    known += [asked(game, state) for asked in more]
    try:
        numbers, *lists = answers.native(game, state)
        compiled = [*numbers, *lists, *(asked.native(game, state) for asked in more)]
    except Exception as error:
        return "compiled code", "answers", f"raises {type(error).__name__}: {error}"
    for rule, one, other in zip(RULES, known, compiled, strict=False):
        if one != other or isinstance(one, float) is not isinstance(other, float):
            return rule, *_unlike(one, other)
    return None


def _nearest(game: Game, history: tuple[int, ...], met: tuple[str, str, str]) -> str:
    """Describe the difference in the nearest position known, or else where it was first met."""
    nearest, _ = shortest(game, history, lambda state: differing(game, state), PATIENCE)
    state = game.start()
    for move in nearest:
        state = game.play(state, move)
    rule, plain, compiled = differing(game, state) or met
    text = game.format_state(state) if game.has("format_state") else repr(state)
    moves = " ".join(line_texts(game, game.start(), nearest, exact=False)) or "the start"
    return f"{rule} differs after {moves} ({text}): plain {plain}, compiled {compiled}"


def _unlike(plain: Any, compiled: Any) -> tuple[str, str]:
    """Both answers, shortened; of two lists only the first items that differ."""
    if isinstance(plain, list) and isinstance(compiled, list):
        pairs = zip(plain, compiled, strict=False)
        lengths = f"{len(plain)} of them", f"{len(compiled)} of them"
        plain, compiled = next((pair for pair in pairs if pair[0] != pair[1]), lengths)
    return clip(repr(plain), 200), clip(repr(compiled), 200)


def games_of(asked: list[str]) -> Iterator[tuple[str, Game]]:
    """Yield the tests' games whose names begin with a text in `asked`, or all; and files' games."""
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
        results.append(compare(name, game, asked.positions, asked.seconds, asked.seed))
        print(results[-1], flush=True)
    equal = all(row.equal for row in results)
    positions, seconds = sum(row.positions for row in results), sum(row.seconds for row in results)
    message = "all equal" if equal else "NOT EQUAL"
    print(f"{positions:,} positions, {len(results)} games, {seconds:,.1f} s: {message}")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
