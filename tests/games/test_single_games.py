"""Single games: what theory and the literature say of them, and lines, slides and clicks."""

from functools import cache
from itertools import combinations

import pytest

import zermelo
from oracles.wythoff import golden_pairs
from walking import after, texts
from zermelo import DRAW, LOSS, ONGOING, WIN
from zermelo.kit.graphs import automorphisms
from zermelo.kit.pieces import Men
from zermelo.spec import parse_game


def test_tic_tac_toe_has_its_5478_positions_and_255168_games():
    game = parse_game("tictactoe")

    @cache
    def games(state) -> int:
        return sum(games(game.play(state, m)) for m in game.moves(state)) or 1

    assert games(game.start()) == 255_168
    assert games.cache_info().currsize == 5_478


def test_a_full_board_without_a_line_is_a_draw():
    game = parse_game("tictactoe")
    state = after(game, "0,0 0,1 0,2 1,1 1,0 1,2 2,1 2,0 2,2")
    assert game.outcome(state) == DRAW


def test_the_last_stone_wins_even_when_it_fills_the_board():
    game = parse_game("tictactoe")
    state = after(game, "0,0 0,1 0,2 1,0 1,2 1,1 2,1 2,0 2,2")
    assert game.outcome(state) == LOSS
    assert list(game.moves(state)) == []


def test_lines_do_not_wrap_around_the_edges():
    game = parse_game("mnk(width=4, height=4, k=3)")
    assert game.outcome(game.parse_state("..XX/X.OO/..../....")) == ONGOING
    game = parse_game("connectfour(width=4, height=4, k=3)")
    assert game.outcome(after(game, "2 1 4 1 1 3 1")) == ONGOING


def test_connect_four_searches_the_centre_first():
    game = parse_game("connectfour(width=5, height=4)")
    start = game.start()
    columns = sorted(game.moves(start), key=lambda move: -game.order(start, move))
    assert "".join(game.format_move(start, move) for move in columns) == "32415"


def test_a_click_anywhere_in_a_column_counts_for_the_landing_cell():
    game = parse_game("connectfour(width=3, height=2, k=2)")
    picture = game.picture(game.parse_state("O../X.."))
    assert set(picture.clicks.values()) == {(4,), (5,)}
    assert picture.aliases == {1: 4, 2: 5}  # the full column takes none


def test_a_queen_does_not_slide_over_closed_cells_nor_around_the_edges():
    game = parse_game("isolation(width=4, height=3, blocked=[(1, 0)])")
    state = after(game, ["0,0", "0,2"])
    assert texts(game, state) == ["0,1", "1,1", "2,2"]


def test_stuck_either_judges_the_mover_first():
    game = parse_game("isolation(width=2, height=1, stuck='either')")
    assert game.outcome(after(game, ["0,0"])) == ONGOING
    assert game.outcome(after(game, ["0,0", "1,0"])) == LOSS
    game = parse_game("isolation(width=4, height=1, stuck='either')")
    assert game.outcome(after(game, ["0,0", "1,0"])) == LOSS
    game = parse_game("isolation(width=4, height=1, blocked=[(1, 0)], stuck='either')")
    assert game.outcome(after(game, ["0,0"])) == WIN


@pytest.mark.parametrize("rows", [(1, 2, 3), (1, 3, 5), (2, 2), (1, 1, 1), (4, 4, 1), (5,)])
@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_won_as_nim_sums_say(rows, misere):
    """Bouton (1901): lost with nim-sum 0; misère differs when every row has one match at most."""
    game = parse_game(f"nim(rows={list(rows)}, misere={misere})")

    @cache
    def value(state) -> int:
        outcome = game.outcome(state)
        if outcome != ONGOING:
            return outcome
        return max(-value(game.play(state, move)) for move in game.moves(state))

    for state in [game.start(), *(game.play(game.start(), m) for m in game.moves(game.start()))]:
        nim_sum = 0
        for matches in state.rows:
            nim_sum ^= matches
        swapped = misere and max(state.rows) <= 1
        assert value(state) == (WIN if (nim_sum != 0) != swapped else LOSS)


def test_exactly_the_golden_pairs_are_lost():
    game = zermelo.game("wythoff(first=30, second=30)")
    lost = set()
    for total in range(61):
        for first in range(max(0, total - 30), min(30, total) + 1):
            state = game.start()._replace(first=first, second=total - first)
            children = (game.play(state, move) for move in game.moves(state))
            if not any(child[:2] in lost for child in children):
                lost.add(state[:2])
    pairs = {pair for pair in golden_pairs(20) if max(pair) <= 30}
    assert lost == pairs | {pair[::-1] for pair in pairs} and (8, 13) in lost


@pytest.mark.long
def test_there_are_2296_positions_and_29_of_them_lost(tmp_path):
    """Up to symmetry, for either player; 15 of them without a move (Wikipedia)."""
    solution = zermelo.solve("lgame", tmp_path / "lgame")
    assert solution.states == 2 * 8 * 2296 and solution.losses == 2 * 8 * 29


@pytest.mark.parametrize(
    ("spec", "text", "last", "answer"),
    [
        ("hex(size=4)", "...O/.X../.O../X...", "b3", "a3"),
        ("hex(size=4)", "..O./.X../..../X..O", "c1", "b1"),  # the upper side is X's own
        ("hex(size=4)", "..../X.../O.../X..O", "a3", None),  # the left one is not
        ("hex(size=4)", "..../.X../..O./X..O", "c3", None),  # in no bridge
        ("y(size=4)", ".O../X../../.", "b1", "a1"),
        ("y(size=4)", "..../.X./O./.", "a3", "a2"),  # all sides are everyone's
    ],
)
def test_the_other_cell_of_a_broken_bridge_is_the_reply(spec, text, last, answer):
    game = zermelo.game(spec)
    state = game.parse_state(text)
    move = next(cell for cell in game.actions() if game.cell_name(cell) == last)
    reply = game.reply(state, move)
    assert (None if reply < 0 else game.cell_name(reply)) == answer


def classes(game, men: int) -> int:
    """The number of positions up to symmetry, with either player to move."""
    points, result = range(game.area), set()
    for own in combinations(points, men):
        for other in combinations(set(points) - {*own}, men):
            state = Men(sum(1 << p for p in own), sum(1 << p for p in other), 0)
            result.add(min(game.symmetries(state)))
    return len(result)


def test_there_are_as_many_positions_as_ascher_and_straffin_counted():
    assert classes(zermelo.game("mutorere"), 4) == 46
    assert classes(zermelo.game("ponghauki"), 2) == 16


@pytest.mark.parametrize(
    ("points", "links", "count"),
    [
        (4, [(0, 1), (1, 2), (2, 3), (3, 0)], 8),  # a square
        (4, [(0, 1), (0, 2), (0, 3)], 6),  # a star
        (3, [], 6),
        (6, [(0, 1), (1, 2), (2, 3), (3, 4), (1, 5)], 2),
        (7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 6)], 1),
    ],
)
def test_symmetries_are_those_of_the_lines(points, links, count):
    result = automorphisms(points, links)
    assert result[0] == tuple(range(points)) and len(set(result)) == len(result) == count
    lines = {frozenset(link) for link in links}
    for images in result:
        assert {frozenset(images[point] for point in line) for line in lines} == lines
