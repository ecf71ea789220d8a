"""Games as people write them: nearly all compile at once, and agree with plain Python."""

import warnings
from pathlib import Path

import pytest

from compared import compare
from zermelo.errors import NativeWarning
from zermelo.spec import parse_game

pytestmark = pytest.mark.compiled

GAMES = sorted((Path(__file__).parent.parent / "support" / "natural").glob("*.py"))
REFUSED = {  # with what the message says
    "influence": "pop of a set, in an order of Python's own: take min(…), and discard it"
}
POSITIONS = 100  # of each; `make compare` takes more, see CONTRIBUTING.md


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_a_natural_game_agrees_plain_and_compiled(path):
    with warnings.catch_warnings(record=True) as message:
        warnings.simplefilter("always", NativeWarning)
        output = compare(path.stem, parse_game(str(path)), POSITIONS)
    assert not output.difference, output
    reasons = [str(warning.message) for warning in message if warning.category is NativeWarning]
    assert output.native == (path.stem not in REFUSED), reasons
    for reason in reasons:
        assert reason.endswith(f": {REFUSED[path.stem]}")
