"""Games written out as graphs: searched to a depth, solved round by round, drawn by a match.

A graph lists each node's children and player, and its outcome or estimate in eighths.
"""

from collections.abc import Sequence
from functools import cache

from oracles.search import mirrored


def retrograde(
    children: list[list[int]], players: list[int], ends: list[int]
) -> list[tuple[int, int]]:
    """Value and plies of each node of a graph that may loop, for its player; 0 is a draw.

    A node is won when some child is lost for the other, lost when all its children are won for
    the other; rounds are repeated until nothing more follows, and what is left is drawn.
    """
    solved = {node: (ends[node], 0) for node, below in enumerate(children) if not below}
    collected, plies = solved, 0
    while collected:
        collected, plies = {}, plies + 1
        for node, below in enumerate(children):
            if node in solved:
                continue
            worth = [
                mirrored(solved[child][0], players[child] == players[node])
                if child in solved
                else 0
                for child in below
            ]
            if 1 in worth:
                collected[node] = 1, plies
            elif all(seen == -1 for seen in worth):
                collected[node] = -1, plies
        solved |= collected
    return [solved.get(node, (0, 0)) for node in range(len(children))]


def limited(graph, node: int, depth: int) -> float:
    """The value of `node` for its player, by a search of `depth` plies."""
    if not graph.children[node] or depth == 0:
        return graph.eighths[node] / 8
    values = []
    for child in graph.children[node]:
        value = limited(graph, child, depth - 1)
        values.append(mirrored(value, graph.players[child] == graph.players[node]))
    return max(values)


def drawn_by_match(graph, plies: int, quiet: int, left: int) -> dict[str, int]:
    """The value of each first move if a match is drawn after `plies`, or without progress.

    Going up a tier is progress. After it `quiet` moves without progress draw; now `left` do.
    """

    @cache
    def value(node: int, plies: int, left: int) -> int:
        if not graph.children[node]:
            return graph.eighths[node] // 8
        if plies <= 0 or left <= 0:
            return 0
        return max(worth(node, child, plies, left) for child in graph.children[node])

    def worth(node: int, child: int, plies: int, left: int) -> int:
        after = quiet if graph.tiers[child] > graph.tiers[node] else left - 1
        return mirrored(value(child, plies - 1, after), graph.players[child] == graph.players[node])

    return {str(move): worth(0, child, plies, left) for move, child in enumerate(graph.children[0])}


def points_all_round(graph, worth: Sequence[int] = ()) -> dict[int, int]:
    """The value of each node of a graph of tiers for player 0: the most points it can force.

    worth  what each end, and going round in each other node, is worth to player 0; by default
           the eighths say so

    A tier after those that it leads to, for one number of points after the other: at least so many
    are forced into the ends and the tiers known, or, where going round is worth as many, by keeping
    the other from what is worth less.
    """
    pairs = zip(graph.eighths, graph.players, strict=True)
    signed = worth or [-points if player else points for points, player in pairs]
    known = {node: signed[node] for node, below in enumerate(graph.children) if not below}
    for tier in (2, 1, 0):
        nodes = {n for n, t in enumerate(graph.tiers) if t == tier and graph.children[n]}
        forced: dict[int, int] = {}
        for asked in range(-8, 9):
            enough = {node for node, points in known.items() if points >= asked}
            if all(signed[node] >= asked for node in nodes):  # endless play is enough
                reached = nodes - forced_into(graph, nodes, set(known) - enough, 1)
            else:
                reached = forced_into(graph, nodes, enough, 0)
            forced |= dict.fromkeys(reached, asked)
        known |= forced
    return known


def forced_into(graph, nodes: set[int], ends: set[int], player: int) -> set[int]:
    """The `nodes` from which `player` can force play into `ends`, found round by round."""
    collected: set[int] = set()
    while True:
        more = {
            node
            for node in nodes - collected
            if (any if graph.players[node] == player else all)(
                child in ends or child in collected for child in graph.children[node]
            )
        }
        if not more:
            return collected
        collected |= more
