"""Monte Carlo tree search: random games show where to search, and proven values are kept.

A simulation descends from the root by UCT (Kocsis and Szepesvári 2006), extends the tree, plays
randomly to the end and carries the result back up. Finished games in the tree also send up bounds
on the value (MCTS-Solver: Winands, Björnsson and Saito 2008; for draws: Cazenave and Saffidine
2010). When both bounds meet, the value is proven and simulations there stop. `hybrid` is the same
search with the game's evaluation instead of random games. There, an unvisited move has its parent's
mean; with priors, its evaluation counts as a first visit. In random games, the
game may choose replies (`Search.reply`).

With RAVE (Gelly and Silver 2007), a move's mean is mixed with the mean of all simulations in which
the same player made it at any later time ("all moves as first", AMAF): soon there are many of them.

A proof depends only on finished games, never on a playout or a repetition, so it is valid even if
positions can repeat. A simulation of more than `LONGEST` plies counts as a draw.
"""

import ctypes
import math
from typing import Any, Final, NamedTuple

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.native import kernel
from zermelo.native.arrays import new_records, new_words
from zermelo.native.kernel import IN_BROWSER
from zermelo.search.counters import (
    ENTRIES,
    NODES,
    Counts,
    at_limit,
    draw_number,
    next_chance,
    visit,
)
from zermelo.search.textbook import estimate, utility

EXPLORATION: Final = 1.0  # weight of exploration, relative to results
JUDGED_EXPLORATION: Final = 0.1  # weight of exploration for evaluations, which differ less
LONGEST: Final = 1000  # the most plies of a simulation
CAPACITY: Final = 1 << (20 if IN_BROWSER else 23)  # the most nodes of a tree, 56 bytes each
JUDGED, PRIORS = 1, 2  # evaluate leaves instead of playing out; also evaluate new moves
NO_REPLY: Final = -1
SPAN: Final = 1 << 16  # the number of moves that RAVE distinguishes for each player

# The tree: records, each with an index --------------------------------------------------------
# Node 0 is the root; every other node stands for a move made in its parent. Results and bounds are
# for the player who made that move, or, at the root, for the player to move.

ROOT: Final = 0
NONE: Final = (1 << 15) - 1  # beyond every value

VISITS: Final = "visits"  # simulations through this node
TOTAL: Final = "total"  # the sum of the results of simulations through this node
AMAF: Final = "amaf"  # simulations through the parent in which this move was made at any time
AMAF_TOTAL: Final = "amaf_total"  # the sum of the results that AMAF counts; or a prior evaluation
MOVE: Final = "move"  # the move that leads to this node
PARENT: Final = "parent"  # the node above, −1 for the root
FIRST: Final = "first"  # the first child, followed by the others; 0 for a leaf
CHILDREN: Final = "children"  # the number of children
TURN: Final = "turn"  # 1 if the same player moves again after the move, else −1
LOW: Final = "low"  # the value is proven to be at least this
HIGH: Final = "high"  # the value is proven to be at most this
PLIES: Final = "plies"  # if the value is proven, the most plies from the move to the end

Tree = Any  # an array of nodes


