"""Whole game trees walked without any cleverness: counts, values, and plies to the end."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from oracles.rules import History, Rules

Ends = dict[tuple[str, int], dict[tuple[int, int], Fraction]]  # by position and plies left


def sequences(rules: Rules, depth: int, history: History = ()) -> int:
    """How many sequences of exactly `depth` moves follow `history`."""
    if depth == 0:
        return 1
    return sum(sequences(rules, depth - 1, (*history, move)) for move in rules.moves(history))


def minimax(rules: Rules, history: History = ()) -> int:
    """The value of the position after `history` for its player to move."""
    outcome = rules.outcome(history)
    if outcome != 2:
        return outcome
    return max(
        mirrored(minimax(rules, child), rules.player(child) == rules.player(history))
        for child in ((*history, move) for move in rules.moves(history))
    )


def solve(rules: Rules, history: History = ()) -> tuple[int, int]:
    """The value for the player to move, and the plies to the end: wins soon, losses late.

    For draws the number of plies means nothing.
    """
    outcome = rules.outcome(history)
    if outcome != 2:
        return outcome, 0
    return best(rules, history, lambda child: solve(rules, child))


def solved(rules: Rules, history: History = ()) -> dict[str, tuple[int, int]]:
    """`solve` of every position that can be reached, by its text.

    Positions with equal text are taken for one: what followed from one follows from the other.
    """
    collected: dict[str, tuple[int, int]] = {}

    def look(history: History) -> tuple[int, int]:
        text = rules.text(history)
        if text not in collected:
            outcome = rules.outcome(history)
            collected[text] = (outcome, 0) if outcome != 2 else best(rules, history, look)
        return collected[text]

    look(history)
    return collected


def best(
    rules: Rules, history: History, look: Callable[[History], tuple[int, int]]
) -> tuple[int, int]:
    """The value and plies of a position that is not over, from those of its children."""
    children = []
    for move in rules.moves(history):
        child = (*history, move)
        worth, plies = look(child)
        children.append((mirrored(worth, rules.player(child) == rules.player(history)), plies))
    value = max(worth for worth, _ in children)
    plies = [length for worth, length in children if worth == value]
    return value, 1 + (min(plies) if value == 1 else max(plies))


def mirrored(child, same_player: bool):
    """A child's value for the player who moves before it."""
    return child if same_player else -child


def every_position(rules: Rules) -> dict[str, History]:
    """All positions that play leads to, by their texts, each with one history that leads there."""
    result: dict[str, History] = {rules.text(()): ()}
    for history in (queue := [()]):
        for move in rules.moves(history):
            text = rules.text((*history, move))
            if text not in result:
                result[text] = (*history, move)
                queue.append(result[text])
    return result


def points_of(game) -> Callable[[object], int]:
    """The points of any state for its mover, by the definition, of a game with rules and scores."""

    @cache
    def points(state) -> int:
        worths = []
        for move in game.moves(state):
            child = game.play(state, move)
            worths.append(mirrored(points(child), game.player(child) == game.player(state)))
        return max(worths) if worths else game.score(state)

    return points


def at_random(
    rules: Rules, cap: int, history: History = (), known: Ends | None = None
) -> dict[tuple[int, int], Fraction]:
    """How likely each end is when every move is as likely as any other: (worth, plies) → share.

    The worth is for player 0; 2 stands for a game that goes on after `cap` plies. Positions with
    equal text are taken for one, as in `solved`.
    """
    outcome = rules.outcome(history)
    if outcome != 2:
        return {(mirrored(outcome, rules.player(history) == 0), 0): Fraction(1)}
    if cap == 0:
        return {(2, 0): Fraction(1)}
    known = {} if known is None else known
    moves, shares = rules.moves(history), Counter[tuple[int, int]]()
    for child in ((*history, move) for move in moves):
        place = rules.text(child), cap
        if place not in known:
            known[place] = at_random(rules, cap - 1, child, known)
        for (worth, plies), likely in known[place].items():
            shares[worth, plies + 1] += likely / len(moves)
    return dict(shares)
