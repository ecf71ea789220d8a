"""Tidy trees: places for nodes without overlaps, where equal subtrees look alike.

The algorithm is that of Reingold and Tilford 1981 in the form of Kennedy 1996. Subtrees are placed
side by side as close as their outlines allow, once from the left and once from the right; the
result is the mean of both.
"""

from collections.abc import Sequence

Outline = list[tuple[float, float]]  # leftmost and rightmost x on each level, relative to a root


def tidy(
    children: Sequence[Sequence[int]], widths: Sequence[float], gap: float
) -> tuple[list[float], float]:
    """The x of each node's middle, counted from the leftmost edge, and the tree's width. Node 0 is
    the root, and children have higher numbers. Neighbours on a level are at least `gap` apart.
    """
    outlines: list[Outline] = [[] for _ in children]
    offsets = [0.0] * len(children)  # each node's x relative to its parent
    for node in reversed(range(len(children))):
        below = [outlines[child] for child in children[node]]
        mirrored = [[(-right, -left) for left, right in outline] for outline in reversed(below)]
        from_left, from_right = _pack(below, gap), reversed(_pack(mirrored, gap))
        merged: Outline = []
        for child, one, other in zip(children[node], from_left, from_right, strict=True):
            offsets[child] = (one - other) / 2
            merged = _join(merged, _shift(outlines[child], offsets[child]))
            outlines[child] = []  # free its memory
        outlines[node] = [(-widths[node] / 2, widths[node] / 2), *merged]
    left = min(low for low, _ in outlines[0])
    right = max(high for _, high in outlines[0])
    middles = [-left] * len(children)
    for node, below_node in enumerate(children):
        for child in below_node:
            middles[child] = middles[node] + offsets[child]
    return middles, right - left


def _pack(outlines: list[Outline], gap: float) -> list[float]:
    """Return an x for each root, around 0; each subtree is as close as possible to those before."""
    offsets: list[float] = []
    merged: Outline = []
    for outline in outlines:
        pairs = zip(merged, outline, strict=False)
        offset = max((right + gap - left for (_, right), (left, _) in pairs), default=0.0)
        offsets.append(offset)
        merged = _join(merged, _shift(outline, offset))
    middle = (offsets[0] + offsets[-1]) / 2 if offsets else 0
    return [offset - middle for offset in offsets]


def _shift(outline: Outline, by: float) -> Outline:
    return [(left + by, right + by) for left, right in outline]


def _join(one: Outline, other: Outline) -> Outline:
    both = [
        (min(left, other_left), max(right, other_right))
        for (left, right), (other_left, other_right) in zip(one, other, strict=False)
    ]
    return both + one[len(both) :] + other[len(both) :]
