"""The players of the textbook searches: how deep they look."""

import pytest

from toys import Tug
from zermelo.contract.ranges import DEEPEST
from zermelo.errors import ParameterError
from zermelo.players.search import Textbook, depth_to_end
from zermelo.search.textbook import UNLIMITED
from zermelo.spec import parse_game


def test_without_a_depth_they_look_to_the_end_of_games_that_have_one():
    nim, tug = parse_game("nim"), Tug(tiered=False)
    assert depth_to_end(nim, nim.start()) == UNLIMITED
    assert depth_to_end(tug, tug.start()) == DEEPEST  # it can go on for ever


def test_a_depth_for_which_there_is_no_stack_is_refused():
    with pytest.raises(ParameterError, match="depth should be 512 or less"):
        Textbook("minimax", 100_000)
