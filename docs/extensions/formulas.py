"""Translate formulas from TeX to MathML, which browsers draw without a script."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx


def formula(text: str, *, display: bool) -> str:
    """Return a formula in TeX as MathML: on a line of its own if `display`, else inside a line."""
    if not display:
        return str(tex2mathml(text))
    return f'<div class="formula" tabindex="0">{tex2mathml(text, as_block=True)}</div>'


def inline(writer: Any, node: nodes.math) -> None:
    """Write a formula inside a line of text."""
    writer.body.append(formula(node.astext(), display=False))
    raise nodes.SkipNode


def displayed(writer: Any, node: nodes.math_block) -> None:
    """Write a formula on a line of its own."""
    writer.body.append(formula(node.astext(), display=True))
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the two writers with Sphinx."""
    app.add_html_math_renderer("mathml", (inline, None), (displayed, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
