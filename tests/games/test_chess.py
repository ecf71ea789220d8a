"""Chess: the notation of protocols, and mates that the engine proves."""

import pytest

import zermelo
from facts import MATES
from zermelo.players.protocols import notation

CHESS = zermelo.game("chess")


def test_protocols_write_chess_as_uci_has_it():
    speaks = notation(CHESS, "uci")
    state = speaks.parse_state("r3k3/6P1/8/8/8/8/8/4K2R w Kq - 3 40")
    moves = {speaks.format_move(state, move) for move in CHESS.moves(state)}
    assert {"g7g8q", "g7g8n", "e1g1", "h1h8"} <= moves
    after = CHESS.play(state, speaks.parse_move(state, "g7g8n"))
    assert speaks.format_state(after) == "r3k1N1/8/8/8/8/8/8/4K2R b Kq - 0 1"


@pytest.mark.compiled
@pytest.mark.parametrize("mate", MATES, ids=str)
def test_the_engine_proves_a_mate_by_its_key_alone_and_none_sooner(mate):
    state, plies = CHESS.parse_state(mate.text), 2 * mate.moves - 1
    analysis = zermelo.analyze(CHESS, state, depth=plies, nodes=10_000_000)
    assert (analysis.value, analysis.exact, analysis.remoteness) == (1.0, True, plies)
    assert analysis.best_moves == (mate.key,)
    assert not zermelo.analyze(CHESS, state, depth=plies - 2).exact


def test_there_are_fifty_published_mates():
    assert len({mate.text for mate in MATES}) == len(MATES) == 50
    assert {mate.moves for mate in MATES} == {2, 3, 4}
