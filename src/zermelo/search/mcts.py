"""Monte Carlo tree search: games played at random tell where to look, what is proven stays proven.

A simulation descends from the root by UCT (Kocsis and Szepesvári 2006), adds to the tree, plays on
at random and carries the result back up. Ends of the game met in the tree are carried up too, as
bounds on the value (MCTS-Solver: Winands, Björnsson and Saito 2008; for draws too: Cazenave and
Saffidine 2010). Where both bounds meet, the value is proven and no more simulations go there.

`hybrid` is the same search with the game's evaluation in place of the random games. A move without
a visit is then taken to be worth as much as the others: there are too many to look at each.

A proof rests on ends of the game alone, never on a playout or a repetition, so that it also holds
where positions can repeat. A simulation of more than `LONGEST` plies counts as a draw.
"""

from __future__ import annotations

import math
import random
from typing import Any, Final

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import DRAW, ONGOING, WIN, Game
from zermelo.contract.points import by_of
from zermelo.errors import CapabilityError, Stopped
from zermelo.native import kernel, runs_native
from zermelo.search.algorithms import Algorithm, Question
from zermelo.search.chance import drawn, following, seeded
from zermelo.search.clock import Clock
from zermelo.search.counters import ENTRIES, Counts, check_limit, visit
from zermelo.search.textbook import estimate, utility

EXPLORATION: Final = 1.0  # weight of what is little known against what looks good,
JUDGED_EXPLORATION: Final = 0.1  # and for evaluations, which are less far from each other
LONGEST: Final = 1000  # plies of a simulation
CAPACITY: Final = 1 << 23  # nodes of 40 bytes; memory is taken only as they come into use
FIRST_ROUND: Final = 1000  # simulations before progress gets a value; then twice as many, …

# The tree: records with an index each ---------------------------------------------------------
#
# Node 0 is the root, every other one a move made in its parent. Results and bounds are for the
# player who made that move, at the root for its player to move.

ROOT: Final = 0
NONE: Final = (1 << 15) - 1  # more than any value

VISITS: Final = "visits"  # simulations through here
TOTAL: Final = "total"  # the sum of their results
MOVE: Final = "move"  # the move that leads here
PARENT: Final = "parent"  # −1 for the root
FIRST: Final = "first"  # the first child, the others follow it; 0 for a leaf
CHILDREN: Final = "children"  # how many
TURN: Final = "turn"  # 1 if the player who made the move is to move again, −1 if the other is
LOW: Final = "low"  # the value is proven to be at least this
HIGH: Final = "high"  # and at most this

_FIELDS = {
    **dict.fromkeys((VISITS, MOVE), "int64"),
    TOTAL: "float64",
    **dict.fromkeys((PARENT, FIRST), "int32"),
    **dict.fromkeys((CHILDREN, LOW, HIGH), "int16"),
    TURN: "int8",
}

Tree = Any  # an array of records when native, PlainTree when plain


