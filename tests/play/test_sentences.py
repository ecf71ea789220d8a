"""Mistakes in words: what a bad move allows or misses."""

import pytest

import zermelo
from walking import review
from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.play.advice import EngineAdvisor
from zermelo.play.effects import effect_of
from zermelo.play.review import review_plies
from zermelo.play.sentences import Fault, explain
from zermelo.play.session import Session


def tell_effect(spec: str, state: str, move: str) -> str:
    """The sentence about a move."""
    game = zermelo.game(spec)
    session, advisor = Session(game, start=game.parse_state(state)), EngineAdvisor(native=False)
    session.move(move)
    return review_plies(review(session, advisor))[-1].why or ""


@pytest.mark.parametrize(
    ("spec", "state", "move", "sentence"),
    [
        ("tictactoe", "XX./OO./...", "c1", "This misses a win at once: c3, which completes three"),
        ("tictactoe", "XX./.../..O", "a1", "This does not stop the threat c3: player 1 (X) now"),
        ("tictactoe", ".../.X./...", "b3", "Now player 1 (X) wins by force in 3 moves"),
        ("isolation(width=3, height=2)", "A../... B", "b1",
         "Now player 1 (A) wins in 2 with b2."),
        ("isolation(width=3, height=2)", ".../.BA A", "c2",
         "Now player 2 (B) wins at once with b2."),
        ("chess", "rnb1kbnr/pp1p1pp1/4p3/2p4p/P2PPq2/2N5/1PP1K1PP/R1BQ1BNR b kq -", "Qg3",
         "Now player 1 (white) takes the queen on g3 with hxg3. Line: Qg3 hxg3 "),
        ("chess", "4kbr1/ppp1p1pp/8/2P4P/P6P/2N1BN1q/1PP1PP2/R3K2R w KQ -", "Na2",
         "This misses Rxh3, which takes the queen on h3; player 1 (white) loses two rooks: Qxh1+"),
        ("checkers", ".bbb/b.../bwbb/b.../.w../.w.w/...w/wwww W", "18-14",
         "Player 2 (white) loses two men for one: 9x18x25 follows."),
        ("othello", "..OOOO../X.OOOOO./.X.OOOOX/O.XOOXOX/.XXXXOOX/..XOOOOX/..XXXO.X/.XXXX.O. X",
         "g1", "Now player 2 (white) takes a corner with h1."),
        # a forced capture is no choice
        ("checkers", "bbbb/bb../b..b/...b/..w./w.ww/ww../www. B", "3-7",
         "After 3-7, player 1 (black) guards the home row with three men; after 9-14, it"),
        ("amazons(size=5)", ".O.O./O...O/...../X...X/.X.X. X", "a2-b2/e5",
         "After a2-b2/e5 d5-d2/c3, player 2 (white) reaches four cells first and player 1 (black)"),
        ("morris", "WBWBB..BWW.....W.B...W..,2,3,B", "c5",
         "This misses b4, which threatens two mills."),
        # a turn can have several moves, and a move close several boxes
        ("dotsandboxes(width=3, height=2)", "+.+.+-+/|....../+-+-+.+/..|a|.|/+-+-+-+ B", "c2-c3",
         "Now player 1 (A) wins by force, beginning with a1-a2 c2-d2 d2-d3 a3-b3, which "),
        ("dotsandboxes", "+-+-+-+/..|b|b|/+.+-+-+/|.....|/+-+-+-+/|....../+.+.+-+ B", "b2-b3",
         "Now player 1 (A) wins by force, beginning with c2-c3, which gains two boxes."),
    ],
)  # fmt: skip
def test_a_sentence_says_what_happens(spec, state, move, sentence):
    assert tell_effect(spec, state, move).startswith(sentence)


def explain_lines(spec, state, worths, best, move, after) -> str:
    """The sentence about a move, given the best line, the line after the move, and their worths."""
    game, line = zermelo.game(spec), tuple(best.split())
    here = game.parse_state(state)
    seen = Analysis(
        spec, None, game.player(here), worths[0], exact=False, best_moves=line[:1], line=line
    )
    made = MoveValue(move, worths[1], exact=False)
    return explain(Fault(game, here, seen, made, tuple(after.split())))


