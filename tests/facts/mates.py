"""Published mates of chess: positions, key moves and lengths, in tests/reference/mates.epd."""

import re
from pathlib import Path
from typing import Final, NamedTuple

LINE: Final = re.compile(r"(?P<text>\S+ [wb] \S+ \S+) bm (?P<key>\S+); dm (?P<moves>\d+);")


class Mate(NamedTuple):
    """A position, the only move that mates soonest, and in how many moves."""

    text: str
    key: str
    moves: int

    def __str__(self) -> str:
        return f"{self.moves}-{self.text.split()[0]}"


def _mates() -> list[Mate]:
    path = Path(__file__).parents[1] / "reference" / "mates.epd"
    lines = map(LINE.match, path.read_text(encoding="utf-8").splitlines())
    return [Mate(line["text"], line["key"], int(line["moves"])) for line in lines if line]


MATES: Final = _mates()
