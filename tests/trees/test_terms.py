"""What evaluated positions of a tree are made of: in its record, and beside the tree."""

import pytest

import zermelo
from zermelo.search.traces.trace import EVALUATED
from zermelo.trees.record import tree_record

GAME = zermelo.game("connectfour(width=4, height=4)")
TRACE = zermelo.trace(GAME, GAME.parse_state("..../..../.OO./.XX."), algorithm="minimax", depth=2)


@pytest.mark.browser
def test_the_terms_of_a_node_are_those_of_its_value(script):
    made = "(given) => { const s = new it.Search(given); return [...s.level.keys()].map(s.terms); }"
    result = script("treesearch", made, tree_record(TRACE))
    assert any(result)
    for node, words in enumerate(result):
        if TRACE.end[node] != EVALUATED:
            assert not words
        elif words:
            name, worth = words.rsplit(" ", 1)
            assert name == "winning cells"
            assert float(worth.replace("−", "-")) == pytest.approx(TRACE.value[node], abs=0.006)
        else:
            assert TRACE.value[node] == 0


def test_a_game_without_features_has_no_terms():
    record = tree_record(zermelo.trace(zermelo.game("nim(rows=[1, 2])"), algorithm="minimax"))
    assert record["termTexts"] == [""]
