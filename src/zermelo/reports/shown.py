"""Results as they show themselves: one report each, printed as text or written as HTML."""

from __future__ import annotations

import importlib
from typing import Any, Final

from rich.console import RenderableType

from zermelo.reports.hypertext import hypertext
from zermelo.reports.screen import Screen

WIDTH: Final = 100  # characters of a report that is printed as text

REPORTS: Final = {  # by the name of the result's class; a module loads with its first report
    "Analysis": "zermelo.reports.results:analysis_report",
    "Audit": "zermelo.reports.solved:audit_report",
    "Book": "zermelo.reports.books:book_report",
    "BestMoves": "zermelo.reports.results:best_moves_report",
    "Database": "zermelo.reports.solved:database_report",
    "DepthExperiment": "zermelo.reports.results:experiment_report",
    "DesignReport": "zermelo.reports.design.text:design_report",
    "GameValue": "zermelo.reports.solved:value_report",
    "Estimate": "zermelo.reports.solved:estimate_report",
    "Exported": "zermelo.reports.exports:exported_report",
    "GameProfile": "zermelo.reports.design.text:profile_report",
    "Learning": "zermelo.reports.tuning:learning_report",
    "Match": "zermelo.reports.matches:match_report",
    "Perft": "zermelo.reports.results:perft_report",
    "Proof": "zermelo.reports.solved:proof_report",
    "ProofCheck": "zermelo.reports.solved:proof_check_report",
    "Playouts": "zermelo.reports.playouts:playouts_report",
    "ClassGrades": "zermelo.reports.grades:class_report",
    "Grade": "zermelo.reports.grades:grade_report",
    "Compacted": "zermelo.reports.exports:compacted_report",
    "CheckReport": "zermelo.reports.conformance:conformance_report",
    "CompiledRules": "zermelo.reports.conformance:compiled_report",
    "Solution": "zermelo.reports.solved:solution_report",
    "Tournament": "zermelo.reports.matches:tournament_report",
    "Trace": "zermelo.reports.trees:tree_report",
    "Tuning": "zermelo.reports.tuning:tuning_report",
    "Verification": "zermelo.reports.solved:verification_report",
}


def as_text(result: Any) -> str:
    """The report of `result` as plain text."""
    console = Screen(width=WIDTH, highlight=False, color_system=None, force_jupyter=False)
    with console.capture() as captured:
        console.print(report_of(result), crop=False)
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))


def as_html(result: Any) -> str:
    """The report of `result` as HTML for a notebook; of a trace the tree itself."""
    if type(result).__name__ == "Trace":
        from zermelo.trees.page import tree_cell

        return tree_cell(result)
    return hypertext(report_of(result))


def report_of(result: Any) -> RenderableType:
    """The report of `result`, for rich to print."""
    module, _, function = REPORTS[type(result).__name__].partition(":")
    report: RenderableType = getattr(importlib.import_module(module), function)(result)
    return report
