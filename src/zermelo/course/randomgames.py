"""Small random games and trees for the checks of exercises, the same ones every time."""

import random
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import reduce
from itertools import islice
from math import inf
from operator import getitem, index
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.states import random_game
from zermelo.spec import parse_game

Tree = Any  # a number, which is an end, or a tuple of trees
ENDS: Final = (-1, 0, 1)


def course_game(spec: str, made: list[Any] | None = None) -> Game[Any]:
    """The game of a spec with moves in lists, so that `not game.moves(state)` shows a dead end.

    `made` receives the states that `play` returns.

    >>> game = course_game("nim(rows=[1, 2])")
    >>> game.moves(game.start()), not game.moves(game.parse_state("0,0 A"))
    ([1, 4, 5], True)
    """
    rules = parse_game(spec)
    game = copy(rules)

    def moves(state: Any) -> list[int]:
        return list(rules.moves(state))

    def play(state: Any, move: int) -> Any:
        state = rules.play(state, index(move))
        if made is not None:
            made.append(state)
        return state

    for method in (moves, play):  # a subclass would be another game of this name
        method.__qualname__ = f"game.{method.__name__}"  # the name in error messages
        object.__setattr__(game, method.__name__, method)
    return game


def drawn_positions(spec: str, plies: int, count: int) -> Iterator[tuple[Game[Any], Any]]:
    """Yield pairs of game and state: `count` states after `plies` random moves or fewer."""
    game, chance = course_game(spec), random.Random(spec)
    for _ in range(count):
        *_, (state, _) = islice(random_game(game, chance), plies + 1)
        yield game, state


def all_positions(spec: str) -> Iterator[tuple[Game[Any], Any]]:
    """Yield pairs of the game and a state, for all states that can be reached."""
    game = course_game(spec)
    states = [game.start()]
    found = set(states)
    for state in states:
        yield game, state
        after = [game.play(state, move) for move in game.moves(state)]
        states += [each for each in after if each not in found]
        found.update(after)


# Trees -------------------------------------------------------------------------------------------


def draw_tree(
    chance: random.Random, depth: int, ends: Sequence[int], most: int = 3, shortest: int = 0
) -> Tree:
    """A random tree at most `depth` levels deep, with every end at least `shortest` deep."""
    if depth == 0 or (shortest <= 0 and chance.random() < 0.2):
        return chance.choice(ends)
    below = range(chance.randint(1, most))
    return tuple(draw_tree(chance, depth - 1, ends, most, shortest - 1) for _ in below)


class DrawnGame:
    """A tree as a game: an end is the outcome for the player to move there. A state is the tree and
    a path in it; `turns` has the player to move after 0, 1, 2 … moves.
    """

    def __init__(self, tree: Tree, turns: tuple[int, ...] = (0, 1) * 8) -> None:
        self.tree, self._turns = tree, turns

    def _node(self, state: tuple[Any, ...]) -> Tree:
        return reduce(getitem, state[1:], state[0])

    def start(self) -> tuple[Any, ...]:
        """The state before the first move."""
        return (self.tree,)

    def player(self, state: tuple[Any, ...]) -> int:
        """The player to move."""
        return self._turns[len(state) - 1]

    def moves(self, state: tuple[Any, ...]) -> list[int]:
        """The indices of the subtrees; none at an end."""
        node = self._node(state)
        return list(range(len(node))) if isinstance(node, tuple) else []

    def play(self, state: tuple[Any, ...], move: int) -> tuple[Any, ...]:
        """The state whose path is longer by this move."""
        return (*state, index(move))

    def outcome(self, state: tuple[Any, ...]) -> int:
        """The number at an end; elsewhere ONGOING."""
        node = self._node(state)
        return ONGOING if isinstance(node, tuple) else int(node)

    def evaluate(self, state: tuple[Any, ...]) -> float:
        """A random estimate, always the same for a state."""
        return random.Random(str(state)).randint(-3, 3) / 4

    def states(self) -> Iterator[tuple[Any, ...]]:
        """All states of the game."""
        states = [self.start()]
        for state in states:
            yield state
            states += [self.play(state, move) for move in self.moves(state)]