class PlainTree:
    """To plain Python what an array of records is to compiled code: records made when touched."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._nodes: dict[int, dict[str, int]] = {}

    def __len__(self) -> int:
        return self._capacity

    def __getitem__(self, node: int) -> dict[str, int]:
        if node not in self._nodes:
            self._nodes[node] = dict.fromkeys(_FIELDS, 0)
        return self._nodes[node]


def new_tree(capacity: int = CAPACITY, *, native: bool = False, bound: int = WIN) -> Tree:
    """A tree of a root alone, with room for `capacity` nodes, at least one.

    bound  what values lie between, either way
    """
    tree: Tree = _records(capacity) if native else PlainTree(capacity)
    root = tree[ROOT]
    root[PARENT], root[TURN], root[LOW], root[HIGH] = -1, 1, -bound, bound
    return tree


def _records(capacity: int) -> Any:
    import numpy as np  # which a browser need not have

    return np.zeros(capacity, np.dtype(list(_FIELDS.items()), align=True))


@kernel
def proven(tree: Tree, node: int) -> bool:
    """Whether the value of `node` is known for certain."""
    equal: bool = tree[node][LOW] == tree[node][HIGH]
    return equal


@kernel
def assured(tree: Tree, node: int) -> int:
    """The proven lower bound in `node`, for its player to move."""
    least: int = tree[node][LOW] if tree[node][TURN] == 1 else -tree[node][HIGH]
    return least


# The search --------------------------------------------------------------------------------------


@kernel
def grow(
    game: Game,
    state: Any,
    tree: Tree,
    root: int,
    simulations: int,
    judged: int,
    chance: int,
    counts: Counts,
) -> int:
    """Simulate from `state` until each of its moves is proven, at most `simulations` times.

    Where `judged` is not 0, the evaluation stands in for playouts. Returns the random generator's
    state to go on with; raises `Stopped` at a limit. That `root`, which is always ROOT, is an
    argument, saves compiling all below for that constant once more.
    """
    if tree[root][FIRST] == 0:
        counts[ENTRIES] = 1
        expand(game, state, tree, root, counts)
        settle(tree, root)
    for _ in range(simulations):
        child = select(tree, root, -game.value_bound - 1, game.value_bound, judged)
        if child == root:
            break
        chance = simulate(game, state, tree, child, judged, chance, counts)
        visit(counts)
        check_limit(counts)
    return chance


@kernel
def simulate(
    game: Game, state: Any, tree: Tree, node: int, judged: int, chance: int, counts: Counts
) -> int:
    """One simulation from the root `state` that begins with the move of `node`."""
    state, plies = game.play(state, int(tree[node][MOVE])), 1
    while tree[node][VISITS] > 0 and plies < LONGEST:
        if tree[node][FIRST] == 0:
            expand(game, state, tree, node, counts)
            if tree[node][FIRST] == 0:
                break  # the tree is full
            settle(tree, node)
            if proven(tree, node):
                break
        node = select(tree, node, assured(tree, node), game.value_bound, judged)
        state, plies = game.play(state, int(tree[node][MOVE])), plies + 1
    result = 1.0 * tree[node][LOW]
    if not proven(tree, node):
        if judged:
            result = estimate(game, state, counts)
        else:
            ending, chance = playout(game, state, plies, chance)
            result = 1.0 * ending
        result = tree[node][TURN] * result
    back_up(tree, node, result)
    return chance


@kernel
def select(tree: Tree, node: int, least: int, bound: int, judged: int) -> int:
    """The child to descend to, not proven and perhaps worth more than `least`; ROOT if none is.

    bound  what values lie between, either way
    """
    best, best_score, scale = ROOT, -math.inf, 1.0 / bound
    weight = JUDGED_EXPLORATION if judged else EXPLORATION
    familiarity = weight * weight * math.log(1.0 + tree[node][VISITS])
    usual = tree[node][TURN] * tree[node][TOTAL] / max(tree[node][VISITS], 1)
    first = tree[node][FIRST]
    for child in range(first, first + tree[node][CHILDREN]):
        if proven(tree, child) or tree[child][HIGH] <= least:
            continue
        visits = tree[child][VISITS]
        if visits == 0 and not judged:
            return child
        share = 1.0 / max(visits, 1)
        mean = tree[child][TOTAL] * share if visits else usual
        score = mean * scale + math.sqrt(familiarity * share)
        if score > best_score:
            best, best_score = child, score
    return best


@kernel
def expand(game: Game, state: Any, tree: Tree, node: int, counts: Counts) -> None:
    """Give the leaf `node` a child for each move, unless the tree has no room for them all."""
    first = last = counts[ENTRIES]
    player = game.player(state)
    for move in game.moves(state):
        if last == len(tree):
            return
        child = game.play(state, move)
        outcome = game.outcome(child)
        turn = 1 if game.player(child) == player else -1
        tree[last][PARENT], tree[last][MOVE], tree[last][TURN] = node, move, turn
        tree[last][LOW], tree[last][HIGH] = -game.value_bound, game.value_bound
        if outcome != ONGOING:
            worth = turn * utility(game, child, outcome)
            tree[last][LOW], tree[last][HIGH] = worth, worth
        last += 1
    tree[node][FIRST], tree[node][CHILDREN], counts[ENTRIES] = first, last - first, last


@kernel
def settle(tree: Tree, node: int) -> None:
    """Carry what the children prove to `node`, and to those above as far as it tells them more."""
    while node >= 0:
        low, high = -NONE, -NONE
        first = tree[node][FIRST]
        for child in range(first, first + tree[node][CHILDREN]):
            low, high = max(low, tree[child][LOW]), max(high, tree[child][HIGH])
        if tree[node][TURN] == -1:
            low, high = -high, -low
        if low == tree[node][LOW] and high == tree[node][HIGH]:
            return
        tree[node][LOW], tree[node][HIGH] = low, high
        node = tree[node][PARENT]


@kernel
def back_up(tree: Tree, node: int, result: float) -> None:
    """Count a simulation's result in `node` and above, kept within what is proven there."""
    while True:
        result = max(tree[node][LOW], min(tree[node][HIGH], result))
        tree[node][VISITS] += 1
        tree[node][TOTAL] += result
        if node == ROOT:
            return
        node = tree[node][PARENT]
        result = tree[node][TURN] * result


