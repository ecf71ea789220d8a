"""Charts as SVG, for pages, which set their colours, or as separate files."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Final

from zermelo.reports.templates import text_of

if TYPE_CHECKING:
    from zermelo.experiments.experiment import DepthExperiment
    from zermelo.tuning.tune import Tuning
    from zermelo.values.positions import GameValue

WIDTH: Final = 420
HEIGHT: Final = 210
LEFT: Final = 52  # room for the labels of the vertical axis
RIGHT: Final = 12
TOP: Final = 12
BOTTOM: Final = 36
TICKS: Final = 5
HEAD: Final = 24  # room for a heading above a chart, in a file
PREFIXES: Final = {-3: "n", -2: "µ", -1: "m", 0: "", 1: "k", 2: "M", 3: "G", 4: "T"}

Point = tuple[float, float]


class Frame:
    """A chart: its axes, from the least to the greatest value `across` and `down`, and the parts
    drawn so far. With a `unit`, the vertical axis is logarithmic.
    """

    def __init__(
        self, across: Point, down: Point, title: str, below: str, *, unit: str | None = None
    ) -> None:
        self.across, self.down, self.title = _open(across), _open(down), title
        self.parts: list[str] = []
        self.unit = unit
        for tick in ticks(*self.down) if unit is None else log_ticks(*self.down):
            y = self.y(tick)
            self.parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
            text = short(tick) if unit is None else engineering(tick, unit)
            self.label(LEFT - 6, y + 4, text, "end")
        self.label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, below, "middle")

    def x(self, value: float) -> float:
        """The x coordinate of a value."""
        low, high = self.across
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """The y coordinate of a value, or of the axis's nearer end for a value outside."""
        places = (*self.down, value)
        low, high, value = places if self.unit is None else map(math.log10, places)
        part = (min(max(value, low), high) - low) / (high - low)
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def marks(self, values: Sequence[tuple[float, str]]) -> None:
        """Put labels below the horizontal axis, each at its value."""
        for value, text in values:
            self.label(self.x(value), HEIGHT - BOTTOM + 14, text, "middle")

    def label(self, x: float, y: float, text: str, anchor: str) -> None:
        """Draw a small text."""
        place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
        self.parts.append(f"<text {place}>{escape(text)}</text>")

    def line(self, points: Sequence[Point], kind: str) -> None:
        """Draw a line through points; `kind` sets its colour."""
        path = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)
        if path:
            self.parts.append(f'<path class="line {kind}" d="M{path}"/>')

    def bar(self, x: float, low: float, high: float, width: float, kind: str, label: str) -> None:
        """Draw a bar from `low` to `high`, with `label` as its tooltip."""
        left, top = self.x(x) - width / 2, self.y(high)
        height = max(self.y(low) - top, 0)
        box = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
        self.parts.append(f'<rect class="bar {kind}" {box}><title>{escape(label)}</title></rect>')

    def interval(self, x: float, low: float, high: float) -> None:
        """Draw a 95% interval as a thin line."""
        place, ends = self.x(x), (self.y(low), self.y(high))
        path = f"M{place:.1f} {ends[0]:.1f}V{ends[1]:.1f}"
        path += "".join(f"M{place - 4:.1f} {end:.1f}h8" for end in ends)
        self.parts.append(f'<path class="interval" d="{path}"/>')

    def dot(self, x: float, y: float, kind: str, label: str) -> None:
        """Draw a value as a dot, with `label` as its tooltip."""
        self.parts.append(
            f'<circle class="dot {kind}" cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="4">'
            f"<title>{escape(label)}</title></circle>"
        )

    def svg(self) -> str:
        """The finished chart, for a page."""
        return (
            f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
            f"<title>{escape(self.title)}</title>{''.join(self.parts)}</svg>"
        )


