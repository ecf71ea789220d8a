"""Games as people write them compile at once, and agree with plain Python."""

from pathlib import Path

import pytest

from compared import compare
from zermelo.spec import parse_game

pytestmark = pytest.mark.compiled

GAMES = sorted((Path(__file__).parent.parent / "support" / "natural").glob("*.py"))
POSITIONS = 100  # of each; `make compare` takes more, see CONTRIBUTING.md


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_a_natural_game_agrees_plain_and_compiled(path):
    output = compare(path.stem, parse_game(str(path)), POSITIONS)
    assert output.equal, output
