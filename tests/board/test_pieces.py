"""pieces.js: what is to be seen of a move, from the pieces before it and after it."""

import pytest

import zermelo
from zermelo.board.view import board_view
from zermelo.play.session import Session

pytestmark = pytest.mark.browser
CHANGES = (
    "(before, now) => it.changes(before.pieces, now.pieces, now).map(({ kind, piece, from }) => "
    "[kind, piece.point, from ?? null])"
)


def views(spec: str, moves: str) -> list[dict]:
    """What the board shows before the last of these moves, and after it."""
    session = Session(zermelo.game(spec))
    collected = []
    for move in ["", *moves.split()]:
        if move:
            session.move(move)
        given = {"before": session.before, "last_move": session.last_move}
        collected.append(board_view(session.game, session.state, **given))
    return collected[-2:]


SOWN = (
    "(before, now) => it.sowing(before.pieces, now.pieces, now.last[0], now.points)"
    ".map(({ point, seed }) => [point, seed])"
)


@pytest.mark.parametrize(
    ("spec", "moves", "sown"),
    [
        ("kalah(pits=3, seeds=2)", "1", [[1, True], [2, True]]),
        ("kalah(pits=3, seeds=2)", "2 1", None),
    ],
)
def test_seeds_are_sown_one_by_one_against_the_clock(script, spec, moves, sown):
    before, now = views(spec, moves)
    result = script("effects", f"(views) => ({SOWN})(...views)", [before, now])
    had, has = ({p["point"]: int(p["symbol"]) for p in view["pieces"]} for view in (before, now))
    more = {point for point in has if has[point] > had.get(point, 0)}
    assert {point for point, seed in result if seed} == more and len(result) >= 2
    x = [now["points"][point][0] for point, _ in result]
    assert sown is None or x == sorted(x)


@pytest.mark.parametrize(
    ("spec", "moves", "changes"),
    [
        ("connectfour", "4 4", [["fall", 31, None]]),
        ("tictactoe", "1,1", [["draw", 4, None]]),
        ("isolation(width=3, height=3)", "0,0 2,2 1,0", [["slide", 1, 0]]),
        ("othello", "d3", [["draw", 19, None], ["turn", 27, None]]),
        ("breakthrough(width=3, height=5)", "b2-b3 a4xb3", [["slide", 7, 3], ["vanish", 7, None]]),
        ("nim(rows=[3])", "0,2", [["fade", 1, None], ["fade", 2, None]]),
        ("morris", "a7 a1 d7 d1 g7xa1", [["fade", 21, None], ["draw", 2, None]]),
        ("kalah(pits=2, seeds=1)", "2", []),
    ],
)
def test_what_moves(script, spec, moves, changes):
    before, now = views(spec, moves)
    seen = script("pieces", CHANGES, before, now)
    assert sorted(seen, key=str) == sorted(changes, key=str)


def test_a_move_taken_back_slides_back_and_a_new_game_does_not_move(script):
    before, now = views("isolation(width=3, height=3)", "0,0 2,2 1,0")
    assert script("pieces", CHANGES, now, before) == [["slide", 0, 1]]
    empty, _ = views("othello", "d3")
    many = {**empty, "pieces": [{"point": p, "symbol": "●", "side": 0} for p in range(60)]}
    assert script("pieces", CHANGES, many, empty) == []
