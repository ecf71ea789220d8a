"""Searches, their parts, proofs and sums of games, each in the plainest way."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from oracles.rules import History, Rules

Ends = dict[tuple[str, int], dict[tuple[int, int], Fraction]]  # by position and plies left


def sequences(rules: Rules, depth: int, history: History = ()) -> int:
    """How many sequences of exactly `depth` moves follow `history`."""
    if depth == 0:
        return 1
    return sum(sequences(rules, depth - 1, (*history, move)) for move in rules.moves(history))


def solve(rules: Rules, history: History = ()) -> tuple[int, int]:
    """The value for the player to move, and unless drawn the plies of a fast win or slow loss."""
    return solved(rules, history)[rules.text(history)]


def solved(rules: Rules, history: History = ()) -> dict[str, tuple[int, int]]:
    """`solve` of every position that can be reached, by its text, from which the same follows."""
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
    """The value of a child for the player of its parent."""
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


def points_of(game: Any) -> Callable[[Any], int]:
    """The points of any state for its mover, of a game that ends."""
    return worth_of(game, by_score=True)


def at_random(
    rules: Rules, cap: int, history: History = (), known: Ends | None = None
) -> dict[tuple[int, int], Fraction]:
    """The probability of each end if every move is equally likely: (worth, plies) → share.

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


def worth_of(game: Any, by_score: bool | None = None) -> Callable[[Any], int]:
    """The value, or the points, of any state for its mover, of a game that ends."""
    scored = game.by_score if by_score is None else by_score

    @cache
    def worth(state: Any) -> int:
        if game.outcome(state) != 2:
            return game.score(state) if scored else game.outcome(state)
        player, following = game.player(state), []
        for move in game.moves(state):
            child = game.play(state, move)
            following.append(mirrored(worth(child), game.player(child) == player))
        return max(following)

    return worth


def is_proof(game: Any, state: Any, claimant: int, least: int, moves: Mapping[Any, int]) -> bool:
    """Whether the claimant gets `least` in every game in which it plays the `moves` of positions,
    and the other player anything; False where it has no move, or a game does not end."""

    @cache
    def forced(state: Any) -> bool:
        if game.outcome(state) != 2:
            worth = game.score(state) if game.by_score else game.outcome(state)
            return mirrored(worth, game.player(state) == claimant) >= least
        legal = list(game.moves(state))
        if game.player(state) != claimant:
            return all(forced(game.play(state, move)) for move in legal)
        move = played(state)
        return move in legal and forced(game.play(state, move))

    def played(state: Any) -> int | None:
        """The move for this position, or the image of one for a symmetric position."""
        if state in moves:
            return moves[state]
        for image in game.symmetries(state):
            if image in moves:
                after = set(game.symmetries(game.play(image, moves[image])))
                return next((m for m in game.moves(state) if game.play(state, m) in after), None)
        return None

    try:
        return forced(state)
    except RecursionError:
        return False


def multiplied_with_carry(chance: int) -> int:
    """The generator of Marsaglia and Zaman (1991) as they write it: x·a + c, carry and digit."""
    carry, digit = divmod(chance, 2**32)
    return 698_769_069 * digit + carry


def scaled(chance: int, count: int) -> int:
    """The digits of the carry and of the number, where they differ, as a fraction of `count`."""
    carry, digit = (f"{half:032b}" for half in divmod(chance, 2**32))
    differing = "".join("01"[one != other] for one, other in zip(carry, digit, strict=True))
    return int(Fraction(int(differing, 2), 2**32) * count)


def descend(
    numbers: Sequence[Sequence[int]],
    order: Sequence[int],
    base: Sequence[float],
    targets: Sequence[float],
    weights: list[float],
    steep: list[float],
    rate: float,
) -> float:
    """Logistic regression, one row after the other, with AdaGrad's steps; the mean loss."""
    losses = []
    for row in order:
        odds = math.exp(2 * (base[row] + sum(weights[number] for number in numbers[row])))
        chance, target = odds / (1 + odds), targets[row]
        losses.append(-target * math.log(chance) - (1 - target) * math.log(1 - chance))
        for number in numbers[row]:
            if rate:
                steep[number] += (target - chance) ** 2
                weights[number] += rate * (target - chance) / math.sqrt(steep[number])
    return sum(losses) / len(losses)


@cache
def wins(trees: tuple, begins: int) -> bool:
    """Whether the player who begins (0 Left, 1 Right) wins the sum: who cannot move has lost."""
    return any(
        not wins(tuple(sorted((*trees[:place], option, *trees[place + 1 :]))), 1 - begins)
        for place, tree in enumerate(trees)
        for option in tree[begins]
    )


def outcome(trees: tuple) -> str:
    """L, R, N or P: who wins the sum."""
    left, right = wins(tuple(sorted(trees)), 0), wins(tuple(sorted(trees)), 1)
    return {(True, False): "L", (False, True): "R", (True, True): "N"}.get((left, right), "P")


def random_tree(chance, depth: int) -> tuple:
    """A tree of random shape."""
    if depth == 0:
        return (), ()
    left, right = (
        tuple(random_tree(chance, depth - 1) for _ in range(chance.randint(0, 2))) for _ in "LR"
    )
    return left, right
