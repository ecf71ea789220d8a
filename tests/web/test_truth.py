"""What the page calls exact is what a solved database says: the session's JSON, without a browser.

`python -m pytest tests/web/test_truth.py --positions 2000` looks at more of them.
"""

import random

import pytest

import zermelo
from zermelo.board.session import past_view
from zermelo.contract.game import ONGOING
from zermelo.naming import kind
from zermelo.play.advice import EngineAdvisor
from zermelo.play.session import Session
from zermelo.solver.probing.probe import probe

GAMES = [
    "tictactoe",
    "nim(rows=[1, 2, 3])",
    "isolation(width=3, height=3)",
    "connectfour(width=4, height=3, k=3)",
    "chomp(width=4, height=3)",
]
SECONDS = 0.02  # for each position: what is exact must be so however early the search was ended
SURE = 5  # one position in so many is late in its game, and its search comes to its end


def random_positions(game, count: int) -> list[list[int]]:
    """The moves of random games, each up to a random ply at which it still goes on, some late."""
    chance, result = random.Random(5), []
    while len(result) < count:
        state, moves = game.start(), []
        while game.outcome(state) == ONGOING:
            moves.append(chance.choice(list(game.moves(state))))
            state = game.play(state, moves[-1])
        late = len(result) % SURE == 0
        result.append(moves[: max(len(moves) - 2, 0) if late else chance.randrange(len(moves))])
    return result


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
def test_what_the_page_calls_exact_a_database_says_too(spec, tmp_path, pytestconfig):
    pytest.importorskip("zarr")
    game = zermelo.game(spec)
    zermelo.solve(game, out=tmp_path / "solved")
    database = zermelo.Database(tmp_path / "solved", game)
    advisor, exact = EngineAdvisor(native=False), 0
    count = pytestconfig.getoption("--positions") // len(GAMES)
    for number, moves in enumerate(random_positions(game, count)):
        session = Session(game)
        for move in moves:
            session.move(move)
        state = session.state
        session.note(state, advisor.advise(game, state, SECONDS if number % SURE else 60))
        shown, truth = past_view(session, session.node, values=True), probe(database, state)
        assert shown["advice"]["exact"] or number % SURE
        if shown["advice"]["exact"]:
            exact += 1
            assert shown["advice"]["value"] == truth.value
            assert shown["advice"]["remoteness"] in (None, truth.remoteness)
            assert set(shown["advice"]["best_moves"]) <= set(truth.best_moves)
        for entry in shown["board"]["moves"]:
            message, known = entry.get("worth"), truth.of(entry["move"])
            if message and message["kind"] != "estimate":
                assert message["kind"] == kind(known.value)
                assert message["label"] in ("", str(known.remoteness))
    assert exact
