"""Whether the elements of HTML close as they opened, and how many of each there are."""

from html.parser import HTMLParser

VOID = {"rect", "path", "circle", "line", "meta", "link", "br", "input"}


class Elements(HTMLParser):
    """The elements of a text, each of which has to end where it should."""

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

    def handle_startendtag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag
