"""Sprouts: boundaries as lists of spots that are counted, lands written in every way."""

from functools import cache
from itertools import permutations, product

from oracles.rules import Rules

Spot = int
Regions = tuple[tuple[tuple[Spot, ...], ...], ...]


class Sprouts(Rules):
    """A position is its text and who is to move; each move is made on numbered spots."""

    spots: int = 3

    def begin(self) -> tuple[str, int]:
        return "0." * self.spots + "}]", 0

    def options(self, text, player) -> list[str]:
        return [move for move, _ in lines(text)]

    def step(self, move: str, text, player):
        return dict(lines(text))[move], 1 - player

    def text_of(self, text, player) -> str:
        return f"{text}! {'AB'[player]}"


@cache
def lines(text: str) -> list[tuple[str, str]]:
    """The text of each move and of the position after it, of several alike the first."""
    regions, lives = numbered(text)
    found: dict[str, str] = {}
    corner = 0
    for region in regions:
        at = {}
        for boundary, spots in enumerate(region):
            for place in range(len(spots)):
                corner += 1
                at[boundary, place] = corner
        for one, first in at:
            for other, last in at:
                start, end = region[one][first], region[other][last]
                if (other, last) < (one, first) or lives[start] + lives[end] < 2:
                    continue
                if start == end and ((one, first) != (other, last) or lives[start] < 2):
                    continue
                beside = [b for b in range(len(region)) if b not in (one, other)]
                for number in range(2 ** len(beside) if one == other else 1):
                    inside = [b for i, b in enumerate(beside) if number // 2**i % 2]
                    after = drawn(regions, lives, region, (one, first), (other, last), inside)
                    names = [str(at[b, 0]) for b in inside]
                    move = f"{at[one, first]}-{at[other, last]}"
                    found.setdefault(after, move + (f"[{','.join(names)}]" if names else ""))
    return [(move, after) for after, move in found.items()]


def numbered(text: str) -> tuple[Regions, dict[Spot, int]]:
    """The regions of all lands, letters and digits as numbers, and how many lines each may have."""
    lives: dict[Spot, int] = {}
    regions = []
    for land in text.split("]")[:-1]:
        names: dict[str, Spot] = {}
        for region in land.split("}")[:-1]:
            rows = []
            for boundary in region.split(".")[:-1]:
                row = []
                for letter in boundary:
                    spot = len(lives)
                    if letter.isalpha():
                        spot = names.setdefault(letter, spot)
                    lives[spot] = {"0": 3, "1": 2}.get(letter, 1)
                    row.append(spot)
                rows.append(tuple(row))
            regions.append(tuple(rows))
    return tuple(regions), lives


def drawn(regions, lives, region, one, other, inside) -> str:
    """The text after a line between two corners, with the boundaries `inside` on its one side."""
    (i, first), (j, last) = one, other
    near = [*region[i][first:], *region[i][:first]]
    far = [*region[j][last:], *region[j][:last]]
    new, left = len(lives), dict(lives)
    left[near[0]] -= 1
    left[far[0]] -= 1
    left[new] = 1
    # A walk round a boundary comes twice to a spot that had a line before.
    near_end, far_end = ([row[0]] if lives[row[0]] < 3 else [] for row in (near, far))
    outside = [row for b, row in enumerate(region) if b not in (i, j, *inside)]
    enclosed = [region[b] for b in inside]
    if i != j:
        split = [[*outside, [*near, *near_end, new, *far, *far_end, new]]]
    elif first == last:
        split = [[*enclosed, [near[0], new]], [*outside, [*near, *near_end, new]]]
    else:
        span = last - first
        split = [[*enclosed, [*near[: span + 1], new]], [*outside, [*near[span:], near[0], new]]]
    return text_of([each for each in regions if each is not region] + split, left)


def text_of(regions, lives) -> str:
    """The lands in order, without regions that no line can reach."""
    regions = [[[s for s in spots if lives[s]] for spots in region] for region in regions]
    regions = [[spots for spots in region if spots] for region in regions]
    while True:
        alive = [
            region
            for region in regions
            if sum(lives[spot] for spot in {spot for spots in region for spot in spots}) > 1
        ]
        if len(alive) == len(regions):
            break
        regions = alive
    groups: list[list] = []
    for region in regions:
        spots = {spot for row in region for spot in row}
        near = [g for g in groups if spots & {s for r in g for row in r for s in row}]
        groups = [g for g in groups if g not in near] + [[region, *(r for g in near for r in g)]]
    return "".join(sorted(first_text(freeze(group), lives) for group in groups))


def freeze(land):
    return tuple(tuple(tuple(spots) for spots in region) for region in land)


def first_text(land, lives) -> str:
    """The alphabetically first of all ways to write a land."""
    times = {
        spot: sum(row.count(spot) for region in land for row in region)
        for region in land
        for row in region
        for spot in row
    }
    merged = []
    for region in land:
        rows = []
        for row in region:
            for spot in set(row):
                twice = [
                    k for k in range(len(row)) if row[k] == row[k - 1] == spot and len(row) > 1
                ]
                if twice:
                    row = row[: twice[0]] + row[twice[0] + 1 :]
                    times[spot] = 1
            rows.append(row)
        merged.append(rows)
    kinds = {s: {3: "0", 2: "1"}.get(lives[s], "2" if times[s] == 1 else "") for s in times}
    ways = []
    for order in permutations(merged):
        for flips in product((1, -1), repeat=len(order)):
            turned = [
                [row[::flip] for row in region] for region, flip in zip(order, flips, strict=True)
            ]
            choices = [
                {
                    tuple(rows)
                    for arranged in permutations(region)
                    for rows in product(
                        *({row[k:] + row[:k] for k in range(len(row))} for row in arranged)
                    )
                }
                for region in turned
            ]
            ways += product(*choices)
    return min(spelled(way, kinds) for way in ways) + "]"


def spelled(way, kinds) -> str:
    names: dict[Spot, str] = {}
    text = ""
    for region in way:
        for row in region:
            for spot in row:
                text += kinds[spot] or names.setdefault(spot, "ABCDEFGHIJKLMNOP"[len(names)])
            text += "."
        text += "}"
    return text
