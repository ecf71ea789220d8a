"""Monte Carlo tree search as an analysis within limits, with a tree kept between searches."""

import random
from dataclasses import dataclass
from typing import Any, Final

from zermelo.contract.analysis import Analysis, MoveValue, by_of, line_texts
from zermelo.contract.game import Game
from zermelo.errors import CapabilityError
from zermelo.search import mcts
from zermelo.search.analyze import Algorithm, Question
from zermelo.search.clock import Clock
from zermelo.search.counters import ENTRIES, state_from_seed
from zermelo.search.textbook import utility


@dataclass
class Kept:
    """The tree of a player's latest search from `state`; the next search copies a part of it."""

    game: Game | None = None
    state: Any = None
    tree: mcts.Tree = None

    def node_of(self, game: Game, state: Any) -> int | None:
        """The node of `state` if a best move and the other player's replies lead there, or None."""
        if self.game != game:
            return None
        if self.state == state:
            return mcts.ROOT
        player, tree = game.player(self.state), self.tree
        pending = [(node, self.state) for node in mcts.best_children(tree, mcts.ROOT)]
        while pending:
            node, before = pending.pop()
            after = game.play(before, int(tree[node][mcts.MOVE]))
            if after == state:
                return node
            if game.player(after) != player:
                pending += [(n, after) for n in mcts.children(tree, node) if tree[n][mcts.VISITS]]
        return None


FIRST_ROUND: Final = 1000  # simulations before the first report; twice as many before each next


HALF: Final = 300  # visits at which AMAF counts half, in games that use it by default
RAVE: Final = {"hex", "y", "havannah", "gomoku"}  # games where mcts with RAVE won a match
PRIORED: Final = {"hex", "y"}  # where hybrid with priors won, see docs/measurements/strength.md


def search_monte_carlo(algorithm: Algorithm, asked: Question) -> Analysis:
    """The analysis by Monte Carlo; `CapabilityError` for "hybrid" in a game without `evaluate`."""
    game, options, kind = asked.game, asked.options, str(asked.game).partition("(")[0]
    rave, priors, judged = options.rave, options.priors, 0
    if algorithm.name == "hybrid":
        if not game.has("evaluate"):
            raise CapabilityError(f"hybrid needs {game}'s evaluate: define evaluate(self, state)")
        judged = mcts.PRIORS if (kind in PRIORED if priors is None else priors) else mcts.JUDGED
    elif rave is None:
        rave = HALF if kind in RAVE else 0
    clock = Clock(asked.limits, native=asked.native is not False, progress=asked.progress)
    style = mcts.new_style(judged, rave or 0)
    return MonteCarlo(game, asked.state, clock, asked.seed, style, kept=options.kept).run()


class MonteCarlo:
    """A search from `state` until all moves are proven or the clock stops; nodes are simulations.

    Its value comes from the best proven move or, if more promising, the most simulated unproven
    move. `depth` is the length of the line, `table_entries` the nodes of the tree. Once a tree has
    `capacity` nodes, it stops growing, but simulations go on; the moves of `state` always have
    room. `kept` has an earlier search's tree, which the new tree replaces. `seed` makes a search
    limited by `nodes` repeatable.
    """

    def __init__(
        self,
        game: Game,
        state: Any,
        clock: Clock,
        seed: int | None = None,
        style: mcts.Style | None = None,
        *,
        capacity: int = mcts.CAPACITY,
        kept: Kept | None = None,
    ) -> None:
        self.game, self.state, self.clock, self.seed = game, state, clock, seed
        self.style = style or mcts.new_style()
        moves = len(list(game.moves(state)))
        self.over = moves == 0
        self.tree = mcts.new_tree(max(capacity, 1 + moves), bound=game.value_bound)
        if kept is not None and not self.over:
            if (node := kept.node_of(game, state)) is not None:
                given = kept.tree, node, self.tree
                if clock.native:
                    clock.compile(mcts.transplant, *given)
                copied = mcts.transplant.native if clock.native else mcts.transplant
                clock.counts[ENTRIES] = int(copied(*given))
            kept.game, kept.state, kept.tree = game, state, self.tree

    def deepen(self) -> None:
        """Simulate, and report to the clock from time to time."""
        chance, simulations = state_from_seed(self.seed), FIRST_ROUND
        while not (self.over or self.clock.spent):
            below = mcts.children(self.tree, mcts.ROOT)
            if below and all(mcts.proven(self.tree, child) for child in below):
                return
            given = self.game, self.state, self.tree, simulations, self.style, chance
            chance = int(self.clock.run(mcts.grow, *given))
            if simulations == FIRST_ROUND:
                self.clock.leave_time(self.move_value, mcts.children(self.tree, mcts.ROOT))
            simulations *= 2
            best = mcts.best_children(self.tree, mcts.ROOT)[0]
            self.clock.depth, self.clock.value = len(self.line()), mcts.worth(self.tree, best)

    def line(self) -> list[int]:
        """The nodes of best play from the root, as far as explored."""
        chance = None if self.seed is None else random.Random(self.seed)
        nodes, node = [], mcts.ROOT
        while best := mcts.best_in_time(self.tree, node):
            node = chance.choice(best) if chance else best[0]
            if not mcts.proven(self.tree, node) and self.tree[node][mcts.VISITS] == 0:
                break
            nodes.append(node)
        return nodes

    def texts(self, nodes: list[int]) -> tuple[str, ...]:
        """The texts of successive moves, which lead to these nodes."""
        moves = (int(self.tree[node][mcts.MOVE]) for node in nodes)
        return line_texts(self.game, self.state, moves, exact=False)

    def run(self) -> Analysis:
        """Search, then return the analysis."""
        interrupted, game, state = self.clock.is_interrupted(self.deepen), self.game, self.state
        below, line = mcts.children(self.tree, mcts.ROOT), self.line()
        best = mcts.best_children(self.tree, mcts.ROOT)
        known = mcts.worth(self.tree, best[0]) if best else None
        others = [self.tree[child][mcts.HIGH] for child in below if child not in best]
        return self.clock.analysis(
            game,
            state,
            value=float(utility(game, state, game.outcome(state))) if self.over else known,
            exact=self.over or bool(mcts.proven(self.tree, mcts.ROOT)),
            depth=len(line),
            best_moves=tuple(self.texts([child])[0] for child in best),
            complete=self.over or (known is not None and all(high < known for high in others)),
            moves=tuple(self.move_value(child) for child in below),
            line=self.texts(line),
            remoteness=0 if self.over else None,
            interrupted=interrupted,
            source="hybrid" if self.style.judged else "mcts",
        )

    def move_value(self, child: int) -> MoveValue:
        """The value of the move to a child."""
        text, value = self.texts([child])[0], mcts.worth(self.tree, child)
        return MoveValue(text, value, bool(mcts.proven(self.tree, child)), by=by_of(self.game))
