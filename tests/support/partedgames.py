"""Domineering with bugs in how it falls apart, and in what its parts are worth."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.domineering import Covered, Domineering


class LosesARegion(Domineering):
    """Only the largest region is a part."""

    def parts(self, state: Covered) -> Iterator[Covered]:
        yield from sorted(super().parts(state), key=lambda part: part.covered.bit_count())[:1]


class SureOfTooMuch(Domineering):
    """Counts on every place that the other player can hinder, instead of every other one."""

    def sure(self, free: int, player: int) -> int:
        return self.fitted(free, player).bit_count()
