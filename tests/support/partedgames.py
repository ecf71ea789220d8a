"""Domineering with bugs in how it falls apart, and in what its parts are worth."""

from collections.abc import Iterator

from zermelo.games.domineering import Covered, Domineering


class LosesARegion(Domineering):
    """Only the largest region is a part."""

    def parts(self, state: Covered) -> Iterator[Covered]:
        yield from sorted(super().parts(state), key=lambda part: part.covered.bit_count())[:1]


class FeelsNoHeat(Domineering):
    """Its bounds leave out what it is worth to move first."""

    def bounds(self, state: Covered) -> tuple[float, float, float, float]:
        least, _, most, _ = super().bounds(state)
        return least, -1.0, most, -1.0


class SureOfTooMuch(Domineering):
    """A bound counts the opponent's moves as a player's own."""

    def bounds(self, state: Covered) -> tuple[float, float, float, float]:
        _, heat, most, warmth = super().bounds(state)
        return most + 1, heat, most, warmth