def test_lines_are_compared_as_far_as_the_shorter_one_is_known():
    state = "O.X.OX./OO.O..X/O.XX.../.OOXX../..OOX../X..O..X/.XO..X. X"
    for best, soon in (("f6 b2 a3", False), ("f6 b2 a3 a4 e5 f4 d7 b3", True)):
        sentence = explain_lines(
            "go(size=7)", state, (0.4, 0.2), best, "g5", "b2 a3 a4 e5 b3 d7 a1"
        )
        assert ("This loses three stones: b2, and soon a1." in sentence) == soon


@pytest.mark.parametrize(
    ("spec", "state", "worths", "best", "move", "after", "sentence"),
    [
        ("hex(size=4)", "..../..../..../....", (0.2, -0.2), "b2 c3", "a1", "b2 c2",
         "Now player 2 (orange) gets b2, which was best for both players."),
        ("checkers", "b.bb/b.bb/bb.b/..bb/..../.www/wwww/wwww W", (0.3, -0.3),
         "24-19 15x24 27x20x11x2 3-7 2x11 8x15 23-18 15-19", "24-20",
         "16-19 23x16 12x19 25-21 7-11", "After 24-19, player 2 (white) soon wins three "
         "men for a king, beginning with 27x20x11x2."),
        ("checkers", "bW../b.../..../..b./..../.ww./...b/w... B", (0.3, -0.3),
         "1-6 2x9 5x14 29-25 28-32 25-21 32-27 22-17", "15-19",
         "23x16 28-32 2-7 32-27 16-11 27-31",
         "This misses 1-6 2x9 5x14, which takes a king for a man; now player 2 (white) takes the "),
        # an even exchange is no reason, but a capture missed is
        ("chess", "r1b2rk1/1p1p1ppn/p1n4p/4P3/1qBB4/5N2/P4PPP/1R1QR1K1 b - -", (0.013, 0.002),
         "Qxc4 Qb3 Qxb3 axb3", "Qa5", "h4 Nxd4 Qxd4 b5 Bd5",
         "This misses Qxc4, which takes the bishop on c4."),
        # captures that follow the better move, too, are compared
        ("go(size=7)", "O.OX.../OO.X.../O.OOX.O/XXXXOX./...XO../XX.X.../...OX.O O", (-0.3, -0.5),
         "e6 c1 f5 f3 c3 e2 e7 e5 c6", "b7", "c1 c3 b5 e6 c6 b6 b7 a6",
         "Player 2 (white) loses nine stones: c1 follows; after e6, only three stones for three."),
        # large numbers have verbs of their own
        ("kalah", "4,4,4,4,4,0,1,5,5,5,4,4,4,0 B", (-0.7, -0.9), "6 2 6 1 2 6 5 5", "3",
         "3 6 2 4 1 6 5", "After 3, player 1 soon gains 11 seeds and player 2 gains 2; after 6, it "
         "would be 9 and 4."),
    ],
)  # fmt: skip
def test_a_sentence_compares_two_lines(spec, state, worths, best, move, after, sentence):
    assert explain_lines(spec, state, worths, best, move, after).startswith(sentence)


@pytest.mark.parametrize(
    ("spec", "state", "move", "words"),
    [
        ("morris", "WWWBWW.W..W....WBBBB..B.,0,1,B", "f2xc3",
         "closes a mill and takes the man on c3"),
        ("amazons(size=5)", ".O.O./O#.X./#.#.O/X...X/....X O", "a4-d1/d2",
         "shuts in the amazon on e1"),
        ("dotsandboxes(width=1, height=2)", "+-+/|../+.+/|../+.+ A", "a1-b1",
         "forces the opponent to give the next box away"),
        ("connectfour", "......./......./...O.../...X.../..OX.../..OXXO.", "3",
         "makes a winning cell at row 4 of column 2"),
        ("breakthrough",
         "O......./O......./OOOO..../OO.X..OO/..OO..../X.X...../X.X...X./XX...X.. O",
         "d4xc3", "brings a man safely within two steps of the far row and takes the man on c3"),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - -", "a8=Q+", "promotes a pawn"),
    ],
)  # fmt: skip
def test_an_effect_in_words(spec, state, move, words):
    game = zermelo.game(spec)
    at = game.parse_state(state)
    assert effect_of(game, at, game.parse_move(at, move)).words("man") == words
