"""Mū tōrere and Pong Hau K'i: men slide to the one empty point until a player is stuck."""

from zermelo.kit.graphs import GraphGame
from zermelo.kit.pieces import STONES, Men

CENTRE = 8


class MuTorere(GraphGame):
    """Men move to the one empty point of nine; a player who cannot move loses.

    Men move along the ring, or to and from the centre, which they enter only from beside an enemy.
    X begins. With good play the game never ends, which is a draw. (A Māori game; Marcia Ascher,
    1987)

    A move is 9 · origin + target; its text numbers the ring from 1 to 8, clockwise from the top,
    and the centre 9: "1-9". A position's text has the points in this order and the player to move:
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
    """Men slide along a line to the one empty point of five; a player who cannot move loses.

    Lines join the corners of a square to its centre, and to each other except at the top. X, at the
    top, begins. With good play the game never ends, which is a draw. (A Chinese children's
    game; Philip Straffin 1995)
    """

    shapes = STONES
    spots = ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2))
    links = ((0, 2), (1, 2), (2, 3), (2, 4), (0, 3), (1, 4), (3, 4))

    def start(self) -> Men:
        return Men(0b00011, 0b11000, 0)