@kernel
def playout(game: Game, state: Any, plies: int, chance: int) -> tuple[int, int]:
    """The result for the mover of `state`, `plies` below the root, of moves made at random.

    Returns the generator's state too. Counting the moves and then taking one of them needs a
    single random number a ply.
    """
    player = game.player(state)
    while plies < LONGEST:
        count = 0
        for _ in game.moves(state):
            count += 1
        if count == 0:
            result = utility(game, state, game.outcome(state))
            return (result if game.player(state) == player else -result), chance
        chance = following(chance)
        left = drawn(chance, count)
        for move in game.moves(state):
            if left == 0:
                state = game.play(state, move)
                break
            left -= 1
        plies += 1
    return DRAW, chance


# Reading the tree ---------------------------------------------------------------------------------


def children(tree: Tree, node: int) -> list[int]:
    """The nodes below `node`, in the game's order of moves."""
    first = int(tree[node][FIRST])
    return list(range(first, first + int(tree[node][CHILDREN])))


def worth(tree: Tree, node: int) -> float:
    """The value of a move: proven, or the simulations' mean with a draw added to them.

    The draw keeps an estimate strictly between LOSS and WIN.
    """
    record = tree[node]
    mean = float(record[TOTAL]) / (int(record[VISITS]) + 1)
    return float(max(record[LOW], min(record[HIGH], mean)))


def best_children(tree: Tree, node: int) -> list[int]:
    """The best children: those proven to reach most, or the one simulated most often."""
    below, least = children(tree, node), int(assured(tree, node))
    rivals = [child for child in below if tree[child][HIGH] > least]
    chosen = max(rivals, key=lambda child: int(tree[child][VISITS]), default=None)
    certain = [child for child in below if proven(tree, child) and worth(tree, child) == least]
    if chosen is None or (certain and worth(tree, chosen) <= least):
        return certain
    return [chosen]


# Results -----------------------------------------------------------------------------------------


def searched(algorithm: Algorithm, asked: Question) -> Analysis:
    """What Monte Carlo tree search finds out; `CapabilityError` if a hybrid lacks an evaluation."""
    judged = algorithm.name == "hybrid"
    if judged and not asked.game.has("evaluate"):
        raise CapabilityError(f"hybrid needs {asked.game}'s evaluate: define evaluate(self, state)")
    clock = Clock(asked.limits, native=asked.native is not False, progress=asked.progress)
    return monte_carlo(asked.game, asked.state, clock, asked.seed, judged=judged)


def monte_carlo(
    game: Game,
    state: Any,
    clock: Clock,
    seed: int | None = None,
    capacity: int = CAPACITY,
    *,
    judged: bool = False,
) -> Analysis:
    """Simulate from `state` until every move is proven or the clock stops it; `nodes` simulations.

    The value is that of the best move proven or, when it promises more, of the unproven one that
    was simulated most often. `depth` is the length of the line, `table_entries` the nodes of the
    tree. A tree of `capacity` nodes is full: simulations go on, but it no longer grows; the moves
    of `state` always have room. `judged` has evaluations in place of playouts. `seed` repeats a
    search that `nodes` ends.
    """
    return _MonteCarlo(game, state, clock, seed, capacity, judged=judged).run()


