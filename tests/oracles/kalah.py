"""Kalah: pits in two lists, seeds sown one by one."""

from oracles.rules import Replayed, sign


class Kalah(Replayed):
    pits: int = 6
    seeds: int = 4

    def begin(self):
        side = [self.seeds] * self.pits
        return side, side, [0, 0], 0

    def options(self, position) -> list[str]:
        sides, player = position[:2], position[3]
        if not sum(sides[0]) or not sum(sides[1]):
            return []
        return [str(pit + 1) for pit, seeds in enumerate(sides[player]) if seeds]

    def step(self, position, move: str):
        sides, stores, player = (
            [list(position[0]), list(position[1])],
            list(position[2]),
            position[3],
        )
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
        return sides[0], sides[1], stores, player if again else 1 - player

    def result(self, position) -> int:
        if self.options(position):
            return 2
        totals = [
            stores + sum(side) for side, stores in zip(position[:2], position[2], strict=True)
        ]
        return sign(totals[position[3]] - totals[1 - position[3]])

    def written(self, position) -> str:
        first, second, stores, player = position
        pits = [*first, stores[0], *second, stores[1]]
        return f"{','.join(map(str, pits))} {'AB'[player]}"
