"""Texts of moves and positions: read and written again, and refused with the reason."""

from __future__ import annotations

import pytest

from facts import every
from walking import after, random_histories, texts
from zermelo.errors import TextError
from zermelo.spec import parse_game

ORACLES, IMPOSSIBLE = every("oracles"), every("impossible")


@pytest.mark.long
@pytest.mark.parametrize("spec", ORACLES)
def test_texts_of_moves_and_states_round_trip(spec):
    game = parse_game(spec)
    for history in random_histories(ORACLES[spec], 6, spec + "again"):
        state = after(game, history)
        assert game.parse_state(game.format_state(state)) == state
        moves = list(game.moves(state))
        assert len(set(texts(game, state))) == len(moves)
        for move in moves[:: 1 + len(moves) // 20]:
            assert game.parse_move(state, game.format_move(state, move)) == move


def test_moves_are_read_in_any_white_space():
    game = parse_game("nim")
    assert game.format_move(game.start(), game.parse_move(game.start(), " 3 , 7\n")) == "3,7"


@pytest.mark.parametrize(
    ("spec", "text", "why"),
    [(spec, text, why) for spec, cases in IMPOSSIBLE.items() for text, why in cases.items()],
)
def test_positions_that_no_play_leads_to_are_refused(spec, text, why):
    game = parse_game(spec)
    if why is None:
        assert game.format_state(game.parse_state(text)) == text
        return
    with pytest.raises(TextError, match=why) as caught:
        game.parse_state(text)
    assert "\n" not in str(caught.value)
