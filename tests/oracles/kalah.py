"""Kalah: pits in two lists, seeds sown one by one."""

from oracles.rules import Rules, sign


class Kalah(Rules):
    pits: int = 6
    seeds: int = 4

    def begin(self):
        side = [self.seeds] * self.pits
        return [side, side], [0, 0], 0

    def options(self, sides, stores, player) -> list[str]:
        if not sum(sides[0]) or not sum(sides[1]):
            return []
        return [str(pit + 1) for pit, seeds in enumerate(sides[player]) if seeds]

    def step(self, move: str, sides, stores, player):
        sides, stores = [list(side) for side in sides], list(stores)
        side, pit = player, int(move) - 1
        hand, sides[side][pit] = sides[side][pit], 0
        again = False
        while hand:
            pit += 1
            again = False
            if pit == self.pits and side == player:
                stores[player] += 1
                hand, again = hand - 1, True
            elif pit < self.pits:
                sides[side][pit] += 1
                hand -= 1
            if pit >= self.pits:
                side, pit = 1 - side, -1
        if not again and side == player and sides[side][pit] == 1:
            facing = self.pits - 1 - pit
            if sides[1 - side][facing]:
                stores[player] += 1 + sides[1 - side][facing]
                sides[side][pit] = sides[1 - side][facing] = 0
        return sides, stores, player if again else 1 - player

    def result(self, sides, stores, player) -> int:
        if self.options(sides, stores, player):
            return 2
        totals = [store + sum(side) for side, store in zip(sides, stores, strict=True)]
        return sign(totals[player] - totals[1 - player])

    def text_of(self, sides, stores, player) -> str:
        pits = [*sides[0], stores[0], *sides[1], stores[1]]
        return f"{','.join(map(str, pits))} {'AB'[player]}"
