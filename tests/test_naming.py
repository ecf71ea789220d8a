"""How players are named after pieces that only they have, and how points are worded."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

import zermelo
from pointgames import Matches, Strip
from walking import after
from zermelo import Game, Picture, replaced
from zermelo.contract.analysis import MoveValue
from zermelo.naming import (
    analysis_words,
    bound_text,
    fault_words,
    final_points,
    move_mark,
    move_summary,
    move_words,
    outcome_words,
    piece_symbols,
    player_name,
    progress_words,
    value_words,
)
from zermelo.terminal.board import short


class Shelf(NamedTuple):
    places: tuple[int, ...]
    player: int


class Shelves(Game[Shelf]):
    """Put a piece of one of `kinds` kinds on one of six places.

    The first player's first piece is an a, the second player's a b; later both may put any kind.
    If `marked`, the second player's pieces have a star.
    """

    kinds: int = 4
    marked: bool = False

    def start(self) -> Shelf:
        return Shelf((0,) * 6, 0)

    def moves(self, state: Shelf) -> Iterator[int]:
        first = state.player
        for place in range(6):
            if state.places[place] == 0:
                for kind in range(self.kinds):
                    yield 10 * place + (kind + first) % self.kinds

    def play(self, state: Shelf, move: int) -> Shelf:
        piece = 1 + move % 10 + 10 * state.player
        return Shelf(replaced(state.places, move // 10, piece), state.player ^ 1)

    def picture(self, state: Shelf) -> Picture:
        pieces = {}
        for place, piece in enumerate(state.places):
            if piece:
                mark = "*" if self.marked and piece > 10 else ""
                pieces[place] = "abcd"[(piece - 1) % 10] + mark
        clicks = {move: (move // 10, move % 10) for move in self.moves(state)}
        return Picture.grid(6, 1, pieces, clicks)


def test_players_are_named_after_pieces_that_only_they_have():
    assert piece_symbols(Shelves()) is None
    assert player_name(Shelves(), 0) == "player 1"
    assert piece_symbols(Shelves(marked=True)) == ("a", "b*")
    assert player_name(Shelves(kinds=2, marked=True), 1) == "player 2 (b*)"
    assert piece_symbols(Strip()) == ("X", "O")


@pytest.mark.parametrize(
    ("spec", "symbols"),
    [
        ("tictactoe", ("X", "O")),
        ("isolation", ("A", "B")),
        ("connectfour", ("●", "★")),
        ("morris", ("○", "●")),
        ("pentago", ("●", "○")),
        ("quarto", None),
        ("kalah", None),
        ("nim", None),
    ],
)
def test_the_symbols_of_known_games(spec, symbols):
    assert piece_symbols(zermelo.game(spec)) == symbols


WORDS = [  # a move's value, and its summary, sentence, mark and words with a bound
    (MoveValue("a", 1, remoteness=3), "win in 3", "wins in 3 plies", "3", "win"),
    (MoveValue("a", -1, remoteness=1), "loss in 1", "loses in 1 ply", "1", "loss"),
    (MoveValue("a", -1), "loss", "loses", "", "loss"),
    (MoveValue("a", 0), "draw", "draws", "", "draw"),
    (MoveValue("a", -0.254, False), "about 37%", "has 37% chance", "37%", "−0.25"),
    (MoveValue("a", -0.001, False), "about 50%", "has 50% chance", "50%", "+0.00"),
    (MoveValue("a", 0.1, False, "at most"), "about 55%", "has 55% chance", "55%", "≤ +0.10"),
    (MoveValue("a", 0.1, False, "at least"), "about 55%", "has 55% chance", "55%", "≥ +0.10"),
]


@pytest.mark.parametrize(("entry", "summary", "sentence", "mark", "bound"), WORDS)
def test_a_moves_value_in_words(entry, summary, sentence, mark, bound):
    assert move_summary(None, entry) == summary
    assert move_words(None, entry) == sentence
    assert move_mark(None, entry) == mark
    assert bound_text(entry) == bound


@pytest.mark.parametrize(
    ("value", "plies", "summary", "sentence", "mark"),
    [
        (1, 1, "mate in 1", "mates in 1", "#1"),
        (-1, 4, "mated in 2", "is mated in 2", "#2"),
        (0, None, "draw", "draws", ""),
    ],
)
def test_wins_in_chess_are_mates_counted_in_moves(value, plies, summary, sentence, mark):
    chess, entry = zermelo.game("chess"), MoveValue("Qh4#", value, remoteness=plies)
    assert (move_summary(chess, entry), move_words(chess, entry)) == (summary, sentence)
    assert move_mark(chess, entry) == mark
    if value:
        words = value_words(chess, 0, value, exact=True, remoteness=plies)
        assert words.endswith(f"mates in {mark[1:]}")


def test_a_positions_value_in_words():
    game = zermelo.game("tictactoe")
    message = [value_words(game, 1, value, exact=True, remoteness=2) for value in (1, -1, 0)]
    assert message == ["player 2 (O) wins in 2 plies", "player 1 (X) wins in 2 plies", "draw"]
    assert value_words(game, 0, -1, exact=True, remoteness=0) == "player 2 (O) has won"
    quarter = "25% chance for player 1 (X)"
    assert value_words(game, 0, -0.5, exact=False, depth=3) == f"{quarter} at depth 3"
    assert progress_words(game, 0, -0.5) == quarter
    assert progress_words(game, 0, -1.0) == "player 2 (O) wins"
    assert value_words(None, 0, None, exact=False) == "nothing known yet"


class Odd(Matches):
    """Matches in which the player with fewer points wins, and a lead of seven is a draw."""

    def outcome(self, state):
        points = self.score(state)
        return 2 if state.left else 0 if abs(points) == 7 else -1 if points > 0 else 1


@pytest.mark.parametrize(
    ("moves", "said", "ahead"),
    [
        ("3 3 1", "player 1 wins by 1 point", 1),
        ("1 1 3 1 1", "player 2 wins by 3 points", -3),
        ("1 3", None, None),
    ],
)
def test_a_game_for_points_ends_with_points(moves, said, ahead):
    game = Matches(size=7)
    state = after(game, moves)
    assert (outcome_words(game, state), final_points(game, state)) == (said, ahead)


def test_points_that_do_not_decide_are_not_said():
    assert outcome_words(Odd(size=7), after(Odd(size=7), "3 3 1")) == "player 2 wins"
    tictactoe = zermelo.game("tictactoe")
    over = after(tictactoe, "0,0 1,0 0,1 1,1 0,2")
    assert outcome_words(tictactoe, over) == "player 1 (X) wins"
    assert final_points(tictactoe, over) is None


def test_points_are_said_with_their_sign():
    proven = MoveValue("a", -8, by="score")
    assert move_words(None, proven) == "loses by 8 points" and move_mark(None, proven) == "−8"
    assert (bound_text(proven), move_summary(None, proven)) == ("−8", "−8")
    guess = MoveValue("a", 3.25, exact=False, by="score")
    assert (move_words(None, guess), move_mark(None, guess)) == ("has +3.2 points", "+3.2")
    assert move_words(None, MoveValue("a", 0, by="score")) == "draws"
    assert short(proven) == "−8" and short(guess) == "+3"
    whole = MoveValue("a", 3, exact=False, by="score")
    assert (move_mark(None, whole), move_summary(None, whole)) == ("+3.0", "about +3.0")
    assert fault_words("mistake", 4, "score") == "gave 4 points away"
    assert fault_words("doubtful", 4.25, "score") == "gave perhaps 4.2 points away"


def test_what_a_position_is_worth_in_points_is_said_in_words():
    game = Matches()
    words = analysis_words(game, zermelo.analyze(game, by="score", native=False))
    assert words == "player 1 wins by 1 point"
    yes, no = (zermelo.analyze(game, by="score", margin=m, native=False) for m in (1, 2))
    assert analysis_words(game, yes) == "player 1 gets at least +1"
    assert analysis_words(game, no) == "player 1 gets less than +2"
    assert "▸   3      yes" in str(yes) and " no\n" in str(no)
