"""Results as they show themselves: one report each, printed as text or written as HTML."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rich.console import RenderableType

from zermelo.reports import (
    books,
    conformance,
    designreport,
    exports,
    levels,
    matches,
    playouts,
    results,
    solved,
    trees,
    tuning,
)
from zermelo.reports.hypertext import hypertext
from zermelo.reports.screen import Screen
from zermelo.trees.cell import tree_cell

WIDTH: Final = 100  # characters of a report that is printed as text

REPORTS: Final[dict[str, Callable[[Any], RenderableType]]] = {  # by the name of the result's class
    "Analysis": results.analysis_report,
    "Audit": solved.audit_report,
    "Bench": results.bench_report,
    "Book": books.book_report,
    "BestMoves": results.best_moves_report,
    "Database": solved.database_report,
    "DepthExperiment": results.experiment_report,
    "DesignReport": designreport.design_report,
    "Estimate": solved.estimate_report,
    "Exported": exports.exported_report,
    "GameProfile": designreport.profile_report,
    "Match": matches.match_report,
    "Perft": results.perft_report,
    "Playouts": playouts.playouts_report,
    "Calibration": levels.calibration_report,
    "CheckReport": conformance.conformance_report,
    "Solution": solved.solution_report,
    "Tournament": matches.tournament_report,
    "Trace": trees.tree_report,
    "Tuning": tuning.tuning_report,
    "Verification": solved.verification_report,
}


def as_text(result: Any) -> str:
    """The report of `result` as plain text."""
    console = Screen(width=WIDTH, highlight=False, color_system=None, force_jupyter=False)
    with console.capture() as captured:
        console.print(_report(result), crop=False)
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))


def as_html(result: Any) -> str:
    """The report of `result` as HTML for a notebook; of a trace the tree itself."""
    if type(result).__name__ == "Trace":
        return tree_cell(result)
    return hypertext(_report(result))


def _report(result: Any) -> RenderableType:
    return REPORTS[type(result).__name__](result)
