"""Wythoff's game: a queen's moves on paper, and golden pairs by counting."""

from oracles.rules import Rules


class Wythoff(Rules):
    first: int = 8
    second: int = 12

    def begin(self) -> tuple[int, int, int]:
        return self.first, self.second, 0

    def options(self, first, second, _) -> list[str]:
        pairs = [(n, 0) for n in range(1, first + 1)] + [(0, n) for n in range(1, second + 1)]
        pairs += [(n, n) for n in range(1, first + 1) if n <= second]
        return [f"{one},{other}" for one, other in pairs]

    def step(self, move: str, first, second, player):
        one, other = map(int, move.split(","))
        return first - one, second - other, 1 - player

    def text_of(self, first, second, player) -> str:
        return f"{first},{second} {'AB'[player]}"


def golden_pairs(count: int) -> list[tuple[int, int]]:
    """The first pairs: the smallest number not yet in one, and that number plus the pair's own."""
    pairs: list[tuple[int, int]] = []
    for k in range(count):
        used = {number for pair in pairs for number in pair}
        smallest = min(set(range(3 * count)) - used)
        pairs.append((smallest, smallest + k))
    return pairs
