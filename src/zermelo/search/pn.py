"""Proof-number search as in textbooks (Allis 1994): the tree grows where the least work is left.

The claim is that one player, the *claimant*, gets at least a value. Each node has a *proof number*,
the least number of open leaves that would have to succeed to prove the claim there, and a *disproof
number*, the least number that would have to fail to refute it. A proven node has 0 and ∞, a refuted
node ∞ and 0, a new node 1 and 1. Where the claimant moves, one good move is enough to prove, and
all must fail to refute: the proof number is the least of the children's, the disproof number the
sum of theirs. Where the other player moves, the roles are reversed.

A path leads from the root to the *most-proving node*: to the child with the least proof number
where the claimant moves, with the least disproof number where the other moves. This node is
expanded, and the numbers above it change. This repeats until the root is proven or refuted. The
whole tree is kept, and a position reached by several lines has several nodes. For large claims,
`proofnumbers` searches in the same way with a table of fixed size.

A position that repeats one above it counts as refuted, so every proof is valid; a refutation that
depends on it is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.contract.analysis import Analysis, MoveValue, by_of, line_texts
from zermelo.contract.game import ONGOING, Game
from zermelo.search.analyze import Algorithm, Question
from zermelo.search.clock import Clock
from zermelo.search.counters import Counts, check_limit, visit
from zermelo.search.textbook import utility

INFINITE = math.inf


@dataclass(slots=True, eq=False)
class Node:
    """A node of the tree."""

    state: Any
    move: int
    parent: Node | None
    mine: bool  # whether the claimant is to move
    proof: float = 1
    disproof: float = 1
    repeated: bool = False  # whether the position, or one below it, repeats a position above
    children: list[Node] = field(default_factory=list)

    @property
    def decided(self) -> bool:
        """Whether the node is proven or refuted."""
        return self.proof == 0 or self.disproof == 0


# The search --------------------------------------------------------------------------------------


def new_node(game: Game, state: Any, claimant: int, least: int, parent: Node | None = None) -> Node:
    """A node with its initial proof numbers; `least` is the claimed value, or points."""
    node = Node(state, -1, parent, game.player(state) == claimant)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        worth = utility(game, state, outcome)
        reached = (worth if node.mine else -worth) >= least
        node.proof, node.disproof = (0, INFINITE) if reached else (INFINITE, 0)
    elif game.remaining(state) < 0 and repeats(node):
        node.proof, node.disproof, node.repeated = INFINITE, 0, True
    return node


def repeats(node: Node) -> bool:
    """Whether the position of `node` also occurs above it."""
    above = node.parent
    while above is not None and above.state != node.state:
        above = above.parent
    return above is not None


def grow_tree(game: Game, root: Node, claimant: int, least: int, counts: Counts) -> Iterator[Node]:
    """Grow the tree until its root is proven or refuted; yield each expanded node."""
    while not root.decided:
        check_limit(counts)
        node = most_proving(root)
        for move in game.moves(node.state):
            visit(counts)
            child = new_node(game, game.play(node.state, move), claimant, least, node)
            child.move = move
            node.children.append(child)
        update(node)
        yield node


def most_proving(node: Node) -> Node:
    """The open leaf that the smallest numbers lead to."""
    while node.children:
        if node.mine:
            node = min(node.children, key=lambda child: child.proof)
        else:
            node = min(node.children, key=lambda child: child.disproof)
    return node


def update(node: Node | None) -> None:
    """Update the numbers of a node and of all nodes above it from those of their children."""
    while node is not None:
        children = node.children
        if node.mine:
            node.proof = min(child.proof for child in children)
            node.disproof = sum(child.disproof for child in children)
        else:
            node.proof = sum(child.proof for child in children)
            node.disproof = min(child.disproof for child in children)
        node.repeated = any(child.repeated for child in children)
        node = node.parent


# Analysis ----------------------------------------------------------------------------------------


def search_proof_numbers(_: Algorithm, asked: Question) -> Analysis:
    """The value of the position and of its moves, with one tree for each question."""
    game, state, value = asked.game, asked.state, None
    clock = Clock(asked.limits, native=False, progress=asked.progress)
    player, bound = game.player(state), game.value_bound
    known: dict[int, int | None] = {}  # move → its worth, None if undecided

    def find_worth(state: Any, most: int) -> tuple[int | None, Node | None]:
        """The worth of `state` to the searching player, by bisection, and the root of its proof."""
        low, high, proven = -bound, most, None
        while low < high:
            least = (low + high + 1) // 2
            root = new_node(game, state, player, least)
            for _ in grow_tree(game, root, player, least, clock.counts):
                pass
            if root.proof == 0:
                low, proven = least, root
            elif root.repeated:
                return None, None  # the refutation depends on repetitions
            else:
                high = least - 1
        return low, proven

    def search() -> None:
        nonlocal value
        value, proven = find_worth(state, bound)
        if value is None:
            return
        clock.value = float(value)
        for child in proven.children if proven else ():
            if child.proof == 0:
                known[child.move] = value
        for move in game.moves(state):
            if move not in known:
                known[move] = find_worth(game.play(state, move), value)[0]

    interrupted = clock.is_interrupted(clock.watch, search)
    moves, by = list[MoveValue](), by_of(game)
    for move in game.moves(state) if value is not None else ():
        text, worth = game.format_move(state, move), known.get(move)
        if worth is None:  # it is worth at most as much as the position
            moves.append(MoveValue(text, float(value or 0), False, "at most", by=by))
        else:
            moves.append(MoveValue(text, float(worth), by=by))
    best = tuple(entry.move for entry in moves if entry.exact and entry.value == value)
    first = [game.parse_move(state, text) for text in best[:1]]
    return clock.analysis(
        game,
        state,
        value=value,
        exact=value is not None,
        depth=0,
        best_moves=best,
        complete=value is not None and all(entry.exact for entry in moves),
        moves=tuple(moves),
        line=line_texts(game, state, first, exact=True),
        remoteness=None if game.outcome(state) == ONGOING else 0,
        interrupted=interrupted,
        source="pn",
    )
