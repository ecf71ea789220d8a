"""Awari: a round of twelve pits, walked seed by seed."""

from oracles.rules import Rules, sign


class Awari(Rules):
    def begin(self):
        return [4] * 12, [0, 0], 0

    def options(self, pits, _, player) -> list[str]:
        own = [player * 6 + pit for pit in range(6)]
        chosen = [pit for pit in own if pits[pit]]
        if not sum(pits[pit] for pit in range(12) if pit not in own):
            chosen = [pit for pit in chosen if any(p not in own for p in self.walk(pits, pit))]
        return [str(pit % 6 + 1) for pit in chosen]

    def walk(self, pits: list[int], origin: int) -> list[int]:
        """The pits into which the seeds of the pit `origin` fall, in order."""
        result, pit = [], origin
        while len(result) < pits[origin]:
            pit = (pit + 1) % 12
            if pit != origin:
                result.append(pit)
        return result

    def step(self, move: str, pits, taken, player):
        pits, taken = list(pits), list(taken)
        origin = player * 6 + int(move) - 1
        walk = self.walk(pits, origin)
        pits[origin] = 0
        for pit in walk:
            pits[pit] += 1
        after, won, pit = list(pits), 0, walk[-1]
        while pit // 6 != player and after[pit] in (2, 3):
            won += after[pit]
            after[pit] = 0
            pit = (pit - 1) % 12
        if sum(after[(1 - player) * 6 : (1 - player) * 6 + 6]):
            pits, taken[player] = after, taken[player] + won
        return pits, taken, 1 - player

    def result(self, pits, taken, player) -> int:
        if self.options(pits, taken, player):
            return 2
        totals = [taken[0] + sum(pits[:6]), taken[1] + sum(pits[6:])]
        return sign(totals[player] - totals[1 - player])

    def text_of(self, pits, taken, player) -> str:
        return f"{','.join(map(str, [*pits, *taken]))} {'AB'[player]}"
