"""What is mistyped in Python is refused in one sentence, not by what fails inside."""

import pytest

import zermelo
from zermelo.errors import ZermeloError

NIM = zermelo.game("nim(rows=[1, 2])")
MISTYPED = [
    (lambda: zermelo.game(None), "a spec should be a text, like"),
    (lambda: zermelo.analyze(3), "a game or its name should be given, not 3"),
    (lambda: zermelo.analyze("tictactoo"), "did you mean tictactoe?"),
    (lambda: zermelo.analyze("tictactoe", depht=3), "did you mean depth?"),
    (lambda: zermelo.analyze("tictactoe", depth="3"), "depth should be a whole number"),
    (lambda: zermelo.analyze("tictactoe", "x"), "right would be 3 rows of 3 cells"),
    (lambda: zermelo.analyze(NIM, 3), "a state of nim(rows=[1, 2]) is a Rows, or a text that"),
    (lambda: zermelo.analyze("tictactoe", NIM.start()), "a state of tictactoe is a "),
    (lambda: zermelo.probe(3), 'probe needs a database, as zermelo.Database("DIR") opens one'),
    (lambda: zermelo.match(NIM, "first", 3), 'a player is a name like "engine:seconds=1"'),
    (lambda: zermelo.tournament(NIM, 3), "players should be a list of players, not 3"),
    (lambda: zermelo.prove(NIM, claim=3), "a claim is win, draw, loss, or like"),
    (
        lambda: zermelo.trace("nim", algorithm="alpha"),
        "unknown algorithm alpha; did you mean alphabeta",
    ),
    (lambda: zermelo.Position(NIM).play(3), "moves should be a text, not 3"),
    (lambda: zermelo.Position(NIM).play("9,9"), "9,9 is no legal move here; legal: 0,1"),
]


@pytest.mark.parametrize(("call", "why"), MISTYPED, ids=[why for _, why in MISTYPED])
def test_a_slip_is_explained(call, why):
    with pytest.raises(ZermeloError) as caught:
        call()
    assert why in str(caught.value) and "\n" not in str(caught.value)
