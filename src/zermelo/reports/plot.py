"""Results as figures, drawn with matplotlib and written as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import CapabilityError

if TYPE_CHECKING:
    from zermelo.experiments.experiment import DepthExperiment
    from zermelo.tuning.audit import Audit
    from zermelo.tuning.tune import Tuning

STATES_COLOUR = "#2b6cb0"
SECONDS_COLOUR = "#c05621"
QUIET_COLOUR = "#718096"
GRID_COLOUR = "#e2e8f0"


def require_matplotlib() -> None:
    """Raise `CapabilityError` now, and not after the work, when figures cannot be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise CapabilityError(
            "a plot needs matplotlib: python -m pip install 'zermelo[plot]'"
        ) from None


def plot_depth_experiment(experiment: DepthExperiment, path: Path, kind: str) -> None:
    """Draw generated states, and below them seconds, over the depth limit, both on log axes.

    `path` is written in the format `kind`, like "svg"; above each limit stands how its game ended.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter

    figure = Figure(figsize=(7.5, 5.2), layout="constrained")
    above, below = figure.subplots(2, sharex=True, height_ratios=(3, 2))
    rows = sorted(experiment.rows, key=lambda row: row.depth)
    depths = [row.depth for row in rows]
    # A log axis has no zero: no state generated is drawn as one, no time as a microsecond.
    _line(above, depths, [max(row.states, 1) for row in rows], "generated states", STATES_COLOUR)
    _line(below, depths, [max(row.seconds, 1e-6) for row in rows], "time", SECONDS_COLOUR)
    above.yaxis.set_major_formatter("{x:,.0f}")
    below.yaxis.set_major_formatter(EngFormatter(unit="s"))
    for row in rows:
        _note(above, row.depth, row.result.replace(" wins", "\nwins"))
    counted = {"move": "each move", "game": "the game's start"}[experiment.origin]
    figure.suptitle(f"{experiment.game}: minimax against itself", fontsize=12)
    below.set_xlabel(f"depth limit in plies, counted from {counted}")
    below.set_xticks(depths)
    figure.savefig(path, format=kind, dpi=150)


def plot_audit(audit: Audit, path: Path, kind: str) -> None:
    """Draw the share of optimal moves, and below it the mean regret, over the ply."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 5.2), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    plies = [row.ply for row in audit.rows]
    shares = [row.optimal / row.positions for row in audit.rows]
    regrets = [row.regret for row in audit.rows]
    _bars(above, plies, shares, "share of optimal moves", STATES_COLOUR)
    lost = "mean points lost" if audit.by == "score" else "mean regret"
    _bars(below, plies, regrets, lost, SECONDS_COLOUR)
    above.set_ylim(0, 1)
    figure.suptitle(f"{audit.game}: {audit.player} against the truth", fontsize=12)
    below.set_xlabel("moves made before")
    figure.savefig(path, format=kind, dpi=150)


def plot_tuning(tuning: Tuning, path: Path, kind: str) -> None:
    """Draw the loss of every round, and below it how the weights went."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 5.2), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    rounds = range(1, len(tuning.rounds) + 1)
    above.plot(rounds, [one.loss for one in tuning.rounds], color=STATES_COLOUR, linewidth=1.2)
    above.set_ylabel("loss")
    for name, weight in tuning.before.items():
        weights = [weight, *(one.weights[name] for one in tuning.rounds)]
        below.plot(range(len(weights)), weights, label=name, linewidth=1.8)
    below.set_ylabel("weight")
    below.legend(frameon=False)
    for axis in (above, below):
        axis.spines[["top", "right"]].set_visible(False)
        axis.grid(axis="y", color=GRID_COLOUR, linewidth=0.8)
    figure.suptitle(f"{tuning.game}: weights learned by {tuning.by}", fontsize=12)
    below.set_xlabel("round")
    figure.savefig(path, format=kind, dpi=150)


def _bars(axis: Any, plies: list[int], values: list[float], label: str, colour: str) -> None:
    """A bar for each ply, with a quiet grid behind and an open frame."""
    axis.bar(plies, values, color=colour, zorder=2)
    axis.set_ylabel(label)
    axis.set_xticks(plies)
    axis.spines[["top", "right"]].set_visible(False)
    axis.grid(axis="y", color=GRID_COLOUR, linewidth=0.8, zorder=0)


def _note(axis: Any, x: int, text: str) -> None:
    """A quiet text above the frame of `axis`, at `x`."""
    style = {"ha": "center", "va": "bottom", "fontsize": 8, "color": QUIET_COLOUR}
    axis.text(x, 1.02, text, transform=axis.get_xaxis_transform(), **style)


def _line(axis: Any, depths: list[int], values: list[Any], label: str, colour: str) -> None:
    """One curve on a log axis of its own colour, with a quiet grid and an open frame."""
    from matplotlib.ticker import LogLocator, NullLocator

    axis.plot(depths, values, "o-", color=colour, markersize=6, linewidth=1.8)
    axis.set_yscale("log")
    near = max(values) < 100 * min(values)  # too near for a label at each power of ten alone
    axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if near else (1,)))
    axis.yaxis.set_minor_locator(NullLocator())
    axis.set_ylabel(label, color=colour)
    axis.tick_params(axis="y", labelcolor=colour)
    axis.spines[["top", "right"]].set_visible(False)
    axis.grid(axis="y", color=GRID_COLOUR, linewidth=0.8)
    axis.margins(x=0.08, y=0.12)
