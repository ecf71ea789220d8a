"""Games on graphs: how many positions there are, and the symmetries that lines have."""

from __future__ import annotations

from itertools import combinations

import pytest

import zermelo
from zermelo.kit.graphs import automorphisms
from zermelo.kit.twocolours import Men


def classes(game, men: int) -> int:
    """How many positions there are up to symmetry, whoever is to move."""
    points, result = range(game.area), set()
    for own in combinations(points, men):
        for other in combinations(set(points) - {*own}, men):
            state = Men(sum(1 << p for p in own), sum(1 << p for p in other), 0)
            result.add(min(game.symmetries(state)))
    return len(result)


def test_there_are_as_many_positions_as_ascher_and_straffin_counted():
    assert classes(zermelo.game("mutorere"), 4) == 46
    assert classes(zermelo.game("ponghauki"), 2) == 16


@pytest.mark.parametrize(
    ("points", "links", "count"),
    [
        (4, [(0, 1), (1, 2), (2, 3), (3, 0)], 8),  # a square
        (4, [(0, 1), (0, 2), (0, 3)], 6),  # a star
        (3, [], 6),
        (6, [(0, 1), (1, 2), (2, 3), (3, 4), (1, 5)], 2),
        (7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 6)], 1),
    ],
)
def test_symmetries_are_those_of_the_lines(points, links, count):
    result = automorphisms(points, links)
    assert result[0] == tuple(range(points)) and len(set(result)) == len(result) == count
    lines = {frozenset(link) for link in links}
    for images in result:
        assert {frozenset(images[point] for point in line) for line in lines} == lines