class Node(ctypes.Structure):
    """A record of the tree."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in (VISITS, MOVE)),
        *((name, ctypes.c_double) for name in (TOTAL, AMAF_TOTAL)),
        *((name, ctypes.c_int32) for name in (PARENT, FIRST, AMAF)),
        *((name, ctypes.c_int16) for name in (CHILDREN, LOW, HIGH, PLIES)),
        (TURN, ctypes.c_int8),
    )
    __getitem__ = object.__getattribute__
    __setitem__ = object.__setattr__


def new_tree(capacity: int = CAPACITY, *, bound: int = WIN) -> Tree:
    """A tree with a root and room for `capacity` nodes, whose values lie in ±`bound`."""
    tree: Tree = new_records(Node, capacity)
    root = tree[ROOT]
    root[PARENT], root[TURN], root[LOW], root[HIGH] = -1, 1, -bound, bound
    return tree


class Style(NamedTuple):
    """The way in which a search simulates."""

    judged: int  # JUDGED or PRIORS if evaluations replace playouts, else 0
    rave: int  # the number of visits at which AMAF counts half; 0 turns AMAF off
    marks: Any  # for RAVE, the last simulation in which each player made each move


def new_style(judged: int = 0, rave: int = 0) -> Style:
    """A style whose marks are still empty."""
    return Style(judged, rave, new_words(2 * SPAN if rave else 0))


@kernel
def proven(tree: Tree, node: int) -> bool:
    """Whether the value of `node` is proven."""
    equal: bool = tree[node][LOW] == tree[node][HIGH]
    return equal


@kernel
def assured_bound(tree: Tree, node: int) -> int:
    """The proven lower bound of `node`, for its player to move."""
    least: int = tree[node][LOW] if tree[node][TURN] == 1 else -tree[node][HIGH]
    return least


@kernel
def transplant(old: Tree, node: int, new: Tree) -> int:
    """Copy the subtree of `node` to the empty tree `new`, as far as it fits; return its size."""
    turn, entries, place = old[node][TURN], 1, ROOT
    new[ROOT] = old[node]
    new[ROOT][PARENT], new[ROOT][TURN], new[ROOT][TOTAL] = -1, 1, turn * old[node][TOTAL]
    if turn == -1:
        new[ROOT][LOW], new[ROOT][HIGH] = -old[node][HIGH], -old[node][LOW]
    while place < entries:
        first, count = new[place][FIRST], new[place][CHILDREN]
        if entries + count > len(new):
            first = count = 0
        new[place][FIRST], new[place][CHILDREN] = (entries if count else 0), count
        for child in range(first, first + count):
            new[entries] = old[child]
            new[entries][PARENT] = place
            entries += 1
        place += 1
    return entries


# The search --------------------------------------------------------------------------------------


@kernel
def grow(
    game: Game, state: Any, tree: Tree, most: int, style: Style, chance: int, counts: Counts
) -> int:
    """Simulate from `state`, at most `most` times; stop once all is proven, or at a limit.

    Returns the random generator's next state.
    """
    root = 1 + tree[ROOT][PARENT]  # ROOT, a constant, would make the compiler specialise functions
    if tree[root][FIRST] == 0:
        counts[ENTRIES] = 1
        expand(game, state, tree, root, style.judged, counts)
        settle(tree, root)
    for _ in range(most):
        child = select(tree, root, -game.value_bound - 1, game.value_bound, style)
        if child == root:
            break
        chance = simulate(game, state, tree, child, style, chance, counts)
        visit(counts)
        if at_limit(counts):
            break
    return chance


@kernel
def simulate(
    game: Game, state: Any, tree: Tree, node: int, style: Style, chance: int, counts: Counts
) -> int:
    """Simulate once from the root `state`, first the move of `node`; return the next chance."""
    state, plies = game.play(state, int(tree[node][MOVE])), 1
    while tree[node][VISITS] > 0 and plies < LONGEST:
        if tree[node][FIRST] == 0:
            expand(game, state, tree, node, style.judged, counts)
            if tree[node][FIRST] == 0:
                break  # the tree is full
            settle(tree, node)
            if proven(tree, node):
                break
        node = select(tree, node, assured_bound(tree, node), game.value_bound, style)
        state, plies = game.play(state, int(tree[node][MOVE])), plies + 1
    result, simulation = 1.0 * tree[node][LOW], counts[NODES] + 1
    player = game.player(state) if tree[node][TURN] == 1 else 1 - game.player(state)
    if not proven(tree, node):
        if style.judged:
            result = estimate(game, state, counts)
        else:
            last = int(tree[node][MOVE])
            ending, chance = playout(game, state, last, plies, style, simulation, chance)
            result = 1.0 * ending
        result = tree[node][TURN] * result
    back_up(tree, node, result, player, style, simulation)
    return chance


@kernel
def select(tree: Tree, node: int, least: int, bound: int, style: Style) -> int:
    """The best unproven child that may exceed `least`, or ROOT. Values lie in ±`bound`.

    UCT ranks the children; with RAVE, means do, as AMAF tells rarely visited moves apart.
    """
    best, best_score, scale = ROOT, -math.inf, 1.0 / bound
    judged, rave, _ = style
    weight = JUDGED_EXPLORATION if judged else EXPLORATION
    familiarity = weight * weight * math.log(1.0 + tree[node][VISITS])
    usual = tree[node][TURN] * tree[node][TOTAL] / max(tree[node][VISITS], 1)
    first = tree[node][FIRST]
    for child in range(first, first + tree[node][CHILDREN]):
        if proven(tree, child) or tree[child][HIGH] <= least:
            continue
        visits, total = tree[child][VISITS], tree[child][TOTAL]
        if judged == PRIORS:
            visits, total = visits + 1, total + tree[child][AMAF_TOTAL]
        if visits == 0 and not judged and (not rave or tree[child][AMAF] == 0):
            return child
        share = 1.0 / max(visits, 1)
        mean = total * share if visits else usual
        if rave:
            known = visits / (visits + rave)
            score = known * mean + (1 - known) * tree[child][AMAF_TOTAL] / tree[child][AMAF]
        else:
            score = mean * scale + math.sqrt(familiarity * share)
        if score > best_score:
            best, best_score = child, score
    return best


@kernel
def expand(game: Game, state: Any, tree: Tree, node: int, judged: int, counts: Counts) -> None:
    """Give the leaf `node` a child for each move, unless the tree lacks room for them all."""
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
        elif judged:
            low, high, plies = foresee_bounds(game, child)
            if turn == -1:
                low, high = -high, -low
            tree[last][LOW], tree[last][HIGH], tree[last][PLIES] = low, high, plies
        if judged == PRIORS and not proven(tree, last):
            tree[last][AMAF_TOTAL] = turn * estimate(game, child, counts)
        last += 1
    tree[node][FIRST], tree[node][CHILDREN], counts[ENTRIES] = first, last - first, last


@kernel
def foresee_bounds(game: Game, state: Any) -> tuple[int, int, int]:
    """Bounds that the game knows without a search, and the most plies to reach them."""
    if game.by_score:
        return -game.value_bound, game.value_bound, 0
    end = game.foresee(state)
    if end != 0:
        worth = WIN if end > 0 else LOSS
        return worth, worth, abs(end)
    wins, draws = game.assured(state, WIN), game.assured(state, DRAW)
    low = WIN if wins > 0 else DRAW if draws > 0 else LOSS
    high = LOSS if draws < 0 else DRAW if wins < 0 else WIN
    return low, high, max(abs(wins), abs(draws))


@kernel
def settle(tree: Tree, node: int) -> None:
    """Update the proven bounds of `node` from its children's, and then those of nodes above."""
    while node >= 0:
        low, high = -NONE, -NONE
        first = tree[node][FIRST]
        for child in range(first, first + tree[node][CHILDREN]):
            low, high = max(low, tree[child][LOW]), max(high, tree[child][HIGH])
        if low == high:
            tree[node][PLIES] = 1 + plies_of_best(tree, node, low)
        if tree[node][TURN] == -1:
            low, high = -high, -low
        if low == tree[node][LOW] and high == tree[node][HIGH]:
            return
        tree[node][LOW], tree[node][HIGH] = low, high
        node = tree[node][PARENT]


