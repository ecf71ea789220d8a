"""The tree of Monte Carlo tree search that a player keeps from one move to the next."""

from __future__ import annotations

from typing import Any

from zermelo.contract.game import Game
from zermelo.search.clock import Clock
from zermelo.search.mcts import MOVE, ROOT, VISITS, Tree, best_children, children, transplant


class Kept:
    """The tree of a player's latest search, for the next one: what is below the moves made since.

    It has no more nodes than the tree of one search, and two of these are there at a time.
    """

    def __init__(self) -> None:
        self._game: Game | None = None
        self._state: Any = None
        self._tree: Tree = None

    def keep(self, game: Game, state: Any, tree: Tree) -> None:
        """Keep the tree of a search from `state`."""
        self._game, self._state, self._tree = game, state, tree

    def node_of(self, game: Game, state: Any) -> int | None:
        """The node of `state`, which comes after a best move and the other player's answers."""
        if self._game != game:
            return None
        if self._state == state:
            return ROOT
        player, tree = game.player(self._state), self._tree
        pending = [(node, self._state) for node in best_children(tree, ROOT)]
        while pending:
            node, before = pending.pop()
            after = game.play(before, int(tree[node][MOVE]))
            if after == state:
                return node
            if game.player(after) != player:
                pending += [(n, after) for n in children(tree, node) if tree[n][VISITS]]
        return None

    def move_to(self, tree: Tree, node: int, clock: Clock) -> int:
        """Copy what is below `node` to `tree`; the number of nodes."""
        if clock.native:
            clock.compile(transplant, self._tree, node, tree)
        copied = transplant.native if clock.native else transplant
        return int(copied(self._tree, node, tree))
