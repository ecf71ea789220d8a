"""Sentences of grading in German: german.toml has them by their English form."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from operator import add
from typing import Final

MARK: Final = re.compile(r"\{[*#]?\}")


@cache
def sentences() -> dict[str, str]:
    """The German forms by the English ones; the first one that fits a sentence counts."""
    return tomllib.loads((files("zermelo.course") / "german.toml").read_text(encoding="utf-8"))


@cache
def _forms() -> list[tuple[re.Pattern[str], list[bool], str]]:
    """Each English form as a pattern, which of its parts to put into German too, and the German."""
    forms = []
    for english, german in sentences().items():
        marks, (first, *texts) = MARK.findall(english), map(re.escape, MARK.split(english))
        groups = (r"([\d.,]+)" if mark == "{#}" else "(.+?)" for mark in marks)
        pattern = first + "".join(map(add, groups, texts))
        said = [mark == "{*}" for mark in marks]
        forms.append((re.compile(pattern, re.DOTALL), said, german))
    return forms


def in_german(text: str) -> str:
    """A sentence in German, or unchanged if german.toml has no form for it.

    >>> in_german("no answer in 30 s: is there an endless loop?")
    'keine Antwort in 30 s: eine endlose Schleife?'
    """
    for form, said, german in _forms():
        if found := form.fullmatch(text):
            pairs = zip(found.groups(), said, strict=True)
            return german.format(*(in_german(part) if say else part for part, say in pairs))
    return text
