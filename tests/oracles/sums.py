"""Sums of games as trees, by plain search: a tree is a pair, Left's options and Right's."""

from functools import cache


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
