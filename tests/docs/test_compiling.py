"""docs/compiling.md is true: its kernel counts the same plain and compiled."""

import re
import sys
from pathlib import Path

import pytest

import zermelo

PAGE = Path(__file__).parent.parent.parent / "docs" / "compiling.md"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (own,) = re.findall(
        r"file: wins.py -->\n```python\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE
    )
    (tmp_path / "wins.py").write_text(own)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "wins", raising=False)


def test_its_kernel_counts_the_same_plain_and_compiled(folder):
    from wins import count_wins

    for name in ("nim(rows=[1, 2])", "connectfour(width=4, height=4, k=3)"):
        game = zermelo.game(name)
        assert count_wins(game, game.start(), 5) == count_wins.native(game, game.start(), 5)
