"""A drawing as a file: SVG as it is, TikZ, PNG and PDF; drawings as the pages of one PDF.

PNG and PDF need CairoSVG, which is optional.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from zermelo.errors import UsageError

SCALE: Final = 3  # pixels of a PNG for a unit of the drawing: sharp on paper, too
PROPERTY: Final = re.compile(r"(--[\w-]+):([^;}]+)")
USE: Final = re.compile(r"var\((--[\w-]+)\)")
LONG, SHORT = 297, 210  # millimetres
UNITS: Final = 96 / 25.4  # of a drawing in a millimetre, when it is printed in its own size
SIZE: Final = re.compile(r'viewBox="0 0 (\S+) (\S+)"')


def figure_for(path: Path, right: str) -> Callable[[str], bytes]:
    """The function that turns an SVG into the content of `path`, by its suffix.

    Raises `UsageError` for a suffix other than .svg, .png, .pdf and .tex, with `right` as what to
    write instead, and for PNG and PDF without CairoSVG.
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
    """The drawing with light colours in place of CSS's custom properties, unknown to CairoSVG."""
    light = dict(reversed(PROPERTY.findall(svg)))  # they come first, so they replace the dark ones
    return USE.sub(lambda use: light[use[1]], svg)


def shrink_factor(svg: str) -> float:
    """The factor by which a drawing has to shrink to fit on a page; at least 1."""
    width, height = _size(svg)
    long, short = max(width, height), min(width, height)
    return max(1.0, long / (LONG * UNITS), short / (SHORT * UNITS))


def page(svg: str) -> str:
    """The drawing on a page, centred at the top; the page is as wide or tall as the drawing."""
    width, height = _size(svg)
    across, down = (LONG, SHORT) if width > height else (SHORT, LONG)
    scale = UNITS * shrink_factor(svg)
    left = (across * scale - width) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}mm" height="{down}mm" '
        f'viewBox="0 0 {across * scale:g} {down * scale:g}">'
        f'<g transform="translate({left:g} 0)">{svg}</g></svg>'
    )


def pdf(drawings: Iterable[str]) -> bytes:
    """A PDF with a page for each drawing; needs CairoSVG, see `figure_for`."""
    from cairosvg.parser import Tree
    from cairosvg.surface import PDFSurface, cairo

    class Page(PDFSurface):  # type: ignore[misc]  # it has no types
        """The next page of the PDF that it is given as output."""

        @staticmethod
        def surface_class(whole: Any, width: float, height: float) -> Any:
            whole.set_size(width, height)
            return whole

    file = io.BytesIO()
    whole = cairo.PDFSurface(file, 1, 1)
    for svg in drawings:
        Page(Tree(bytestring=without_properties(page(svg)).encode()), whole, 96)
        whole.show_page()
    whole.finish()
    return file.getvalue()


def _size(svg: str) -> tuple[float, float]:
    size = SIZE.search(svg)
    assert size is not None  # all our drawings say their size
    return float(size[1]), float(size[2])
