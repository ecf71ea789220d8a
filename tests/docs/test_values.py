"""docs/values.md is true: its session runs."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "values.md"


def test_the_session_is_as_printed():
    assert doctest.testfile(str(PAGE), module_relative=False) == (0, 3)
