"""A drawing as a file: SVG as it is; TikZ; PNG and PDF by CairoSVG, which is optional."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from zermelo.errors import UsageError

SCALE: Final = 3  # pixels of a PNG for a unit of the drawing: sharp on paper, too
PROPERTY: Final = re.compile(r"(--[\w-]+):([^;}]+)")
USE: Final = re.compile(r"var\((--[\w-]+)\)")


def figure_for(path: Path, right: str) -> Callable[[str], bytes]:
    """The function that turns an SVG into the content of `path`, by its suffix.

    Raises `UsageError` for another suffix than .svg, .png, .pdf and .tex, where `right` says what
    would be right, and for PNG and PDF without CairoSVG.
    """
    kind = path.suffix.lower()
    if kind == ".svg":
        return str.encode
    if kind == ".tex":
        from zermelo.draw.tikz import tikz

        return lambda svg: tikz(without_properties(svg)).encode()
    if kind not in (".png", ".pdf"):
        raise UsageError(f"{right}, not {path.name!r}")
    try:
        import cairosvg
    except (ImportError, OSError):  # the latter without the system's library cairo
        raise UsageError(
            f"a {kind} file needs CairoSVG: python -m pip install 'zermelo[figures]'; "
            "the system has to have cairo"
        ) from None

    def drawn(svg: str) -> bytes:
        text = without_properties(svg).encode()
        if kind == ".pdf":
            return bytes(cairosvg.svg2pdf(bytestring=text))
        return bytes(cairosvg.svg2png(bytestring=text, scale=SCALE))

    return drawn


def without_properties(svg: str) -> str:
    """The drawing with light colours for CSS's custom properties, which CairoSVG does not know."""
    light = dict(reversed(PROPERTY.findall(svg)))  # they come first, so they replace the dark ones
    return USE.sub(lambda use: light[use[1]], svg)
