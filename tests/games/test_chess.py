"""Chess: the notation of protocols, and mates that the engine proves."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.players.notation import notation

CHESS = zermelo.game("chess")


def test_protocols_write_chess_as_uci_has_it():
    speaks = notation(CHESS, "uci")
    state = speaks.parse_state("r3k3/6P1/8/8/8/8/8/4K2R w Kq - 3 40")
    moves = {speaks.format_move(state, move) for move in CHESS.moves(state)}
    assert {"g7g8q", "g7g8n", "e1g1", "h1h8"} <= moves
    after = CHESS.play(state, speaks.parse_move(state, "g7g8n"))
    assert speaks.format_state(after) == "r3k1N1/8/8/8/8/8/8/4K2R b Kq - 0 1"


MATES_IN_TWO = {  # the key of problems and the ends of games that everybody knows
    "kbK5/pp6/1P6/8/8/8/8/R7 w - -": "Ra6",  # Morphy's problem
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k -": "Qb8+",  # Morphy in the opera, 1858
    "r1bk2nr/p2p1pNp/n2B4/1p1NP2P/6P1/3P1Q2/P1P1K3/q5b1 w - -": "Qf6+",  # Anderssen, 1851
    "r2qkbnr/ppp2ppp/2np4/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq -": "Bxf7+",  # Legall
    "5r1k/6pp/7N/8/2Q5/8/6PP/7K w - -": "Qg8+",  # smothered
}


@pytest.mark.compiled
@pytest.mark.parametrize("text", MATES_IN_TWO)
def test_the_engine_proves_a_mate_in_two_and_none_sooner(text):
    state = CHESS.parse_state(text)
    analysis = zermelo.analyze(CHESS, state, depth=3)
    assert (analysis.value, analysis.exact, analysis.remoteness) == (1.0, True, 3)
    assert analysis.best_moves == (MATES_IN_TWO[text],)
    assert not zermelo.analyze(CHESS, state, depth=1).exact
