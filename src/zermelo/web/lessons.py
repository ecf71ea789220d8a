"""The lessons of the courses as pages, from web/lessons, which docs/extensions/plain.py writes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import unescape
from importlib.resources import files
from typing import Final, NamedTuple
from urllib.parse import parse_qs

ORDER: Final = ("minimax", "limits", "alphabeta", "morris", "morris_de", "nimsums")
TITLE: Final = re.compile(r"<h1>(.*?)</h1>\s*<p>(.*?)</p>", re.DOTALL)
LIVE: Final = re.compile(r'data-link="([^"]*)"')
TO_LESSON: Final = re.compile(r'href="lesson-(\w+)"')
TAG: Final = re.compile(r"<[^>]*>")


class Lesson(NamedTuple):
    """A lesson: its name in addresses, its title, its first paragraph and its HTML.

    games  that its boards and trees show, by their names
    """

    name: str
    title: str
    about: str
    content: str
    games: frozenset[str]

    def link_lessons(self, address: Callable[[str], str]) -> str:
        """Its HTML after the title, with links to other lessons by their addresses."""
        body = self.content.partition("</h1>")[2]
        return TO_LESSON.sub(lambda link: f'href="{address(link[1])}"', body)


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in the order in which they are read."""
    return tuple(map(_lesson, ORDER))


def _lesson(name: str) -> Lesson:
    content = (files("zermelo.web") / "lessons" / f"{name}.html").read_text(encoding="utf-8")
    begins = TITLE.search(content)
    assert begins is not None, f"lesson {name} has a title and a paragraph"
    title, about = (unescape(TAG.sub("", text)) for text in begins.groups())
    links = (parse_qs(unescape(link)).get("g", [""])[0] for link in LIVE.findall(content))
    games = frozenset(spec.partition("(")[0] for spec in links if spec)
    return Lesson(name, title, about, content, games)
