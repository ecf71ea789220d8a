"""Check that HTML elements close in order, count them, and list the texts of an SVG drawing."""

from html.parser import HTMLParser
from xml.etree import ElementTree

VOID = {"rect", "path", "circle", "line", "meta", "link", "br", "input"}
SVG = "{http://www.w3.org/2000/svg}"


def svg_texts(drawing: str, kind: str = "") -> list[str]:
    """The texts in a drawing, or only those of one class."""
    elements = ElementTree.fromstring(drawing).iter(f"{SVG}text")
    return [one.text or "" for one in elements if not kind or kind in one.get("class", "").split()]


class Elements(HTMLParser):
    """The elements of an HTML text, counted by tag; fails if one is not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.counts: dict[str, int] = {}
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag
