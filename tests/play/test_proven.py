"""What is proven of a position is known where the move to it was made, and before that."""

from dataclasses import replace

import pytest

import zermelo
from zermelo.contract.analysis import in_points
from zermelo.play.advice import EngineAdvisor
from zermelo.play.agenda import Agenda, Scope
from zermelo.play.session import Session

PLAIN = EngineAdvisor(60, native=False)
POSITIONS = {  # of which every move is looked at
    "tictactoe": "1,1 0,1",
    "connectfour(width=4, height=3, k=3)": "2 2 3",
    "isolation(width=3, height=2)": "",
    "kalah(pits=2, seeds=1)": "",
}


def unsure(result):
    """The same as an estimate of 0, whose first move is said to be the best."""
    moves = tuple(
        replace(entry, value=0.0, exact=False, remoteness=None, bound="exact")
        for entry in result.moves
    )
    best = result.moves[0].move
    known = {"best_moves": (best,), "line": (best,), "complete": False}
    return replace(result, value=0.0, exact=False, remoteness=None, moves=moves, **known)


def explored(spec: str, by: str = "outcome") -> tuple[Session, object]:
    """A session at a position of which the truth is known to the test only, with all its moves."""
    session = Session(in_points(zermelo.game(spec)) if by == "score" else zermelo.game(spec))
    for move in POSITIONS[spec].split():
        session.move(move)
    truth = PLAIN.advise(session.game, session.state)
    for move in session.game.moves(session.state):
        session.tree.add(session.node, move)
    session.note(session.state, unsure(truth))
    return session, truth


@pytest.mark.parametrize(
    ("spec", "by"),
    [*((spec, "outcome") for spec in POSITIONS), ("kalah(pits=2, seeds=1)", "score")],
)
def test_a_position_is_proven_by_all_that_follow_it(spec, by):
    session, truth = explored(spec, by)
    for child in session.tree[session.node].children:
        state = session.tree[child].state
        session.note(state, PLAIN.advise(session.game, state))
    known = session.advice()
    assert known.exact and known.value == truth.value and known.moves == truth.moves
    assert set(known.best_moves) == {m.move for m in truth.moves if m.value == truth.value}
    if truth.finished:
        assert known.remoteness == truth.remoteness


def test_a_move_that_is_refuted_is_no_longer_the_best_one():
    session, truth = explored("connectfour(width=4, height=3, k=3)")
    refuted = session.advice().line[0]
    (child,) = [
        child
        for child in session.tree[session.node].children
        if session.tree[child].text == refuted
    ]
    result = PLAIN.advise(session.game, session.tree[child].state)
    session.note(session.tree[child].state, replace(result, value=1.0, exact=True, remoteness=4))
    known = session.advice()
    assert known.of(refuted).value == -1 and known.of(refuted).remoteness == 5
    assert known.value == 0 and not known.exact and known.line == ()
    assert refuted not in known.best_moves and len(known.best_moves) == len(truth.moves) - 1


def test_what_is_proven_is_told_to_all_positions_before():
    game = zermelo.game("tictactoe")
    session = Session(game)
    for move in ["b2", "b3", "a3"]:
        session.move(move)
    path = session.tree.path(session.node)
    for node in path[:-1]:
        state = session.tree[node].state
        session.note(state, unsure(PLAIN.advise(game, state)))
    lost = PLAIN.advise(game, session.state)  # X wins: that is how the move before it failed
    session.note(session.state, lost)
    before = session.advice(session.tree[path[2]].state)
    assert (before.exact, before.value, before.remoteness) == (True, 1, None)
    refuted = session.advice(session.tree[path[1]].state).of("b3")
    assert (refuted.exact, refuted.value) == (True, -1)


def test_thinking_ends_where_a_look_adds_nothing_to_what_others_proved():
    session, _ = explored("tictactoe")

    class Blind:
        """Says the same at once, however often it is asked."""

        def advise(self, game, state, seconds=None, known=None):
            return unsure(PLAIN.advise(game, state))

    for child in session.tree[session.node].children[:2]:
        state = session.tree[child].state
        session.note(state, PLAIN.advise(session.game, state))
    plan, looks = Agenda(session, Blind(), scope=Scope.POSITION), 0
    while (task := plan.next()) is not None and looks < 9:
        task.finish(task.find())
        looks += 1
    assert looks <= 2
