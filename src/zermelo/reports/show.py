"""Results shown as text for a terminal, or as HTML for a notebook."""

import importlib
import re
from collections.abc import Iterable
from html import escape
from itertools import repeat, zip_longest
from typing import Any, Final

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from zermelo.draw.text import Diagram
from zermelo.errors import visible
from zermelo.reports.templates import RESULTS, text_of


class Screen(Console):
    """A console that shows control characters instead of obeying them, except for rich's styles."""

    def render(self, renderable: Any, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of `renderable`, each with its text made visible."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(visible(segment.text), segment.style)


QUIET: Final = Console(color_system=None)  # only splits texts into segments


def hypertext(report: RenderableType) -> str:
    """`report` as a piece of HTML with its own style."""
    return f'<div class="zermelo-result"><style>{text_of(RESULTS)}</style>{_element(report)}</div>'


def _element(report: RenderableType) -> str:
    """One part of a report; HTML needs no empty lines between parts."""
    if isinstance(report, Group):
        return "".join(map(_element, report.renderables))
    if isinstance(report, Table):
        columns = report.columns
        sides = ["right" if column.justify == "right" else "" for column in columns]
        heads = [column.header for column in columns]
        tags = ["th" if str(head) else "td" for head in heads]
        rows = [f"<tr>{''.join(map(_cell, tags, heads, sides))}</tr>"]
        cells = zip_longest(*(column.cells for column in columns))
        for row, texts in zip(report.rows, cells, strict=True):
            best = ' class="best"' if row.style else ""
            rows.append(f"<tr{best}>{''.join(map(_cell, repeat('td'), texts, sides))}</tr>")
        return f"<table>{''.join(rows)}</table>"
    if isinstance(report, Diagram):
        return f'<div class="board">{report.svg()}</div>'
    text = report if isinstance(report, Text) else Text(str(report))
    return f"<p>{_text(text)}</p>" if text.plain.strip() else ""


def _text(text: Text) -> str:
    whole = QUIET.get_style(text.style)
    segments = text.render(QUIET, end="")
    written = []
    for part in segments:
        style, shown = whole + (part.style or Style.null()), escape(part.text)
        red = style.color is not None and style.color.name == "red"
        names = [name for name, applies in (("dim", style.dim), ("red", red)) if applies]
        shown = f"<b>{shown}</b>" if style.bold else shown
        written.append(f'<span class="{" ".join(names)}">{shown}</span>' if names else shown)
    return "".join(written)


def _cell(tag: str, content: RenderableType, side: str) -> str:
    text = content if isinstance(content, Text) else Text(str(content))
    kind = f' class="{side}" style="text-align:{side}"' if side else ""
    return f"<{tag}{kind}>{_text(text)}</{tag}>"


WIDTH: Final = 100  # the width in characters of a report printed as text

# A module with reports → the results that it shows. Showing one of them imports the module.
MODULES: Final = {
    "results": "Analysis BestMoves DepthExperiment Perft Playouts SearchComparison Trace",
    "solved": "Audit Book Compacted Database Estimate Exported GameValue Proof ProofCheck "
    "Solution Verification",
    "design": "DesignReport GameProfile",
    "matches": "Learning Match Tournament Tuning",
    "checks": "CheckReport ClassGrades CompiledRules Grade",
}
REPORTS: Final = {name: module for module, names in MODULES.items() for name in names.split()}


def as_text(result: Any) -> str:
    """The report of `result` as plain text."""
    console = Screen(width=WIDTH, highlight=False, color_system=None, force_jupyter=False)
    with console.capture() as captured:
        console.print(report_of(result), crop=False)
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))


def as_html(result: Any) -> str:
    """The report of `result` as HTML for a notebook; for a trace, the tree itself."""
    if type(result).__name__ == "Trace":
        from zermelo.trees.page import tree_cell

        return tree_cell(result)
    return hypertext(report_of(result))


def report_of(result: Any) -> RenderableType:
    """The report of `result`, for rich to print; for a `BestMoves`, that is `best_moves_report`."""
    name = type(result).__name__
    words = re.findall("[A-Z][a-z]+", name.removesuffix("Report"))
    module = importlib.import_module(f"zermelo.reports.{REPORTS[name]}")
    report: RenderableType = getattr(module, f"{'_'.join(words).lower()}_report")(result)
    return report
