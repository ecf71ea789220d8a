"""Reports as HTML: what rich prints in a terminal, in the elements that a notebook has for it.

Colours are those of the notebook around it, light or dark; only faults have one of their own.
"""

from __future__ import annotations

from html import escape
from itertools import zip_longest
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from zermelo.draw.cells import Diagram

STYLE: Final = """
.zermelo-result{font-size:13.5px;line-height:1.5;overflow-x:auto}
.zermelo-result p{margin:0;white-space:pre-wrap}
.zermelo-result .board{float:left;margin:.3rem 1.6rem .6rem 0}
.zermelo-result .board svg{display:block;max-width:100%;height:auto}
.zermelo-result table{margin:.4rem 0;border:0;border-collapse:collapse;
font-variant-numeric:tabular-nums}
.zermelo-result th,.zermelo-result td{padding:.12rem 1.1rem .12rem 0;border:0;text-align:left;
vertical-align:top;background:none;white-space:pre-line}
.zermelo-result th{border-bottom:1px solid #8888;font-weight:400;opacity:.72}
.zermelo-result tr:first-child td{border-bottom:1px solid #8888}
.zermelo-result .right{text-align:right}
.zermelo-result .best{font-weight:650}
.zermelo-result .dim{opacity:.72}
.zermelo-result p>.dim:first-child{display:inline-block;min-width:4.6em}
.zermelo-result .red{color:#d02a5e;font-weight:600}
"""
QUIET: Final = Console(color_system=None)  # which only takes texts apart


def hypertext(report: RenderableType) -> str:
    """`report` as a piece of HTML with its own style."""
    return f'<div class="zermelo-result"><style>{STYLE}</style>{_element(report)}</div>'


def _element(report: RenderableType) -> str:
    """One part of a report; an empty line parts what HTML parts anyway."""
    if isinstance(report, Group):
        return "".join(map(_element, report.renderables))
    if isinstance(report, Table):
        return _table(report)
    if isinstance(report, Diagram):
        return f'<div class="board">{report.svg()}</div>'
    text = report if isinstance(report, Text) else Text(str(report))
    return f"<p>{_text(text)}</p>" if text.plain.strip() else ""


def _text(text: Text) -> str:
    """A text with its style and those of its parts."""
    whole = QUIET.get_style(text.style)
    segments = text.render(QUIET, end="")
    parts = [(escape(part.text), whole + (part.style or Style.null())) for part in segments]
    return "".join(_styled(*part) for part in parts)


def _styled(text: str, style: Style) -> str:
    names = _names(style)
    if "bold" in names:
        names.remove("bold")
        text = f"<b>{text}</b>"
    return f'<span class="{" ".join(names)}">{text}</span>' if names else text


def _names(style: Style) -> list[str]:
    """The classes that stand for a style."""
    colour = style.color.name if style.color else ""
    styles = ("bold", style.bold), ("dim", style.dim), ("red", colour == "red")
    return [name for name, applies in styles if applies]


def _table(table: Table) -> str:
    sides = ["right" if column.justify == "right" else "" for column in table.columns]
    heads = [
        _cell("th" if str(column.header) else "td", column.header, side)
        for column, side in zip(table.columns, sides, strict=True)
    ]
    rows = [f"<tr>{''.join(heads)}</tr>"]
    for row, cells in zip(table.rows, zip_longest(*(c.cells for c in table.columns)), strict=True):
        best = ' class="best"' if row.style else ""
        written = [_cell("td", cell, side) for cell, side in zip(cells, sides, strict=True)]
        rows.append(f"<tr{best}>{''.join(written)}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _cell(tag: str, content: RenderableType, side: str) -> str:
    text = content if isinstance(content, Text) else Text(str(content))
    kind = f' class="{side}" style="text-align:{side}"' if side else ""
    return f"<{tag}{kind}>{_text(text)}</{tag}>"
