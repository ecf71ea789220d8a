"""Random small games with wide ints or idioms agree with plain Python, or are refused."""

import tempfile
import warnings
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import compared
import drawnidioms
from drawngames import sources
from zermelo.errors import NativeWarning
from zermelo.spec import parse_game

pytestmark = [pytest.mark.compiled, pytest.mark.hypothesis, pytest.mark.timeout(3600)]

POSITIONS = 60  # of each game
GAMES = 3 if settings.default.derandomize else settings.default.max_examples
came_of_it: Counter[str] = Counter()


@settings(deadline=None, max_examples=GAMES, suppress_health_check=list(HealthCheck))
@given(sources())
def test_random_rules_agree_plain_and_compiled(source):
    compare(source)


@settings(deadline=None, max_examples=GAMES, suppress_health_check=list(HealthCheck))
@given(drawnidioms.sources())
def test_random_idioms_agree_plain_and_compiled(source):
    compare(source)


def compare(source: str) -> None:
    """Compare the game in a source; require no difference, and at most one warning."""
    with tempfile.TemporaryDirectory() as place, warnings.catch_warnings(record=True) as message:
        warnings.simplefilter("always", NativeWarning)
        path = Path(place) / "drawn.py"
        path.write_text(source, encoding="utf-8")
        output = compared.compare("drawn", parse_game(str(path)), POSITIONS)
    assert not output.difference, f"{output}\n{source}"
    reasons = [str(warning.message) for warning in message if warning.category is NativeWarning]
    assert len(reasons) == (not output.native)
    assert all("\n" not in reason for reason in reasons)
    came_of_it["compiled" if output.native else reasons[0].partition(": ")[2]] += 1


def test_most_random_rules_were_compiled():
    print(dict(came_of_it))
    assert 2 * came_of_it["compiled"] >= came_of_it.total()
