"""Docstrings of the reference are sound markup once their lists of terms are written out."""

import importlib
import inspect
import pydoc
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = DOCS / "reference" / "api.md"


def documented() -> Iterator[tuple[str, str]]:
    """Each name that the reference lists, and each public member of a class, with its docstring."""
    for name in re.findall(r"^\.\. auto(?:class|function):: (\S+)$", REFERENCE.read_text(), re.M):
        public = pydoc.locate(name)
        yield name, inspect.getdoc(public) or ""
        for member, value in vars(public).items() if inspect.isclass(public) else ():
            if not member.startswith("_") and (inspect.isfunction(value) or hasattr(value, "fget")):
                yield f"{name}.{member}", inspect.getdoc(value) or ""


def faults(docstring: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The faults that the parser of the markup sees in `docstring`."""
    monkeypatch.syspath_prepend(DOCS / "extensions")
    lines = docstring.splitlines()
    importlib.import_module("docstrings").terms_listed(None, "", "", None, None, lines)
    core = importlib.import_module("docutils.core")
    quiet = {"report_level": 5, "halt_level": 6}
    document = core.publish_doctree("\n".join(lines), settings_overrides=quiet)
    return [message.astext() for message in document.parse_messages]


@pytest.mark.parametrize(
    "name, docstring", [pytest.param(*pair, id=pair[0]) for pair in documented()]
)
def test_docstrings_are_sound_markup(
    name: str, docstring: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert faults(docstring, monkeypatch) == []
