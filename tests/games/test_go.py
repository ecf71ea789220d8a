"""Go on small boards: what it is worth, which boards there are, and the row of past boards."""

import pytest

import zermelo
from walking import after, texts
from zermelo.errors import IllegalMoveError


def boards(size: int) -> set[tuple[int, int]]:
    """All boards that stones lead to from the empty one, whoever is to move, none forbidden."""
    game = zermelo.game(f"go(size={size}, memory=1)")
    result, left = {(0, 0)}, [game.start()]
    while left:
        state = left.pop()._replace(passes=0)
        for turned in (state, state._replace(player=1)):
            for move in game.moves(turned):
                board = game.play(turned, move)
                if (board.black, board.white) not in result:
                    result.add((board.black, board.white))
                    left.append(board._replace(player=0))
    return result


def test_there_are_as_many_boards_as_tromp_and_farneback_counted():
    """Combinatorics of Go, 2007: 1, 57 and 12,675 legal positions."""
    assert [len(boards(size)) for size in (1, 2)] == [1, 57]


@pytest.mark.long
def test_three_by_three_points_have_12675_boards():
    assert len(boards(3)) == 12_675


def test_a_board_may_not_come_back_while_it_is_remembered():
    moves = ["a2", "b2", "a1", "b1", "a2", "a1"]  # then a2 takes all, which leaves the first board
    short, whole = (zermelo.game(f"go(size=2, memory={memory})") for memory in (1, 57))
    assert texts(short, after(short, moves)) == ["a2", "pass"]
    assert texts(whole, after(whole, moves)) == ["pass"]


@pytest.mark.long
def test_black_wins_two_by_two_points_by_one():
    """With a row for all 57 boards superko is exact; John Tromp has the same value."""
    analysis = zermelo.analyze(
        zermelo.game("go(size=2, memory=57)"), by="score", native=False, seconds=900
    )
    assert analysis.exact and analysis.value == 1


def proven(position: str) -> bool:
    """Whether Black gets all nine points of 3 × 3: White's "at least −8" is refuted."""
    game = zermelo.game("go")
    state = game.parse_state(position)
    analysis = zermelo.analyze(game, state, by="score", margin=9 - 17 * state.player, native=False)
    return analysis.exact and analysis.value == 1 - 2 * state.player


def test_black_wins_all_nine_points_of_three_by_three_with_a_wall():
    assert proven(".O./XXX/... X") and proven(".O./XXX/..O O")


@pytest.mark.long
def test_black_wins_all_nine_points_of_three_by_three():
    """`zermelo analyze go --by score --margin 9`, in half a second and 180,000 nodes."""
    analysis = zermelo.analyze("go", by="score", margin=9, seconds=900)
    assert analysis.exact and analysis.value == 1 and analysis.best_moves == ("b2",)


def test_stones_without_liberties_are_taken_and_suicide_is_none():
    game = zermelo.game("go")
    state = game.parse_state(".OX/OX./X.. X")
    assert game.format_state(game.play(state, game.parse_move(state, "a3"))).split()[-2:] == [
        "X.X/.X./X..",
        "O",
    ]
    with pytest.raises(IllegalMoveError):
        game.parse_move(game.parse_state(".X./X../... O"), "a3")
