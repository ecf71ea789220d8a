"""Chess in the notation of protocols: moves with promotions and castling, positions as FEN."""

from __future__ import annotations

import zermelo
from zermelo.players.notation import notation


def test_protocols_write_chess_as_uci_has_it():
    game = zermelo.game("chess")
    speaks = notation(game, "uci")
    state = speaks.parse_state("r3k3/6P1/8/8/8/8/8/4K2R w Kq - 3 40")
    moves = {speaks.format_move(state, move) for move in game.moves(state)}
    assert {"g7g8q", "g7g8n", "e1g1", "h1h8"} <= moves
    after = game.play(state, speaks.parse_move(state, "g7g8n"))
    assert speaks.format_state(after) == "r3k1N1/8/8/8/8/8/8/4K2R b Kq - 0 1"
