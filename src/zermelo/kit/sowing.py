"""Parts for games of sowing: pits around a board, seeds dealt out one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from zermelo.contract.bits import replaced
from zermelo.contract.picture import Picture


class Pits(NamedTuple):
    """The seeds in each pit, in the order in which they are sown, and who is to move."""

    seeds: tuple[int, ...]
    player: int


def held(seeds: tuple[int, ...], first: int, pits: int) -> int:
    """The seeds in so many pits from `first` on.

    >>> held((4, 5, 6, 7), 1, 2)
    11
    """
    result = 0
    for pit in range(first, first + pits):
        result += seeds[pit]
    return result


def sown(seeds: tuple[int, ...], origin: int, skipped: int) -> tuple[tuple[int, ...], int]:
    """The pits after the seeds of `origin` were dealt out to the next ones, and where that ended.

    >>> sown((4, 0, 0), 0, 0)
    ((0, 2, 2), 2)
    """
    pit, in_hand = origin, seeds[origin]
    seeds = replaced(seeds, origin, 0)
    while in_hand:
        pit = (pit + 1) % len(seeds)
        if pit != skipped:
            seeds = replaced(seeds, pit, seeds[pit] + 1)
            in_hand -= 1
    return seeds, pit


def sharings(seeds: int, pits: int) -> Iterator[tuple[int, ...]]:
    """All ways to lay so many seeds into so many pits.

    >>> list(sharings(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    places = seeds + pits - 1
    for walls in combinations(range(places), pits - 1):  # between one pit and the next
        ends = zip((-1, *walls), (*walls, places), strict=True)
        yield tuple(last - first - 1 for first, last in ends)


def draw_pits(seeds: Sequence[int], clicks: Mapping[int, tuple[int, ...]]) -> Picture:
    """The pits of player A below with A's store at the right, then those of B, in order of sowing.

    >>> draw_pits((3, 0, 3, 0), {}).points
    [(1, 2), (2, 1), (1, 0), (0, 1)]
    """
    pits = len(seeds) // 2 - 1
    lower = [(x, 2) for x in range(1, pits + 1)]
    upper = [(x, 0) for x in range(pits, 0, -1)]
    pieces = {pit: str(count) for pit, count in enumerate(seeds)}
    return Picture(
        [*lower, (pits + 1, 1), *upper, (0, 1)],
        pieces,
        clicks,
        surface="pits",
        shapes=dict.fromkeys(pieces.values(), "seeds"),
        sizes={pits: 1.6, 2 * pits + 1: 1.6},
    )
