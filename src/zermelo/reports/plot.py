"""Results as figures: SVG that stands by itself, as files have it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from zermelo.reports.charts import LEFT, RIGHT, WIDTH, Frame, figure

if TYPE_CHECKING:
    from zermelo.experiments.experiment import DepthExperiment
    from zermelo.tuning.audit import Audit
    from zermelo.tuning.tune import Tuning
    from zermelo.values.value import GameValue

KINDS: Final = ("first", "second", "win", "loss", "draw")  # of lines, which differ by colour
MARKS: Final = 8  # labels below an axis, about
TITLE: Final = 48  # characters of a heading that fit


def depth_figure(experiment: DepthExperiment) -> str:
    """Generated states, and below them seconds, over the depth limit, both on logarithmic axes;
    above each limit stands how its game ended."""
    rows = sorted(experiment.rows, key=lambda row: row.depth)
    counted = {"move": "each move", "game": "the game's start"}[experiment.origin]
    below = f"depth limit in plies, counted from {counted}"
    # A logarithmic axis has no zero: no state generated is drawn as one, no time as a microsecond.
    above = _logarithmic(
        [(row.depth, max(row.states, 1)) for row in rows], "generated states", "", "first"
    )
    for row in rows:
        above.label(above.x(row.depth), 16, row.result.removeprefix("player "), "middle")
    times = _logarithmic(
        [(row.depth, max(row.seconds, 1e-6)) for row in rows], "time", "s", "second", below
    )
    return figure(f"{experiment.game}: minimax against itself", [above, times])


def audit_figure(audit: Audit) -> str:
    """The share of optimal moves, and below it the mean regret, over the ply."""
    plies = [row.ply for row in audit.rows]
    shares = [row.optimal / row.positions for row in audit.rows]
    regrets = [row.regret for row in audit.rows]
    lost = "mean points lost" if audit.by == "score" else "mean regret"
    above = _bars(plies, shares, 1, "share of optimal moves", "first")
    below = _bars(plies, regrets, max([*regrets, 1e-9]), lost, "second", "moves made before")
    return figure(f"{audit.game}: {audit.player} against the truth", [above, below])


def tuning_figure(tuning: Tuning) -> str:
    """The loss of every round, and below it how the weights went."""
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
    """One line on a logarithmic axis."""
    across, down = ([point[axis] for point in points] or [1] for axis in (0, 1))
    ends = (min(across) - 0.4, max(across) + 0.4)
    frame = Frame(ends, (min(down) / 1.5, max(down) * 4), title, below, unit=unit)
    frame.line(points, kind)
    for x, y in points:
        frame.dot(x, y, kind, f"{y:,.6g} {unit}".rstrip())
    frame.marks([(x, f"{x:g}") for x in across])
    return frame


def _bars(
    plies: Sequence[int],
    values: Sequence[float],
    most: float,
    title: str,
    kind: str,
    below: str = "",
) -> Frame:
    """A bar for each ply."""
    count, ends = max(len(plies), 1), (min(plies, default=0) - 0.6, max(plies, default=0) + 0.6)
    frame = Frame(ends, (0, most), title, below)
    for ply, value in zip(plies, values, strict=True):
        frame.bar(ply, 0, value, 0.7 * (WIDTH - LEFT - RIGHT) / count, kind, f"{ply}: {value:.3g}")
    frame.marks([(ply, str(ply)) for ply in plies[:: max(1, count // MARKS)]])
    return frame


def _lines(
    rows: Sequence[tuple[Sequence[float], str]], first: int, title: str, below: str
) -> Frame:
    """Lines of values round by round, from the round `first`, each with its kind."""
    values = [*chain.from_iterable(row for row, _ in rows)] or [0.0]
    last = first + max((len(row) for row, _ in rows), default=1) - 1
    frame = Frame((first, last), (min(values), max(values)), title, below)
    for row, kind in rows:
        frame.line([*enumerate(row, first)], kind)
    frame.marks([(at, str(at)) for at in range(first, last + 1, max(1, (last - first) // MARKS))])
    return frame


def thermograph_figure(valued: GameValue) -> str:
    """The walls of a value, Left's scores on the left, the tax upwards, and the mast."""
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
