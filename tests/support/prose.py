"""A lint for prose that reads as if translated, in Markdown, docstrings, comments and messages.

    python tests/support/prose.py [FILE …]

prints each fault with its line and exits with 1 if there is any. Questions and quoted code pass.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PLACES: Final = ("*.md", "docs/**/*.md", "docs/extensions/*.py", "examples/*.py", "src/**/*.py")

START: Final = r"(?:^|(?<=[.:;!?] ))"  # the start of a sentence
REST: Final = r"[^.?!]*(?![^.?!]*\?)(?:[.!]|$)"  # the rest of a sentence that is no question
RULES: Final = {
    rf"{START}Who(?:ever)? [a-z]{REST}|\bwhoever\b": 'a person as subject: "users who …"',
    r"\b(?:to|for) who\b|; who\b": 'the noun: "for the player to move"',
    rf"{START}What [a-z]{REST}": 'a noun as subject: "the result", "code that …"',
    r"\bwhat (?:\w+ ){0,3}found\b|\bfound out\b": 'the noun: "the result", "the states"',
    r"\btold\b": 'an active verb: "reports", "sends", "by default"',
    r"\b(?:is|are|be|was|were) said\b": 'an active verb: "the report says"',
    r"(?<!no )\b[Ss]uch\b(?! as)": '"this", "like this" or the noun itself',
    r"\b[Ll]ikewise\b": '"too", "in the same way"',
    r"\b[Oo]ne's\b": '"your", "the user\'s", "the player\'s"',
    r"\bours\b": 'the name: "Zermelo\'s"',
    r"\bthousand million\b": '"billion", with the power of ten',
    r"\b[Dd]raughts\b": '"checkers"',
    r"\bso (?:much|many) a\b|\band the like\b|\bbe it\b": "a plainer phrase",
    r", for (?:it|they|he|she|there|nobody) (?:are|have|had|can|may|would|\w+s)\b": '"because"',
    r"\b[Aa]new\b|\bfor ever\b|\bfarther\b|\bhitherto\b|\bthereof\b": "a present-day word",
    r"\b(?:held|holds?) (?:\w+ ){0,4}against\b": '"compares", "tests"',
    r"\blets? go of\b": '"releases", "closes"',
}
CODE: Final = re.compile(r"``[^`]*``|`[^`]*`|\"[^\"\n]*\"|\]\([^)]*\)")


class Fault(NamedTuple):
    """Wording to replace, in a line of a file, and what to write instead."""

    line: int
    words: str
    instead: str


def faults(text: str, first: int = 1) -> Iterator[Fault]:
    """The faults of a passage whose first line has the number `first`."""
    joined = CODE.sub(lambda code: "x" * len(code[0]), text).replace("\n", " ")
    for pattern, instead in RULES.items():
        for match in re.finditer(pattern, joined):
            line = first + text.count("\n", 0, match.start())
            yield Fault(line, match[0][:60].strip(), instead)


def markdown(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs, items and cells of a page, each with its first line; no code, no titles."""
    fence, first, lines = "", 0, []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        bare = line.strip()
        opens = re.match(r"(`{3,}|~{3,})", bare)
        ends = not bare or opens or fence or line.startswith(("    ", "#", "|", "- "))
        if lines and ends:
            yield first, "\n".join(lines)
            lines = []
        if fence:
            fence = "" if bare == fence else fence
        elif opens:
            fence = opens[1]
        elif bare.startswith("|"):
            yield from ((number, cell.strip()) for cell in bare.split("|"))
        elif bare and not line.startswith(("    ", "#")):
            first = first if lines else number
            lines.append(line.removeprefix("- "))


def python(text: str) -> Iterator[tuple[int, str]]:
    """The comments and texts of a program, docstrings included, each with its first line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            for paragraph in re.finditer(r"(?:[^\n]+\n?)+", node.value):
                yield node.lineno + node.value.count("\n", 0, paragraph.start()), paragraph[0]
    block: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = block[-1].start if block else (0, 0)
            if block and token.start != (row + 1, column):
                yield block[0].start[0], _joined(block)
                block = []
            block.append(token)
    if block:
        yield block[0].start[0], _joined(block)


def _joined(block: list[tokenize.TokenInfo]) -> str:
    return "\n".join(token.string.lstrip("# ") for token in block)


def check(path: Path) -> list[Fault]:
    """The faults of a file, in the order of its lines."""
    passages = markdown if path.suffix == ".md" else python
    result = (faults(text, first) for first, text in passages(path.read_text(encoding="utf-8")))
    return sorted({fault for each in result for fault in each})


def main(names: list[str]) -> int:
    """Print the faults of the files, by default of all; 1 if there are any."""
    every = [path for place in PLACES for path in sorted(ROOT.glob(place))]
    count = 0
    for path in [Path(name).resolve() for name in names] or every:
        for fault in check(path):
            print(f'{path.relative_to(ROOT)}:{fault.line}: "{fault.words}": write {fault.instead}')
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
