"""Chopsticks: four hands in a list, each move tried out and looked at."""

from oracles.rules import Rules


class Chopsticks(Rules):
    """A position is the hands of both players, in order, and who is to move."""

    rollover: bool = False

    def begin(self):
        return ([1, 1], [1, 1]), 0

    def options(self, hands, player) -> list[str]:
        own, other = hands[player], hands[1 - player]
        taps = {f"{a}>{b}" for a in own for b in other if a and b}
        ways = [sorted([a, sum(own) - a]) for a in (1, 2, 3, 4) if 1 <= sum(own) - a <= 4]
        splits = {f"{a}+{b}" for a, b in ways if [a, b] != own}
        return sorted(taps) + sorted(splits)

    def step(self, move: str, hands, player):
        hands = [[*pair] for pair in hands]
        one, other = int(move[0]), int(move[2])
        if move[1] == "+":
            hands[player] = [one, other]
        else:
            struck = hands[1 - player]
            struck.remove(other)
            fingers = one + other
            struck.append(fingers % 5 if self.rollover or fingers < 5 else 0)
        return tuple(sorted(pair) for pair in hands), 1 - player

    def result(self, hands, player) -> int:
        return 2 if any(hands[player]) else -1

    def text_of(self, hands, player) -> str:
        pairs = [",".join(map(str, pair)) for pair in hands]
        return f"{'-'.join(pairs)} {'AB'[player]}"
