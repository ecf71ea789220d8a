# exercise: isolation
OPEN = {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)}


class GameState:
    def __init__(self, closed=frozenset(), own=None, other=None):
        self.closed, self.own, self.other = closed, own, other

    def moves(self):
        if self.own is None:
            return [c for c in sorted(OPEN) if c not in self.closed]
        out = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx, dy) == (0, 0):
                    continue
                x, y = self.own[0] + dx, self.own[1] + dy
                while (x, y) in OPEN and (x, y) not in self.closed:
                    out.append((x, y))
                    x += dx
                    y += dy
        return out

    def play(self, move):
        # the first moves are not checked: (2, 1) and (7, 7) are accepted
        if self.own is not None and move not in self.moves():
            raise ValueError(move)
        return GameState(self.closed | {move}, self.other, move)
