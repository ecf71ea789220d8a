"""Threats after a pass, and what lines of moves gain, in words."""

import pytest

import zermelo
from zermelo.play.effects import pass_turn, play_texts, wins_at_once
from zermelo.play.lines import describe_line

CHECK = "e4 e5 Qh5 Nc6 Qxf7+"  # a player in check may not pass


def at(spec: str, moves: str):
    game = zermelo.game(spec)
    return game, play_texts(game, game.start(), moves.split())


@pytest.mark.parametrize(
    ("spec", "moves", "wins"),
    [
        ("tictactoe", "b2 b3 a3", ["c1"]),
        ("connectfour", "4 1 4 1 4", ["4"]),
        ("chess", "e4 e5 Bc4 Nc6 Qh5", ["Qxf7#"]),
        ("chess", CHECK, None),
        ("checkers", "", []),
        ("hex", "a1", []),
        ("tictactoe", "b2 b3 a3 a1", []),
        ("tictactoe", "b2 b3 a3 a1 c1", None),
    ],
)
def test_a_pass_shows_what_the_other_player_threatens(spec, moves, wins):
    game, state = at(spec, moves)
    passed = pass_turn(game, state)
    assert (passed is None) == (wins is None)
    assert wins_at_once(game, passed) == (wins or [])
    if passed is not None:
        assert game.player(passed) != game.player(state)
        assert pass_turn(game, passed) in (state, None)


def test_a_pass_leaves_each_player_the_men_in_hand():
    game, state = at("morris", "a7")
    passed = pass_turn(game, state)
    assert game.picture(passed).hands == game.picture(state).hands
    assert pass_turn(game, passed) == state


@pytest.mark.parametrize(
    ("spec", "moves", "line", "words"),
    [
        ("tictactoe", "b2 b3 a3", "c1", "stops c1"),
        ("tictactoe", "b2 b3 a3", "c3", "lets player 1 (X) win with c1"),
        ("tictactoe", "b2 b3", "a3", "threatens to win with c1"),
        ("othello", "", "d3", ""),  # every reply ends the threat to take the last white disc
        ("tictactoe", "b2 b3 a3 c3", "c1", "completes three in a line"),
        ("chess", "e4 e5 Nf3 Nc6 Bc4 Nd4", "Nxe5", "takes the pawn on e5"),
        ("chess", "e4 d5", "a3 dxe4 d3 a6", "is followed by dxe4, which takes the pawn on e4"),
        ("chess", "e4 e5", "Nf3 a6 Nxe5 h6", "prepares Nxe5, which takes the pawn on e5"),
        ("chess", "e4 e5", "Nf3 a6 Nxe5", ""),  # the pawn may be guarded
        ("chess", "e4 e5 Nf3 Nc6 Bc4 d6", "Bxf7+ Kxf7", "takes the pawn on f7 for a bishop"),
        ("chess", "e4 d5", "a3 d4 Nf3 h5 Nxd4 h4 g3 Qxd4 h3", ""),  # a knight for a pawn
        # an even exchange is no gain, whether or not the line shows its end
        ("chess", "e4 d5", "Nc3 dxe4 Nxe4", ""),
        ("chess", "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6", "d3 a6 Bxf7+", ""),
        ("chess", "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6", "d3 a6 Bxf7+ Kxf7", ""),
        # a pawn that comes there later, and may be retaken
        ("chess", "", "d4 c5 dxc5 Qa5+ Nc3 a6", ""),
        # a mate counts more than what is taken on the way
        ("chess", "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5 Nxf7 Qxg2 Rf1", "Qxe4+ Be2 Nf3#", "mates in 2"),
        ("tictactoe", "b2 b3", "a3 c1 a1 a2 c3", "wins in 3"),
        ("othello", "f5 d6 c3 d3 c4", "b3", ""),  # every move turns discs
        ("connectfour", "4 4 3 3", "2", "threatens to win with 1 or 5"),
        ("nim", "", "", ""),
    ],
)
def test_a_line_is_told_by_what_it_achieves(spec, moves, line, words):
    game, state = at(spec, moves)
    assert describe_line(game, state, tuple(line.split())) == words