@kernel
def plies_of_best(tree: Tree, node: int, worth: int) -> int:
    """The plies of the best child with the proven value `worth`: soonest wins, latest losses."""
    soonest, latest = NONE, 0
    first = tree[node][FIRST]
    for child in range(first, first + tree[node][CHILDREN]):
        if proven(tree, child) and tree[child][LOW] == worth:
            soonest = min(soonest, tree[child][PLIES])
            latest = max(latest, tree[child][PLIES])
    plies: int = soonest if worth > 0 else latest
    return plies


@kernel
def back_up(
    tree: Tree, node: int, result: float, player: int, style: Style, simulation: int
) -> None:
    """Add a result to a node and those above, each time for its mover and within its bounds."""
    _, rave, marks = style
    while True:
        result = max(tree[node][LOW], min(tree[node][HIGH], result))
        tree[node][VISITS] += 1
        tree[node][TOTAL] += result
        if node == ROOT:
            return
        move, node = tree[node][MOVE], tree[node][PARENT]
        if rave:
            marks[mark(player, move)] = simulation
            credit(tree, node, result, player, marks, simulation)
        result = tree[node][TURN] * result
        player = player if tree[node][TURN] == 1 else 1 - player


@kernel
def credit(tree: Tree, node: int, result: float, player: int, marks: Any, simulation: int) -> None:
    """Count the result for every child of `node` whose move `player` made there or later."""
    first = tree[node][FIRST]
    for child in range(first, first + tree[node][CHILDREN]):
        if marks[mark(player, tree[child][MOVE])] == simulation:
            tree[child][AMAF] += 1
            tree[child][AMAF_TOTAL] += result


