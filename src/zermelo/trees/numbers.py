"""Trees of numbers, as teachers write them on the board: ((3,5),(2,9,8))."""

import json
import math
import random
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any, Final

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.errors import ParameterError, clip

MOST: Final = 400  # the most nodes of a tree
HIGHEST: Final = 9  # the highest random number
LIKE: Final = "write a tree of numbers like ((3,5),(2,9,8))"
LISTS: Final = str.maketrans({"(": "[", ")": "]", "−": "-"})


def is_number_tree(text: str) -> bool:
    """Whether a text looks like a tree of numbers, not like the name of a game."""
    return text.lstrip().startswith(("(", "["))


class NumberTree(Game[tuple[int, ...]]):
    """A tree of numbers as a game: MAX moves at the root, and the numbers are MAX's values.

    A state is the path to a node: the rank of each move. Moves are called a, b, c …

    >>> import zermelo
    >>> tree = number_tree("((3,5),(2,9,8))")
    >>> traced = zermelo.trace(tree)
    >>> traced.value[0], [tree.format_move((1,), move) for move in traced.pruned(4)]
    (3.0, ['b', 'c'])
    """

    tree: Any = ()
    by_score = True  # values are the numbers themselves
    compiles = False

    def __str__(self) -> str:
        return text_of(self.tree)

    @property
    def score_bound(self) -> Any:
        """Infinity, because numbers have no bound: windows begin with −∞ and ∞."""
        return math.inf

    def start(self) -> tuple[int, ...]:
        """The root."""
        return ()

    def player(self, state: tuple[int, ...]) -> int:
        """Player 0, MAX, on even levels; player 1, MIN, on odd levels."""
        return len(state) % 2

    def node(self, state: tuple[int, ...]) -> Any:
        """The number or the tuple of branches at the end of the path."""
        node = self.tree
        for rank in state:
            node = node[rank]
        return node

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        """The ranks of the branches."""
        node = self.node(state)
        yield from range(len(node) if isinstance(node, tuple) else 0)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        """Go down to a branch."""
        return (*state, move)

    def outcome(self, state: tuple[int, ...]) -> int:
        """ONGOING at a branching; at a number, a win, draw or loss by the mover's score."""
        if isinstance(self.node(state), tuple):
            return ONGOING
        worth = self.score(state)
        return WIN if worth > 0 else LOSS if worth < 0 else DRAW

    def score(self, state: tuple[int, ...]) -> Any:
        """The number for the player to move."""
        return self.node(state) * (-1 if len(state) % 2 else 1)

    def format_move(self, state: tuple[int, ...], move: int) -> str:
        """The letter of a branch."""
        return ascii_lowercase[move] if move < len(ascii_lowercase) else str(move + 1)


def number_tree(text: str) -> NumberTree:
    """The tree in a text of nested brackets; `ParameterError` if invalid or over 400 nodes."""
    try:
        tree = _as_tuples(json.loads(text.translate(LISTS)))
    except (ValueError, RecursionError):
        raise ParameterError(f"{LIKE}, not {clip(text)}") from None
    if not isinstance(tree, tuple):
        raise ParameterError(f"{LIKE}, with brackets around it")
    if _size(tree) > MOST:
        raise ParameterError(f"a tree of numbers has at most {MOST} nodes, not {_size(tree):,}")
    return NumberTree(tree=tree)


def _as_tuples(node: Any) -> Any:
    """Turn lists of numbers into tuples; raises `ValueError` for empty lists and non-numbers."""
    if isinstance(node, list) and node:
        return tuple(map(_as_tuples, node))
    if isinstance(node, (int, float)) and not isinstance(node, bool) and abs(node) < math.inf:
        return node
    raise ValueError(node)


def _size(node: Any) -> int:
    return 1 + sum(map(_size, node)) if isinstance(node, tuple) else 1


def text_of(node: Any) -> str:
    """A tree as text, without spaces."""
    return f"({','.join(map(text_of, node))})" if isinstance(node, tuple) else str(node)


def redraw_numbers(game: NumberTree, chance: random.Random) -> NumberTree:
    """A tree of the same shape with other numbers, from −9 to 9."""

    def redraw(node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(map(redraw, node))
        return chance.randint(-HIGHEST, HIGHEST)

    return NumberTree(tree=redraw(game.tree))
