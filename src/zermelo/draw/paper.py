"""Drawings printed: each SVG on an A4 page of its own, in one PDF."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from typing import Any, Final

from zermelo.draw.figure import without_properties

LONG, SHORT = 297, 210  # millimetres
UNITS: Final = 96 / 25.4  # of a drawing in a millimetre, when it is printed in its own size
SIZE: Final = re.compile(r'viewBox="0 0 (\S+) (\S+)"')


def shrunk(svg: str) -> float:
    """How many times a drawing has to be made smaller to fit on a page; at least 1."""
    width, height = _size(svg)
    long, short = max(width, height), min(width, height)
    return max(1.0, long / (LONG * UNITS), short / (SHORT * UNITS))


def page(svg: str) -> str:
    """The drawing in the middle of the top of a page, upright or across as it is itself."""
    width, height = _size(svg)
    across, down = (LONG, SHORT) if width > height else (SHORT, LONG)
    scale = UNITS * shrunk(svg)
    left = (across * scale - width) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}mm" height="{down}mm" '
        f'viewBox="0 0 {across * scale:g} {down * scale:g}">'
        f'<g transform="translate({left:g} 0)">{svg}</g></svg>'
    )


def pdf(drawings: Iterable[str]) -> bytes:
    """A PDF with a page for each drawing; CairoSVG has to be there, see `figure_for`."""
    from cairosvg.parser import Tree
    from cairosvg.surface import PDFSurface, cairo

    class Page(PDFSurface):  # type: ignore[misc]  # it has no types
        """The next page of the surface that it is given as its output."""

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
