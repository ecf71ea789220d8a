"""Keywords of the public functions: a misspelled one is refused with the one that is meant."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.errors import KeywordError, UsageError


def test_a_misspelled_keyword_names_the_one_that_is_meant():
    game = zermelo.game("tictactoe")
    with pytest.raises(KeywordError, match="analyze has no depht; did you mean depth"):
        zermelo.analyze(game, depht=3)
    assert issubclass(KeywordError, UsageError) and issubclass(KeywordError, TypeError)