class _MonteCarlo:
    """One search under way; its tree can be asked at any time."""

    def __init__(
        self,
        game: Game,
        state: Any,
        clock: Clock,
        seed: int | None,
        capacity: int,
        *,
        judged: bool,
    ) -> None:
        self.game, self.state, self.clock, self.seed = game, state, clock, seed
        self.judged = judged
        moves = len(list(game.moves(state)))
        self.over = moves == 0
        self.tree = new_tree(max(capacity, 1 + moves), native=clock.native, bound=game.value_bound)

    def run(self) -> Analysis:
        interrupted = False
        try:
            self.deepen()
        except Stopped:
            pass
        except KeyboardInterrupt:
            interrupted = True
        return self.report(interrupted)

    def deepen(self) -> None:
        """Simulate, telling the clock from time to time what is known."""
        chance, simulations = seeded(self.seed), FIRST_ROUND
        while not self.over and not self.settled():
            arguments = self.game, self.state, self.tree, ROOT, simulations, int(self.judged)
            chance, simulations = int(self.clock.run(grow, *arguments, chance)), 2 * simulations
            best = best_children(self.tree, ROOT)[0]
            self.clock.depth, self.clock.value = len(self.line()), worth(self.tree, best)

    def settled(self) -> bool:
        """Whether every move is proven."""
        below = children(self.tree, ROOT)
        return bool(below) and all(proven(self.tree, child) for child in below)

    def complete(self, best: list[int]) -> bool:
        """Whether every other move is proven to be worth less than the `best` ones."""
        others = [child for child in children(self.tree, ROOT) if child not in best]
        return bool(best) and all(self.tree[c][HIGH] < worth(self.tree, best[0]) for c in others)

    def line(self) -> list[int]:
        """The nodes that best play from the root leads through, as far as it was looked at."""
        chance = None if self.seed is None else random.Random(self.seed)
        nodes, node = [], ROOT
        while best := best_children(self.tree, node):
            node = chance.choice(best) if chance else best[0]
            if not proven(self.tree, node) and self.tree[node][VISITS] == 0:
                break
            nodes.append(node)
        return nodes

    def texts(self, nodes: list[int]) -> tuple[str, ...]:
        """The moves of `nodes`, made one after the other."""
        state, texts = self.state, []
        for node in nodes:
            move = int(self.tree[node][MOVE])
            texts.append(self.game.format_move(state, move))
            state = self.game.play(state, move)
        return tuple(texts)

    def report(self, interrupted: bool) -> Analysis:
        game, state, clock = self.game, self.state, self.clock
        below, best, line = children(self.tree, ROOT), best_children(self.tree, ROOT), self.line()
        known = worth(self.tree, best[0]) if best else None
        return Analysis(
            game=str(game),
            state=game.format_state(state) if game.has("format_state") else None,
            player=int(game.player(state)),
            value=float(utility(game, state, game.outcome(state))) if self.over else known,
            exact=self.over or bool(proven(self.tree, ROOT)),
            depth=len(line),
            best_moves=tuple(self.texts([child])[0] for child in best),
            complete=self.over or self.complete(best),
            moves=tuple(self.move_value(child) for child in below),
            line=self.texts(line),
            remoteness=0 if self.over else None,
            nodes=clock.nodes(),
            table_entries=int(clock.counts[ENTRIES]),
            table_hits=0,
            seconds=clock.seconds(),
            native=clock.native and runs_native(game),
            interrupted=interrupted,
            source="hybrid" if self.judged else "mcts",
            by=by_of(game),
        )

    def move_value(self, child: int) -> MoveValue:
        text, value = self.texts([child])[0], worth(self.tree, child)
        return MoveValue(text, value, bool(proven(self.tree, child)), by=by_of(self.game))
