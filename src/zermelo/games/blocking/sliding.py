"""Mū tōrere and Pong Hau K'i: men slide to the one empty point; the stuck side loses."""

from zermelo.kit.graphs import GraphGame
from zermelo.kit.pieces import STONES, Men

CENTRE = 8


class MuTorere(GraphGame):
    """Men go to the empty one of nine points, along the ring or by its centre; the stuck one loses.

    A man goes to the centre only from beside an enemy. X begins. With good play it
    never ends, which is a draw. (Of the Māori; Marcia Ascher 1987)

    A move is 9 · origin + target; its text numbers the ring from 1 to 8, clockwise from above, and
    the centre 9: "1-9". A position's text has the points in this order and who is to move:
    "XXXXOOOO. X".
    """

    shapes = STONES
    spots = ((3, 0), (5, 1), (6, 3), (5, 5), (3, 6), (1, 5), (0, 3), (1, 1), (3, 3))
    links = tuple((point, (point + 1) % 8) for point in range(8)) + tuple(
        (point, CENTRE) for point in range(8)
    )

    def start(self) -> Men:
        return Men(0b00001111, 0b11110000, 0)

    def targets(self, state: Men, origin: int) -> int:
        free = self.near[origin] & self.free(state)
        return free if self.near[origin] & state.other else free & ~(1 << CENTRE)


class PongHauKi(GraphGame):
    """Men slide along a line to the empty one of five points; a player who cannot loses.

    All corners of a square are joined to its centre, and to each other but for the upper two.
    X, above, begins. With good play it never ends, which is a draw. (A Chinese children's
    game; Philip Straffin 1995)
    """

    shapes = STONES
    spots = ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2))
    links = ((0, 2), (1, 2), (2, 3), (2, 4), (0, 3), (1, 4), (3, 4))

    def start(self) -> Men:
        return Men(0b00011, 0b11000, 0)
