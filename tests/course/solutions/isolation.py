STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
OPEN = {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)}


class GameState:
    def __init__(self, closed=(), pieces=(None, None), player=0):
        self.closed, self.pieces, self.player = set(closed), pieces, player

    def moves(self):
        piece = self.pieces[self.player]
        if piece is None:
            return list(OPEN - self.closed)
        collected = []
        for right, down in STEPS:
            x, y = piece[0] + right, piece[1] + down
            while (x, y) in OPEN and (x, y) not in self.closed:
                collected.append((x, y))
                x, y = x + right, y + down
        return collected

    def play(self, move):
        if move not in self.moves():
            raise ValueError(move)
        pieces = list(self.pieces)
        pieces[self.player] = move
        return GameState(self.closed | {move}, tuple(pieces), 1 - self.player)