@kernel
def mark(player: int, move: int) -> int:
    """The index of a player's move among marks; if moves share an index, RAVE is less exact."""
    return 2 * (move & SPAN - 1) + player


@kernel
def playout(
    game: Game, state: Any, last: int, plies: int, style: Style, simulation: int, chance: int
) -> tuple[int, int]:
    """The result of a random game for the mover of `state`, and the generator's next state.

    The game begins `plies` below the root, after the move `last`. Counting the moves before
    choosing one takes only a single random number per ply.
    """
    player, (_, rave, marks) = game.player(state), style
    while plies < LONGEST:
        count = 0
        for _ in game.moves(state):
            count += 1
        if count == 0:
            result = utility(game, state, game.outcome(state))
            return (result if game.player(state) == player else -result), chance
        last = game.reply(state, last)
        if last == NO_REPLY:
            chance = next_chance(chance)
            left = draw_number(chance, count)
            for move in game.moves(state):
                if left == 0:
                    last = move
                    break
                left -= 1
        if rave:
            marks[mark(game.player(state), last)] = simulation
        state, plies = game.play(state, last), plies + 1
    return DRAW, chance


# Reading the tree ---------------------------------------------------------------------------------


def children(tree: Tree, node: int) -> list[int]:
    """The nodes below `node`, in the game's order of moves."""
    first = int(tree[node][FIRST])
    return list(range(first, first + int(tree[node][CHILDREN])))


def worth(tree: Tree, node: int) -> float:
    """A move's proven value, or the mean of its results and an extra draw, within its bounds."""
    record = tree[node]
    mean = float(record[TOTAL]) / (int(record[VISITS]) + 1)
    return float(max(record[LOW], min(record[HIGH], mean)))


def best_children(tree: Tree, node: int) -> list[int]:
    """The best children: those with the best proven value, or the child simulated most often."""
    below, least = children(tree, node), int(assured_bound(tree, node))
    rivals = [child for child in below if tree[child][HIGH] > least]
    chosen = max(rivals, key=lambda child: int(tree[child][VISITS]), default=None)
    certain = [child for child in below if proven(tree, child) and worth(tree, child) == least]
    if chosen is None or (certain and worth(tree, chosen) <= least):
        return certain
    return [chosen]


def best_in_time(tree: Tree, node: int) -> list[int]:
    """The best children; among proven wins the soonest, among proven losses the latest."""
    best, least = best_children(tree, node), int(assured_bound(tree, node))
    if least == DRAW or not all(proven(tree, child) for child in best):
        return best
    plies = plies_of_best(tree, node, least)
    return [child for child in best if tree[child][PLIES] == plies]
