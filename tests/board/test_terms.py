"""The panel says what an estimate is made of, and nothing of a proven value."""

from dataclasses import replace

import zermelo
from zermelo.board.session import session_view
from zermelo.play.player import Person
from zermelo.play.session import Session


def test_an_estimate_has_its_terms():
    game = zermelo.game("morris")
    session = Session(game, (Person(), Person()))
    for move in ("d6", "f4", "d5"):
        session.move(move)
    analysis = zermelo.analyze(game, session.state, algorithm="alphabeta", depth=1, native=False)
    session.note(session.state, analysis)
    message = session_view(session, values=True)["advice"]
    assert message["terms"] == "men −.02, men in hand +.02, possible mills −.05"
    session.note(session.state, replace(analysis, exact=True, depth=analysis.depth + 1))
    assert session_view(session, values=True)["advice"]["terms"] == ""
