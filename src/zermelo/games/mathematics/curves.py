"""Positions of Sprouts as texts: lands of regions, in alphabetical order.

A spot is written as 0, 1 or 2, its number of lines, or as a letter that marks both places of a spot
with two lines. A boundary ends with ".", a region with "}", and a land, a group of regions that
share spots, with "]"; parts that no line can reach are omitted. Of all ways to write a land, the
alphabetically first counts. (Applegate, Jacobson and Sleator, 1991)
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from string import ascii_uppercase
from typing import Any, NamedTuple

Region = tuple[str, ...]  # boundaries
Corner = tuple[int, int]  # the index of a boundary in its region, and of a spot in the boundary
BLANK = str.maketrans(f"{ascii_uppercase}xyz", "A" * 29)
LIVES = {"0": 3, "1": 2}  # the lives of spots by character; all others have 1


class Line(NamedTuple):
    """A line between two spots, by their places in the position's text, and the new position.

    enclosed  the first place of each enclosed boundary; None if the line divides nothing
    """

    start: int
    end: int
    enclosed: tuple[int, ...] | None
    after: str


def read(text: str) -> list[list[Region]]:
    """The regions of each land in the text of a position."""
    lands = text.split("]")[:-1]
    return [[tuple(r.split(".")[:-1]) for r in land.split("}")[:-1]] for land in lands]


def ordered(lands: list[list[Region]]) -> str:
    """The text of these lands, after splitting lands whose regions share no spots."""
    return "".join(sorted(text for land in lands for text in _texts(land)))


def _texts(land: list[Region]) -> list[str]:
    return [_earliest(part) for part in _lands(_tidy(land))]


@cache
def lines(text: str) -> tuple[Line, ...]:
    """All lines that can be drawn, but only the first of those that lead to the same position."""
    collected, texts, number = dict[str, Line](), text.split("]")[:-1], 0
    for at, land in enumerate(read(text)):
        others = [f"{other}]" for i, other in enumerate(texts) if i != at]
        for place, region in enumerate(land):
            corners = [(i, k) for i, boundary in enumerate(region) for k in range(len(boundary))]
            numbers = {corner: number + count for count, corner in enumerate(corners)}
            number += len(corners)
            for one, other in combinations_with_replacement(corners, 2):
                if _open(region, one, other):
                    splits = one[0] == other[0]
                    beside = [numbers[i, 0] for i in range(len(region)) if i != one[0]]
                    for side in range(1 << len(beside) if splits else 1):
                        parts = _texts(_joined(land, place, one, other, side))
                        after = "".join(sorted(others + parts))
                        inside = tuple(spot for i, spot in enumerate(beside) if side >> i & 1)
                        line = Line(numbers[one], numbers[other], inside if splits else None, after)
                        collected.setdefault(after, line)
    return tuple(collected.values())


def _open(region: Region, one: Corner, other: Corner) -> bool:
    """Whether a line may join two corners of a region."""
    start, end = region[one[0]][one[1]], region[other[0]][other[1]]
    return start in LIVES if one == other else start != end or start in "012"


def _joined(land: list[Region], place: int, one: Corner, other: Corner, side: int) -> list[Region]:
    """A land after a line between two corners of the region at `place`.

    side  a bit for each other boundary that the line encloses, if it can enclose any

    Spots that now have two lines get the letters x and y at the ends of the line, z on it.
    """
    region, rest = land[place], land[:place] + land[place + 1 :]
    others = [boundary for i, boundary in enumerate(region) if i not in (one[0], other[0])]
    near, far = (region[i][first:] + region[i][:first] for i, first in (one, other))
    start, end = near[0], far[0]
    if one[0] != other[0]:
        new = [(*others, _around(near, "x") + "z" + _around(far, "y") + "z")]
    else:
        if one == other:
            loop = {"0": ("xz", "xz"), "1": ("z", near[1:] + "z")}[start]
        else:
            span, a, b = other[1] - one[1], _grown(start, "x"), _grown(end, "y")
            loop = (a + near[1:span] + b + "z", b + near[span + 1 :] + a + "z")
        inside = [boundary for i, boundary in enumerate(others) if side >> i & 1]
        outside = [boundary for i, boundary in enumerate(others) if not side >> i & 1]
        new = [(*inside, loop[0]), (*outside, loop[1])]
    gone = str.maketrans("", "", "".join({start, end} & {*ascii_uppercase}))
    return [tuple(each.translate(gone) for each in region) for region in rest + new]


def _grown(spot: str, name: str) -> str:
    """A spot on a boundary after one more line; "" if it then has three lines."""
    return name if spot == "1" else ""


def _around(boundary: str, name: str) -> str:
    """A boundary from its first spot around to the same spot, after a line to this spot."""
    first = _grown(boundary[0], name)
    return "1" if boundary == "0" else first + boundary[1:] + first


def _tidy(regions: list[Region]) -> list[Region]:
    """The regions that lines can reach; letters that occur once, or twice in a row, become 2."""
    before: list[Region] = []
    while regions != before:
        before = regions
        regions = [region for region in regions if _lives(region) > 1]
        whole = "".join(map("".join, regions))
        regions = [
            tuple(_single(boundary, whole) for boundary in region if boundary) for region in regions
        ]
    return regions


def _lives(region: Region) -> int:
    """The most lines that the spots of a region can still take."""
    spots = "".join(region)
    return 3 * spots.count("0") + 2 * spots.count("1") + spots.count("2") + len(_letters(region))


def _single(boundary: str, whole: str) -> str:
    for spot in {*boundary} - {*"012"}:
        if whole.count(spot) == 1:
            boundary = boundary.replace(spot, "2")
        elif spot * 2 in boundary:
            boundary = boundary.replace(spot * 2, "2")
        elif len(boundary) > 1 and boundary[0] == boundary[-1] == spot:
            boundary = "2" + boundary[1:-1]
    return boundary


def _lands(regions: list[Region]) -> Iterator[list[Region]]:
    """Groups of regions, where no two groups share a spot."""
    while regions:
        land, regions = [regions[0]], regions[1:]
        for region in land:
            near = [other for other in regions if _letters(other) & _letters(region)]
            land += near
            regions = [other for other in regions if other not in near]
        yield land


def letters(land: str) -> set[str]:
    """The spots with letters in a land or a part of one."""
    return {*land} - {*"012.}]"}


def _letters(region: Region) -> set[str]:
    return letters("".join(region))


def _earliest(land: list[Region]) -> str:
    """The alphabetically first of all texts of a land."""
    ordered = sorted(sorted(region, key=_shape) for region in sorted(land, key=_shape))
    text, _ = _named("}".join(".".join(region) for region in ordered), "")
    return _first(tuple(tuple(region.split(".")) for region in text.split("}")))


def _shape(spots: Any) -> Any:
    return spots.translate(BLANK) if isinstance(spots, str) else sorted(map(_shape, spots))


@cache
def _first(land: tuple[Region, ...]) -> str:
    """The alphabetically first text, built boundary by boundary.

    It keeps all equally early beginnings, each with the letters named so far, the remaining
    boundaries of the current region, and the remaining regions.
    """
    text, begun = "", {("", (), land)}
    while any(left or rest for _, left, rest in begun):
        ways = [way for each in begun for way in _next(*each)]
        earliest = min(way[0] for way in ways)
        begun = {
            (names, tuple(sorted(_without(region, boundary))), rest)
            for piece, names, boundary, region, rest in ways
            if piece == earliest
        }
        text += earliest
    return text + "]"


def _next(
    names: str, left: Region, rest: tuple[Region, ...]
) -> Iterator[tuple[str, str, str, Region, tuple[Region, ...]]]:
    """Each boundary that can come next, from each of its possible first spots."""
    begun = [(left, rest)] if left else [
        (turned, _without(rest, region))
        for region in {*rest}
        for turned in (region, tuple(boundary[::-1] for boundary in region))
    ]  # fmt: skip
    order = f"012{names}"
    first = min((order + s).index(s) for region, _ in begun for b in region for s in b)
    for region, others in begun:
        for boundary in {*region}:
            for place, spot in enumerate(boundary):
                if (order + spot).index(spot) == first:
                    piece, named = _named(boundary[place:] + boundary[:place], names)
                    end = "." if len(region) > 1 else ".}"
                    yield piece + end, named, boundary, region, others


def _without(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def _named(boundary: str, names: str) -> tuple[str, str]:
    """A boundary with letters renamed in order of occurrence, and the letters named by then."""
    names += "".join(dict.fromkeys(spot for spot in boundary if spot not in f"012.}}{names}"))
    return boundary.translate(str.maketrans(names, ascii_uppercase[: len(names)])), names
