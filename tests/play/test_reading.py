"""Moves as people write them mean what they mean, and nothing where they could mean two things."""

import contextlib
import random

import pytest

import zermelo
from zermelo.contract.game import ONGOING
from zermelo.errors import IllegalMoveError
from zermelo.games import BUILT_IN
from zermelo.play.movetext import read_movetext
from zermelo.play.position import Position, position, read_moves
from zermelo.play.session import Session

CHECKERS = ".b../..w./..../..w./w.../b.../..b./.w.. B"
ALIKE = {
    "chess": [
        "e4 e5 Nf3",
        "1. e4 e5 2. Nf3",
        "1.e4 e5 2.Nf3 *",
        "e4! e5?! Ng1f3",
        "e2e4 e7-e5 Ng1-f3",
        "1. e2e4 e5 N1f3",
    ],
    "othello": ["f5 d6 c3 d3 c4", "F5D6C3D3C4", "f5d6c3 d3c4", "1. F5 d6 2. C3 d3 c4!"],
    "connectfour": ["4 4 4 4 4 3", "444443", "1. 4 4 2. 4 4 3. 43 1/2-1/2"],
    "tictactoe(coordinates='numbers')": ["1,1 0,0", "b2 a3"],
    "isolation": ["b1 a2 a1", "1,1 0,0 0,1"],
    "isolation(coordinates='numbers')": ["1,1 0,0 0,1", "b1 A2 a1"],
    "ultimate": ["d2 a6", "7,3 3,0"],
    "chomp": ["b3 d4", "1,1 0,3"],
    "dotsandboxes": ["a3-a4 b3-b4 a4-b4", "|0,0 |1,0 -0,0"],
    "tictactoe": ["b2 a3", "b2a3", "1. B2 a3", "1,1 0,0", "1. 1,1 0,0"],
}


@pytest.mark.parametrize("game", ALIKE)
def test_lines_as_people_write_them(game):
    rules = zermelo.game(game)
    plain, *others = (position(rules, moves=moves) for moves in ALIKE[game])
    assert others == [plain] * len(others)


@pytest.mark.parametrize(
    ("fen", "text", "plain"),
    [
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8Q", "a8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8(Q)", "a8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8n", "a8=N"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "dxe3e.p.", "dxe3"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "de3 ep", "dxe3"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "0-0", "O-O"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O"),
        ("4k3/8/8/8/8/1b6/8/N3K3 w - -", "N:b3", "Nxb3"),
    ],
)
def test_chess_as_people_write_it(fen, text, plain):
    chess = zermelo.game("chess")
    state = chess.parse_state(fen)
    assert chess.format_move(state, chess.parse_move(state, text)) == plain


def test_every_chess_move_is_read_with_its_whole_origin():
    chess, chance = zermelo.game("chess"), random.Random(5)
    state = chess.start()
    for _ in range(40):
        moves = list(chess.moves(state))
        for move in moves:
            letter = chess.format_move(state, move)[0]
            whole = (letter if letter in "KQRBN" else "") + chess.uci(state, move)
            assert chess.parse_move(state, whole) == move
        state = chess.play(state, chance.choice(moves))


@pytest.mark.parametrize("text", ["Rd1", "R1", "N", "", "bd1", "Kd1d1", "ep", "x"])
def test_what_could_mean_two_moves_or_none_is_refused(text):
    chess = zermelo.game("chess")
    state = chess.parse_state("4k3/8/8/8/8/7K/8/R6R w - -")
    with pytest.raises(IllegalMoveError, match="no legal move here"):
        chess.parse_move(state, text)


def test_a_word_is_parted_only_where_one_move_begins_it():
    """With eleven columns "11" could be the first column twice."""
    wide = zermelo.game("connectfour(width=11, height=4)")
    with pytest.raises(IllegalMoveError, match="112"):
        position(wide, moves="112")
    assert position(wide, moves="11") != position(wide, moves="1 1")


@pytest.mark.parametrize("text", ["2x18", "2x11x18", "1. 2x18", "2X18!"])
def test_a_capture_is_read_by_its_ends_from_a_state(text):
    checkers = zermelo.game("checkers")
    state = checkers.parse_state(CHECKERS)
    after = checkers.play(state, checkers.parse_move(state, "2x11x18"))
    assert position(checkers, state=CHECKERS, moves=text) == after
    assert Position(checkers, state).play(text).state == after


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_reads_its_lines_numbered_and_in_capitals(name):
    """In one word they are read as they were made, or not at all."""
    game = zermelo.game(name)
    chance, state, moves, texts = random.Random(name), game.start(), [], []
    while game.outcome(state) == ONGOING and len(moves) < 12:
        moves.append(chance.choice(list(game.moves(state))))
        texts.append(game.format_move(state, moves[-1]))
        state = game.play(state, moves[-1])
    for line in (
        " ".join(f"{number}. {text}" for number, text in enumerate(texts, 1)),
        " ".join(texts).upper(),
    ):
        assert [move for move, _ in read_moves(game, game.start(), line)] == moves
    with contextlib.suppress(IllegalMoveError):
        assert [move for move, _ in read_moves(game, game.start(), "".join(texts))] == moves


def test_a_game_that_is_over_takes_its_result_and_no_move():
    session = Session(zermelo.game("nim(rows=[2])"))
    read_movetext(session, "1. 0,2 1-0")
    assert session.over
    with pytest.raises(IllegalMoveError, match="the game is over"):
        read_movetext(session, "0,1")


def test_the_command_goes_on_from_a_state(run_json):
    shown = run_json("show", "checkers", "--json", "--state", CHECKERS, "--moves", "2x18")
    assert shown["state"].endswith(" W")
