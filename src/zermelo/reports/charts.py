"""Small charts as SVG, for pages: bars, lines, intervals. Their colours are the page's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

WIDTH: Final = 420
HEIGHT: Final = 210
LEFT: Final = 46  # room for the labels of the axis
RIGHT: Final = 12
TOP: Final = 12
BOTTOM: Final = 36
TICKS: Final = 5

Point = tuple[float, float]


class Frame:
    """The axes of a chart: what lies where, and the parts drawn so far.

    across, down  the least and the greatest value of either axis
    """

    def __init__(self, across: Point, down: Point, title: str, below: str) -> None:
        self.across, self.down, self.title = _open(across), _open(down), title
        self.parts: list[str] = []
        self._axes(below)

    def x(self, value: float) -> float:
        """Where a value lies on the horizontal axis."""
        low, high = self.across
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """Where a value lies on the vertical axis; those outside at its end."""
        low, high = self.down
        part = (min(max(value, low), high) - low) / (high - low)
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def _axes(self, below: str) -> None:
        for tick in ticks(*self.down):
            y = self.y(tick)
            self.parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
            self.label(LEFT - 6, y + 4, short(tick), "end")
        middle = (LEFT + WIDTH - RIGHT) / 2
        self.label(middle, HEIGHT - 4, below, "middle")

    def marks(self, values: Sequence[tuple[float, str]]) -> None:
        """Labels below the horizontal axis, at these values."""
        for value, text in values:
            self.label(self.x(value), HEIGHT - BOTTOM + 14, text, "middle")

    def label(self, x: float, y: float, text: str, anchor: str) -> None:
        """A small text."""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def line(self, points: Sequence[Point], kind: str) -> None:
        """A line through points, in the colour of this kind."""
        path = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)
        if path:
            self.parts.append(f'<path class="line {kind}" d="M{path}"/>')

    def bar(self, x: float, low: float, high: float, width: float, kind: str, said: str) -> None:
        """A bar from `low` to `high`, which a pointer over it explains."""
        top, bottom = self.y(high), self.y(low)
        left = self.x(x) - width / 2
        self.parts.append(
            f'<rect class="bar {kind}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
            f'height="{max(bottom - top, 0):.1f}"><title>{escape(said)}</title></rect>'
        )

    def interval(self, x: float, low: float, high: float) -> None:
        """The 95% interval, as a thin line."""
        place = self.x(x)
        self.parts.append(
            f'<path class="interval" d="M{place:.1f} {self.y(low):.1f}V{self.y(high):.1f}'
            f'M{place - 4:.1f} {self.y(low):.1f}h8M{place - 4:.1f} {self.y(high):.1f}h8"/>'
        )

    def dot(self, x: float, y: float, kind: str, said: str) -> None:
        """One value, which a pointer over it explains."""
        self.parts.append(
            f'<circle class="dot {kind}" cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="4">'
            f"<title>{escape(said)}</title></circle>"
        )

    def svg(self) -> str:
        """The chart."""
        return (
            f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
            f"<title>{escape(self.title)}</title>{''.join(self.parts)}</svg>"
        )


def _open(ends: Point) -> Point:
    """An axis that is not a point."""
    low, high = ends
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def ticks(low: float, high: float) -> list[float]:
    """Round values from `low` to `high`, a few.

    >>> ticks(0, 23)
    [0.0, 5.0, 10.0, 15.0, 20.0]
    """
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]


def short(value: float) -> str:
    """A number at an axis: "0.5", "1,200", "−40"."""
    return f"{value:,.10g}".replace("-", "−")


def histogram(counts: Sequence[tuple[int, int]], title: str, below: str) -> str:
    """How often each whole number was seen; near ones together where there are many."""
    low, high = counts[0][0], counts[-1][0]
    step = max(1, math.ceil((high - low + 1) / 30))
    bins = [0] * ((high - low) // step + 1)
    for value, count in counts:
        bins[(value - low) // step] += count
    frame = Frame((low - step / 2, low + (len(bins) - 0.5) * step), (0, max(bins)), title, below)
    width = 0.8 * (WIDTH - LEFT - RIGHT) / len(bins)
    for place, count in enumerate(bins):
        first, last = low + place * step, low + (place + 1) * step - 1
        span = f"{first}" if first == last else f"{first} to {last}"
        if count:
            frame.bar(first + (step - 1) / 2, 0, count, width, "first", f"{span}: {count}")
    every = max(1, len(bins) // 8)
    starts = [low + place * step for place in range(0, len(bins), every)]
    frame.marks([(start + (step - 1) / 2, str(start)) for start in starts])
    return frame.svg()


def curve(values: Sequence[float], title: str, below: str) -> str:
    """One value a ply, from ply 1."""
    frame = Frame((1, max(len(values), 2)), (0, max([*values, 1])), title, below)
    frame.line([(ply, value) for ply, value in enumerate(values, 1)], "first")
    every = max(1, len(values) // 8)
    frame.marks([(ply, str(ply)) for ply in range(1, len(values) + 1, every)])
    return frame.svg()
