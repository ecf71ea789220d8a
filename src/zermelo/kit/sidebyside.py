"""Several pictures side by side in one, for games that are played together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.contract.picture import Picture

GAP = 1  # units between two pictures
SPARE = "◆◇▲△▼▽◼◻★☆"  # for symbols that another picture draws otherwise


def side_by_side(drawn: Sequence[tuple[int, Picture]], count: int) -> Picture:
    """The pictures from left to right; each comes with its place, of `count` places in all.

    Move m of the picture in place p is m · count + p. Labels of rows and columns become names.
    """
    result: dict[str, Any] = {"points": [], "lines": [], "complete": []}
    maps: dict[str, Any] = {
        name: {} for name in ("pieces", "clicks", "buttons", "aliases", "shapes", "sizes", "names")
    }
    left, captions = 0, []
    for place, picture in drawn:
        first, symbols = len(result["points"]), _symbols(picture, maps["shapes"])
        corner = min((x for x, _ in picture.points), default=0)
        result["points"] += [(x - corner + left, y) for x, y in picture.points]
        left += max((x for x, _ in picture.points), default=0) - corner + 1 + GAP
        result["lines"] += [(one + first, other + first) for one, other in picture.lines]
        result["complete"] += [[at + first for at in line] for line in picture.complete]
        maps["pieces"] |= {at + first: symbols.get(s, s) for at, s in picture.pieces.items()}
        maps["shapes"] |= {symbols.get(s, s): shape for s, shape in picture.shapes.items()}
        maps["sizes"] |= {at + first: size for at, size in picture.sizes.items()}
        maps["names"] |= {at + first: name for at, name in _names(picture).items()}
        maps["aliases"] |= {a + first: b + first for a, b in picture.aliases.items()}
        for move, path in picture.clicks.items():
            maps["clicks"][move * count + place] = tuple(at + first for at in path)
        for move, text in picture.buttons.items():
            maps["buttons"][move * count + place] = f"{place + 1}: {text}"
        captions.append(picture.below)
    surfaces = {picture.surface for _, picture in drawn}
    return Picture(
        **result,
        **maps,
        cells=any(picture.cells for _, picture in drawn),
        surface=surfaces.pop() if len(surfaces) == 1 else "",
        caption="  ".join(filter(None, captions)),
    )


def _symbols(picture: Picture, shapes: Mapping[str, str]) -> dict[str, str]:
    """Other symbols for those that are drawn as something else in the pictures before."""
    spare = iter([symbol for symbol in SPARE if symbol not in shapes])
    return {s: next(spare) for s, shape in picture.shapes.items() if shapes.get(s, shape) != shape}


def _names(picture: Picture) -> dict[int, str]:
    """The names of the points of a picture, from its labels where it has none."""
    if picture.names or not (picture.columns and picture.rows):
        return dict(picture.names)
    return {
        at: f"{picture.columns[x]}{picture.rows[y]}"
        for at, (x, y) in enumerate(picture.points)
        if x < len(picture.columns) and y < len(picture.rows)
    }