def _open(ends: Point) -> Point:
    """The ends of an axis, moved apart if they are equal."""
    low, high = ends
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def ticks(low: float, high: float) -> list[float]:
    """A few round values from `low` to `high`.

    >>> ticks(0, 23)
    [0.0, 5.0, 10.0, 15.0, 20.0]
    """
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten from `low` to `high`; in a narrow range, also 2 and 5 times these.

    >>> log_ticks(1500, 7500), log_ticks(1, 1e3)
    ([2000.0, 5000.0], [1.0, 10.0, 100.0, 1000.0])
    """
    steps = (1, 2, 5) if high < 100 * low else (1,)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = (step * 10.0**power for power in powers for step in steps)
    return [value for value in ticks if low <= value * (1 + 1e-9) and value <= high * (1 + 1e-9)]


def engineering(value: float, unit: str = "") -> str:
    """A number with a metric prefix.

    >>> engineering(0.01, "s"), engineering(2000), engineering(500)
    ('10 ms', '2 k', '500')
    """
    power = min(max(math.floor(math.log10(value) / 3 + 1e-9), min(PREFIXES)), max(PREFIXES))
    return f"{value / 1000.0**power:.3g} {PREFIXES[power]}{unit}".rstrip()


def short(value: float) -> str:
    """The label of a number at an axis: "0.5", "1,200", "−40"."""
    return f"{value:,.10g}".replace("-", "−")


def histogram(counts: Sequence[tuple[int, int]], title: str, below: str) -> str:
    """A histogram of ints; in a wide range, each bar counts several neighbouring ints."""
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
    """A line through one value per ply, from ply 1."""
    frame = Frame((1, max(len(values), 2)), (0, max([*values, 1])), title, below)
    frame.line([*enumerate(values, 1)], "first")
    every = max(1, len(values) // 8)
    frame.marks([(ply, str(ply)) for ply in range(1, len(values) + 1, every)])
    return frame.svg()


def figure(title: str, frames: Sequence[Frame], legend: Sequence[tuple[str, str]] = ()) -> str:
    """An SVG file of charts one below the other; `legend` has names with the kinds of lines."""
    middle = f'x="{WIDTH / 2}" y="20" text-anchor="middle"'
    parts, height = [f'<text class="title" {middle}>{escape(title)}</text>'], HEAD
    for frame in frames:
        heading = f'<text class="heading" x="{LEFT}" y="{HEAD - 6}">{escape(frame.title)}</text>'
        drawn = f'<g transform="translate(0 {HEAD})">{"".join(frame.parts)}</g>'
        parts.append(f'<g transform="translate(0 {height})">{heading}{drawn}</g>')
        height += HEAD + HEIGHT
    for place, (name, kind) in enumerate(legend):
        x, y = LEFT + place % 3 * 125, height + 18 + place // 3 * 18
        parts.append(f'<path class="line {kind}" d="M{x} {y - 4}h16"/>')
        parts.append(f'<text x="{x + 22}" y="{y}">{escape(name)}</text>')
    height += 18 * math.ceil(len(legend) / 3) + 10
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {height}" '
        f'width="{2 * WIDTH}" height="{2 * height}" role="img"><title>{escape(title)}</title>'
        f"<style>{text_of('zermelo.reports/charts.css')}</style>"
        f'<rect width="100%" height="100%" fill="var(--ground)"/>{"".join(parts)}</svg>\n'
    )


KINDS: Final = ("first", "second", "win", "loss", "draw")  # kinds of lines, by colour
TITLE: Final = 48  # characters that fit in a heading


def depth_figure(experiment: DepthExperiment) -> str:
    """Two charts by depth limit: the generated states with each game's result; below, the time."""
    rows = sorted(experiment.rows, key=lambda row: row.depth)
    counted = {"move": "each move", "game": "the game's start"}[experiment.origin]
    below = f"depth limit in plies, counted from {counted}"
    # A logarithmic axis has no zero: zero states are not drawn, zero seconds as a microsecond.
    states = [(row.depth, max(row.states, 1)) for row in rows]
    above = _logarithmic(states, "generated states", "", "first")
    for row in rows:
        above.label(above.x(row.depth), 16, row.result.removeprefix("player "), "middle")
    seconds = [(row.depth, max(row.seconds, 1e-6)) for row in rows]
    times = _logarithmic(seconds, "time", "s", "second", below)
    return figure(f"{experiment.game}: minimax against itself", [above, times])


def tuning_figure(tuning: Tuning) -> str:
    """A chart of the loss in each round, and below it a chart of the weights."""
    losses = [one.loss for one in tuning.rounds]
    weights = {
        name: [weight, *(one.weights[name] for one in tuning.rounds)]
        for name, weight in tuning.before.items()
    }
    kinds = [kind + dashed for dashed in ("", " dashed") for kind in KINDS]
    legend = [(name, kinds[place % len(kinds)]) for place, name in enumerate(weights)]
    above = _lines([(losses, "first")], 1, "loss", "")
    below = _lines([(weights[name], kind) for name, kind in legend], 0, "weights", "round")
    return figure(f"{tuning.game}: weights learned by {tuning.by}", [above, below], legend)


def _logarithmic(
    points: Sequence[tuple[float, float]], title: str, unit: str, kind: str, below: str = ""
) -> Frame:
    across, down = ([point[axis] for point in points] or [1] for axis in (0, 1))
    ends = (min(across) - 0.4, max(across) + 0.4)
    frame = Frame(ends, (min(down) / 1.5, max(down) * 4), title, below, unit=unit)
    frame.line(points, kind)
    for x, y in points:
        frame.dot(x, y, kind, f"{y:,.6g} {unit}".rstrip())
    frame.marks([(x, f"{x:g}") for x in across])
    return frame


def _lines(
    rows: Sequence[tuple[Sequence[float], str]], first: int, title: str, below: str
) -> Frame:
    """A chart of lines; each row has a line's values, from round `first` on, and its kind."""
    values = [*chain.from_iterable(row for row, _ in rows)] or [0.0]
    last = first + max((len(row) for row, _ in rows), default=1) - 1
    frame = Frame((first, last), (min(values), max(values)), title, below)
    for row, kind in rows:
        frame.line([*enumerate(row, first)], kind)
    every = max(1, (last - first) // 8)
    frame.marks([(at, str(at)) for at in range(first, last + 1, every)])
    return frame


def thermograph_figure(valued: GameValue) -> str:
    """The walls and the mast of a value: scores grow to the left, the tax upwards."""
    walls = valued.thermograph
    scores = [float(score) for wall in (walls.left, walls.right) for _, score in wall]
    top = max(float(walls.temperature) * 1.25, 1.0)
    frame = Frame((-max(scores), -min(scores)), (0, top), "tax on a move", "score, Left's first")
    for wall, kind in ((walls.left, "first"), (walls.right, "second")):
        frame.line([(-float(score), float(tax)) for tax, score in wall], kind)
    mast = -float(walls.mean)
    frame.line([(mast, max(float(walls.temperature), 0.0)), (mast, top)], "draw")
    frame.marks([(-score, f"{score:g}") for score in sorted({*scores, float(walls.mean)})])
    named = f"{valued.game}: {valued.value}"
    title = named if len(named) <= TITLE else valued.game
    legend = [("Left begins", "first"), ("Right begins", "second"), ("mast", "draw")]
    return figure(title, [frame], legend)
