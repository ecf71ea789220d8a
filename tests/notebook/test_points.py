"""The notebook's board for points."""

import zermelo
from zermelo.naming import analysis_words, points
from zermelo.notebook import Board


def test_a_board_for_points_shows_and_plays_for_them():
    people = ("human", "human")
    widget = Board("kalah(pits=2, seeds=1)", people, by="score", values=True, native=False)
    analysis = zermelo.analyze(widget.session.game, native=False)
    assert analysis.by == "score" and abs(analysis.value) > 1
    assert widget.value == analysis_words(widget.session.game, analysis)
    worths = [entry["worth"] for entry in widget.view["moves"]]
    assert [entry["label"] for entry in worths] == [points(each.value) for each in analysis.moves]
    assert {entry["by"] for entry in worths} == {"score"}
