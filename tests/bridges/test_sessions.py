"""Sessions of engine protocols, drawn at random: for every `go` exactly one best move, legal."""

from hypothesis import given, settings

from sessions import SESSIONS, Session


@given(session=SESSIONS)
@settings(max_examples=20)
def test_every_go_is_answered_by_one_legal_move(session):
    (spec, protocol), steps = session
    Session(spec, protocol).hold(steps)
