"""Pong Hau K'i: two men each on five points; the stuck side loses."""

from zermelo.kit.graphs import GraphGame
from zermelo.kit.twocolours import STONES, Men


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
