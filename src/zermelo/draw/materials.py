"""The materials of boards and pieces: the colours of each kind of path, light and dark.

`RULES` says how each kind of path is painted, in names of colours; `LIGHT` and `DARK` are these.
Colours that tell the players apart are those of `zermelo.draw.palette`.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Materials(NamedTuple):
    """One theme's colours of things."""

    wood: str
    grain: str  # the edge of wood, and hollows in it
    ruled: str  # lines on wood
    felt: str
    seam: str
    frame: str
    brace: str  # the edge of a frame
    hole: str
    pale: str  # the tiles
    deep: str
    rim: str
    sunk: str  # a closed tile
    sheet: str
    pencil: str
    hexagon: str
    edge: str  # of a hexagon
    ebony: str
    ebony_rim: str
    ivory: str
    ivory_rim: str
    red: str
    red_rim: str
    yellow: str
    yellow_rim: str
    brown: str
    brown_rim: str
    seed: str


LIGHT: Final = Materials(
    wood="#e6c690",
    grain="#a97c45",
    ruled="#5d4325",
    felt="#2f7d55",
    seam="#1d5a3b",
    frame="#2a62b4",
    brace="#1b4788",
    hole="#f4f2ec",
    pale="#f1e6d2",
    deep="#d3b88f",
    rim="#8b6f49",
    sunk="#5c5044",
    sheet="#fffdf7",
    pencil="#6d7180",
    hexagon="#f5f1e8",
    edge="#b3a78f",
    ebony="#2b2724",
    ebony_rim="#0c0b0a",
    ivory="#fbf6ea",
    ivory_rim="#6f6350",
    red="#d63b36",
    red_rim="#98201e",
    yellow="#f6c52c",
    yellow_rim="#a87c00",
    brown="#6b4128",
    brown_rim="#472815",
    seed="#fff3d8",
)
DARK: Final = LIGHT._replace(
    wood="#b08d5a",
    grain="#6f4f2a",
    ruled="#38260f",
    felt="#245e41",
    seam="#143c28",
    frame="#23508f",
    brace="#4a7cc4",
    hole="#16181d",
    pale="#c9bba1",
    deep="#94795a",
    rim="#4e3f2c",
    sunk="#2b2620",
    sheet="#20242b",
    pencil="#8d94a3",
    hexagon="#2a2e36",
    edge="#5d6470",
    ivory="#f3ecdd",
)

# Kind of path → how it is painted: names in braces are colours of these and of the palette.
RULES: Final = {
    "wood": "fill:{wood};stroke:{grain};stroke-width:2",
    "hollow": "fill:{grain};fill-opacity:.55;stroke:{grain};stroke-width:1.5",
    "ruled": "fill:none;stroke:{ruled};stroke-width:2;stroke-linecap:round",
    "knot": "fill:{ruled}",
    "felt": "fill:{felt};stroke:{seam};stroke-width:2",
    "seam": "fill:none;stroke:{seam};stroke-width:1.4",
    "frame": "fill:{frame};stroke:{brace};stroke-width:2",
    "frame.pierced": "fill-rule:evenodd;stroke-width:1.5",
    "hole": "fill:{hole};stroke:{brace};stroke-width:1.5",
    "rim": "fill:{rim}",
    "tile.pale": "fill:{pale}",
    "tile.deep": "fill:{deep}",
    "sunk": "fill:{sunk}",
    "shade": "fill:#000;fill-opacity:.28",
    "gloss": "fill:#fff;fill-opacity:.3",
    "sheet": "fill:{sheet};stroke:{line};stroke-opacity:.5;stroke-width:1",
    "pencil": "fill:none;stroke:{pencil};stroke-width:2;stroke-linecap:round",
    "pencil.broad": "stroke-width:4",
    "hex.wooden": "fill:{wood};stroke:{grain}",
    "hex": "fill:{hexagon};stroke:{edge};stroke-width:1.4;stroke-linejoin:round",
    "first": "fill:{first}",
    "second": "fill:{second}",
    "ink": "fill:{ink}",
    "band": "fill:none;stroke-width:6;stroke-linecap:round",
    "first.band": "fill:none;stroke:{first}",
    "second.band": "fill:none;stroke:{second}",
    "ink.band": "fill:none;stroke:{ink}",
    "first.wash": "fill:{first};fill-opacity:.2",
    "second.wash": "fill:{second};fill-opacity:.2",
    "ink.wash": "fill:{ink};fill-opacity:.2",
    "dark": "fill:{ebony};stroke:{ebony_rim};stroke-width:1.5",
    "light": "fill:{ivory};stroke:{ivory_rim};stroke-width:1.5",
    "red": "fill:{red};stroke:{red_rim};stroke-width:1.5",
    "yellow": "fill:{yellow};stroke:{yellow_rim};stroke-width:1.5",
    "brown": "fill:{brown};stroke:{brown_rim};stroke-width:1.5",
    "first.trim": "fill:none;stroke:{ground}",
    "second.trim": "fill:none;stroke:{ground}",
    "ink.trim": "fill:none;stroke:{ground}",
    "first.crest": "fill:{ground}",
    "second.crest": "fill:{ground}",
    "ink.crest": "fill:{ground}",
    "dark.trim": "fill:none;stroke:{ivory};stroke-opacity:.55",
    "light.trim": "fill:none;stroke:{ivory_rim}",
    "red.trim": "fill:none;stroke:{red_rim}",
    "yellow.trim": "fill:none;stroke:{yellow_rim}",
    "brown.trim": "fill:none;stroke:{wood};stroke-opacity:.4",
    "dark.crest": "fill:{ivory};stroke:none",
    "light.crest": "fill:{ebony};stroke:none",
    "red.crest": "fill:{red_rim};stroke:none",
    "yellow.crest": "fill:{yellow_rim};stroke:none",
    "brown.crest": "fill:{wood};stroke:none",
    "seed": "fill:{seed};stroke:{ruled};stroke-width:.8",
    "count": "fill:{ruled};font-weight:700",
    "stick": "fill:none;stroke:{wood};stroke-width:5.5;stroke-linecap:round",
    "head": "fill:{red}",
}
