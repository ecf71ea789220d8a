"""The console on which results are printed: text that would steer the terminal is spelled out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions
from rich.segment import Segment

from zermelo.errors import visible


class Screen(Console):
    """A console that shows control characters instead of obeying them, whatever text has them.

    Styles are rich's own and stay; a table is laid out with the text as it is shown.
    """

    def render(self, renderable: Any, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of `renderable`, each with its text made visible."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(visible(segment.text), segment.style)
