"""Go and Awari, in which positions recur: their values, boards and endgames."""

import pytest

import oracles
import zermelo
from walking import after, texts
from zermelo.errors import IllegalMoveError, UsageError
from zermelo.play.history import DrawRules, History


def boards(size: int) -> set[tuple[int, int]]:
    """All boards that stones can reach from the empty board, without turns and without ko."""
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


@pytest.mark.parametrize(
    ("size", "count"), [(1, 1), (2, 57), pytest.param(3, 12_675, marks=pytest.mark.long)]
)
def test_there_are_as_many_boards_as_tromp_and_farneback_counted(size, count):
    """Combinatorics of Go, 2007."""
    assert len(boards(size)) == count


def test_a_board_may_not_come_back_while_it_is_remembered():
    moves = ["a2", "b2", "a1", "b1", "a2", "a1"]  # then a2 takes all, which leaves the first board
    short, whole = (zermelo.game(f"go(size=2, memory={memory})") for memory in (1, 57))
    assert texts(short, after(short, moves)) == ["a2", "pass"]
    assert texts(whole, after(whole, moves)) == ["pass"]


@pytest.mark.long
def test_black_wins_two_by_two_points_by_one():
    """With a row for all 57 boards superko is exact; John Tromp has the same value."""
    analysis = zermelo.analyze(zermelo.game("go(size=2, memory=57)"), by="score", seconds=900)
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


AWARI = zermelo.game("awari")


def test_an_endgame_has_every_position_of_so_many_seeds():
    starts = list(AWARI.endgame("3"))
    assert len(starts) == len(set(starts)) == 2 * 364  # 3 seeds in 12 pits, for both players
    assert all(sum(state.seeds) == 3 and state.first + state.second == 45 for state in starts)
    for name in ("0", "45", "-1", "3-3", "", "٣"):
        with pytest.raises(UsageError, match="is not an endgame of awari"):
            list(AWARI.endgame(name))


def test_the_last_seeds_are_worth_what_retrograde_analysis_by_hand_says(tmp_path):
    """The database is read as by `zermelo solve awari --endgame 3`."""
    starts = list(AWARI.endgame("3"))
    zermelo.solve(AWARI, tmp_path / "three", states=starts, native=False)
    database, numbers, queue = zermelo.Database(tmp_path / "three"), {}, starts
    for state in queue:
        if state not in numbers:
            numbers[state] = len(numbers)
            queue += [AWARI.play(state, move) for move in AWARI.moves(state)]
    children = [[numbers[AWARI.play(s, m)] for m in AWARI.moves(s)] for s in numbers]
    ends = [AWARI.outcome(state) for state in numbers]
    values = oracles.retrograde(children, [state.player for state in numbers], ends)
    known = [database.score(state) for state in numbers]
    signs = [(score > 0) - (score < 0) for score in known]
    ends = [(sign, value) for sign, (value, _) in zip(signs, values, strict=True) if value]
    assert len(ends) > 500 and all(sign == value for sign, value in ends)  # others go round
    assert {-1, 0, 1} == set(signs)
    state = AWARI.parse_state("0,0,0,0,0,1,0,0,0,0,0,0,23,24 A")  # fed, B keeps the last seed
    assert AWARI.outcome(AWARI.play(state, 5)) == 1


def test_endless_play_has_the_sign_of_the_score(tmp_path):
    """Endless play is no draw when one player has captured more."""
    game = zermelo.game("awari")
    databases = []
    for by in ("outcome", "score"):
        zermelo.solve(game, tmp_path / by, endgame="3", by=by, native=False)
        databases.append(zermelo.Database(tmp_path / by))
    endless = 0
    for state in game.endgame("3"):
        by_outcome, by_score = (database.score(state) for database in databases)
        assert (by_outcome > 0) - (by_outcome < 0) == (by_score > 0) - (by_score < 0)
        endless += abs(by_outcome) == 1
    assert endless > 100
    assert zermelo.verify(tmp_path / "outcome").sound


def test_who_goes_round_has_what_was_taken_and_half_of_the_rest():
    game = zermelo.game("awari")
    state = game.parse_state("0,0,0,0,0,1,0,0,0,0,0,1,30,16 A")
    assert zermelo.analyze(game, state, native=False).value == 1
    assert zermelo.prove(game, state, claim="value >= 0", native=False).proven is not False
    history = History(game, DrawRules(), start=state)
    while not history.over:
        history.play(next(iter(game.moves(history.state))))
    assert (history.ended_by, history.result, history.margin) == ("repetition", 1, 14)