def drawn_games(count: int) -> Iterator[DrawnGame]:
    """Yield games of up to five moves, small ones first; a last move may win, draw or lose."""
    chance = random.Random(7)
    sizes = ((5, ENDS, 3, 1), (3, ENDS, 6, 1))
    trees = [draw_tree(chance, *chance.choice(sizes)) for _ in range(count)]
    yield from map(DrawnGame, sorted(trees, key=lambda tree: len(str(tree))))


def game_value(
    game: Any, state: Any, depth: float = inf, estimate: Callable[[Any], float] | None = None
) -> float:
    """The value for the player to move, if players alternate; at depth 0, the `estimate` or 0."""
    outcome: int = game.outcome(state)
    if outcome != ONGOING:
        return outcome
    if depth == 0:
        return estimate(state) if estimate else 0
    after = [game.play(state, move) for move in game.moves(state)]
    return max(-game_value(game, each, depth - 1, estimate) for each in after)


# Windows -----------------------------------------------------------------------------------------


class Watched:
    """A game in the form of the course's solver; records the states that a search examines."""

    def __init__(self) -> None:
        self.looked: list[Any] = []  # states whose utility or next states were requested

    def _look(self, state: Any) -> None:
        if not self.looked or self.looked[-1] is not state:
            self.looked.append(state)


class Trees(Watched):
    """Trees as games: a number is a finished game, a tuple has the next states."""

    def finished(self, tree: Tree) -> bool:
        """Whether the tree is a number."""
        return not isinstance(tree, tuple)

    def utility(self, tree: Tree) -> Any:
        """The number itself."""
        self._look(tree)
        return tree

    def next_states(self, tree: Tree) -> list[Any]:
        """The subtrees."""
        self._look(tree)
        return list(tree)


class Rules(Watched):
    """A Zermelo game in the form of the course's solver; values are for the first player."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.rules = game

    def finished(self, state: Any) -> bool:
        """Whether the game is over."""
        return self.rules.outcome(state) != ONGOING

    def utility(self, state: Any) -> int:
        """The outcome for the first player."""
        self._look(state)
        outcome = self.rules.outcome(state)
        return outcome if self.rules.player(state) == 0 else -outcome

    def next_states(self, state: Any) -> list[Any]:
        """The states after each move."""
        self._look(state)
        return [self.rules.play(state, move) for move in self.rules.moves(state)]


class Level(tuple[Any, ...]):
    """A node's children; a node at a max level, `highest`, never equals one at a min level."""

    highest = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Level) and (self.highest, *self) == (other.highest, *other)

    def __hash__(self) -> int:
        return hash((self.highest, *self))


def levels(tree: Any, highest: bool = True) -> Any:
    """Turn nested tuples or lists into a `Level`; `highest` puts its root at a max level."""
    if not isinstance(tree, list | tuple):
        return tree
    level = Level(levels(each, not highest) for each in tree)
    level.highest = highest
    return level


def worth(tree: Any) -> Any:
    """The value of a tree for the searching player."""
    if not isinstance(tree, Level):
        return tree
    return (max if tree.highest else min)(map(worth, tree))


def drawn_windows(highest: bool = True) -> Iterator[tuple[Any, list[tuple[float, float]]]]:
    """Yield small trees, some with large values, and a deep tree, each with windows to search."""
    chance = random.Random(1)
    halves = [(a / 2, b / 2) for a in range(-9, 9) for b in range(a + 1, 10)]
    sizes = [(1, 6, 4), (2, 6, 4), (3, 3, 4), (4, 3, 4), (4, 3, 10**6)]  # depth, width, top value
    drawn = [
        (draw_tree(chance, depth, range(-most, most + 1), width), most // 4)
        for depth, width, most in sizes
        for _ in range(12)
    ]
    deep: Tree = 3
    for _ in range(30):
        deep = (deep,)
    for tree, scale in [*drawn, (deep, 1)]:
        windows = [(low * scale, high * scale) for low, high in chance.sample(halves, 25)]
        yield levels(tree, highest), [*windows, (-inf, inf)]


def breach(tree: Any, alpha: float, beta: float, result: Any) -> str | None:
    """Describe how a result breaks the specification of alpha-beta; None if it is right."""
    value = worth(tree)
    if alpha <= value <= beta:
        kept = result == value
    else:
        kept = result <= alpha if value < alpha else result >= beta
    return None if kept else f"{tree} is worth {value}, window ({alpha:g}, {beta:g}): {result}"
