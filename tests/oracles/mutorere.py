"""Mū tōrere: the ring is a word that goes round, the centre a letter behind it."""

from oracles.ponghauki import PongHauKi

RING = [f"{point}-{point % 8 + 1}" for point in range(1, 9)]
SPOKES = [f"{point}-9" for point in range(1, 9)]


class MuTorere(PongHauKi):
    lines = tuple(RING + SPOKES)
    men = "XXXXOOOO."

    def may(self, points: str, move: str, stone: str) -> bool:
        ring = points[7] + points[:8] + points[0]  # a point's neighbours are beside it
        if move.endswith("9"):
            beside = ring[int(move[0]) - 1] + ring[int(move[0]) + 1]
            if beside == 2 * stone or beside in (stone + ".", "." + stone):
                return False
        return super().may(points, move, stone)
