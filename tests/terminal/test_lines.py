"""The terminal game with scripted input: what is said, and what becomes of the game."""

import io

import pytest
from rich.console import Console

import zermelo
from pointgames import Strip
from zermelo.play.player import Person
from zermelo.play.session import Session
from zermelo.players.search import FirstMove, RandomMoves, Search
from zermelo.search.engine.options import USUAL
from zermelo.terminal.lines import TerminalGame

TICTACTOE = zermelo.game("tictactoe")


def transcript(*lines: str, players=None, game=TICTACTOE, terminal=False) -> tuple[str, Session]:
    """What the terminal shows when a person types `lines`, and the session afterwards."""
    typed = iter(lines)

    def read(prompt: str) -> str:
        for line in typed:
            return line
        raise EOFError

    session = Session(game, players or (Person(), FirstMove()))
    console = Console(
        file=io.StringIO(),
        width=100,
        highlight=False,
        force_terminal=terminal,
        legacy_windows=False,
    )
    TerminalGame(session, console, Search(native=False, options=USUAL), read=read).run()
    return console.file.getvalue(), session


def test_a_game_is_played_to_its_final_message():
    shown, session = transcript("1,1", "0,2", "2,0")
    assert session.outcome == "player 1 (X) wins"
    assert "Game over: player 1 (X) wins." in shown
    assert "player 2 (O) played 0,0" in shown
    assert "value: draw" in shown
    assert shown.rstrip().endswith("moves: 1,1 0,0 0,2 0,1 2,0")


def test_wrong_input_is_asked_again_with_the_reason():
    shown, session = transcript("9,9", "middle", "", "1,1", "quit")
    assert "9,9 is no legal move here; legal: 0,0" in shown
    assert "middle is no legal move here" in shown
    assert session.history == ["1,1", "0,0"]


def test_hint_names_the_best_moves_and_their_value():
    shown, _ = transcript("1,1", "hint", "quit")
    assert "best: 0,1 0,2 1,0 1,2 2,0 2,1 2,2   (draw)" in shown


def test_moves_lists_the_legal_moves_and_help_the_words():
    shown, _ = transcript("moves", "help", "quit")
    assert "0,0 0,1 0,2 1,0 1,1 1,2 2,0 2,1 2,2" in shown
    for word in ("hint", "undo", "redo", "restart", "moves", "quit"):
        assert word in shown


def test_undo_redo_and_restart():
    shown, session = transcript("undo", "1,1", "undo", "redo", "redo", "QUIT")
    assert "nothing to undo" in shown and "nothing to redo" in shown
    assert session.history == ["1,1", "0,0"]
    _, session = transcript("1,1", "restart")
    assert session.history == []


def test_the_end_of_input_leaves_the_game():
    shown, session = transcript("1,1")
    assert session.history == ["1,1", "0,0"]
    assert shown.rstrip().endswith("moves: 1,1 0,0")


def test_computers_play_each_other_and_say_what_they_expect():
    players = (Search(native=False, seed=1), RandomMoves(3))
    shown, session = transcript(players=players)
    assert session.over and f"Game over: {session.outcome}." in shown
    assert "(value: draw)" in shown


def test_the_screen_is_redrawn_on_a_terminal_only():
    assert "\x1b[2J" in transcript("1,1", terminal=True)[0]
    assert "\x1b[2J" not in transcript("1,1")[0]


@pytest.mark.long
def test_a_button_is_drawn_and_its_label_may_be_typed():
    shown, session = transcript("0", "Pass", "quit", game=Strip(), players=(Person(), Person()))
    assert session.history == ["0", "4"]
    assert shown.count("[pass]") == 3
